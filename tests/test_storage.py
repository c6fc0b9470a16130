"""A room's record only grows and has one writer; what lists, games and profiles say about it comes back as it was put in."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import (
    CleanedUp,
    FinishedGame,
    GameRow,
    PastResult,
    Profile,
    RoomRow,
    RoomState,
    SeatResult,
    Storage,
    StorageAway,
    StorageConflict,
    StorageError,
    Summary,
)

DAY = 86400.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


@asynccontextmanager
async def opened(path: Path, timeout: float) -> AsyncIterator[Storage]:
    storage = await SqliteStorage.open(path, timeout=timeout)
    try:
        yield storage
    finally:
        await storage.close()


def on_storage(path: Path, test: Callable[[Storage], Awaitable[None]], timeout: float = 60.0) -> None:
    """Run a test on a storage of its own, which waits so long for others who write."""

    async def run() -> None:
        async with opened(path, timeout) as storage:
            await test(storage)

    asyncio.run(run())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Meanwhile nobody else can write."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


async def refusals(*appends: Awaitable[None]) -> list[str]:
    """The code of each append's failure; empty for one that was stored."""
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert all(outcome is None or isinstance(outcome, StorageError) for outcome in outcomes), outcomes
    return [outcome.code if isinstance(outcome, StorageError) else "" for outcome in outcomes]


def test_a_record_comes_back_as_it_was_appended(path: Path) -> None:
    entries = [b'{"a": 1}', b"", b"\x00\xff not text", b"x" * 100_000]

    async def test(storage: Storage) -> None:
        await storage.append("ROOM", 0, entries[:1], now=0.0)
        await storage.append("ROOM", 1, entries[1:], now=0.0)
        await storage.append("OTHER", 0, [b"other"], now=0.0)
        assert await storage.load("ROOM") == entries
        assert await storage.load("NOBODY") is None

    on_storage(path, test)

    async def again(storage: Storage) -> None:
        assert await storage.load("ROOM") == entries, "from the file"

    on_storage(path, again)


@pytest.mark.parametrize("wrong", [(0, 1, 3), (1,), (3,)])
def test_entries_that_are_not_the_next_ones_are_refused(path: Path, wrong: tuple[int, ...]) -> None:
    async def test(storage: Storage) -> None:
        await storage.append("ROOM", 0, [b"0", b"1"], now=0.0)
        for first in wrong:
            with pytest.raises(StorageConflict):
                await storage.append("ROOM", first, [b"wrong"], now=0.0)
        with pytest.raises(StorageConflict):
            await storage.append("NEW", 1, [b"wrong"], now=0.0)
        assert await storage.load("ROOM") == [b"0", b"1"]
        assert await storage.load("NEW") is None
        await storage.append("ROOM", 2, [b"2"], now=0.0)

    on_storage(path, test)


