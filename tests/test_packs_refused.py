"""Every mistake in a pack of one's own is refused with the file, the component and the word that is wrong."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadPack, Setup, open_box, parse_own_pack, start

HEAD = '[pack]\nname = "mine"\n'
SPELL = 'name = "New", copies = 1, level = 1, collect = "O", spend = "up to 2 G", damage = "1/2", target = "enemy", range = "1"'
NEW_GEM = "{ name = 'New', copies = 90, gives = 'RG' }"
LAYOUT = '[layouts.seven]\nplayers = "2-4"\n'
HOMES = 'homes = ["0,1", "-1,1", "0,-1", "1,-1"]\n'
TILES = 'tiles = { ancient_rune = "0,0", dusty_desert = "-1,0", underground_volcano = "1,0" }\n'

IN_A_ROW: dict[str, tuple[str, str]] = {
    "unknown word": ("[main]\nheavy_hand = { damaeg = '2/3' }", "main.heavy_hand.damaeg"),
    "unknown word of a hex": ("[hexes]\nthornwood = { damage = 3 }", "hexes.thornwood.damage"),
    "number as text": ("[main]\nheavy_hand = { copies = '3' }", "main.heavy_hand.copies"),
    "text as number": ("[main]\nheavy_hand = { damage = 3 }", "main.heavy_hand.damage"),
    "true as number": ("[companions]\nmending_newt = { end_hp = true }", "companions.mending_newt.end_hp"),
    "number as true": ("[companions]\ncurse_eater = { curse_proof = 1 }", "companions.curse_eater.curse_proof"),
    "a fraction": ("[hexes]\nancient_rune = { shield = 1.5 }", "hexes.ancient_rune.shield"),
    "not a number at all": ("[hexes]\nancient_rune = { shield = nan }", "hexes.ancient_rune.shield"),
    "below zero": ("[counterspells]\npointed_shield = { reduce = -1 }", "counterspells.pointed_shield.reduce"),
    "above 99": ("[counterspells]\npointed_shield = { reduce = 100 }", "counterspells.pointed_shield.reduce"),
    "a huge number": (f"[main]\nheavy_hand = {{ copies = 1{'0' * 400} }}", "main.heavy_hand.copies"),
    "a range nobody printed": ("[main]\nheavy_hand = { range = '2-3' }", "main.heavy_hand.range"),
    "a target nobody knows": ("[main]\nheavy_hand = { target = 'all' }", "main.heavy_hand.target"),
    "damage steps that do not fit": ("[main]\nheavy_hand = { damage = '2/3/4' }", "main.heavy_hand.damage"),
    "spending that does not fit": ("[main]\nheavy_hand = { spend = 'up to 3 RG' }", "main.heavy_hand.damage"),
    "an unknown resource": ("[main]\nheavy_hand = { spend = 'up to 2 XG' }", "main.heavy_hand.spend"),
    "too many resources": ("[main]\nred_gem = { gives = 'RG RG RG RG RG' }", "main.red_gem.gives"),
    "a grey gift": ("[main]\nred_gem = { gives = 'G' }", "main.red_gem.gives"),
    "a cursed gift": ("[main]\nred_gem = { gives = 'CC' }", "main.red_gem.gives"),
    "a conversion of nothing": ("[main]\ncurse_void = { convert = 'up to 2 CC into CC' }", "main.curse_void.convert"),
    "a conversion nobody can read": ("[main]\ncurse_void = { convert = 'all CC' }", "main.curse_void.convert"),
    "no such level": ("[main]\nheavy_hand = { level = 4 }", "main.heavy_hand.level"),
    "two effects": ("[main]\ncurse_void = { copy = 'up to 2 G' }", "main.curse_void"),
    "damage on a Resource card": ("[main]\nred_gem = { damage = '2' }", "main.red_gem.damage"),
    "a move nobody knows": ("[counterspells]\nrun_away = { move = 'far' }", "counterspells.run_away.move"),
    "a free action nobody knows": ("[companions]\nmoon_hare = { free = '2 dance' }", "companions.moon_hare.free"),
    "too much reach": ("[companions]\nmoon_hare = { reach = 2 }", "companions.moon_hare.reach"),
    "half of a pair": ("[companions]\nmoon_hare = { tough = 2 }", "companions.moon_hare"),
    "two choices at once": ("[companions]\ngem_magpie = { start_gain = 'RG BG or RG' }", "companions.gem_magpie.start_gain"),
    "an unknown home": ("[characters]\nfrill = { home = 'atlantis' }", "characters.frill.home"),
    "a home of two": ("[characters]\nfrill = { home = 'thornwood' }", "characters.frill"),
    "two deserts": ("[hexes]\nancient_rune = { counterspells = true }", "hexes.ancient_rune"),
    "a deck too large": ("[main]\nred_gem = { copies = 99 }\nblue_gem = { copies = 99 }\nred_orb = { copies = 99 }", "main"),
    "a spell to pay for a Counterspell": ("[rules]\ncounterspell_cost = 'L1 G'", "rules.counterspell_cost"),
    "two abilities": ("[characters]\nfrill = { empower = 2 }", "characters.frill"),
    "a push on a hex": ("[characters]\nnuzzle = { push = true }", "characters.nuzzle.push"),
    "no desert": ("[hexes]\ndusty_desert = { counterspells = false }", "hexes"),
    "a market in the desert": ("[hexes]\ndusty_desert = { market = true }", "hexes.dusty_desert"),
    "not a table of values": ("[main]\nheavy_hand = 3", "main.heavy_hand"),
    "a name that is no name": ("[main]\nheavy_hand = { name = 3 }", "main.heavy_hand.name"),
    "a name without English": ("[main]\nheavy_hand = { name = { de = 'Hand' } }", "main.heavy_hand.name"),
    "an empty name": ("[main]\nheavy_hand = { name = '' }", "main.heavy_hand.name"),
    "a new card without a name": ("[main]\nnew_card = { copies = 1, gives = 'RG' }", "main.new_card"),
    "a new card without an effect": ("[main]\nnew_card = { name = 'New', copies = 1 }", "main.new_card"),
    "a new card without copies": ("[main]\nnew_card = { name = 'New', gives = 'RG' }", "main.new_card.copies"),
    "a new spell without a range": (f"[main]\nnew_card = {{ {SPELL.rpartition(',')[0]} }}", "main.new_card.range"),
    "a Counterspell without an effect": ("[counterspells]\nnew_card = { name = 'New', copies = 1 }", "counterspells.new_card"),
    "a new companion without an effect": ("[companions]\nnew_card = { name = 'New' }", "companions.new_card"),
    "a new character without a home": ("[characters]\nnew_one = { name = 'New', heal = 2 }", "characters.new_one.home"),
    "an id that is none": ("[main]\n\"Heavy Hand\" = { copies = 1 }", "main.Heavy Hand"),
    "one id in two tables": ("[companions]\nheavy_hand = { name = 'Two', end_hp = 1 }", "companions.heavy_hand"),
    "a mark on nothing": ("[main]\nheavy_hand = { reconstructed = ['colour'] }", "main.heavy_hand.reconstructed"),
    "marks that are no list": ("[main]\nheavy_hand = { reconstructed = 5 }", "main.heavy_hand.reconstructed"),
    "too many cards": ("[main]\n" + "\n".join(f"card{number} = {NEW_GEM}" for number in range(3)), "main"),
    "too many components": ("[main]\n" + "\n".join(f"card{number} = {NEW_GEM}" for number in range(200)), "main"),
    "an unknown rule": ("[rules]\nmana = 3", "rules.mana"),
    "a rule out of bounds": ("[rules]\npoints = 10", "rules.points"),
    "no HP": ("[rules]\nhp = 0", "rules.hp"),
    "more HP than the most": ("[rules]\nhp = 20", "rules.hp"),
    "a cost nobody can read": ("[rules]\ncounterspell_cost = 'free'", "rules.counterspell_cost"),
    "a Bot's spell that does not exist": ("[solo]\nbot_cards = ['a', 'b', 'c']", "solo"),
    "a Bot without an Attack Spell": ("[solo]\nbot_cards = ['heavy_hand', 'curse_void', 'fatal_fronds']", "solo.bot_cards"),
    "a layout that is none": ("[layouts]\nseven = 5", "layouts.seven"),
    "a layout with an unknown hex": (LAYOUT + HOMES + 'tiles = { atlantis = "0,0", dusty_desert = "-1,0" }', "layouts.seven"),
    "a layout with a gap": (LAYOUT + HOMES.replace("1,-1", "7,7") + TILES, "layouts.seven"),
    "a layout without a desert": (LAYOUT + HOMES + 'tiles = { ancient_rune = "0,0" }', "layouts.seven"),
    "a layout with too few homes": (LAYOUT + 'homes = ["0,1"]\n' + TILES, "layouts.seven"),
    "two hexes on one place": (LAYOUT + HOMES + TILES.replace("1,0", "0,0"), "layouts.seven"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", IN_A_ROW)
def test_a_mistake_is_refused_with_the_pack_the_component_and_the_word(mistake: str) -> None:
    content, place = IN_A_ROW[mistake]
    pack = parse_own_pack(HEAD + content, "mine.toml")
    with pytest.raises(BadPack) as refused:
        open_box(("base", "mine"), (pack,))
    where = str(refused.value.values["where"])
    assert place in where and "mine" in where, where
    assert len(refused.value.message) < 1000 and refused.value.code == "pack/bad-value"


AS_TEXT: dict[str, tuple[str, str]] = {
    "not TOML": ("[pack\nname = 3", "pack/not-toml"),
    "a word twice": (HEAD + "[rules]\nhp = 3\nhp = 4", "pack/not-toml"),
    "deep nesting": (HEAD + "[main]\na = " + "[" * 1500, "pack/not-toml"),
    "a number of thousands of digits": (HEAD + "[rules]\nhp = " + "9" * 5000, ""),
    "a number of thousands of hex digits": (HEAD + "[rules]\nhp = 0x" + "f" * 5000, ""),
    "a key of thousands of parts": (HEAD + "main" + ".a" * 20_000 + " = 1", ""),
    "keys nested by many lines": (HEAD + "".join(f"[main{'.a' * number}]\n" for number in range(1, 400)), ""),
    "too long": (HEAD + "#" * 10_000_000, "pack/too-long"),
    "no pack": ("[rules]\nhp = 18", "pack/bad-value"),
    "no name": ("[pack]\nplayers = 3", "pack/bad-value"),
    "a name that is no id": ('[pack]\nname = "My Pack"', "pack/bad-value"),
    "a name that is a path": ('[pack]\nname = "../base"', "pack/bad-value"),
    "a shipped pack's name": ('[pack]\nname = "base"', "pack/bad-value"),
    "another shipped name": ('[pack]\nname = "six_casters"', "pack/bad-value"),
    "an unknown table": (HEAD + "[spells]\nx = 1", "pack/bad-value"),
    "a table that is none": ("rules = 3\n" + HEAD, "pack/bad-value"),
    "a list of tables": (HEAD + "[[main]]\nx = 1", "pack/bad-value"),
    "contents of other packs": (HEAD + 'contains = ["../../secret"]', "pack/bad-value"),
    "a total": (HEAD + "main = 3", "pack/bad-value"),
}


@pytest.mark.parametrize("mistake", AS_TEXT)
def test_text_that_is_no_pack_is_refused_with_its_file(mistake: str) -> None:
    content, code = AS_TEXT[mistake]
    with pytest.raises(BadPack) as refused:
        open_box(("base", "mine"), (parse_own_pack(content, "mine.toml"),))
    assert refused.value.code == code or not code
    assert "mine" in refused.value.message and len(refused.value.message) < 1000


def test_a_pack_that_is_not_there_or_named_twice_is_refused() -> None:
    pack = parse_own_pack(HEAD)
    for names, own in ((("base", "mine"), ()), (("base", "mine", "mine"), (pack,)), (("mine",), (pack,))):
        with pytest.raises(BadPack):
            start(Setup(packs=names), seed=1, own=own)


def test_a_pack_that_changes_nothing_is_right() -> None:
    assert open_box(("base", "mine"), (parse_own_pack(HEAD),)).parts == open_box(("base",)).parts
