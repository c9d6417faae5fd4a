"""Which scene a text describes: its layout, the things placed in it, and the sentences that restrict them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pingce.reasoning.item import Language
from pingce.reasoning.reading.sentences import split_sentences
from pingce.reasoning.reading.slots import SLOTS
from pingce.reasoning.relations import Compass

from .booth import Booth
from .circle import Circle, hexagon_facings
from .grid import Grid
from .layout import Layout
from .line import SeatRow
from .shelf import Shelf


@dataclass(frozen=True)
class SeatingScene:
    """A layout, the things in it, and the conditions as written."""

    layout: Layout
    names: tuple[str, ...]
    conditions: tuple[str, ...]


_COUNTS = {
    "zh": re.compile(r"(?P<count>[二三四五六七八九十])(?:人|座|位|盆|个|家|种|本|尊)(?!、)"),
    "en": re.compile(
        r",?\s*(?:[-—–]+\s*(?:these\s+)?|(?<=,)\s)(?P<count>two|three|four|five|six|seven|eight|nine|ten)\b",
        re.IGNORECASE,
    ),
}
_KNOWN = {
    "zh": re.compile(r"已知[：:]?"),
    "en": re.compile(r"(?:it is|now we) know[n]?(?: that)?[:：]?", re.IGNORECASE),
}


def recognise_scene(text: str, language: Language) -> SeatingScene | None:
    """The scene of a text, or None when it is none of those known here."""
    listing = listed_names(text, language)
    if listing is None:
        return None
    names, rest = listing
    known = _KNOWN[language].search(rest)
    if known is not None:
        description, conditions = rest[: known.start()], split_sentences(rest[known.end() :], language)
    else:
        description, conditions = _sentences_with_names(rest, names, language)
    layout = recognise_layout(description, language, len(names))
    if layout is None or layout.seats != len(names):
        return None
    return SeatingScene(layout, names, tuple(conditions))


def listed_names(text: str, language: Language) -> tuple[tuple[str, ...], str] | None:
    """The things listed at the beginning of a text and what follows, where the number of them is told and right."""
    for told in _COUNTS[language].finditer(text):
        if re.search(r"[。；：，.;:]", text[: told.start()]):
            return None
        names = tuple(name.strip() for name in re.split("[、,]", text[: told.start()]) if name.strip())
        if SLOTS[language]["number"].get(told["count"].lower()) == len(names) == len(set(names)):
            return names, text[told.start() :]
    return None


def _sentences_with_names(rest: str, names: tuple[str, ...], language: Language) -> tuple[str, list[str]]:
    """Without «it is known that», the conditions are the sentences that name somebody."""
    sentences = split_sentences(rest, language)
    named = [any(name in sentence for name in names) for sentence in sentences]
    separator = "。" if language == "zh" else ". "
    description = separator.join(sentence for sentence, has in zip(sentences, named, strict=True) if not has)
    return description, [sentence for sentence, has in zip(sentences, named, strict=True) if has]


@lru_cache(maxsize=1024)
def recognise_layout(description: str, language: Language, things: int) -> Layout | None:
    """The layout a description speaks of, without the names; a circle has a seat for each of the things."""
    return (
        _shelf(description, language)
        or _booth(description, language)
        or _circle(description, language, things)
        or _grid(description, language)
        or _line(description, language, things)
    )


_SHELF = {
    "zh": re.compile(r"(?P<tiers>[二三四五])层.*每层(?P<columns>[两二三四])"),
    "en": re.compile(
        r"(?P<tiers>two|three|four|five)-tier.*Each tier (?:is divided into|has) (?P<columns>\w+) sections", re.DOTALL
    ),
}
_LEFT_SIDE = {
    "zh": re.compile(r"(?P<side>[东西南北])侧[^，。]*为左"),
    "en": re.compile(r"with the (?P<side>east|west|north|south)(?:ern)? \w+ being on the left"),
}


def _shelf(description: str, language: Language) -> Layout | None:
    shelf = _SHELF[language].search(description)
    if shelf is None:
        return None
    numbers, points = SLOTS[language]["number"], SLOTS[language]["point"]
    tiers, columns = numbers.get(shelf["tiers"]), numbers.get(shelf["columns"])
    if not isinstance(tiers, int) or not isinstance(columns, int):
        return None
    side = _LEFT_SIDE[language].search(description)
    left = points[side["side"]] if side is not None else Compass.EAST
    return Shelf(tiers, columns, left if isinstance(left, Compass) else Compass.EAST)


_BOOTH = {"zh": re.compile("卡座"), "en": re.compile(r"\bbooth\b")}
_BENCH_SIDE = {
    "zh": re.compile(r"坐[在]?(?P<side>[东西南北])[边面]的\w*人面朝(?P<facing>[东西南北])"),
    "en": re.compile(r"sitting on the (?P<side>\w+) side are facing (?P<facing>\w+)"),
}


def _booth(description: str, language: Language) -> Layout | None:
    if not _BOOTH[language].search(description):
        return None
    bench = _BENCH_SIDE[language].search(description)
    if bench is None:
        return Booth()
    facing = SLOTS[language]["point"].get(bench["facing"])
    return Booth(facing=facing) if isinstance(facing, Compass) else None


_CIRCLE = {"zh": re.compile(r"围成一个圆圈|围着一[个张]圆桌"), "en": re.compile(r"in a circle|around a round table")}
_INWARD = {
    "zh": re.compile(r"(?:面朝|正对|面对|面向)(?:神坛|神殿|饭桌|圆桌|大殿)?(?:中心|圆心)|面朝内"),
    "en": re.compile(r"facing (?:toward|towards|inward|the center)|looking toward the center"),
}
_OUTWARD = {"zh": re.compile(r"背对|面朝外"), "en": re.compile(r"facing away|facing outward|backs toward")}
_FACINGS = {
    "zh": re.compile(r"朝向分别是(?P<points>[^。；]+)"),
    "en": re.compile(
        r"(?:facing|facing are|are facing)\s+(?P<points>(?:due \w+|(?:north|south)(?:east|west))(?:,[^.;]+))"
    ),
}


def _circle(description: str, language: Language, things: int) -> Layout | None:
    if not _CIRCLE[language].search(description):
        return None
    outward, inward = _OUTWARD[language].search(description), _INWARD[language].search(description)
    if outward is None and inward is None:
        return None
    listed = _FACINGS[language].search(description)
    points = _points(listed["points"], language) if listed is not None else ()
    if listed is not None and len(set(points)) != things:
        return None
    return Circle(things, outward is None, hexagon_facings(points))


def _points(words: str, language: Language) -> tuple[Compass, ...]:
    separators = r"[、，,]" if language == "zh" else r",\s*(?:and\s+)?|\s+and\s+"
    looks = SLOTS[language]["looks"]
    facings = (looks.get(word.strip()) for word in re.split(separators, words))
    return tuple(point for point in facings if isinstance(point, Compass))


_GRID = {
    "zh": re.compile(r"(?P<rows>[两二三四])行(?P<columns>[两二三四])列[^。]*上北下南"),
    "en": re.compile(r"in (?P<rows>\w+) rows and (?P<columns>\w+) columns[^.]*north at the top"),
}


def _grid(description: str, language: Language) -> Layout | None:
    told = _GRID[language].search(description)
    if told is None:
        return None
    rows, columns = (SLOTS[language]["number"].get(told[size]) for size in ("rows", "columns"))
    return Grid(rows, columns) if isinstance(rows, int) and isinstance(columns, int) else None


_LINE = {"zh": re.compile(r"[坐站]成一排[^。]*面朝同一"), "en": re.compile(r"in a single row[^.]*facing the same way")}


def _line(description: str, language: Language, things: int) -> Layout | None:
    return SeatRow(things) if _LINE[language].search(description) else None
