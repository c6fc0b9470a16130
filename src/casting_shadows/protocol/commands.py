"""What a client sends. The first message of a connection is `hello`; everything after it carries a sequence number."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from casting_shadows.protocol.options import END, Id, Options, SeatNumber

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}" + END)]
"""128 random bits, made by the device that uses it and known to no other. Never part of an address."""
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seq = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Code = Annotated[str, Meta(min_length=1, max_length=20)]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Base of all: a field that is not known is refused."""


class Hello(Incoming, tag="hello", frozen=True):
    """Opens a connection to a room. Answered by `welcome`, or by `bye`."""

    protocol: Number
    """The version of the protocol the client speaks."""
    room: Code
    """The room's code, as its link has it."""
    token: Token | None = None
    """Says who it is that comes back. Without it one is a visitor, who sees the room and may `join`."""
    version: Number | None = None
    """The last version of the game seen; what happened since is told as events."""
    chat: Number = 0
    """The number of the last chat line seen; later ones are sent."""
    profile: Token | None = None
    """The secret of a guest profile; the games played with it are counted for it."""


class Ping(Incoming, tag="ping", frozen=True):
    """Answered by `pong`, so that a client knows the line is alive."""


class Command(Incoming, frozen=True):
    """Base of everything that is done once and answered once. A repeated number is answered again and not done again."""

    seq: Seq
    """The command's number: higher than any the member has used before."""


class Join(Command, tag="join", frozen=True):
    """A visitor becomes a member, with a seat or as a spectator. Answered by a new `welcome`, then `ack`."""

    name: Name
    token: Token
    """New and random, made by this device; it says who one is from now on."""
    seat: SeatNumber | None = None
    """The open seat to take; none: watch, or sit down later."""


class Claim(Command, tag="claim", frozen=True):
    """A visitor takes over a member's place with a one-time code from `transfer`; the old device is shown out.

    Answered by a new `welcome`, then `ack`.
    """

    code: Code
    """In any case, with or without hyphens."""
    token: Token
    """New and random; the old device's is void from now on."""


class Transfer(Command, tag="transfer", frozen=True):
    """Asks for a one-time code that moves one's place in the room to another device. Answered by `one_time_code`."""


class Rename(Command, tag="rename", frozen=True):
    """Calls oneself something else."""

    name: Name


class Leave(Command, tag="leave", frozen=True):
    """Leaves the room, answered by `bye`. In a game the seat is played on as the options say, and waits for a return."""


class Sit(Command, tag="sit", frozen=True):
    """Takes an open seat, or gives one's own another name. Several people at one device take several."""

    seat: SeatNumber
    name: Name | None = None
    """What this seat is called, where several share a device."""


class Stand(Command, tag="stand", frozen=True):
    """Gives a seat of one's own up."""

    seat: SeatNumber


class Choose(Command, tag="choose", frozen=True):
    """A character for one's seat (the owner also: for a bot's), or none."""

    seat: SeatNumber
    character: Id | None = None


class Ready(Command, tag="ready", frozen=True):
    """Says that one is ready for the game to start, or takes it back."""

    on: bool = True


class SetBot(Command, tag="set_bot", frozen=True):
    """The owner seats a bot, or with none takes it away."""

    seat: SeatNumber
    bot: Id | None = None
    """One of the room's `bots`."""


class SetOptions(Command, tag="set_options", frozen=True):
    """The owner changes the options: before a game and after it all of them, meanwhile the pace of the bots."""

    options: Options
    """All of them: what is left out is set to its default."""
    along: bool = False
    """What no longer goes with the changes is changed along: the edition for five players, the map, bots on seats that go."""


class Kick(Command, tag="kick", frozen=True):
    """The owner shows another member out."""

    member: Number


class Promote(Command, tag="promote", frozen=True):
    """The owner hands the room over to another member."""

    member: Number


class Start(Command, tag="start", frozen=True):
    """The owner starts the game: the secret is committed to, and each device is asked for its contribution."""


class Contribute(Command, tag="contribute", frozen=True):
    """A device's part in the chance of the game, once the commitment is known."""

    value: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}" + END)]
    """128 random bits, made now and not before: then nobody, not even the host, could have chosen the dice."""


class Act(Command, tag="act", frozen=True):
    """Takes an action for a seat; in a response window it is a sealed answer. Answered by `update`."""

    version: Number
    """The version of the game it was chosen at."""
    seat: SeatNumber
    action: ActionText
    """The text form of docs/notation.md: `action` of one of the seat's choices, or `concede`."""


