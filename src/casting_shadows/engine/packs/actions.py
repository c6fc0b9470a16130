"""The action table: every action there can be with a set of packs, numbered once.

An action is its number. Its row says what kind it is and with which card, payment, target and so on; its text form is what
is stored and sent, because the number is good for one set of packs only.
"""

from __future__ import annotations

from typing import Final, final

from casting_shadows.engine.errors import BadNotation
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.cards import ATTACK, HEX, RESOURCE
from casting_shadows.engine.model.dice import COLOURS, REROLLS, SIDE_CODES
from casting_shadows.engine.model.resources import CODES, KINDS, pool_text
from casting_shadows.engine.packs.loader import Components
from casting_shadows.engine.packs.payments import conversions, payments, spends

NONE: Final = -1
MOST_ABSORBED: Final = 9
LONGEST_ACTION: Final = 200
MOST_SHOWN: Final = 2000

Shown = tuple[str, str, str, str, str, str, str]
"""An action's text, first word, card, what it spends and gains, its hex, and the card it drops; empty where there is none."""


@final
class ActionTable:
    """Rows by action number, as one list a column: search reads them millions of times."""

    def __init__(self, parts: Components) -> None:
        self.kind: Final[list[int]] = []
        self.card: Final[list[int]] = []
        """Main card, Counterspell or companion, by the kind of action."""
        self.spend: Final[list[int]] = []
        """Packed resources that leave the pool."""
        self.need: Final[list[int]] = []
        """Packed resources that must be in the pool (what is spent, or what is copied)."""
        self.gain: Final[list[int]] = []
        """Packed resources that join the pool as tokens."""
        self.target: Final[list[int]] = []
        """A character, or NONE."""
        self.tile: Final[list[int]] = []
        """A hex, or NONE."""
        self.drop: Final[list[int]] = []
        """The Main card that leaves the Spell Book, or NONE."""
        self.number: Final[list[int]] = []
        """Step of a scaling spell, number of a Reroll, colour of a die, fragments absorbed, kind drained, 1 for `take`."""
        self.cards: Final = [card.id for card in parts.main]
        self.counterspells: Final = [card.id for card in parts.counterspells]
        self.companions: Final = [card.id for card in parts.companions]
        self.tiles: Final = [tile.id for tile in parts.hexes]
        self.characters: Final = [character.id for character in parts.characters]
        self._shown: Final[dict[int, Shown]] = {}

        self.end: Final = self._add(verbs.END)
        self.protect: Final = self._add(verbs.PROTECT)
        self.refresh: Final = self._add(verbs.REFRESH)
        self.stay: Final = self._add(verbs.STAY)
        self.pass_: Final = self._add(verbs.PASS)
        self.concede: Final = self._add(verbs.CONCEDE)
        self.first_pick: Final = self._add_targets(verbs.PICK)
        self.first_leave_out: Final = self._add_numbers(verbs.LEAVE_OUT, 3)
        self.first_gain: Final = self._add_numbers(verbs.GAIN, KINDS)
        self.first_absorb: Final = self._add_numbers(verbs.ABSORB, MOST_ABSORBED + 1)
        self.first_drain: Final = self._add_numbers(verbs.DRAIN, KINDS)
        self.drain_nothing: Final = self._add(verbs.DRAIN)
        self.first_freeze: Final = self._add_targets(verbs.FREEZE)
        self.first_stun: Final = self._add_targets(verbs.STUN)
        self.first_travel: Final = self._add_tiles(verbs.TRAVEL)
        self.first_push: Final = self._add_tiles(verbs.PUSH)
        self.first_steer: Final = self._add_tiles(verbs.STEER)
        self.first_flee: Final = self._add_tiles(verbs.FLEE)
        self.first_reroll: Final = self._add_numbers(verbs.REROLL, len(REROLLS))
        self.transform_alone: Final = self._add(verbs.TRANSFORM)
        self.first_transform: Final = self.size
        for companion in range(len(self.companions)):
            self._add(verbs.TRANSFORM, card=companion)
        self.first_counter: Final[list[int]] = []
        """By Counterspell: its one row, or the first of one row a hex if it moves its owner."""
        for number, counterspell in enumerate(parts.counterspells):
            self.first_counter.append(self.size)
            for tile in range(len(self.tiles)) if counterspell.move else (NONE,):
                self._add(verbs.COUNTER, card=number, tile=tile)
        self.ability: Final = self._add(verbs.ABILITY)
        self.first_ability_at: Final = self._add_targets(verbs.ABILITY)
        self.first_ability_on: Final = self._add_tiles(verbs.ABILITY)
        self.first_ability_take: Final = self.size
        for tile in range(len(self.tiles)):
            self._add(verbs.ABILITY, tile=tile, number=1)
        self.first_ability_tow: Final = self.size
        """`ability @character hex`: row by row of hexes, a block for each character."""
        for character in range(len(self.characters)):
            for tile in range(len(self.tiles)):
                self._add(verbs.ABILITY, target=character, tile=tile)
        first_use = self.size
        for number in range(len(parts.main)):
            if parts.main[number].kind == RESOURCE:
                self._add(verbs.USE, card=number, gain=parts.main[number].gives)
        self.use_of: Final = [NONE] * len(parts.main)
        for action in range(first_use, self.size):
            self.use_of[self.card[action]] = action
        self.first_cast: Final[list[int]] = []
        """By Main card: its first cast."""
        self.casts: Final[list[int]] = []
        """By Main card: how many payments (attacks) or outcomes (conversions) it has."""
        for number in range(len(parts.main)):
            self._add_casts(parts, number)
        self.drops: Final[list[list[int]]] = []
        """By Main card: the offset of each Main card leaving the book when it is collected, NONE if that never happens."""
        self.first_collect: Final[list[int]] = []
        self.collect_ways: Final[list[int]] = []
        """By Main card: how many payments its collection has."""
        self.collect_stride: Final[list[int]] = []
        for number in range(len(parts.main)):
            self._add_collects(parts, number)
        self.counterspell_stride: Final = 1 + len(parts.main)
        self.counterspell_drops: Final = list(range(1, 1 + len(parts.main)))
        """The same offsets for collecting a Counterspell: any Main card may leave a full book."""
        self.first_counterspell_collect: Final = self.size
        for way in payments(parts.rules.counterspell_cost.symbols):
            for drop in range(-1, len(parts.main)):
                self._add(verbs.COLLECT_COUNTERSPELL, spend=way, drop=drop)
        self.counterspell_ways: Final = (self.size - self.first_counterspell_collect) // self.counterspell_stride
        self._by_text: dict[str, int] = {}

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.kind)

    def _add(
        self,
        kind: int,
        card: int = NONE,
        spend: int = 0,
        gain: int = 0,
        target: int = NONE,
        tile: int = NONE,
        drop: int = NONE,
        number: int = NONE,
        need: int = NONE,
    ) -> int:
        self.kind.append(kind)
        self.card.append(card)
        self.spend.append(spend)
        self.need.append(spend if need == NONE else need)
        self.gain.append(gain)
        self.target.append(target)
        self.tile.append(tile)
        self.drop.append(drop)
        self.number.append(number)
        return len(self.kind) - 1

    def _add_targets(self, kind: int) -> int:
        first = self.size
        for character in range(len(self.characters)):
            self._add(kind, target=character)
        return first

    def _add_tiles(self, kind: int) -> int:
        first = self.size
        for tile in range(len(self.tiles)):
            self._add(kind, tile=tile)
        return first

    def _add_numbers(self, kind: int, numbers: int) -> int:
        first = self.size
        for number in range(numbers):
            self._add(kind, number=number)
        return first

    def _add_casts(self, parts: Components, number: int) -> None:
        card = parts.main[number]
        self.first_cast.append(self.size)
        ways = 0
        if card.kind == ATTACK:
            assert card.spend is not None
            for spend, step in spends(card.spend):
                ways += 1
                if card.target == HEX:
                    for tile in range(len(self.tiles)):
                        self._add(verbs.ATTACK, card=number, spend=spend, tile=tile, number=step)
                else:
                    for character in range(len(self.characters)):
                        self._add(verbs.ATTACK, card=number, spend=spend, target=character, number=step)
        elif card.convert is not None:
            for spend, gain in conversions(card.convert):
                ways += 1
                self._add(verbs.CONVERT, card=number, spend=spend, gain=gain)
        elif card.copy is not None:
            for copied, _ in spends(card.copy):
                ways += 1
                self._add(verbs.CONVERT, card=number, need=copied, gain=copied)
        elif card.spend is not None:
            for spend, _ in spends(card.spend):
                ways += 1
                self._add(verbs.CONVERT, card=number, spend=spend, gain=card.gain)
        self.casts.append(ways)

    def _add_collects(self, parts: Components, number: int) -> None:
        card = parts.main[number]
        offsets = [NONE] * len(parts.main)
        stride = 0
        options: list[int] = []
        if card.collect.level == 0:
            options.append(NONE)
        for other in range(len(parts.main)):
            level = card.collect.level
            if level == 0 or (parts.main[other].kind != RESOURCE and parts.main[other].level == level):
                offsets[other] = len(options)
                options.append(other)
        stride = len(options)
        self.first_collect.append(self.size)
        ways = payments(card.collect.symbols)
        for way in ways:
            for drop in options:
                self._add(verbs.COLLECT, card=number, spend=way, drop=drop)
        self.drops.append(offsets)
        self.collect_ways.append(len(ways))
        self.collect_stride.append(stride)

    def shown(self, action: int) -> Shown:
        """What is needed to show an action. Kept: a table is asked for the same few hundred actions all day."""
        found = self._shown.get(action)
        if found is None:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()  # all there are would take more memory than many rooms
            kind, card, tile, drop = self.kind[action], self.card[action], self.tile[action], self.drop[action]
            names = self.cards
            if kind == verbs.TRANSFORM:
                names = self.companions
            elif kind == verbs.COUNTER:
                names = self.counterspells
            found = self._shown[action] = (
                self.text(action),
                verbs.WORDS[kind],
                names[card] if card != NONE else "",
                pool_text(self.spend[action]),
                pool_text(self.gain[action]),
                self.tiles[tile] if tile != NONE else "",
                self.cards[drop] if drop != NONE else "",
            )
        return found

    def text(self, action: int) -> str:
        """An action's text form, such as `cast heavy_hand RG RG @kit`."""
        kind = self.kind[action]
        words = [verbs.WORDS[kind]]
        number = self.number[action]
        if kind == verbs.ATTACK or kind == verbs.CONVERT or kind == verbs.COLLECT or kind == verbs.USE:
            words.append(self.cards[self.card[action]])
        elif kind == verbs.COUNTER:
            words.append(self.counterspells[self.card[action]])
        elif kind == verbs.TRANSFORM and self.card[action] != NONE:
            words.append(self.companions[self.card[action]])
        elif kind == verbs.COLLECT_COUNTERSPELL:
            words.append("counterspell")
        elif kind == verbs.LEAVE_OUT:
            words.append(COLOURS[number])
        elif kind == verbs.GAIN:
            words.append(CODES[number])
        elif kind == verbs.DRAIN:
            words.append("nothing" if number == NONE else CODES[number])
        elif kind == verbs.ABSORB:
            words.append(str(number))
        elif kind == verbs.REROLL:
            words.extend(SIDE_CODES[side] for side in REROLLS[number])
        elif kind == verbs.PICK:
            words.append(self.characters[self.target[action]])
        if self.spend[action]:
            words.append(pool_text(self.spend[action]))
        if kind == verbs.CONVERT:
            words.append(">")
            words.append(pool_text(self.gain[action]))
        if self.target[action] != NONE and kind != verbs.PICK:
            words.append("@" + self.characters[self.target[action]])
        if self.tile[action] != NONE:
            words.append(self.tiles[self.tile[action]])
        if self.drop[action] != NONE:
            words.append("drop " + self.cards[self.drop[action]])
        if kind == verbs.ABILITY and number == 1:
            words.append("take")
        return " ".join(words)

    def parse(self, text: str) -> int:
        """The action of this text form. Raises BadNotation for text that is none with these packs."""
        if not self._by_text:
            self._by_text = {self.text(action): action for action in range(self.size)}
        if len(text) > LONGEST_ACTION:
            raise BadNotation("action/too-long", f"an action is at most {LONGEST_ACTION} characters, got {len(text)}")
        action = self._by_text.get(" ".join(text.split()))
        if action is None:
            raise self._unreadable(text)
        return action

    def _unreadable(self, text: str) -> BadNotation:
        words = text.split()
        values: dict[str, str | int] = {"text": text}
        if not words or words[0] not in verbs.WORDS:
            known = ", ".join(sorted(set(verbs.WORDS)))
            return BadNotation("action/unknown-verb", f"{text!r} does not begin with one of {known}", values)
        known_words = {*self.cards, *self.counterspells, *self.companions, *self.tiles, *self.characters, *COLOURS}
        known_words |= {*CODES, *SIDE_CODES, ">", "drop", "take", "nothing", "counterspell"}
        for word in words[1:]:
            if word.removeprefix("@") not in known_words and not word.isdigit():
                values["word"] = word
                return BadNotation(
                    "action/unknown-word", f"{word!r} in {text!r} is no card, hex, character or resource here", values
                )
        return BadNotation("action/unreadable", f"{text!r} is no action with these packs", values)
