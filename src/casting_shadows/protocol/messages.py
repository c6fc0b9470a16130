"""What a room sends. Times are seconds of the room's clock; `now` in a message says what that clock showed."""

from __future__ import annotations

from msgspec import Raw, Struct

from casting_shadows.protocol.options import RoomInfo
from casting_shadows.protocol.view import Choice, Event, Hit, View

Values = dict[str, str | int]


class Outgoing(Struct, frozen=True, tag_field="t", omit_defaults=True):
    """Base of all."""


class Welcome(Outgoing, tag="welcome", frozen=True):
    """The first message of a connection, and of a visitor's life as a member.

    To members, if there is a game, an `update` follows, and the chat they have not seen.
    """

    protocol: int
    """The version of the protocol the room speaks."""
    server: str
    """The version of the program behind the room."""
    now: float
    """What the room's clock shows."""
    room: RoomInfo
    you: int | None = None
    """The member one is; none for a visitor."""
    seq: int = 0
    """The last sequence number the room has from this member: go on from here."""
    answering: str = "fits"
    """When one is asked for answers: `always`, `fits` or `never`."""
    muted: tuple[int, ...] = ()
    """The members whose chat one does not hear."""


class Room(Outgoing, tag="room", frozen=True):
    """Something about the room has changed: here is all of it."""

    now: float
    """What the room's clock shows."""
    room: RoomInfo


class Clock(Struct, frozen=True, omit_defaults=True):
    """Everyone's time to think. Only the clock of a person who is to act runs, and none in a response window."""

    bank: tuple[float, ...]
    """Seconds left to each seat when the clock was last stopped."""
    seat: int | None = None
    """Whose clock runs; none: nobody's."""
    until: float | None = None
    """When it runs out."""


class Window(Struct, frozen=True, omit_defaults=True):
    """The response window: answers are asked for. Who has answered is nobody's to know."""

    asked: tuple[int, ...]
    """The seats asked: those about to be hit that hold a face-down card, whether it fits or not."""
    opened: float
    """When it opened, by the room's clock."""
    closes: float | None = None
    """When it closes, and not before; where the clock is `days`, at the latest. None: it waits for everyone asked."""
    extended: int = 0
    """How often somebody asked for more time."""


class SeatUpdate(Struct, frozen=True, omit_defaults=True):
    """The game as one seat sees it."""

    seat: int | None
    """None: as a spectator sees it."""
    view: View
    """All that this seat may know, every time."""
    events: tuple[Event, ...] = ()
    """What happened since the last update on this connection, in order."""
    choices: tuple[Choice, ...] = ()
    """What this seat may do now; empty if it is not to act, a bot plays it, or its answer is sealed."""
    foreseen: tuple[tuple[Hit, ...], ...] = ()
    """What attacks, abilities and answers would do if nobody else answers. Choices that differ in payment alone share one."""
    undo: int = 0
    """How many steps this seat can take back."""
    undo_all: int = 0
    """How many of them `undo` takes back with `all`: those since the last checkpoint."""
    asked: bool = False
    """An answer is wanted, and this person wants to be shown the question (see `answering`)."""
    answered: str | None = None
    """One's own sealed answer, while the window is open."""
    more_time: bool = False
    """An answer is wanted, and more time can be asked for with `more_time`."""
    answering: str = "fits"
    """When this seat is asked for answers, see `welcome`: `never` is good for one turn."""


class Update(Outgoing, tag="update", frozen=True):
    """The game has changed. Views are whole, so an update is never wrong for what came before it."""

    version: int
    """One more for everything that everyone can see happen in the game, and in the next one of the room."""
    now: float
    """What the room's clock shows."""
    seats: tuple[SeatUpdate, ...]
    """One for each seat of one's own; for a spectator a single one."""
    clock: Clock | None = None
    """None in a room without clocks."""
    window: Window | None = None
    """The response window, while one is open."""
    seq: int | None = None
    """The command of one's own that this answers."""
    missed: bool = False
    """Too much happened since to tell it all: `events` holds the last of it; the view is complete all the same."""


class SentUpdate(Outgoing, tag="update", frozen=True):
    """An `update` as it is sent: its seats were encoded once for everyone who shares them."""

    version: int
    now: float
    seats: tuple[Raw, ...]
    clock: Clock | None = None
    window: Window | None = None
    seq: int | None = None
    missed: bool = False


class Ack(Outgoing, tag="ack", frozen=True):
    """A command was done and will not be lost."""

    seq: int
    """The command's number."""
    version: int = 0
    """The version of the game afterwards; 0: there is none yet."""


class Refused(Outgoing, tag="refused", frozen=True):
    """Something was not done, and nothing has changed."""

    code: str
    """Stable, for programs and translations; the table of refusals has them all."""
    message: str
    """In English."""
    seq: int | None = None
    """The command's number; none: it was no command."""
    values: Values = {}
    """What a sentence in another language needs."""


class Bye(Outgoing, tag="bye", frozen=True):
    """The last message before the room closes the connection."""

    code: str
    """Why, for programs."""
    message: str
    """Why, in English."""
    retry: float | None = None
    """Come back after so many seconds; none: do not come back by yourself."""


