"""One room, without sockets, clocks or storage: whoever runs it says who sent what and when, and does what comes out."""

from casting_shadows.table.entries import Entry, decode_entry, encode_entry
from casting_shadows.table.outbox import Misplay, Out, Think
from casting_shadows.table.room import Room
from casting_shadows.table.room_state import Limits

__all__ = ["Entry", "Limits", "Misplay", "Out", "Room", "Think", "decode_entry", "encode_entry"]
