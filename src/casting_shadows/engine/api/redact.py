"""The one place that decides what of an event each audience hears."""

from __future__ import annotations

from casting_shadows.engine.api.view import SPECTATOR
from casting_shadows.engine.model.events import AnswerSealed, CounterspellTaken, Event
from casting_shadows.engine.state import NONE, SPECTATOR_BIT


def redact(event: Event, viewer: int) -> Event | None:
    """The event as a seat (or SPECTATOR) hears of it; None: it does not."""
    if isinstance(event, AnswerSealed):
        return event if event.seat == viewer else None
    if isinstance(event, CounterspellTaken):
        bit = SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer
        return event if event.seen & bit else CounterspellTaken(event.seat, NONE, event.seen)
    return event


def redacted(events: list[Event], viewer: int) -> list[Event]:
    """All that an audience hears of these events."""
    heard = (redact(event, viewer) for event in events)
    return [event for event in heard if event is not None]
