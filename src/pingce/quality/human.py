"""Human performance: how well people do a task, how far they agree, and where systems stand beside them.

Test subjects and systems answer the same items; who is an outlier is left out by a rule that is told. Means, agreement,
difficulty of items and the distance to systems come out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median

from pingce.formats.encode import Json
from pingce.scoring.run import make_cases, score
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer
from pingce.spec.words import Words

from .accuracy import AnswerJudge
from .agreement.bands import BANDS, band_words
from .agreement.content import has_label, identity, label
from .agreement.numbers import AgreementNumber, numbers_json
from .agreement.resample import mean_of
from .agreement.run import FieldAgreement, agreement
from .annotations import Annotation, Annotations, by_item
from .outliers import OutlierRules, SubjectFacts, outliers, within_spread

FEW = 10
"""Answers from which always saying the same is telling."""
HIGH = 0.8
"""Pairs of answers above this likeness are counted, as in the SpaCE2022 report."""
SHOWN = ("accuracy", "macro_f1", "type_accuracy", "f1", "score")
"""Of a measure's numbers those that compare people and systems."""
BY_HAND = Words("按要求不计入", "left out as asked")
NOBODY = Words("没有人计入", "nobody counts")
NO_ANSWERS = Words("没有答题", "nothing answered")
MAIN = "right"


@dataclass(frozen=True)
class Entrant:
    """A person, a system, or everybody's majority: what was answered and how well."""

    name: str
    answered: int
    numbers: Mapping[str, AgreementNumber]
    left_out: Sequence[Words] = ()
    noted: Sequence[Words] = ()
    """In what somebody who counts is well below the others."""
    seconds: float | None = None

    def as_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "answered": self.answered,
            "left_out": [why.en for why in self.left_out],
            "noted": [why.en for why in self.noted],
            "seconds": self.seconds,
            **numbers_json(self.numbers),
        }


@dataclass(frozen=True)
class Difficulty:
    """How an item fared."""

    item: str
    score: float
    """Mean over the people who count."""
    answers: int
    same: int
    """How many gave the most frequent answer."""


@dataclass(frozen=True)
class Human:
    """A human test."""

    n: int
    main: str
    """The number people are compared by."""
    subjects: Sequence[Entrant]
    mean: Mapping[str, AgreementNumber]
    """Over the people who count; n is how many."""
    mean_of_all: Mapping[str, AgreementNumber]
    """Over everybody, those left out included: what the SpaCE2022 report prints below its accuracies (Table 7)."""
    majority: Entrant | None
    systems: Sequence[Entrant]
    agreement: FieldAgreement
    consensus: Mapping[int, int]
    """k → items to which at least k of those who count gave the same answer."""
    high: float | None
    """Share of items whose pairs of answers are on average more than HIGH alike."""
    items: Sequence[Difficulty]
    """Easiest first."""
    rules: OutlierRules

    @property
    def counted(self) -> list[Entrant]:
        return [entrant for entrant in self.subjects if not entrant.left_out]

    @property
    def bands(self) -> dict[str, Words]:
        """The κs in words, by the scale that goes with the rules."""
        return band_words(self.agreement.overall, BANDS[self.rules.bands])

    def as_json(self) -> dict[str, Json]:
        return {
            "n": self.n,
            "main": self.main,
            "subjects": [subject.as_json() for subject in self.subjects],
            "mean": numbers_json(self.mean),
            "mean_of_all": numbers_json(self.mean_of_all),
            "majority": self.majority.as_json() if self.majority is not None else None,
            "systems": [system.as_json() for system in self.systems],
            "agreement": numbers_json(self.agreement.overall),
            "bands": {name: words.en for name, words in self.bands.items()},
            "pairs": self.agreement.pairs_json(),
            "row_means": {name: numbers_json(numbers) for name, numbers in self.agreement.people.items()},
            "consensus": {str(k): n for k, n in self.consensus.items()},
            "high": self.high,
            "items": [asdict(item) for item in self.items],
        }


