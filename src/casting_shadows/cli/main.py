"""The command `casting-shadows`: every subcommand, its options, and how errors reach the person who typed it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from casting_shadows import __version__, _build
from casting_shadows.engine.errors import GameError

EXIT_REFUSED = 2
EXIT_INTERRUPTED = 130
ON_THE_PAGE = {"run", "lan", "no_browser"}
"""Options of `play` that are not for the terminal."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; 0 if it worked, 2 for a refusal that says what is wrong."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except GameError as error:
        print(f"casting-shadows: {error}", file=sys.stderr)
        return EXIT_REFUSED
    except BrokenPipeError:  # `casting-shadows cards | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="casting-shadows",
        description="Casting Shadows, the board game of dice, spells and Shadow Forms. An unofficial fan implementation.",
    )
    parser.add_argument("--version", action="version", version=f"casting-shadows {__version__} ({_build.running()} engine)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands)
    _add_simulate(commands)
    _add_records(commands)
    _add_components(commands)
    _add_server(commands)
    return parser


def _own(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--own", metavar="FILE", action="append", default=[], help="a pack of your own (may be repeated)")


def _house_rules(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--layout", default="", help="seven or ten (default: by the number of players)")
    parser.add_argument("--market", default="sides", help="sides or ring, on the ten-hex map")
    parser.add_argument("--transform", default="may", help="at full Shadow Energy you may (English rules) or must (German rules)")
    parser.add_argument("--first-turn-points", type=int, default=4, help="4 (the rule), 3 or 2 for whoever starts")
    parser.add_argument("--bot-hp", type=int, default=6, help="Shadow Boxing: HP of each Bot, 6 (the rule), 8, 10 or 12")


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(options: argparse.Namespace) -> int:
        if options.room:
            from casting_shadows.cli.room_terminal import play_room

            return play_room(options)
        if options.terminal:
            from casting_shadows.cli.terminal import play_in_terminal

            return play_in_terminal(options)
        for name, value in vars(options).items():
            if name not in ON_THE_PAGE and value != play.get_default(name):
                flag = "--" + name.replace("_", "-")
                raise GameError("play/terminal-only", f"{flag} goes with --terminal; on the page you choose it there")
        from casting_shadows.cli.browser import play_in_browser

        return play_in_browser(options)

    play = commands.add_parser("play", help="play a game, in your browser or in this terminal")
    page = play.add_argument_group("in the browser (the default)")
    page.add_argument("--lan", action="store_true", help="let others in the same network in, and show them how")
    page.add_argument("--no-browser", action="store_true", help="only say where the page is")
    terminal = play.add_argument_group("in the terminal")
    terminal.add_argument("--terminal", action="store_true", help="play in this terminal")
    terminal.add_argument(
        "--room", default="", metavar="LINK", help="a room's link, or a server's address to open a new room there"
    )
    terminal.add_argument("--name", default="", help="what you are called in the room (default: you are asked)")
    terminal.add_argument("--mode", choices=("standard", "solo"), help="standard against bots, or solo for Shadow Boxing")
    terminal.add_argument("--players", type=int, default=0, help="you and so many bots less one (default 2)")
    terminal.add_argument("--character", default="", help="your character (default: you are asked)")
    terminal.add_argument("--packs", default="base", help="base or exclusive, perhaps with ice_storm: base,ice_storm")
    terminal.add_argument("--bots", default="greedy", help="the other players' bots, separated by commas")
    terminal.add_argument("--max-rounds", type=int, default=0, help="a game that lasts longer is a tie (default: no limit)")
    _house_rules(terminal)
    terminal.add_argument("--seed", default="", help="play a certain deal; anyone who knows the seed knows the dice")
    terminal.add_argument("--lang", default="en", help="en or de")
    terminal.add_argument("--save", default="", metavar="FILE", help="where the game is kept (default: your data folder)")
    terminal.add_argument("--new", action="store_true", help="do not go on with a saved game")
    _own(terminal)
    play.set_defaults(run=run)


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(options: argparse.Namespace) -> int:
        from casting_shadows.cli.simulate import simulate

        return simulate(options)

    simulation = commands.add_parser("simulate", help="let bots play many games")
    simulation.add_argument("--games", type=int, default=100)
    simulation.add_argument("--players", type=int, default=0, help="default 4, and 1 for --mode solo")
    simulation.add_argument("--packs", default="base")
    simulation.add_argument("--mode", choices=("standard", "solo"), default="standard")
    simulation.add_argument("--bots", default="random", help="names separated by commas; repeated if fewer than seats")
    _house_rules(simulation)
    simulation.add_argument("--max-rounds", type=int, default=200, help="a game that lasts longer is a tie (0: no limit)")
    simulation.add_argument("--seed", default="0")
    simulation.add_argument("--jobs", type=int, default=1)
    simulation.add_argument("--json", action="store_true")
    _own(simulation)
    simulation.set_defaults(run=run)


def _add_records(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run_replay(options: argparse.Namespace) -> int:
        from casting_shadows.cli.records import show_replay

        return show_replay(options)

    def run_verify(options: argparse.Namespace) -> int:
        from casting_shadows.cli.records import show_verified

        return show_verified(options)

    def run_perft(options: argparse.Namespace) -> int:
        from casting_shadows.cli.records import show_perft

        return show_perft(options)

    replay = commands.add_parser("replay", help="play a recorded game again")
    replay.add_argument("file", help="a game's text, or - for standard input")
    replay.add_argument("--step", action="store_true", help="wait for Enter after each move and show the board")
    replay.add_argument("--final", action="store_true", help="only the final position")
    replay.add_argument("--lang", default="en")
    replay.add_argument("--json", action="store_true", help="one JSON object a move, with its events")
    _own(replay)
    replay.set_defaults(run=run_replay)

    verify = commands.add_parser("verify", help="recompute every roll and draw of a finished game from its secret")
    verify.add_argument("file", help="a game's text, or - for standard input")
    verify.add_argument("--json", action="store_true")
    _own(verify)
    verify.set_defaults(run=run_verify)

    perft = commands.add_parser("perft", help="count the sequences of legal actions from a position")
    perft.add_argument("position", help="a position's text, or - for standard input")
    perft.add_argument("depth", type=int)
    perft.add_argument("--divide", action="store_true", help="the count behind each first action")
    perft.add_argument("--json", action="store_true")
    _own(perft)
    perft.set_defaults(run=run_perft)


def _add_components(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run_cards(options: argparse.Namespace) -> int:
        from casting_shadows.cli.components import show_cards

        return show_cards(options)

    def run_check(options: argparse.Namespace) -> int:
        from casting_shadows.cli.components import check_pack

        return check_pack(options)

    cards = commands.add_parser("cards", help="every component with its text, and which values are reconstructed")
    cards.add_argument("--pack", default="", help="base, exclusive or ice_storm (default: all)")
    cards.add_argument("--lang", default="en", help="en or de")
    cards.add_argument("--json", action="store_true")
    cards.add_argument("--markdown", action="store_true", help="as docs/cards.md has it")
    _own(cards)
    cards.set_defaults(run=run_cards)

    pack = commands.add_parser("pack", help="packs of your own").add_subparsers(required=True, metavar="COMMAND")
    check = pack.add_parser("check", help="is this pack right, and what does it change?")
    check.add_argument("file")
    check.add_argument("--packs", default="exclusive,ice_storm", help="what it is laid over (default: everything)")
    check.add_argument("--lang", default="en")
    check.add_argument("--json", action="store_true")
    check.set_defaults(run=run_check)


def _add_server(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from casting_shadows.server.settings import add_arguments, default_database

    def run_serve(options: argparse.Namespace) -> int:
        from casting_shadows.server.serve import run
        from casting_shadows.server.settings import parse

        return run(parse(options, os.environ))

    def run_backup(options: argparse.Namespace) -> int:
        from casting_shadows.server.sqlite_backup import backup

        backup(options.database or default_database(os.environ), options.file, overwrite=options.overwrite)
        print(f"Saved in {options.file}.")
        return 0

    def run_restore(options: argparse.Namespace) -> int:
        from casting_shadows.server.sqlite_backup import restore

        database = options.database or default_database(os.environ)
        restore(options.file, database, force=options.force)
        print(f"{database} is now as it was in {options.file}.")
        return 0

    database = "the server's database (default: as for serve)"
    backup = commands.add_parser("backup", help="copy all rooms and games of a server, also while it runs")
    backup.add_argument("file", help="where the copy goes")
    backup.add_argument("--database", default="", metavar="FILE", help=database)
    backup.add_argument("--overwrite", action="store_true", help="replace a file that is there")
    backup.set_defaults(run=run_backup)
    restore = commands.add_parser("restore", help="put a backup in place of a server's database, while no server runs")
    restore.add_argument("file", help="the backup")
    restore.add_argument("--database", default="", metavar="FILE", help=database)
    restore.add_argument(
        "--force", action="store_true", help="also where there is a database; it is kept with .old behind its name"
    )
    restore.set_defaults(run=run_restore)
    serve = commands.add_parser("serve", help="run a server where people play in rooms")
    add_arguments(serve)
    serve.set_defaults(run=run_serve)


if __name__ == "__main__":
    sys.exit(main())
