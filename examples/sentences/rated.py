"""Writes examples/rated: our own sentences, each spatial word of them replaced and every result judged by reading.

``rated.txt`` holds the sentences with the judgements: ``{里|外 上|中 内}`` is the word 里, in whose place 外 and 上 are
abnormal, 中 and 内 normal. What is doubtful stands in neither list and becomes no item. The replaced sentences are made
by the replacement tool, so a word that it would not offer there is refused.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pingce.corpus.replace.positions import Position, judged
from pingce.corpus.replace.sentence import Original, replaced
from pingce.formats.encode import Json
from pingce.formats.write import write_jsonl
from pingce.language.lexicon.load import load_lexicon
from pingce.language.text import tag_text

from .annotated import seen_passages

CLEAR = {"fine": 1, "bad": 0}
"""Ratings that leave no doubt."""
SOURCE = Path(__file__).with_suffix(".txt")
SITE = re.compile(r"\{(?P<old>[^|}]+)\|(?P<wrong>[^|}]*)\|(?P<fine>[^|}]*)\}")


class Judgement(NamedTuple):
    """A word put in the place of another, and whether the sentence is still normal."""

    start: int
    old: str
    new: str
    normal: bool


class Rated(NamedTuple):
    """A sentence and what was judged about its spatial words."""

    id: str
    genre: str
    text: str
    judgements: tuple[Judgement, ...]


def write(folder: Path) -> None:
    write_jsonl(folder / "task1.jsonl", [*_records(), *_of_corpus()])
    write_jsonl(folder / "fresh.jsonl", list(_fresh()))


def rated_sentences() -> Iterator[Rated]:
    """In the order of the file; ids count within a genre."""
    genre, number = "", 0
    for line in SOURCE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            genre, number = line.split()[-1], 0
        else:
            number += 1
            yield Rated(f"{genre}-{number}", genre, *_parsed(line))


def _parsed(line: str) -> tuple[str, tuple[Judgement, ...]]:
    text, done, judgements = "", 0, []
    for site in SITE.finditer(line):
        text += line[done : site.start()]
        for words, normal in (("wrong", False), ("fine", True)):
            judgements += [Judgement(len(text), site["old"], new, normal) for new in site[words].split()]
        text += site["old"]
        done = site.end()
    return text + line[done:], tuple(judgements)


def _fresh() -> Iterator[dict[str, Json]]:
    """Sentences to measure with that were written afterwards, without the tool, and changed nothing else."""
    lines = SOURCE.with_name("fresh.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate((line for line in lines if not line.startswith("#")), start=1):
        judge, text = line.split(" ")
        yield {"qid": f"fresh-{number}", "context": text, "judge": int(judge)}


def _of_corpus() -> Iterator[dict[str, Json]]:
    """The passages of the demo's corpus, and what became of them as far as a careful reader finds it clear."""
    for name, text, seen in seen_passages():
        same: dict[str, Json] = {"original": f"corpus-{name}", "genre": name.rpartition("-")[0]}
        yield {"qid": f"corpus-{name}", "context": text, "judge": 1, **same}
        if seen.rating in CLEAR:
            made = seen.replaced.apply(text)
            yield {"qid": f"corpus-{name}-1", "context": made, "judge": CLEAR[seen.rating], **same}


def _records() -> Iterator[dict[str, Json]]:
    lexicon = load_lexicon()
    for sentence in rated_sentences():
        same: dict[str, Json] = {"original": sentence.id, "genre": sentence.genre}
        yield {"qid": sentence.id, "context": sentence.text, "judge": 1, **same}
        words = tag_text(sentence.text).words
        offered = {(p.start, p.old): p for p in judged(lexicon, sentence.text, words) if isinstance(p, Position)}
        for number, judgement in enumerate(sentence.judgements, start=1):
            position = offered.get((judgement.start, judgement.old))
            if position is None or judgement.new not in position.group.others(judgement.old):
                raise ValueError(f"{judgement.old} → {judgement.new} is no replacement in {sentence.text!r}")
            made = replaced(lexicon, Original(sentence.id, sentence.text), [(position, judgement.new)])
            [change] = made.changes
            yield {
                "qid": f"{sentence.id}-{number}",
                "context": made.text,
                "judge": int(judgement.normal),
                **same,
                "replaced": change.pair,
                "replaced_at": change.at,
            }