class Undo(Command, tag="undo", frozen=True):
    """Takes back one's last action, or all since the last checkpoint. Answered by `update`."""

    version: Number
    """The version of the game it is about."""
    seat: SeatNumber
    all: bool = False
    """All that can be taken back, not just the last action."""


class MoreTime(Command, tag="more_time", frozen=True):
    """Asks for more time to answer: everyone asked gets it, each may ask once, and only by a relaxed clock."""

    version: Number
    """The version of the game it is about."""
    seat: SeatNumber


class Answering(Command, tag="answering", frozen=True):
    """When to be asked for an answer. From outside all three look alike. In a game answered by `update`."""

    mode: Literal["always", "fits", "never"]
    """`fits`: if a card of one's own could answer; `never`: not for the rest of this turn."""


class Return(Command, tag="return", frozen=True):
    """Takes one's seat back from the bot that stands in. Answered by `update`."""

    seat: SeatNumber


class Pause(Command, tag="pause", frozen=True):
    """A vote to pause, or to go on; it is done when more than half of the players present want it."""

    on: bool
    """True: pause; false: go on."""


class Rematch(Command, tag="rematch", frozen=True):
    """A vote for another game at the same table; it begins when every player who is still there wants it.
    Whoever is out may vote before the game has ended."""

    on: bool = True
    """False takes the vote back."""


class Say(Command, tag="say", frozen=True):
    """Chat: words of one's own, or a preset phrase by name, never both."""

    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Id | None = None
    """Its name; each client shows it in its own language."""


class Mute(Command, tag="mute", frozen=True):
    """Hears no more of a member's chat, or hears it again."""

    member: Number
    on: bool = True
    """False: hear it again."""


class AskPreviews(Command, tag="ask_previews", frozen=True):
    """Asks what legal actions would do. Answered by `previews`."""

    seat: SeatNumber
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=40)]


class AskReasons(Command, tag="ask_reasons", frozen=True):
    """Asks why actions are not legal now. Answered by `reasons`."""

    seat: SeatNumber
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=40)]


class AskWhy(Command, tag="ask_why", frozen=True):
    """Asks why something cannot be used now in any way. Answered by `why`."""

    seat: SeatNumber
    verb: Id
    """The first word of an action, such as `collect`, `travel` or `reroll`; `use` for any card of the Spell Book."""
    about: Id | None = None
    """The card, companion or hex; for `collect`, none: what can be had where the seat stands."""


class AskReach(Command, tag="ask_reach", frozen=True):
    """Asks which hexes an Attack Spell reaches from where the seat stands. Answered by `reach`."""

    seat: SeatNumber
    card: Id


class AskThreats(Command, tag="ask_threats", frozen=True):
    """Asks where enemies could hit the seat in their next turn, from what lies face up. Answered by `threats`."""

    seat: SeatNumber


class AskOdds(Command, tag="ask_odds", frozen=True):
    """Asks for the chances of a Reroll. Answered by `odds`."""

    seat: SeatNumber
    action: ActionText
    """A Reroll that is legal now."""


class AskWarnings(Command, tag="ask_warnings", frozen=True):
    """Asks what one may regret on ending the turn now. Answered by `warnings`."""

    seat: SeatNumber


class AskHint(Command, tag="ask_hint", frozen=True):
    """Asks what the room's best bot would do, and why. Answered by `hint`, once it has thought; one at a time.

    In a game of several people the result counts as assisted from then on.
    """

    seat: SeatNumber


class AskText(Command, tag="ask_text", frozen=True):
    """Asks for the whole game so far as text, to go on with it elsewhere. Answered by `text`.

    It tells every face-down card: only where one person has all seats that people have, and the result then counts as assisted.
    """

    seat: SeatNumber


class AskWorld(Command, tag="ask_world", frozen=True):
    """Asks for a whole position the seat cannot tell from the real one, for a bot of one's own. Answered by `world`."""

    seat: SeatNumber


Message = (
    Hello
    | Ping
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
    | AskWorld
)
"""Everything a client can send."""


def weight(message: Incoming) -> int:
    """For how many messages one counts: a question that takes long to answer, for several."""
    if isinstance(message, AskPreviews | AskReasons):
        return 1 + len(message.actions) // 4
    return 5 if isinstance(message, AskOdds | AskText) else 1