def human(
    data: Annotations,
    rules: OutlierRules,
    *,
    systems: Mapping[str, Mapping[str, Answer]] | None = None,
    leave_out: Sequence[str] = (),
) -> Human:
    """The test of the people in ``data`` against its gold answers; systems answer the same items."""
    gold = data.known
    first = [annotation for annotation in data.first() if annotation.item in gold]
    need_gold(data, gold, first)
    _need_known_names(data, leave_out)
    answered = {annotation.item for annotation in first}
    asked = [item for item in gold if item in answered]
    test = _Test(data, {item: gold[item] for item in asked}, first)
    subjects = test.subjects(rules, leave_out)
    kept = [subject.name for subject in subjects if not subject.left_out]
    counted = [annotation for annotation in first if annotation.annotator in kept]
    field = test.judge.field
    among = next(
        field_agreement
        for field_agreement in agreement(replace(data, versions=counted))
        if field_agreement.asked == field
    )
    alike = list(among.of_items.values())
    numbers = list(dict.fromkeys(name for subject in subjects for name in subject.numbers))
    return Human(
        n=len(asked),
        main=test.main,
        subjects=subjects,
        mean=_mean([subject for subject in subjects if not subject.left_out], numbers),
        mean_of_all=_mean(subjects, numbers),
        majority=test.majority(counted) if has_label(field) and len(kept) > 2 else None,
        systems=[test.entrant(name, answers) for name, answers in (systems or {}).items()],
        agreement=among,
        consensus=test.consensus(counted, len(kept)),
        high=sum(value > HIGH for value in alike) / len(alike) if alike else None,
        items=test.difficulty(counted),
        rules=rules,
    )


def need_gold(data: Annotations, gold: Mapping[str, Answer], answered: Sequence[Annotation]) -> None:
    """Refuse answers that no right answer is known to; ``answered``: those to items that have one."""
    if not gold:
        raise UserError(
            Words("没有标准答案。", "There are no right answers to compare with."),
            hint=Words(
                "请用 --gold 给出，或在表中加 gold 一列。", "Give them with --gold, or as a column gold of the table."
            ),
            code="no-gold-answers",
        )
    if not answered:
        item, other = data.versions[0].item, next(iter(gold))
        raise UserError(
            Words(
                "没有一道答过的题有标准答案。",
                "None of the items that were answered has a right answer.",
            ),
            hint=Words(
                f"题号是否相同？答的有 {item}，标准答案有 {other}。",
                f"Are the ids the same? Answered: {item}; right answers: {other}.",
            ),
            code="no-gold-answers",
        )


def _need_known_names(data: Annotations, leave_out: Sequence[str]) -> None:
    unknown = [name for name in leave_out if name not in data.annotators]
    if unknown:
        people = data.annotators
        raise UserError(
            Words(f"没有人叫 {'、'.join(unknown)}。", f"Nobody is called {', '.join(unknown)}."),
            hint=Words(f"有：{'、'.join(people)}。", f"There are: {', '.join(people)}."),
            code="unknown-person",
        )


def _mean(subjects: Sequence[Entrant], names: Iterable[str]) -> dict[str, AgreementNumber]:
    means = {}
    for name in names:
        values = [subject.numbers[name].value for subject in subjects]
        means[name] = mean_of([value for value in values if value is not None], NOBODY)
    return means


