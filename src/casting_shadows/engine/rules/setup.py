"""Setting up a game: checking what was asked for, laying the map, shuffling and dealing in the rule book's order (S56)."""

from __future__ import annotations

from casting_shadows.engine.effects.decks import add_to_book, fill_market, fill_portal
from casting_shadows.engine.errors import BadSetup
from casting_shadows.engine.model import setup as options
from casting_shadows.engine.model.events import CharacterPicked, Event, GameStarted
from casting_shadows.engine.model.map import Map, Place
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import MEMO_MOST, Box
from casting_shadows.engine.rng import Rng
from casting_shadows.engine.rules.own_map import custom_map
from casting_shadows.engine.rules.turn import begin_turn, go_on
from casting_shadows.engine.state import DRAFT, NONE, SEEN_BITS, State, new_state

SOLO_SEATS = 4
MOST_ROUNDS = 10_000
BOT_HP = (6, 8, 10, 12)
FIRST_TURN_POINTS = (2, 3, 4)


def refuse(code: str, message: str, **values: str | int) -> BadSetup:
    """A setup that cannot be, with what and why."""
    return BadSetup(f"setup/{code}", message, values)


def layout_name(setup: Setup) -> str:
    """The layout asked for, or the one the rule book recommends (S49)."""
    if setup.layout:
        return setup.layout
    return "seven" if setup.players <= 4 else "ten"


def has_sides(box: Box, setup: Setup) -> bool:
    """Whether the map has sides for market cards; without them, the option decides nothing."""
    layout = box.parts.layouts.get(layout_name(setup))
    return layout is not None and len(layout.sides) > 0


def check(box: Box, setup: Setup) -> None:
    """Refuse what cannot be set up. Raises BadSetup."""
    if setup.mode not in (options.STANDARD, options.SOLO):
        raise refuse("mode", f"mode is standard or solo, not {setup.mode!r}", mode=setup.mode)
    if setup.mode == options.SOLO:
        _check_solo(box, setup)
    elif not 2 <= setup.players <= 6:
        raise refuse("players", f"2 to 6 can play, not {setup.players}", players=setup.players)
    if setup.market not in ("sides", "ring"):
        raise refuse("market", f"market is sides or ring, not {setup.market!r}", market=setup.market)
    if setup.transform not in ("may", "must"):
        raise refuse("transform", f"transform is may or must, not {setup.transform!r}", transform=setup.transform)
    if setup.first_turn_points not in FIRST_TURN_POINTS:
        raise refuse("first-turn-points", f"first_turn_points is 2, 3 or 4, not {setup.first_turn_points}")
    if setup.bot_hp not in BOT_HP:
        raise refuse("bot-hp", f"bot_hp is 6, 8, 10 or 12, not {setup.bot_hp}")
    if not 0 <= setup.max_rounds <= MOST_ROUNDS:
        raise refuse("max-rounds", f"max_rounds is 0 (no limit) to {MOST_ROUNDS}, not {setup.max_rounds}")
    if isinstance(setup.first, str):
        if setup.first != options.RANDOM:
            raise refuse("first", f"first is a seat or random, not {setup.first!r}")
    elif not 0 <= setup.first < setup.players:
        raise refuse("first", f"first is a seat from 0 to {setup.players - 1}, not {setup.first}")
    _check_layout(box, setup)
    _check_characters(box, setup)


def _check_solo(box: Box, setup: Setup) -> None:
    if setup.players != 1:
        raise refuse("players", f"Shadow Boxing is for one player, not {setup.players}", players=setup.players)
    if "base" not in setup.packs or "ice_storm" in setup.packs:
        raise refuse("solo-packs", f"Shadow Boxing is played with base alone, not {', '.join(setup.packs)}")
    if layout_name(setup) != "seven":
        raise refuse("solo-layout", f"Shadow Boxing is played on the layout seven, not {setup.layout!r}")
    if setup.first not in (options.RANDOM, 0):
        raise refuse("first", "in Shadow Boxing the player starts")
    if setup.characters == options.DRAFT:
        raise refuse("characters", "there is nobody to draft against in Shadow Boxing")
    needed = (*box.parts.solo.player_cards, *box.parts.solo.bot_cards)
    for card in needed:
        if box.parts.main[box.card_number[card]].copies < needed.count(card):
            raise refuse("solo-cards", f"Shadow Boxing starts with {card}, of which these packs have too few copies", card=card)
    if len(box.parts.characters) < SOLO_SEATS:
        raise refuse("players", f"Shadow Boxing needs {SOLO_SEATS} characters")


def _check_layout(box: Box, setup: Setup) -> None:
    name = layout_name(setup)
    if name == options.CUSTOM:
        if not setup.tiles:
            raise refuse("map", "a custom layout needs its tiles")
        return
    if setup.tiles:
        raise refuse("map", f"tiles belong to a custom layout, not to {name!r}")
    if name not in box.parts.layouts:
        known = ", ".join([*box.parts.layouts, options.CUSTOM])
        if name == "ten":
            why = f"{setup.players} players on ten hexes need the pack exclusive or ice_storm"
            raise refuse("packs", why, players=setup.players)
        raise refuse("layout", f"layout is one of {known}, not {name!r}", layout=name)
    low, high = box.parts.layouts[name].players
    if setup.mode == options.STANDARD and not low <= setup.players <= high:
        raise refuse("players", f"{name} is for {low} to {high} players, not {setup.players}", players=setup.players)


