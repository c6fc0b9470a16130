"""The two simple bots: legal, fair, repeatable; and greedy plays like somebody who has read the rules."""

from __future__ import annotations

import pytest

from casting_shadows.bots import BOTS, Vantage, make_bot
from casting_shadows.bots.match import play_match
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import GameError, QuickRng, Setup, State, apply, digest, legal_actions, outcome, start
from casting_shadows.engine.words import languages, load_words
from tests.counts import runs
from tests.table import Table, table
from tests.test_hidden_information import hidden_twin

SETUPS = (
    Setup(players=2, max_rounds=30),
    Setup(players=4, packs=("base", "ice_storm"), max_rounds=30),
    Setup(players=6, packs=("exclusive", "ice_storm"), max_rounds=15),
    Setup(players=3, packs=("exclusive",), characters="draft", max_rounds=15),
    Setup(players=1, mode="solo"),
)


def greedy_choice(game: Table) -> str:
    action = make_bot("greedy", 7).choose(vantage_of(game.state))
    return game.state.box.table.text(action)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.mode} {setup.players}")
def test_a_bot_plays_only_legal_actions_and_says_why_in_every_language(name: str, setup: Setup) -> None:
    for seed in range(runs(1, 20)):
        state, _ = start(setup, seed=seed)
        bots = [make_bot(name, seat) for seat in range(6)]
        while outcome(state) is None:
            vantage = vantage_of(state)
            action = bots[state.to_act].choose(vantage)
            assert action in legal_actions(state)
            if state.steps % 5 == 0:
                code, values = bots[state.to_act].why(vantage, action)
                assert all(load_words(language).told(code, values, state.box.parts) for language in languages())
            apply(state, action)


@pytest.mark.parametrize(
    ("action", "kits_hex", "code", "values"),
    [
        ("cast heavy_hand RG RG @kit", "thornwood", "damage", {"amount": 4}),
        ("travel ancient_rune", "underground_volcano", "travel_attack", {"card": "heavy_hand"}),
        ("travel glowing_mines", "thornwood", "travel_collect", {"card": "heat_wave"}),
        ("travel ancient_rune", "thornwood", "travel", {}),
        ("collect heat_wave RG RO", "thornwood", "collect_attack", {"amount": 5}),
        ("end", "thornwood", "end", {}),
    ],
)
def test_a_hint_says_what_an_action_is_good_for(action: str, kits_hex: str, code: str, values: dict[str, str | int]) -> None:
    market = {"glowing_mines" if action.startswith("travel") else "thornwood": "heat_wave"}
    hexes = {"frill": "thornwood", "kit": kits_hex}
    state = table(
        "frill", "kit", dice="RG RG BG BO PG", tokens="RO", hexes=hexes, books={"frill": "heavy_hand"}, market=market
    ).state
    (wanted,) = (legal for legal in legal_actions(state) if state.box.table.text(legal) == action)
    found = make_bot("greedy", 1).why(vantage_of(state), wanted)
    assert found == (f"reason/{code}", values)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_seed_give_the_same_choice_whatever_is_hidden(name: str) -> None:
    rng = QuickRng(3)
    state, _ = start(Setup(players=4, packs=("exclusive", "ice_storm")), seed="same")
    for _ in range(runs(60, 600)):
        if not state.phase:
            break
        twin = hidden_twin(state, state.to_act, rng)
        chosen = make_bot(name, 5).choose(vantage_of(state))
        assert chosen == make_bot(name, 5).choose(vantage_of(twin))
        apply(state, chosen)


def test_a_vantage_shows_the_view_and_imagined_worlds_but_never_the_state() -> None:
    state, _ = start(Setup(players=2), seed=1)
    vantage = vantage_of(state)
    shown = [getattr(vantage, name) for name in dir(vantage) if not name.startswith("__")]
    assert not any(isinstance(thing, State) for thing in shown)
    assert isinstance(vantage, Vantage)


def test_a_match_between_the_same_bots_ends_the_same() -> None:
    ends = []
    for _ in range(2):
        state, _ = start(Setup(players=3, max_rounds=20), seed="match")
        play_match(state, [make_bot("greedy", seat) for seat in range(3)])
        ends.append(digest(state))
    assert ends[0] == ends[1]


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(GameError, match="random, greedy"):
        make_bot("skynet", 1)


def test_greedy_takes_lethal_damage_over_anything_else() -> None:
    game = table(
        "frill",
        "kit",
        "haze",
        dice="RG RG BG PS",
        books={"frill": "heavy_hand"},
        hexes={"kit": "bubbling_lake", "haze": "bubbling_lake"},
        hp={"kit": 2, "haze": 18},
        market={"bubbling_lake": "red_gem"},
    )
    assert greedy_choice(game).startswith("cast heavy_hand")
    assert greedy_choice(game).endswith("@kit")


def test_greedy_casts_at_an_enemy_who_holds_a_face_down_card_too() -> None:
    game = table(
        "frill",
        "kit",
        dice="RG RG",
        books={"frill": "heavy_hand"},
        hexes={"kit": "bubbling_lake"},
        counters={"kit": "safety_dome"},
    )
    assert greedy_choice(game) == "cast heavy_hand RG RG @kit"


def test_greedy_heals_when_hurt_and_keeps_the_charge_when_whole() -> None:
    hurt = table("frill", "kit", shadow="frill", energy={"frill": 5}, hp={"frill": 4})
    assert greedy_choice(hurt) == "ability"
    whole = table("frill", "kit", shadow="frill", energy={"frill": 5})
    assert greedy_choice(whole) != "ability"


def test_greedy_collects_a_spell_it_can_pay() -> None:
    game = table("frill", "kit", dice="RG RO", market={"bubbling_lake": "heavy_hand"})
    assert greedy_choice(game).startswith("collect heavy_hand")


def test_greedy_absorbs_transforms_and_protects_itself() -> None:
    game = table("frill", "kit", dice="RS", energy={"frill": 2})
    game.play("end")
    assert greedy_choice(game) == "absorb 1"
    game.play("absorb 1")
    assert greedy_choice(game).startswith("transform")
    cursed = table("frill", "kit", dice="RC BC", hp={"frill": 2})
    assert greedy_choice(cursed) == "protect"


def test_greedy_beats_random_bots() -> None:
    games = runs(10, 200)
    wins = 0
    for seed in range(games):
        state, _ = start(Setup(players=2, max_rounds=60), seed=seed)
        greedy = seed % 2
        play_match(state, [make_bot("greedy" if seat == greedy else "random", seed) for seat in range(2)])
        ended = outcome(state)
        wins += ended is not None and ended.winner == greedy
    assert wins >= games * 0.9
