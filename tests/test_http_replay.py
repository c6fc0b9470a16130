"""Games looked at again: every step as the engine shows it, nothing that somebody may not see, and what a bot would have done."""

from __future__ import annotations

import gzip
import json
import random
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from casting_shadows.engine import (
    SPECTATOR,
    Record,
    Rng,
    State,
    Step,
    event_code,
    event_values,
    facts,
    imagine,
    legal_actions,
    new_record,
    note,
    parse_record,
    play,
    position,
    redacted,
    replay,
    reveal,
    start_from,
    state_at,
    verify,
    view,
)
from casting_shadows.engine import events as told
from casting_shadows.engine.state import SEEN_BITS
from casting_shadows.server.advising import advise, best_bot
from casting_shadows.server.replay_steps import OPEN, difference, finished_replay
from casting_shadows.server.replaying import Kept
from casting_shadows.server.statistics import count

from .counts import runs
from .finished_games import KINDS, finished, leaves_in_the_middle, nobody_leaves
from .guests import Guest, a_table, play_on
from .http_world import OWN_PACK, World, give_up, new_room
from .http_world import world as world
from .page.tables import answerable

pytestmark = pytest.mark.once


def applied(before: Any, change: Any) -> Any:
    """What a reader makes of a change."""
    if not isinstance(change, dict) or not isinstance(before, dict | list):
        return change
    after: Any = list(before) if isinstance(before, list) else dict(before)
    for key, part in change.items():
        place = int(key) if isinstance(before, list) else key
        after[place] = applied(before[place], part)
    return after