def _check_characters(box: Box, setup: Setup) -> None:
    chosen = setup.characters
    there_are = len(box.parts.characters)
    if setup.players > there_are:
        why = f"these packs have {there_are} characters, too few for {setup.players} players"
        raise refuse("players", why, players=setup.players)
    if isinstance(chosen, str):
        if chosen not in (options.RANDOM, options.DRAFT):
            raise refuse("characters", f"characters are a list, random or draft, not {chosen!r}")
        return
    if len(chosen) != setup.players:
        raise refuse("characters", f"{setup.players} players need {setup.players} characters, got {len(chosen)}")
    for character in chosen:
        if character not in box.character_number:
            known = ", ".join(box.character_number)
            raise refuse("character", f"{character!r} is none of {known}", character=character)
    for character in chosen:
        if chosen.count(character) > 1:
            raise refuse("character-twice", f"{character} is chosen twice", character=character)


def start(box: Box, setup: Setup, rng: Rng, log: list[Event] | None = None) -> State:
    """A game ready for its first choice. Raises BadSetup."""
    check(box, setup)
    state = new_state(box, setup, SOLO_SEATS if setup.mode == options.SOLO else setup.players, rng)
    state.log = log
    if setup.mode == options.SOLO:
        state.first = 0
    elif isinstance(setup.first, int):
        state.first = setup.first
    else:  # nobody's age is known here, so the seed picks (R8)
        state.first = rng.below(state.seats)
    if layout_name(setup) == options.CUSTOM:
        custom_map(box, setup)  # refused before anybody drafts
    if setup.characters == options.DRAFT:
        state.phase = DRAFT
        state.to_act = (state.first - 1) % state.seats
        return state
    _seat_characters(state)
    _deal(state)
    return state


def _seat_characters(s: State) -> None:
    every = list(range(len(s.seat_of)))
    chosen = s.setup.characters
    if isinstance(chosen, str):
        s.rng.shuffle(every)
        seated = every[: s.setup.players]
    else:
        seated = [s.box.character_number[character] for character in chosen]
    if s.is_solo:
        seated += [character for character in range(len(s.seat_of)) if character not in seated][: SOLO_SEATS - 1]
    for seat, character in enumerate(seated):
        s.character[seat] = character
        s.seat_of[character] = seat


def pick(s: State, character: int) -> None:
    """One pick of a draft, from the last in turn order to the first (S48); then the game is dealt."""
    seat = s.to_act
    s.character = s.character.copy()
    s.seat_of = s.seat_of.copy()
    s.character[seat] = character
    s.seat_of[character] = seat
    if s.log is not None:
        s.log.append(CharacterPicked(seat, character))
    if seat == s.first:
        _deal(s)
    else:
        s.to_act = (seat - 1) % s.seats


def _deal(s: State) -> None:
    """Map, boards, decks, market and portal, then the first turn."""
    box = s.box
    lay_map(s)
    for seat in range(s.seats):
        s.hp[seat] = box.rules.hp
        s.hex[seat] = home_of(s, seat)
    main = [number for number, card in enumerate(box.parts.main) for _ in range(card.copies)]
    if s.is_solo:
        _deal_solo_cards(s, main)
    counterspells = [number << SEEN_BITS for number, card in enumerate(box.parts.counterspells) for _ in range(card.copies)]
    s.rng.shuffle(counterspells)
    s.counter_deck = counterspells
    s.rng.shuffle(main)
    s.deck = main
    companions = list(range(len(box.parts.companions)))
    s.rng.shuffle(companions)
    s.companion_deck = companions
    if s.log is not None:
        s.log.append(GameStarted(s.first))
    fill_market(s)
    fill_portal(s)
    begin_turn(s, s.first)
    go_on(s)


def _deal_solo_cards(s: State, main: list[int]) -> None:
    """Starting cards leave the deck before it is shuffled; the Bot with Fatal Fronds goes first (S50)."""
    solo = s.box.parts.solo
    for card_id in solo.player_cards:
        card = s.box.card_number[card_id]
        main.remove(card)
        add_to_book(s, 0, card)
    spells = [s.box.card_number[card_id] for card_id in solo.bot_cards]
    s.rng.shuffle(spells)
    first_bot = 1
    for bot, card in enumerate(spells, start=1):
        main.remove(card)
        s.book[bot] = [card]
        s.hp[bot] = s.setup.bot_hp
        if card == s.box.card_number[solo.first_bot_card]:
            first_bot = bot
    s.order = [0, *range(first_bot, SOLO_SEATS), *range(1, first_bot)]


def home_of(s: State, seat: int) -> int:
    """The hex a seat starts on."""
    return s.box.hex_number[s.box.parts.characters[s.character[seat]].home]


def lay_map(s: State) -> None:
    """The map of this setup and these characters."""
    if layout_name(s.setup) == options.CUSTOM:
        s.map = custom_map(s.box, s.setup)
        return
    box = s.box
    key = f"{layout_name(s.setup)} {s.setup.market} {s.character}"
    known = box.maps.get(key)
    if known is not None:
        s.map = known
        return
    layout = box.parts.layouts[layout_name(s.setup)]
    places: dict[int, Place] = {box.hex_number[tile]: place for tile, place in layout.tiles}
    homes = [home_of(s, seat) for seat in range(s.seats)]
    homes += [
        box.hex_number[character.home] for number, character in enumerate(box.parts.characters) if s.seat_of[number] == NONE
    ]
    for tile, place in zip(homes, layout.homes):  # noqa: B905 - homes beyond the layout's places stay in the box (S48)
        places[tile] = place
    market = [tile for tile in places if box.parts.hexes[tile].market]
    if s.setup.market == "sides" and layout.sides:
        market = [tile for tile in market if places[tile] in layout.sides]
    s.map = Map(len(box.parts.hexes), places, market, box.table.first_travel)
    if len(box.maps) >= MEMO_MOST:
        box.maps.clear()
    box.maps[key] = s.map
