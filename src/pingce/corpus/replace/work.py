"""The replacement of a batch of originals, as the engine runs it.

Opened once per process with tagger and lexicon; a batch of originals in, their replaced sentences and skipped words
out.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import orjson

from pingce.formats.source import find_source
from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon, SpatialClass
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Tagger

from .items import read_rated
from .lines import CandidateLines
from .make import ReplaceSettings, chosen_exchanges, fingerprint
from .positions import Judged, Position, SkippedWord, judged
from .sentence import Original


class Tools(NamedTuple):
    """What a worker loads once."""

    tagger: Tagger
    lexicon: Lexicon
    candidates: CandidateLines
    normal: frozenset[bytes] | None


class Made(NamedTuple):
    """What a batch gave: lines to write, and what happened on the way."""

    lines: bytes
    tally: bytes


@dataclass(frozen=True)
class ReplaceWork:
    """Everything a worker needs to know."""

    settings: ReplaceSettings = field(default_factory=ReplaceSettings)
    classes: tuple[SpatialClass, ...] = ("f", "s", "dv")
    tagger: str = "default"
    user_dictionary: Path | None = None
    lexicon: Path | None = None
    onto: Path | None = None

    def open(self) -> Tools:
        lexicon = load_lexicon(self.lexicon)
        return Tools(
            make_tagger(self.tagger, user_dictionary=self.user_dictionary),
            lexicon,
            CandidateLines(lexicon),
            None if self.onto is None else frozenset(map(fingerprint, read_rated(find_source(self.onto)))),
        )

    def do(self, state: Tools, batch: list[Original]) -> Made:
        lines: list[str] = []
        tally = Counter[str]()
        for original in batch:
            words = state.tagger.tag(original.text)
            candidates = [
                each
                for each in judged(state.lexicon, original.text, words)
                if isinstance(each, SkippedWord) or each.cls in self.classes
            ]
            positions = [each for each in candidates if isinstance(each, Position)]
            made = chosen_exchanges(state.lexicon, original, positions, self.settings, state.normal)
            lines.extend(state.candidates.lines(original, made))
            tally.update(_counts(candidates))
            tally.update({"made": len(made), "without": not made})
        return Made("".join(lines).encode(), orjson.dumps(dict(sorted(tally.items()))))


def _counts(judged: list[Judged]) -> list[str]:
    kinds = [f"skipped:{each.reason}" if isinstance(each, SkippedWord) else "positions" for each in judged]
    return ["originals", *kinds]
