"""A subtask and an edition, as data that every stage asks.

What differs between subtasks is said here and nowhere else: keys, texts, fields with their shapes and rules, measures,
what ranks, and how items belong together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from .errors import UserError
from .measure import Measure
from .shapes import Judged, ListOf, Options, SenseChoice, Shape, SlotTuple
from .values import Item
from .words import Words

FileKind = Literal["json", "jsonl", "sheet", "lines", "escher", "glossbert", "by-gloss", "micls"]
RuleSet = Literal["official", "page", "page-task2"]
"""The script's rules, the rules page's, and the older wording of the page of SpaCE2022 task 2."""
RULE_SETS: tuple[RuleSet, ...] = ("official", "page", "page-task2")


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
class ItemGroups:
    """Groups of items that are reported apart, by a part of the id: ability 4 and kind m of ``4-test-m-17``."""

    title: Words
    id_part: int
    """Which of the parts between hyphens, from 0."""
    titles: Mapping[str, Words]

    def of(self, item: Item) -> str | None:
        """The group of an item; None where its id tells none."""
        parts = item.id.split("-")
        name = parts[self.id_part] if self.id_part < len(parts) else ""
        return name if name in self.titles else None


@dataclass(frozen=True)
class JointFile:
    """Several subtasks in one file: the beginning of an id tells whose record it is."""

    own: str
    others: tuple[str, ...]

    def is_foreign(self, item_id: str) -> bool:
        """Whether a record belongs to another subtask; an id that begins like none of them counts as our own."""
        return item_id.startswith(self.others)


@dataclass(frozen=True)
class PrintedForm:
    """How a rules page prints answers of groups of roles, where the files have another key and number the roles."""

    key: str
    own_key: str
    """The key of the files for the page's ``key``."""
    id_key: str
    roles: tuple[str, ...]
    groups: int = 2


