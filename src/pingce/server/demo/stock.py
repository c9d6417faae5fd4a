"""What the demo campaigns are about: items of the examples with the answers their files give."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from pingce.annotate.files import read_new_items, read_suggestions
from pingce.annotate.forms import form_of
from pingce.annotate.passages import passage_item
from pingce.annotate.services.imports import NewItem
from pingce.annotate.views import Json
from pingce.corpus.replacing.make import Settings
from pingce.corpus.replacing.select import read_candidate
from pingce.corpus.replacing.sentence import Original, encode
from pingce.corpus.replacing.work import ReplaceWork

ONE_EACH = Settings(mode="single", per_original=1)
SENSES = "wsd"
POINTS = "explanation-rating"


@dataclass(frozen=True)
class Stock:
    """Items, and by their ids the answers the demo holds for right."""

    items: Sequence[NewItem]
    right: Mapping[str, Json]
    suggested: Sequence[tuple[str, Json]] = ()


def examples_folder() -> Path:
    """Inside an installed package, or beside its source."""
    inside = Path(__file__).parents[2] / "examples"
    return inside if inside.is_dir() else Path(__file__).parents[4] / "examples"


def from_files(preset: str, *names: str, controls: int = 0, suggestions: str = "") -> Stock:
    """The items of files with answers; the last ``controls`` of them keep theirs and become control items."""
    form = form_of(preset)
    known = [item for name in names for item in _with_answers(preset, name)]
    right = {item.id: item.gold for item in known if item.gold is not None}
    from_here = len(known) - controls
    items = [item if i >= from_here else replace(item, gold=None) for i, item in enumerate(known)]
    suggested = list(read_suggestions(form, _path(suggestions))) if suggestions else []
    return Stock(items, right, suggested)


def _with_answers(preset: str, name: str) -> list[NewItem]:
    form = form_of(preset)
    if preset == SENSES:
        return read_new_items(form, _path(name), control=True, group_by="word", inventory=_path("wsd/inventory.json"))
    return read_new_items(form, _path(name), control=True)


def explanations() -> Stock:
    """A system's explanations; what people think of them is in ratings.csv."""
    items = read_new_items(
        form_of(POINTS), _path("space2023/pred-a-task3.jsonl"), questions=_path("space2023/task3_examples.jsonl")
    )
    return Stock(items, {})


@cache
def points(rater: int) -> Mapping[str, Json]:
    """What one of the three raters gave, by item."""
    with (examples_folder() / "space2023/ratings.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["rater"] == f"r{rater + 1}"]
    return {row["qid"]: {key: int(row[key]) for key in row if key not in ("qid", "rater")} for row in rows}


def passages(preset: str) -> list[NewItem]:
    """Our own corpus as it is."""
    return [passage_item(form_of(preset), {**one._asdict()}) for one in _originals()]


def replaced_sentences(preset: str) -> list[NewItem]:
    """Of every passage of our own corpus one sentence with another spatial word in it."""
    work = ReplaceWork(ONE_EACH)
    made = work.do(work.open(), list(_originals()))
    return [passage_item(form_of(preset), record) for record in made_records(made)]


def _originals() -> Iterator[Original]:
    for file in sorted((examples_folder() / "corpus").glob("*/*.txt")):
        genre = file.parent.name
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, text in enumerate(filter(None, lines), start=1):
            yield Original(f"{genre}-{number:02}", text, {"genre": genre})


def _path(name: str) -> str:
    return str(examples_folder() / name)
