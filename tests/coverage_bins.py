"""What there is to see in Casting Shadows, as a set of names, and which of them one action showed.

Whether an effect fired is read off the events, the states around them and the printed values; the engine is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from casting_shadows.engine import State, open_box
from casting_shadows.engine.model import events as told
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.cards import RESOURCE, Companion
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.resources import CC, ONE, count, unpacked
from casting_shadows.engine.state import FROZEN, NONE, STUNNED

EVERYTHING = ("exclusive", "ice_storm")
"""The packs that hold every component."""
STATUSES = {FROZEN: "frozen", STUNNED: "stunned"}
VERBS = dict(enumerate(verbs.WORDS)) | {
    verbs.ATTACK: "cast an attack",
    verbs.CONVERT: "cast a conversion",
    verbs.COLLECT_COUNTERSPELL: "collect counterspell",
}
PAID = (
    verbs.TRAVEL, verbs.ATTACK, verbs.CONVERT, verbs.REROLL, verbs.PROTECT, verbs.REFRESH, verbs.COLLECT,
    verbs.COLLECT_COUNTERSPELL,
)  # fmt: skip
"""Verbs that cost an action point."""
E = TypeVar("E", bound=Event)


def all_bins() -> set[str]:
    """Everything that must come up."""
    parts = open_box(EVERYTHING).parts
    bins = {f"event {kind.__name__}" for kind in Event.__subclasses__()} | {f"verb {verb}" for verb in VERBS.values()}
    bins |= {"verb drain nothing", "verb push nowhere", "ability iris take"}
    for card in parts.main:
        bins |= {f"collected {card.id}", f"used {card.id}" if card.kind == RESOURCE else f"cast {card.id}"}
    bins |= {f"answered {counterspell.id}" for counterspell in parts.counterspells}
    for companion in parts.companions:
        bins |= {f"summoned {companion.id}", f"fired {companion.id}"}
    bins |= {f"ability {character.id}" for character in parts.characters} | {f"status {name}" for name in STATUSES.values()}
    for tile in parts.hexes:
        if tile.start_gain or tile.start_hp:
            bins.add(f"start on {tile.id}")
        if tile.shield or tile.unshielded:
            bins.add(f"hit on {tile.id}")
        if tile.attack_bonus:
            bins.add(f"attack from {tile.id}")
        if tile.counterspells:
            bins.add(f"collect on {tile.id}")
    return bins


@dataclass(frozen=True)
class Deed:
    """One action with what came of it."""

    before: State
    seat: int
    action: int
    after: State
    events: list[Event]

    @property
    def kind(self) -> int:
        """The action's kind."""
        return self.before.box.table.kind[self.action]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def since(self, first: Event) -> list[Event]:
        """What happened after an event."""
        return self.events[self.events.index(first) + 1 :]


@dataclass(frozen=True)
class Hit:
    """An Attack Spell of a player's that nobody could answer, and the damage it did to one enemy."""

    by: int
    seat: int
    card: int
    printed: int
    amount: int


def plain_hits(deed: Deed) -> list[Hit]:
    """The hits of a spell cast just now, if no answers came between; without what Haze's ability adds."""
    casts = deed.of(told.SpellCast)
    answered = any(isinstance(event, told.AnswersAsked | told.CounterspellUsed) for event in deed.events)
    if deed.kind != verbs.ATTACK or answered or deed.before.empowered:
        return []
    card = deed.before.box.parts.main[casts[0].card]
    assert card.spend is not None
    step = len(unpacked(casts[0].resources)) - 1 if card.spend.most else 0
    hits = [event for event in deed.of(told.Damaged) if event.by == deed.seat]
    return [Hit(deed.seat, event.seat, casts[0].card, card.damage[step], event.amount) for event in hits]


def bins_of(deed: Deed) -> set[str]:
    """Everything one action showed."""
    table = deed.before.box.table
    bins = {f"verb {VERBS[deed.kind]}"} | {f"event {type(event).__name__}" for event in deed.events}
    text = table.text(deed.action)
    if text == "drain nothing":
        bins.add("verb drain nothing")
    if deed.kind == verbs.PUSH and not deed.of(told.Moved):
        bins.add("verb push nowhere")
    if deed.kind == verbs.ABILITY and text.endswith(" take"):
        bins.add("ability iris take")
    for event in deed.events:
        if isinstance(event, told.CardCollected):
            bins.add(f"collected {table.cards[event.card]}")
        elif isinstance(event, told.SpellCast | told.Converted):
            bins.add(f"cast {table.cards[event.card]}")
        elif isinstance(event, told.ResourceCardUsed):
            bins.add(f"used {table.cards[event.card]}")
        elif isinstance(event, told.CounterspellUsed) and not deed.before.is_bot(event.seat):
            bins.add(f"answered {table.counterspells[event.counterspell]}")
        elif isinstance(event, told.Transformed) and event.companion != NONE:
            bins.add(f"summoned {table.companions[event.companion]}")
        elif isinstance(event, told.AbilityUsed):
            bins.add(f"ability {table.characters[deed.before.character[event.seat]]}")
        elif isinstance(event, told.StatusGained):
            bins.add(f"status {STATUSES[event.status]}")
    for seat, companion in enumerate(deed.before.companion):
        if companion != NONE and any(_fired(deed, seat, deed.before.box.parts.companions[companion])):
            bins.add(f"fired {table.companions[companion]}")
    return bins | set(_hexes(deed))


