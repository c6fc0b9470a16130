"""What each action does."""

from . import attacks, bots, turns
from .board import eliminate, heal, hex_of, refill_places
from .legal import is_free
from .table import Die, Hidden, Table
from .words import RESOURCES


def play(table: Table, action: str) -> None:
    """Play one legal action and everything that follows by itself."""
    table.steps += 1
    do(table, action.split())
    turns.carry_on(table)
    answer_for_leavers(table)


def do(table: Table, words: list[str]) -> None:
    """One action, taken apart into words."""
    assert table.to_act is not None
    seat = table.to_act
    match words[0]:
        case "pick":
            raise AssertionError("a draft is played by the setup")
        case "leave_out":
            turns.leave_out(table, words[1])
        case "gain":
            table.add_tokens([words[1]])
            table.wait("actions", seat)
        case "travel":
            pay_point(table, seat, "travel")
            table.seats[seat].hex = words[1]
        case "cast":
            pay_point(table, seat, "cast")
            cast(table, seat, words[1], words[2:])
        case "reroll":
            pay_point(table, seat, "reroll")
            reroll(table, words[1:])
        case "protect":
            pay_point(table, seat, "protect")
            table.take_from_pool("CC")
        case "refresh":
            pay_point(table, seat, "refresh")
            table.discard.append(table.places.pop(hex_of(table, seat)))
            refill_places(table)
        case "collect":
            pay_point(table, seat, "collect")
            collect(table, seat, words[1], words[2:])
        case "use":
            discard(table, seat, words[1])
            table.add_tokens(table.box.main[words[1]].gives)
            refill_places(table)
        case "ability":
            ability(table, seat, words[1:])
        case "end":
            turns.end_actions(table)
        case "absorb":
            turns.absorb(table, int(words[1]))
        case "transform":
            turns.transform(table, words[1] if len(words) > 1 else None)
        case "stay":
            turns.end_turn(table)
        case "pass" | "counter":
            attacks.answered(table, words)
        case "freeze" | "stun":
            attacks.marked(table, seat_of(table, words[1]))
        case "drain":
            if words[1] != "nothing":
                table.take_from_pool(words[1])
        case "push":
            attacks.pushed(table, words[1])
        case "steer":
            table.phase = "bot"
            bots.go(table, table.turn, words[1])
        case "flee":
            attacks.fled(table, words[1])
        case _:
            raise AssertionError(f"no action: {words}")


def seat_of(table: Table, target: str) -> int:
    """The seat of "@kit"."""
    return [seat.character for seat in table.seats].index(target.removeprefix("@"))


def pay_point(table: Table, seat: int, kind: str) -> None:
    """An action point, or a free use first."""
    if is_free(table, seat, kind):
        table.free -= 1
    else:
        table.points -= 1


def discard(table: Table, seat: int, card: str) -> None:
    """A card leaves the Spell Book; of two copies the one already cast."""
    table.seats[seat].book.remove(card)
    table.discard.append(card)
    if card in table.cast:
        table.cast.remove(card)


def take_counterspell(table: Table, seat: int) -> None:
    top = table.counterspells.pop(0)
    table.seats[seat].hidden.append(Hidden(top.name, top.seen | 1 << seat))


def collect(table: Table, seat: int, card: str, words: list[str]) -> None:
    """Pay, make room, take the card, and fill the place again."""
    for resource in words:
        if resource in RESOURCES:
            table.take_from_pool(resource)
    if "drop" in words:
        discard(table, seat, words[-1])
    if card == "counterspell":
        take_counterspell(table, seat)
    else:
        table.seats[seat].book.append(table.places.pop(hex_of(table, seat)))
    refill_places(table)


def reroll(table: Table, dice: list[str]) -> None:
    """Roll these dice again, the new faces drawn in the order in which dice are written."""
    for die in dice:
        table.pool.remove(Die(die[0], die[1]))
    for die in dice:
        table.pool.append(Die(die[0], table.chance.face()))


def cast(table: Table, seat: int, card: str, words: list[str]) -> None:
    row = table.box.main[card]
    table.cast.append(card)
    if row.is_attack:
        *spent, target = words
        for resource in spent:
            table.take_from_pool(resource)
        damage = row.damage_for(len(spent)) + table.box.hexes[hex_of(table, seat)].attack_bonus
        damage += table.companion(seat).attack_bonus + table.empowered
        reach = (row.range[0], row.range[1] + table.companion(seat).reach)
        tile, hit = aim(table, seat, target)
        attacks.open_attack(table, seat, "spell", card, damage, reach, tile, hit)
        return
    middle = words.index(">")
    for resource in words[:middle]:
        table.take_from_pool(resource)
    table.add_tokens(words[middle + 1 :])
    if row.cleanse:
        table.seats[seat].frozen = table.seats[seat].stunned = False


def aim(table: Table, seat: int, target: str) -> tuple[str | None, list[int]]:
    """The hex aimed at (None: one enemy) and everyone hit."""
    if target.startswith("@"):
        return None, [seat_of(table, target)]
    return target, [other for other in table.enemies(seat) if hex_of(table, other) == target]


def ability(table: Table, seat: int, words: list[str]) -> None:
    """The Shadow ability, for the full charge."""
    player = table.seats[seat]
    assert player.character is not None
    row = table.box.characters[player.character]
    player.energy -= table.box.rules.shadow_limit
    if row.warp:
        player.hex = words[0]
        if "take" in words:
            take_counterspell(table, seat)
    elif row.tow:
        table.seats[seat_of(table, words[0])].hex = words[1]
        tile, hit = aim(table, seat, words[1])
        attacks.open_attack(table, seat, "ability", None, row.damage, (0, 0), tile, hit)
    elif row.damage:
        tile, hit = aim(table, seat, words[0])
        reach = row.range if tile is None else (0, 0)
        attacks.open_attack(table, seat, "ability", None, row.damage, reach, tile, hit)
    else:
        heal(table, seat, row.heal)
        table.empowered += row.empower


def concede(table: Table, seat: int) -> None:
    """Leave the game: at once, or after the attack going on."""
    table.steps += 1
    if table.attack is not None:
        table.leaving = sorted([*table.leaving, seat])
        answer_for_leavers(table)
        return
    eliminate(table, seat)
    if table.phase != "over" and table.turn == seat:
        turns.next_turn(table)
        turns.carry_on(table)


def answer_for_leavers(table: Table) -> None:
    """Whoever conceded during the attack passes and takes the first of its choices."""
    while table.attack is not None and table.to_act in table.leaving:
        play(table, first_answer(table))


def first_answer(table: Table) -> str:
    attack = table.attack
    assert attack is not None
    match table.phase:
        case "respond":
            return "pass"
        case "drain":
            return "drain nothing"
        case "push":
            return f"push {hex_of(table, attack.hits[0].seat)}"
        case "freeze" | "stun":
            return f"{table.phase} @{table.seats[attacks.mark_choices(table)[0]].character}"
        case "flee":
            return f"flee {attacks.flee_choices(table)[0]}"
        case _:
            raise AssertionError(f"nothing to answer in {table.phase}")
