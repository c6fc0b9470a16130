"""The sentences of each kind of component, made from its row: one phrase for each word of the pack it uses.

They stand in the order in which the effects happen. What a row does not say is not in the text.
"""

from __future__ import annotations

from casting_shadows.engine.model import cards
from casting_shadows.engine.model.cards import FREE_KINDS, Character, Companion, Convert, Counterspell, Hex, MainCard, Spend
from casting_shadows.engine.model.resources import CODES, SYMBOLS, pool_text
from casting_shadows.engine.words import Words

TARGETS = ("enemy", "hex")
"""How packs and phrases call what an effect is aimed at."""
ALL_BUT_TRAVEL = (1 << len(FREE_KINDS)) - 1 - (1 << FREE_KINDS.index("travel"))


def range_code(reach: tuple[int, int]) -> str:
    """`0-1` as the packs write it."""
    low, high = reach
    return str(low) if low == high else f"{low}-{high}"


def _range(words: Words, reach: tuple[int, int]) -> str:
    return words.phrase("range", range=words.phrase(f"range_{range_code(reach)}"))


def _spend(words: Words, spend: Spend) -> str:
    """`up to 2 Gems of any color`, `1 Red Gem and 1 Blue Gem`."""
    if spend.most > 1:
        return words.phrase("up_to", amount=words.amount(spend.symbols[0], spend.most))
    return words.amounts(spend.symbols)


def main_card_sentences(words: Words, card: MainCard) -> list[str]:
    """What a Resource card gives, or what a spell spends and does."""
    if card.kind == cards.RESOURCE:
        return [words.phrase("resource_card", resources=words.amounts(pool_text(card.gives).split()))]
    if card.kind == cards.ATTACK:
        return _attack(words, card)
    sentences = []
    if card.convert is not None:
        sentences.append(_convert(words, card.convert))
    elif card.copy is not None:
        size = max(card.copy.most, len(card.copy.symbols))
        sentences.append(words.counted("copy", size, amount=_spend(words, card.copy)))
    elif card.spend is not None:
        gained = words.amounts(pool_text(card.gain).split())
        sentences.append(words.phrase("gain", resources=_spend(words, card.spend), gained=gained))
    if card.cleanse:
        sentences.append(words.phrase("cleanse"))
    return sentences


def _attack(words: Words, card: MainCard) -> list[str]:
    assert card.spend is not None
    target = TARGETS[card.target]
    steps = "/".join(str(step) for step in card.damage)
    aim = words.phrase(f"target_{target}")
    most = card.spend.most
    if most > 1:
        code = card.spend.symbols[0]
        counts = "/".join(str(n) for n in range(1, most + 1))
        amount = words.amount(code, most)
        resource = words.resource(code, most)
        text = words.phrase("attack_scaling", amount=amount, counts=counts, resource=resource, steps=steps, target=aim)
    else:
        text = words.phrase("attack_fixed", resources=_spend(words, card.spend), steps=steps, target=aim)
    sentences = [text]
    statuses = [words.term(term) for term, has in (("status_frozen", card.freeze), ("status_stunned", card.stun)) if has]
    if statuses:
        sentences.append(words.phrase(f"attack_status_{target}", status=words.listed(statuses)))
    return [*sentences, _range(words, card.range)]


def _convert(words: Words, convert: Convert) -> str:
    n = convert.most
    if convert.shape == "each":
        first, second = (words.resource(code, n) for code in convert.source)
        kinds = words.phrase("each_kinds", n=n, first=first, second=second)
        amount = kinds if convert.exact else words.phrase("up_to", amount=kinds)
        return words.counted("convert_each", n, first=first, second=second, amount=amount)
    source = convert.source[0]
    amount = words.amount(source, n)
    if n > 1 and not convert.exact:
        amount = words.phrase("up_to", amount=amount)
    # What pays for the symbol but cannot turn into anything here, such as a purple one that would only change its color.
    able = {start for start, _ in convert.swaps}
    unable = [words.resource(CODES[kind], 2) for kind in SYMBOLS[source] if kind not in able]
    if unable:
        amount = words.phrase("convert_except", amount=amount, kinds=words.listed(unable))
    if convert.shape == "same":
        result = words.phrase(f"same_{convert.result[0]}")
    else:
        result = words.listed([words.amount(code, 1) for code in convert.result], "or")
    return words.counted("convert", n, amount=amount, result=result)


