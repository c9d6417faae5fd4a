"""Cuts one word of a library into ours, by its form alone."""

import re

from .cover import Pair
from .dictionary import Dictionary
from .tables import Tables

NOUNS = frozenset({"n", "nr", "ns", "nt", "nz", "s", "t", "l", "i", "x", "j", "f", "m", "r", "b"})
VERB_LIKE = frozenset({"v", "l", "i", "a", "d", "n", "z"})


class Cutter:
    """Noun + localizer, verb + direction, verb or adverb + preposition, preposition + anything.

    The order of the attempts matters: what stands at the end of a word says more about it than its beginning.
    """

    def __init__(self, tables: Tables, dictionary: Dictionary) -> None:
        self.tables = tables
        self.dictionary = dictionary
        sides = "|".join(sorted(tables.localizers, key=len, reverse=True))
        self._from_to = re.compile(f"({sides})([向往朝到])({sides})")

    def cut(self, word: str, tag: str) -> tuple[Pair, ...]:
        t = self.tables
        if word in t.fixed:
            return ((word, t.fixed[word]),)
        if word in t.cuts:
            return t.cuts[word]
        if word in t.directions:
            return ((word, tag),)  # context.py decides
        if word in t.stems and tag in ("nr", "ns", "g"):
            return ((word, "v"),)
        if len(word) == 1 or word in t.keep or word.isascii() or tag == "w":
            return ((word, tag),)
        return (
            self._to_and_fro(word)
            or self._side_to_side(word)
            or self._around(word)
            or self._verb_direction(word, tag)
            or self._verb_aspect(word, tag)
            or self._before_preposition(word)
            or self._after_preposition(word)
            or self._noun_localizer(word, tag)
            or self._unknown(word)
            or ((word, tag),)
        )

    def _to_and_fro(self, word: str) -> tuple[Pair, ...]:
        """走来走去."""
        if len(word) == 4 and word[0] == word[2] and word[1] + word[3] in ("来去", "进出", "上下"):
            return ((word[0], "v"), (word[1], "dv"), (word[2], "v"), (word[3], "dv"))
        return ()

    def _side_to_side(self, word: str) -> tuple[Pair, ...]:
        """西向东; jieba's dictionary has it as a person's name."""
        match = self._from_to.fullmatch(word)
        return ((match[1], "f"), (match[2], "p"), (match[3], "f")) if match else ()

    def _around(self, word: str) -> tuple[Pair, ...]:
        """进不来, 放得下; 伸出手, 抬起头来: a direction and what stands around it."""
        t = self.tables
        verb, middle, rest = word[0], word[1:2], word[2:]
        if verb not in t.stems and verb not in t.directions:
            return ()
        first = (verb, "v" if verb in t.stems else "dv")
        if middle in ("不", "得") and rest in t.directions:
            return (first, (middle, "d" if middle == "不" else "u"), (rest, "dv"))
        if middle not in t.directions or not rest:
            return ()
        if len(rest) == 2 and rest[1] in ("来", "去") and rest not in t.directions:
            return (first, (middle, "dv"), (rest[0], "n"), (rest[1], "dv"))
        if len(rest) == 1 and self.dictionary.tag(rest) == "n" and middle + rest not in t.directions:
            return (first, (middle, "dv"), (rest, "n"))
        return ()

    def _verb_direction(self, word: str, tag: str) -> tuple[Pair, ...]:
        """飞去, 走进来, 跑出; also 水里去, where the first part is no verb."""
        t = self.tables
        for length in (2, 1):
            stem, direction = word[:-length], word[-length:]
            if not stem or direction not in t.directions:
                continue
            if self._moves(stem, direction, tag):
                return (*self._verb(stem), (direction, "dv"))
            known = word in self.dictionary
            if direction in ("来", "去") and len(stem) > 1 and (stem[-1] in t.single_localizers or not known):
                return (*self.cut(stem, self.dictionary.tag(stem) or "n"), (direction, "dv"))
            if not known and len(stem) > 1 and stem[-1] in t.stems:
                return (*self._pieces(stem[:-1]), (stem[-1], "v"), (direction, "dv"))
        return ()

    def _moves(self, stem: str, direction: str, tag: str) -> bool:
        t = self.tables
        if direction == "开":
            return stem in t.parting
        if direction in ("上", "下") and stem in t.also_nouns and tag != "v":
            return False
        if stem in t.stems:
            return True
        return (len(direction) == 2 or tag == "v") and self.dictionary.tag(stem) in VERB_LIKE

    def _verb(self, stem: str) -> tuple[Pair, ...]:
        if len(stem) == 1:
            return ((stem, "v"),)
        return self.cut(stem, self.dictionary.tag(stem) or "v")

    def _verb_aspect(self, word: str, tag: str) -> tuple[Pair, ...]:
        """闪烁着, 放着: jieba's dictionary has hundreds of them under any tag."""
        stem = word[:-1]
        if word[-1] not in self.tables.aspect or tag in ("p", "c", "nr"):
            return ()
        return (*self._verb(stem), (word[-1], "u"))

    def _before_preposition(self, word: str) -> tuple[Pair, ...]:
        """坐在, 走向, 来自; 是从, 直往."""
        t = self.tables
        stem, last = word[:-1], word[-1]
        if last not in t.prepositions_after_verb and last not in t.gluing:
            return ()
        if stem in t.before_preposition:
            return ((stem, "v" if stem == "是" else "d"), (last, "p"))
        if last not in t.prepositions_after_verb:
            return ()
        if stem in t.stems or stem in t.directions or (last in "在到向往" and self.dictionary.tag(stem) == "v"):
            verb = ((stem, "dv"),) if stem in t.directions else self._verb(stem)
            return (*verb, (last, {"入": "v", "进": "dv"}.get(last, "p")))
        return ()

    def _after_preposition(self, word: str) -> tuple[Pair, ...]:
        """往北, 朝里面; 从叶间, which no dictionary knows."""
        t = self.tables
        rest = word[1:]
        if word[0] not in t.gluing:
            return ()
        if rest in t.localizers:
            return ((word[0], "p"), (rest, "f"))
        if rest[0] in t.localizers and self._is_verb(rest[1:]):
            return ((word[0], "p"), (rest[0], "f"), *self._verb(rest[1:]))  # 往下沉
        if word in self.dictionary and not (rest[0] in t.localizers or self.dictionary.tag(word) == "nr"):
            return ()
        return ((word[0], "p"), *self._pieces(rest))

    def _noun_localizer(self, word: str, tag: str) -> tuple[Pair, ...]:
        """屋子里, 床上; 船尾巴上."""
        t = self.tables
        for length in (3, 2, 1):
            noun, localizer = word[:-length], word[-length:]
            if not noun or localizer not in t.localizers:
                continue
            if length == 1 and not self._takes(noun, localizer, tag):
                continue
            if length > 1 and noun in t.single_localizers:
                continue
            return (*self._noun(noun), (localizer, "f"))
        return ()

    def _takes(self, noun: str, localizer: str, tag: str) -> bool:
        t = self.tables
        if len(noun) == 1:
            inside = localizer in ("里", "内", "外") and tag in ("n", "s")
            named = tag in NOUNS and (self.dictionary.tag(noun) in NOUNS or noun in t.also_nouns)
            return localizer in t.after_one_character and (inside or named)
        if localizer in t.after_one_character:
            # A name that ends in 中 or 前 is in the dictionary as a name, and so is 花园里.
            return tag in NOUNS and (self.dictionary.tag(noun) in NOUNS or (noun + localizer) not in self.dictionary)
        return False

    def _noun(self, noun: str) -> tuple[Pair, ...]:
        tag = self.dictionary.tag(noun)
        if len(noun) == 1 or tag:
            return ((noun, tag if tag in NOUNS else "n"),)
        return self._pieces(noun)

    def _unknown(self, word: str) -> tuple[Pair, ...]:
        """地站, 中冒出: a particle or localizer and a verb, run together by a library that guesses."""
        if word in self.dictionary:
            return ()
        rest, last = word[1:], word[-1]
        if last in self.tables.gluing and last not in "到自由":
            return (*self._pieces(word[:-1]), (last, "p"))  # 鸟往
        if word[0] == "地":
            return (("地", "u"), *self._pieces(rest))
        if word[0] in self.tables.localizer_first and self._is_verb(rest):
            return ((word[0], "f"), *self._verb(rest))
        return ()

    def _is_verb(self, word: str) -> bool:
        return word in self.tables.stems or self.dictionary.tag(word) == "v"

    def _pieces(self, text: str) -> tuple[Pair, ...]:
        """A string that is no word of the dictionary, in words of it."""
        tag = self.dictionary.tag(text)
        if tag:
            return self.cut(text, tag)
        return tuple(piece for word, tag in self.dictionary.words(text) for piece in self.cut(word, tag))
