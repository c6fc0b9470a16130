"""What rooms and clients say to each other: typed messages, JSON on the wire. PROTOCOL.md tells it message by message."""

from casting_shadows.protocol.codec import PROTOCOL, Malformed, decode, decode_sent, encode
from casting_shadows.protocol.options import CLOCKS, Options, RoomInfo

__all__ = ["CLOCKS", "PROTOCOL", "Malformed", "Options", "RoomInfo", "decode", "decode_sent", "encode"]
