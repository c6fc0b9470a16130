"""A box: the components of one set of packs, laid out for fast play, with their action table.

Rules read plain lists of ints here (by card, hex, companion, character number); the frozen rows they come from stay in
`parts` for everything that is not in a hurry.
"""

from __future__ import annotations

from typing import Final, final

from casting_shadows.engine.errors import BadPack
from casting_shadows.engine.model import cards
from casting_shadows.engine.model.dice import CONFIGS, rerolls_from
from casting_shadows.engine.model.map import Map
from casting_shadows.engine.model.resources import BITS, GUARD, KINDS, MOST
from casting_shadows.engine.packs.actions import ActionTable
from casting_shadows.engine.packs.loader import combine
from casting_shadows.engine.packs.pack import ADD_ONS, EDITIONS, Pack, shipped_pack

MEMO_MOST: Final = 20_000
"""A memo of legal casts or collections is emptied at this size, so that a long-running server stays small."""

TARGET_SHIFT: Final = KINDS * BITS
"""Above the pool in a memo key; ten hexes still fit into a short integer."""

HEAL: Final = 0
EMPOWER: Final = 1
WARP: Final = 2
TOW: Final = 3
STRIKE: Final = 4
BURST: Final = 5
ABILITIES: Final[list[str]] = ["heal", "empower", "warp", "tow", "strike", "burst"]


@final
class Box:
    """Everything that is the same in every game with these packs."""

    def __init__(self, packs: list[Pack]) -> None:
        self.packs: Final = packs
        self.parts: Final = combine(packs)
        parts = self.parts
        self.table: Final = ActionTable(parts)
        self.card_number: Final = {card.id: number for number, card in enumerate(parts.main)}
        self.counterspell_number: Final = {card.id: number for number, card in enumerate(parts.counterspells)}
        self.companion_number: Final = {card.id: number for number, card in enumerate(parts.companions)}
        self.hex_number: Final = {tile.id: number for number, tile in enumerate(parts.hexes)}
        self.character_number: Final = {character.id: number for number, character in enumerate(parts.characters)}

        self.rules: Final = parts.rules
        self.most_hp: Final = parts.rules.most_hp
        self.points: Final = parts.rules.points
        self.book_size: Final = parts.rules.book
        self.base_limit: Final = parts.rules.base_limit
        self.shadow_limit: Final = parts.rules.shadow_limit

        self.card_kind: Final = [card.kind for card in parts.main]
        self.level: Final = [card.level for card in parts.main]
        self.collect_level: Final = [card.collect.level for card in parts.main]
        self.damage: Final = [list(card.damage) for card in parts.main]
        self.is_hex_spell: Final = [card.target == cards.HEX for card in parts.main]
        self.range_min: Final = [card.range[0] for card in parts.main]
        self.range_max: Final = [card.range[1] for card in parts.main]
        self.freezes: Final = [card.freeze for card in parts.main]
        self.stuns: Final = [card.stun for card in parts.main]
        self.cleanses: Final = [card.cleanse for card in parts.main]

        self.reduce: Final = [card.reduce for card in parts.counterspells]
        self.ignore: Final = [card.ignore for card in parts.counterspells]
        self.moves: Final = [("adjacent", "any").index(card.move) + 1 if card.move else 0 for card in parts.counterspells]
        """0: stays, 1: to an adjacent hex, 2: to any other hex."""
        self.deals: Final = [card.deal for card in parts.counterspells]
        self.answer_freezes: Final = [card.freeze for card in parts.counterspells]
        self.answer_stuns: Final = [card.stun for card in parts.counterspells]

        companions = parts.companions
        self.free_mask: Final = [card.free_mask for card in companions]
        self.free_uses: Final = [card.free_uses for card in companions]
        self.start_choice: Final = [list(card.start_gain) for card in companions]
        self.end_hp: Final = [card.end_hp for card in companions]
        self.return_from: Final = [card.return_from for card in companions]
        self.return_damage: Final = [card.return_damage for card in companions]
        self.tough_from: Final = [card.tough_from for card in companions]
        self.tough: Final = [card.tough for card in companions]
        self.attack_bonus: Final = [card.attack_bonus for card in companions]
        self.curse_proof: Final = [card.curse_proof for card in companions]
        self.reach: Final = [card.reach for card in companions]
        self.extra_cards: Final = [card.extra_cards for card in companions]
        self.first_hit_freezes: Final = [card.first_hit_freezes for card in companions]
        self.first_hit_stuns: Final = [card.first_hit_stuns for card in companions]
        self.status_proof: Final = [card.status_proof for card in companions]
        self.status_bonus: Final = [card.status_bonus for card in companions]

        self.hex_shield: Final = [tile.shield for tile in parts.hexes]
        self.hex_bonus: Final = [tile.attack_bonus for tile in parts.hexes]
        self.hex_start_hp: Final = [tile.start_hp for tile in parts.hexes]
        self.hex_start_gain: Final = [tile.start_gain for tile in parts.hexes]
        self.hex_unshielded: Final = [tile.unshielded for tile in parts.hexes]
        self.desert: Final = [tile.counterspells for tile in parts.hexes].index(True)

        self.ability: Final = [ABILITIES.index(character.ability) for character in parts.characters]
        self.ability_min: Final = [character.range[0] for character in parts.characters]
        self.ability_max: Final = [character.range[1] for character in parts.characters]

        self.maps: Final[dict[str, Map]] = {}
        """Maps laid so far, by layout and who sits where."""
        numbers = range(len(parts.main))
        table = self.table
        self.cast_mask: Final = [self._wanted(table.first_cast[card], self._cast_rows(card)) for card in numbers]
        """By Main card: the fields of a pool its casts look at. Nothing there: it cannot be cast."""
        self._cast_memo: Final[list[dict[int, list[int]]]] = [{} for _ in parts.main]
        self._collect_mask: Final = [self._wanted(table.first_collect[card], self._collect_rows(card)) for card in numbers]
        self._collect_memo: Final[list[dict[int, list[int]]]] = [{} for _ in parts.main]
        rows = self.table.counterspell_ways * self.table.counterspell_stride
        self._counterspell_mask: Final = self._wanted(self.table.first_counterspell_collect, rows)
        self._counterspell_memo: Final[dict[int, list[int]]] = {}
        self._rerolls: Final[list[list[int] | None]] = [None] * CONFIGS

    def _cast_rows(self, card: int) -> int:
        return self.table.casts[card] * self._targets(card)

    def _targets(self, card: int) -> int:
        if self.card_kind[card] != cards.ATTACK:
            return 1
        return len(self.table.tiles) if self.is_hex_spell[card] else len(self.table.characters)

    def _collect_rows(self, card: int) -> int:
        return self.table.collect_ways[card] * self.table.collect_stride[card]

    def _wanted(self, first: int, rows: int) -> int:
        """The fields of a pool that matter to these rows, as a mask: pools alike there share a memo entry."""
        used = 0
        for action in range(first, first + rows):
            used |= self.table.need[action]
        mask = 0
        for shift in range(0, KINDS * BITS, BITS):
            if (used >> shift) & MOST:
                mask |= MOST << shift
        return mask

    def casts(self, card: int, pool: int, targets: int) -> list[int]:
        """The casts of a card this pool can pay, at the targets in a bit mask (characters or hexes; 1 for a Conversion).

        Shared, not copied: callers only read it.
        """
        key = (pool & self.cast_mask[card]) | (targets << TARGET_SHIFT)
        memo = self._cast_memo[card]
        found = memo.get(key)
        if found is None:
            if len(memo) >= MEMO_MOST:
                memo.clear()
            found = []
            stride = self._targets(card)
            first = self.table.first_cast[card]
            for way in range(self.table.casts[card]):
                action = first + way * stride
                if ((pool | GUARD) - self.table.need[action]) & GUARD == GUARD:
                    found.extend([action + target for target in range(stride) if (targets >> target) & 1])
            memo[key] = found
        return found

    def collects(self, card: int, pool: int) -> list[int]:
        """The first row of each payment this pool has for collecting a card. Shared: callers only read it."""
        key = pool & self._collect_mask[card]
        found = self._collect_memo[card].get(key)
        if found is None:
            found = self._payable(
                pool, self.table.first_collect[card], self.table.collect_ways[card], self.table.collect_stride[card]
            )
            if len(self._collect_memo[card]) >= MEMO_MOST:
                self._collect_memo[card].clear()
            self._collect_memo[card][key] = found
        return found

    def counterspell_collects(self, pool: int) -> list[int]:
        """The first row of each payment this pool has for a Counterspell. Shared: callers only read it."""
        key = pool & self._counterspell_mask
        found = self._counterspell_memo.get(key)
        if found is None:
            table = self.table
            found = self._payable(pool, table.first_counterspell_collect, table.counterspell_ways, table.counterspell_stride)
            if len(self._counterspell_memo) >= MEMO_MOST:
                self._counterspell_memo.clear()
            self._counterspell_memo[key] = found
        return found

    def _payable(self, pool: int, first: int, ways: int, stride: int) -> list[int]:
        rows = [first + way * stride for way in range(ways)]
        return [action for action in rows if ((pool | GUARD) - self.table.need[action]) & GUARD == GUARD]

    def rerolls(self, dice: int) -> list[int]:
        """The Rerolls these dice allow. Shared: callers only read it."""
        found = self._rerolls[dice]
        if found is None:
            found = [self.table.first_reroll + number for number in rerolls_from(dice)]
            self._rerolls[dice] = found
        return found


