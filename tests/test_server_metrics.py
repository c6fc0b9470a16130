"""What a server counts comes out as Prometheus reads it, for those who may read it."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from prometheus_client.parser import text_string_to_metric_families

from casting_shadows.server.limits import Limit
from casting_shadows.server.metrics import CONTENT_TYPE, MOST_LABELS, Census, Durations, Metrics, may_read, new_registry, text


def samples(metrics: Metrics) -> dict[str, float]:
    """`casting_shadows_rooms{state=play}` and its value, for every sample of a scrape."""

    def named() -> Iterator[tuple[str, float]]:
        for family in text_string_to_metric_families(text(new_registry(metrics)).decode()):
            for sample in family.samples:
                labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
                yield sample.name.removeprefix("casting_shadows_") + (f"{{{labels}}}" if labels else ""), sample.value

    return dict(named())


def test_everything_starts_at_zero_and_is_there() -> None:
    found = samples(Metrics())
    counters = (
        "actions", "frames_in", "frames_out", "bytes_in", "bytes_out", "appends", "commits", "slow_readers_dropped",
        "rooms_restored", "errors",
    )  # fmt: skip
    for name in counters:
        assert found[f"{name}_total"] == 0
    for limit in Limit:
        assert found[f"limits_total{{limit={limit}}}"] == 0
    assert found["sockets"] == found["players_online"] == 0
    assert found["bot_seconds_count"] == found["commit_seconds_count"] == 0
    assert found["process_resident_memory_bytes"] > 0
    assert any(name.startswith("build_info{engine=") for name in found)


def test_what_was_counted_is_told() -> None:
    metrics = Metrics()
    metrics.actions += 3
    metrics.bytes_out += 70_000
    metrics.limits[Limit.CHAT] += 1
    metrics.refused("action/not-adjacent")
    metrics.refused("action/not-adjacent")
    found = samples(metrics)
    assert (found["actions_total"], found["bytes_out_total"], found["errors_total"]) == (3, 70_000, 0)
    assert found["limits_total{limit=chat_interval}"] == 1
    assert found["refusals_total{code=action/not-adjacent}"] == 2


def test_the_census_is_taken_at_every_scrape() -> None:
    rooms = {"setup": 1, "play": 2}
    metrics = Metrics(lambda: Census(rooms, sockets=9, players=8))
    assert samples(metrics)["rooms{state=play}"] == 2
    rooms["play"] = 5
    found = samples(metrics)
    assert (found["rooms{state=setup}"], found["rooms{state=play}"]) == (1, 5)
    assert (found["sockets"], found["players_online"]) == (9, 8)


def test_durations_are_counted_up_to_each_bound() -> None:
    metrics = Metrics()
    metrics.commit_seconds = Durations((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 3.0):
        metrics.commit_seconds.observe(seconds)
    found = samples(metrics)
    assert [found[f"commit_seconds_bucket{{le={bound}}}"] for bound in ("0.1", "1.0", "+Inf")] == [2, 3, 4]
    assert found["commit_seconds_count"] == 4
    assert found["commit_seconds_sum"] == pytest.approx(3.65)


def test_codes_nobody_foresaw_cannot_fill_the_memory() -> None:
    metrics = Metrics()
    for number in range(10 * MOST_LABELS):
        metrics.refused(f"made/up-{number}")
    metrics.refused("made/up-0")
    assert len(metrics.refusals) == MOST_LABELS + 1
    assert metrics.refusals["made/up-0"] == 2
    assert metrics.refusals["other"] == 9 * MOST_LABELS


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.actions += 1
    one.refused("a/b")
    one.bot_seconds.observe(0.2)
    found = samples(other)
    assert (found["actions_total"], found["bot_seconds_count"]) == (0, 0)
    assert not other.refusals


def test_the_answer_is_of_a_type_prometheus_knows() -> None:
    assert CONTENT_TYPE.startswith("text/plain; version=")


DIRECT: list[tuple[bytes, bytes]] = [(b"host", b"127.0.0.1:8421")]
FORWARDED = [*DIRECT, (b"x-forwarded-for", b"127.0.0.1")]


@pytest.mark.parametrize(
    ("setting", "peer", "headers", "may"),
    [
        ("all", "203.0.113.5", DIRECT, True),
        ("all", None, FORWARDED, True),
        ("off", "127.0.0.1", DIRECT, False),
        ("local", "127.0.0.1", DIRECT, True),
        ("local", "127.0.0.2", DIRECT, True),
        ("local", "::1", DIRECT, True),
        ("local", "::ffff:127.0.0.1", DIRECT, True),
        ("local", "10.0.0.9", DIRECT, True),
        ("local", "203.0.113.5", DIRECT, False),
        ("local", "192.168.1.20", DIRECT, False),
        ("local", None, DIRECT, False),
        ("local", "127.0.0.1", FORWARDED, False),
        ("local", "10.0.0.9", FORWARDED, False),
    ],
)
def test_who_may_read_metrics(setting: str, peer: str | None, headers: list[tuple[bytes, bytes]], may: bool) -> None:
    assert may_read(setting, peer, headers, (ip_network("10.0.0.0/8"),)) is may
