"""What a rule is and what it finds.

A rule is a function over a decoded answer plus everything people need to know about it: level, forms, words in two
languages, and an example that triggers it and one that does not. Tests run the examples of every rule.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from pingce.formats.encode import Json
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer

Level = Literal["block", "warn", "info"]
Setting = Literal["block", "warn", "info", "off"]
SETTINGS: tuple[Setting, ...] = get_args(Setting)


class Breach(NamedTuple):
    """Where an answer breaks a rule: the path within the answer, and what of the text does; empty where the path says
    it all.
    """

    path: str
    text: str


@dataclass(frozen=True)
class RuleExample:
    """An item of a form and an answer to it."""

    form: str
    texts: Mapping[str, str]
    raw: dict[str, Json]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    """One thing to look for in answers while they are written and when they come in."""

    name: str
    level: Level
    forms: tuple[str, ...]
    message: Words
    find: Callable[[DecodedAnswer], Iterator[Breach]]
    """Every place where an answer breaks the rule."""
    triggers: RuleExample
    passes: RuleExample
    fixed: bool = False
    """Without it the answer has no meaning: a campaign cannot switch it off."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that an answer breaks. ``rule`` is the name of a rule or the code of a structural violation."""

    rule: str
    level: Level
    path: str
    """Where in the answer."""
    message: Words
    found: object = None
    """What of the text does: a string, or words in both languages."""
