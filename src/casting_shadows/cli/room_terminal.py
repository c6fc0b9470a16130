"""`casting-shadows play --terminal --room LINK`: a room on a server, played in a terminal."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path

from rich.console import Console
from rich.text import Text

from casting_shadows.cli.files import plain_console
from casting_shadows.cli.prompt import LEAVE, Prompt, Quit, ask
from casting_shadows.client import Link, Refused, RoomClient, Turn, new_token, open_room, parse_link, request
from casting_shadows.engine import Pack, State, event_from, load_words, parse_own_pack, parse_position, parse_record, verify
from casting_shadows.protocol import Options, RoomInfo
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import Event

WAITING = ("version/stale", "answer/given", "answer/not-asked", "room/paused", "room/ended", "seat/played-by-bot")
"""Refusals that only mean that the game has gone on meanwhile."""
TOKENS_KEPT = 100


class RoomTerminal:
    """A person in a room, at a terminal."""

    def __init__(self, console: Console, language: str, room: RoomClient) -> None:
        self.console = console
        self.language = language
        self.words = load_words(language)
        self.room = room
        self.own: tuple[Pack, ...] = ()
        self.prompt: Prompt | None = None
        self.news: list[Event | m.Line] = []
        """What has come in and was not shown yet."""
        self.told = 0
        """The last version whose events came in."""
        room.on_message = self._hear

    def _hear(self, message: m.Sent) -> None:
        if isinstance(message, m.Update):
            events = message.seats[0].events if message.seats else ()
            self.news += [event for event in events if event.version > self.told]
            self.told = max(self.told, message.version)
        elif isinstance(message, m.Line):
            self.news.append(message)

    def say(self, key: str, **values: str | int) -> None:
        """A line of our own."""
        self.console.print(self.words.ui(key, **values), style="dim")

    async def run(self) -> None:
        """Sit down, wait for the start, play until the end. Raises Quit."""
        room = self.room
        await self._open_packs()
        await self._sit_down()
        assert room.info is not None
        if room.info.phase == "setup":
            await self._wait_for_start()
        while not room.is_over:
            turn = room.turn()
            if turn is not None:
                await self._choose(turn)
            else:
                await self._watch()
        await self._show_end()

    async def _show_end(self) -> None:
        """What happened last, and who won: from the whole game, which everyone may have now, every roll checked."""
        result, seats = self._info().result, self._seats()
        if result is None or not seats:
            return
        link = f"{self.room.link.server}/api/games/{result.game}/text"
        text = await asyncio.to_thread(request, "GET", link)
        await self._show_news(verify(parse_record(text), self.own).state)
        assert self.prompt is not None
        self.prompt.show_end()
        self.say("game_kept", link=link)

    async def _open_packs(self) -> None:
        """The packs the room's owner brought along."""
        address = f"{self.room.link.server}/api/rooms/{self.room.link.room}/packs/"
        texts = [await asyncio.to_thread(request, "GET", address + pack.name) for pack in self._info().own_packs]
        self.own = tuple(parse_own_pack(text) for text in texts)

    def _info(self) -> RoomInfo:
        assert self.room.info is not None
        return self.room.info

    def _seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self._info().seats) if chair.member == self.room.you]

    async def _sit_down(self) -> None:
        """Take the first open seat; where none is open, watch."""
        if self._seats() or self._info().phase != "setup":
            return
        for seat, chair in enumerate(self._info().seats):
            if chair.kind == "open":
                await self.room.command(c.Sit, seat=seat)
                return

    async def _wait_for_start(self) -> None:
        room = self.room
        self.say("room_link", link=str(room.link))
        if self._info().owner == room.you:
            await self._prepare()
        else:
            await room.command(c.Ready)
            self.say("room_waiting")
        await room.until(lambda: self._info().phase in ("playing", "ended"))

    async def _prepare(self) -> None:
        """The owner fills the table and starts."""
        while self._info().phase == "setup":
            for seat, chair in enumerate(self._info().seats):
                self.console.print(f"  {seat + 1}  {chair.name or self.words.ui('seat_open')}")
            typed = (await asyncio.to_thread(ask, self.console, self.words.ui("room_start"))).lower()
            if typed in LEAVE:
                raise Quit
            try:
                if typed in self._info().bots:
                    for seat, chair in enumerate(self._info().seats):
                        if chair.kind == "open":
                            await self.room.command(c.SetBot, seat=seat, bot=typed)
                elif not typed:
                    await self.room.command(c.Start)
                    return
            except Refused as refusal:
                self.console.print(self.words.explained(refusal), style="yellow")

    async def _watch(self) -> None:
        """Show what others do until something is to be done here."""
        version = self.room.update.version if self.room.update is not None else 0
        await self._show_news()
        await self.room.until(
            lambda: (
                self.room.is_over
                or self.room.turn() is not None
                or (self.room.update is not None and self.room.update.version != version)
            )
        )

    async def _world(self, seat: int) -> tuple[int, State] | None:
        """A state that this seat cannot tell from the real one: everything shown here is made from it.

        None if the game has just ended.
        """
        try:
            world = await self.room.command(c.AskWorld, seat=seat)
        except Refused as refusal:
            if refusal.code not in WAITING:
                raise
            return None
        assert isinstance(world, m.World)
        return world.version, parse_position(world.position, self.own)

    async def _show_news(self, state: State | None = None) -> None:
        """Tell what has happened since it was last told."""
        update, seats = self.room.update, self._seats()
        if update is None or not seats:
            return
        if state is None:
            world = await self._world(seats[0])
            if world is None:
                return
            state = world[1]
        if self.prompt is None:
            self.prompt = Prompt(self.console, self.language, seats[0], state)
        news, self.news = self.news, []
        for item in news:
            if isinstance(item, m.Line):
                said = item.text or self.words.tables["chat_phrases"].get(item.phrase, item.phrase)
                self.console.print(Text(f"  {item.name}: {said}", style="cyan"))
            elif item.code == "undone":
                who = self._info().seats[int(item.values["seat"])].name
                self.console.print("  " + self.words.counted("undone", int(item.values["steps"]), player=who), style="dim")
            elif item.code in ("time_up", "bot_took", "returned"):
                who = self._info().seats[int(item.values["seat"])].name
                self.console.print("  " + self.words.ui(item.code, player=who), style="dim")
            else:
                self.prompt.tell([event_from(state.box, state.character, item.code, item.values)], state)

    async def _choose(self, turn: Turn) -> None:
        await self._show_news()
        version, state = await self._world(turn.seat) or (0, None)
        if state is None or version != turn.version or self.prompt is None or state.to_act != turn.seat:
            return
        self.prompt.seat = turn.seat
        chosen = await asyncio.to_thread(self.prompt.choose, state)
        try:
            if chosen == "undo":
                await self.room.command(c.Undo, version=turn.version, seat=turn.seat)
            elif isinstance(chosen, int):
                await turn.play(state.box.table.text(chosen))
        except Refused as refusal:
            self.console.print(self.words.explained(refusal), style="yellow")
            if refusal.code not in (*WAITING, "undo/nothing"):
                raise


def _tokens_file() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "casting-shadows" / "rooms.json"


def _token(link: Link, fresh: str) -> str:
    """This machine's token for a room, the same again after a restart. Only its owner can read the file."""
    file = _tokens_file()
    try:
        known: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    token = known.setdefault(str(link), fresh)
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as kept:
        json.dump(dict(list(known.items())[-TOKENS_KEPT:]), kept)
    return token


async def _play(console: Console, options: argparse.Namespace) -> None:
    name = options.name or await asyncio.to_thread(ask, console, load_words(options.lang).ui("your_name"))
    token = new_token()
    if "/r/" in options.room:
        link = parse_link(options.room)
    else:
        is_solo = options.mode == "solo"
        wanted = Options(players=options.players or (1 if is_solo else 2), mode="solo" if is_solo else "standard")
        link = await open_room(options.room.rstrip("/"), name, token, wanted)
    async with RoomClient(link, _token(link, token)) as room:
        await room.join(name)
        await RoomTerminal(console, options.lang, room).run()


def play_room(options: argparse.Namespace) -> int:
    """The command."""
    console = plain_console()
    try:
        asyncio.run(_play(console, options))
    except (Quit, EOFError):
        console.print()
    return 0
