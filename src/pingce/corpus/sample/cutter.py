"""A tagger that is loaded only if somebody needs it: corpora that are tagged already do not."""

from dataclasses import dataclass, field
from pathlib import Path

from pingce.language.tagging.words import Tagger, Word


@dataclass
class Cutter:
    """A worker's tagger."""

    name: str
    user_dictionary: Path | None = None
    _tagger: Tagger | None = field(default=None, init=False)

    def words(self, text: str) -> list[Word]:
        if self._tagger is None:
            from pingce.language.tagging.catalog import make_tagger

            self._tagger = make_tagger(self.name, user_dictionary=self.user_dictionary)
        return self._tagger.tag(text)
