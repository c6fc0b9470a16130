"""An attack from the moment everyone hit is fixed to the last thing it brings about.

The stages, in order: asking, revealing, dealing, marking (Frost Fox, Thunder Pup), pushing (Kit), and for each player hit
returning (its Counterspell) and biting (Hydrattle Snake).
"""

from .board import distance, eliminate, hex_of, neighbours
from .table import PUBLIC, Attack, Hidden, Hit, Table


def open_attack(
    table: Table,
    attacker: int,
    kind: str,
    card: str | None,
    damage: int,
    reach: tuple[int, int],
    tile: str | None,
    hit: list[int],
) -> None:
    """Fix everyone hit and who is asked: every player hit who holds a face-down card."""
    hits = [Hit(seat) for seat in table.enemies(attacker) if seat in hit]
    for one in hits:
        if kind == "spell" and (table.seats[one.seat].frozen or table.seats[one.seat].stunned):
            one.bonus = table.companion(attacker).status_bonus
        if table.seats[one.seat].hidden and not table.is_bot(one.seat):
            one.answer = "pass"
    table.attack = Attack(attacker, kind, card, damage, reach[0], reach[1], tile, hits)


def go_on(table: Table) -> None:
    """Carry the attack on until a player must choose, or until it or the game is over."""
    while table.attack is not None:
        attack = table.attack
        match attack.stage:
            case "asking":
                waits = ask(table, attack)
            case "revealing":
                waits = reveal(table, attack)
            case "dealing":
                waits = deal(table, attack)
            case "marking":
                waits = mark(table, attack)
            case "pushing":
                waits = push(table, attack)
            case "returning":
                waits = give_back(table, attack)
            case "biting":
                waits = bite(table, attack)
            case _:
                raise AssertionError(f"unknown stage {attack.stage}")
        if waits:
            return


def ask(table: Table, attack: Attack) -> bool:
    """Ask the player at the index, if it is to be asked."""
    if attack.index == len(attack.hits):
        attack.stage, attack.index = "revealing", 0
        return False
    hit = attack.hits[attack.index]
    if hit.answer is not None:
        table.wait("respond", hit.seat)
        return True
    attack.index += 1
    return False


def answered(table: Table, words: list[str]) -> None:
    """A sealed answer: "pass", "counter pointed_shield", "counter run_away thornwood"."""
    assert table.attack is not None
    hit = table.attack.hits[table.attack.index]
    if words[0] == "counter":
        hit.answer = words[1]
        hit.to = words[2] if len(words) > 2 else None
    table.attack.index += 1


def reveal(table: Table, attack: Attack) -> bool:
    """Reveal the next answer and let it take effect. A Bot uses its oldest Counterspell, wanted or not."""
    if attack.index == len(attack.hits):
        attack.stage, attack.index = "dealing", 0
        return False
    hit = attack.hits[attack.index]
    player = table.seats[hit.seat]
    if table.is_bot(hit.seat) and player.hidden:
        oldest = player.hidden[0].name
        if table.box.counterspells[oldest].move:
            choices = flee_choices(table)
            if len(choices) > 1:
                player.hidden[0] = Hidden(oldest, PUBLIC)
                table.wait("flee", 0)
                return True
            hit.to = choices[0]
        hit.answer = oldest
    resolve(table, attack, hit)
    attack.index += 1
    return False


def fled(table: Table, tile: str) -> None:
    """The solo player chose where the Bot runs."""
    attack = table.attack
    assert attack is not None
    hit = attack.hits[attack.index]
    hit.answer, hit.to = table.seats[hit.seat].hidden[0].name, tile
    resolve(table, attack, hit)
    attack.index += 1


def resolve(table: Table, attack: Attack, hit: Hit) -> None:
    """A used Counterspell goes to the bottom of its deck and does what it does before the damage."""
    if hit.answer is None or hit.answer == "pass":
        return
    row = table.box.counterspells[hit.answer]
    player = table.seats[hit.seat]
    used = next(card for card in player.hidden if card.name == hit.answer)
    player.hidden.remove(used)
    table.counterspells.append(Hidden(used.name, PUBLIC))
    hit.reduced = row.reduce
    hit.ignored = row.ignore
    if hit.to is not None:
        player.hex = hit.to
        hit.missed = is_out_of_reach(table, attack, hit.to)


def is_out_of_reach(table: Table, attack: Attack, tile: str) -> bool:
    """Whether the attack would miss a player on this tile."""
    if attack.hex is not None:
        return tile != attack.hex
    return not attack.low <= distance(table, hex_of(table, attack.attacker), tile) <= attack.high


def flee_choices(table: Table) -> list[str]:
    """Where the Bot being dealt with may run: out of reach if it can, else to any adjacent hex."""
    attack = table.attack
    assert attack is not None
    here = hex_of(table, attack.hits[attack.index].seat)
    beside = [tile for tile in table.box.hexes if tile in neighbours(table, here)]
    return [tile for tile in beside if is_out_of_reach(table, attack, tile)] or beside


def damage_after_reductions(table: Table, seat: int, amount: int, reduced: int, ignored: bool) -> int:
    """What is left of an enemy's damage to this seat, where it stands now."""
    tile = table.box.hexes[hex_of(table, seat)]
    if tile.unshielded and not table.is_bot(seat):
        return amount
    companion = table.companion(seat)
    less = reduced
    if not table.is_bot(seat):
        less += tile.shield
    if companion.tough and amount >= companion.tough_from:
        less += companion.tough
    return 0 if ignored else max(0, amount - less)


