"""Why something cannot be used now: a card, a hex, or one of the actions as such, whatever its target, payment or dice.

A refusal is about one whole action. Whoever taps a card has none in mind yet; so every action is looked at that could be meant,
and what is told is what stands in the way of the one that comes nearest to being legal.
"""

from __future__ import annotations

from typing import Final

from casting_shadows.engine.api.insight import world
from casting_shadows.engine.api.refusals import Refusal, refusals
from casting_shadows.engine.api.view import SPECTATOR, View
from casting_shadows.engine.errors import BadNotation
from casting_shadows.engine.model.cards import ATTACK, RESOURCE
from casting_shadows.engine.packs.actions import ActionTable
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.state import NONE, State

COUNTERSPELL: Final = "counterspell"
"""What is collected where no card lies: the top card of the deck, whichever it is."""
NOT_MEANT: Final = frozenset({"no-enemy", "other-ability", "not-on-map", "book-not-full"})
"""Against actions nobody means who taps a card, such as a spell at a character that is not in the game."""
OF_ALL: Final = {"out-of-range": "nobody-in-range", "no-enemy-there": "nobody-in-range", "no-such-dice": "no-dice"}
"""What is wrong with every target, or with all dice, is said of all of them."""


def ask_why(seen: View, verb: str, about: str = "") -> Refusal | None:
    """Why the viewer cannot do a thing of this kind now in any way; None if it can.

    *verb* is the first word of an action's text form, or `use` for any card of the Spell Book; *about* is the card, companion or
    hex. Raises BadNotation for what no action is about.
    """
    assert seen.viewer != SPECTATOR, "a spectator does not act"
    return why(world(seen), seen.viewer, verb, about)


def why(s: State, seat: int, verb: str, about: str = "") -> Refusal | None:
    """`ask_why`, of a state."""
    found = refusals(s, seat, _meant(s, seat, verb, about))
    if None in found:
        return None
    nearest = min((refusal for refusal in found if refusal is not None), key=_distance)
    code = nearest.code.removeprefix("action/")
    return Refusal(f"action/{OF_ALL[code]}") if code in OF_ALL else nearest


def _distance(refusal: Refusal) -> tuple[int, int]:
    """How far an action is from being legal. Range is looked at last, so what is out of range could be paid."""
    code = refusal.code.removeprefix("action/")
    if code in NOT_MEANT:
        return 2, 0
    if code == "cannot-pay":
        return 1, len(str(refusal.values["missing"]).split())
    return 0, 0


def _meant(s: State, seat: int, verb: str, about: str) -> list[int]:
    """The actions that could be meant; at least one."""
    box, table = s.box, s.box.table
    found: list[int] = []
    if verb in ("cast", "use") and about in box.card_number:
        found = _uses(box, box.card_number[about])
    elif verb == "collect":
        found = _collections(s, seat, about)
    elif verb == "travel" and about in box.hex_number:
        found = [table.first_travel + box.hex_number[about]]
    elif verb == "counter" and about in box.counterspell_number:
        first = table.first_counter[box.counterspell_number[about]]
        found = list(range(first, first + (len(table.tiles) if box.moves[box.counterspell_number[about]] else 1)))
    elif verb == "transform" and about in box.companion_number:
        found = [table.first_transform + box.companion_number[about]]
    elif not about:
        found = _alone(table).get(verb, [])
    if not found:
        text = f"{verb} {about}".strip()
        raise BadNotation("action/unreadable", f"{text!r} is no action with these packs", {"text": text})
    return found


def _alone(table: ActionTable) -> dict[str, list[int]]:
    """What can be asked about without a card or a hex."""
    return {
        "end": [table.end],
        "protect": [table.protect],
        "refresh": [table.refresh],
        "concede": [table.concede],
        "reroll": list(range(table.first_reroll, table.transform_alone)),
        "ability": list(range(table.ability, table.first_ability_tow + len(table.characters) * len(table.tiles))),
    }


def _uses(box: Box, card: int) -> list[int]:
    table = box.table
    if box.card_kind[card] == RESOURCE:
        return [table.use_of[card]]
    targets = 1
    if box.card_kind[card] == ATTACK:
        targets = len(table.tiles) if box.is_hex_spell[card] else len(table.characters)
    return list(range(table.first_cast[card], table.first_cast[card] + table.casts[card] * targets))


def _collections(s: State, seat: int, about: str) -> list[int]:
    """Ways to take a card, with what may make room for it; without a name the one that can be had where the seat stands."""
    box, table = s.box, s.box.table
    here = NONE if s.hex[seat] == NONE else s.market[s.hex[seat]]
    card = box.card_number.get(about, NONE) if about else here
    if card != NONE:
        first, rows = table.first_collect[card], table.collect_ways[card] * table.collect_stride[card]
    elif about in ("", COUNTERSPELL):
        if not about and s.hex[seat] != box.desert:
            return [table.first_collect[0]]  # there is no card, whichever is asked for
        first, rows = table.first_counterspell_collect, table.counterspell_ways * table.counterspell_stride
    else:
        return []
    own = {NONE, *s.book[seat]}
    return [action for action in range(first, first + rows) if table.drop[action] in own] or [first]
