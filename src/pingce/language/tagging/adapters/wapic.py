"""wapic: words by a conditional random field. It has no tags; jieba's dictionary gives them."""

import importlib
from importlib.metadata import version

from ..cover import Pair
from ..dictionary import shared_dictionary
from ..tags import in_ours


class Wapic:
    """wapic behind the interface of all taggers."""

    def __init__(self) -> None:
        self._words = importlib.import_module("wapic").Segmenter().segment
        self._dictionary = shared_dictionary()
        self.version = f"wapic {version('wapic')}, rjieba {version('rjieba')}"

    def pairs(self, text: str) -> list[Pair]:
        tag = self._dictionary.tag
        return [(word, tag(word) or in_ours(word, "", {})) for word in self._words(text)]
