"""The Python side of a room: connect, join, watch, play. docs/client.md shows a bot in ten lines."""

from casting_shadows.client.connection import Refused, RoomClient, Turn
from casting_shadows.client.links import Link, new_token, open_room, parse_link, request

__all__ = ["Link", "Refused", "RoomClient", "Turn", "new_token", "open_room", "parse_link", "request"]