def _hexes(deed: Deed) -> Iterator[str]:
    """Which hexes did something."""
    before, after = deed.before, deed.after
    hexes = before.box.parts.hexes
    for rolled in deed.of(told.DiceRolled):
        tile = after.hex[rolled.seat]
        if rolled.seat == after.turn and tile != NONE and not after.is_bot(rolled.seat):
            follows = deed.since(rolled)
            given = told.ResourcesGained(rolled.seat, hexes[tile].start_gain)
            if given in follows or (hexes[tile].start_hp and any(isinstance(event, told.Healed) for event in follows)):
                yield f"start on {hexes[tile].id}"
    for hit in plain_hits(deed):
        at, under = before.hex[hit.by], before.hex[hit.seat]
        if hexes[under].shield and hit.amount < hit.printed and not _row(before, hit.seat, "tough"):
            yield f"hit on {hexes[under].id}"
        helped = _row(before, hit.by, "attack_bonus") or _row(before, hit.by, "status_bonus")
        if hexes[at].attack_bonus and hit.amount > hit.printed and not helped:
            yield f"attack from {hexes[at].id}"
    attack = before.attack
    for used in deed.of(told.CounterspellUsed):
        card = before.box.parts.counterspells[used.counterspell]
        if attack is not None and used.seat in attack.hit and (card.reduce or card.ignore):
            tile = before.hex[used.seat]
            full = attack.damage + attack.bonus[attack.hit.index(used.seat)]
            dealt = [event.amount for event in deed.of(told.Damaged) if (event.seat, event.by) == (used.seat, attack.by)]
            if hexes[tile].unshielded and dealt == [full]:
                yield f"hit on {hexes[tile].id}"
    if deed.kind == verbs.COLLECT_COUNTERSPELL and deed.of(told.CounterspellTaken):
        yield f"collect on {hexes[before.hex[deed.seat]].id}"


def _row(state: State, seat: int, field: str) -> int:
    """A printed value of a player's companion; 0 without one."""
    companion = state.companion[seat]
    return 0 if companion == NONE else int(getattr(state.box.parts.companions[companion], field))


def _fired(deed: Deed, seat: int, row: Companion) -> Iterator[bool]:
    """Whether a companion's effect made a difference, for each kind of effect it has."""
    before, after = deed.before, deed.after
    parts = before.box.parts
    if deed.seat == seat == before.turn == after.turn:
        yield bool(row.free_uses) and deed.kind in PAID and after.points == before.points
        yield len(row.start_gain) > 1 and deed.kind == verbs.GAIN
    for rolled in deed.of(told.DiceRolled):
        if rolled.seat == seat == after.turn and len(row.start_gain) == 1 and after.hex[seat] != NONE:
            gift = ONE[row.start_gain[0]]
            from_hex = parts.hexes[after.hex[seat]].start_gain == gift
            yield not from_hex and told.ResourcesGained(seat, gift) in deed.since(rolled)
    if told.TurnEnded(seat) in deed.events and deed.kind != verbs.CONCEDE:
        until = deed.events[: deed.events.index(told.TurnEnded(seat))]
        yield row.end_hp > 0 and any(isinstance(event, told.Healed) and event.seat == seat for event in until)
        hurt = any(isinstance(event, told.Damaged) and event.seat == seat for event in until)
        yield row.curse_proof and before.turn == seat and count(before.pool, CC) > 0 and not hurt
    if row.return_damage and before.turn != seat and deed.kind != verbs.DRAIN:
        answered = any(used.seat == seat for used in deed.of(told.CounterspellUsed))
        bites = [event for event in deed.of(told.Damaged) if event.by == seat and event.seat == before.turn and event.amount]
        yield bool(bites) and not answered
    yield len(after.book[seat]) + len(after.counters[seat]) > parts.rules.book and row.extra_cards > 0
    for cast in deed.of(told.SpellCast):
        tile = cast.hex if cast.hex != NONE else before.hex[cast.target]
        if row.reach and cast.seat == seat:
            yield before.map.distance[before.hex[seat]][tile] > parts.main[cast.card].range[1]
        gained = [event.status for event in deed.of(told.StatusGained) if event.by == seat == cast.seat]
        yield row.first_hit_freezes and FROZEN in gained and not parts.main[cast.card].freeze
        yield row.first_hit_stuns and STUNNED in gained and not parts.main[cast.card].stun
    for hit in plain_hits(deed):
        had_status = bool(before.frozen[hit.seat] or before.stunned[hit.seat])
        plain_place = not parts.hexes[before.hex[seat]].attack_bonus and hit.by == seat
        yield row.attack_bonus > 0 and plain_place and hit.amount > hit.printed
        yield row.status_bonus > 0 and plain_place and had_status and hit.amount > hit.printed
        if hit.seat == seat:
            yield row.tough > 0 and hit.amount < hit.printed and not parts.hexes[before.hex[seat]].shield
            marks = parts.main[hit.card].freeze or parts.main[hit.card].stun
            spared = not any(event.seat == seat for event in deed.of(told.StatusGained))
            yield row.status_proof and marks and hit.amount > 0 and after.hp[seat] > 0 and spared
