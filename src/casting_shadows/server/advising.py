"""What the best bot would have done in a finished game, knowing what the seat knew."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from casting_shadows.bots import BOTS, make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import GameError, Rng, imagine, parse_own_pack, parse_record, seat_names, state_at, view
from casting_shadows.protocol.view import Choice
from casting_shadows.table.telling import shown_choice


class Advice(Struct, frozen=True):
    """A choice that somebody had at a step, what they chose, and what the bot would have chosen."""

    step: int
    """So many actions came before."""
    seat: int
    bot: str
    best: Choice
    code: str
    """Why: the words files have a sentence for it."""
    values: dict[str, str | int]
    """What that sentence needs."""
    options: int
    """How many different things could be done."""
    played: Choice | None = None
    """None: meanwhile somebody else left the game."""


def best_bot() -> str:
    """The registry goes from the weakest to the strongest."""
    return list(BOTS)[-1]


def advise(text: str, own: tuple[str, ...], step: int) -> bytes:
    """JSON of `Advice` about a step of a finished game. The same question gets the same answer. Raises GameError."""
    record = parse_record(text)
    state = state_at(record, step, tuple(parse_own_pack(content) for content in own))
    if step == len(record.moves):
        raise GameError("advice/over", "the game is over at this step: nobody has a choice", {"step": step})
    seat, table = state.to_act, state.box.table
    # Not even this worker lets a bot near the hidden cards: it gets a world that its seat could not tell from the true one.
    chance = hashlib.sha256(f"{record.commitment} {step}".encode()).digest()
    vantage = vantage_of(imagine(view(state, seat), Rng(chance)))
    name = best_bot()
    bot = make_bot(name, int.from_bytes(chance[:4]))
    best = bot.choose(vantage)
    code, values = bot.why(vantage, best)
    who, action = record.moves[step]
    is_own = seat_names(state)[seat] == who
    played = shown_choice(state, table.parse(action)) if is_own else None
    return msgspec.json.encode(Advice(step, seat, name, shown_choice(state, best), code, values, len(vantage.legal), played))
