"""Rulings S48 and S49: who sits where, which packs and maps there are, and setups that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import BadPack, BadSetup, GameError, Setup, State, open_box, play, start
from casting_shadows.engine.rules.own_map import map_faults
from tests.ruling_values import FULL
from tests.table import Table, table

pytestmark = pytest.mark.T01

SIX = ("frill", "kit", "nuzzle", "haze", "iris", "tusk")
SEVEN_TILES = (
    ("ancient_rune", 0, 0),
    ("dusty_desert", -1, 0),
    ("underground_volcano", 1, 0),
    ("bubbling_lake", 0, 1),
    ("amber_mountain", -1, 1),
    ("thornwood", 0, -1),
    ("glowing_mines", 1, -1),
)


def begin(**options: Any) -> State:
    """A new game with these options."""
    return start(Setup(**options), seed="begin")[0]


def refused(**options: Any) -> str:
    """The code with which a setup is refused."""
    with pytest.raises(GameError) as error:
        begin(**options)
    assert isinstance(error.value, BadSetup | BadPack)
    return error.value.code


def places(state: State) -> dict[str, tuple[int, int]]:
    """Where each hex lies."""
    return {state.box.table.tiles[tile]: place for tile, place in state.map.places.items()}


def market_hexes(state: State) -> list[str]:
    """The hexes with a card beside them, in the layout's order."""
    return [state.box.table.tiles[tile] for tile in state.map.market]


# ---------------------------------------------------------------- S48: who sits where


@pytest.mark.ruling("S48")
def test_seat_n_is_on_the_layouts_place_n() -> None:
    state = begin(players=4, characters=("haze", "nuzzle", "kit", "frill"))
    homes = ("glowing_mines", "thornwood", "amber_mountain", "bubbling_lake")
    assert [places(state)[home] for home in homes] == [(0, 1), (-1, 1), (0, -1), (1, -1)]
    assert [state.box.table.tiles[tile] for tile in state.hex] == list(homes)


@pytest.mark.ruling("S48")
def test_free_places_take_the_unused_homes_in_the_characters_order() -> None:
    state = begin(players=2, characters=("haze", "kit"))
    found = places(state)
    assert found["bubbling_lake"] == (0, -1)
    assert found["thornwood"] == (1, -1)
    wide = begin(players=2, characters=("tusk", "iris"), packs=("exclusive",), layout="ten")
    order = ["tidal_grotto", "twilight_garden", "bubbling_lake", "amber_mountain", "thornwood", "glowing_mines"]
    assert [places(wide)[home] for home in order] == [(1, 1), (0, 1), (-1, 1), (0, -1), (1, -1), (2, -1)]


@pytest.mark.ruling("S48")
def test_homes_beyond_the_layouts_places_stay_in_the_box() -> None:
    state = begin(players=2, characters=("iris", "kit"), packs=("exclusive",))
    assert set(places(state)) == {
        "ancient_rune", "dusty_desert", "underground_volcano", "twilight_garden", "amber_mountain", "bubbling_lake", "thornwood",
    }  # fmt: skip


@pytest.mark.ruling("S48")
def test_two_players_start_side_by_side_and_three_have_one_such_pair() -> None:
    two = begin(players=2)
    assert two.map.distance[two.hex[0]][two.hex[1]] == 1
    three = begin(players=3)
    pairs = [three.map.distance[three.hex[a]][three.hex[b]] for a, b in ((0, 1), (0, 2), (1, 2))]
    assert pairs.count(1) == 1


@pytest.mark.ruling("S48")
def test_in_a_draft_the_last_in_turn_order_picks_first() -> None:
    state = begin(players=3, characters="draft", first=1)
    order = []
    for character in ("haze", "frill", "kit"):
        order.append(state.to_act)
        state, _ = play(state, state.to_act, f"pick {character}")
    assert order == [0, 2, 1]
    assert state.turn == 1
    assert state.hp == [FULL] * 3


@pytest.mark.ruling("S48")
def test_in_a_draft_a_character_is_picked_once_and_nobody_concedes() -> None:
    game = Table(begin(players=3, characters="draft", first=0))
    game.play("pick haze")
    assert game.refused("pick haze") == "action/character-taken"
    assert game.refused("end") == "action/wrong-phase"
    with pytest.raises(GameError) as error:
        play(game.state, 2, "concede")
    assert error.value.code == "action/too-early"


