"""What an export of any tool says about an item, before anybody asks which task it is.

Labels, texts, spans and links by control: the value between a tool's format and a task's answer, so that neither has to
know the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """Neighbouring characters with a label, by code points; ``id`` is what links name it by."""

    id: str
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class ExchangedAnswer:
    """By the name of the control it was said with; doccano has one, without a name."""

    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    links: tuple[tuple[str, str], ...] = ()


class ExportedProject(NamedTuple):
    """An item of an export with everything that was said about it; nothing: nobody has looked at it."""

    line: int
    id: str
    texts: Mapping[str, str]
    said: tuple[ExchangedAnswer, ...]


def groups(spans: tuple[Span, ...], links: tuple[tuple[str, str], ...]) -> list[tuple[Span, ...]]:
    """Spans that are linked, directly or by others; in the order of the file."""
    leader = {span.id: span.id for span in spans}

    def find(span: str) -> str:
        while leader[span] != span:
            span = leader[span]
        return span

    for first, second in links:
        if first in leader and second in leader:
            leader[find(second)] = find(first)
    by_root: dict[str, list[Span]] = {}
    for span in spans:
        by_root.setdefault(find(span.id), []).append(span)
    return [tuple(group) for group in by_root.values()]
