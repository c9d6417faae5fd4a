"""What the stages do, on texts and records in memory: replace, tag, split, agreement, leaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from pingce.scoring.clusters import Resample
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words, spoken_language

from .arguments import checked
from .data import Data, read
from .frames import frame_of
from .sources import DataSource, as_file
from .tasks import as_task

if TYPE_CHECKING:
    import pandas as pd

    from pingce.corpus.replace.sentence import Replaced
    from pingce.quality.agreement.numbers import AgreementNumber
    from pingce.quality.agreement.run import FieldAgreement
    from pingce.quality.leaks import DatasetLeaks
    from pingce.release.split.run import Split


class TaggedWord(NamedTuple):
    """A word of a text: where it stands, its part of speech, and its spatial class, if it has one."""

    text: str
    tag: str
    start: int
    spatial_class: str | None
    """``f`` localizer, ``s`` place word, ``dv`` directional verb, ``p`` preposition, ``d`` adverb."""


@dataclass(frozen=True)
class SplitData:
    """Items shared out so that no original is in two parts."""

    train: Data
    dev: Data
    test: Data
    groups: Mapping[str, int]
    """The group of every item, by its id: items of one group have one original."""

    def __iter__(self) -> Iterator[Data]:
        return iter((self.train, self.dev, self.test))


@dataclass(frozen=True)
class AgreementResult:
    """How far people agree: likeness of whole answers, and every field with its coefficients."""

    likeness: "AgreementNumber"
    fields: "Sequence[FieldAgreement]"

    def to_pandas(self) -> "pd.DataFrame":
        """A row per field and coefficient, over all people."""
        rows = [
            {
                "field": field.asked.name,
                "coefficient": name,
                "value": number.value,
                "low": number.interval.low if number.interval is not None else None,
                "high": number.interval.high if number.interval is not None else None,
                "n": number.n,
            }
            for field in self.fields
            for name, number in field.overall.items()
        ]
        return frame_of(rows)

    def __repr__(self) -> str:
        fields = ", ".join(field.asked.name for field in self.fields)
        return f"AgreementResult({fields}: likeness {self.likeness.value}, n = {self.likeness.n})"

    def _repr_html_(self) -> str:
        from pingce.report.agreement import agreement_page

        from .html import page_html

        return page_html(agreement_page(self.fields, self.likeness), spoken_language())


@checked
def tag(text: str) -> list[TaggedWord]:
    """The words of a text with parts of speech and spatial classes, as all stages see them.

    >>> import pingce
    >>> [(word.text, word.spatial_class) for word in pingce.tag("猫在桌子上。")]
    [('猫', None), ('在', 'p'), ('桌子', None), ('上', 'f'), ('。', None)]
    """
    from pingce.language.text import tag_text

    tagged = tag_text(text)
    return [
        TaggedWord(word.text, word.tag, word.start, spatial_class)
        for word, spatial_class in zip(tagged.words, tagged.classes, strict=True)
    ]


@checked
def replace(
    text: str,
    *,
    mode: Literal["single", "double", "both"] = "single",
    classes: Sequence[str] = ("f", "s", "dv"),
    seed: int = 0,
) -> "list[Replaced]":
    """Sentences that arise when spatial words of a text are replaced by others of their group.

    Each says what was replaced where (``changes``).

    >>> import pingce
    >>> sentences = pingce.replace("猫在桌子上。")
    >>> "猫在桌子下。" in [sentence.text for sentence in sentences]
    True
    """
    from pingce.corpus.replace.make import ReplaceSettings, sentences
    from pingce.corpus.replace.positions import Position, judged
    from pingce.corpus.replace.sentence import Original
    from pingce.language.lexicon.load import load_lexicon
    from pingce.language.lexicon.model import CLASSES
    from pingce.language.text import tag_text

    unknown = sorted({*classes} - {*CLASSES})
    if unknown:
        raise UserError(
            Words(f"没有类 {'、'.join(unknown)}。", f"There are no classes {', '.join(unknown)}."),
            hint=Words(f"可用：{'、'.join(CLASSES)}。", f"There are: {', '.join(CLASSES)}."),
            code="unknown-class",
        )
    lexicon = load_lexicon()
    words = tag_text(text, lexicon=lexicon).words
    positions = [
        position
        for position in judged(lexicon, text, words)
        if isinstance(position, Position) and position.cls in classes
    ]
    return sentences(lexicon, Original("text", text), positions, ReplaceSettings(mode, seed=seed))


@checked
def split(
    task: str | TaskSpec,
    source: DataSource,
    *,
    ratio: tuple[float, float, float] = (7, 1, 2),
    seed: int = 1,
    balance_test: bool = False,
) -> SplitData:
    """Train, dev and test such that all items of one original are in one of them; same seed, same split.

    >>> import pingce
    >>> people, places = ("小王", "邮递员"), "上下里"
    >>> texts = [f"{who}从桌子{where}拿起一本旧书，慢慢走回自己的房间。" for who in people for where in places]
    >>> rows = [{"qid": str(i), "context": text, "judge": i % 2} for i, text in enumerate(texts)]
    >>> parts = pingce.split("space2022/task1", rows, ratio=(1, 0, 1))
    >>> len(parts.train) + len(parts.test), parts.groups["0"] == parts.groups["1"]
    (6, True)
    """
    from pingce.release.inputs import Decided
    from pingce.release.split.run import SplitSettings
    from pingce.release.split.run import split as split_items

    data = read(task, source)
    unanswered = [key for key in data.items if key not in data.answers]
    if unanswered or not data.items:
        raise UserError(
            Words("划分要有答案的题目。", "A split needs items with answers."),
            hint=Words(f"没有答案：{'、'.join(unanswered[:20])}。", f"Without an answer: {', '.join(unanswered[:20])}.")
            if unanswered
            else Words("没有题目。", "There are no items."),
            code="no-gold-answers",
        )
    shares = tuple(Fraction(share).limit_denominator(1_000_000) for share in ratio)
    if len(shares) != 3 or min(shares) < 0 or not sum(shares):
        raise UserError(
            Words(f"ratio：实际 {ratio}；应为三个份额。", f"ratio: found {ratio}; expected three shares."),
            code="bad-ratio",
        )
    decided = [Decided(0, data.task, item, data.answers[key]) for key, item in data.items.items()]
    done = split_items(decided, SplitSettings((shares[0], shares[1], shares[2]), seed, balance_test))
    parts = {name: _part(data, done, name) for name in ("train", "dev", "test")}
    return SplitData(**parts, groups=dict(zip(data.items, done.groups, strict=True)))


def _part(data: Data, done: "Split", name: str) -> Data:
    kept = [
        key
        for i, (key, part) in enumerate(zip(data.items, done.parts, strict=True))
        if part == name and i not in done.left_out
    ]
    return Data(data.task, {key: data.items[key] for key in kept}, {key: data.answers[key] for key in kept})


@checked
def agreement(
    source: DataSource,
    *,
    task: str | TaskSpec | None = None,
    which: Literal["first", "last"] = "first",
    resample: Resample = "clusters",
) -> AgreementResult:
    """How far people agree in what a campaign exported, or in lines with item, annotator and answer.

    Intervals draw items of one original, word or text together; ``resample="items"`` draws every item by itself.

    >>> import pingce
    >>> lines = [
    ...     {"task": "space2022/task1", "item": str(i), "annotator": who, "answer": {"judge": i % 2}}
    ...     for i in range(6)
    ...     for who in ("li", "wang")
    ... ]
    >>> pingce.agreement(lines).likeness.value
    1.0
    """
    from pingce.quality.agreement.run import agreement as compute
    from pingce.quality.agreement.whole_answers import likeness_of_all
    from pingce.quality.reading import read_annotations

    task_id = None if task is None else as_task(task).id
    with as_file(source, "annotations") as opened:
        annotations = read_annotations(opened.path, task_id=task_id)
    return AgreementResult(
        likeness_of_all(annotations, which=which, resample=resample),
        compute(annotations, which=which, resample=resample),
    )


@checked
def leaks(task: str | TaskSpec, parts: Mapping[str, DataSource]) -> "DatasetLeaks":
    """What parts of a data set give away about each other: same texts, shared originals, labels that follow.

    >>> import pingce
    >>> train = [{"qid": "1", "context": "小王从桌子上拿起一本旧书，慢慢走回自己的房间。", "judge": 1}]
    >>> test = [{"qid": "2", "context": "小王从桌子下拿起一本旧书，慢慢走回自己的房间。", "judge": 0}]
    >>> len(pingce.leaks("space2022/task1", {"train": train, "test": test}).findings)
    1
    """
    from pingce.formats.parts import Part
    from pingce.quality.leaks import find_leaks

    spec = as_task(task)
    given = []
    for name, source in parts.items():
        data = read(spec, source)
        given.append(Part(spec, name, name, list(data.items.values()), [data.answers.get(key) for key in data.items]))
    return find_leaks(given)
