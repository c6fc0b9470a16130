"""Messages to and from JSON. Decoding is strict and never raises anything but `Malformed`."""

from __future__ import annotations

from typing import Final

import msgspec

from casting_shadows.protocol.commands import Message, Seq
from casting_shadows.protocol.messages import Outgoing, Sent

PROTOCOL: Final = 1
"""Raised with every release that an older client or server could not live with. A field that is added later needs a default."""

_incoming: Final = msgspec.json.Decoder(Message)
_sent: Final = msgspec.json.Decoder(Sent)
_encoder: Final = msgspec.json.Encoder()


class _Numbered(msgspec.Struct, frozen=True):
    seq: Seq


_numbered: Final = msgspec.json.Decoder(_Numbered)


class Malformed(Exception):
    """Not a message. Says what is wrong and where."""

    code: Final = "message/malformed"

    def __init__(self, why: str, seq: int | None = None) -> None:
        super().__init__(why)
        self.seq = seq
        """The number it gives itself, if that can be read."""
        self.message = f"this is not a message of protocol {PROTOCOL}: {why}"


def decode(frame: str | bytes) -> Message:
    """A client's message. Raises Malformed."""
    try:
        message: Message = _incoming.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(_printable(str(error)), _number(frame)) from None
    return message


def _number(frame: str | bytes) -> int | None:
    """What a command that cannot be read is called by whoever waits for its answer."""
    try:
        return _numbered.decode(frame).seq
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def decode_sent(frame: str | bytes) -> Sent:
    """A room's message, for clients. Raises Malformed."""
    try:
        message: Sent = _sent.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(_printable(str(error))) from None
    return message


def encode(message: Outgoing | msgspec.Struct) -> bytes:
    """The JSON of a message."""
    return _encoder.encode(message)


def _printable(why: str) -> str:
    """An error may quote what was sent; keep it short and encodable."""
    return why.encode("unicode_escape").decode()[:300]