class Pong(Outgoing, tag="pong", frozen=True):
    """Answers `ping`."""

    now: float
    """What the room's clock shows."""


class Line(Outgoing, tag="line", frozen=True):
    """A line of chat."""

    number: int
    """Counts the room's lines, from 1."""
    member: int
    """Who said it."""
    name: str
    """What that member was called then."""
    at: float
    """When, by the room's clock."""
    text: str = ""
    """What was said; empty for a preset phrase."""
    phrase: str | None = None
    """A preset phrase by name."""


class OneTimeCode(Outgoing, tag="one_time_code", frozen=True):
    """Answers `transfer`: whoever sends this code in a `claim` takes over one's place."""

    seq: int
    code: str
    until: float
    """When it expires, by the room's clock."""


class Consequence(Struct, frozen=True):
    """Something that would happen, told as an `Event` is."""

    code: str
    """Such as `damaged`; the words files have a sentence for it."""
    values: Values
    """What that sentence needs."""


class Preview(Struct, frozen=True, omit_defaults=True):
    """What an action would do if nobody answered, as far as its seat can know."""

    action: str
    spends: str = ""
    """Resources, such as `RG RG`."""
    gains: str = ""
    """Resources."""
    points: int = 0
    """Action points left afterwards."""
    hits: tuple[Hit, ...] = ()
    """Everyone it would damage, the seat itself included."""
    heals: int = 0
    """HP the seat itself would gain."""
    moves: dict[int, str] = {}
    """Seats that would stand on another hex, and on which. A number as a key is text in JSON: `{"1":"thornwood"}`."""
    castable: tuple[str, ...] = ()
    """Spells that what is left can pay for, wherever the enemies are; none if no point or free use is left."""
    is_random: bool = False
    """Dice or drawn cards decide the rest."""
    can_undo: bool = False
    """It could be taken back."""
    events: tuple[Consequence, ...] = ()
    """What would come of it for anybody, in order."""


class Previews(Outgoing, tag="previews", frozen=True):
    """Answers `ask_previews`, in its order."""

    seq: int
    previews: tuple[Preview, ...]


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why an action is not legal now."""

    action: str
    code: str = ""
    """As in a refusal (`action/cannot-pay`); empty: it is legal."""
    values: Values = {}
    """What the code's sentence needs."""


class Reasons(Outgoing, tag="reasons", frozen=True):
    """Answers `ask_reasons`, in its order."""

    seq: int
    reasons: tuple[Reason, ...]


class Why(Outgoing, tag="why", frozen=True):
    """Answers `ask_why`: what stands in the way of what comes nearest to being possible."""

    seq: int
    code: str = ""
    """As in a refusal (`action/cannot-pay`); empty: it can be done."""
    values: Values = {}
    """What the code's sentence needs."""


class Reach(Outgoing, tag="reach", frozen=True):
    """Answers `ask_reach`."""

    seq: int
    hexes: tuple[str, ...]


class Threat(Struct, frozen=True):
    """What one enemy could do in its next turn to somebody on a hex."""

    hex: str
    seat: int
    """The enemy's."""
    card: str | None
    """None: the Shadow ability."""
    damage: int


class Threats(Outgoing, tag="threats", frozen=True):
    """Answers `ask_threats`."""

    seq: int
    threats: tuple[Threat, ...]


class Odds(Outgoing, tag="odds", frozen=True):
    """Answers `ask_odds`, with exact chances from 0 to 1."""

    seq: int
    expected: dict[str, float]
    """How many of each resource the pool holds on average afterwards."""
    castable: dict[str, float]
    """By card in the book: the chance that it can be paid afterwards."""
    curse: float
    """The chance that at least one more die shows a Cursed Crystal."""


class Regret(Struct, frozen=True):
    """Something worth knowing before the turn ends."""

    code: str
    """Such as `warning/points-left`; the words files have a sentence for it."""
    values: Values
    """What that sentence needs."""


class Warnings(Outgoing, tag="warnings", frozen=True):
    """Answers `ask_warnings`."""

    seq: int
    warnings: tuple[Regret, ...]


class Hint(Outgoing, tag="hint", frozen=True):
    """Answers `ask_hint`."""

    seq: int
    action: str
    code: str
    """Why: such as `reason/damage`; the words files have a sentence for it."""
    values: Values
    """What that sentence needs."""


class GameText(Outgoing, tag="text", frozen=True):
    """Answers `ask_text`."""

    seq: int
    text: str
    """The game so far, as docs/notation.md has it."""


class World(Outgoing, tag="world", frozen=True):
    """Answers `ask_world`."""

    seq: int
    version: int
    """The version of the game it was imagined at."""
    position: str
    """One line, as docs/notation.md has it."""


Told = Previews | Reasons | Why | Reach | Threats | Odds | Warnings | Hint | GameText | World
"""What answers a question."""
Answer = Ack | Refused | Update | OneTimeCode | Told
"""What answers a command."""
Sent = Welcome | Room | Line | Bye | Pong | Answer
"""Everything a room can send."""
