"""Guest profiles over HTTP: whoever has the secret sees what was counted, takes it along, and has all of it deleted."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server.profiles import Profiles
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import FinishedGame, SeatResult
from casting_shadows.server.totals import Played, facts_of

from .finished_games import all_games
from .guests import ROOMY, Guest, a_table, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Answer, call, wait_for

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("profiles"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


def new_profile(server: Server, name: str, *, leaderboard: bool = False) -> str:
    secret = secrets.token_hex(16)
    assert put(server, secret, name, leaderboard=leaderboard).status == 200
    return secret


def put(server: Server, secret: str, name: str, *, leaderboard: bool = False) -> Answer:
    return call(server.url, "PUT", "/api/profile", {"name": name, "leaderboard": leaderboard}, profile=secret)


def get(server: Server, secret: str, path: str = "") -> Answer:
    return call(server.url, "GET", f"/api/profile{path}", profile=secret)


def stored(server: Server) -> bytes:
    """Every byte of the database, its log included."""
    return b"".join(path.read_bytes() for path in sorted(server.database.parent.glob(f"{server.database.name}*")))


def traces(server: Server, *marks: str) -> list[str]:
    """Which of these can be found in the database."""
    found = stored(server)
    return [mark for mark in marks if mark.encode() in found]


def id_of(secret: str) -> str:
    """What a profile is kept under."""
    return hashlib.sha256(b"profile " + secret.encode()).hexdigest()


def finish(players: list[Guest]) -> str:
    play_on(players, random.Random("a game"))
    for player in players:
        player.until(lambda player=player: player.is_over)  # type: ignore[misc]
    assert players[0].info is not None and players[0].info.result is not None
    return players[0].info.result.game


def test_what_was_played_is_counted_for_those_who_played_it(server: Server) -> None:
    ada, bob = new_profile(server, "Ada", leaderboard=True), new_profile(server, "Bob")
    assert get(server, ada).json["settings"] == {"name": "Ada", "leaderboard": True}
    assert get(server, ada, "/games").json == {"games": []}
    games = [finish(a_table(server.url, profiles=(ada, bob))) for _ in range(2)]
    pages = [get(server, secret).json for secret in (ada, bob)]
    for secret in (ada, bob):
        assert [row["id"] for row in get(server, secret, "/games").json["games"]] == games[::-1]
        latest = get(server, secret, "/games?limit=1").json["games"]
        assert [row["id"] for row in latest] == games[1:]
        earlier = get(server, secret, f"/games?before={latest[0]['ended_at']!r}").json["games"]
        assert [row["id"] for row in earlier] == games[:1]
        exported = get(server, secret, "/export").json
        assert [row["game"] for row in exported["games"]] == games
    assert sum(page["rating"] for page in pages) == pytest.approx(2 * get(server, secrets.token_hex(16)).json["rating"], abs=2)

    def leaders() -> list[tuple[str, int]]:
        found = call(server.url, "GET", "/api/leaderboard").json["leaders"]
        return [(leader["name"], leader["games"]) for leader in found]

    wait_for(lambda: leaders() != [("Ada", 1)])  # a game is rated a moment after its end is told
    assert leaders() == [("Ada", 2)], "only who wants to be seen is"
    put(server, ada, "Ada", leaderboard=False)
    assert call(server.url, "GET", "/api/leaderboard").json["leaders"] == []


def test_a_game_of_people_with_a_hint_is_counted_apart_and_changes_no_rating(server: Server) -> None:
    ada, bob = new_profile(server, "Ada"), new_profile(server, "Bob")
    fresh = get(server, ada).json["rating"]
    players = a_table(server.url, profiles=(ada, bob), first=1)
    assert isinstance(players[1].do(c.AskHint, seat=1), m.Hint)
    players[0].concede(0)
    players[0].until(lambda: players[0].is_over)
    unaided = a_table(server.url, profiles=(ada, new_profile(server, "Cem")))
    unaided[1].concede(1)
    unaided[1].until(lambda: unaided[1].is_over)
    wait_for(lambda: get(server, ada).json["rating"] > fresh)  # a moment after its end; the first one was over long before
    page = get(server, bob).json
    assert page["rating"] == fresh
    assert {kind: sums["games"] for kind, sums in page["totals"].items()} == {"people": 0, "bots": 0, "apart": 1}
    assert get(server, bob, "/games").json["games"][0]["game"]["assisted"] is True


def test_names_are_cleaned_and_a_name_is_needed_to_be_seen(server: Server) -> None:
    secret = secrets.token_hex(16)
    assert put(server, secret, "\u202e A\u0007da \u200b").json["settings"]["name"] == "Ada"
    for name in ("", "\u200b", "\u202e\u0000"):
        assert put(server, secret, name, leaderboard=True).code == "name/empty"
    assert put(server, secret, "x" * 41).code == "body/malformed"
    assert get(server, secret).json["settings"] == {"name": "Ada", "leaderboard": False}


def test_a_profile_nobody_has_used_is_empty_and_looking_at_it_makes_none(server: Server) -> None:
    secret = secrets.token_hex(16)
    for path in ("", "/games", "/export"):
        assert get(server, secret, path).status == 200
    assert traces(server, id_of(secret), secret) == []


def test_after_deletion_nothing_is_left_that_leads_to_the_profile(server: Server) -> None:
    name = "Rumpelstiltskin"
    secret, other = new_profile(server, name, leaderboard=True), new_profile(server, "Bob")
    finished = finish(a_table(server.url, profiles=(secret, other)))
    ongoing = a_table(server.url, profiles=(secret, other))
    waiting = a_table(server.url, profiles=(secret, other), started=False)
    visitor = Guest(server.url, waiting[0].code, profile=secret)
    assert id_of(secret) in traces(server, id_of(secret)), "what is searched for was there to be found"
    deleted = call(server.url, "DELETE", "/api/profile", profile=secret)
    assert (deleted.status, deleted.json) == (200, {"deleted": True})
    assert traces(server, id_of(secret), secret, name) == []
    # What goes on with the devices that were connected is counted for nobody.
    finish(ongoing)
    visitor.join("Again")
    assert traces(server, id_of(secret), secret, name) == []
    assert get(server, secret).json["totals"] == get(server, secrets.token_hex(16)).json["totals"]
    assert call(server.url, "GET", f"/api/games/{finished}").status == 200, "the game is also the other's"
    assert len(get(server, other, "/games").json["games"]) == 2


def test_a_deleted_profile_is_gone_after_a_restart_too(tmp_path: Path) -> None:
    secret, other = secrets.token_hex(16), secrets.token_hex(16)
    with a_server(tmp_path, *ROOMY) as server:
        put(server, secret, "Ada")
        players = a_table(server.url, profiles=(secret, other))
        server.kill()
        server.restart()
        assert call(server.url, "DELETE", "/api/profile", profile=secret).status == 200
        back = [Guest(server.url, player.code, player.token) for player in players]
        for player in back:
            player.until(lambda player=player: player.update is not None)  # type: ignore[misc]
        back[0].do(c.Act, version=back[0].version, seat=0, action="concede")
        back[0].until(lambda: back[0].is_over)
        assert get(server, secret, "/games").json == {"games": []}
        assert len(get(server, other, "/games").json["games"]) == 1
        for player in back:
            player.hang_up()
        server.terminate()
        assert traces(server, id_of(secret), secret) == []


def test_a_game_that_ends_as_a_profile_is_deleted_does_not_bring_it_back(tmp_path: Path) -> None:
    async def scenario() -> list[bool]:
        storage = await SqliteStorage.open(tmp_path / "rooms.db")
        profiles = Profiles(storage)
        counted = next(game for _, game in all_games() if game.players == 2)
        seats = [msgspec.json.encode(Played(seat, facts_of(counted, 2, False))) for seat in counted.seats]
        results = [SeatResult(number, f"profile {number}", seat) for number, seat in enumerate(seats)]
        game = FinishedGame("game", "ROOM2345", 1.0, False, b"{}", "", results)
        await storage.append("ROOM2345", 0, [b"{}"], finished=game, now=1.0)
        await profiles.delete("profile 0")
        await profiles.count(game, 2.0)
        there = [await profiles.exists(f"profile {number}") for number in range(2)]
        await storage.close()
        return there

    assert asyncio.run(scenario()) == [False, False], "and whoever is left has nobody to be measured against"


def test_settings_saved_while_games_end_lose_nothing(server: Server) -> None:
    ada, bob = new_profile(server, "Ada"), new_profile(server, "Bob")
    tables = [a_table(server.url, profiles=(ada, bob)) for _ in range(3)]
    for number, players in enumerate(tables):
        players[0].do(c.Act, version=players[0].version, seat=0, action="concede")
        put(server, ada, f"Ada {number}")
    for players in tables:
        players[0].until(lambda players=players: players[0].is_over)  # type: ignore[misc]
    page = get(server, ada).json
    assert page["settings"]["name"] == "Ada 2"
    assert len(get(server, ada, "/games").json["games"]) == 3
