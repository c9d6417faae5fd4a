"""What is known of an item, as plain values: the command prints them, the server sends them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Answered = Mapping[str, object]
RawState = Literal["found", "changed", "missing"]
"""The text stands there; something else does; the file is not there."""
Sight = Literal["everything", "own", "public"]
"""All that happened, one's own work alone, or what everybody may know."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line of a raw file, with the text that was taken from it in the middle."""

    state: RawState
    before: str = ""
    text: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class TracedCleaning:
    """That somebody looked the text through by hand; ``before``: how a mended text read in the file."""

    campaign: str
    verdict: str
    reason: str
    before: str | None


@dataclass(frozen=True, slots=True)
class TracedSource:
    """Where the text was taken from; ``offset`` counts code points of the file."""

    file: str
    line: int | None
    offset: int | None
    raw: RawLine
    cleaned: TracedCleaning | None = None


@dataclass(frozen=True, slots=True)
class TracedChange:
    """A word that was exchanged: where it began in the original, where it begins now."""

    start: int
    at: int
    old: str
    new: str
    word_class: str
    group: str
    relation: str


@dataclass(frozen=True, slots=True)
class TracedReplacement:
    """How a sentence arose from its original by exchanging words, in which mode of ``pingce corpus replace``."""

    mode: str
    changes: tuple[TracedChange, ...]


@dataclass(frozen=True, slots=True)
class TracedAnswer:
    """What a person or a system said; ``kind``: suggestion, draft, submission, review …"""

    by: str
    kind: str
    version: int
    at: float
    seconds: float | None
    answer: Answered


@dataclass(frozen=True, slots=True)
class TracedTurn:
    """A reviewer's turn: review, audit or appeal."""

    kind: str
    state: str
    round: int
    verdict: str | None
    by: str
    at: float
    decided_at: float | None


@dataclass(frozen=True, slots=True)
class TracedRemark:
    """Words about the item: a comment, or the reason of somebody who appealed."""

    by: str
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class TracedDecision:
    """What somebody (or agreement itself) decided about an item or one of its answers, and why."""

    by: str
    at: float
    outcome: str
    about_item: bool
    reason_code: str
    reason: str
    answer: Answered | None


@dataclass(frozen=True, slots=True)
class TracedTier:
    """The tier that an item got and the rule that gave it; ``labels`` are those the rule saw."""

    tier: str
    release: bool
    rule: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TracedCampaign:
    """What happened to the item in one campaign, as far as the person who asks may see it."""

    campaign: int
    title: str
    form: str
    task: str
    item: int
    ref: str
    sight: Sight
    state: str
    outcome: str | None
    texts: Mapping[str, str]
    answers: tuple[TracedAnswer, ...] = ()
    reviews: tuple[TracedTurn, ...] = ()
    appeals: tuple[TracedRemark, ...] = ()
    comments: tuple[TracedRemark, ...] = ()
    decisions: tuple[TracedDecision, ...] = ()
    final: Answered | None = None
    tier: TracedTier | None = None
    exported: bool = False
    """Whether an export has it: it is decided, and its tier, if the campaign was graded, is released."""


@dataclass(frozen=True, slots=True)
class TracedEntry:
    """What a system said, and the number that ranks for this item alone; None: not to be known, or not scored."""

    system: str
    team: str
    phase: str
    submission: int | None
    at: float | None
    answer: Answered | None
    score: float | None
    number: str


@dataclass(frozen=True, slots=True)
class TracedPlace:
    """The item in a pack: its part, its id there; in a competition also what systems said."""

    pack: str
    task: str
    split: str
    qid: str
    was: str
    where: str
    """The competition, or the folder."""
    competition: int | None
    gold: Answered | None
    """Only where it may be known."""
    entries: tuple[TracedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class TracedSibling:
    """Another item of the same original."""

    ref: str
    campaign: int
    title: str


@dataclass(frozen=True, slots=True)
class ItemLife:
    """One item."""

    qid: str
    texts: Mapping[str, str]
    source: TracedSource | None = None
    genre: str | None = None
    kind: str | None = None
    original: str | None = None
    original_text: str | None = None
    replacement: TracedReplacement | None = None
    campaigns: tuple[TracedCampaign, ...] = ()
    places: tuple[TracedPlace, ...] = ()
    siblings: tuple[TracedSibling, ...] = ()
    waits: bool = False
    """Whoever asks holds the item and has not answered yet: the rest is told afterwards."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Every item that an id or a text means."""

    query: str
    lives: tuple[ItemLife, ...]
    more: int = 0
    """Items that are not shown: the id means too many."""
