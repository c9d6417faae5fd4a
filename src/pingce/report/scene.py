"""The scene that spatial tuples describe, as one SVG picture: entities on the left, what is said of them in the middle,
places on the right.

Lines run only between the columns, so that none crosses a word; equal places are one box; the same tuples always give
the same picture. Notebooks show it below the tuples of an item; the web pages draw the same in the browser, where it
follows what is being typed (``web/src/scene``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from pingce.spec.values import StepTuple
from pingce.spec.words import Lang, Words
from pingce.tasks.slots_and_roles import (
    DISTANCE_LABEL,
    DISTANCE_ROLE,
    DISTANCE_TEXT,
    ENTITY,
    EVENT,
    FACTICITY,
    PLACE_SLOTS,
    REFERENCE_ENTITY,
    REFERENCE_EVENT,
    SECOND_ENTITY,
    TIME_LABEL,
    TIME_ROLE,
    TIME_TEXT,
)

LinkKind = Literal["at", "from", "along", "direction", "to", "facing", "distance"]
LINKS: dict[str, LinkKind] = {
    "处所": "at",
    "部件处所": "at",
    "起点": "from",
    "路径": "along",
    "方向": "direction",
    "终点": "to",
    "朝向": "facing",
}
"""Slots that become lines, in the order in which they are drawn."""
NOTES = ("部位", "形状")
TIMES = (TIME_ROLE, TIME_TEXT, REFERENCE_EVENT, TIME_LABEL)
DISTANCES = (DISTANCE_ROLE, DISTANCE_TEXT, DISTANCE_LABEL)
TITLES = {slot.name: slot.title for slot in PLACE_SLOTS}

WIDTH = 760
ENTITY_AT, FACT_AT, ROLE_AT, END_AT = (8, 138), (196, 132), (336, 66), (500, 252)
"""Left edge and width of the columns; the gutters between them belong to the lines."""
SIZE, SMALL, LINE, NODE, PAD, GAP = 14.0, 11.5, 20, 28, 8, 6
INK, QUIET = "#1d2b24", "#5b6b63"
STROKES: dict[LinkKind, str] = {
    "at": "#3c7d5a",
    "from": "#9a5b13",
    "along": "#9a5b13",
    "direction": "#9a5b13",
    "to": "#9a5b13",
    "facing": "#6b4fa0",
    "distance": "#2f5fa8",
}
DASHES: dict[LinkKind, str] = {"along": "8 4", "facing": "5 4"}
ARROWS = (
    ("东北", "↗"),
    ("东南", "↘"),
    ("西北", "↖"),
    ("西南", "↙"),
    *((word, "↑") for word in "上北起"),
    *((word, "↓") for word in "下南落"),
    *((word, "←") for word in "左西"),
    *((word, "→") for word in "右东"),
)
TITLE = Words("元组所说的场景", "the scene that the tuples describe")


@dataclass(frozen=True)
class SceneLink:
    """A line from what is said of an entity to a place, a direction or another entity."""

    kind: LinkKind
    role: str
    text: str

    @property
    def end(self) -> tuple[str, str]:
        """Equal words in the same kind of place are one box: what one leaves and another reaches is the same place."""
        return ("other" if self.kind in ("direction", "distance", "along") else "place", self.text)


@dataclass(frozen=True)
class SceneFact:
    """A tuple as it is drawn."""

    entity: str
    event: str
    links: Sequence[SceneLink]
    notes: Sequence[str]
    is_false: bool


@dataclass
class _End:
    """The box that lines of one kind and text lead to."""

    link: SceneLink
    wishes: list[float] = field(default_factory=list)
    y: float = 0.0


def scene_facts(tuples: Sequence[StepTuple], lang: Lang = "zh") -> list[SceneFact]:
    """What tuples of either edition say, a fact for each that names an entity."""
    return [fact for step in tuples if (fact := _fact(step, lang)) is not None]


def _fact(step: StepTuple, lang: Lang) -> SceneFact | None:
    filled = {
        fill.slot: " ".join(part for part in (fill.fragment.text if fill.fragment else "", fill.label) if part)
        for fill in step.fills
    }
    entity = filled.get(ENTITY.name)
    if not entity:
        return None
    links = [SceneLink(kind, TITLES[slot].say(lang), filled[slot]) for slot, kind in LINKS.items() if filled.get(slot)]
    other = filled.get(SECOND_ENTITY) or filled.get(REFERENCE_ENTITY)
    if other:
        distance = next((filled[name] for name in DISTANCES if filled.get(name)), "")
        links.append(SceneLink("distance", distance or Words("距离", "distance").say(lang), other))
    time = " ".join(filled[name] for name in TIMES if filled.get(name))
    notes = [note for note in (*(filled.get(name) for name in NOTES), time) if note]
    return SceneFact(entity, filled.get(EVENT.name, ""), links, notes, FACTICITY.name in filled)


def scene_svg(tuples: Sequence[StepTuple], lang: Lang) -> str:
    """The drawing with its own colours; empty where no tuple names an entity."""
    facts = scene_facts(tuples, lang)
    if not facts:
        return ""
    drawn = _Drawing()
    for entity in dict.fromkeys(fact.entity for fact in facts):
        drawn.add(entity, [fact for fact in facts if fact.entity == entity])
    drawn.place_ends()
    return drawn.svg(TITLE.say(lang))


class _Drawing:
    """Shapes as they are added, from top to bottom."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.lines: list[tuple[SceneLink, float, bool]] = []
        self.ends: dict[tuple[str, str], _End] = {}
        self.y: float = PAD

    def add(self, entity: str, facts: Sequence[SceneFact]) -> None:
        """An entity and all that is said of it."""
        top, middles = self.y, []
        for fact in facts:
            height = max((1 + len(fact.notes)) * LINE, len(fact.links) * LINE, NODE)
            self._fact(fact, height)
            middles.append(self.y + height / 2)
            self.y += height + GAP
        middle = (top + self.y - GAP) / 2
        x, width = ENTITY_AT
        for to in middles:
            self.shapes.append(_curve(x + width, middle, FACT_AT[0] - GAP, to, stroke="#9fb8ac"))
        self.shapes.append(_rect(x, middle - NODE / 2, width, NODE, NODE / 2, fill="#e3f0e8", stroke="#3c7d5a"))
        self.shapes.append(_text(entity, x + width / 2, middle, width - 20, anchor="middle", weight=600))
        self.y += GAP

    def _fact(self, fact: SceneFact, height: float) -> None:
        (x, width), (role_x, role_width) = FACT_AT, ROLE_AT
        band = role_x + role_width - x + 2 * GAP
        self.shapes.append(_rect(x - GAP, self.y, band, height, 6, fill="#f1f4f2"))
        left = self.y + (height - (1 + len(fact.notes)) * LINE) / 2 + LINE / 2
        told = f"✕ {fact.event or '·'}" if fact.is_false else fact.event or "·"
        self.shapes.append(_text(told, x, left, width, weight=600))
        for i, note in enumerate(fact.notes, start=1):
            self.shapes.append(_text(note, x, left + i * LINE, width, size=SMALL, ink=QUIET))
        right = self.y + (height - len(fact.links) * LINE) / 2 + LINE / 2
        for i, link in enumerate(fact.links):
            at = right + i * LINE
            edge = role_x + role_width
            self.shapes.append(_text(link.role, edge, at, role_width, size=SMALL, ink=QUIET, anchor="end"))
            self.lines.append((link, at, fact.is_false))
            self.ends.setdefault(link.end, _End(link)).wishes.append(at)

    def place_ends(self) -> None:
        """Each box as near as possible to the lines that lead to it, none on another."""
        free: float = PAD
        for end in sorted(self.ends.values(), key=lambda end: sum(end.wishes) / len(end.wishes)):
            end.y = max(free, sum(end.wishes) / len(end.wishes) - NODE / 2)
            free = end.y + NODE + GAP
        self.y = max(self.y, free)
        x, width = END_AT
        for link, at, is_false in self.lines:
            start, to = ROLE_AT[0] + ROLE_AT[1] + GAP, self.ends[link.end].y + NODE / 2
            dashes = "2 4" if is_false else DASHES.get(link.kind, "")
            self.shapes.append(_curve(start, at, x, to, stroke=STROKES[link.kind], dashes=dashes))
            self.shapes += _heads(link.kind, (start, at), (x, to))
        for end in self.ends.values():
            stroke = STROKES[end.link.kind]
            self.shapes.append(_rect(x, end.y, width, NODE, 4, fill="#ffffff", stroke=stroke))
            told = f"{arrow(end.link.text)} {end.link.text}" if end.link.kind == "direction" else end.link.text
            self.shapes.append(_text(told, x + 12, end.y + NODE / 2, width - 24))

    def svg(self, title: str) -> str:
        size = f'viewBox="0 0 {WIDTH} {self.y + PAD:g}" width="{WIDTH}"'
        style = "max-width:100%;height:auto;background:#fff;border:1px solid #dfe5e1;border-radius:6px"
        return f'<svg {size} style="{style}" role="img" aria-label="{escape(title)}">{"".join(self.shapes)}</svg>'


