"""What a tagger gives."""

from typing import NamedTuple, Protocol


class Word(NamedTuple):
    """A word as it stands in the text, with a PKU-style tag; ``dv`` marks directional verbs."""

    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Tagger(Protocol):
    """Text → words that cover it from the first character to the last, in order."""

    @property
    def version(self) -> str:
        """Name and version of everything the result depends on; part of the cache key."""

    def tag(self, text: str) -> list[Word]: ...
