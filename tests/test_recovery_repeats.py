"""Commands that come twice, late, out of order or from two devices at once take effect once; whoever was away is told all."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import Event
from casting_shadows.table.entries import Acted, Answered

from .counts import runs
from .hot_seat import HotSeat
from .players import UNLIMITED, Played, played, record_of
from .servers import Server, a_server
from .spoken import Wire, run

pytestmark = pytest.mark.once

REPEATED = runs(300, 10_000)
AT_ONCE = runs(20, 500)


def done(server: Server, game: HotSeat) -> list[Played]:
    """What the record says was done, in order."""
    entries = record_of(server.database, game.link.room)
    both = [*played(entries, 0), *played(entries, 1)]
    return sorted(both, key=lambda found: (found.version, found.seat))


@pytest.mark.T12
def test_a_command_sent_up_to_five_times_over_several_sockets_takes_effect_once(tmp_path: Path) -> None:
    chance = random.Random("repeat")

    async def repeat(game: HotSeat, act: c.Act) -> None:
        """Send a command some times, here and on further connections, until it is answered."""
        await game.wire.say(*[act] * chance.randint(1, 5))
        while chance.random() < 0.1:
            if chance.random() < 0.5:
                await game.wire.close()
            await game.come_back(*[act] * chance.randint(1, 5), version=chance.choice([None, game.update.version]))
        answer = game.hear(await game.wire.answer(act.seq))
        assert isinstance(answer, m.Update | m.Ack), answer
        await game.wire.say(c.Answering(game.next(), "always"))  # so that the repeats are answered too, and we see the game
        game.hear(await game.wire.answer(game.seq))

    async def test(server: Server) -> None:
        repeated = 0
        while repeated < REPEATED:
            game = await HotSeat.open(server.url, repeated)
            expected: list[Played] = []
            while not game.is_over and repeated < REPEATED:
                act = game.actions()[0]
                await repeat(game, act)
                expected.append(Played(act.version, act.seat, act.action))
                repeated += 1
            assert done(server, game) == sorted(expected, key=lambda found: (found.version, found.seat))
            await game.wire.close()

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


@pytest.mark.T12
@pytest.mark.T18
def test_commands_repeated_after_a_restart_are_answered_again_and_not_done_again(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        game = await HotSeat.open(server.url, 1)
        acts = []
        for _ in range(20):
            acts.append(game.actions()[0])
            await game.wire.say(acts[-1])
            game.hear(await game.wire.answer(game.seq))
        stored = record_of(server.database, game.link.room)
        server.kill()
        server.restart()
        welcome = await game.come_back()
        assert welcome.seq == game.seq
        for act in acts:
            await game.wire.say(act)
            answer = await game.wire.answer(act.seq)
            assert isinstance(answer, m.Ack)
        again = record_of(server.database, game.link.room)
        assert [entry for entry in again if entry.by] == [entry for entry in stored if entry.by]

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


@pytest.mark.T13
def test_stale_and_reordered_commands_are_refused_with_a_fresh_view_and_change_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        game = await HotSeat.open(server.url, 1)
        while not game.is_over:
            first, *others = game.actions()
            await game.wire.say(first)
            game.hear(await game.wire.answer(first.seq))
            if game.update.version == first.version or not any(part.choices for part in game.update.seats):
                continue
            before = len(record_of(server.database, game.link.room))
            stale = c.Act(game.next(), first.version, first.seat, others[0].action if others else first.action)
            await game.wire.say(stale)
            refused = await game.wire.answer(stale.seq)
            assert isinstance(refused, m.Refused) and refused.code == "version/stale"
            shown = await game.wire.hear(m.Update)
            assert shown.version == game.update.version
            assert [part.view for part in shown.seats] == [part.view for part in game.update.seats]
            early, late = c.Act(game.next(), stale.version, first.seat, "end"), c.Answering(game.next(), "fits")
            await game.wire.say(late, early)
            game.hear(await game.wire.answer(late.seq))
            refused = await game.wire.answer(early.seq)
            assert isinstance(refused, m.Refused) and refused.code == "command/out-of-order"
            assert len(record_of(server.database, game.link.room)) == before + 1, "only how one wants to be asked"

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


async def long_game(server: Server) -> HotSeat:
    """A game that goes on after more versions than are kept."""
    for seed in range(20):
        game = await HotSeat.open(server.url, seed)
        game.is_peaceful = True
        await game.play(150)
        if not game.is_over and game.update.version > 110:
            return game
    raise AssertionError("even peaceful games are short")


@pytest.mark.T15
def test_whoever_was_away_is_told_exactly_what_was_told_to_those_who_stayed_or_the_last_of_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        game = await long_game(server)
        version = game.update.version
        told: dict[int, list[list[Event]]] = {}
        for update in [message for message in game.wire.heard if isinstance(message, m.Update)]:
            for place, part in enumerate(update.seats):
                for event in part.events:
                    told.setdefault(event.version, [[], []])[place].append(event)
        for restarted in (False, True):
            if restarted:
                server.kill()
                server.restart()
            for missing in (0, 1, 2, 50, 99, 100, 101, version - 1, version, -5):
                await game.come_back(version=version - missing)
                update = await game.wire.hear(m.Update)
                assert update.version == version
                assert [part.view for part in update.seats] == [part.view for part in game.update.seats]
                assert update.missed == (missing > 100 or missing < 0)
                expected = range(version - (100 if update.missed else missing) + 1, version + 1)
                for place, part in enumerate(update.seats):
                    events = [event for number in expected for event in told.get(number, [[], []])[place]]
                    assert list(part.events) == events

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


@pytest.mark.T17
def test_the_newest_device_has_the_seat_and_two_that_act_at_once_do_one_thing(tmp_path: Path) -> None:
    chance = random.Random("two devices")

    async def both(game: HotSeat) -> None:
        """The device that is there and a new one act at the same moment."""
        acts = game.actions()
        old, mine = game.wire, acts[0]
        other = chance.choice([mine, chance.choice(acts), c.Act(game.next(), mine.version, mine.seat, mine.action)])
        _, new = await asyncio.gather(old.say(mine), Wire.connect(game.link, game.token, other))
        game.wire = new
        game.hear(await new.answer(other.seq))
        await new.say(c.Answering(game.next(), "always"))
        game.hear(await new.answer(game.seq))
        assert await old.end() == 4000
        goodbye = old.heard[-1]
        assert isinstance(goodbye, m.Bye) and goodbye.code == "seat/elsewhere" and goodbye.retry is None

    async def test(server: Server) -> None:
        times = 0
        while times < AT_ONCE:
            game = await HotSeat.open(server.url, times)
            here = 0
            while not game.is_over and times < AT_ONCE:
                await both(game)
                times += 1
                here += 1
            acted = [entry for entry in record_of(server.database, game.link.room) if isinstance(entry, Acted | Answered)]
            by_us = Counter(entry.seq for entry in acted if entry.by)
            assert by_us.total() == here and set(by_us.values()) == {1}
            await game.wire.close()

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
