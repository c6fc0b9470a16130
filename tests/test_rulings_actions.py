"""Rulings S4-S6, S19, S20, S23, S35-S37, S41, S47: what a player does in phase 2."""

from __future__ import annotations

import pytest

from casting_shadows.engine import legal_actions
from tests.ruling_values import FULL, choose, own_pack
from tests.table import table
from tests.values import card, character, companion, damage, given

pytestmark = pytest.mark.T01

# ---------------------------------------------------------------- S4, S5, S23, S41: dice


@pytest.mark.ruling("S4", "S41")
def test_any_dice_without_a_cursed_crystal_may_be_rerolled_and_may_come_up_cursed() -> None:
    game = table("frill", "kit", dice="RG RC BO BS PG")
    game.rolls("CGGO").play("reroll RG BO BS PG")
    assert game.dice == "BG BG PO CC CC"


@pytest.mark.ruling("S4")
def test_a_cursed_crystal_is_never_rerolled() -> None:
    game = table("frill", "kit", dice="RC BC")
    assert not game.legal("reroll")
    game = table("frill", "kit", dice="RG RC")
    assert game.legal("reroll") == {"reroll RG"}


@pytest.mark.ruling("S4", "S3")
def test_a_token_is_never_rerolled() -> None:
    game = table("frill", "kit", dice="BG", tokens="RG")
    assert game.refused("reroll RG") == "action/no-such-dice"
    assert game.legal("reroll") == {"reroll BG"}


@pytest.mark.ruling("S41")
def test_a_reroll_names_dice_by_colour_and_face_and_alike_is_alike() -> None:
    game = table("frill", "kit", dice="RG RG BG")
    assert game.legal("reroll") == {"reroll RG", "reroll RG RG", "reroll BG", "reroll RG BG", "reroll RG RG BG"}


@pytest.mark.ruling("S41")
def test_new_faces_are_drawn_red_blue_purple() -> None:
    game = table("frill", "kit", dice="RG RO BG BO PO")
    game.rolls("GOSCG").play("reroll RG RO BG BO PO")
    assert game.dice == "RG PG RO SF CC"


@pytest.mark.ruling("S5")
def test_protect_takes_a_crystals_die_out_of_the_pool() -> None:
    game = table("frill", "kit", dice="RC BG")
    game.play("protect")
    assert game.dice == game.pool == "BG"
    assert game.points == 3


@pytest.mark.ruling("S41")
def test_protect_needs_a_cursed_crystal() -> None:
    game = table("frill", "kit", dice="RG")
    assert game.refused("protect") == "action/no-crystal"


@pytest.mark.ruling("S23")
def test_tokens_pay_before_dice() -> None:
    game = table("frill", "kit", dice="RG", tokens="RG", books={"frill": "heavy_hand"})
    game.play("cast heavy_hand RG @kit")
    assert game.dice == "RG"
    assert game.legal("reroll") == {"reroll RG"}


@pytest.mark.ruling("S23")
def test_of_several_dice_the_red_goes_first_then_the_blue_then_the_purple() -> None:
    own = own_pack("[main]", 'curse_void = { collect = "SF" }')
    game = table("frill", "kit", packs="base+mine", own=(own,), dice="RS BS PS", market={"bubbling_lake": "curse_void"})
    game.play(choose(game, "collect curse_void"))
    assert game.legal("reroll") == {"reroll BS", "reroll PS", "reroll BS PS"}
    cursed = table("frill", "kit", dice="RC BC PC")
    cursed.play("protect", "protect")
    assert cursed.state.dice == table("frill", "kit", dice="PC").state.dice


@pytest.mark.ruling("S23", "S3")
def test_tokens_are_converted_before_dice() -> None:
    game = table("frill", "kit", dice="RG", tokens="RG", books={"frill": "energy_bloom"})
    game.play("cast energy_bloom RG > BG")
    assert game.pool == "RG BG"
    assert game.dice == "RG"


# ---------------------------------------------------------------- S6: which resources pay


@pytest.mark.ruling("S6")
def test_every_distinct_payment_is_its_own_action() -> None:
    game = table("frill", "kit", tokens="RG BG PG", books={"frill": "lightning_bug"})
    ways = {"RG", "BG", "PG", "RG BG", "RG PG", "BG PG", "RG BG PG"}
    assert game.legal("cast") == {
        f"cast lightning_bug {way} @kit" for way in ways if len(way.split()) <= len(card("lightning_bug").damage)
    }


@pytest.mark.ruling("S6")
def test_the_payment_that_keeps_purples_and_fragments_stands_first() -> None:
    game = table("frill", "kit", tokens="RG RG BG PG RO BO BO PO SF", market={"bubbling_lake": "lightning_bug"})
    texts = [game.state.box.table.text(action) for action in legal_actions(game.state)]
    first = next(text for text in texts if text.startswith("collect"))
    assert "PG" not in first and "PO" not in first