def arrow(direction: str) -> str:
    """The arrow for a direction in words; what is reached last decides (由北向南 is ↓)."""
    _, _, goal = direction.replace("往", "向").replace("朝", "向").rpartition("向")
    return next((sign for word, sign in ARROWS if word in (goal or direction)), "➜")


def _heads(kind: LinkKind, start: tuple[float, float], end: tuple[float, float]) -> Iterator[str]:
    """How a line ends: a dot at a place, arrow heads where something moves or faces."""
    stroke = STROKES[kind]
    if kind == "at":
        yield f'<circle cx="{end[0]:g}" cy="{end[1]:g}" r="4" fill="{stroke}"/>'
    if kind in ("to", "direction", "facing", "distance"):
        yield f'<path d="M{end[0] - 8:g} {end[1] - 4:g}l8 4l-8 4z" fill="{stroke}"/>'
    if kind in ("from", "distance"):
        yield f'<path d="M{start[0] + 8:g} {start[1] - 4:g}l-8 4l8 4z" fill="{stroke}"/>'


def _curve(x1: float, y1: float, x2: float, y2: float, *, stroke: str, dashes: str = "") -> str:
    bend = (x2 - x1) / 2
    line = f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}"
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{line}" fill="none" stroke="{stroke}" stroke-width="1.6"{dashed}/>'


def _rect(x: float, y: float, width: float, height: float, radius: float, *, fill: str, stroke: str = "none") -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}"/>'


def _text(
    text: str,
    x: float,
    y: float,
    width: float,
    *,
    size: float = SIZE,
    ink: str = INK,
    anchor: Literal["start", "middle", "end"] = "start",
    weight: int = 400,
) -> str:
    """A text in its place, shortened to fit; the whole of it is told on pointing at it."""
    place = f'x="{x:g}" y="{y:g}" dominant-baseline="central" text-anchor="{anchor}"'
    font = f'font-size="{size:g}" font-weight="{weight}" fill="{ink}" font-family="sans-serif"'
    return f"<text {place} {font}>{escape(fitted(text, width, size))}<title>{escape(text)}</title></text>"


def fitted(text: str, width: float, size: float) -> str:
    """Shortened to a width, with an ellipsis: Chinese characters are square, others about half as wide."""
    if _ems(text) * size <= width:
        return text
    kept = ""
    for char in text:
        if (_ems(kept + char) + 1) * size > width:
            break
        kept += char
    return f"{kept}…"


def _ems(text: str) -> float:
    return sum(0.6 if ord(char) < 0x2E80 else 1.0 for char in text)
