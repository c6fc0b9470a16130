"""The tables of the rooms benchmark, and every target with whether it is met."""

from __future__ import annotations

import platform
from typing import Final

from bench.measure import SLOWER, Report

from casting_shadows import _build

COLUMNS: Final = (
    ("rooms", "rooms", "5d"),
    ("actions/s", "rate", "10.0f"),
    ("gross", "gross_ms", "8.2f"),
    ("net", "net_ms", "8.2f"),
    ("busy", "busy_ms", "8.2f"),
    ("core", "core", "7.0%"),
    ("p50 ms", "p50", "8.1f"),
    ("p99", "p99", "8.1f"),
    ("p99.9", "p999", "8.1f"),
    ("RSS MB", "rss_mb", "8.0f"),
    ("KB out", "kb", "8.1f"),
    ("players", "players_core", "9.0%"),
    ("errors", "errors", "8d"),
)
"""Heading, key, format."""


def verdict(what: str, found: float, most: float, unit: str, counts: bool = True) -> None:
    """A target and whether it is met."""
    met = "yes" if found <= most else "NO"
    print(f"{what}: {found:.2f} {unit}, wanted at most {most:g}: {met}{'' if counts else ', but the machine was not quiet'}")


def show(found: Report, before: Report | None) -> None:
    """Everything about one run, and what got slower since the one before."""
    rows = {row["rooms"]: row for row in found["rooms"]}
    print("\nRooms of four people who act every other second. CPU ms of the server for one action: all of it, without what")
    print("open sockets cost by themselves, and at full speed. KB out: of all four updates. Players: the core they use.")
    _table(list(rows.values()))
    for floor in found["synthetic"]:
        rate = floor["actions"] / floor["seconds"]
        print(f"a server that does next to nothing, {floor['rooms']} rooms, {rate:.0f} actions/s: {floor['ms']:.2f} ms an action")
    for peer in found["peers"]:
        print(
            f"{peer['who']}, {peer['rooms']} rooms: {peer['cpu_ms_per_message']:.2f} ms a message, busy {peer['busy_ms']:.2f};"
            f" p50 {peer['p50_ms']:.1f} ms, p99 {peer['p99_ms']:.1f} ms; {peer['rss_mb']:.0f} MB; {peer['errors']} errors"
        )
    least, most = rows[min(rows)], rows[max(rows)]
    growth = most["gross_ms"] / least["gross_ms"]
    print(f"from {min(rows)} to {max(rows)} rooms the cost of an action becomes {growth:.2f} times as much")
    _targets(rows, found)
    print(f"machine: {platform.machine()}, Python {platform.python_version()}, engine {_build.running()}")
    for old in before["rooms"] if before is not None else ():
        row = rows.get(old["rooms"])
        if row is not None and row["gross_ms"] > SLOWER * old["gross_ms"]:
            print(f"{old['rooms']} rooms got slower: {old['gross_ms']:.2f} ms an action last time, {row['gross_ms']:.2f} now")


def _table(rows: list[Report]) -> None:
    widths = [int(form.split(".")[0].rstrip("d")) for _, _, form in COLUMNS]
    print("".join(f"{heading:>{width}}" for (heading, _, _), width in zip(COLUMNS, widths, strict=True)))
    for row in rows:
        rate, kb = row["actions"] / row["seconds"], row["bytes"] / row["actions"] / 1e3
        values = {**row, **row["own_ms"], "rate": rate, "kb": kb}
        quiet = "" if row["quiet"] else f"  not quiet: others used {row['others_core']:.0%} of a core"
        print("".join(f"{values[key]:{form}}" for _, key, form in COLUMNS) + quiet)


def _targets(rows: dict[int, Report], found: Report) -> None:
    verdict("CPU an action at full speed, worst", max(row["busy_ms"] for row in rows.values()), 1.0, "ms")
    verdict("net CPU an action at that pace, worst", max(row["net_ms"] for row in rows.values()), 1.0, "ms")
    for rooms, mark, most in ((200, "p99", 50), (200, "p999", 150), (500, "p99", 100)):
        row = rows[rooms]
        verdict(f"{mark} with {rooms} rooms", row["own_ms"][mark], most, "ms", row["quiet"])
    verdict("core with 200 rooms", rows[200]["core"] * 100, 50, "%")
    verdict("memory with 200 rooms", rows[200]["rss_mb"], 300, "MB")
    verdict("an idle room", found["idle_room_kb"], 100, "KB")
    back = found["restored"]
    print(f"after kill -9 the server starts in {back['start_s']:.2f} s and has everybody back {back['restore_s']:.2f} s later")
    verdict(f"{back['rooms']} games back", back["total_s"], 5, "s")
    for peer in found["peers"]:
        row = rows[peer["rooms"]]
        gross, busy = row["gross_ms"] / peer["cpu_ms_per_message"], row["busy_ms"] / peer["busy_ms"]
        if peer["keeps"]:
            verdict(f"{row['rooms']} rooms, gross", gross, 1, "times the CPU of boardgame.io that keeps its games")
            verdict(f"{row['rooms']} rooms, busy", busy, 1, "times the CPU of boardgame.io that keeps its games")
        else:
            print(f"{row['rooms']} rooms: {gross:.2f} (busy {busy:.2f}) times the CPU of boardgame.io that forgets them")
    errors = sum(part["errors"] for part in (*rows.values(), *found["peers"], back))
    verdict("errors", errors, 0, "in all")


def show_soak(found: Report) -> None:
    """The long run."""
    print(f"{found['actions']} actions in {found['minutes']} minutes, {found['gross_ms']:.2f} ms of CPU each")
    verdict("memory growth once settled", found["growth"] * 100, 5, "%")
    verdict("errors", found["errors"], 0, "in all")
