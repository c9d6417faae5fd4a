"""A dictionary with tags for the pieces that rules cut words into: jieba's, through rjieba."""

from functools import cache, lru_cache

from .cover import Pair
from .tags import JIEBA, in_ours


class Dictionary:
    """What jieba knows about a string."""

    def __init__(self) -> None:
        import rjieba  # loads its dictionary with itself, and most processes never ask

        self.jieba = rjieba.Jieba()
        self.tag = lru_cache(maxsize=1 << 16)(self._look_up)

    def __contains__(self, word: str) -> bool:
        return self.jieba.has_word(word)

    def _look_up(self, word: str) -> str:
        """The word's tag; empty if it is not one word of the dictionary."""
        if not self.jieba.has_word(word):
            return ""
        words = self.jieba.tag(word, hmm=False)
        return in_ours(word, words[0][1], JIEBA) if len(words) == 1 else ""

    def words(self, text: str) -> list[Pair]:
        """The text in words of the dictionary, characters where it knows none."""
        return [(word, in_ours(word, tag, JIEBA)) for word, tag in self.jieba.tag(text, hmm=False)]


@cache
def shared_dictionary() -> Dictionary:
    """One for the process: it is read-only and takes 40 MB."""
    return Dictionary()
