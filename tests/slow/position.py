"""Positions as one line of text, written and read."""

from .board import lay_out
from .box import open_boxes
from .chance import Chance
from .table import Attack, Die, Hidden, Hit, Options, Seat, Table, Token
from .words import in_order

STATUSES = {(False, False): "-", (True, False): "F", (False, True): "S", (True, True): "FS"}


def listed(parts: list[str]) -> str:
    return ",".join(parts) or "-"


def unlisted(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def or_dash(text: str | int | None) -> str:
    return "-" if text is None else str(text)


def undash(text: str) -> str | None:
    return None if text == "-" else text


def hidden_text(card: Hidden) -> str:
    return f"{card.name}/{card.seen:02x}"


def read_hidden(text: str) -> Hidden:
    name, seen = text.split("/")
    return Hidden(name, int(seen, 16))


def seat_text(table: Table, seat: Seat) -> str:
    return ":".join(
        (
            or_dash(seat.character),
            str(seat.hp),
            str(seat.energy),
            "shadow" if seat.shadow else "base",
            or_dash(seat.hex),
            STATUSES[seat.frozen, seat.stunned],
            or_dash(seat.companion),
            listed(table.box.sorted_cards(seat.book)),
            listed([hidden_text(card) for card in seat.hidden]),
        )
    )


def read_seat(text: str) -> Seat:
    character, hp, energy, form, tile, status, companion, book, hidden = text.split(":")
    return Seat(
        character=undash(character),
        hp=int(hp),
        energy=int(energy),
        shadow=form == "shadow",
        hex=undash(tile),
        frozen="F" in status,
        stunned="S" in status,
        companion=undash(companion),
        book=unlisted(book),
        hidden=[read_hidden(card) for card in unlisted(hidden)],
    )


def hit_text(hit: Hit) -> str:
    answer = "-" if hit.answer is None else hit.answer if hit.to is None else f"{hit.answer}>{hit.to}"
    numbers = (hit.bonus, hit.reduced, int(hit.ignored), int(hit.missed), hit.dealt)
    return "/".join((str(hit.seat), answer, *(str(number) for number in numbers)))


def read_hit(text: str) -> Hit:
    seat, answer, bonus, reduced, ignored, missed, dealt = text.split("/")
    card, _, to = answer.partition(">")
    return Hit(int(seat), undash(card), to or None, int(bonus), int(reduced), ignored == "1", missed == "1", int(dealt))


def attack_text(attack: Attack | None) -> str:
    if attack is None:
        return "-"
    head = (
        str(attack.attacker),
        attack.kind,
        or_dash(attack.card),
        str(attack.damage),
        f"{attack.low}-{attack.high}",
        or_dash(attack.hex),
        attack.stage,
        str(attack.index),
    )
    return ":".join(head + tuple(hit_text(hit) for hit in attack.hits))


def read_attack(text: str) -> Attack | None:
    if text == "-":
        return None
    attacker, kind, card, damage, reach, tile, stage, index, *hits = text.split(":")
    low, high = reach.split("-")
    return Attack(
        attacker=int(attacker),
        kind=kind,
        card=undash(card),
        damage=int(damage),
        low=int(low),
        high=int(high),
        hex=undash(tile),
        hits=[read_hit(hit) for hit in hits],
        stage=stage,
        index=int(index),
    )


def write(table: Table) -> str:
    """The position as text."""
    options = table.options
    tokens = [piece.resource for piece in table.pool if isinstance(piece, Token)]
    fields: dict[str, str] = {
        "packs": "+".join(table.box.packs),
        "mode": options.mode,
        "layout": table.layout,
        "tiles": listed([f"{tile}@{q}@{r}" for tile, q, r in options.tiles]),
        "market": options.market,
        "transform": options.transform,
        "first_turn_points": str(options.first_turn_points),
        "bot_hp": str(options.bot_hp),
        "max_rounds": str(options.max_rounds),
        "first": str(table.first),
        "order": listed([str(seat) for seat in table.order]),
        "round": str(table.round),
        "turn": str(table.turn),
        "phase": table.phase,
        "to_act": or_dash(table.to_act),
        "points": str(table.points),
        "free": str(table.free),
        "empowered": str(table.empowered),
        "marked": str(int(table.marked)),
        "began": STATUSES[table.began_frozen, table.began_stunned],
        "dice": listed([die.text for die in table.dice()]),
        "tokens": listed(in_order(tokens)),
        "cast": listed(table.cast),
        "bot": f"{int(table.bot_cast)}/{table.bot_travels}/{int(table.bot_casts_first)}",
        "leaving": listed([str(seat) for seat in table.leaving]),
        "seats": ";".join(seat_text(table, seat) for seat in table.seats),
        "deck": listed(table.deck),
        "discard": listed(table.discard),
        "places": listed([f"{tile}@{table.places[tile]}" for tile in table.box.hexes if tile in table.places]),
        "counterspells": listed([hidden_text(card) for card in table.counterspells]),
        "companions": listed(table.companions),
        "portal": listed(table.portal),
        "gone": listed(table.gone),
        "attack": attack_text(table.attack),
        "steps": str(table.steps),
        "rng": f"{table.chance.key.hex()}@{table.chance.used}",
    }
    return " ".join(["cs1", *(f"{name}={value}" for name, value in fields.items())])


def read(text: str) -> Table:
    """The situation a position text tells of."""
    version, *parts = text.split(" ")
    assert version == "cs1", f"not a position: {version}"
    fields = dict(part.split("=", 1) for part in parts)
    tiles = [tile.split("@") for tile in unlisted(fields["tiles"])]
    seats = [read_seat(seat) for seat in fields["seats"].split(";")]
    packs = tuple(fields["packs"].split("+"))
    options = Options(
        players=len(seats),
        packs=packs,
        mode=fields["mode"],
        layout=fields["layout"],
        tiles=tuple((tile, int(q), int(r)) for tile, q, r in tiles),
        market=fields["market"],
        transform=fields["transform"],
        first=int(fields["first"]),
        first_turn_points=int(fields["first_turn_points"]),
        bot_hp=int(fields["bot_hp"]),
        max_rounds=int(fields["max_rounds"]),
    )
    key, used = fields["rng"].split("@")
    pool: list[Token | Die] = [Die(die[0], die[1]) for die in unlisted(fields["dice"])]
    pool += [Token(resource) for resource in unlisted(fields["tokens"])]
    bot_cast, bot_travels, bot_casts_first = fields["bot"].split("/")
    box = open_boxes(packs)
    characters = [seat.character for seat in seats if seat.character is not None]
    return Table(
        box=box,
        chance=Chance(bytes.fromhex(key), int(used)),
        options=options,
        layout=fields["layout"],
        first=int(fields["first"]),
        order=[int(seat) for seat in unlisted(fields["order"])],
        seats=seats,
        deck=unlisted(fields["deck"]),
        counterspells=[read_hidden(card) for card in unlisted(fields["counterspells"])],
        companions=unlisted(fields["companions"]),
        portal=unlisted(fields["portal"]),
        round=int(fields["round"]),
        turn=int(fields["turn"]),
        phase=fields["phase"],
        to_act=None if fields["to_act"] == "-" else int(fields["to_act"]),
        points=int(fields["points"]),
        free=int(fields["free"]),
        empowered=int(fields["empowered"]),
        marked=fields["marked"] == "1",
        began_frozen="F" in fields["began"],
        began_stunned="S" in fields["began"],
        pool=pool,
        cast=unlisted(fields["cast"]),
        bot_cast=bot_cast == "1",
        bot_travels=int(bot_travels),
        bot_casts_first=bot_casts_first == "1",
        leaving=[int(seat) for seat in unlisted(fields["leaving"])],
        discard=unlisted(fields["discard"]),
        places=dict(read_place(place) for place in unlisted(fields["places"])),
        gone=unlisted(fields["gone"]),
        attack=read_attack(fields["attack"]),
        steps=int(fields["steps"]),
        map=lay_out(box, options, fields["layout"], characters) if len(characters) == len(seats) else {},
    )


def read_place(text: str) -> tuple[str, str]:
    tile, card = text.split("@")
    return tile, card
