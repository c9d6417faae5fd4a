"""jieba: the original in Python, twenty times slower than rjieba."""

import importlib
import logging
import warnings
from importlib.metadata import version

from ..cover import Pair
from ..tags import JIEBA, in_ours


class Jieba:
    """jieba behind the interface of all taggers."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes and pkg_resources; its last release is of 2020
            library = importlib.import_module("jieba")
            tagging = importlib.import_module("jieba.posseg")
        library.setLogLevel(logging.WARNING)
        self._tagger = tagging.POSTokenizer(library.Tokenizer())
        self.version = f"jieba {version('jieba')}"

    def pairs(self, text: str) -> list[Pair]:
        return [(pair.word, in_ours(pair.word, pair.flag, JIEBA)) for pair in self._tagger.cut(text)]
