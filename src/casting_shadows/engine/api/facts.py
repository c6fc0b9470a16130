"""A view as plain names and numbers, ready for JSON: what goes to clients, logs and tests."""

from __future__ import annotations

from casting_shadows.engine.api.view import SEALED, SPECTATOR, UNKNOWN, View
from casting_shadows.engine.model.dice import DICE_POOL, dice_text
from casting_shadows.engine.model.resources import pool_text
from casting_shadows.engine.model.setup import SOLO
from casting_shadows.engine.rules.setup import layout_name
from casting_shadows.engine.state import NONE, PASSED, PHASES, SEEN_BITS, SEEN_BY_ALL, SPECTATOR_BIT, UNASKED, Attack

Facts = dict[str, object]
SOURCES = ("spell", "ability", "contact")


def facts(seen: View) -> Facts:
    """Everything in the view; docs/notation.md has the names. None where there is nothing, `?` for a hidden card."""
    seats = [seat_facts(seen, seat) for seat in range(seen.seats)]
    return {**common_facts(seen), **own_facts(seen), "seats": seats, "counterspells": deck_facts(seen)}


def own_facts(seen: View) -> Facts:
    """What is the viewer's own: who it is, and the answers it may see."""
    return {
        "viewer": None if seen.viewer == SPECTATOR else seen.viewer,
        "attack": None if seen.attack is None else _attack(seen, seen.attack),
    }


def deck_facts(seen: View) -> list[Facts]:
    """The Counterspell deck, from the top."""
    return [_counterspell(seen, card) for card in reversed(seen.counter_deck)]


def common_facts(seen: View) -> Facts:
    """What every view of a state shows alike."""
    box, table, setup = seen.box, seen.box.table, seen.setup
    return {
        "packs": [pack.label if pack.is_own else pack.name for pack in box.packs],
        "mode": setup.mode,
        "layout": layout_name(setup),
        "market": setup.market,
        "transform": setup.transform,
        "first_turn_points": setup.first_turn_points,
        "bot_hp": setup.bot_hp,
        "max_rounds": setup.max_rounds,
        "map": [
            {
                "hex": table.tiles[tile],
                "place": list(place),
                "has_market": seen.map.has_market[tile],
                "card": _name(table.cards, seen.market[tile]),
            }
            for tile, place in seen.map.places.items()
        ],
        "order": seen.order,
        "first": seen.first,
        "round": seen.round,
        "turn": seen.turn,
        "phase": PHASES[seen.phase],
        "to_act": None if seen.to_act == NONE else seen.to_act,
        "points": seen.points,
        "most_points": box.points,
        "dice": dice_text(seen.dice).split(),
        "tokens": pool_text(seen.pool - DICE_POOL[seen.dice]).split(),
        "cast": [table.cards[card] for card in seen.cast],
        "free": seen.free,
        "empowered": seen.empowered,
        "marked": bool(seen.marked),
        "began": {"frozen": bool(seen.began_frozen), "stunned": bool(seen.began_stunned)},
        "deck": seen.deck_size,
        "discard": [table.cards[card] for card in seen.discard],
        "companions": seen.companion_deck_size,
        "portal": [table.companions[card] for card in seen.portal],
        "gone": [table.companions[card] for card in seen.gone],
        "leaving": [seat for seat in range(seen.seats) if (seen.leaving >> seat) & 1],
        "bot": {"casts": seen.bot_casts, "travels": seen.bot_travels, "casts_first": seen.bot_casts_first},
        "steps": seen.steps,
    }


def _name(names: list[str], number: int) -> str | None:
    return None if number == NONE else names[number]


def _counterspell(seen: View, card: int) -> Facts:
    known = card >> SEEN_BITS != UNKNOWN
    mask = card & SEEN_BY_ALL
    return {
        "card": seen.box.table.counterspells[card >> SEEN_BITS] if known else "?",
        "seen_by": [seat for seat in range(seen.seats) if (mask >> seat) & 1],
        "is_public": bool(mask & SPECTATOR_BIT),
    }


def seat_facts(seen: View, seat: int) -> Facts:
    """A player's board."""
    box, table = seen.box, seen.box.table
    is_bot = seen.setup.mode == SOLO and seat != 0
    return {
        "character": _name(table.characters, seen.character[seat]),
        "hp": seen.hp[seat],
        "most_hp": max(seen.setup.bot_hp, seen.hp[seat]) if is_bot else box.most_hp,
        "energy": seen.energy[seat],
        "most_energy": box.shadow_limit if seen.shadow[seat] else box.base_limit,
        "form": "shadow" if seen.shadow[seat] else "base",
        "hex": _name(table.tiles, seen.hex[seat]),
        "frozen": bool(seen.frozen[seat]),
        "stunned": bool(seen.stunned[seat]),
        "companion": _name(table.companions, seen.companion[seat]),
        "book": [table.cards[card] for card in seen.book[seat]],
        "counterspells": [_counterspell(seen, card) for card in seen.counters[seat]],
    }


def _attack(seen: View, attack: Attack) -> Facts:
    table = seen.box.table
    return {
        "by": attack.by,
        "source": SOURCES[attack.source],
        "card": _name(table.cards, attack.card),
        "damage": attack.damage,
        "range": [attack.low, attack.high],
        "hex": _name(table.tiles, attack.tile),
        "hit": [
            {
                "seat": seat,
                "bonus": attack.bonus[index],
                "answer": _answer(seen, attack.answers[index]),
                "reduced": attack.reduced[index],
                "ignored": bool(attack.ignored[index]),
                "missed": bool(attack.missed[index]),
                "dealt": attack.dealt[index],
            }
            for index, seat in enumerate(attack.hit)
        ],
    }


def _answer(seen: View, answer: int) -> str | None:
    """None: not asked; `sealed`: asked, and not the viewer's to know."""
    if answer == UNASKED:
        return None
    if answer == SEALED:
        return "sealed"
    return "pass" if answer == PASSED else seen.box.table.text(answer)
