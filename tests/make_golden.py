"""Golden playthroughs: one game for each mode and pack, everything that happens and what each seat sees of it, as text.

`make golden` writes tests/golden anew; its diff is reviewed by people. `--check` says whether the files are fresh.
"""

from __future__ import annotations

import sys
from pathlib import Path

from casting_shadows.engine import (
    SPECTATOR,
    QuickRng,
    Setup,
    State,
    digest,
    event_code,
    event_values,
    legal_actions,
    outcome,
    play,
    redact,
    seat_names,
    start,
    view,
)
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.state import NONE, SEEN_BITS

FOLDER = Path(__file__).parent / "golden"
CUSTOM = (
    ("dusty_desert", -1, 0),
    ("ancient_rune", 0, 0),
    ("bubbling_lake", 1, 0),
    ("amber_mountain", 2, 0),
    ("underground_volcano", 1, 1),
)
SCENARIOS: dict[str, Setup] = {
    "base_two": Setup(players=2, characters=("frill", "kit"), max_rounds=12),
    "base_four_must_transform": Setup(players=4, transform="must", max_rounds=6),
    "base_custom_map": Setup(players=2, characters=("kit", "frill"), layout="custom", tiles=CUSTOM, max_rounds=6),
    "exclusive_draft": Setup(players=3, packs=("exclusive",), layout="ten", market="ring", characters="draft", max_rounds=6),
    "base_ice_storm": Setup(players=3, packs=("base", "ice_storm"), max_rounds=6),
    "exclusive_ice_storm_six": Setup(players=6, packs=("exclusive", "ice_storm"), max_rounds=4),
    "solo": Setup(players=1, mode="solo", characters=("haze",)),
}
EAGER = (verbs.COLLECT_COUNTERSPELL, verbs.ATTACK, verbs.COUNTER, verbs.TRANSFORM, verbs.ABILITY, verbs.COLLECT)


def playthrough(name: str) -> str:
    """One scenario's game as text."""
    setup = SCENARIOS[name]
    state, events = start(setup, seed=f"golden {name}")
    rng = QuickRng(sum(name.encode()))
    lines = [f"# {name}", "# step 0", *_events(state, events)]
    while state.phase:
        legal = legal_actions(state)
        eager = [action for action in legal if state.box.table.kind[action] in EAGER]
        options = eager if eager and rng.below(10) < 6 else legal
        action = options[rng.below(len(options))]
        who = seat_names(state)[state.to_act]
        lines += ["", f"# step {state.steps + 1}  {who}, one of {len(legal)}", f"action {state.box.table.text(action)}"]
        state, events = play(state, state.to_act, action)
        lines += _events(state, events)
        lines += _views(state)
    ended = outcome(state)
    return "\n".join([*lines, "", f"outcome {ended}", f"digest {digest(state)}", ""])


def _event_line(state: State, event: Event) -> str:
    values = event_values(state.box, state.character, event)
    return event_code(event) + "".join(f" {key}={str(value).replace(' ', '+')}" for key, value in values.items())


def _events(state: State, events: list[Event]) -> list[str]:
    """Each event, and where somebody hears something else, that too."""
    names = {SPECTATOR: "spectator", **dict(enumerate(seat_names(state)))}
    lines = []
    for event in events:
        full = _event_line(state, event)
        lines.append(f"event  {full}")
        others: dict[str, list[str]] = {}
        for viewer, name in names.items():
            heard = redact(event, viewer)
            line = "nothing" if heard is None else _event_line(state, heard)
            if line != full:
                others.setdefault(line, []).append(name)
        lines += [f"       {', '.join(who)}: {line}" for line, who in others.items()]
    return lines


def _views(state: State) -> list[str]:
    """What each seat sees of face-down cards and of the attack going on, where there are any."""
    if not any(state.counters) and state.attack is None:
        return []
    lines = []
    for viewer in range(-1, state.seats):
        seen = view(state, viewer)
        names = seen.box.table.counterspells
        hands = [
            "+".join(names[card >> SEEN_BITS] if card >> SEEN_BITS < len(names) else "?" for card in cards) or "-"
            for cards in seen.counters
        ]
        answers = [] if seen.attack is None else seen.attack.answers
        asked = "" if seen.to_act == NONE else f" to_act={seen.to_act}"
        sealed = f" answers={answers}" if answers else ""
        who = "spectator" if viewer == SPECTATOR else seat_names(state)[viewer]
        lines.append(f"view   {who} face_down={','.join(hands)}{asked}{sealed}")
    return lines


def main() -> int:
    """Write the files, or with --check only compare them."""
    FOLDER.mkdir(exist_ok=True)
    stale = []
    for name in SCENARIOS:
        path = FOLDER / f"{name}.txt"
        text = playthrough(name)
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
        else:
            path.write_text(text, encoding="utf-8")
    extra = [path.name for path in FOLDER.glob("*.txt") if path.stem not in SCENARIOS]
    if stale or extra:
        print(f"golden playthroughs differ: {', '.join(stale + extra)}; `make golden` writes them anew, review the diff")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
