"""Guest profiles: what a person's games add up to. Counted here only; the secret that opens a profile stays in the browser."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from casting_shadows.server.achievements import earned
from casting_shadows.server.luck import Luck, luck
from casting_shadows.server.rating import Rating, rate
from casting_shadows.server.storage import FinishedGame, Storage
from casting_shadows.server.totals import Played, Totals, add, company
from casting_shadows.table.people import clean_name

LEADERS: Final = 100


def profile_id(secret: str | None) -> str | None:
    """What a guest profile is kept under; its secret stays with its owner."""
    return None if secret is None else hashlib.sha256(b"profile " + secret.encode()).hexdigest()


class ProfileSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says about themselves."""

    name: Annotated[str, Meta(max_length=40)] = ""
    leaderboard: bool = False
    """Whether others may see name and results."""


class Kept(Struct, frozen=True, omit_defaults=True):
    """What is kept of a profile beside its games."""

    settings: ProfileSettings = ProfileSettings()
    rating: Rating = Rating()
    wins: int = 0
    """Of the rated games."""


class ProfilePage(Struct, frozen=True):
    """Everything counted for a profile."""

    settings: ProfileSettings
    rating: int
    totals: Totals
    achievements: dict[str, str]
    """Ids, and the game that earned each first."""
    luck: dict[str, Luck]
    """Dice of all games that count, by face."""
    known: bool
    """Whether anything is kept here; false for a new profile, and for one that was deleted."""


class ProfileExport(Struct, frozen=True):
    """Everything that is stored about a person."""

    settings: ProfileSettings
    rating: int
    games: tuple[ExportedGame, ...]


class ExportedGame(Struct, frozen=True):
    """One game of a person."""

    game: str
    ended_at: float
    seat: int
    played: Played


class Leader(Struct, frozen=True):
    """A line of the leaderboard."""

    name: str
    rating: int
    games: int
    wins: int


class Leaderboard(Struct, frozen=True):
    """Those who want to be seen, best first."""

    leaders: tuple[Leader, ...]


class Profiles:
    """Profiles in a storage."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._changing = asyncio.Lock()
        """Profiles are changed one after the other, so that no change is lost and no deleted one comes back."""

    async def exists(self, profile: str) -> bool:
        """Whether anything is kept of a profile."""
        return await self.storage.profile(profile) is not None

    async def kept(self, profile: str) -> Kept:
        """What is kept of a profile; a new one is empty."""
        found = await self.storage.profile(profile)
        return Kept() if found is None else msgspec.json.decode(found.body, type=Kept)

    async def page(self, profile: str) -> ProfilePage:
        """Everything counted for a profile."""
        kept = await self.kept(profile)
        totals = Totals()
        achievements: dict[str, str] = {}
        results = await self.storage.results_of(profile)
        for result in results:
            played = msgspec.json.decode(result.statistics, type=Played)
            totals = add(totals, played.seat, played.facts)
            for name in earned(played.seat, played.facts, totals):
                achievements.setdefault(name, result.game)
        counted = Counter(totals.people.faces) + Counter(totals.bots.faces)
        known = bool(results) or await self.exists(profile)
        return ProfilePage(kept.settings, kept.rating.shown, totals, achievements, luck(counted), known)

    async def export(self, profile: str) -> ProfileExport:
        """Everything that is stored about somebody."""
        kept = await self.kept(profile)
        games = [
            ExportedGame(result.game, result.ended_at, result.seat, msgspec.json.decode(result.statistics, type=Played))
            for result in await self.storage.results_of(profile)
        ]
        return ProfileExport(kept.settings, kept.rating.shown, tuple(games))

    async def save(self, profile: str, settings: ProfileSettings, now: float) -> None:
        """Change what a person says about themselves. Raises GameError."""
        name = clean_name(settings.name) if settings.name or settings.leaderboard else ""
        async with self._changing:
            kept = msgspec.structs.replace(await self.kept(profile), settings=msgspec.structs.replace(settings, name=name))
            await self._write(profile, kept, now)

    async def delete(self, profile: str) -> None:
        """Forget a profile."""
        async with self._changing:
            await self.storage.delete_profile(profile)

    async def _write(self, profile: str, kept: Kept, now: float) -> None:
        await self.storage.save_profile(profile, msgspec.json.encode(kept), opted_in=kept.settings.leaderboard, now=now)

    async def count(self, game: FinishedGame, now: float) -> None:
        """Rate the people of a finished game against each other."""
        async with self._changing:
            stored = await self.storage.game(game.id)  # as it is by now: somebody may have deleted their profile
            people = {
                result.profile: msgspec.json.decode(result.statistics, type=Played)
                for result in (() if stored is None else stored.results)
                if result.profile is not None
            }
            if len(people) < 2 or company(next(iter(people.values())).facts) != "people":
                return
            kept = {profile: await self.kept(profile) for profile in people}
            rated = rate([kept[profile].rating for profile in people], [found.seat.place for found in people.values()])
            for (profile, found), rating in zip(people.items(), rated, strict=True):
                wins = kept[profile].wins + found.seat.won
                await self._write(profile, msgspec.structs.replace(kept[profile], rating=rating, wins=wins), now)

    async def leaderboard(self) -> Leaderboard:
        """Those who want to be seen."""
        found = [msgspec.json.decode(profile.body, type=Kept) for profile in await self.storage.opted_in()]
        leaders = [Leader(kept.settings.name, kept.rating.shown, kept.rating.games, kept.wins) for kept in found]
        leaders.sort(key=lambda leader: (-leader.rating, -leader.wins, leader.name))
        return Leaderboard(tuple(leader for leader in leaders if leader.games)[:LEADERS])
