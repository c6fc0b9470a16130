"""What changes along with an option: Shadow Boxing has one seat, five players need a box with as many characters."""

from __future__ import annotations

from msgspec.structs import replace

from casting_shadows.engine import GameError, Pack, Setup, has_sides, open_box
from casting_shadows.protocol import Options

EDITIONS = ("base", "exclusive")
"""One of them is in every box."""
SETTLED_ALONE = frozenset(
    {"players", "packs", "layout", "market", "first", "first_turn_points", "leavers", "grace", "leaver_bot"},
)
"""Shadow Boxing is as printed, and nobody waits for anybody."""
OF_SHORT_CLOCKS = frozenset({"window", "leavers", "grace"})
"""With days to think, people come and go."""


def fitting(before: Options, wanted: Options, own: tuple[Pack, ...]) -> Options:
    """*wanted*, with what no longer goes with its changes changed along. What cannot be mended is left: checking it says why."""
    if wanted.mode == "solo":
        return wanted if before.mode == "solo" else _alone(wanted)
    fits = replace(wanted, players=max(2, wanted.players))
    if not _has_room(fits, own):
        fits = _in_another_box(fits, own) if fits.packs == before.packs else _with_fewer(fits, own)
    if fits.layout != "custom":
        fits = replace(fits, tiles=())
    return fits if fits.first == "random" or fits.first < fits.players else replace(fits, first="random")


def idle(options: Options, own: tuple[Pack, ...]) -> tuple[str, ...]:
    """Options that decide nothing beside the others, in alphabetical order."""
    found = set(SETTLED_ALONE if options.mode == "solo" else {"bot_hp"})
    if not has_sides(open_box(options.packs, own), Setup(players=options.players, layout=options.layout)):
        found.add("market")
    if options.clock == "days":
        found |= OF_SHORT_CLOCKS
    if options.leavers == "wait":
        found.add("grace")
    if options.leavers != "bot":
        found.add("leaver_bot")
    return tuple(sorted(found))


def _alone(wanted: Options) -> Options:
    characters = "pick" if wanted.characters == "draft" else wanted.characters
    return replace(wanted, players=1, packs=("base",), layout="", tiles=(), first="random", characters=characters)


def _most(options: Options, own: tuple[Pack, ...]) -> int:
    """How many can play with these packs on this map, or on the best of their maps."""
    parts = open_box(options.packs, own).parts
    maps = [layout.players[1] for name, layout in parts.layouts.items() if options.layout in ("", "custom", name)]
    return min(len(parts.characters), max(maps, default=0))


def _has_room(options: Options, own: tuple[Pack, ...]) -> bool:
    return options.players <= _most(options, own)


def _in_another_box(wanted: Options, own: tuple[Pack, ...]) -> Options:
    """In the edition that has enough of everything, on the map that was asked for or, failing that, on another."""
    for layout in dict.fromkeys((wanted.layout, "")):
        for edition in EDITIONS:
            other = replace(wanted, layout=layout, packs=(edition, *(pack for pack in wanted.packs if pack not in EDITIONS)))
            try:
                if _has_room(other, own):
                    return other
            except GameError:  # home-made cards that are made for one edition alone
                continue
    return wanted


def _with_fewer(wanted: Options, own: tuple[Pack, ...]) -> Options:
    """As many as these packs have room for, on any of their maps."""
    anywhere = replace(wanted, layout="" if wanted.layout != "custom" else wanted.layout)
    return replace(anywhere, players=min(anywhere.players, _most(anywhere, own)))
