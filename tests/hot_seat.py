"""One person at one device with both seats of a game, over a wire: every message is the test's own."""

from __future__ import annotations

import random
import secrets

import msgspec

from casting_shadows.client import Link, new_token, open_room
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .players import QUICK
from .spoken import Wire

OPTIONS = msgspec.structs.replace(QUICK, max_rounds=200)


class HotSeat:
    """A game that waits for nobody but us."""

    def __init__(self, link: Link, token: str, wire: Wire, chance: random.Random) -> None:
        self.link = link
        self.token = token
        self.wire = wire
        self.chance = chance
        self.seq = 0
        self.update = m.Update(0, 0.0, ())
        self.is_peaceful = False
        """Nobody hurts anybody, or risks Cursed Crystals, as long as there is anything else to do: then a game is long."""

    @classmethod
    async def open(cls, server: str, seed: int | str) -> HotSeat:
        """A game that has just begun."""
        token = new_token()
        link = await open_room(server, "Both", token, OPTIONS)
        game = cls(link, token, await Wire.connect(link, token), random.Random(seed))
        welcome = await game.wire.hear(m.Welcome)
        game.seq = welcome.seq
        await game.command(c.Sit(game.next(), 1))
        await game.command(c.Start(game.next()))
        await game.wire.say(c.Contribute(game.next(), secrets.token_hex(16)))
        game.update = await game.wire.hear(m.Update)
        return game

    def next(self) -> int:
        """The number of the next command."""
        self.seq += 1
        return self.seq

    async def command(self, command: c.Message) -> m.Sent:
        """Send a command with the next number; its answer."""
        await self.wire.say(command)
        return self.hear(await self.wire.answer(self.seq))

    def hear(self, answer: m.Sent) -> m.Sent:
        """Remember how the game stands."""
        updates = [message for message in [*self.wire.heard, answer] if isinstance(message, m.Update)]
        self.update = max([self.update, *updates], key=lambda update: (update.version, update.now))
        return answer

    async def come_back(self, *more: c.Message, version: int | None = None) -> m.Welcome:
        """On a new connection, saying more at once behind the hello."""
        self.wire = await Wire.connect(self.link, self.token, *more, version=version)
        return await self.wire.hear(m.Welcome)

    @property
    def is_over(self) -> bool:
        return not any(part.choices for part in self.update.seats)

    def actions(self) -> list[c.Act]:
        """Everything that may be done now, with the next number."""
        seq, version = self.next(), self.update.version
        waiting = (part for part in self.update.seats if part.seat is not None and part.choices and part.answered is None)
        part = next(waiting)
        assert part.seat is not None
        choices = self.chance.sample(part.choices, len(part.choices))
        if self.is_peaceful:
            choices.sort(key=lambda choice: (choice.foreseen is not msgspec.UNSET, choice.verb in ("reroll", "end")))
        return [c.Act(seq, version, part.seat, choice.action) for choice in choices]

    async def play(self, most: int) -> None:
        """So many actions, or to the end."""
        for _ in range(most):
            if self.is_over:
                return
            await self.wire.say(self.actions()[0])
            self.hear(await self.wire.answer(self.seq))
