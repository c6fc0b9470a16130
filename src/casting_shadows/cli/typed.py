"""What a person types, understood kindly: any case and order, names as they are shown, beginnings of words."""

from __future__ import annotations

import re

from casting_shadows.engine import Box, languages, load_words, verbs

DROPPED = str.maketrans("", "", ":,.@>„“\"'!")


def fold(text: str) -> str:
    """Small letters, single spaces, no punctuation."""
    return " ".join(text.replace("_", " ").translate(DROPPED).lower().split())


class Understanding:
    """Knows every name of a box in every language there is, and finds the action that is meant."""

    def __init__(self, box: Box) -> None:
        self.box = box
        table = box.table
        self.ids: dict[str, str] = {}
        """Folded names to ids."""
        components = [*table.cards, *table.counterspells, *table.companions, *table.tiles, *table.characters]
        for component in components:
            self.ids[fold(component)] = component
            for language in languages():
                self.ids.setdefault(fold(load_words(language).name(component, box.parts)), component)
        self.verbs: dict[str, str] = {}
        """Folded titles of actions to their words."""
        for language in languages():
            for word in verbs.WORDS:
                self.verbs.setdefault(fold(load_words(language).term(f"action_{word}")), word)
        longest_first = sorted(self.ids, key=len, reverse=True)
        self._names = re.compile(r"\b(" + "|".join(re.escape(name) for name in longest_first) + r")\b")

    def component(self, typed: str) -> list[str]:
        """The ids a name, or the beginning of one, can mean."""
        wanted = fold(typed)
        if wanted in self.ids:
            return [self.ids[wanted]]
        return sorted({component for name, component in self.ids.items() if wanted and name.startswith(wanted)})

    def tokens(self, typed: str) -> list[str]:
        """The words of an action as its text form has them, in small letters."""
        folded = fold(typed)
        for title in sorted(self.verbs, key=len, reverse=True):
            if folded == title or folded.startswith(title + " "):
                folded = self.verbs[title] + folded[len(title) :]
                break
        return self._names.sub(lambda match: self.ids[match[1]], folded).split()

    def meant(self, typed: str, actions: list[int]) -> list[int]:
        """The actions among these that fit what was typed: the very same words in any order, else all that begin with
        them, else all that contain them.
        """
        wanted = self.tokens(typed)
        if not wanted:
            return []
        beginning: list[int] = []
        containing: list[int] = []
        for action in actions:
            words = [word.lower() for word in self.box.table.text(action).replace("@", "").replace(">", "").split()]
            if words[0] != wanted[0]:
                continue
            if sorted(words) == sorted(wanted):
                return [action]
            if _contains(words[: len(wanted)], wanted):
                beginning.append(action)
            elif _contains(words, wanted):
                containing.append(action)
        return beginning or containing


def _contains(words: list[str], wanted: list[str]) -> bool:
    """Whether every wanted word is there, the last perhaps only begun."""
    left = list(words)
    for word in wanted[:-1]:
        if word not in left:
            return False
        left.remove(word)
    return any(part.startswith(wanted[-1]) for word in left for part in (word, *word.split("_")))
