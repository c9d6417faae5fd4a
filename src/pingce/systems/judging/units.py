"""What a network reads: the surroundings of one site, a whole text, or a reason with its text."""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.spec.values import Item
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.replaceable import Reading, Site
from pingce.systems.learning.tokens import tokenize


class TextUnit(NamedTuple):
    """A text and the stretch of it that matters."""

    text: str
    start: int
    end: int


class Tokened(NamedTuple):
    """The same as tokens."""

    ids: tuple[int, ...]
    targets: tuple[int, ...]


def site_unit(reading: Reading, site: Site, reach: int) -> TextUnit:
    """The word with ``reach`` characters to either side."""
    low = max(0, site.start - reach)
    return TextUnit(reading.text[low : site.end + reach], site.start - low, site.end - low)


def item_unit(item: Item, separator: str) -> TextUnit:
    """The whole text; where there is a reason it comes first, so that a long text cannot push it out."""
    first, *others = item.texts.values()
    if not others:
        return TextUnit(first, 0, len(first))
    asked = separator.join(others)
    return TextUnit(f"{asked}{separator}{first}", 0, len(asked))


def tokened(pretrained: Pretrained, units: Sequence[TextUnit], longest: int) -> list[Tokened]:
    """The first token, which stands for the whole, is the target where the stretch has none of its own."""
    token_lists = tokenize(pretrained.tokenizer, [unit.text for unit in units], longest)
    return [
        Tokened(tokens.ids, tuple(tokens.covering(range(unit.start, unit.end))) or (0,))
        for unit, tokens in zip(units, token_lists, strict=True)
    ]
