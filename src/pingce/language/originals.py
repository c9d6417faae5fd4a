"""Which texts come from one original sentence.

Word replacement makes many sentences of one original, and subtasks share them. They are found again without any
record of it, by three rules, each weaker than the one before:

1. texts with the same letters and digits are one text, whatever their punctuation;
2. texts with the same *skeleton* are of one original. The skeleton is what remains when every character that occurs
   in a replaceable word of the lexicon is taken out: 他站在桥上 and 他站在桥下 leave the same four characters. It needs
   no tagger, does not care how words are cut, and lets words of different length stand for each other;
3. texts whose skeletons are nearly the same are of one original: other editions of a source, corrected characters,
   replaced words that the lexicon does not have. Candidates are skeletons that share one of a few pieces chosen by
   hash (a bottom-k sketch); whether they are alike enough is then measured exactly.

Provenance that an item states wins: rules 2 and 3 never join two different stated originals.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pingce.spec.values import Item

from .joining import JoinedTexts
from .lexicon.load import load_lexicon
from .lexicon.model import Lexicon

SIMILARITY = 0.9
"""Skeletons at least so alike (1 − insertions and deletions / both lengths) are of one original."""
SHORTEST = 8
"""A skeleton of fewer characters says too little; such a text is compared as it is."""
PIECE, SKETCH = 4, 8
"""Characters of a piece, and pieces kept of a skeleton: two skeletons that share six in ten of their pieces have one
of the kept ones in common in more than 99.9 % of cases."""
REACH = 16
"""A text is compared with so many of the last ones that share a kept piece with it: some phrases stand in every other
text, and the sentences of one original follow each other."""
PRIMES = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5)


def group_items(
    items: Sequence[Item], *, similarity: float = SIMILARITY, templated: Callable[[str], bool] | None = None
) -> list[int]:
    """The group of every item: by what it states, else by its text; ``templated`` tells by the id whose text is made
    from a template, and such a text is of one original only with its equals.
    """
    exact = None if templated is None else [templated(item.id) for item in items]
    origins = [item.stated_original for item in items]
    return groups_of([item.text for item in items], origins, similarity=similarity, exact=exact)


def groups_of(
    texts: Sequence[str],
    origins: Sequence[str | None] | None = None,
    *,
    similarity: float = SIMILARITY,
    lexicon: Lexicon | None = None,
    exact: Sequence[bool] | None = None,
) -> list[int]:
    """The group of every text, numbered from 0 by first appearance; the same texts give the same numbers.

    ``origins`` holds what is known about each text. With ``similarity`` 1 only rules 1 and 2 apply, to
    ``exact`` texts only rule 1.
    """
    skeletons = Skeletons(lexicon or load_lexicon())
    joined = _Stating(origins if origins is not None else [None] * len(texts))
    joined.alike((joined.origins[i], i) for i in range(len(texts)) if joined.origins[i] is not None)
    joined.alike((skeletons.letters(text), i) for i, text in enumerate(texts))
    first: dict[str, int] = {}
    for i, text in enumerate(texts):
        if exact is not None and exact[i]:
            continue
        joined.unite(first.setdefault(skeletons.of(text), i), i)
    if similarity < 1:
        for text_number, other in _near(first, joined, similarity):
            joined.unite(text_number, other)
    return joined.numbers()


class Skeletons:
    """Texts without their punctuation, and without the characters of replaceable words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.replaceable = frozenset("".join(word for group in lexicon.groups for word in group.words))
        self._without = _Table(self.replaceable)
        self._letters = _Table(frozenset())

    def letters(self, text: str) -> str:
        return text.translate(self._letters) or text

    def of(self, text: str) -> str:
        skeleton = text.translate(self._without)
        return skeleton if len(skeleton) >= SHORTEST else self.letters(text)


class _Table(dict[int, str | None]):
    """For ``str.translate``: decides about a character when it is first met."""

    def __init__(self, dropped: Iterable[str]) -> None:
        super().__init__({ord(character): None for character in dropped})

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        self[code] = kept = character if character.isalnum() else None
        return kept


class _Stating(JoinedTexts):
    """Groups that know the original their members state."""

    def __init__(self, origins: Sequence[str | None]) -> None:
        super().__init__(len(origins))
        self.origins = list(origins)

    def unite(self, i: int, j: int) -> None:
        """Join two groups unless they state different originals."""
        stated = {self.origins[self.find(i)], self.origins[self.find(j)]} - {None}
        if len(stated) < 2:
            self.join(i, j)

    def join(self, i: int, j: int) -> None:
        low, high = sorted((self.find(i), self.find(j)))
        super().join(low, high)
        if self.origins[low] is None:
            self.origins[low] = self.origins[high]


def _near(first: dict[str, int], joined: _Stating, similarity: float) -> Iterator[tuple[int, int]]:
    """Pairs of texts with nearly the same skeleton that are not in one group yet; one text stands for each skeleton."""
    from rapidfuzz.distance import Indel

    seen: dict[int, list[tuple[str, int]]] = {}
    for skeleton, i in first.items():
        kept = _sketch(skeleton)
        for other, j in dict.fromkeys(candidate for piece in kept for candidate in seen.get(piece, ())[-REACH:]):
            if joined.find(i) != joined.find(j) and Indel.normalized_similarity(
                skeleton, other, score_cutoff=similarity
            ):
                yield i, j
        for piece in kept:
            seen.setdefault(piece, []).append((skeleton, i))


def _sketch(skeleton: str) -> list[int]:
    """The pieces with the smallest hashes; hashes of our own, so that every run and machine keeps the same."""
    import numpy as np

    codes = np.frombuffer(skeleton.encode("utf-32-le"), dtype="<u4").astype(np.uint64)
    if len(codes) < PIECE:
        return []
    pieces = np.zeros(len(codes) - PIECE + 1, dtype=np.uint64)
    for i, prime in enumerate(PRIMES):
        pieces ^= codes[i : i + len(pieces)] * np.uint64(prime)
        pieces ^= pieces >> np.uint64(29)
    pieces *= np.uint64(PRIMES[0])
    smallest: list[int] = np.unique(pieces ^ pieces >> np.uint64(32))[:SKETCH].tolist()
    return smallest
