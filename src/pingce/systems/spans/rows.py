"""What a network learns to mark: texts as tokens, their suspicious words, and rows of (odd word, roles)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from pingce.language.text import TaggedText, tag_text
from pingce.spec.values import Reason
from pingce.systems.interface import Example
from pingce.systems.learning.token_features import TokenFeatures, featurize
from pingce.systems.learning.tokens import Tokens, tokenize

from .odd_words import anchors, candidates
from .shape import ReasonShape


class ReasonTarget(NamedTuple):
    """A reason seen from one of its odd words, all in tokens."""

    kind: str
    anchor: tuple[int, ...]
    roles: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class SpanQuestion:
    """A text with the spatial words that may be odd, as words and as tokens."""

    reading: TaggedText
    tokens: Tokens
    features: TokenFeatures
    words: tuple[int, ...]
    spots: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SpanTrainingRow:
    """A text to learn from; ``odd`` are places in the text's list of candidates."""

    asked: SpanQuestion
    odd: tuple[int, ...]
    rows: tuple[ReasonTarget, ...]
    kinds: str


def ask(texts: Sequence[str], tokenizer: Any, longest: int) -> list[SpanQuestion]:  # noqa: ANN401
    """Texts as tokens, with the spatial words that may be odd."""
    asked = []
    for text, tokens in zip(texts, tokenize(tokenizer, texts, longest), strict=True):
        reading = tag_text(text)
        spots = {i: tuple(tokens.covering(reading.positions([i]))) for i in candidates(reading)}
        # A word behind the cut has no tokens; a text without any seen candidate is answered by its first token.
        usable = {i: spot for i, spot in spots.items() if spot} or {0: (min(1, len(tokens) - 1),)}
        asked.append(SpanQuestion(reading, tokens, featurize(reading, tokens), tuple(usable), tuple(usable.values())))
    return asked


def training_rows(
    examples: Sequence[Example],
    shape: ReasonShape,
    tokenizer: Any,  # noqa: ANN401 (has no type of its own)
    longest: int,
) -> list[SpanTrainingRow]:
    """Texts with answers as tokens, candidates and targets, in the order of the examples."""
    from .types import type_set

    made = []
    for example, asked in zip(
        examples, ask([example.item.text for example in examples], tokenizer, longest), strict=True
    ):
        reasons = cast("tuple[Reason, ...]", example.answer[shape.field])
        rows, odd = [], set()
        for reason in reasons:
            roles = {span.role: tuple(asked.tokens.covering(span.idxes)) for span in reason.spans}
            for word in anchors(asked.reading, reason):
                if word in asked.words:
                    spot = asked.words.index(word)
                    odd.add(spot)
                    rows.append(ReasonTarget(reason.type, asked.spots[spot], roles))
        made.append(SpanTrainingRow(asked, tuple(sorted(odd)), tuple(rows), type_set(reasons)))
    return made