@pytest.mark.ruling("S6")
def test_a_purple_pays_red_or_blue_but_red_never_pays_blue() -> None:
    game = table("frill", "kit", tokens="RG PG", books={"frill": "feeding_frenzy"})
    assert game.legal("cast") == {"cast feeding_frenzy PG @kit"}
    assert game.refused("cast feeding_frenzy BG @kit") == "action/cannot-pay"


# ---------------------------------------------------------------- S19, S20, S35: phase 2


@pytest.mark.ruling("S19")
def test_two_copies_of_a_spell_are_two_casts_a_turn() -> None:
    game = table("frill", "kit", tokens="RG RG RG", books={"frill": "heavy_hand heavy_hand"})
    game.play("cast heavy_hand RG @kit", "cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - 2 * damage("heavy_hand", 1)
    assert game.refused("cast heavy_hand RG @kit") == "action/already-cast"


@pytest.mark.ruling("S20")
def test_a_spell_collected_this_turn_may_be_cast_this_turn() -> None:
    game = table("frill", "kit", tokens="RG RG RG RO RO", market={"bubbling_lake": "heavy_hand"})
    assert game.refused("cast heavy_hand RG @kit") == "action/not-in-book"
    game.play(choose(game, "collect heavy_hand"), "cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)


@pytest.mark.ruling("S35")
def test_phase_2_ends_only_by_its_players_own_action() -> None:
    game = table("frill", "kit", points=1)
    game.play("travel ancient_rune")
    assert (game.phase, game.turn, game.points) == ("actions", "frill", 0)
    assert game.legal() == {"end"}


@pytest.mark.ruling("S35")
def test_resource_cards_and_abilities_cost_no_point_and_work_in_ones_own_phase_2_only() -> None:
    game = table("frill", "kit", points=0, books={"frill": "red_gem"}, shadow="frill", energy={"frill": 5}, hp={"frill": 9})
    game.play("use red_gem", "ability")
    assert game.pool == given("red_gem")
    other = table("frill", "kit", books={"kit": "red_gem"})
    assert other.refused("use red_gem", "kit") == "action/not-your-choice"
    late = table("frill", "kit", books={"frill": "red_gem"}, tokens="SF").play("end")
    assert late.refused("use red_gem") == "action/wrong-phase"


@pytest.mark.ruling("S35")
def test_neither_is_used_during_an_attack() -> None:
    game = table(
        "frill",
        "kit",
        tokens="RG",
        books={"frill": "heavy_hand red_gem", "kit": "blue_gem"},
        counters={"kit": "safety_dome"},
        shadow="kit",
        energy={"kit": 5},
    )
    game.play("cast heavy_hand RG @kit")
    assert game.refused("use blue_gem") == "action/wrong-phase"
    assert game.refused("ability @frill") == "action/wrong-phase"
    assert game.refused("use red_gem", "frill") == "action/not-your-choice"


# ---------------------------------------------------------------- S36: free uses


@pytest.mark.ruling("S36")
@pytest.mark.parametrize(
    ("friend", "action"),
    [("charging_stag", "travel"), ("speedy_mouse", "reroll"), ("moon_hare", "reroll"), ("archive_raven", "collect")],
)
def test_free_uses_are_taken_first_and_without_any_point_too(friend: str, action: str) -> None:
    uses = companion(friend).free_uses
    for points in (4, 0):
        game = table(
            "frill",
            "kit",
            packs="exclusive",
            points=points,
            dice="RG RG BG BG PG",
            tokens="RG RO RG RO RG RO",
            companions={"frill": friend},
            market={"bubbling_lake": "red_gem"},
            deck="blue_gem red_orb blue_orb",
        )
        for _ in range(uses):
            game.rolls("GGGGG").play(choose(game, action))
            assert game.points == points
        game.rolls("GGGGG")
        if points:
            assert game.play(choose(game, action)).points == points - 1
        else:
            assert not game.legal(action)


@pytest.mark.ruling("S36")
def test_a_free_use_is_for_its_own_kind_of_action_only() -> None:
    stag = table("frill", "kit", points=0, dice="RG", companions={"frill": "charging_stag"})
    assert stag.refused("reroll RG") == "action/no-points"
    mouse = table("frill", "kit", points=0, dice="RG", companions={"frill": "speedy_mouse"})
    assert mouse.refused("travel ancient_rune") == "action/no-points"
    hare = table("frill", "kit", points=0, dice="RC RG", companions={"frill": "moon_hare"})
    assert hare.refused("protect") == "action/no-points"


# ---------------------------------------------------------------- S37: Shadow abilities


@pytest.mark.ruling("S37")
def test_an_ability_needs_and_spends_the_full_charge() -> None:
    game = table("frill", "kit", energy={"frill": 5}, shadow="frill", hp={"frill": 3})
    game.play("ability")
    assert game.energy("frill") == 0
    assert game.hp("frill") == min(FULL, 3 + character("frill").heal)
    assert game.refused("ability") == "action/not-charged"
    assert table("frill", "kit", energy={"frill": 4}, shadow="frill").refused("ability") == "action/not-charged"


@pytest.mark.ruling("S37")
def test_kit_needs_an_enemy_in_range_and_nuzzle_one_on_the_hex() -> None:
    own = own_pack("[characters]", 'kit = { range = "0-1" }')
    kit = table(
        "kit",
        "frill",
        packs="base+mine",
        own=(own,),
        energy={"kit": 5},
        shadow="kit",
        hexes={"kit": "dusty_desert", "frill": "underground_volcano"},
    )
    assert not kit.legal("ability")
    assert kit.refused("ability @frill") == "action/out-of-range"
    nuzzle = table("nuzzle", "frill", energy={"nuzzle": 5}, shadow="nuzzle", hexes={"frill": "underground_volcano"})
    assert nuzzle.refused("ability ancient_rune") == "action/no-enemy-there"


@pytest.mark.ruling("S37")
def test_frill_at_18_and_haze_without_a_spell_may_use_theirs_all_the_same() -> None:
    game = table("frill", "kit", energy={"frill": 5}, shadow="frill").play("ability")
    assert (game.hp("frill"), game.energy("frill")) == (18, 0)
    haze = table("haze", "kit", energy={"haze": 5}, shadow="haze").play("ability")
    assert haze.energy("haze") == 0


@pytest.mark.ruling("S37")
def test_hazes_might_lasts_for_every_spell_of_this_turn_and_no_longer() -> None:
    rows = ('heavy_hand = { damage = "1/2" }', 'feeding_frenzy = { damage = "1/2" }')
    own = own_pack("[characters]", "haze = { empower = 3 }", "[main]", *rows)
    game = table(
        "haze",
        "kit",
        packs="base+mine",
        own=(own,),
        energy={"haze": 5},
        shadow="haze",
        tokens="RG BG",
        books={"haze": "heavy_hand feeding_frenzy"},
        hexes={"kit": "glowing_mines"},
    )
    game.play("ability", "cast heavy_hand RG @kit", "cast feeding_frenzy BG @kit")
    assert game.hp("kit") == FULL - 4 - 4
    game.rolls("GGGGG").play("end").rolls("GGGGG").play("end")
    assert game.turn == "haze"
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - 4 - 4 - 1


@pytest.mark.ruling("S37")
def test_iris_with_a_full_spell_book_or_an_empty_deck_moves_and_takes_nothing() -> None:
    full = table(
        "iris",
        "kit",
        packs="exclusive",
        energy={"iris": 5},
        shadow="iris",
        books={"iris": "red_gem red_gem red_gem blue_gem blue_gem"},
    )
    assert full.refused("ability dusty_desert take") == "action/book-full"
    full.play("ability dusty_desert")
    assert full.hex("iris") == "dusty_desert"
    held = {
        "iris": "vanish run_away run_away",
        "kit": "pointed_shield pointed_shield pointed_shield pointed_shield run_away",
        "frill": "safety_dome bees_everywhere bees_everywhere thorn_ward thorn_ward",
    }
    empty = table("iris", "kit", "frill", packs="exclusive", energy={"iris": 5}, shadow="iris", counters=held)
    assert empty.refused("ability dusty_desert take") == "action/counterspell-deck-empty"
    empty.play("ability dusty_desert")
    assert len(empty.counters("iris")) == 3
    room = table("iris", "kit", packs="exclusive", energy={"iris": 5}, shadow="iris", counter_deck="vanish")
    room.play("ability dusty_desert take")
    assert room.counters("iris") == ["vanish"]


@pytest.mark.ruling("S37")
def test_iris_may_stay_where_she_is_and_need_not_take_a_card() -> None:
    game = table("iris", "kit", packs="exclusive", energy={"iris": 5}, shadow="iris")
    game.play("ability twilight_garden")
    assert game.hex("iris") == "twilight_garden"
    assert game.counters("iris") == []


@pytest.mark.ruling("S47")
def test_distance_is_a_shortest_way_over_the_map_and_any_number_share_a_hex() -> None:
    game = table("frill", "kit", "nuzzle", "haze", hexes=dict.fromkeys(("frill", "kit", "nuzzle", "haze"), "ancient_rune"))
    number = game.state.box.hex_number
    far = game.state.map.distance
    assert all(far[number["ancient_rune"]][other] <= 1 for other in game.state.map.tiles)
    assert far[number["dusty_desert"]][number["underground_volcano"]] == 2
    assert far[number["bubbling_lake"]][number["amber_mountain"]] == 1
    assert far[number["bubbling_lake"]][number["thornwood"]] == 2
    assert len(game.legal("travel")) == 6
