"""What the demo campaigns are about: items of the examples with the answers their files give."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import orjson

from pingce.annotate.files.items import read_new_items, read_suggestions
from pingce.annotate.files.passages import passage_item
from pingce.annotate.forms import form_of
from pingce.annotate.items import Json, NewItem
from pingce.corpus.replace.make import ReplaceSettings, sentences
from pingce.corpus.replace.positions import Position, judged
from pingce.corpus.replace.sentence import Original, encode
from pingce.formats.examples import example_folder
from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Tagger

ONE_EACH = ReplaceSettings(mode="single", per_original=1)
SENSES = "wsd"
POINTS = "explanation-rating"


@dataclass(frozen=True)
class Stock:
    """Items, and by their ids the answers the demo holds for right."""

    items: Sequence[NewItem]
    right: Mapping[str, Json]
    suggested: Sequence[tuple[str, Json]] = ()


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
    group_by, inventory = ("word", _path("wsd/inventory.json")) if preset == SENSES else ("", None)
    return list(read_new_items(form, _path(name), control=True, group_by=group_by, inventory=inventory))


def explanations() -> Stock:
    """A system's explanations; what people think of them is in ratings.csv."""
    items = read_new_items(
        form_of(POINTS), _path("space2023/pred-a-task3.jsonl"), questions=_path("space2023/task3_examples.jsonl")
    )
    return Stock(list(items), {})


@cache
def points(rater: int) -> Mapping[str, Json]:
    """What one of the three raters gave, by item."""
    with (example_folder() / "space2023/ratings.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["rater"] == f"r{rater + 1}"]
    return {row["qid"]: {key: int(row[key]) for key in row if key not in ("qid", "rater")} for row in rows}


def passages(preset: str) -> list[NewItem]:
    """Our own corpus as it is."""
    return [passage_item(form_of(preset), {**one._asdict()}) for one in _originals()]


def replaced_sentences(preset: str) -> list[NewItem]:
    """Of every passage of our own corpus one sentence with another spatial word in it."""
    tagger, lexicon = make_tagger("default"), load_lexicon()
    made = [
        sentence
        for original in _originals()
        for sentence in sentences(lexicon, original, _positions(lexicon, tagger, original.text), ONE_EACH)
    ]
    return [passage_item(form_of(preset), orjson.loads(encode(sentence))) for sentence in made]


def scene_pairs() -> list[NewItem]:
    """The passages of our own corpus beside their replaced sentences."""
    originals = {one.id: one.text for one in _originals()}
    pairs = []
    for item in replaced_sentences("space-rating"):
        origin = str(item.extra["original"]["id"])  # type: ignore[index] # passage_item wrote it
        pairs.append(NewItem(item.id, {"text1": originals[origin], "text2": item.texts["text"]}))
    return pairs


def _positions(lexicon: Lexicon, tagger: Tagger, text: str) -> list[Position]:
    return [one for one in judged(lexicon, text, tagger.tag(text)) if isinstance(one, Position)]


def _originals() -> Iterator[Original]:
    for file in sorted((example_folder() / "corpus").glob("*/*.txt")):
        genre = file.parent.name
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, text in enumerate(filter(None, lines), start=1):
            yield Original(f"{genre}-{number:02}", text, {"genre": genre})


def _path(name: str) -> str:
    return str(example_folder() / name)
