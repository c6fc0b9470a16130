"""Casting Shadows, the board game of dice, spells, hidden Counterspells and Shadow Forms: an unofficial fan implementation."""

from casting_shadows import _build

__version__ = "0.1.0"

_build.install()