# ---------------------------------------------------------------- S49: packs and maps


@pytest.mark.ruling("S49")
@pytest.mark.parametrize(
    ("packs", "sizes"),
    [
        (("base",), (52, 10, 10)),
        (("exclusive",), (65, 13, 14)),
        (("base", "ice_storm"), (67, 14, 14)),
        (("exclusive", "ice_storm"), (80, 17, 18)),
    ],
)
def test_each_edition_alone_or_with_the_ice_storm_has_its_decks(packs: tuple[str, ...], sizes: tuple[int, int, int]) -> None:
    parts = open_box(packs).parts
    main, counterspells = sum(row.copies for row in parts.main), sum(row.copies for row in parts.counterspells)
    assert (main, counterspells, len(parts.companions)) == sizes
    begin(packs=packs)


@pytest.mark.ruling("S49")
@pytest.mark.parametrize(
    ("packs", "code"),
    [
        (("base", "exclusive"), "pack/edition"),
        (("ice_storm",), "pack/edition"),
        ((), "pack/edition"),
        (("base", "six_casters"), "pack/unknown"),
        (("base", "fire_storm"), "pack/unknown"),
        (("base", "ice_storm", "ice_storm"), "pack/twice"),
    ],
)
def test_other_sets_of_packs_are_refused(packs: tuple[str, ...], code: str) -> None:
    assert refused(packs=packs) == code


@pytest.mark.ruling("S49")
@pytest.mark.parametrize(("players", "tiles"), [(2, 7), (3, 7), (4, 7), (5, 10), (6, 10)])
def test_seven_hexes_for_up_to_four_players_and_ten_above(players: int, tiles: int) -> None:
    assert len(begin(players=players, packs=("exclusive",)).map.tiles) == tiles


@pytest.mark.ruling("S49")
def test_ten_hexes_may_be_chosen_for_fewer_and_with_base_and_the_ice_storm() -> None:
    assert len(begin(players=2, packs=("exclusive",), layout="ten").map.tiles) == 10
    assert len(begin(players=6, packs=("base", "ice_storm")).map.tiles) == 10


@pytest.mark.ruling("S49")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, "setup/players"),
        ({"players": 7, "packs": ("exclusive",)}, "setup/players"),
        ({"players": 5, "packs": ("exclusive",), "layout": "seven"}, "setup/players"),
        ({"players": 5}, "setup/packs"),
        ({"players": 2, "layout": "ten"}, "setup/packs"),
        ({"layout": "nine"}, "setup/layout"),
        ({"layout": "custom"}, "setup/map"),
        ({"tiles": SEVEN_TILES}, "setup/map"),
        ({"market": "everywhere"}, "setup/market"),
        ({"mode": "teams"}, "setup/mode"),
        ({"max_rounds": -1}, "setup/max-rounds"),
        ({"characters": "best"}, "setup/characters"),
        ({"characters": ("frill",)}, "setup/characters"),
        ({"characters": ("frill", "frill")}, "setup/character-twice"),
        ({"characters": ("frill", "iris")}, "setup/character"),
        ({"characters": ("frill", "lupin")}, "setup/character"),
    ],
)
def test_impossible_setups_are_refused(options: dict[str, Any], code: str) -> None:
    assert refused(**options) == code


@pytest.mark.ruling("S49")
def test_market_cards_lie_where_the_layout_has_places() -> None:
    seven = begin(players=4, characters=SIX[:4])
    assert market_hexes(seven) == ["underground_volcano", "bubbling_lake", "amber_mountain", "thornwood", "glowing_mines"]
    sides = begin(players=6, characters=SIX, packs=("exclusive",))
    assert market_hexes(sides) == ["underground_volcano", "bubbling_lake", "thornwood", "glowing_mines", "tidal_grotto"]
    ring = begin(players=6, characters=SIX, packs=("exclusive",), market="ring")
    assert set(market_hexes(ring)) == {"underground_volcano", *(row.home for row in ring.box.parts.characters)}


