"""A stratified sample of a released data set, for a test of people or an audit of its answers.

As the SpaCE2022 report drew its human tests (4.1): so many items, genres in the shares they have in the data, labels in
equal parts. Shares become whole items by largest remainders, so that genres and labels both come out as planned; where
there are too few items of a kind, others of the same label stand in and it is told. Of one original at most one item
is taken while others are left.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal, NamedTuple, get_args

from pingce.formats.encode import Json
from pingce.formats.parts import Part
from pingce.spec.chance import seeded_key
from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice, Judged
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words

from .agreement.content import has_label, label
from .annotations import Field
from .dataset.sizes import genre, source_kind

By = Literal["genre", "kind", "nothing"]
BY: tuple[By, ...] = get_args(By)
Labels = Literal["equal", "as-they-are"]
LABELS: tuple[Labels, ...] = get_args(Labels)
NO_LABEL, NO_GENRE = "", ""


@dataclass(frozen=True)
class DrawPlan:
    """How many items, and what the sample is to be like."""

    items: int
    by: By = "genre"
    """Whose shares the sample keeps: genres, kinds of source (web, professional, dictionary), or nobody's."""
    labels: Labels = "equal"
    """As many of each label, or as they are in the data; tasks without labels have nothing to balance."""
    seed: int = 0


class Cell(NamedTuple):
    """A genre and a label."""

    genre: str
    label: str


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """How many items of a genre with a label there are, were wanted and were drawn."""

    genre: str
    label: str
    available: int
    wanted: int
    drawn: int


@dataclass(frozen=True)
class DrawnSample:
    """A sample: ids in a random order, and what it is made of."""

    ids: Sequence[str]
    cells: Sequence[DrawnCell]
    plan: DrawPlan
    notes: Sequence[Words] = field(default_factory=tuple)
    """Where the sample is not as planned, and why."""

    def as_json(self) -> dict[str, Json]:
        return {
            "items": len(self.ids),
            "by": self.plan.by,
            "labels": self.plan.labels,
            "seed": self.plan.seed,
            "cells": [asdict(cell) for cell in self.cells],
            "notes": [note.en for note in self.notes],
            "ids": list(self.ids),
        }


class _Candidate(NamedTuple):
    id: str
    cell: Cell
    original: str


