"""Small questions that the tests of rulings ask. Amounts come from `tests.values`, never from a test."""

from __future__ import annotations

from typing import Any

from casting_shadows.engine import Pack, legal_actions, parse_own_pack
from casting_shadows.engine.model.events import Damaged, Event
from casting_shadows.engine.state import SEEN_BITS, SEEN_BY_ALL
from tests.table import Table, table

FULL = 18
"""HP at the start."""


def choose(game: Table, *words: str) -> str:
    """The first legal action that begins with the first of these and has all of them: the plainest way to pay."""
    texts = [game.state.box.table.text(action) for action in legal_actions(game.state)]
    return next(text for text in texts if text.startswith(words[0]) and all(word in text for word in words))


def own_pack(*lines: str, name: str = "mine") -> Pack:
    """A pack of one's own: fixed numbers for tests that need a certain one. Name it in `packs` as well."""
    return parse_own_pack("\n".join(["[pack]", f'name = "{name}"', *lines]))


def story(game: Table, *kinds: type[Event]) -> list[str]:
    """What the last action brought about, in order: `Damaged kit` and so on, of these kinds only."""
    told = []
    for event in game.events:
        if isinstance(event, kinds):
            seat = getattr(event, "seat", None)
            told.append(type(event).__name__ + ("" if seat is None else f" {_name(game, seat)}"))
    return told


def _name(game: Table, seat: int) -> str:
    return game.state.box.table.characters[game.state.character[seat]]


def known_by(game: Table, card: int) -> set[str]:
    """The players who know a Counterspell (as it lies in `state.counter_deck` or `state.counters`)."""
    seen = card & SEEN_BY_ALL
    return {_name(game, seat) for seat in range(game.state.seats) if (seen >> seat) & 1}


def bottom(game: Table, place: int = 0) -> tuple[str, set[str]]:
    """A card at the bottom of the Counterspell deck (0: the lowest) and who knows it."""
    card = game.state.counter_deck[place]
    return game.state.box.table.counterspells[card >> SEEN_BITS], known_by(game, card)


BOTS = ("kit", "nuzzle", "haze")


def give_spell(game: Table, bot: str, spell: str) -> None:
    """Let a Bot have this spell; whoever had it gets the Bot's in exchange."""
    state, wanted = game.state, game.state.box.card_number[spell]
    had = state.book[game.seat(bot)][0]
    if had == wanted:
        return
    piles = [*state.book[1:], state.deck, state.discard, state.market]
    pile = next(pile for pile in piles if wanted in pile)
    pile[pile.index(wanted)] = had
    state.book[game.seat(bot)] = [wanted]


def boxing(*standing: str, me: str = "frill", spells: dict[str, str] | None = None, **more: Any) -> Table:
    """Shadow Boxing with only these Bots standing, taking turns clockwise."""
    bots = [name for name in ("frill", *BOTS) if name != me]
    hp = {**more.pop("hp", {}), **{bot: 0 for bot in bots if bot not in standing}}
    game = table(me, mode="solo", hp=hp, **more)
    game.state.order = [0, 1, 2, 3]
    for bot, spell in (spells or {}).items():
        give_spell(game, bot, spell)
    return game


def nuzzle(faces: str, spell: str = "heavy_hand", at: str = "thornwood", **more: Any) -> Table:
    """Nuzzle alone takes its turn with this roll; Frill is at home, two hexes from Thornwood."""
    hexes = {"nuzzle": at, **more.pop("hexes", {})}
    return boxing("nuzzle", spells={"nuzzle": spell}, hexes=hexes, **more).rolls(faces).play("end")


def taken(game: Table, name: str) -> int:
    """The damage a player took from the last action (Frill heals on her lake when her turn begins again)."""
    return sum(event.amount for event in game.events if isinstance(event, Damaged) and event.seat == game.seat(name))
