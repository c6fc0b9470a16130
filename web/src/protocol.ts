// Made from src/casting_shadows/protocol by `make docs`; do not edit. PROTOCOL.md tells how it is used.
// What has a default may be left out, by clients and by rooms.

/** Raised with every release that an older client or server could not live with. A field that is added later needs a default. */
export const PROTOCOL = 1;

/** Everything a client can send. */
export type Incoming =
  | Hello
  | Ping
  | Command;

/** Everything that carries a sequence number, is done once and is answered. */
export type Command =
  | Join
  | Claim
  | Transfer
  | Rename
  | Leave
  | Sit
  | Stand
  | Choose
  | Ready
  | SetBot
  | SetOptions
  | Kick
  | Promote
  | Start
  | Contribute
  | Act
  | Undo
  | MoreTime
  | Answering
  | Return
  | Pause
  | Rematch
  | Say
  | Mute
  | AskPreviews
  | AskReasons
  | AskWhy
  | AskReach
  | AskThreats
  | AskOdds
  | AskWarnings
  | AskHint
  | AskText
  | AskWorld;

/** Everything a room can send. */
export type Outgoing =
  | Welcome
  | Room
  | Line
  | Bye
  | Pong
  | Answer;

/** What answers a command. */
export type Answer =
  | Ack
  | Refused
  | Update
  | OneTimeCode
  | Previews
  | Reasons
  | Why
  | Reach
  | Threats
  | Odds
  | Warnings
  | Hint
  | GameText
  | World;

/** Opens a connection to a room. Answered by `welcome`, or by `bye`. */
export interface Hello {
  t: "hello";
  /** The version of the protocol the client speaks. */
  protocol: number;
  /** The room's code, as its link has it. (1 to 20 characters) */
  room: string;
  /**
   * Says who it is that comes back. Without it one is a visitor, who sees the room and may `join`. (matching
   * `^[0-9a-f]{32}$(?!\n)`)
   */
  token?: string | null;
  /** The last version of the game seen; what happened since is told as events. */
  version?: number | null;
  /** The number of the last chat line seen; later ones are sent. Default: `0`. */
  chat?: number;
  /** The secret of a guest profile; the games played with it are counted for it. (matching `^[0-9a-f]{32}$(?!\n)`) */
  profile?: string | null;
}

/** Answered by `pong`, so that a client knows the line is alive. */
export interface Ping {
  t: "ping";
}

/** A visitor becomes a member, with a seat or as a spectator. Answered by a new `welcome`, then `ack`. */
export interface Join {
  t: "join";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (1 to 40 characters) */
  name: string;
  /** New and random, made by this device; it says who one is from now on. (matching `^[0-9a-f]{32}$(?!\n)`) */
  token: string;
  /** The open seat to take; none: watch, or sit down later. (0 to 5) */
  seat?: number | null;
}

/**
 * A visitor takes over a member's place with a one-time code from `transfer`; the old device is shown out. Answered by a new
 * `welcome`, then `ack`.
 */
export interface Claim {
  t: "claim";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** In any case, with or without hyphens. (1 to 20 characters) */
  code: string;
  /** New and random; the old device's is void from now on. (matching `^[0-9a-f]{32}$(?!\n)`) */
  token: string;
}

/** Asks for a one-time code that moves one's place in the room to another device. Answered by `one_time_code`. */
export interface Transfer {
  t: "transfer";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
}

/** Calls oneself something else. */
export interface Rename {
  t: "rename";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (1 to 40 characters) */
  name: string;
}

/** Leaves the room, answered by `bye`. In a game the seat is played on as the options say, and waits for a return. */
export interface Leave {
  t: "leave";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
}

/** Takes an open seat, or gives one's own another name. Several people at one device take several. */
export interface Sit {
  t: "sit";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** What this seat is called, where several share a device. (1 to 40 characters) */
  name?: string | null;
}

