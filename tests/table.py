"""Sets a table for a test in one line, plays on it by text, and reads it in the game's words.

game = table("frill", "kit", dice="RG RG BO PO", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
game.play("cast heavy_hand RG RG @kit")
assert game.hp("kit") == 14
"""

from __future__ import annotations

from collections.abc import Mapping

from casting_shadows.engine import IllegalAction, Pack, Setup, State, legal_actions, play, seat_names, start
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.effects.decks import fill_market
from casting_shadows.engine.model.dice import DICE_POOL, SIDE_CODES, SIDES, WITH
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.resources import CODES, ONE, pool_text
from casting_shadows.engine.state import ACTIONS, NONE, PHASES, SEEN_BITS

Words = Mapping[str, str]
Numbers = Mapping[str, int]
FACE_NUMBER = {"G": 0, "O": 2, "S": 4, "C": 5}


class Table:
    """A game under test. Players are named by their characters."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What the last action brought about."""

    def seat(self, character: str) -> int:
        """The seat of a character."""
        return seat_names(self.state).index(character)

    def play(self, *actions: str) -> Table:
        """Play actions of whoever is to act, each checked, and check the state after each."""
        for action in actions:
            self.state, self.events = play(self.state, self.state.to_act, action)
            check_state(self.state)
        return self

    def play_as(self, character: str, action: str) -> Table:
        """Play one action as a certain player."""
        self.state, self.events = play(self.state, self.seat(character), action)
        check_state(self.state)
        return self

    def refused(self, action: str, character: str | None = None) -> str:
        """The code with which an action is refused; fails if it is not. The state stays as it was."""
        seat = self.state.to_act if character is None else self.seat(character)
        try:
            play(self.state, seat, action)
        except IllegalAction as error:
            return error.code
        raise AssertionError(f"{action} was not refused")

    def rolls(self, faces: str) -> Table:
        """Script the next dice, one letter a die: G Gem, O Orb, S Shadow Fragment, C Cursed Crystal."""
        self.state.rng.forced.extend(FACE_NUMBER[face] for face in faces.replace(" ", ""))
        return self

    def legal(self, start: str = "") -> set[str]:
        """The legal actions that begin with these words."""
        texts = {self.state.box.table.text(action) for action in legal_actions(self.state)}
        return {text for text in texts if text.startswith(start)}

    def hp(self, character: str) -> int:
        """A player's HP."""
        return self.state.hp[self.seat(character)]

    def energy(self, character: str) -> int:
        """A player's Shadow Energy."""
        return self.state.energy[self.seat(character)]

    def hex(self, character: str) -> str:
        """Where a player stands; empty if nowhere."""
        tile = self.state.hex[self.seat(character)]
        return "" if tile == NONE else self.state.box.table.tiles[tile]

    def book(self, character: str) -> list[str]:
        """A player's face-up cards."""
        return [self.state.box.table.cards[card] for card in self.state.book[self.seat(character)]]

    def counters(self, character: str) -> list[str]:
        """A player's face-down cards, oldest first."""
        names = self.state.box.table.counterspells
        return [names[card >> SEEN_BITS] for card in self.state.counters[self.seat(character)]]

    def companion(self, character: str) -> str:
        """A player's companion; empty if none."""
        card = self.state.companion[self.seat(character)]
        return "" if card == NONE else self.state.box.table.companions[card]

    def is_shadow(self, character: str) -> bool:
        """Whether a player is in Shadow Form."""
        return bool(self.state.shadow[self.seat(character)])

    def statuses(self, character: str) -> str:
        """`""`, `F`, `S` or `FS`."""
        seat = self.seat(character)
        return ("F" if self.state.frozen[seat] else "") + ("S" if self.state.stunned[seat] else "")

    def market(self, tile: str) -> str:
        """The card beside a hex; empty if none."""
        card = self.state.market[self.state.box.hex_number[tile]]
        return "" if card == NONE else self.state.box.table.cards[card]

    @property
    def pool(self) -> str:
        """All resources of the player whose turn it is, `RG RG BO`."""
        return pool_text(self.state.pool)

    @property
    def dice(self) -> str:
        """The dice among them."""
        return pool_text(DICE_POOL[self.state.dice])

    @property
    def points(self) -> int:
        """Action points left."""
        return self.state.points

    @property
    def phase(self) -> str:
        """What the game waits for."""
        return PHASES[self.state.phase]

    @property
    def to_act(self) -> str:
        """Whose choice it is; empty when the game is over."""
        return "" if self.state.to_act == NONE else seat_names(self.state)[self.state.to_act]

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return seat_names(self.state)[self.state.turn]

    @property
    def discard(self) -> list[str]:
        """The discard pile, oldest first."""
        return [self.state.box.table.cards[card] for card in self.state.discard]

    @property
    def counter_deck(self) -> list[str]:
        """The Counterspell deck, top card first."""
        return [self.state.box.table.counterspells[card >> SEEN_BITS] for card in reversed(self.state.counter_deck)]

    @property
    def portal(self) -> list[str]:
        """The face-up companions."""
        return [self.state.box.table.companions[card] for card in self.state.portal]

    def happened(self, kind: type[Event]) -> list[Event]:
        """Events of one kind from the last action."""
        return [event for event in self.events if isinstance(event, kind)]


