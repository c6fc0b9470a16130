"""The one way to a room by its code. Who does not know a code learns nothing by trying."""

from __future__ import annotations

import asyncio
import time

from casting_shadows.server.guard import Guard
from casting_shadows.server.http import NotThere
from casting_shadows.server.hub import Hub, RoomElsewhere, RoomHost, read_code


class NoSuchRoom(NotThere):
    """One answer for a code that is wrong, malformed, full or closed."""

    def __init__(self) -> None:
        super().__init__("room/not-open", "no open room has this code: it may be mistyped, full or closed")


class Entrance:
    """Finds rooms for whoever names their code."""

    def __init__(self, hub: Hub, guard: Guard) -> None:
        self.hub = hub
        self.guard = guard

    async def room(self, typed: str, token: str | None, address: str) -> RoomHost:
        """The room of a code, if it lets this person in. Raises NoSuchRoom, always after the same time; TooMuch; StorageError."""
        began, code = time.monotonic(), read_code(typed)
        try:
            async with self.guard.lookups.turn(address):
                self.guard.may_look_up(address, time.monotonic())
                if (found := self._admitted(await self.hub.find_here(code), token, address)) is not None:
                    return found
        except RoomElsewhere:
            # It was no guess, and may take long: who else is behind this address need not wait for it.
            if (found := self._admitted(await self.hub.find(code), token, address)) is not None:
                return found
        await asyncio.sleep(max(0.0, began + self.guard.settings.refusal_delay - time.monotonic()))
        raise NoSuchRoom

    def _admitted(self, host: RoomHost | None, token: str | None, address: str) -> RoomHost | None:
        if host is not None and host.room.admits(token, self.hub.clock()):
            return host
        self.guard.looked_in_vain(address, time.monotonic())
        return None