def views(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    shown = answer["view"]
    for step in answer["steps"]:
        shown = applied(shown, step.get("change", {}))
        yield shown


def read(packed: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(packed))
    return found


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


of_every_kind = pytest.mark.parametrize("kind", KINDS)


def games(kind: str) -> Iterator[Record]:
    """Finished games of one kind; in the long form two hundred of all kinds."""
    leaver = leaves_in_the_middle if kind == "leavers" else nobody_leaves
    for number in range(runs(1, 25)):
        yield finished(*KINDS[kind], f"replay {kind} {number}", leaver)


# ------------------------------------------------------------------ every step


@of_every_kind
def test_every_step_is_what_the_engine_shows_to_each_of_those_who_look(kind: str) -> None:
    for record in games(kind):
        steps = list(replay(record))
        for viewer in (SPECTATOR, *range(steps[0].state.seats)):
            answer = read(finished_replay(record.text(), (), 0, 100_000, viewer))
            assert answer["moves"] == len(record.moves) and len(answer["steps"]) == len(steps)
            for step, shown, said in zip(steps, views(answer), answer["steps"], strict=True):
                assert shown == as_json(facts(view(step.state, viewer))), f"step {step.number} for {viewer}"
                assert said.get("events", []) == heard(step, viewer)


def heard(step: Step, viewer: int) -> list[dict[str, Any]]:
    box, characters = step.state.box, step.state.character
    return [
        {"code": event_code(event), "values": event_values(box, characters, event)} for event in redacted(step.events, viewer)
    ]


def test_a_part_of_a_game_begins_with_a_whole_view() -> None:
    record = finished(*KINDS["two"], "parts", nobody_leaves)
    whole = list(views(read(finished_replay(record.text(), (), 0, 1000, 1))))
    found: list[Any] = []
    while len(found) < len(whole):
        found += views(read(finished_replay(record.text(), (), len(found), 7, 1)))
    assert found == whole


def test_whoever_sees_all_sees_every_hidden_card_and_answer() -> None:
    record = finished(*KINDS["four in the ice"], "open", nobody_leaves)
    answer = read(finished_replay(record.text(), (), 0, 1000, OPEN))
    sealed = 0
    for step, shown, said in zip(replay(record), views(answer), answer["steps"], strict=True):
        names = step.state.box.table.counterspells
        for seat, cards in enumerate(step.state.counters):
            assert [card["card"] for card in shown["seats"][seat]["counterspells"]] == [
                names[card >> SEEN_BITS] for card in cards
            ]
        assert "?" not in {card["card"] for card in shown["counterspells"]}
        sealed += sum(event["code"] == "answer_sealed" for event in said.get("events", []))
    assert sealed, "nobody answered anything"


def test_only_what_changes_is_sent() -> None:
    record = finished(*KINDS["four in the ice"], "small", nobody_leaves)
    packed = finished_replay(record.text(), (), 0, 1000, OPEN)
    assert len(packed) < 6_000 + 60 * len(record.moves)
    assert difference({"a": [{"b": 1}, {"b": 2}], "c": None}, {"a": [{"b": 1}, {"b": 3}], "c": {"d": 1}}) == {
        "a": {"1": {"b": 3}},
        "c": {"d": 1},
    }


@of_every_kind
def test_the_course_of_a_game_has_its_turns_its_hp_and_what_turned_it(kind: str) -> None:
    for record in games(kind):
        check_course(record)


def check_course(record: Record) -> None:
    course = read(finished_replay(record.text(), (), 0, 1, SPECTATOR))["course"]
    steps = list(replay(record))
    happened = [(step.number, event) for step in steps for event in step.events]
    begun = next((number for number, event in happened if isinstance(event, told.GameStarted)), 0)
    turns = [(number, event.seat, event.round) for number, event in happened if isinstance(event, told.TurnBegan)]
    assert [(turn["step"], turn["seat"], turn["round"]) for turn in course["turns"]] == turns
    for seat, line in enumerate(course["hp"]):
        for step in steps[begun:]:
            assert [hp for number, hp in line if number <= step.number][-1] == step.state.hp[seat]
    points = [(point["step"], point["kind"], point["seat"]) for point in course["points"]]
    for kind, event_kind in (("eliminated", told.Eliminated), ("transformed", told.Transformed)):
        wanted = [(number, kind, event.seat) for number, event in happened if isinstance(event, event_kind)]
        assert [point for point in points if point[1] == kind] == wanted
    rounds = {seat.character: seat.transformed for seat in count(record).seats}
    for point in course["points"]:
        if point["kind"] == "transformed":
            character = steps[-1].state.box.parts.characters[steps[-1].state.character[point["seat"]]].id
            assert point.get("round", 1) == rounds[character]
    hits = [point["amount"] for point in course["points"] if point["kind"] == "hit"]
    fallen = {(step, seat) for step, kind, seat in points if kind == "eliminated"}
    dealt = [event.amount for number, event in happened if isinstance(event, told.Damaged) and (number, event.seat) not in fallen]
    hardest = max(dealt, default=0)
    assert (max(hits) == hardest and len(hits) <= 3) if hits else hardest < 4


# ------------------------------------------------------------------ over HTTP


def test_a_finished_game_is_told_with_its_dice_its_luck_and_its_cards(world: World) -> None:
    answer = world.call("GET", f"/api/games/{world.game}/replay?open=1").json
    record = parse_record(world.text)
    rolled = [event for step in replay(record) for event in step.events if isinstance(event, told.DiceRolled | told.DiceRerolled)]
    assert answer["dice"] == {"secret": (record.secret or b"").hex(), "contributions": 2, "rolls": len(rolled)}
    page = world.call("GET", f"/api/games/{world.game}").json
    for luck, played in zip(page["luck"], page["statistics"], strict=True):
        assert {face: one["rolled"] for face, one in luck.items()} == played["seat"]["faces"]
        assert sum(one["expected"] for one in luck.values()) == pytest.approx(sum(played["seat"]["faces"].values()))
    game = give_up(world.server, packs=["base", "mine"], own_packs=(OWN_PACK,))
    damage = {
        name: {card["id"]: card.get("damage") for card in world.call("GET", f"/api/games/{name}/cards/de").json}["heavy_hand"]
        for name in (game, world.game)
    }
    assert damage[game] == "3/7" != damage[world.game]


def test_a_game_that_goes_on_is_shown_to_its_players_with_their_own_eyes(world: World) -> None:
    ada, bob = a_table(world.server.url, window=0.1)
    rng, left = random.Random("so far"), iter(range(60))
    play_on([ada, bob], rng, until=lambda: next(left, None) is None)
    secret = stored_secret(world, ada)
    for seat, guest in enumerate((ada, bob)):
        guest.settle()
        body = world.call("GET", f"/api/rooms/{guest.code}/replay", profile=guest.token)
        assert guest.update is not None and body.status == 200
        *_, now = views(body.json)
        assert now["viewer"] == seat and now == as_json(to_json(guest)), "it ends where the game is"
        assert "dice" not in body.json or body.json["dice"] is None
        assert secret not in body.body.decode() and body.json["result"] == ""
        own = {step.get("who") for step in body.json["steps"]} - {None}
        assert own <= {now["seats"][seat]["character"]}, "what others chose is told by what came of it alone"
        other = world.call("GET", f"/api/rooms/{guest.code}/replay?seat={1 - seat}", profile=guest.token)
        assert (other.status, other.code) == (400, "seat/not-yours")
    for token in (None, secrets.token_hex(16)):
        stranger = world.call("GET", f"/api/rooms/{ada.code}/replay", profile=token)
        assert (stranger.status, stranger.code) == (401, "room/not-joined")
    waiting = world.call("GET", f"/api/rooms/{world.room}/replay")
    assert (waiting.status, waiting.code) == (401, "room/not-joined")


def test_a_game_that_goes_on_is_counted_for_everybody_in_its_room_alike(world: World) -> None:
    ada, bob, watcher = a_table(world.server.url, watchers=1, window=0.1)
    left = iter(range(60))
    play_on([ada, bob], random.Random("so far"), until=lambda: next(left, None) is None)

    def asked(guest: Guest, what: str) -> Any:
        guest.settle()
        return world.call("GET", f"/api/rooms/{guest.code}/{what}", profile=guest.token).json

    numbers = asked(ada, "numbers")
    assert numbers == asked(bob, "numbers") == asked(watcher, "numbers")
    for seat, guest in enumerate((ada, bob)):
        so_far = asked(guest, "replay")
        *_, now = views(so_far)
        who = now["seats"][seat]["character"]
        heard = [event for step in so_far["steps"] for event in step.get("events", []) if event["values"].get("seat") == who]
        counted = Counter(event["code"] for event in heard)
        seen = numbers["seats"][seat]
        assert (seen["turns"], seen["travels"], seen["rerolls"]) == tuple(
            counted[code] for code in ("turn_began", "travelled", "dice_rerolled")
        )
        assert counted["turn_began"] > 2, "something has happened"
        assert {face: one["rolled"] for face, one in numbers["luck"][seat].items()} == seen["faces"]
    stranger = world.call("GET", f"/api/rooms/{ada.code}/numbers", profile=secrets.token_hex(16))
    assert (stranger.status, stranger.code) == (401, "room/not-joined")
    play_on([ada, bob], random.Random("to the end"))
    assert ada.info is not None and ada.info.result is not None
    finished = world.call("GET", f"/api/games/{ada.info.result.game}").json
    numbers = asked(watcher, "numbers")
    assert numbers["luck"] == finished["luck"]
    for played, seen in zip(finished["statistics"], numbers["seats"], strict=True):
        assert played["seat"].items() >= seen.items(), "at the end the numbers are those that are kept"


def to_json(guest: Guest) -> Any:
    """The view that a guest was last sent, as it was sent."""
    sent = [json.loads(data) for _, data in guest.inbox]
    return [message for message in sent if message["t"] == "update"][-1]["seats"][0]["view"]


def stored_secret(world: World, guest: Guest) -> str:
    """The secret of the game that was begun last, as the database has it."""
    found = b"".join(path.read_bytes() for path in sorted(world.server.database.parent.glob("rooms.db*")))
    secret = found.rpartition(b'"secret":"')[2][:64].decode()
    assert len(bytes.fromhex(secret)) == 32
    return secret


def test_a_face_down_card_and_a_sealed_answer_stay_so_in_a_replay(world: World) -> None:
    ada, bob = a_table(world.server.url, at=position(answerable()), window=15, clock="relaxed")
    ada.until(lambda: ada.turn() is not None)
    ada.act(next(choice.action for choice in ada.turn().choices if choice.verb == "cast"))  # type: ignore[union-attr]
    bob.until(lambda: bob.turn() is not None)

    def so_far(guest: Guest) -> bytes:
        asked = (world.call("GET", f"/api/rooms/{guest.code}/{what}", profile=guest.token) for what in ("replay", "numbers"))
        return b"".join(answer.body for answer in asked)

    before = so_far(ada)
    assert b"pointed_shield" in so_far(bob) and b"pointed_shield" not in before
    bob.act(next(choice.action for choice in bob.turn().choices if choice.verb == "counter"))  # type: ignore[union-attr]
    ada.settle()
    assert so_far(ada) == before, "that somebody has answered, and what, is not to be seen"


def test_advice_is_a_legal_action_found_without_a_look_at_hidden_cards(world: World) -> None:
    record = parse_record(world.text)
    for step in range(0, len(record.moves), max(1, len(record.moves) // runs(4, 100))):
        state = state_at(record, step)
        answer = world.call("GET", f"/api/games/{world.game}/advice?step={step}").json
        legal = {state.box.table.text(action) for action in legal_actions(state)}
        assert answer["seat"] == state.to_act and answer["best"]["action"] in legal and answer["bot"] == best_bot()
        assert answer["played"]["action"] == record.moves[step][1]
        assert answer["code"].startswith("reason/")
        assert world.call("POST", f"/api/replay/advice?step={step}", world.text).json == answer, "the same, given as text"
    assert world.call("POST", "/api/replay/advice", "no game").code == "game/no-game"
    assert world.call("POST", f"/api/replay/advice?step={len(record.moves)}", world.text).code == "advice/over"


def test_advice_is_the_same_whatever_is_hidden() -> None:
    record = finished(*KINDS["two"], "twin", nobody_leaves)
    for step in range(5, len(record.moves), 3):
        state = state_at(record, step)
        twin = imagine(view(state, state.to_act), Rng(bytes(32)))
        assert advice_at(state) == advice_at(twin), "its seat cannot tell one from the other"


def advice_at(state: State) -> Any:
    """Advice at the beginning of a game that starts from a state, and is given up at once."""
    text, secret = position(state), bytes(32)
    begun = start_from(text, secret, exact=True)
    game = new_record(begun, secret, "test", position=text, exact=True)
    seat, concede = begun.to_act, begun.box.table.concede
    after, _ = play(begun, seat, concede)
    note(game, begun, seat, concede, after)
    return json.loads(advise(reveal(game, secret).text(), (), 0))


def test_a_game_given_as_text_can_be_played_on_from_any_step_before_its_end(world: World) -> None:
    record = parse_record(world.text)
    for step in (0, len(record.moves) // 2):
        told_position = world.call("POST", f"/api/replay/position?step={step}", world.text).json["position"]
        assert told_position == position(state_at(record, step))
        assert world.call("POST", "/api/rooms", new_room(position=told_position)).status == 201
    assert world.call("POST", "/api/replay/position?step=99999", world.text).code == "game/no-such-step"
    assert world.call("POST", "/api/replay/position", "nonsense").code == "game/no-game"


def test_a_game_with_packs_of_ones_own_is_imported_anywhere_from_its_text_alone(world: World) -> None:
    game = give_up(world.server, packs=["base", "mine"], own_packs=(OWN_PACK, '[pack]\nname = "unused"'))
    text = world.call("GET", f"/api/games/{game}/text").body.decode()
    record = parse_record(text)
    assert [pack.text for pack in record.own] == [OWN_PACK], "those it was played with, and no others"
    assert verify(record).number == 1
    stored = {path: world.call("GET", f"/api/games/{game}/{path}") for path in ("replay", "advice?step=0", "cards/de")}
    for path, by_name in stored.items():
        address = "/api/replay" if path == "replay" else f"/api/replay/{path}"
        given = world.call("POST", address, text)
        assert given.status == 200 and given.json == by_name.json, path
    damage = {card["id"]: card.get("damage") for card in stored["cards/de"].json}
    assert damage["heavy_hand"] == "3/7"
    begin = world.call("POST", "/api/replay/position?step=0", text).json
    again = world.call("POST", "/api/rooms", new_room(**begin))
    assert again.status == 201 and begin["own_packs"] == [OWN_PACK]
    code = again.json["code"]
    assert [pack["name"] for pack in world.call("GET", f"/api/rooms/{code}").json["own_packs"]] == ["mine"]
    for address in ("/api/replay", "/api/replay/position", "/api/replay/advice", "/api/replay/cards/en"):
        changed = world.call("POST", address, text.replace("3/7", "3/8"))
        assert (changed.status, changed.code) == (400, "game/pack-changed")


def test_what_cannot_be_shown_is_refused_in_words(world: World) -> None:
    last = len(parse_record(world.text).moves)
    running = world.call("GET", f"/api/rooms/{world.running}").json
    for path, status, code in (
        (f"/api/games/{world.game}/advice?step={last}", 400, "advice/over"),
        (f"/api/games/{world.game}/advice?step={last + 1}", 400, "game/no-such-step"),
        (f"/api/games/{world.game}/replay?first={last + 1}", 400, "game/no-such-step"),
        (f"/api/games/{world.game}/replay?seat=5", 400, "seat/none"),
        (f"/api/games/{world.game}/replay?open=2", 400, "query/number"),
        (f"/api/games/{world.running}/advice?step=0", 404, "game/missing"),
        (f"/api/games/{world.running}/replay?open=1", 404, "game/missing"),
    ):
        answer = world.call("GET", path)
        assert (answer.status, answer.code) == (status, code), path
    assert running["phase"] == "playing"


def test_answers_are_kept_up_to_so_many_bytes() -> None:
    kept = Kept(10)
    kept.put("a", b"1234")
    kept.put("b", b"1234")
    assert kept.get("a") == b"1234"
    kept.put("c", b"1234")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"1234", None, b"1234")
    kept.put("c", b"")
    kept.put("d", b"123456")
    assert kept.get("a") == b"1234"
