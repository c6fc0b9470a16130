"""Opponents. A bot gets a vantage (what its seat may know), never the state: it cannot cheat."""

from casting_shadows.bots.registry import BOTS, make_bot
from casting_shadows.bots.vantage import Bot, Vantage

__all__ = ["BOTS", "Bot", "Vantage", "make_bot"]
