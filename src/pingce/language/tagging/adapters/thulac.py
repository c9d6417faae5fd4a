"""THULAC (Tsinghua's tagger): slow, and large in memory."""

import importlib
import warnings
from contextlib import redirect_stdout
from importlib.metadata import version
from io import StringIO

from ..cover import Pair
from ..tags import THULAC, in_ours


class Thulac:
    """THULAC behind the interface of all taggers."""

    def __init__(self) -> None:
        # It says "Model loaded succeed" where our results go, and leaves its files open.
        with redirect_stdout(StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            self._cut = importlib.import_module("thulac").thulac().cut
        self.version = f"thulac {version('thulac')}"

    def pairs(self, text: str) -> list[Pair]:
        return [(word, in_ours(word, tag, THULAC)) for word, tag in self._cut(text)]
