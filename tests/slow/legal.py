"""What the player whose choice it is may do, as a set of action texts."""

from itertools import combinations

from .attacks import flee_choices, mark_choices
from .board import distance, hex_of, is_within, neighbours
from .bots import steer_choices
from .box import Main
from .table import Table
from .words import conversions, copies, payments


def legal(table: Table) -> set[str]:
    """Every legal action; none when the game is over."""
    if table.phase == "over":
        return set()
    assert table.to_act is not None
    seat = table.to_act
    match table.phase:
        case "draft":
            return picks(table)
        case "leave_out":
            return {"leave_out red", "leave_out blue", "leave_out purple"}
        case "gain":
            return {f"gain {resource}" for resource in (table.companion(seat).start_gain or "").split(" or ")}
        case "actions":
            return actions(table, seat)
        case "absorb":
            return absorbs(table, seat)
        case "transform":
            return transforms(table)
        case "respond":
            return responses(table, seat)
        case "freeze" | "stun":
            return {f"{table.phase} {name(table, other)}" for other in mark_choices(table)}
        case "drain":
            return {f"drain {resource}" for resource in table.resources()} | {"drain nothing"}
        case "push":
            return pushes(table)
        case "steer":
            return {f"steer {tile}" for tile in steer_choices(table)}
        case "flee":
            return {f"flee {tile}" for tile in flee_choices(table)}
        case _:
            raise AssertionError(f"unknown phase {table.phase}")


def name(table: Table, seat: int) -> str:
    """A target as it is written."""
    return f"@{table.seats[seat].character}"


def text(*parts: str) -> str:
    """Words with single spaces between them, empty ones left out."""
    return " ".join(part for part in parts if part)


def picks(table: Table) -> set[str]:
    """Characters nobody has."""
    taken = [seat.character for seat in table.seats]
    return {f"pick {character}" for character in table.box.characters if character not in taken}


def absorbs(table: Table, seat: int) -> set[str]:
    limit = table.box.rules.shadow_limit if table.seats[seat].shadow else table.box.rules.base_limit
    most = min(table.resources().count("SF"), limit - table.seats[seat].energy)
    return {f"absorb {count}" for count in range(most + 1)}


def transforms(table: Table) -> set[str]:
    found = {f"transform {companion}" for companion in table.portal} or {"transform"}
    if table.options.transform == "may":
        found.add("stay")
    return found


def responses(table: Table, seat: int) -> set[str]:
    """A pass, or one face-down Counterspell with where it moves its player."""
    found = {"pass"}
    here = hex_of(table, seat)
    for card in table.seats[seat].hidden:
        move = table.box.counterspells[card.name].move
        if move == "adjacent":
            found |= {f"counter {card.name} {tile}" for tile in neighbours(table, here)}
        elif move == "any":
            found |= {f"counter {card.name} {tile}" for tile in table.map if tile != here}
        else:
            found.add(f"counter {card.name}")
    return found


def pushes(table: Table) -> set[str]:
    assert table.attack is not None
    (hit,) = table.attack.hits
    here = hex_of(table, hit.seat)
    return {f"push {tile}" for tile in [here, *neighbours(table, here)]}


def can_afford(table: Table, seat: int, kind: str) -> bool:
    """Whether an action point or a free use is left for an action of this kind."""
    return table.points > 0 or is_free(table, seat, kind)


def is_free(table: Table, seat: int, kind: str) -> bool:
    """Whether the companion pays for the next action of this kind."""
    pays_for = table.companion(seat).free_kind
    return table.free > 0 and (pays_for == kind or (pays_for == "other" and kind != "travel"))


def actions(table: Table, seat: int) -> set[str]:
    """Everything one may do in Phase 2."""
    found = {"end"} | uses(table, seat) | abilities(table, seat)
    if can_afford(table, seat, "travel") and not table.seats[seat].frozen:
        found |= {f"travel {tile}" for tile in neighbours(table, hex_of(table, seat))}
    if can_afford(table, seat, "cast"):
        found |= casts(table, seat)
    if can_afford(table, seat, "reroll"):
        found |= rerolls(table)
    if can_afford(table, seat, "protect") and "CC" in table.resources():
        found.add("protect")
    if can_afford(table, seat, "refresh") and hex_of(table, seat) in table.places:
        found.add("refresh")
    if can_afford(table, seat, "collect"):
        found |= collects(table, seat) | counterspell_collects(table, seat)
    return found