def draw(part: Part, plan: DrawPlan) -> DrawnSample:
    """The sample that seed and ids decide; the file's order and other files do not matter."""
    candidates = list(_candidates(part, plan))
    _check(candidates, plan, part)
    by_cell: dict[Cell, list[_Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda one: seeded_key(plan.seed, "draw", one.id)):
        by_cell[candidate.cell].append(candidate)
    available = {cell: len(there) for cell, there in by_cell.items()}
    genres = _sums(available, "genre")
    wanted = quotas(available, plan)
    given, notes = _fill(wanted, available)
    ids = _pick(by_cell, given)
    cells = [
        DrawnCell(*cell, available.get(cell, 0), wanted.get(cell, 0), given.get(cell, 0))
        for cell in _largest_first(available.keys() | wanted.keys(), genres)
    ]
    return DrawnSample(sorted(ids, key=lambda name: seeded_key(plan.seed, "order", name)), cells, plan, notes)


def _candidates(part: Part, plan: DrawPlan) -> Iterable[_Candidate]:
    fields = (Field(asked.name, asked.title, asked.shape) for asked in part.task.public_answer)
    balanced = plan.labels == "equal"
    # Sets of types or letters are too many to have in equal parts.
    labelled = next((f for f in fields if isinstance(f.kind, Choice | Judged) or (has_label(f) and not balanced)), None)
    for item, answer in zip(part.items, part.answers, strict=True):
        if answer:
            yield _Candidate(
                item.id, Cell(_genre(item, plan.by), _label(labelled, answer)), item.stated_original or item.id
            )


def _genre(item: Item, by: By) -> str:
    match by:
        case "genre":
            return genre(item) or NO_GENRE
        case "kind":
            return source_kind(item) or NO_GENRE
        case "nothing":
            return NO_GENRE


def _label(labelled: Field | None, answer: Answer) -> str:
    return NO_LABEL if labelled is None else label(labelled, answer) or NO_LABEL


def _check(candidates: Sequence[_Candidate], plan: DrawPlan, part: Part) -> None:
    if not candidates:
        raise UserError(
            Words(f"{part.file} 里没有有答案的题。", f"{part.file} has no item with an answer."),
            hint=Words("样本从已有答案的数据里抽取。", "Samples are drawn from data with answers."),
            code="no-gold-answers",
        )
    if plan.items < 1 or plan.items > len(candidates):
        raise UserError(
            Words(
                f"要 {plan.items} 题；有答案的题有 {len(candidates)} 道。",
                f"{plan.items} items are wanted; {len(candidates)} have an answer.",
            ),
            code="too-few-items",
        )
    if plan.by != "nothing" and {candidate.cell.genre for candidate in candidates} == {NO_GENRE}:
        raise UserError(
            Words(
                f"{part.file} 没有写明{'体裁' if plan.by == 'genre' else '来源'}。",
                f"{part.file} does not say the {'genre' if plan.by == 'genre' else 'kind of source'} of its items.",
            ),
            hint=Words(
                "体裁在记录的 genre 里，或在旁边的 .provenance.jsonl 里；也可以不按体裁抽取（--by nothing）。",
                "It stands in the key genre of the records or in a .provenance.jsonl beside the file; or draw without "
                "it (--by nothing).",
            ),
            code="no-genres",
        )
    counts = Counter(candidate.cell.label for candidate in candidates)
    short = {name: n for name, n in counts.items() if n < plan.items // len(counts)}
    if plan.labels == "equal" and short:
        listing = ", ".join(f"{name or '–'} {n}" for name, n in counts.items())
        raise UserError(
            Words(
                f"各标签一样多，每种要 {plan.items // len(counts)} 题；有：{listing}。",
                f"Equal parts need {plan.items // len(counts)} items of each label; there are: {listing}.",
            ),
            hint=Words("少要几题，或照原来的比例（as-they-are）。", "Draw fewer, or labels as they are (as-they-are)."),
            code="too-few-items",
        )


def quotas(available: Mapping[Cell, int], plan: DrawPlan) -> dict[Cell, int]:
    """Whole items for every genre and label: rows keep the shares of the genres, columns those of the labels."""
    names = sorted({cell.label for cell in available})
    genres, weights = _sums(available, "genre"), _sums(available, "label")
    rows = _apportion(genres, plan.items)
    equal = plan.labels == "equal"
    columns = _apportion(dict.fromkeys(names, 1) if equal else weights, plan.items)
    shares = {
        Cell(row, name): total * (1 / len(names) if equal else available.get(Cell(row, name), 0) / genres[row])
        for row, total in rows.items()
        for name in names
    }
    whole = {cell: int(share + 1e-9) for cell, share in shares.items()}
    lacking = {name: columns[name] - sum(n for cell, n in whole.items() if cell.label == name) for name in names}
    for row, total in sorted(rows.items()):
        missing = total - sum(whole[Cell(row, name)] for name in names)
        # Giving to the columns that lack most can always be continued to the end (Gale and Ryser).
        for name in sorted(names, key=lambda name: (-lacking[name], -(shares[Cell(row, name)] % 1), name))[:missing]:
            whole[Cell(row, name)] += 1
            lacking[name] -= 1
    return whole


def _sums(available: Mapping[Cell, int], of: Literal["genre", "label"]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for cell, n in available.items():
        sums[getattr(cell, of)] += n
    return dict(sums)


def _apportion(weights: Mapping[str, int], total: int) -> dict[str, int]:
    """Whole numbers in the shares of the weights that sum up to ``total``: largest remainders."""
    whole = sum(weights.values())
    exact = {name: total * weight / whole for name, weight in weights.items()}
    given = {name: int(share + 1e-9) for name, share in exact.items()}
    rest = sorted(exact, key=lambda name: (given[name] - exact[name], -weights[name], name))
    for name in rest[: total - sum(given.values())]:
        given[name] += 1
    return given


def _fill(wanted: Mapping[Cell, int], available: Mapping[Cell, int]) -> tuple[dict[Cell, int], list[Words]]:
    """What is wanted as far as there is some; what lacks comes from the same label, largest genres first."""
    given = {cell: min(n, available.get(cell, 0)) for cell, n in wanted.items()}
    genres, notes = _sums(available, "genre"), []
    for cell, n in sorted(wanted.items()):
        missing = n - given[cell]
        if not missing:
            continue
        taken: Counter[str] = Counter()
        alike = [other for other in available if other.label == cell.label]
        others = [other for other in available if other.label != cell.label]
        # Other labels only where that is the last way to the size that was asked for.
        for other in [*_largest_first(alike, genres), *_largest_first(others, genres)]:
            more = min(missing, available[other] - given.get(other, 0))
            if more > 0:
                given[other] = given.get(other, 0) + more
                taken[other.genre or "–"] += more
                missing -= more
        notes.append(_short(cell, n, available.get(cell, 0), taken))
    return given, notes


def _largest_first(cells: Iterable[Cell], genres: Mapping[str, int]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (-genres[cell.genre], cell))


def _short(cell: Cell, wanted: int, there: int, taken: Mapping[str, int]) -> Words:
    name = " · ".join(part for part in cell if part) or "–"
    zh, en = "、".join(f"{who} {n}" for who, n in taken.items()), ", ".join(f"{who} {n}" for who, n in taken.items())
    return Words(
        f"{name} 只有 {there} 题（要 {wanted}），由 {zh} 补足", f"{name}: {there} of {wanted} items; made up by {en}"
    )


def _pick(by_cell: Mapping[Cell, Sequence[_Candidate]], given: Mapping[Cell, int]) -> list[str]:
    """In the order drawn; siblings of what was taken only when nothing else is left."""
    used: set[str] = set()
    ids: list[str] = []
    for cell in sorted(given):
        fresh: list[_Candidate] = []
        siblings: list[_Candidate] = []
        for candidate in by_cell.get(cell, ()):
            if candidate.original in used:
                siblings.append(candidate)
            elif len(fresh) < given[cell]:
                used.add(candidate.original)
                fresh.append(candidate)
        ids += [candidate.id for candidate in [*fresh, *siblings][: given[cell]]]
    return ids