class _Test:
    """The items of a test with their right answers."""

    def __init__(self, data: Annotations, gold: Mapping[str, Answer], first: Sequence[Annotation]) -> None:
        self.data, self.gold, self.first = data, gold, first
        self.judge = AnswerJudge(data)
        # A rating form answers another question than the task; then the judge's own comparison is all there is.
        own = data.task is not None and any(asked.name == self.judge.field.name for asked in data.task.answer)
        self.task: TaskSpec | None = data.task if own else None
        self.main = ".".join(self.task.rank_by) if self.task is not None else MAIN

    def entrant(self, name: str, answers: Mapping[str, Answer]) -> Entrant:
        """Scored on what was answered; how much that is, is told."""
        answered = {item: answer for item, answer in answers.items() if item in self.gold and answer}
        return Entrant(name, len(answered), self._numbers(answered))

    def _numbers(self, answers: Mapping[str, Answer]) -> dict[str, AgreementNumber]:
        if self.task is None:
            scores = [self.judge.score(item, answer, self.gold[item]) for item, answer in answers.items()]
            return {MAIN: mean_of(scores, NO_ANSWERS)}
        gold = {item: self.gold[item] for item in answers}
        result = score(self.task, make_cases(self.data.items, gold, answers))
        return {
            f"{name}.{number}": AgreementNumber(value, len(answers), result.intervals[name].get(number))
            if answers
            else AgreementNumber(None, 0, None, NO_ANSWERS)
            for name, measured in result.measures.items()
            for number, value in measured.numbers.items()
            if number in SHOWN
        }

    def subjects(self, rules: OutlierRules, leave_out: Sequence[str]) -> list[Entrant]:
        mine: dict[str, list[Annotation]] = {name: [] for name in self.data.annotators}
        for annotation in self.first:
            mine[annotation.annotator].append(annotation)
        entrants = {
            name: self.entrant(name, {annotation.item: annotation.answer for annotation in annotations})
            for name, annotations in mine.items()
        }
        facts = self._facts(entrants, mine)
        out, near = outliers(facts, rules), within_spread(facts, rules)
        judged = []
        for name, entrant in entrants.items():
            times = [answer.seconds for answer in mine[name] if answer.seconds is not None]
            reasons = [*([BY_HAND] if name in leave_out else []), *out.get(name, [])]
            noted = [] if reasons else near.get(name, [])
            seconds = median(times) if times else None
            judged.append(replace(entrant, left_out=reasons, noted=noted, seconds=seconds))
        return judged

    def _facts(self, entrants: Mapping[str, Entrant], mine: Mapping[str, Sequence[Annotation]]) -> list[SubjectFacts]:
        everybody = next(
            field_agreement for field_agreement in agreement(self.data) if field_agreement.asked == self.judge.field
        )
        facts = []
        for name, annotations in mine.items():
            times = [annotation.seconds for annotation in annotations if annotation.seconds is not None]
            alike = next(iter(everybody.people.get(name, {}).values()), None)
            facts.append(
                SubjectFacts(
                    name=name,
                    unanswered=1 - entrants[name].answered / len(self.gold),
                    one_label=self._one_label([annotation.answer for annotation in annotations]),
                    accuracy=entrants[name].numbers[self.main].value,
                    agreement=alike.value if alike is not None else None,
                    seconds=median(times) if times else None,
                )
            )
        return facts

    def _one_label(self, answers: Sequence[Answer]) -> float | None:
        """How far somebody always says the same; None for a handful of answers, or if the right answers do as well."""
        given, right = self._largest_share(answers), self._largest_share(list(self.gold.values()))
        if given is None or right is None or len(answers) < FEW:
            return None
        return given if given > right else None

    def _largest_share(self, answers: Sequence[Answer]) -> float | None:
        labels = Counter(name for answer in answers if (name := label(self.judge.field, answer)) is not None)
        return max(labels.values()) / labels.total() if labels else None

    def majority(self, counted: Sequence[Annotation]) -> Entrant:
        """The most frequent label of each item; where two are equally frequent there is none."""
        field = self.judge.field
        decided: dict[str, Answer] = {}
        for item, answers in by_item(counted).items():
            votes = Counter(label(field, annotation.answer) for annotation in answers).most_common(2)
            if len(votes) == 1 or votes[0][1] > votes[1][1]:
                decided[item] = next(
                    annotation.answer for annotation in answers if label(field, annotation.answer) == votes[0][0]
                )
        return self.entrant("majority", decided)

    def consensus(self, counted: Sequence[Annotation], people: int) -> dict[int, int]:
        sizes = [self._same(answers) for answers in by_item(counted).values()]
        return {k: sum(size >= k for size in sizes) for k in range(2, people + 1)}

    def difficulty(self, counted: Sequence[Annotation]) -> list[Difficulty]:
        items = []
        for item, answers in by_item(counted).items():
            scores = [self.judge.score(item, annotation.answer, self.gold[item]) for annotation in answers]
            items.append(Difficulty(item, sum(scores) / len(scores), len(answers), self._same(answers)))
        return sorted(items, key=lambda difficulty: -difficulty.score)

    def _same(self, answers: Sequence[Annotation]) -> int:
        return max(Counter(identity(self.judge.field, annotation.answer) for annotation in answers).values())
