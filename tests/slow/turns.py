"""The beginning and the end of a turn, and whose turn is next."""

from . import bots
from .attacks import go_on, hurt
from .board import eliminate, heal, hex_of, refill_portal
from .table import Die, Table


def begin_turn(table: Table, seat: int) -> None:
    """Statuses are noted; a Stunned player says which die stays out before the roll."""
    player = table.seats[seat]
    is_first_turn = table.phase == "draft"
    table.turn = seat
    table.points = table.box.rules.points
    if is_first_turn:
        table.points = min(table.points, table.options.first_turn_points)
    table.free = table.companion(seat).free_uses
    table.empowered = 0
    table.marked = False
    table.began_frozen, table.began_stunned = player.frozen, player.stunned
    table.pool = []
    table.cast = []
    if table.is_bot(seat):
        table.phase, table.to_act = "bot", seat
        bots.begin(table, seat)
    elif player.stunned:
        table.wait("leave_out", seat)
    else:
        roll(table, "RRBBP")


def leave_out(table: Table, colour: str) -> None:
    roll(table, "RRBBP".replace(colour[0].upper(), "", 1))


def roll(table: Table, colours: str) -> None:
    """The roll, then the hex, then the companion, whose choice is made with the roll in sight."""
    seat = table.turn
    table.pool = [Die(colour, table.chance.face()) for colour in colours]
    tile = table.box.hexes[hex_of(table, seat)]
    heal(table, seat, tile.start_hp)
    if tile.start_gain is not None:
        table.add_tokens(tile.start_gain.split())
    gain = table.companion(seat).start_gain
    if gain is not None and " or " in gain:
        table.wait("gain", seat)
        return
    if gain is not None:
        table.add_tokens(gain.split())
    table.wait("actions", seat)


def end_actions(table: Table) -> None:
    """Phase 3: absorbing is asked if there is a fragment and room for it."""
    player = table.seats[table.turn]
    limit = table.box.rules.shadow_limit if player.shadow else table.box.rules.base_limit
    if "SF" in table.resources() and player.energy < limit:
        table.wait("absorb", table.turn)
    else:
        ask_to_transform(table)


def absorb(table: Table, count: int) -> None:
    """The fragments lie in the pool until it empties; nothing can use them any more."""
    table.seats[table.turn].energy += count
    ask_to_transform(table)


def ask_to_transform(table: Table) -> None:
    player = table.seats[table.turn]
    if not player.shadow and player.energy >= table.box.rules.base_limit:
        table.wait("transform", table.turn)
    else:
        end_turn(table)


def transform(table: Table, companion: str | None) -> None:
    """Into Shadow Form, with a companion from the portal if one lies there."""
    player = table.seats[table.turn]
    player.energy -= table.box.rules.base_limit
    player.shadow = True
    if companion is not None:
        table.portal.remove(companion)
        player.companion = companion
        refill_portal(table)
        if table.box.companions[companion].status_proof:
            player.frozen = player.stunned = False
    end_turn(table)


def end_turn(table: Table) -> None:
    """Cursed Crystals, the pool, Mending Newt, status tokens; then the next player."""
    seat = table.turn
    player = table.seats[seat]
    companion = table.companion(seat)
    curses = table.resources().count("CC")
    if curses and not companion.curse_proof:
        hurt(table, seat, curses)
    if table.phase == "over":
        return
    table.pool = []
    if table.standing(seat):
        heal(table, seat, companion.end_hp)
        player.frozen = player.frozen and not table.began_frozen
        player.stunned = player.stunned and not table.began_stunned
    next_turn(table)


def next_turn(table: Table) -> None:
    """The next player standing begins; coming to, or passing over, the seat that started ends a round."""
    at = table.order.index(table.turn)
    for seat in table.order[at + 1 :] + table.order[: at + 1]:
        if seat == table.first:
            if table.round == table.options.max_rounds:
                table.end_game()
                return
            table.round += 1
        if table.standing(seat):
            begin_turn(table, seat)
            return


def carry_on(table: Table) -> None:
    """Let happen what happens by itself, until a player must choose or the game is over."""
    while table.phase != "over":
        if table.attack is not None:
            go_on(table)
            if table.attack is not None or table.phase == "over":
                return
            let_leavers_go(table)
            if table.phase == "over":
                return
            if not table.standing(table.turn):
                next_turn(table)
            elif table.is_bot(table.turn):
                table.phase = "bot"
            else:
                table.wait("actions", table.turn)
                return
        elif not table.is_bot(table.turn) or table.phase == "steer":
            return
        elif not bots.act(table, table.turn):
            bots.finish(table, table.turn)
            if table.phase != "over":
                next_turn(table)


def let_leavers_go(table: Table) -> None:
    """Who conceded during the attack is out now that it is over."""
    for seat in list(table.leaving):
        if table.standing(seat) and table.phase != "over":
            eliminate(table, seat)