@pytest.mark.ruling("S49")
def test_a_custom_map_is_laid_as_asked_with_places_at_homes_and_volcano() -> None:
    tiles = (("bubbling_lake", 0, 0), ("amber_mountain", 1, 0), ("underground_volcano", 2, 0), ("dusty_desert", 3, 0))
    state = begin(characters=("frill", "kit"), layout="custom", tiles=tiles)
    assert places(state) == {name: (q, r) for name, q, r in tiles}
    assert market_hexes(state) == ["bubbling_lake", "amber_mountain", "underground_volcano"]
    number = state.box.hex_number
    assert state.map.distance[number["bubbling_lake"]][number["dusty_desert"]] == 3


RING_AROUND_DESERT = (
    ("dusty_desert", 0, 0), ("bubbling_lake", 1, 0), ("amber_mountain", -1, 0), ("thornwood", 0, 1), ("glowing_mines", 0, -1),
    ("ancient_rune", 1, -1), ("underground_volcano", -1, 1),
)  # fmt: skip


HOMES = (("bubbling_lake", 0, 0), ("amber_mountain", 1, 0))
DESERT = ("dusty_desert", 2, 0)


@pytest.mark.ruling("S49")
@pytest.mark.parametrize(
    ("tiles", "code", "hex"),
    [
        (HOMES, "map-missing", "dusty_desert"),
        ((HOMES[0], ("dusty_desert", 1, 0)), "map-home", "amber_mountain"),
        ((*HOMES, ("dusty_desert", 3, 0)), "map-apart", "dusty_desert"),
        ((("thornwood", 5, 5), *HOMES, DESERT), "map-apart", "thornwood"),
        ((*HOMES, DESERT, ("bubbling_lake", 0, 1)), "map-twice", "bubbling_lake"),
        ((HOMES[0], ("amber_mountain", 0, 0), ("dusty_desert", 1, 0)), "map-place", "amber_mountain"),
        (RING_AROUND_DESERT, "map-edge", "dusty_desert"),
        ((*SEVEN_TILES, ("crystal_crypt", 2, 0)), "map-unknown", "crystal_crypt"),
        ((*SEVEN_TILES, ("atlantis", 2, 0)), "map-unknown", "atlantis"),
        ((*HOMES, DESERT, ("thornwood", 13, 0)), "map-far", "thornwood"),
    ],
)
def test_an_impossible_custom_map_is_refused_with_the_hex_at_fault(
    tiles: tuple[tuple[str, int, int], ...], code: str, hex: str
) -> None:
    with pytest.raises(BadSetup) as refusal:
        begin(characters=("frill", "kit"), layout="custom", tiles=tiles)
    assert (refusal.value.code, refusal.value.values["hex"]) == (f"setup/{code}", hex)


@pytest.mark.ruling("S49")
def test_everything_wrong_with_a_map_is_said_at_once() -> None:
    setup = Setup(layout="custom", tiles=(("thornwood", 0, 0), ("amber_mountain", 3, 0), ("bubbling_lake", 4, 0)))
    told = [(fault.code, fault.values["hex"]) for fault in map_faults(open_box(("base",)), setup)]
    assert told == [
        ("setup/map-home", "glowing_mines"),
        ("setup/map-missing", "dusty_desert"),
        ("setup/map-apart", "thornwood"),
    ]


@pytest.mark.ruling("S49")
def test_a_custom_map_for_unknown_characters_has_every_home() -> None:
    tiles = (("bubbling_lake", 0, 0), ("amber_mountain", 1, 0), ("dusty_desert", 2, 0))
    for characters in ("random", "draft"):
        assert refused(characters=characters, layout="custom", tiles=tiles) == "setup/map-home"
    begin(characters="random", layout="custom", tiles=SEVEN_TILES)


@pytest.mark.ruling("S49")
@pytest.mark.parametrize("characters", ["random", "draft"])
def test_five_with_the_base_game_alone_are_refused_on_a_custom_map_too(characters: str) -> None:
    assert refused(players=5, layout="custom", tiles=SEVEN_TILES, characters=characters) == "setup/players"


@pytest.mark.ruling("S42", "S49")
def test_on_a_custom_map_counterspells_are_still_collected_at_the_desert() -> None:
    tiles = (("bubbling_lake", 0, 0), ("dusty_desert", 1, 0), ("amber_mountain", 0, 1))
    game = table("frill", "kit", layout="custom", tiles=tiles, tokens="RG RO")
    game.play("travel dusty_desert", "collect counterspell RG RO")
    assert len(game.counters("frill")) == 1
    assert game.refused("refresh") == "action/no-card-here"
