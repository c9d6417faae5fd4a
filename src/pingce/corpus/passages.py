"""Texts cut into passages at sentence ends.

A paragraph (line) is never joined to the next. Inside it sentences are packed until the passage has at least
``target`` characters; it closes at the first good end from there on. Ends are good (。！？ outside quotes), fair
(；, …… and a quotation that the sentence may go on after: “走吧。”他说) or poor (inside quotes or brackets). A
poorer end is used only where no better one comes before ``longest``. A sentence is never cut at a comma: one that is
longer than ``longest`` stays whole and the caller drops it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

SHORTEST, TARGET, LONGEST = 16, 94, 256
"""In characters. With this target running text gives passages of about 114 on average, as published."""

OPENING, CLOSING = "“‘「『（(《〈【〔[", "”’」』）)》〉】〕]"
QUOTES = "“‘「『"
PARAGRAPH = re.compile(r"[^\r\n\v\f\x85\u2028\u2029]+")
END_MARKS = "。！？!?…；"
GOOD_END = re.compile("(?<![。！？!?…；])[。！？!?][。！？!?…；]*")
BRACKET = re.compile(rf'[{re.escape(OPENING + CLOSING)}"]')
LANDMARK = re.compile(rf'[{END_MARKS}]+[{re.escape(CLOSING)}"]*|[{re.escape(OPENING + CLOSING)}"]')
NOT_SPACE = re.compile(r"\S")
BEST, FAIR = 0, 1


class PassageLengths(NamedTuple):
    """How many characters a passage may have; sentences are joined until ``target`` is reached."""

    shortest: int = SHORTEST
    target: int = TARGET
    longest: int = LONGEST


Span = tuple[int, int]
"""Start and end."""


def passages(text: str, lengths: PassageLengths) -> Iterator[Span]:
    """Where the passages of a text lie; together they hold all of it but blanks around them."""
    for paragraph in PARAGRAPH.finditer(text):
        start, end = paragraph.span()
        if end - start <= lengths.target:  # most lines of most corpora
            if (first := _begin(text, start, end)) < end:
                yield first, _finish(text, first, end)
        else:
            yield from _packed(text, start, end, lengths)


def _begin(text: str, start: int, end: int) -> int:
    match = NOT_SPACE.search(text, start, end)
    return match.start() if match else end


def _finish(text: str, start: int, end: int) -> int:
    return end if not text[end - 1].isspace() else start + len(text[start:end].rstrip())


def _packed(text: str, start: int, end: int, lengths: PassageLengths) -> Iterator[Span]:
    ends = Ends(text, start, end)
    held: Span | None = None
    while (start := _begin(text, start, end)) < end:
        close = _close(ends, start, end, lengths)
        finish = _finish(text, start, close)
        # The last words of a paragraph belong to what stands before them, if they are too short by themselves.
        if held and close == end and finish - start < lengths.shortest and finish - held[0] <= lengths.longest:
            held = held[0], finish
        else:
            if held:
                yield held
            held = start, finish
        start = close
    if held:
        yield held


class EndMark(NamedTuple):
    """What an end mark with its closing brackets, or a single bracket, means for the places where one may cut."""

    deeper: int
    straight: bool
    """An odd number of straight quotes: what was inside is outside now."""
    kind: int | None
    """Of the end it makes, seen from outside quotes; a bracket alone makes none."""
    quoted: bool


class EndMarks(dict[str, EndMark]):
    """There are few different marks; each is looked at once."""

    def __missing__(self, mark: str) -> EndMark:
        deeper = sum((character in OPENING) - (character in CLOSING) for character in mark)
        kind = (FAIR if mark[0] in "…；" else BEST) if mark[0] in END_MARKS else None
        end_mark = EndMark(deeper, mark.count('"') % 2 == 1, kind, mark[-1] in '”’」』"')
        if len(mark) <= REMEMBERED:  # a line of two thousand exclamation marks is not worth it
            self[mark] = end_mark
        return end_mark


REMEMBERED = 8
MARKS = EndMarks()


def _ends(text: str, start: int, end: int) -> tuple[list[int], list[int], list[int]]:
    """Places where a passage may end: good ones, fair or better, any."""
    good, fair, poor = [], [], []
    depth, straight = 0, False
    for match in LANDMARK.finditer(text, start, end):
        deeper, turns, kind, quoted = MARKS[match[0]]
        if deeper:
            depth = max(0, depth + deeper)
        if turns:
            straight = not straight
        if kind is None:
            continue
        end_of_mark = match.end()
        poor.append(end_of_mark)
        if depth or straight:
            continue
        fair.append(end_of_mark)
        # After a quotation the sentence may go on, unless another one begins.
        if kind == BEST and not (
            quoted and end_of_mark < end and text[end_of_mark] not in QUOTES and not text[end_of_mark].isspace()
        ):
            good.append(end_of_mark)
    poor.append(end)
    return good, fair, poor


class Ends:
    """Places where a passage may end: good ones, fair or better, any. Without brackets the good ones are enough."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._where = text, start, end
        self._all: tuple[list[int], list[int], list[int]] | None = None
        if BRACKET.search(text, start, end):
            self.good = self.all()[0]
        else:
            self.good = [match.end() for match in GOOD_END.finditer(text, start, end)]

    def all(self) -> tuple[list[int], list[int], list[int]]:
        if self._all is None:
            self._all = _ends(*self._where)
        return self._all


def _close(ends: Ends, start: int, end: int, lengths: PassageLengths) -> int:
    limit = start + lengths.longest
    at = bisect_left(ends.good, start + lengths.target)
    if at < len(ends.good) and ends.good[at] <= limit:
        return ends.good[at]
    if end <= limit:
        return end
    for places in ends.all():
        at = bisect_left(places, start + lengths.target)
        if at < len(places) and places[at] <= limit:
            return places[at]
        last = bisect_right(places, limit) - 1
        if last >= 0 and places[last] - start >= lengths.shortest:
            return places[last]
    return places[bisect_right(places, limit)]
