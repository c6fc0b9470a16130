"""What a client may ask about its seat: previews, reasons, ranges, threats, odds, all worked out from the seat's view alone.

The whole game as text, which tells more than that, is only for those who play alone.
"""

from __future__ import annotations

from casting_shadows.engine import (
    GameError,
    Rng,
    View,
    ask_why,
    can_undo,
    event_code,
    event_values,
    imagine,
    legal,
    position,
    preview,
    reach_map,
    reason,
    reroll_odds,
    threat_map,
    verbs,
    view,
    warnings,
)
from casting_shadows.engine import Hit as Foreseen
from casting_shadows.engine.api.record import LONGEST as LONGEST_TEXT
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.messages import Outgoing
from casting_shadows.protocol.view import Hit
from casting_shadows.table import entries as e
from casting_shadows.table.game import Game
from casting_shadows.table.outbox import Think
from casting_shadows.table.people import Member
from casting_shadows.table.playing import own_seat
from casting_shadows.table.room_state import RoomState, refuse

Question = c.AskPreviews | c.AskReasons | c.AskWhy | c.AskReach | c.AskThreats | c.AskOdds | c.AskWarnings | c.AskWorld


def answer(room: RoomState, member: Member, question: Question) -> Outgoing:
    """Answer a question about one's own seat. Raises GameError."""
    game = _game_of(room, member, question.seat)
    state = game.asked_state(question.seat)
    seen = view(state, question.seat)
    table = state.box.table
    if isinstance(question, c.AskPreviews):
        allowed = set(legal(seen))
        return m.Previews(question.seq, tuple(_preview(seen, text, allowed) for text in question.actions))
    if isinstance(question, c.AskReasons):
        return m.Reasons(question.seq, tuple(_reason(seen, text) for text in question.actions))
    if isinstance(question, c.AskWhy):
        against = ask_why(seen, question.verb, question.about or "")
        return m.Why(question.seq) if against is None else m.Why(question.seq, against.code, against.values)
    if isinstance(question, c.AskReach):
        if question.card not in table.cards:
            refuse("card/unknown", f"there is no card {question.card!r} in this game", card=question.card)
        hexes = reach_map(seen, table.cards.index(question.card))
        return m.Reach(question.seq, tuple(table.tiles[tile] for tile in hexes))
    if isinstance(question, c.AskThreats):
        threats = [
            m.Threat(table.tiles[tile], threat.seat, table.cards[threat.card] if threat.card >= 0 else None, threat.damage)
            for tile, found in threat_map(seen).items()
            for threat in found
        ]
        return m.Threats(question.seq, tuple(threats))
    if isinstance(question, c.AskOdds):
        action = table.parse(question.action)
        if action not in legal(seen) or table.kind[action] != verbs.REROLL:
            refuse("action/no-reroll", "odds can be had of a Reroll you may take now")
        odds = reroll_odds(seen, action)
        castable = {table.cards[card]: chance for card, chance in odds.castable.items()}
        return m.Odds(question.seq, odds.expected, castable, odds.curse)
    if isinstance(question, c.AskWarnings):
        return m.Warnings(question.seq, tuple(m.Regret(found.code, found.values) for found in warnings(seen)))
    return m.World(question.seq, game.version, position(imagine(seen, Rng(room.entropy(32)))))


def _game_of(room: RoomState, member: Member, seat: int) -> Game:
    """The game a question is about; one may also think while it is paused."""
    game = room.game if room.phase == "paused" else room.playing()
    assert game is not None
    own_seat(room, member, seat)
    return game


def hint(room: RoomState, member: Member, command: c.AskHint, now: float) -> None:
    """Let the host's best bot look at the game from this seat. The answer comes with `Room.hinted`, one at a time.

    A game of several people then counts as assisted.
    """
    if not room.options.hints:
        refuse("hint/off", "there are no hints in this room")
    game = _game_of(room, member, command.seat)
    if not game.may_act(command.seat):
        refuse("hint/not-your-turn", "a hint can be had when you are to act")
    assert member.conn is not None
    pending = room.hints.get(member.conn)
    if pending is None:
        if not room.is_alone and not game.assisted:
            room.commit(e.Hinted(at=now))  # without its `seq`: the answer is the hint, never an `ack`
        room.hints[member.conn] = (command.seq, game.version)
        bot = room.bots[-1]  # the registry goes from the weakest to the strongest
        room.out.think.append(Think(command.seat, bot, game.version, "hint", member.conn, command.seq))
    elif pending[0] != command.seq:
        refuse("hint/thinking", "a hint is thought about already")


def whole_text(room: RoomState, member: Member, command: c.AskText, now: float) -> m.GameText:
    """The game so far, to be played on elsewhere. It tells what others may not know, so there must be no others."""
    game = _game_of(room, member, command.seat)
    if not room.is_alone:
        refuse("text/several-people", "a game of several people can be taken along when it is over: it tells what is hidden")
    text = game.whole_text(room.packs)
    if len(text) > LONGEST_TEXT:
        refuse("text/too-long", "this game has grown too long to be taken along: no text of this length is read")
    if not game.assisted:
        room.commit(e.TextTaken(at=now))
    return m.GameText(command.seq, text)


def to_hits(found: tuple[Foreseen, ...]) -> tuple[Hit, ...]:
    """Whom an action would damage."""
    return tuple(Hit(hit.seat, hit.damage, hit.hp, hit.may_answer, hit.statuses) for hit in found)


def _preview(seen: View, text: str, allowed: set[int]) -> m.Preview:
    table = seen.box.table
    action = table.parse(text)
    if action not in allowed:
        refuse("action/not-legal", f"{text[:60]}: a preview can be had of what you may do now")
    found = preview(seen, action)
    return m.Preview(
        table.text(action),
        found.spends,
        found.gains,
        found.points,
        to_hits(found.hits),
        found.heals,
        {who: table.tiles[tile] for who, tile in found.moves.items()},
        tuple(table.cards[card] for card in found.castable),
        found.is_random,
        can_undo(seen, action),
        tuple(m.Consequence(event_code(event), event_values(seen.box, seen.character, event)) for event in found.events),
    )


def _reason(seen: View, text: str) -> m.Reason:
    try:
        against = reason(seen, seen.box.table.parse(text))
    except GameError as error:
        return m.Reason(text, error.code, error.values)
    return m.Reason(text) if against is None else m.Reason(text, against.code, against.values)