def table(
    *characters: str,
    packs: str = "base",
    dice: str = "",
    tokens: str = "",
    points: int = 4,
    turn: str = "",
    hp: Numbers | None = None,
    energy: Numbers | None = None,
    shadow: str = "",
    hexes: Words | None = None,
    books: Words | None = None,
    counters: Words | None = None,
    companions: Words | None = None,
    frozen: str = "",
    stunned: str = "",
    market: Words | None = None,
    market_places: str = "sides",
    deck: str = "",
    counter_deck: str = "",
    portal: str = "",
    empty_main_deck: bool = False,
    own: tuple[Pack, ...] = (),
    **options: object,
) -> Table:
    """A game in phase 2 of *turn*'s turn (the first character's by default), laid out as asked; the rest as dealt.

    Lists are words separated by spaces: `dice="RG RS"` (colour and face), `tokens="BO SF"`, `books={"kit": "heavy_hand"}`,
    `counters={"kit": "pointed_shield run_away"}` (oldest first), `deck="red_gem heat_wave"` (next cards, top first),
    `shadow="frill"`, `frozen="kit"`. A companion puts its owner into Shadow Form. *options* are those of `Setup` (its `market`
    is `market_places` here); solo is `mode="solo"` with one character. `empty_main_deck` puts the whole Main deck on the
    discard pile.
    """
    names = tuple(packs.split("+"))
    mode = str(options.pop("mode", "standard"))
    options["market"] = market_places
    setup = Setup(players=len(characters), packs=names, characters=characters, mode=mode, first=0, **options)  # type: ignore[arg-type]
    state, _ = start(setup, seed="table", own=own)
    game = Table(state)
    box, numbers = state.box, state.box.card_number
    state.pool = state.dice = 0
    state.hp[0] = box.rules.hp  # its first turn has begun, perhaps on a hex that heals
    state.turn = state.to_act = game.seat(turn or characters[0])
    state.phase = ACTIONS
    state.points = points
    for side in dice.split():
        state.dice = WITH[state.dice * SIDES + SIDE_CODES.index(side)]
    state.pool = DICE_POOL[state.dice] + sum(ONE[CODES.index(code)] for code in tokens.split())
    for character, value in (hp or {}).items():
        state.hp[game.seat(character)] = value
        if value == 0:
            _remove(state, game.seat(character))
    for character in shadow.split():
        state.shadow[game.seat(character)] = 1
    for character, value in (energy or {}).items():
        state.energy[game.seat(character)] = value
    for character, tile in (hexes or {}).items():
        state.hex[game.seat(character)] = box.hex_number[tile]
    for character in frozen.split():
        state.frozen[game.seat(character)] = 1
    for character in stunned.split():
        state.stunned[game.seat(character)] = 1
    for character, cards in (books or {}).items():
        for card in cards.split():
            _fetch(state, numbers[card])
            state.book[game.seat(character)] = sorted([*state.book[game.seat(character)], numbers[card]])
    for character, cards in (counters or {}).items():
        for card in cards.split():
            number = box.counterspell_number[card]
            found = next(held for held in state.counter_deck if held >> SEEN_BITS == number)
            state.counter_deck.remove(found)
            seat = game.seat(character)
            seen = 0 if state.is_bot(seat) else 1 << seat
            state.counters[seat].append(number << SEEN_BITS | seen)
    for character, companion in (companions or {}).items():
        _summon(state, game.seat(character), box.companion_number[companion])
    for tile, card in (market or {}).items():
        _place(state, box.hex_number[tile], numbers[card])
    for card in reversed(deck.split()):
        _fetch(state, numbers[card])
        state.deck.append(numbers[card])
    for card in reversed(counter_deck.split()):
        number = box.counterspell_number[card]
        found = next(held for held in state.counter_deck if held >> SEEN_BITS == number)
        state.counter_deck.remove(found)
        state.counter_deck.append(found)
    if portal:
        state.companion_deck.extend(state.portal)
        state.portal = [box.companion_number[companion] for companion in portal.split()]
        for companion_number in state.portal:
            state.companion_deck.remove(companion_number)
    if empty_main_deck:
        state.discard.extend(state.deck)
        state.deck.clear()
    companion_number = state.companion[state.turn]
    state.free = box.free_uses[companion_number] if companion_number != NONE else 0
    state.began_frozen = state.frozen[state.turn]
    state.began_stunned = state.stunned[state.turn]
    check_state(state)
    return game


def _remove(state: State, seat: int) -> None:
    """A player who is out already."""
    state.alive -= 1
    state.hex[seat] = NONE
    state.discard.extend(state.book[seat])
    state.book[seat] = []


def _fetch(state: State, card: int) -> None:
    """Take a card out of the deck, the discard pile or the market (which is filled again)."""
    for pile in (state.deck, state.discard):
        if card in pile:
            pile.remove(card)
            return
    tile = state.market.index(card)
    state.market[tile] = NONE
    fill_market(state)


def _place(state: State, tile: int, card: int) -> None:
    """Put a card beside a hex; the one that lay there goes under the deck."""
    if state.market[tile] == card:
        return
    before = state.market[tile]
    if card in state.deck:
        state.deck.remove(card)
    else:
        other = state.market.index(card)
        state.market[other] = state.deck.pop()
    state.market[tile] = card
    if before != NONE:
        state.deck.insert(0, before)


def _summon(state: State, seat: int, companion: int) -> None:
    """Give a player a companion, and with it the Shadow Form."""
    state.shadow[seat] = 1
    if companion in state.portal:
        state.portal.remove(companion)
        state.portal.append(state.companion_deck.pop())
    else:
        state.companion_deck.remove(companion)
    state.companion[seat] = companion
