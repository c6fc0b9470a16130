"""The map of one game: which hex lies where, who is next to whom, and how far apart hexes are."""

from __future__ import annotations

from typing import Final, final

FAR: Final = 99
"""The distance to a hex that is not on the map."""
DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))

Place = tuple[int, int]


@final
class Map:
    """Hexes by number. Two hexes touch where their axial places differ by one of six directions (S47)."""

    def __init__(self, hexes: int, places: dict[int, Place], market: list[int], first_travel: int) -> None:
        self.places: Final = places
        """Each hex on the map, in the layout's order, with its place."""
        self.market: Final = market
        """Hexes with a place for a Main card, in the layout's order."""
        at = {place: tile for tile, place in places.items()}
        self.neighbours: Final[list[list[int]]] = []
        for tile in range(hexes):
            near: list[int] = []
            if tile in places:
                q, r = places[tile]
                near = sorted(at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in at)
            self.neighbours.append(near)
        self.distance: Final = [self._distances(tile, hexes) for tile in range(hexes)]
        self.travels: Final = [[first_travel + other for other in near] for near in self.neighbours]
        """By hex: the Travel actions from it (numbers of the action table, which begin at *first_travel*)."""
        self.has_market: Final = [tile in market for tile in range(hexes)]
        self.tiles: Final = sorted(places)

    def _distances(self, start: int, hexes: int) -> list[int]:
        """Steps on a shortest way to every hex (breadth first)."""
        steps = [FAR] * hexes
        if start not in self.places:
            return steps
        steps[start] = 0
        edge = [start]
        while edge:
            beyond: list[int] = []
            for tile in edge:
                for other in self.neighbours[tile]:
                    if steps[other] == FAR:
                        steps[other] = steps[tile] + 1
                        beyond.append(other)
            edge = beyond
        return steps


NO_MAP: Final = Map(0, {}, [], 0)
"""Before the draft is over there is none."""