def counterspell_sentences(words: Words, card: Counterspell) -> list[str]:
    """When it may be used, what it changes in the hit, and what it does after the damage."""
    sentences = [words.phrase("counter_trigger")]
    if card.move:
        sentences += [words.phrase(f"counter_move_{card.move}"), words.phrase("counter_missed")]
    if card.reduce:
        sentences.append(words.phrase("counter_reduce", n=card.reduce))
    if card.ignore:
        sentences.append(words.phrase("counter_ignore"))
    after = []
    if card.deal:
        after.append(words.phrase("after_deal", n=card.deal))
    if card.freeze or card.stun:
        after.append(words.phrase("after" + "_freeze" * card.freeze + "_stun" * card.stun))
    if after:
        sentences.append(words.phrase("counter_after", effects=words.listed(after)))
    return sentences


def companion_sentences(words: Words, card: Companion) -> list[str]:
    """Every effect that is on for its summoner."""
    sentences = []
    if card.free_uses:
        other = card.free_mask == ALL_BUT_TRAVEL
        named = [kind for bit, kind in enumerate(FREE_KINDS) if (card.free_mask >> bit) & 1]
        action = words.term("action_travel") if other else words.listed([words.term(f"action_{kind}") for kind in named], "or")
        sentences.append(words.counted("free_other" if other else "free", card.free_uses, action=action))
    if card.start_gain:
        choice = words.listed([words.amount(CODES[kind], 1) for kind in card.start_gain], "or")
        sentences.append(words.phrase("turn_start_gain", resources=choice))
    if card.tough:
        sentences.append(_from(words, "tough", card.tough_from, card.tough))
    if card.return_damage:
        sentences.append(_from(words, "return", card.return_from, card.return_damage))
    for word, n in (("attack_bonus", card.attack_bonus), ("status_bonus", card.status_bonus), ("turn_end_hp", card.end_hp)):
        if n:
            sentences.append(words.phrase(word, n=n))
    for word, n in (("reach", card.reach), ("extra_cards", card.extra_cards)):
        if n:
            sentences.append(words.counted(word, n))
    flags = {
        "first_hit_freezes": card.first_hit_freezes,
        "first_hit_stuns": card.first_hit_stuns,
        "status_proof": card.status_proof,
        "curse_proof": card.curse_proof,
    }
    return sentences + [words.phrase(word) for word, has in flags.items() if has]


def _from(words: Words, word: str, least: int, n: int) -> str:
    """An effect for hits of *least* and more; any damage at all is at least 1."""
    return words.phrase(f"{word}_from", least=least, n=n) if least > 1 else words.phrase(f"{word}_any", n=n)


def hex_sentences(words: Words, tile: Hex) -> list[str]:
    """What lies beside the hex, and what it does for whoever stands there."""
    sentences = []
    if tile.counterspells:
        sentences.append(words.phrase("hex_counterspells"))
    elif not tile.market:
        # Of the others the layout decides which have a card beside them, so their text does not promise one.
        sentences.append(words.phrase("hex_no_card"))
    if tile.start_hp:
        sentences.append(words.phrase("hex_start_hp", n=tile.start_hp))
    if tile.start_gain:
        sentences.append(words.phrase("hex_start_gain", resources=words.amounts(pool_text(tile.start_gain).split())))
    if tile.attack_bonus:
        sentences.append(words.phrase("hex_attack_bonus", n=tile.attack_bonus))
    if tile.unshielded:
        # Stronger than the hex's own shield, which then does nothing (S29).
        sentences.append(words.phrase("hex_unshielded"))
    elif tile.shield:
        sentences.append(words.phrase("hex_shield", n=tile.shield))
    return sentences


def ability_sentences(words: Words, character: Character) -> list[str]:
    """What a Shadow ability does; its price is the rules', not the character's."""
    ability = character.ability
    if ability == "heal":
        return [words.phrase("ability_heal", n=character.heal)]
    if ability == "empower":
        return [words.phrase("ability_empower", n=character.empower)]
    if ability == "warp":
        return [words.phrase("ability_warp"), *([words.phrase("ability_take")] if character.take_counterspell else [])]
    if ability == "tow":
        return [words.counted("ability_tow", character.tow), words.phrase("ability_tow_damage", n=character.damage)]
    aim = words.phrase(f"target_{TARGETS[character.target]}")
    sentences = [words.phrase("ability_damage", n=character.damage, target=aim)]
    if character.push:
        sentences.append(words.phrase("ability_push"))
    return [*sentences, _range(words, character.range)]
