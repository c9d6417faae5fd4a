"""A subtask and an edition, as data that every stage asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from .measure import Measure
from .shapes import Judged, ListOf, SenseChoice, Shape, SlotTuple
from .words import Words

FileKind = Literal["json", "jsonl", "sheet", "lines", "escher", "glossbert"]
RuleSet = Literal["official", "page"]
RULE_SETS: tuple[RuleSet, ...] = ("official", "page")


@dataclass(frozen=True)
class TextField:
    """One text of a question; positions refer to the first."""

    name: str
    key: str
    title: Words
    passage: bool = True
    """Running text, which other items may share or vary; a target word or a reason offered is none."""


@dataclass(frozen=True)
class AnswerField:
    """One part of an answer."""

    name: str
    key: str
    shape: Shape
    title: Words
    gold_only: bool = False
    """Given by the organisers to help scoring; a submission does not contain it."""


@dataclass(frozen=True)
class TaskSpec:
    """One subtask: files, answer, rules, measures."""

    id: str
    title: Words
    summary: Words
    texts: tuple[TextField, ...]
    answer: tuple[AnswerField, ...]
    measures: Mapping[str, Measure]
    rank_by: tuple[str, str]
    official: str
    """The script and commit whose numbers ``measures`` reproduces."""
    id_key: str = "qid"
    kinds: tuple[FileKind, ...] = ("jsonl", "json")
    page_measures: Mapping[str, Measure] = field(default_factory=dict)
    """What the rules page says, where it differs from the script."""
    page_rank_by: tuple[str, str] | None = None
    differences: tuple[Words, ...] = ()
    """Known differences between the rules page, the script and the files."""
    sheet_key: str | None = None
    """Key of this subtask in an answer sheet (SpaCE2021)."""
    id_by_last_part: bool = False
    """Answers are matched by the number at the end of the id, as the official script does."""

    @property
    def edition(self) -> str:
        return self.id.split("/")[0]

    @cached_property
    def known_keys(self) -> frozenset[str]:
        return frozenset((self.id_key, *(t.key for t in self.texts), *(a.key for a in self.answer)))

    @cached_property
    def public_answer(self) -> tuple[AnswerField, ...]:
        return tuple(f for f in self.answer if not f.gold_only)

    def field(self, name: str) -> AnswerField:
        return next(f for f in self.answer if f.name == name)

    def rules(self, rule_set: RuleSet) -> Mapping[str, Measure]:
        return self.page_measures if rule_set == "page" and self.page_measures else self.measures

    def ranked_by(self, rule_set: RuleSet) -> tuple[str, str]:
        return self.page_rank_by if rule_set == "page" and self.page_rank_by else self.rank_by

    def match_key(self, item_id: str) -> str:
        """What an answer and its question have in common."""
        return item_id.rsplit("-", 1)[-1] if self.id_by_last_part else item_id

    @property
    def tuple_shape(self) -> SlotTuple | None:
        for answer in self.answer:
            if isinstance(answer.shape, ListOf) and isinstance(answer.shape.each, SlotTuple):
                return answer.shape.each
        return None

    @property
    def human_rated(self) -> bool:
        """Whether people give the official score: explanations are in words of one's own."""
        return any(isinstance(field.shape, ListOf) and isinstance(field.shape.each, Judged) for field in self.answer)

    @property
    def has_senses(self) -> bool:
        """Whether answers choose among the glosses of a target word."""
        return any(isinstance(field.shape, SenseChoice) for field in self.answer)


NOTHING_TO_SAY = Words("", "")


@dataclass(frozen=True)
class Award:
    """How the final prize is computed from the ranking and a jury."""

    ranking_share: float
    jury_share: float


@dataclass(frozen=True)
class EditionSpec:
    """A year's evaluation: its subtasks and how the overall ranking is made."""

    id: str
    title: Words
    tasks: tuple[str, ...]
    ranked: tuple[str, ...]
    """Subtasks that enter the mean Z."""
    ddof: Literal[0, 1]
    """0: population standard deviation, 1: sample standard deviation."""
    baseline_counts: bool
    """Whether baseline rows enter mean and standard deviation."""
    award: Award | None = None
    note: Words = NOTHING_TO_SAY
