"""`casting-shadows cards` and `casting-shadows pack check`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from casting_shadows.cli.files import plain_console, read_own_packs, read_text, split_names
from casting_shadows.engine import Box, GameError, open_box, parse_own_pack
from casting_shadows.engine.api.cardtext import card_facts
from casting_shadows.engine.packs.pack import SHIPPED, shipped_pack
from casting_shadows.engine.words import Words, load_words

TABLES = ("characters", "hexes", "main", "counterspells", "companions")


def _rows_of(pack: str) -> list[str]:
    """The components a pack brings, in its order; what it contains comes first."""
    data = shipped_pack(pack).data
    inner = [row for name in data["pack"].get("contains", []) if name != "base" for row in _rows_of(name)]
    return [*inner, *(row for table in TABLES for row in data.get(table, {}))]


def show_cards(options: argparse.Namespace) -> int:
    """The subcommand `cards`."""
    words = load_words(options.lang)
    own = read_own_packs(options.own)
    if options.pack and options.pack not in SHIPPED and options.pack not in [pack.name for pack in own]:
        raise GameError("pack/unknown", f"there is no pack {options.pack!r}; there are {', '.join(SHIPPED)}")
    box = open_box(("exclusive", "ice_storm", *(pack.name for pack in own)), own)
    groups: dict[str, list[str]] = {name: _rows_of(name) for name in SHIPPED if options.pack in ("", name)}
    for pack in own:
        if options.pack in ("", pack.name):
            groups[pack.name] = [row for table in TABLES for row in pack.data.get(table, {})]
    if options.json:
        facts = {name: [card_facts(box.parts, row, options.lang) for row in rows] for name, rows in groups.items()}
        print(json.dumps(facts, ensure_ascii=False))
        return 0
    if options.markdown:
        _print_markdown(words, box, groups, options.lang)
        return 0
    console = plain_console()
    for name, rows in groups.items():
        title = words.tables["names"].get(name, name)
        console.print(f"\n{title}", style="bold")
        for row in rows:
            _print_card(console, card_facts(box.parts, row, options.lang))
    console.print("\n" + words.term("reconstructed_note"), style="dim")
    return 0


def _print_markdown(words: Words, box: Box, groups: dict[str, list[str]], language: str) -> None:
    """The reference in docs/: one table a pack, reconstructed values named in the last column."""
    print(f"# {words.ui('all_cards')}\n\n{words.ui('made_by_command')}\n\n{words.term('reconstructed_note')}")
    for name, rows in groups.items():
        print(f"\n## {words.tables['names'].get(name, name)}\n")
        print(f"| {words.ui('column_name')} | {words.ui('column_text')} | {words.ui('column_cost')} | * |\n|---|---|---|---|")
        for row in rows:
            facts = card_facts(box.parts, row, language)
            level = f" {facts['level']}" if facts.get("level") else ""
            copies = f", x{facts['copies']}" if facts.get("copies") else ""
            marks = facts["reconstructed"]
            listed = ", ".join(marks) if isinstance(marks, list) else ""
            kind = f"{facts['kind_name']}{level}{copies}"
            print(f"| **{facts['name']}**<br>{kind} | {facts['text']} | {facts.get('collect_text', '')} | {listed} |")


def _print_card(console: Console, facts: Mapping[str, object]) -> None:
    line = Text()
    line.append(str(facts["name"]), style="bold cyan")
    line.append(f"  {facts['kind_name']}", style="dim")
    if facts.get("level"):
        line.append(f" {facts['level']}", style="dim")
    if facts.get("copies"):
        line.append(f"  x{facts['copies']}", style="dim")
    console.print(line)
    if facts.get("collect_text"):
        console.print(Text(f"    {facts['collect_text']}", style="dim"), soft_wrap=False)
    console.print(Text(f"    {facts['text']}"))
    marks = facts["reconstructed"]
    if isinstance(marks, list) and marks:
        console.print(Text(f"    * {', '.join(str(mark) for mark in marks)}", style="yellow dim"))


def check_pack(options: argparse.Namespace) -> int:
    """The subcommand `pack check`: reads a pack, puts it over all shipped ones, and shows what it changes."""
    pack = parse_own_pack(read_text(options.file), Path(options.file).name)
    packs = split_names(options.packs)
    plain = open_box(packs)
    box = open_box((*packs, pack.name), (pack,))
    changed = [row for table in TABLES for row in pack.data.get(table, {})]
    known = {card for table in (plain.card_number, plain.counterspell_number, plain.companion_number) for card in table}
    known |= {*plain.hex_number, *plain.character_number}
    if options.json:
        facts = [card_facts(box.parts, row, options.lang) for row in changed]
        print(json.dumps({"pack": pack.label, "components": facts}, ensure_ascii=False))
        return 0
    console = plain_console()
    console.print(f"{pack.label} is right.", style="bold")
    for row in changed:
        if row in known:
            before = card_facts(plain.parts, row, options.lang)
            console.print(Text(f"  {before['name']}: {before['text']}", style="dim strike"))
        _print_card(console, card_facts(box.parts, row, options.lang))
    return 0
