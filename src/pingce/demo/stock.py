"""What the demo campaigns are about, and what a careful person says about it.

The rating campaign is made of our own corpus as ``pingce tour`` makes it: screened, one word replaced. What later
campaigns ask comes out of its decisions, so their answers are looked up by text.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from pingce.annotate.files.items import read_new_items
from pingce.annotate.forms import form_of
from pingce.annotate.items import Json, NewItem
from pingce.corpus.engine import LocalEngine
from pingce.corpus.inputs import find_files
from pingce.corpus.replace.make import ReplaceSettings
from pingce.corpus.replace.run import replace_file
from pingce.corpus.replace.select import SelectionLimits
from pingce.corpus.replace.work import ReplaceWork
from pingce.corpus.screen.run import screen
from pingce.corpus.screen.settings import load_settings
from pingce.corpus.screen.work import ScreenWork
from pingce.formats.examples import example_folder
from pingce.formats.source import find_source

ONE_EACH = ReplaceSettings(mode="single", per_original=1)
"""As the tour's ``corpus replace --mode single --per-original 1``."""
SENSES = "wsd"
POINTS = "explanation-rating"
ANNOTATED = {"space-attribution": "attribution", "space-step": "step", "space-scene": "scene"}
"""Files of examples/annotated by the form they answer."""
Texts = frozenset[str]
"""What an item shows; of two texts either may come first."""


@dataclass(frozen=True)
class Stock:
    """Items to begin with, and the answers the demo holds for right: by an item's id or by its texts."""

    items: Sequence[NewItem] = ()
    right: Mapping[str, Json] = field(default_factory=dict)
    by_texts: Mapping[Texts, Json] = field(default_factory=dict)

    def right_for(self, ref: str, texts: Mapping[str, str]) -> Json | None:
        """None: nobody in the demo knows."""
        return self.right.get(ref) or self.by_texts.get(frozenset(texts.values()))


def from_files(preset: str, *names: str) -> Stock:
    """The items of files with answers."""
    items = [item for name in names for item in _with_answers(preset, name)]
    right = {item.id: item.gold for item in items if item.gold is not None}
    return Stock([replace(item, gold=None) for item in items], right)


def _with_answers(preset: str, name: str) -> list[NewItem]:
    form = form_of(preset)
    group_by, inventory = ("word", _path("wsd/inventory.json")) if preset == SENSES else ("", None)
    return list(read_new_items(form, _path(name), control=True, group_by=group_by, inventory=inventory))


def ratings() -> Stock:
    """Sentences of our own corpus with another spatial word in them, and control items among them."""
    controls = _with_answers("space-rating", "space2022/task1_dev.jsonl")
    right = {item.id: item.gold for item in controls if item.gold is not None}
    return Stock([*replaced_sentences(), *controls], right, known_ratings())


@cache
def known_ratings() -> Mapping[Texts, Json]:
    """The ratings of the annotated examples, by their texts."""
    lines = (example_folder() / "annotated/rating.jsonl").read_bytes().splitlines()
    records = [orjson.loads(line) for line in lines]
    return {frozenset([record["context"]]): {"rating": record["rating"]} for record in records}


@cache
def known_answers(preset: str) -> Mapping[Texts, Json]:
    """To the items that come out of the rating campaign."""
    items = _with_answers(preset, f"annotated/{ANNOTATED[preset]}.jsonl")
    return {frozenset(item.texts.values()): item.gold for item in items if item.gold is not None}


def chained(preset: str) -> Stock:
    return Stock(by_texts=known_answers(preset))


def explanations() -> Stock:
    """A system's explanations; what people think of them is in ratings.csv."""
    items = read_new_items(
        form_of(POINTS), _path("space2023/pred-a-task3.jsonl"), questions=_path("space2023/task3_examples.jsonl")
    )
    return Stock(list(items))


@cache
def points(rater: int) -> Mapping[str, Json]:
    """What one of the three raters gave, by item."""
    with (example_folder() / "space2023/ratings.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["rater"] == f"r{rater + 1}"]
    return {row["qid"]: {key: int(row[key]) for key in row if key not in ("qid", "rater")} for row in rows}


def replaced_sentences() -> list[NewItem]:
    """What ``corpus screen`` and ``corpus replace`` make of our own corpus, as the tour asks them to."""
    with TemporaryDirectory(prefix="pingce-") as name:
        screened, replaced = Path(name) / "screened.jsonl", Path(name) / "replaced.jsonl"
        engine = LocalEngine(1)
        work = ScreenWork(load_settings())
        screen(find_files([example_folder() / "corpus"]), work, out=screened, engine=engine)
        replace_file(find_source(str(screened)), replaced, ReplaceWork(ONE_EACH), SelectionLimits(), engine)
        return list(read_new_items(form_of("space-rating"), str(replaced), group_by="origin"))


def _path(name: str) -> str:
    return str(example_folder() / name)
