"""The rules of Casting Shadows. This is the public library; docs/library.md shows it in use.

>>> from casting_shadows.engine import Setup, legal_actions, play, start
>>> state, events = start(Setup(players=2, characters=("frill", "kit")), seed=1)
>>> table = state.box.table
>>> "end" in [table.text(action) for action in legal_actions(state)]
True
>>> after, events = play(state, state.to_act, "end")
>>> after.steps
1
"""

from casting_shadows.engine.api.cardtext import card_facts, card_text
from casting_shadows.engine.api.describe import event_code, event_values, sentence
from casting_shadows.engine.api.facts import facts
from casting_shadows.engine.api.game import Outcome, outcome, phase_name, play, seat_names, stand_in, start, start_from, why_not
from casting_shadows.engine.api.hear import event_from
from casting_shadows.engine.api.imagine import imagine
from casting_shadows.engine.api.insight import (
    Odds,
    Regret,
    Threat,
    can_undo,
    legal,
    reach_map,
    reason,
    reroll_odds,
    threat_map,
    warnings,
    was_undoable,
    world,
)
from casting_shadows.engine.api.position import digest, pack_labels, parse_position, position
from casting_shadows.engine.api.preview import Hit, Preview, foresee, has_fitting_answer, preview
from casting_shadows.engine.api.record import Record, new_record, note, parse_record, reveal, sealed, with_packs
from casting_shadows.engine.api.redact import redact, redacted
from casting_shadows.engine.api.refusals import Refusal
from casting_shadows.engine.api.replay import Step, replay, state_at, verify
from casting_shadows.engine.api.view import SPECTATOR, View, view
from casting_shadows.engine.api.why import ask_why
from casting_shadows.engine.errors import BadNotation, BadPack, BadSetup, GameError, IllegalAction
from casting_shadows.engine.model import events, verbs
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import Box, open_box
from casting_shadows.engine.packs.pack import Pack, parse_own_pack
from casting_shadows.engine.rng import QuickRng, Rng, commitment, secret_from_seed
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.playout import perft, playout
from casting_shadows.engine.rules.setup import has_sides
from casting_shadows.engine.state import State
from casting_shadows.engine.words import Words, languages, load_words

__all__ = [
    "SPECTATOR",
    "BadNotation",
    "BadPack",
    "BadSetup",
    "Box",
    "Event",
    "GameError",
    "Hit",
    "IllegalAction",
    "Odds",
    "Outcome",
    "Pack",
    "Preview",
    "QuickRng",
    "Record",
    "Refusal",
    "Regret",
    "Rng",
    "Setup",
    "State",
    "Step",
    "Threat",
    "View",
    "Words",
    "apply",
    "ask_why",
    "can_undo",
    "card_facts",
    "card_text",
    "commitment",
    "digest",
    "event_code",
    "event_from",
    "event_values",
    "events",
    "facts",
    "foresee",
    "has_fitting_answer",
    "has_sides",
    "imagine",
    "languages",
    "legal",
    "legal_actions",
    "load_words",
    "new_record",
    "note",
    "open_box",
    "outcome",
    "pack_labels",
    "parse_own_pack",
    "parse_position",
    "parse_record",
    "perft",
    "phase_name",
    "play",
    "playout",
    "position",
    "preview",
    "reach_map",
    "reason",
    "redact",
    "redacted",
    "replay",
    "reroll_odds",
    "reveal",
    "sealed",
    "seat_names",
    "secret_from_seed",
    "sentence",
    "stand_in",
    "start",
    "start_from",
    "state_at",
    "threat_map",
    "verbs",
    "verify",
    "view",
    "warnings",
    "was_undoable",
    "why_not",
    "with_packs",
    "world",
]
