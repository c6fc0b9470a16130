"""`casting-shadows replay`, `verify` and `perft`."""

from __future__ import annotations

import argparse
import json
import sys

from rich.text import Text

from casting_shadows.cli.board import draw
from casting_shadows.cli.files import plain_console, read_own_packs, read_text
from casting_shadows.engine import (
    SPECTATOR,
    GameError,
    Step,
    apply,
    digest,
    legal_actions,
    parse_position,
    parse_record,
    position,
    replay,
    verify,
    view,
)
from casting_shadows.engine.api.describe import event_code, event_values, sentence
from casting_shadows.engine.rules.playout import perft

MOST_DEPTH = 8


def _step_json(step: Step) -> str:
    state = step.state
    events = [{"event": event_code(event), **event_values(state.box, state.character, event)} for event in step.events]
    return json.dumps({"move": step.number, "who": step.who, "action": step.action, "events": events})


def show_replay(options: argparse.Namespace) -> int:
    """The subcommand `replay`."""
    own = read_own_packs(options.own)
    record = parse_record(read_text(options.file))
    console = plain_console()
    last: Step | None = None
    for step in replay(record, own):
        last = step
        if options.final:
            continue
        if options.json:
            print(_step_json(step))
            continue
        if step.number:
            console.print(Text(f"{step.number:>4} ", style="bold").append(step.who, style="cyan").append(f" {step.action}"))
        for event in step.events:
            console.print(f"       {sentence(step.state.box, step.state.character, event, options.lang)}", style="dim")
        if options.step:
            draw(console, view(step.state, SPECTATOR), options.lang)
            if sys.stdin.readline() == "":
                break
    assert last is not None
    if options.final:
        text = position(last.state)
        print(json.dumps({"moves": last.number, "position": text, "digest": digest(last.state)}) if options.json else text)
    elif not options.json:
        console.print(record.result or "unfinished", style="bold")
    return 0


def show_verified(options: argparse.Namespace) -> int:
    """The subcommand `verify`."""
    own = read_own_packs(options.own)
    record = parse_record(read_text(options.file))
    last = verify(record, own)
    facts = {
        "verified": True,
        "moves": last.number,
        "result": record.result,
        "commitment": record.commitment,
        "from_position": bool(record.seal),
        "exact": record.exact,
        "digest": digest(last.state),
    }
    if options.json:
        print(json.dumps(facts))
    else:
        result = record.result or "unfinished"
        seal = ", the position fits its seal" if record.seal else ""
        print(f"Verified: the secret fits its commitment{seal}, all {last.number} moves are legal, result: {result}.")
        if record.exact:
            print("Its rolls and draws are those the position brought along; the secret had no part in them.")
    return 0


def show_perft(options: argparse.Namespace) -> int:
    """The subcommand `perft`."""
    if not 0 <= options.depth <= MOST_DEPTH:
        raise GameError("perft/depth", f"depth is 0 to {MOST_DEPTH}, not {options.depth}")
    text = read_text("-") if options.position == "-" else options.position
    state = parse_position(text, read_own_packs(options.own))
    parts: dict[str, int] = {}
    if options.divide and options.depth > 0:
        for action in legal_actions(state):
            after = state.copy()
            apply(after, action)
            parts[state.box.table.text(action)] = perft(after, options.depth - 1)
    total = sum(parts.values()) if parts else perft(state, options.depth)
    if options.json:
        print(json.dumps({"depth": options.depth, "sequences": total, "divide": parts}))
        return 0
    for name, number in parts.items():
        print(f"{number:>12}  {name}")
    print(total)
    return 0
