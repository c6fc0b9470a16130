"""A map of the players' own: connected, each hex once, all homes, the Desert on the edge (S49). Each fault names its hex."""

from __future__ import annotations

from collections.abc import Iterator

from casting_shadows.engine.errors import BadSetup
from casting_shadows.engine.model.map import DIRECTIONS, Map, Place
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import Box

FARTHEST_PLACE = 12


def custom_map(box: Box, setup: Setup) -> Map:
    """The map of these tiles. Raises BadSetup with the first of its faults."""
    for fault in map_faults(box, setup):
        raise fault
    places: dict[int, Place] = {box.hex_number[tile]: (q, r) for tile, q, r in setup.tiles}
    market = [tile for tile in places if box.parts.hexes[tile].market]
    return Map(len(box.parts.hexes), places, market, box.table.first_travel)


def map_faults(box: Box, setup: Setup) -> Iterator[BadSetup]:
    """Everything that is wrong with a map, tile by tile, then as a whole."""
    places: dict[str, Place] = {}
    for tile, q, r in setup.tiles:
        if tile not in box.hex_number:
            yield BadSetup("setup/map-unknown", f"{tile!r} is no hex of these packs", {"hex": tile})
        elif tile in places:
            yield BadSetup("setup/map-twice", f"{tile} lies on the map twice", {"hex": tile})
        elif (q, r) in places.values():
            other = next(name for name, place in places.items() if place == (q, r))
            yield BadSetup("setup/map-place", f"{tile} and {other} both lie at {q},{r}", {"hex": tile, "other": other})
        elif abs(q) > FARTHEST_PLACE or abs(r) > FARTHEST_PLACE:
            message = f"{tile} at {q},{r} is more than {FARTHEST_PLACE} from the middle"
            yield BadSetup("setup/map-far", message, {"hex": tile, "most": FARTHEST_PLACE})
        else:
            places[tile] = (q, r)
    yield from _missing(box, setup, places)
    desert = box.parts.hexes[box.desert].id
    if desert in places and len(_beside(places[desert], set(places.values()))) == len(DIRECTIONS):
        yield BadSetup("setup/map-edge", f"{desert} must lie on the edge, with an empty place beside it", {"hex": desert})
    for tile in _apart(places):
        yield BadSetup("setup/map-apart", f"{tile} is not connected with the rest", {"hex": tile})


def _missing(box: Box, setup: Setup, places: dict[str, Place]) -> Iterator[BadSetup]:
    """The hexes no game can do without: whoever may play needs a home, and the Counterspells need their place."""
    chosen = setup.characters
    for character in box.parts.characters:
        is_wanted = isinstance(chosen, str) or character.id in chosen
        if is_wanted and character.home not in places:
            message = f"{character.home}, {character.id}'s home, is not on the map"
            yield BadSetup("setup/map-home", message, {"hex": character.home, "character": character.id})
    desert = box.parts.hexes[box.desert].id
    if desert not in places:
        yield BadSetup("setup/map-missing", f"{desert}, where Counterspells are taken, is not on the map", {"hex": desert})


def _beside(place: Place, taken: set[Place]) -> list[Place]:
    q, r = place
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS if (q + dq, r + dr) in taken]


def _apart(places: dict[str, Place]) -> list[str]:
    """The hexes that do not hang together with most of the others."""
    left, groups = set(places.values()), list[set[Place]]()
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            beyond = _beside(edge.pop(), left)
            left.difference_update(beyond)
            group.update(beyond)
            edge += beyond
        groups.append(group)
    most = max(groups, key=lambda group: (len(group), -min(list(places.values()).index(place) for place in group)), default=set())
    return [tile for tile, place in places.items() if place not in most]