def test_of_what_waits_together_only_what_follows_is_stored(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await storage.append("ROOM", 0, [b"0"], now=0.0)
        with locked(path):
            waiting = [storage.append("ROOM", number, [b"%d" % number], now=0.0) for number in (1, 3)]
            await asyncio.sleep(0.05)
        assert await refusals(*waiting) == ["", "storage/conflict"]
        assert await storage.load("ROOM") == [b"0", b"1"]

    on_storage(path, test)


def test_behind_a_refused_append_nothing_of_its_room_is_stored_and_everything_of_the_others(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await storage.append("ROOM", 0, [b"0"], now=0.0)
        with locked(path):  # so that all of these are one group
            appends = [
                storage.append("OTHER", 0, [b"0"], now=0.0),
                storage.append("ROOM", 2, [b"a gap"], now=0.0),
                storage.append("ROOM", 3, [b"behind it"], now=0.0),
                storage.append("OTHER", 1, [b"1"], now=0.0),
            ]
        assert await refusals(*appends) == ["", "storage/conflict", "storage/conflict", ""]
        assert await storage.load("ROOM") == [b"0"]
        assert await storage.load("OTHER") == [b"0", b"1"]

    on_storage(path, test)


def test_whoever_stops_waiting_stops_nothing(path: Path) -> None:
    async def test(storage: Storage) -> None:
        given_up = storage.append("ROOM", 0, [b"0"], now=0.0)
        given_up.cancel()
        await storage.append("ROOM", 1, [b"1"], now=0.0)
        assert await storage.load("ROOM") == [b"0", b"1"]

    on_storage(path, test)


def test_closing_stores_what_is_queued_and_nothing_later(path: Path) -> None:
    async def close() -> None:
        storage = await SqliteStorage.open(path)
        appends = [storage.append("ROOM", number, [b"%d" % number], now=0.0) for number in range(100)]
        await storage.close()
        assert all(append.done() and append.exception() is None for append in appends)
        with pytest.raises(StorageAway):
            await storage.append("ROOM", 100, [b"late"], now=0.0)
        for late in (storage.load("ROOM"), storage.lease("ROOM"), storage.heartbeat(), storage.health()):
            with pytest.raises(StorageAway):
                await late
        await storage.close()

    asyncio.run(close())

    async def test(storage: Storage) -> None:
        assert await storage.load("ROOM") == [b"%d" % number for number in range(100)]

    on_storage(path, test)


def test_lists_show_each_room_with_its_last_summary(path: Path) -> None:
    async def test(storage: Storage) -> None:
        first = {"A": Summary(), "B": Summary(listed=True), "C": Summary("playing", True, b"C"), "D": Summary("ended", True)}
        for now, (code, summary) in enumerate(first.items()):
            await storage.append(code, 0, [b"0"], summary=summary, now=now)
        await storage.append("A", 1, [b"1"], summary=Summary("paused", True, b"A"), now=10.0)
        await storage.append("B", 1, [b"1"], now=20.0)
        await storage.append("B", 2, [], summary=Summary("setup", False, b"B"), now=30.0)
        a = RoomRow("A", "paused", True, b"A", 10.0)
        b = RoomRow("B", "setup", False, b"B", 30.0)
        c = RoomRow("C", "playing", True, b"C", 2.0)
        assert await storage.rooms() == [a, c]
        assert await storage.rooms(listed_only=False) == [b, a, c]
        assert await storage.rooms(listed_only=False, limit=1) == [b]
        assert await storage.rooms(state="playing") == [c]
        assert await storage.rooms(state="ended") == [RoomRow("D", "ended", True, b"{}", 3.0)]
        assert await storage.open_rooms() == ["A", "B", "C"]

    on_storage(path, test)


def finished(id: str, ended_at: float, *profiles: str | None, listed: bool = True) -> FinishedGame:
    seats = tuple(SeatResult(seat, profile, b'{"won": %d}' % (seat == 0)) for seat, profile in enumerate(profiles))
    return FinishedGame(id, "ROOM", ended_at, listed, b'{"winner": 0}', f"game {id}\nü\n", seats)


def row(game: FinishedGame) -> GameRow:
    return GameRow(game.id, game.room, game.ended_at, game.listed, game.summary)


GAMES = [finished("g0", 10.0, "ann", "bob"), finished("g1", 20.0, "ann", None, listed=False), finished("g2", 30.0, "bob", "ann")]


async def store_games(storage: Storage) -> None:
    for number, game in enumerate(GAMES):
        await storage.append("ROOM", number, [b"the end"], finished=game, now=game.ended_at)


def test_finished_games_are_stored_with_the_entry_that_ends_them(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await store_games(storage)
        assert [await storage.game(game.id) for game in GAMES] == GAMES
        assert await storage.game("g9") is None
        assert await storage.games() == [row(GAMES[2]), row(GAMES[0])]
        assert await storage.games(listed_only=False, limit=2) == [row(GAMES[2]), row(GAMES[1])]
        assert await storage.games(listed_only=False, before=30.0) == [row(GAMES[1]), row(GAMES[0])]
        assert await storage.games_of("bob") == [row(GAMES[2]), row(GAMES[0])]
        assert await storage.games_of("ann", limit=1) == [row(GAMES[2])]
        assert await storage.games_of("ann", before=GAMES[2].ended_at, limit=1) == [row(GAMES[1])]

    on_storage(path, test)


def test_a_game_is_stored_once(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await store_games(storage)
        with locked(path):
            appends = [
                storage.append("OTHER", 0, [b"0"], now=0.0),
                storage.append("ROOM", 3, [b"again"], finished=GAMES[0], now=0.0),
                storage.append("OTHER", 1, [b"1"], now=0.0),
            ]
        assert await refusals(*appends) == ["", "storage/conflict", ""]
        assert len(await storage.load("ROOM") or ()) == 3, "neither the game nor its entry"
        assert await storage.load("OTHER") == [b"0", b"1"]

    on_storage(path, test)


def test_a_deleted_profile_leaves_its_games_and_no_trace_in_them(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await store_games(storage)
        await storage.save_profile("ann", b"{}", now=1.0)
        await storage.save_profile("ann", b'{"name": "Ann"}', opted_in=True, now=2.0)
        await storage.save_profile("bob", b"{}", opted_in=True, now=3.0)
        await storage.save_profile("cat", b"{}", now=4.0)
        ann = Profile("ann", b'{"name": "Ann"}', True, 2.0)
        assert await storage.profile("ann") == ann
        assert await storage.opted_in() == [Profile("bob", b"{}", True, 3.0), ann]
        assert await storage.results_of("ann") == [
            PastResult("g0", 10.0, 0, b'{"won": 1}'),
            PastResult("g1", 20.0, 0, b'{"won": 1}'),
            PastResult("g2", 30.0, 1, b'{"won": 0}'),
        ]
        record = [b'{"e":"joined","member":1,"profile":"ann"}', b'{"e":"joined","member":2,"profile":"bob"}', b'{"text":"ann"}']
        await storage.append("JOINED", 0, record, now=5.0)
        await storage.delete_profile("ann")
        assert await storage.profile("ann") is None
        assert await storage.load("JOINED") == [b'{"e":"joined","member":1,"profile":null}', *record[1:]]
        assert [profile.id for profile in await storage.opted_in()] == ["bob"]
        assert await storage.results_of("ann") == []
        assert await storage.games_of("ann") == []
        assert await storage.game("g0") == finished("g0", 10.0, None, "bob")
        await storage.close()
        assert b"Ann" not in path.read_bytes(), "not even in the file"

    on_storage(path, test)


def test_cleaning_up_deletes_what_is_old_enough_and_nothing_else(path: Path) -> None:
    async def test(storage: Storage) -> None:
        states: tuple[RoomState, ...] = ("setup", "playing", "paused", "ended")
        for state in states:
            for age in (0, 1, 10):
                await storage.append(f"{state}{age}", 0, [b"0"], summary=Summary(state), now=-age * DAY)
        for number, age in enumerate((0, 1, 10)):
            game = finished(f"g{number}", -age * DAY, "ann")
            await storage.append("playing0", 1 + number, [b"0"], finished=game, now=0.0)
        await storage.release_all()
        assert await storage.clean_up(0.0, rooms_days=None, games_days=None, idle_setup_hours=None) == CleanedUp()
        assert await storage.clean_up(0.0, rooms_days=5, games_days=0.5, idle_setup_hours=23) == CleanedUp(3, 2, 2)
        assert await storage.load("ended10") is None
        assert await storage.load("ended1") == [b"0"]
        assert await storage.open_rooms() == ["paused0", "paused1", "playing0", "playing1", "setup0"]
        assert [result.game for result in await storage.results_of("ann")] == ["g0"]
        assert await storage.lease("ended10") is False

    on_storage(path, test)
    database = sqlite3.connect(path)
    assert database.execute("SELECT game FROM results").fetchall() == [("g0",)]
    database.close()


def test_cleaning_up_leaves_rooms_alone_that_somebody_holds(path: Path) -> None:
    async def test(storage: Storage) -> None:
        for code in ("HELD", "FREE"):
            await storage.append(code, 0, [b"0"], summary=Summary("ended"), now=0.0)
        await storage.release("FREE")
        assert await storage.clean_up(DAY, rooms_days=0.5, games_days=0, idle_setup_hours=0) == CleanedUp(rooms=1)
        assert await storage.load("HELD") == [b"0"]

    on_storage(path, test)


def test_cleaning_up_much_is_done_a_little_at_a_time(path: Path) -> None:
    async def test(storage: Storage) -> None:
        assert isinstance(storage, SqliteStorage)
        await asyncio.gather(*(storage.append(f"ROOM{number}", 0, [b"0"], now=0.0) for number in range(120)))
        await storage.release_all()
        before = storage.commits
        assert await storage.clean_up(DAY, rooms_days=0, games_days=0, idle_setup_hours=0) == CleanedUp(never_started=120)
        assert storage.commits - before >= 3
        assert await storage.open_rooms() == []

    on_storage(path, test)


def test_health_knows_when_nothing_could_be_written(path: Path) -> None:
    async def test(storage: Storage) -> None:
        await storage.health()
        with locked(path), pytest.raises(StorageAway):
            await storage.health()
        await storage.health()
        path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(StorageAway, match="moved or deleted"):
            await storage.health()

    on_storage(path, test, timeout=0.2)


def test_while_the_database_is_locked_for_long_appends_are_refused_and_later_they_work_again(path: Path) -> None:
    async def test(storage: Storage) -> None:
        with locked(path):
            appends = [storage.append("ROOM", number, [b"entry"], now=0.0) for number in range(3)]
            assert await refusals(*appends) == ["storage/away"] * 3
        assert await storage.load("ROOM") is None
        await storage.append("ROOM", 0, [b"0"], now=0.0)

    on_storage(path, test, timeout=0.2)
