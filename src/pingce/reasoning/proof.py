"""What was proved about an item: how sentences were read, how many arrangements are left, what holds in all."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Truth(Enum):
    """What can be said of one option."""

    ALWAYS = "holds in every arrangement"
    SOMETIMES = "holds in some arrangements"
    NEVER = "holds in no arrangement"
    NONE_OF_ABOVE = "says that no other option is right"


class Status(Enum):
    """Whether an item could be decided."""

    PROVED = "proved"
    UNDERDETERMINED = "underdetermined"
    UNREAD = "unread"
    NO_ARRANGEMENT = "no arrangement"


@dataclass(frozen=True)
class SentenceReading:
    """A sentence and what was made of it, in the words of the typed values."""

    sentence: str
    meaning: str


@dataclass(frozen=True)
class OptionProof:
    """An option, its verdict, and an arrangement in which it fails when there is one."""

    text: str
    verdict: Truth
    counterexample: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Proof:
    """The outcome for one item.

    ``answer`` is what holds in every arrangement, and None when that cannot be said. An item is underdetermined when
    no option holds in all arrangements though one holds in some; ``meant`` is then the answer under a named
    convention about the arrangement that writers of such items have in mind. It is no proof. Where the sentences
    contradict each other, ``conflicts`` are some that do, none of which could be left out.
    """

    domain: str
    scene: str
    status: Status
    readings: tuple[SentenceReading, ...] = ()
    arrangements: int = 0
    options: Mapping[str, OptionProof] | None = None
    unread: tuple[str, ...] = ()
    answer: frozenset[str] | None = None
    meant: frozenset[str] | None = None
    conflicts: tuple[str, ...] = ()
    in_doubt: bool = False
    """Whether some of the arrangements are left only because our knowledge does not decide what a sentence says."""


def unread(domain: str, scene: str, *sentences: str, readings: tuple[SentenceReading, ...] = ()) -> Proof:
    """An item that could not be decided, with the sentences that were not understood."""
    return Proof(domain, scene, Status.UNREAD, readings=readings, unread=sentences)


def right_options(options: Mapping[str, OptionProof], *, wrong_ones: bool = False) -> frozenset[str]:
    """The letters to choose: what holds always or, when the wrong ones are asked for, what cannot hold.

    Where nothing is impossible, the wrong ones are those that do not follow. «None of the above» is right when no
    other option is.
    """
    verdicts = {letter: option.verdict for letter, option in options.items()}
    claims = {letter for letter, verdict in verdicts.items() if verdict is not Truth.NONE_OF_ABOVE}
    chosen = {letter for letter in claims if verdicts[letter] is (Truth.NEVER if wrong_ones else Truth.ALWAYS)}
    if wrong_ones and not chosen:
        chosen = {letter for letter in claims if verdicts[letter] is not Truth.ALWAYS}
    return frozenset(chosen or verdicts.keys() - claims)