def deal(table: Table, attack: Attack) -> bool:
    """Damage to the next player hit, with the spell's status; who reaches 0 is out at once."""
    if attack.index == len(attack.hits):
        attack.stage, attack.index = "marking", 0
        return False
    hit = attack.hits[attack.index]
    attack.index += 1
    if hit.missed:
        return False
    hit.dealt = damage_after_reductions(table, hit.seat, attack.damage + hit.bonus, hit.reduced, hit.ignored)
    if hit.dealt > 0:
        if attack.kind == "spell" and attack.card is not None:
            row = table.box.main[attack.card]
            if row.freeze:
                give_status(table, hit.seat, "freeze")
            if row.stun:
                give_status(table, hit.seat, "stun")
        hurt(table, hit.seat, hit.dealt)
    return table.phase == "over"


def hurt(table: Table, seat: int, amount: int) -> None:
    """Lose HP; at 0 a player is out."""
    table.seats[seat].hp = max(0, table.seats[seat].hp - amount)
    if table.seats[seat].hp == 0:
        eliminate(table, seat)


def can_get(table: Table, seat: int, status: str) -> bool:
    """Whether a Freeze or Stun token can be put on this player."""
    player = table.seats[seat]
    has = player.frozen if status == "freeze" else player.stunned
    return table.standing(seat) and not has and not table.companion(seat).status_proof


def give_status(table: Table, seat: int, status: str) -> bool:
    """Put the token on the player; gives whether it got one."""
    if not can_get(table, seat, status):
        return False
    if status == "freeze":
        table.seats[seat].frozen = True
    else:
        table.seats[seat].stunned = True
    return True


def mark(table: Table, attack: Attack) -> bool:
    """Frost Fox, Thunder Pup: the first time each turn an Attack Spell does damage. Index 1 is the Freeze, 2 the Stun."""
    companion = table.companion(attack.attacker)
    if attack.index == 0:
        marks = companion.first_hit_freezes or companion.first_hit_stuns
        first = marks and not table.marked and attack.kind == "spell" and any(hit.dealt > 0 for hit in attack.hits)
        if not first:
            attack.stage = "pushing"
            return False
        attack.index = 1
    if attack.index == 3:
        table.marked = True
        attack.stage, attack.index = "pushing", 0
        return False
    wanted = companion.first_hit_freezes if attack.index == 1 else companion.first_hit_stuns
    choices = mark_choices(table) if wanted else []
    if len(choices) > 1:
        table.wait(mark_kind(attack), attack.attacker)
        return True
    if choices:
        give_status(table, choices[0], mark_kind(attack))
    attack.index += 1
    return False


def mark_kind(attack: Attack) -> str:
    return "freeze" if attack.index == 1 else "stun"


def mark_choices(table: Table) -> list[int]:
    """Those damaged, standing and able to get the token."""
    attack = table.attack
    assert attack is not None
    return [hit.seat for hit in attack.hits if hit.dealt > 0 and can_get(table, hit.seat, mark_kind(attack))]


def marked(table: Table, seat: int) -> None:
    """The attacker chose whom its companion marks."""
    assert table.attack is not None
    give_status(table, seat, mark_kind(table.attack))
    table.attack.index += 1


def push(table: Table, attack: Attack) -> bool:
    """Kit's move, if the enemy was not missed and still stands."""
    attack.stage, attack.index = "returning", 0
    character = table.seats[attack.attacker].character
    assert character is not None
    if attack.kind != "ability" or not table.box.characters[character].push:
        return False
    (hit,) = attack.hits
    if hit.missed or not table.standing(hit.seat):
        return False
    table.wait("push", attack.attacker)
    return True


def pushed(table: Table, tile: str) -> None:
    assert table.attack is not None
    table.seats[table.attack.hits[0].seat].hex = tile


def give_back(table: Table, attack: Attack) -> bool:
    """What the Counterspell of the next player hit does after the damage."""
    if attack.index == len(attack.hits):
        table.attack = None
        return True
    attack.stage = "biting"
    hit = attack.hits[attack.index]
    if hit.answer is None or hit.answer == "pass" or not table.standing(hit.seat) or not table.standing(attack.attacker):
        return False
    row = table.box.counterspells[hit.answer]
    if row.deal:
        return_damage(table, attack.attacker, row.deal)
    if table.phase == "over" or not table.standing(attack.attacker):
        return table.phase == "over"
    if row.freeze:
        give_status(table, attack.attacker, "freeze")
    if row.stun and give_status(table, attack.attacker, "stun") and table.turn == attack.attacker and table.pool:
        table.wait("drain", hit.seat)
        return True
    return False


def return_damage(table: Table, attacker: int, amount: int) -> None:
    """Damage to the attacker: it can be reduced, but nothing answers it."""
    hurt(table, attacker, damage_after_reductions(table, attacker, amount, 0, False))


def bite(table: Table, attack: Attack) -> bool:
    """Hydrattle Snake of the next player hit."""
    hit = attack.hits[attack.index]
    attack.stage = "returning"
    attack.index += 1
    companion = table.companion(hit.seat)
    both_stand = table.standing(hit.seat) and table.standing(attack.attacker)
    if companion.return_damage and hit.dealt >= companion.return_from and both_stand:
        return_damage(table, attack.attacker, companion.return_damage)
    return table.phase == "over"
