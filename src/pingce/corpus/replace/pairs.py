"""Sentence pairs that differ in one contiguous unit: questions for SpaCE2023 task 3.

From replacement: an original and a sentence made from it by one exchange, or two such sentences that exchange the same
word. From groups of paraphrases: any two texts of a group whose difference is short on both sides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import orjson

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import refuse_invalid
from pingce.formats.provenance import Record, encoded, stated_provenance
from pingce.formats.replacement import Change, undone
from pingce.formats.source import Source
from pingce.formats.write import atomic
from pingce.language.lexicon.model import Lexicon
from pingce.scoring.measures.explanation import difference
from pingce.spec.chance import seeded_number
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from .items import read_replaced
from .sentence import Replaced

PairKind = Literal["origin-replaced", "replaced-replaced", "paraphrase"]
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)
LONGEST = 40
"""Characters of a difference between paraphrases; beyond it the two are no longer one text with one change."""


class DifferingUnit(NamedTuple):
    """D1 or D2: where one text has something else than the other."""

    start: int
    text: str


class PairSide(NamedTuple):
    """A text, where it comes from, and its part of the difference."""

    id: str
    text: str
    unit: DifferingUnit


class SentencePair(NamedTuple):
    """Two texts with one difference."""

    kind: PairKind
    origin: str
    """The original, or the group of paraphrases."""
    first: PairSide
    second: PairSide
    relation: str
    source: Mapping[str, object] | None = None

    @property
    def name(self) -> str:
        return f"{self.first.id} {self.second.id}"

    def turned(self) -> "SentencePair":
        return self._replace(first=self.second, second=self.first)


def replacement_pairs(
    sentences: Iterable[Replaced], lexicon: Lexicon, kinds: Sequence[PairKind]
) -> Iterator[list[SentencePair]]:
    """The pairs of each original; its sentences follow each other, double replacements are passed over."""
    for origin, made in groupby(sentences, key=lambda sentence: sentence.origin):
        single = [sentence for sentence in made if len(sentence.changes) == 1]
        pairs: list[SentencePair] = []
        if "origin-replaced" in kinds:
            pairs += [_with_original(origin, sentence) for sentence in single]
        if "replaced-replaced" in kinds:
            pairs += [
                _with_each_other(origin, first, other, lexicon)
                for first, other in combinations(single, 2)
                if _same_word(first.changes[0], other.changes[0])
            ]
        yield pairs


def _with_original(origin: str, sentence: Replaced) -> SentencePair:
    change = sentence.changes[0]
    text = undone(sentence.text, sentence.changes)
    if text is None:
        raise UserError(
            Words(
                f"{sentence.id}：{change.at} 处应为 {change.new}。",
                f"{sentence.id}: expected {change.new} at {change.at}.",
            ),
            hint=Words("替换以后文字又被改动过。", "The text was changed after the replacement."),
            code="undo-mismatch",
        )
    original = PairSide(origin, text, DifferingUnit(change.start, change.old))
    return SentencePair("origin-replaced", origin, original, _side(sentence), change.relation, sentence.source)


def _with_each_other(origin: str, first: Replaced, other: Replaced, lexicon: Lexicon) -> SentencePair:
    relation = lexicon.relation(first.changes[0].new, other.changes[0].new)
    return SentencePair("replaced-replaced", origin, _side(first), _side(other), relation, first.source)


def _side(sentence: Replaced) -> PairSide:
    change = sentence.changes[0]
    return PairSide(sentence.id, sentence.text, DifferingUnit(change.at, change.new))


def _same_word(first: Change, other: Change) -> bool:
    """水里 → 水中 and its 里 → 外 begin at different places and are not each other's alternatives."""
    return (first.start, first.old) == (other.start, other.old)


class Paraphrases(NamedTuple):
    """Texts that say the same, or nearly."""

    id: str
    texts: tuple[str, ...]


def read_paraphrases(source: Source) -> Iterator[Paraphrases]:
    """Groups of a JSONL file: ``{"id": …, "texts": […]}``; all problems of the file at its end."""
    findings = Findings(source.name)
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            name, texts = record.get("id"), record.get("texts")
            if not isinstance(name, str) or not name:
                expected = Words("非空字符串", "a string that is not empty")
                findings.add(Violation("wrong-type", "id", shown(name), expected), line=line)
            elif not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
                expected = Words("字符串的列表", "a list of strings")
                findings.add(Violation("wrong-type", "texts", shown(texts), expected), line=line, qid=name)
            else:
                yield Paraphrases(name, tuple(texts))


def paraphrase_pairs(
    groups: Iterable[Paraphrases], lexicon: Lexicon, longest: int = LONGEST
) -> Iterator[list[SentencePair]]:
    """The pairs of each group. A difference that is an addition only (one side empty) is no exchange of units."""
    for group in groups:
        named = [(f"{group.id}-{i}", text) for i, text in enumerate(dict.fromkeys(group.texts), start=1)]
        pairs = []
        for (one_id, text), (other_id, other) in combinations(named, 2):
            (start, end), (_, other_end) = difference(text, other)
            first, second = text[start:end], other[start:other_end]
            if first and second and max(len(first), len(second)) <= longest:
                relation = lexicon.relation(first, second)
                sides = (
                    PairSide(one_id, text, DifferingUnit(start, first)),
                    PairSide(other_id, other, DifferingUnit(start, second)),
                )
                pairs.append(SentencePair("paraphrase", group.id, *sides, relation))
        yield pairs


class PairCounts(NamedTuple):
    """What was written."""

    origins: int
    pairs: int


def write_pairs(
    grouped: Iterable[list[SentencePair]], out: Path, provenance: Path, *, per_origin: int | None = None, seed: int = 0
) -> PairCounts:
    """Questions (qid, context1, context2) to ``out``, and what is behind each of them to ``provenance``.

    Which text comes first is left to the seed, so that a system cannot tell the original by its place.
    """
    origins = written = 0
    with atomic(provenance) as notes, atomic(out) as questions:
        for pairs in grouped:
            chosen = sorted(pairs, key=lambda pair: seeded_number(seed, pair.name))[:per_origin]
            origins += bool(chosen)
            for pair in sorted(chosen, key=pairs.index):
                written += 1
                shown_pair = pair.turned() if seeded_number(seed, f"order {pair.name}") % 2 else pair
                qid = f"3-{written}"
                questions.write(_question(qid, shown_pair))
                notes.write(_note(qid, shown_pair))
    return PairCounts(origins, written)


def _question(qid: str, pair: SentencePair) -> bytes:
    return orjson.dumps({"qid": qid, "context1": pair.first.text, "context2": pair.second.text}) + b"\n"


def _note(qid: str, pair: SentencePair) -> bytes:
    stated = stated_provenance(qid, {"source": pair.source, "origin": pair.origin})
    units: Record = {
        "kind": pair.kind,
        "ids": [pair.first.id, pair.second.id],
        "d1": {"start": pair.first.unit.start, "text": pair.first.unit.text},
        "d2": {"start": pair.second.unit.start, "text": pair.second.unit.text},
        "relation": pair.relation,
    }
    return encoded(replace(stated, more={"pair": units}).record())


def read_and_pair(
    source: Source, lexicon: Lexicon, kinds: Sequence[PairKind], *, paraphrases: bool, longest: int = LONGEST
) -> Iterator[list[SentencePair]]:
    """Sentence pairs from what ``pingce corpus replace`` wrote, or from groups of paraphrases."""
    if paraphrases:
        return paraphrase_pairs(read_paraphrases(source), lexicon, longest)
    return replacement_pairs(read_replaced(source), lexicon, kinds)
