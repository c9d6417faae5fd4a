"""Sentences of a scene that can be read in more than one way, and what an item's answer would then be."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from .item import Language, ReasoningItem, asks_for_wrong_options
from .proof import right_options
from .reading.patterns import FIRST_THING, match_pattern
from .reading.sentences import PATTERNS, mark_things
from .relations import Statement
from .scenes.layout import Layout, UndefinedRelationError, relation_table, transpose
from .scenes.recognise import recognise_scene
from .solve import arrangements
from .space import judge_options, read_options
from .wording import worded

MOST_COMBINATIONS = 64


@dataclass(frozen=True)
class AmbiguousSentence:
    """A sentence and the different things it can be taken to say."""

    sentence: str
    meanings: tuple[str, ...]


@dataclass(frozen=True)
class Ambiguity:
    """Sentences with several readings, and the answers that follow from some combination of them."""

    sentences: tuple[AmbiguousSentence, ...]
    answers: tuple[frozenset[str], ...]

    @property
    def matters(self) -> bool:
        """Whether the answer depends on the reading."""
        return len(self.answers) > 1


def ambiguity(item: ReasoningItem) -> Ambiguity | None:
    """What an item about places could mean besides the reading its proof takes; None where all is clear or unread."""
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return None
    read = [readings(scene.layout, scene.names, text, item.language) for text in scene.conditions]
    several = [at for at, statements in enumerate(read) if len(statements) > 1]
    asked = read_options(scene.layout, scene.names, item)
    if not several or not all(read):
        return None
    answers = {}
    for number, told in enumerate(product(*read)):
        if number == MOST_COMBINATIONS:
            break
        left = arrangements(scene.layout, len(scene.names), told)
        if left:
            judged = judge_options(scene, item, asked, left)
            answers[right_options(judged, wrong_ones=asks_for_wrong_options(item.question))] = True
    return Ambiguity(
        tuple(
            AmbiguousSentence(scene.conditions[at], tuple(worded(statement, scene.names) for statement in read[at]))
            for at in several
        ),
        tuple(answers),
    )


def readings(layout: Layout, names: Sequence[str], sentence: str, language: Language) -> tuple[Statement, ...]:
    """Everything a sentence can mean in a layout, the reading that proofs take first; equal meanings count once."""
    marked = mark_things(sentence, names, language)
    if marked is None:
        return ()
    statements: dict[tuple[object, ...], Statement] = {}
    forms = {marked.form, marked.form[:1].lower() + marked.form[1:]}
    for pattern in PATTERNS:
        for form in forms:
            match = match_pattern(pattern, language, form)
            if match is None:
                continue
            x = marked.things[ord(match.x) - FIRST_THING]
            y = None if match.y is None else marked.things[ord(match.y) - FIRST_THING]
            statement = Statement(match.relation, x, y)
            try:
                statements.setdefault(_meaning(layout, statement), statement)
            except UndefinedRelationError:
                continue
    return tuple(statements.values())


def _meaning(layout: Layout, statement: Statement) -> tuple[object, ...]:
    """What distinguishes statements: the seats they admit, whichever of two things is named first."""
    table = relation_table(layout, statement.relation)
    x, y = statement.x, statement.y
    if y is None:
        return (x, tuple(bool(row) for row in table))
    return (x, y, tuple(table)) if x <= y else (y, x, tuple(transpose(table)))