NO_GROUPS: Mapping[str, ItemGroups] = {}
NO_NAMES: Mapping[str, str] = {}


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
    older_page_measures: Mapping[str, Measure] = field(default_factory=dict)
    """What an older wording of the page says (``--rules page-task2``), under the names of ``page_measures``."""
    differences: tuple[Words, ...] = ()
    """Known differences between the rules page, the script and the files."""
    sheet_key: str | None = None
    """Key of this subtask in an answer sheet (SpaCE2021)."""
    id_by_last_part: bool = False
    """Answers are matched by the number at the end of the id, as the official script does."""
    attributes: tuple[str, ...] = ()
    """Further keys that records of this task may have (instruction, domain …); an item keeps them in ``extra``."""
    gold_attributes: tuple[str, ...] = ()
    """The same for keys that would give answers away; questions are written without them."""
    key_order: tuple[str, ...] = ()
    """The keys of a record in the order of the official files, where it is not id, texts, answer."""
    aliases: Mapping[str, str] = field(default_factory=lambda: NO_NAMES)
    """Another name under which files or pages have a key → the key."""
    printed: PrintedForm | None = None
    """The form of the rules page, where it is not that of the files; read and written beside it."""
    groups: Mapping[str, ItemGroups] = field(default_factory=lambda: NO_GROUPS)
    """Groups of items to break scores down by, where the id tells them."""
    twins: str = ""
    """Tasks of an edition with the same name here ask the same items in different languages, number by number."""
    templated: tuple[str, ...] = ()
    """Beginnings of the ids of items whose texts are made from few templates ("": all): such texts are alike without
    being of one original, so only equal ones count as the same."""
    joint: JointFile | None = None
    """Whose records are whose, where the subtasks of an edition share a file."""
    differs_once: bool = False
    """The two texts of an item are the same but for one contiguous piece each."""
    people_rate: bool = True
    """Whether people give the score of explanations; otherwise ``rank_by`` ranks them like any other answer."""

    @property
    def edition(self) -> str:
        return self.id.split("/")[0]

    @cached_property
    def known_keys(self) -> frozenset[str]:
        options = () if self.options is None else (self.options.key,)
        keys = (*(t.key for t in self.texts), *options, *(a.key for a in self.answer))
        return frozenset((self.id_key, *keys, *self.attributes, *self.gold_attributes))

    def is_templated(self, item_id: str) -> bool:
        """Whether the text of an item is made from a template that many others share."""
        return item_id.startswith(self.templated)

    def twin_key(self, item_id: str) -> tuple[str, ...] | None:
        """What an item has in common with its twins in other languages; None where there are none."""
        if not self.twins or self.joint is None:
            return None
        return (self.edition, self.twins, item_id.removeprefix(self.joint.own))

    def is_foreign(self, item_id: str) -> bool:
        """Whether a record of a joint file belongs to another subtask."""
        return self.joint is not None and self.joint.is_foreign(item_id)

    def renamed(self, record: dict[str, object]) -> dict[str, object]:
        """A record under this task's own keys; a key that is there under both names stays as it is."""
        if self.aliases.keys().isdisjoint(record):
            return record
        return {self._own_key(key, record): value for key, value in record.items()}

    def _own_key(self, key: str, record: Mapping[str, object]) -> str:
        own = self.aliases.get(key, key)
        return key if own in record else own

    @cached_property
    def question_keys(self) -> frozenset[str]:
        """The keys of a question: all but those of answers and what gives them away."""
        answers = {field.key for field in self.answer}
        return self.known_keys - answers - set(self.gold_attributes)

    @cached_property
    def public_answer(self) -> tuple[AnswerField, ...]:
        return tuple(f for f in self.answer if not f.gold_only)

    def field(self, name: str) -> AnswerField:
        return next(f for f in self.answer if f.name == name)

    def rules(self, rule_set: RuleSet) -> Mapping[str, Measure]:
        """The measures of a rule set; where the page agrees with the script, they are the script's."""
        self.require_rules(rule_set)
        if rule_set == "page-task2":
            return self.older_page_measures
        return self.page_measures if rule_set == "page" and self.page_measures else self.measures

    def ranked_by(self, rule_set: RuleSet) -> tuple[str, str]:
        return self.page_rank_by if rule_set != "official" and self.page_rank_by else self.rank_by

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The rule sets this task can be scored by."""
        return RULE_SETS if self.older_page_measures else RULE_SETS[:2]

    def require_rules(self, rule_set: RuleSet) -> None:
        """Refuse the older wording of one task's page for the tasks that have no such page."""
        if rule_set not in self.rule_sets:
            raise UserError(
                Words(
                    f"规则 page-task2 是 space2022/task2 规则页的旧文，{self.id} 没有。",
                    f"The rules page-task2 are an older wording of the page of space2022/task2; {self.id} has none.",
                ),
                hint=Words(f"这里可用：{'、'.join(self.rule_sets)}。", f"Possible here: {', '.join(self.rule_sets)}."),
                code="unknown-rules",
            )

    def match_key(self, item_id: str) -> str:
        """What an answer and its question have in common."""
        return item_id.rsplit("-", 1)[-1] if self.id_by_last_part else item_id

    @property
    def tuple_shape(self) -> SlotTuple | None:
        for answer in self.answer:
            if isinstance(answer.shape, ListOf) and isinstance(answer.shape.each, SlotTuple):
                return answer.shape.each
        return None

    @cached_property
    def options(self) -> Options | None:
        """The shape of the answer where items bring their own choices."""
        return next((field.shape for field in self.answer if isinstance(field.shape, Options)), None)

    @property
    def human_rated(self) -> bool:
        """Whether people give the official score: explanations are in words of one's own."""
        return self.people_rate and any(
            isinstance(field.shape, ListOf) and isinstance(field.shape.each, Judged) for field in self.answer
        )

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
class MeanGroup:
    """Subtasks whose scores are averaged before anything else."""

    id: str
    title: Words
    tasks: tuple[str, ...]


@dataclass(frozen=True)
class EditionSpec:
    """A year's evaluation: its subtasks and how the overall ranking is made."""

    id: str
    title: Words
    tasks: tuple[str, ...]
    ranked: tuple[str, ...]
    """Subtasks that enter the overall ranking."""
    ddof: Literal[0, 1]
    """0: population standard deviation, 1: sample standard deviation."""
    baseline_counts: bool
    """Whether baseline rows enter mean and standard deviation."""
    means: tuple[MeanGroup, ...] = ()
    """Where there are any, the mean of these groups' means ranks; otherwise the mean Z."""
    award: Award | None = None
    note: Words = NOTHING_TO_SAY
