"""Found wrong and not yet put right. Not collected: `python -m pytest tests/pending_library.py`."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadPack, open_box, parse_own_pack
from tests.command import tell


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("[characters]\nfrill = { home = 'thornwood' }", "characters.frill"),
        ("[hexes]\nancient_rune = { counterspells = true }", "hexes.ancient_rune"),
        ("[main]\nred_gem = { copies = 99 }\nblue_gem = { copies = 99 }\nred_orb = { copies = 99 }", "main"),
        ("[rules]\ncounterspell_cost = 'L1 G'", "rules.counterspell_cost"),
    ],
)
def test_the_pack_that_is_wrong_is_blamed(content: str, place: str) -> None:
    with pytest.raises(BadPack) as refused:
        open_box(("base", "mine"), (parse_own_pack('[pack]\nname = "mine"\n' + content),))
    assert place in str(refused.value.values["where"]) and "mine" in str(refused.value.values["where"])


@pytest.mark.parametrize("save", ["/", "."])
def test_saving_into_a_folder_is_refused(save: str) -> None:
    answer = tell("play", "--terminal", "--players", "2", "--character", "frill", "--seed", "1", "--save", save)
    assert answer.code == 2 and "file/unwritable" in answer.err