_BOXES: Final[dict[str, Box]] = {}
MOST_BOXES: Final = 64


def open_box(names: tuple[str, ...], own: tuple[Pack, ...] = ()) -> Box:
    """The box of these packs: one edition, perhaps an add-on, then players' own packs.

    Raises BadPack for packs that do not go together, or an own pack that was not handed over.
    """
    editions = [name for name in names if name in EDITIONS]
    if len(editions) != 1:
        raise BadPack("pack/edition", f"choose exactly one of {', '.join(EDITIONS)}; got {', '.join(names) or 'nothing'}")
    handed = {pack.name: pack for pack in own}
    wanted: list[Pack] = []

    def want(name: str) -> None:
        pack = shipped_pack(name)
        for inner in pack.data["pack"].get("contains", []):
            want(inner)
        if pack not in wanted:
            wanted.append(pack)

    want(editions[0])
    for name in ADD_ONS:
        if name in names:
            want(name)
    for name in names:
        if name in EDITIONS or name in ADD_ONS:
            continue
        if name not in handed:
            raise BadPack("pack/unknown", f"there is no pack {name!r} here", {"pack": name})
        wanted.append(handed[name])
    if len(set(names)) != len(names):
        raise BadPack("pack/twice", f"a pack is named twice in {', '.join(names)}")
    key = " ".join(pack.label for pack in wanted)
    if key not in _BOXES:
        if len(_BOXES) >= MOST_BOXES:
            _BOXES.clear()
        _BOXES[key] = Box(wanted)
    return _BOXES[key]
