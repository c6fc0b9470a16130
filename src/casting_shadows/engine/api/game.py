"""Playing: start a game, see whose choice it is, play checked, learn how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casting_shadows.engine.api.position import parse_position, position
from casting_shadows.engine.api.refusals import Refusal, refusal
from casting_shadows.engine.effects.harm import winner
from casting_shadows.engine.errors import BadNotation, BadSetup, IllegalAction
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import open_box
from casting_shadows.engine.packs.pack import Pack
from casting_shadows.engine.rng import SECRET_BYTES, Rng, secret_from_seed, stream_key
from casting_shadows.engine.rules import setup as rules_setup
from casting_shadows.engine.rules.apply import apply, concede
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.state import (
    ABSORB,
    ACTIONS,
    NONE,
    OVER,
    PHASES,
    SEEN_BY_ALL,
    State,
)
from casting_shadows.engine.words import load_words

MOST_CONTRIBUTIONS: Final = 12
LONGEST_CONTRIBUTION: Final = 64

LAST_STANDING: Final = "last_standing"
TURN_LIMIT: Final = "turn_limit"
SOLO_WON: Final = "solo_won"
SOLO_LOST: Final = "solo_lost"


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ending: str
    """`last_standing`, `turn_limit`, `solo_won` or `solo_lost`."""
    winner: int | None
    """None: a tie among those standing at the turn limit, or Shadow Boxing not won."""
    standing: tuple[int, ...]


def start(
    setup: Setup,
    secret: bytes | None = None,
    *,
    seed: str | int | None = None,
    contributions: tuple[bytes, ...] = (),
    own: tuple[Pack, ...] = (),
) -> tuple[State, list[Event]]:
    """A new game, ready for its first choice, and what happened until then.

    Give a 256-bit *secret* (people's games) or a short *seed* (tests, simulations). Raises BadSetup, BadPack.
    """
    if (secret is None) == (seed is None):
        raise BadSetup("setup/chance", "give a secret of 32 bytes or a seed, not both and not neither")
    if secret is None:
        secret = secret_from_seed(str(seed))
    rng = _stream(secret, contributions)
    box = open_box(setup.packs, own)
    events: list[Event] = []
    state = rules_setup.start(box, setup, rng, events)
    state.log = None
    return state, events


def start_from(
    source: str | State,
    secret: bytes,
    contributions: tuple[bytes, ...] = (),
    own: tuple[Pack, ...] = (),
    *,
    exact: bool = False,
) -> State:
    """A game that begins at a position, its text or a state, instead of at a setup. Nothing happens until its next choice.

    Its chance is fresh: dice come from the secret's stream, and what nobody knows of the decks is shuffled by it. *exact*
    leaves everything as it is written, the chance too, so whoever has the text knows every roll to come.
    Raises what `parse_position` raises, BadNotation `position/over` for a game that has ended, and BadSetup.
    """
    rng = _stream(secret, contributions)
    if isinstance(source, State):
        own = tuple(pack for pack in source.box.packs if pack.is_own)
        source = position(source)
    state = parse_position(source, own)
    if state.phase == OVER:
        raise BadNotation("position/over", "the game is over in this position, so nobody can play on from it")
    if not exact:
        state.rng = rng
        _shuffle_unseen(state)
    return state


def _stream(secret: bytes, contributions: tuple[bytes, ...]) -> Rng:
    if len(secret) != SECRET_BYTES:
        raise BadSetup("setup/chance", f"a secret is {SECRET_BYTES} bytes, got {len(secret)}")
    if len(contributions) > MOST_CONTRIBUTIONS or any(not 1 <= len(item) <= LONGEST_CONTRIBUTION for item in contributions):
        limits = f"at most {MOST_CONTRIBUTIONS}, each of 1 to {LONGEST_CONTRIBUTION} bytes"
        raise BadSetup("setup/contributions", f"contributions: {limits}")
    return Rng(stream_key(secret, contributions))


def _shuffle_unseen(s: State) -> None:
    """Shuffle what nobody knows of the decks. Sorted first, so that the order somebody wrote them in plays no part."""
    places = [place for place, card in enumerate(s.counter_deck) if not card & SEEN_BY_ALL]
    unseen = sorted(s.counter_deck[place] for place in places)
    s.rng.shuffle(unseen)
    for place, card in zip(places, unseen, strict=True):
        s.counter_deck[place] = card
    for deck in (s.deck, s.companion_deck):
        deck.sort()
        s.rng.shuffle(deck)


def play(state: State, seat: int, action: int | str) -> tuple[State, list[Event]]:
    """The state after a seat's action, and what happened. The given state is left as it was.

    *action* is a number of the action table or a text form. Raises BadNotation for text that is no action, IllegalAction
    (with the reason's code) for one this seat may not take now.
    """
    number = state.box.table.parse(action) if isinstance(action, str) else action
    why = why_not(state, seat, number)
    if why is not None:
        text = state.box.table.text(number) if 0 <= number < state.box.table.size else str(number)
        sentence = load_words("en").told(why.code, why.values, state.box.parts)
        raise IllegalAction(why.code, f"{text}: {sentence}", why.values)
    after = state.copy()
    events: list[Event] = []
    after.log = events
    if state.box.table.kind[number] == verbs.CONCEDE:
        concede(after, seat)
    else:
        apply(after, number)
    after.log = None
    return after, events


def why_not(state: State, seat: int, action: int) -> Refusal | None:
    """Why this seat may not take this action now; None if it may."""
    if not 0 <= seat < state.seats:
        return Refusal("action/no-such-seat", {"seat": seat})
    if not 0 <= action < state.box.table.size:
        return Refusal("action/no-such-action", {"number": action})
    return refusal(state, seat, action)


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if state.phase != OVER:
        return None
    standing = tuple(seat for seat in range(state.seats) if state.hp[seat] > 0)
    won = winner(state)
    if state.is_solo:
        return Outcome(SOLO_WON if won == 0 else SOLO_LOST, 0 if won == 0 else None, standing)
    return Outcome(TURN_LIMIT if won == NONE else LAST_STANDING, None if won == NONE else won, standing)


def stand_in(state: State) -> int:
    """The action taken when nobody answers: the turn ends, answers are passes, nothing is given away.

    Fragments are absorbed (they would be lost), everything else is the first legal choice, which is the one that changes
    least where there is one: pass, stay, drain nothing, leave the enemy where it is.
    """
    assert state.phase != OVER, "nobody is asked after the end"
    if state.phase == ACTIONS:
        return state.box.table.end
    legal = legal_actions(state)
    return legal[-1] if state.phase == ABSORB else legal[0]


def phase_name(state: State) -> str:
    """What the game waits for, as in a position's text."""
    return PHASES[state.phase]


def seat_names(state: State) -> list[str]:
    """How records name each seat: its character, or `seat0` before it has one."""
    characters = state.box.table.characters
    return [f"seat{seat}" if state.character[seat] == NONE else characters[state.character[seat]] for seat in range(state.seats)]