/** Gives a seat of one's own up. */
export interface Stand {
  t: "stand";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/** A character for one's seat (the owner also: for a bot's), or none. */
export interface Choose {
  t: "choose";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** (1 to 40 characters, matching `^[a-z0-9_]+$(?!\n)`) */
  character?: string | null;
}

/** Says that one is ready for the game to start, or takes it back. */
export interface Ready {
  t: "ready";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** Default: `true`. */
  on?: boolean;
}

/** The owner seats a bot, or with none takes it away. */
export interface SetBot {
  t: "set_bot";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** One of the room's `bots`. (1 to 40 characters, matching `^[a-z0-9_]+$(?!\n)`) */
  bot?: string | null;
}

/** The owner changes the options: before a game and after it all of them, meanwhile the pace of the bots. */
export interface SetOptions {
  t: "set_options";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** All of them: what is left out is set to its default. */
  options: Options;
  /**
   * What no longer goes with the changes is changed along: the edition for five players, the map, bots on seats that go. Default:
   * `false`.
   */
  along?: boolean;
}

/** The owner shows another member out. */
export interface Kick {
  t: "kick";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  member: number;
}

/** The owner hands the room over to another member. */
export interface Promote {
  t: "promote";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  member: number;
}

/** The owner starts the game: the secret is committed to, and each device is asked for its contribution. */
export interface Start {
  t: "start";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
}

/** A device's part in the chance of the game, once the commitment is known. */
export interface Contribute {
  t: "contribute";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /**
   * 128 random bits, made now and not before: then nobody, not even the host, could have chosen the dice. (matching
   * `^[0-9a-f]{32}$(?!\n)`)
   */
  value: string;
}

/** Takes an action for a seat; in a response window it is a sealed answer. Answered by `update`. */
export interface Act {
  t: "act";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** The version of the game it was chosen at. */
  version: number;
  /** (0 to 5) */
  seat: number;
  /** The text form of docs/notation.md: `action` of one of the seat's choices, or `concede`. (1 to 200 characters) */
  action: string;
}

/** Takes back one's last action, or all since the last checkpoint. Answered by `update`. */
export interface Undo {
  t: "undo";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** The version of the game it is about. */
  version: number;
  /** (0 to 5) */
  seat: number;
  /** All that can be taken back, not just the last action. Default: `false`. */
  all?: boolean;
}

/** Asks for more time to answer: everyone asked gets it, each may ask once, and only by a relaxed clock. */
export interface MoreTime {
  t: "more_time";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** The version of the game it is about. */
  version: number;
  /** (0 to 5) */
  seat: number;
}

/** When to be asked for an answer. From outside all three look alike. In a game answered by `update`. */
export interface Answering {
  t: "answering";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** `fits`: if a card of one's own could answer; `never`: not for the rest of this turn. */
  mode: "always" | "fits" | "never";
}

/** Takes one's seat back from the bot that stands in. Answered by `update`. */
export interface Return {
  t: "return";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/** A vote to pause, or to go on; it is done when more than half of the players present want it. */
export interface Pause {
  t: "pause";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** True: pause; false: go on. */
  on: boolean;
}

/**
 * A vote for another game at the same table; it begins when every player who is still there wants it. Whoever is out may vote
 * before the game has ended.
 */
export interface Rematch {
  t: "rematch";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** False takes the vote back. Default: `true`. */
  on?: boolean;
}

/** Chat: words of one's own, or a preset phrase by name, never both. */
export interface Say {
  t: "say";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (at most 300 characters) Default: `""`. */
  text?: string;
  /** Its name; each client shows it in its own language. (1 to 40 characters, matching `^[a-z0-9_]+$(?!\n)`) */
  phrase?: string | null;
}

/** Hears no more of a member's chat, or hears it again. */
export interface Mute {
  t: "mute";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  member: number;
  /** False: hear it again. Default: `true`. */
  on?: boolean;
}

/** Asks what legal actions would do. Answered by `previews`. */
export interface AskPreviews {
  t: "ask_previews";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** (at most 40, each 1 to 200 characters) */
  actions: string[];
}

/** Asks why actions are not legal now. Answered by `reasons`. */
export interface AskReasons {
  t: "ask_reasons";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** (at most 40, each 1 to 200 characters) */
  actions: string[];
}

/** Asks why something cannot be used now in any way. Answered by `why`. */
export interface AskWhy {
  t: "ask_why";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /**
   * The first word of an action, such as `collect`, `travel` or `reroll`; `use` for any card of the Spell Book. (1 to 40
   * characters, matching `^[a-z0-9_]+$(?!\n)`)
   */
  verb: string;
  /**
   * The card, companion or hex; for `collect`, none: what can be had where the seat stands. (1 to 40 characters, matching
   * `^[a-z0-9_]+$(?!\n)`)
   */
  about?: string | null;
}

/** Asks which hexes an Attack Spell reaches from where the seat stands. Answered by `reach`. */
export interface AskReach {
  t: "ask_reach";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** (1 to 40 characters, matching `^[a-z0-9_]+$(?!\n)`) */
  card: string;
}

/** Asks where enemies could hit the seat in their next turn, from what lies face up. Answered by `threats`. */
export interface AskThreats {
  t: "ask_threats";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/** Asks for the chances of a Reroll. Answered by `odds`. */
export interface AskOdds {
  t: "ask_odds";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
  /** A Reroll that is legal now. (1 to 200 characters) */
  action: string;
}

/** Asks what one may regret on ending the turn now. Answered by `warnings`. */
export interface AskWarnings {
  t: "ask_warnings";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/**
 * Asks what the room's best bot would do, and why. Answered by `hint`, once it has thought; one at a time. In a game of several
 * people the result counts as assisted from then on.
 */
export interface AskHint {
  t: "ask_hint";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/**
 * Asks for the whole game so far as text, to go on with it elsewhere. Answered by `text`. It tells every face-down card: only
 * where one person has all seats that people have, and the result then counts as assisted.
 */
export interface AskText {
  t: "ask_text";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/** Asks for a whole position the seat cannot tell from the real one, for a bot of one's own. Answered by `world`. */
export interface AskWorld {
  t: "ask_world";
  /** The command's number: higher than any the member has used before. (from 1) */
  seq: number;
  /** (0 to 5) */
  seat: number;
}

/**
 * The first message of a connection, and of a visitor's life as a member. To members, if there is a game, an `update` follows,
 * and the chat they have not seen.
 */
export interface Welcome {
  t: "welcome";
  /** The version of the protocol the room speaks. */
  protocol: number;
  /** The version of the program behind the room. */
  server: string;
  /** What the room's clock shows. */
  now: number;
  room: RoomInfo;
  /** The member one is; none for a visitor. */
  you?: number;
  /** The last sequence number the room has from this member: go on from here. Default: `0`. */
  seq?: number;
  /** When one is asked for answers: `always`, `fits` or `never`. Default: `"fits"`. */
  answering?: string;
  /** The members whose chat one does not hear. Default: `[]`. */
  muted?: number[];
}

/** Something about the room has changed: here is all of it. */
export interface Room {
  t: "room";
  /** What the room's clock shows. */
  now: number;
  room: RoomInfo;
}

/** A line of chat. */
export interface Line {
  t: "line";
  /** Counts the room's lines, from 1. */
  number: number;
  /** Who said it. */
  member: number;
  /** What that member was called then. */
  name: string;
  /** When, by the room's clock. */
  at: number;
  /** What was said; empty for a preset phrase. Default: `""`. */
  text?: string;
  /** A preset phrase by name. */
  phrase?: string;
}

/** The last message before the room closes the connection. */
export interface Bye {
  t: "bye";
  /** Why, for programs. */
  code: string;
  /** Why, in English. */
  message: string;
  /** Come back after so many seconds; none: do not come back by yourself. */
  retry?: number;
}

/** Answers `ping`. */
export interface Pong {
  t: "pong";
  /** What the room's clock shows. */
  now: number;
}

/** A command was done and will not be lost. */
export interface Ack {
  t: "ack";
  /** The command's number. */
  seq: number;
  /** The version of the game afterwards; 0: there is none yet. Default: `0`. */
  version?: number;
}

/** Something was not done, and nothing has changed. */
export interface Refused {
  t: "refused";
  /** Stable, for programs and translations; the table of refusals has them all. */
  code: string;
  /** In English. */
  message: string;
  /** The command's number; none: it was no command. */
  seq?: number;
  /** What a sentence in another language needs. Default: `{}`. */
  values?: Record<string, string | number>;
}

/** The game has changed. Views are whole, so an update is never wrong for what came before it. */
export interface Update {
  t: "update";
  /** One more for everything that everyone can see happen in the game, and in the next one of the room. */
  version: number;
  /** What the room's clock shows. */
  now: number;
  /** One for each seat of one's own; for a spectator a single one. */
  seats: SeatUpdate[];
  /** None in a room without clocks. */
  clock?: Clock;
  /** The response window, while one is open. */
  window?: Window;
  /** The command of one's own that this answers. */
  seq?: number;
  /**
   * Too much happened since to tell it all: `events` holds the last of it; the view is complete all the same. Default: `false`.
   */
  missed?: boolean;
}

/** Answers `transfer`: whoever sends this code in a `claim` takes over one's place. */
export interface OneTimeCode {
  t: "one_time_code";
  seq: number;
  code: string;
  /** When it expires, by the room's clock. */
  until: number;
}

/** Answers `ask_previews`, in its order. */
export interface Previews {
  t: "previews";
  seq: number;
  previews: Preview[];
}

/** Answers `ask_reasons`, in its order. */
export interface Reasons {
  t: "reasons";
  seq: number;
  reasons: Reason[];
}

/** Answers `ask_why`: what stands in the way of what comes nearest to being possible. */
export interface Why {
  t: "why";
  seq: number;
  /** As in a refusal (`action/cannot-pay`); empty: it can be done. Default: `""`. */
  code?: string;
  /** What the code's sentence needs. Default: `{}`. */
  values?: Record<string, string | number>;
}

/** Answers `ask_reach`. */
export interface Reach {
  t: "reach";
  seq: number;
  hexes: string[];
}

/** Answers `ask_threats`. */
export interface Threats {
  t: "threats";
  seq: number;
  threats: Threat[];
}

/** Answers `ask_odds`, with exact chances from 0 to 1. */
export interface Odds {
  t: "odds";
  seq: number;
  /** How many of each resource the pool holds on average afterwards. */
  expected: Record<string, number>;
  /** By card in the book: the chance that it can be paid afterwards. */
  castable: Record<string, number>;
  /** The chance that at least one more die shows a Cursed Crystal. */
  curse: number;
}

/** Answers `ask_warnings`. */
export interface Warnings {
  t: "warnings";
  seq: number;
  warnings: Regret[];
}

/** Answers `ask_hint`. */
export interface Hint {
  t: "hint";
  seq: number;
  action: string;
  /** Why: such as `reason/damage`; the words files have a sentence for it. */
  code: string;
  /** What that sentence needs. */
  values: Record<string, string | number>;
}

/** Answers `ask_text`. */
export interface GameText {
  t: "text";
  seq: number;
  /** The game so far, as docs/notation.md has it. */
  text: string;
}

/** Answers `ask_world`. */
export interface World {
  t: "world";
  seq: number;
  /** The version of the game it was imagined at. */
  version: number;
  /** One line, as docs/notation.md has it. */
  position: string;
}

/** Everything a room's owner decides; everyone can read it before joining. */
export interface Options {
  /** What the list of rooms shows. (at most 60 characters) Default: `""`. */
  title?: string;
  /** In the public list; otherwise only those who have the link find the room. Default: `false`. */
  listed?: boolean;
  /** `solo`: Shadow Boxing. Default: `"standard"`. */
  mode?: "solo" | "standard";
  /** How many seats there are: 1 in Shadow Boxing, else 2 to 6. (1 to 6) Default: `2`. */
  players?: number;
  /**
   * `base` or `exclusive`, with or without `ice_storm`, then packs of the owner's. (at most 4, each 1 to 40 characters, matching
   * `^[a-z0-9_]+$(?!\n)`) Default: `["base"]`.
   */
  packs?: string[];
  /** `pick`: whoever sits down chooses, and who does not gets one by chance. Default: `"pick"`. */
  characters?: "draft" | "pick" | "random";
  /** The map; empty: seven hexes up to four players, ten above. Default: `""`. */
  layout?: "" | "custom" | "seven" | "ten";
  /** A custom map. (at most 20) Default: `[]`. */
  tiles?: Tile[];
  /** On the ten-hex map: cards beside the sides only, or the whole ring. Default: `"sides"`. */
  market?: "ring" | "sides";
  /** Whether full Shadow Energy in Base Form may or must lead to the Shadow Form. Default: `"may"`. */
  transform?: "may" | "must";
  /** The seat that starts. Default: `"random"`. */
  first?: 0 | 1 | 2 | 3 | 4 | 5 | "random";
  /** Action points of the very first turn. Default: `4`. */
  first_turn_points?: 2 | 3 | 4;
  /** HP of each Bot in Shadow Boxing. Default: `6`. */
  bot_hp?: 6 | 8 | 10 | 12;
  /** The game is a tie after so many rounds; 0: no limit. (0 to 9999) Default: `0`. */
  max_rounds?: number;
  /**
   * `relaxed`: 600 seconds and 30 more a turn; `fast`: 150 and 15 more; `days`: 259200 (three days) and 86400 more, and the game
   * goes on while nobody is there. Default: `"relaxed"`.
   */
  clock?: "days" | "fast" | "none" | "relaxed";
  /**
   * Seconds in which those who are hit may answer; several at one device have the time of all of them. With `days` it is a day. A
   * server may ask for at least so much. (0.05 to 15) Default: `4`.
   */
  window?: number;
  /** How long bots wait before they act, so that people can follow. Default: `"normal"`. */
  bot_pace?: "fast" | "instant" | "normal" | "slow";
  /**
   * `free`: any number of steps, even past dice, where one person plays alone; the result counts as assisted. Default:
   * `"policy"`.
   */
  undo?: "free" | "none" | "policy";
  /** What happens to the seat of a person who is gone for the grace time. Default: `"bot"`. */
  leavers?: "bot" | "concede" | "wait";
  /** Seconds. A server may ask for at least so many. (0.05 to 86400) Default: `60`. */
  grace?: number;
  /** The bot that takes over such seats. (1 to 40 characters, matching `^[a-z0-9_]+$(?!\n)`) Default: `"greedy"`. */
  leaver_bot?: string;
  /** Whether people without a seat may come in once the room has somebody in it. Default: `true`. */
  spectators?: boolean;
  /** Whether `ask_hint` is answered. A game of several people in which somebody asks counts as assisted. Default: `true`. */
  hints?: boolean;
  /** `phrases`: preset phrases only. Default: `"all"`. */
  chat?: "all" | "none" | "phrases";
}

/** A hex of a custom map and its axial place, as a list: `["thornwood",0,-1]`. */
export type Tile = [hex: string, q: number, r: number];

/** A room as everyone sees it. */
export interface RoomInfo {
  /** What its link has: whoever knows it can come. */
  code: string;
  /** `starting`: the secret is committed to, and contributions are taken. */
  phase: "ended" | "paused" | "playing" | "setup" | "starting";
  options: Options;
  seats: Seat[];
  members: Member[];
  /** The member who decides about options and bots; none: nobody has joined. */
  owner: number | null;
  /** The bots that can be seated here. */
  bots: string[];
  /** Default: `[]`. */
  own_packs?: OwnPack[];
  /**
   * The game starts from a position: with fresh chance, or exactly as written, so that whoever wrote it knows what comes.
   * Default: `""`.
   */
  start?: "" | "exact" | "fresh";
  /** How many games were begun here. Default: `0`. */
  game?: number;
  /** SHA-256 of the game's secret, in hex; empty before the first game. Default: `""`. */
  commitment?: string;
  /** While starting: the members whose devices have added their part. Default: `[]`. */
  contributions?: number[];
  /** Members who want to pause, or if it is paused, to go on. Default: `[]`. */
  pause_votes?: number[];
  /** Members who want another game. Default: `[]`. */
  rematch_votes?: number[];
  /** How the last game ended, until the next begins. */
  result?: Result;
  /** Options that decide nothing beside the others, such as the HP of Bots where there are none. Default: `[]`. */
  idle?: string[];
  /** Whoever is hit and holds a face-down card is asked, whatever they wished for with `answering`. Default: `false`. */
  asks_everyone?: boolean;
  /**
   * What becomes of the seats of somebody who leaves now, unless they are out: as `leavers` says, as far as that can be. Empty:
   * they are given up. Default: `""`.
   */
  leaving?: "" | "bot" | "concede" | "wait";
}

/** A place at the table. */
export interface Seat {
  kind: "bot" | "open" | "person";
  /** What whoever sits there is called. Default: `""`. */
  name?: string;
  /** The person's member number. */
  member?: number;
  /** Who plays here, or who stands in while the person is away. */
  bot?: string;
  /** Chosen beforehand; during the game the view has it. */
  character?: string;
  /** Whether the person is connected. Default: `true`. */
  online?: boolean;
}

/** Somebody in the room, with or without a seat. */
export interface Member {
  /** The member number: counted from 1, never given twice in a room. */
  id: number;
  name: string;
  /** Connected just now. Default: `true`. */
  online?: boolean;
  /** For the game to start. Default: `false`. */
  ready?: boolean;
}

/** A pack of the owner's: its name and the hash of its content. The text is at `/api/rooms/{code}/packs/{name}`. */
export interface OwnPack {
  name: string;
  hash: string;
}

/** How a game ended. With the secret everyone can check every roll. */
export interface Result {
  /** Where the whole game is kept: `/api/games/{game}`. */
  game: string;
  /** `last_standing`, `turn_limit`, `solo_won` or `solo_lost`. */
  ending: string;
  /** Their seats; empty: a tie, or Shadow Boxing lost. */
  winners: number[];
  /** In hex; its SHA-256 is the commitment. */
  secret: string;
  /**
   * Somebody took back what chance had decided, took the game along as text, or asked for a hint in a game of several people.
   * Then it does not count. Default: `false`.
   */
  assisted?: boolean;
}

/** The game as one seat sees it. */
export interface SeatUpdate {
  /** None: as a spectator sees it. */
  seat: number | null;
  /** All that this seat may know, every time. */
  view: View;
  /** What happened since the last update on this connection, in order. Default: `[]`. */
  events?: Event[];
  /** What this seat may do now; empty if it is not to act, a bot plays it, or its answer is sealed. Default: `[]`. */
  choices?: Choice[];
  /**
   * What attacks, abilities and answers would do if nobody else answers. Choices that differ in payment alone share one. Default:
   * `[]`.
   */
  foreseen?: Hit[][];
  /** How many steps this seat can take back. Default: `0`. */
  undo?: number;
  /** How many of them `undo` takes back with `all`: those since the last checkpoint. Default: `0`. */
  undo_all?: number;
  /** An answer is wanted, and this person wants to be shown the question (see `answering`). Default: `false`. */
  asked?: boolean;
  /** One's own sealed answer, while the window is open. */
  answered?: string;
  /** An answer is wanted, and more time can be asked for with `more_time`. Default: `false`. */
  more_time?: boolean;
  /** When this seat is asked for answers, see `welcome`: `never` is good for one turn. Default: `"fits"`. */
  answering?: string;
}

/** Everything a seat, or a spectator, may know. Names and texts are those of docs/notation.md. */
export interface View {
  /** None: a spectator. */
  viewer: number | null;
  packs: string[];
  mode: string;
  layout: string;
  market: string;
  transform: string;
  first_turn_points: number;
  bot_hp: number;
  max_rounds: number;
  map: HexFacts[];
  /** Seats in turn order. */
  order: number[];
  seats: SeatFacts[];
  /** The seat that started. */
  first: number;
  /** From 1. */
  round: number;
  /** The seat whose turn it is. */
  turn: number;
  /** What the game waits for. */
  phase: string;
  /** The seat whose choice it is; none when the game is over. In a response window `window.asked` says who may answer. */
  to_act: number | null;
  /** Action points left. */
  points: number;
  /** Action points of a turn, by the rules. */
  most_points: number;
  /** The dice in the pool: `RG` is a red die that shows a Gem. */
  dice: string[];
  /** The other resources in the pool. */
  tokens: string[];
  /** Spells cast this turn, in order. */
  cast: string[];
  /** Free uses of the companion left this turn. */
  free: number;
  /** Added to the damage of Attack Spells this turn. */
  empowered: number;
  /** The companion that marks an enemy has had its first hit this turn. */
  marked: boolean;
  began: BeganFacts;
  /** Cards in the Main deck. */
  deck: number;
  /** From the oldest to the newest. */
  discard: string[];
  /** The Counterspell deck, from the top. */
  counterspells: HiddenCard[];
  /** Cards in the Companion deck. */
  companions: number;
  /** The Companion Portal, in the order the cards came. */
  portal: string[];
  /** Companions of eliminated players. */
  gone: string[];
  attack: AttackFacts | null;
  /** Seats that conceded during the attack going on. */
  leaving: number[];
  bot: BotFacts;
  /** Actions played so far. */
  steps: number;
}

/** A hex of the map. */
export interface HexFacts {
  hex: string;
  /** Axial: q and r. */
  place: [number, number];
  /** Whether a card can lie beside it. */
  has_market: boolean;
  /** The card that does. */
  card: string | null;
}

/** A player, or a Bot of Shadow Boxing. */
export interface SeatFacts {
  /** None: not picked yet. */
  character: string | null;
  hp: number;
  /** As many as it can have. A Bot of Shadow Boxing has no such limit: what it began with, or more. */
  most_hp: number;
  /** Shadow Energy. */
  energy: number;
  /** As much as its form can hold. */
  most_energy: number;
  form: "base" | "shadow";
  /** None: out of the game. */
  hex: string | null;
  frozen: boolean;
  stunned: boolean;
  companion: string | null;
  /** Face-up cards of the Spell Book. */
  book: string[];
  /** Face-down cards of the Spell Book, oldest first. */
  counterspells: HiddenCard[];
}

/** A face-down Counterspell, in a deck or in a book. */
export interface HiddenCard {
  /** `?`: not the viewer's to know. */
  card: string;
  /** Seats that know it. */
  seen_by: number[];
  /** Everyone has seen it, spectators too. */
  is_public: boolean;
}

/** Statuses this turn began with. */
export interface BeganFacts {
  frozen: boolean;
  stunned: boolean;
}

/** The attack going on. */
export interface AttackFacts {
  /** The attacker's seat. */
  by: number;
  source: "ability" | "contact" | "spell";
  /** The Attack Spell; none for the other sources. */
  card: string | null;
  /** Before what differs by target. */
  damage: number;
  /** The least and the greatest distance. */
  range: [number, number];
  /** The hex aimed at; none: one enemy is. */
  hex: string | null;
  /** Clockwise from the attacker. */
  hit: HitFacts[];
}

/** One player hit by the attack going on. */
export interface HitFacts {
  seat: number;
  /** Damage added for this player alone. */
  bonus: number;
  /** None: not asked; `sealed`; `pass`; or the action, once it may be known. */
  answer: string | null;
  /** Damage its answer takes off. */
  reduced: number;
  /** Its answer does away with all of the damage. */
  ignored: boolean;
  /** It was no longer in range. */
  missed: boolean;
  /** Damage dealt so far. */
  dealt: number;
}

/** Shadow Boxing: what the Bot whose turn it is has left to do. */
export interface BotFacts {
  /** 1: it is still to cast. */
  casts: number;
  /** Travels left. */
  travels: number;
  /** 1: it casts before it travels. */
  casts_first: number;
}

/** Something that happened, as far as the viewer may know. */
export interface Event {
  /** The version of the game it led to. */
  version: number;
  /** How many actions had been played then: a replay shows it at this step, unless `undone` has gone back behind it since. */
  step: number;
  /**
   * Such as `dice_rolled`; the words files have a sentence for it. What the room adds has a number as `seat`: `undone` (it took
   * back `steps` actions), `time_up` (its clock ran out; after `left` more times a bot takes it), `bot_took`, `returned` (its
   * person plays again). They are told with the next version, first.
   */
  code: string;
  /** What that sentence needs. */
  values: Record<string, string | number>;
}

/** A legal action, and what is needed to show it. */
export interface Choice {
  /** Its text form: what is sent back in `act`. */
  action: string;
  /** The text's first word, such as `cast`. */
  verb: string;
  /** The card, Counterspell or companion it is about. */
  card?: string;
  /** Resources, such as `RG RG`. */
  spend?: string;
  /** Resources. */
  gain?: string;
  /** The seat aimed at. */
  target?: number;
  /** The hex aimed at or gone to. */
  hex?: string;
  /** The card that makes room for another. */
  drop?: string;
  /** For attacks, abilities and answers: where `SeatUpdate.foreseen` says whom it would hit. More: `ask_previews`. */
  foreseen?: number;
}

/** Somebody an action would damage if nobody answers. */
export interface Hit {
  seat: number;
  damage: number;
  /** After it; 0 is an elimination. */
  hp: number;
  /** Holds a face-down card, so the damage is not certain. Default: `false`. */
  may_answer?: boolean;
  /** `frozen`, `stunned`: what it would be besides. Default: `[]`. */
  statuses?: string[];
}

/** Everyone's time to think. Only the clock of a person who is to act runs, and none in a response window. */
export interface Clock {
  /** Seconds left to each seat when the clock was last stopped. */
  bank: number[];
  /** Whose clock runs; none: nobody's. */
  seat?: number;
  /** When it runs out. */
  until?: number;
}

/** The response window: answers are asked for. Who has answered is nobody's to know. */
export interface Window {
  /** The seats asked: those about to be hit that hold a face-down card, whether it fits or not. */
  asked: number[];
  /** When it opened, by the room's clock. */
  opened: number;
  /** When it closes, and not before; where the clock is `days`, at the latest. None: it waits for everyone asked. */
  closes?: number;
  /** How often somebody asked for more time. Default: `0`. */
  extended?: number;
}

/** What an action would do if nobody answered, as far as its seat can know. */
export interface Preview {
  action: string;
  /** Resources, such as `RG RG`. Default: `""`. */
  spends?: string;
  /** Resources. Default: `""`. */
  gains?: string;
  /** Action points left afterwards. Default: `0`. */
  points?: number;
  /** Everyone it would damage, the seat itself included. Default: `[]`. */
  hits?: Hit[];
  /** HP the seat itself would gain. Default: `0`. */
  heals?: number;
  /**
   * Seats that would stand on another hex, and on which. A number as a key is text in JSON: `{"1":"thornwood"}`. Default: `{}`.
   */
  moves?: Record<number, string>;
  /** Spells that what is left can pay for, wherever the enemies are; none if no point or free use is left. Default: `[]`. */
  castable?: string[];
  /** Dice or drawn cards decide the rest. Default: `false`. */
  is_random?: boolean;
  /** It could be taken back. Default: `false`. */
  can_undo?: boolean;
  /** What would come of it for anybody, in order. Default: `[]`. */
  events?: Consequence[];
}

/** Something that would happen, told as an `Event` is. */
export interface Consequence {
  /** Such as `damaged`; the words files have a sentence for it. */
  code: string;
  /** What that sentence needs. */
  values: Record<string, string | number>;
}

/** Why an action is not legal now. */
export interface Reason {
  action: string;
  /** As in a refusal (`action/cannot-pay`); empty: it is legal. Default: `""`. */
  code?: string;
  /** What the code's sentence needs. Default: `{}`. */
  values?: Record<string, string | number>;
}

/** What one enemy could do in its next turn to somebody on a hex. */
export interface Threat {
  hex: string;
  /** The enemy's. */
  seat: number;
  /** None: the Shadow ability. */
  card: string | null;
  damage: number;
}

/** Something worth knowing before the turn ends. */
export interface Regret {
  /** Such as `warning/points-left`; the words files have a sentence for it. */
  code: string;
  /** What that sentence needs. */
  values: Record<string, string | number>;
}
