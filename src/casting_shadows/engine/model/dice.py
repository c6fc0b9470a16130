"""The five Resource dice: two red, two blue, one purple.

Which dice lie in the pool, and what they show, is one small number (`Dice`): two dice of a colour are alike, so a colour's
two dice are a pair without order. All 1,125 such numbers, and what each becomes when a die leaves or joins, are tables made
once; the rest of the engine only looks them up.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from casting_shadows.engine.model.resources import BG, BO, CC, KINDS, ONE, PG, PO, RG, RO, SF

GEM: Final = 0
ORB: Final = 1
SHADOW: Final = 2
CURSE: Final = 3
FACES: Final[list[int]] = [GEM, GEM, ORB, ORB, SHADOW, CURSE]
"""The six sides of every die."""

RED: Final = 0
BLUE: Final = 1
PURPLE: Final = 2
COLOURS: Final[list[str]] = ["red", "blue", "purple"]
DICE_OF: Final[list[int]] = [2, 2, 1]
"""How many dice there are of each colour."""

SIDES: Final = 12
"""A side is a colour and a face: `colour * 4 + face`."""
SIDE_CODES: Final[list[str]] = [colour + face for colour in "RBP" for face in "GOSC"]
SHOWS: Final[list[int]] = [RG, RO, SF, CC, BG, BO, SF, CC, PG, PO, SF, CC]
"""The resource each side stands for."""

SIDE_POOL: Final[list[int]] = [ONE[kind] for kind in SHOWS]
"""The same, packed."""

IMPOSSIBLE: Final = -1


def _hands(dice: int) -> list[tuple[int, ...]]:
    """Every way up to *dice* dice of one colour can lie, fewest dice first."""
    return [faces for size in range(dice + 1) for faces in combinations_with_replacement(range(4), size)]


_HANDS: Final = [_hands(number) for number in DICE_OF]
_HAND_NUMBER: Final = [{hand: number for number, hand in enumerate(hands)} for hands in _HANDS]
CONFIGS: Final = 15 * 15 * 5


def _config(hands: list[tuple[int, ...]]) -> int:
    red, blue, purple = (_HAND_NUMBER[colour][hands[colour]] for colour in range(3))
    return (red * 15 + blue) * 5 + purple


def _hands_of(config: int) -> list[tuple[int, ...]]:
    return [_HANDS[RED][config // 75], _HANDS[BLUE][config // 5 % 15], _HANDS[PURPLE][config % 5]]


def _changed(config: int, side: int, add: bool) -> int:
    hands = _hands_of(config)
    colour, face = divmod(side, 4)
    faces = list(hands[colour])
    if add:
        if len(faces) == DICE_OF[colour]:
            return IMPOSSIBLE
        faces.append(face)
    else:
        if face not in faces:
            return IMPOSSIBLE
        faces.remove(face)
    hands[colour] = tuple(sorted(faces))
    return _config(hands)


def sides_of(dice: int) -> list[int]:
    """The sides that lie up, red before blue before purple, Gems before Orbs before the rest."""
    return [colour * 4 + face for colour, faces in enumerate(_hands_of(dice)) for face in faces]


WITH: Final[list[int]] = [_changed(config, side, True) for config in range(CONFIGS) for side in range(SIDES)]
"""`WITH[dice * SIDES + side]`: one die more, or IMPOSSIBLE."""
WITHOUT: Final[list[int]] = [_changed(config, side, False) for config in range(CONFIGS) for side in range(SIDES)]
"""`WITHOUT[dice * SIDES + side]`: that die gone, or IMPOSSIBLE."""
DICE_POOL: Final[list[int]] = [sum(ONE[SHOWS[side]] for side in sides_of(config)) for config in range(CONFIGS)]
"""The packed resources a set of dice shows."""


def _spend_one(config: int, kind: int) -> int:
    for side in range(SIDES):
        if SHOWS[side] == kind and WITHOUT[config * SIDES + side] != IMPOSSIBLE:
            return WITHOUT[config * SIDES + side]
    return IMPOSSIBLE


SPENT: Final[list[int]] = [_spend_one(config, kind) for config in range(CONFIGS) for kind in range(KINDS)]
"""`SPENT[dice * KINDS + kind]`: the dice after one of them paid that resource, red before blue before purple (S23)."""


def _reroll_choices() -> list[tuple[int, ...]]:
    """Every set of dice a Reroll can name: no Cursed Crystal among them, at least one die (S4, S41)."""
    hands = [[hand for hand in _HANDS[colour] if CURSE not in hand] for colour in range(3)]
    sets = [
        tuple(colour * 4 + face for colour, hand in enumerate(chosen) for face in hand)
        for chosen in ((r, b, p) for r in hands[RED] for b in hands[BLUE] for p in hands[PURPLE])
    ]
    return [sides for sides in sets if sides]


REROLLS: Final[list[tuple[int, ...]]] = _reroll_choices()
"""The sides each of the 399 Rerolls picks up."""


def _without_all(config: int, sides: tuple[int, ...]) -> int:
    for side in sides:
        config = WITHOUT[config * SIDES + side]
        if config == IMPOSSIBLE:
            return IMPOSSIBLE
    return config


def rerolls_from(dice: int) -> list[int]:
    """Numbers (in `REROLLS`) of the Rerolls these dice allow; slow, so a box keeps what it has asked for."""
    return [number for number, sides in enumerate(REROLLS) if _without_all(dice, sides) != IMPOSSIBLE]


def dice_text(dice: int) -> str:
    """`RG RS BO`: colour and face of each die; S is a Shadow Fragment, C a Cursed Crystal."""
    return " ".join(SIDE_CODES[side] for side in sides_of(dice))