def uses(table: Table, seat: int) -> set[str]:
    return {f"use {card}" for card in table.seats[seat].book if not table.box.main[card].is_spell}


def rerolls(table: Table) -> set[str]:
    dice = [die for die in table.dice() if die.face != "C"]
    return {
        text("reroll", *(die.text for die in choice)) for count in range(1, len(dice) + 1) for choice in combinations(dice, count)
    }


def casts(table: Table, seat: int) -> set[str]:
    """Every cast of every spell that has a copy not cast yet this turn."""
    found = set()
    book = table.seats[seat].book
    for card in set(book):
        row = table.box.main[card]
        if row.is_spell and book.count(card) > table.cast.count(card):
            if row.is_attack:
                found |= attack_casts(table, seat, card, row)
            else:
                found |= conversion_casts(table, card, row)
    return found


def attack_casts(table: Table, seat: int, card: str, row: Main) -> set[str]:
    low, high = row.range
    high += table.companion(seat).reach
    targets = targets_in_range(table, seat, row.target, low, high)
    pool = table.resources()
    return {
        text("cast", card, *spent, target) for symbols in row.spend for spent in payments(symbols, pool) for target in targets
    }


def targets_in_range(table: Table, seat: int, target: str, low: int, high: int) -> set[str]:
    """Enemies in range as they are written, or hexes in range with an enemy on them."""
    here = hex_of(table, seat)
    enemies = [other for other in table.enemies(seat) if is_within(table, here, hex_of(table, other), low, high)]
    if target == "enemy":
        return {name(table, other) for other in enemies}
    return {hex_of(table, other) for other in enemies}


def conversion_casts(table: Table, card: str, row: Main) -> set[str]:
    pool = table.resources()
    if row.convert is not None:
        pairs = conversions(row.convert, pool)
    elif row.copy is not None:
        pairs = {((), gained) for gained in copies(*row.copy, pool)}
    else:
        pairs = {(spent, tuple(row.gain)) for symbols in row.spend for spent in payments(symbols, pool)}
    return {text("cast", card, *spent, ">", *gained) for spent, gained in pairs}


def collects(table: Table, seat: int) -> set[str]:
    """Every way to take the card at one's hex."""
    card = table.places.get(hex_of(table, seat))
    if card is None:
        return set()
    row = table.box.main[card]
    book = table.seats[seat].book
    if row.costs_level is not None:
        drops = [other for other in book if table.box.main[other].is_spell and table.box.main[other].level == row.costs_level]
    elif table.room_in_book(seat):
        drops = [""]
    else:
        drops = book
    return {
        text("collect", card, *spent, f"drop {drop}" if drop else "")
        for spent in payments(row.collect, table.resources())
        for drop in drops
    }


def counterspell_collects(table: Table, seat: int) -> set[str]:
    """Every way to take the top Counterspell."""
    if not table.box.hexes[hex_of(table, seat)].counterspells or not table.counterspells:
        return set()
    drops = [""] if table.room_in_book(seat) else table.seats[seat].book
    return {
        text("collect counterspell", *spent, f"drop {drop}" if drop else "")
        for spent in payments(table.box.rules.counterspell_cost, table.resources())
        for drop in drops
    }


def abilities(table: Table, seat: int) -> set[str]:
    """The Shadow ability, with a full charge."""
    player = table.seats[seat]
    if not player.shadow or player.energy < table.box.rules.shadow_limit:
        return set()
    assert player.character is not None
    row = table.box.characters[player.character]
    if row.warp:
        found = {f"ability {tile}" for tile in table.map}
        if row.take_counterspell and table.room_in_book(seat) and table.counterspells:
            found |= {f"ability {tile} take" for tile in table.map}
        return found
    if row.tow:
        return {
            f"ability {name(table, other)} {tile}"
            for other in table.enemies(seat)
            for tile in table.map
            if distance(table, hex_of(table, other), tile) <= row.tow
        }
    if row.damage:
        return {f"ability {target}" for target in targets_in_range(table, seat, row.target, *row.range)}
    return {"ability"}
