"""Two dictionaries of a benchmark merged by people: pairs of glosses that are alike, a decision on each, the merge.

Decisions stand in ``dictionary.decisions.jsonl`` of the benchmark, which ``pingce corpus dictionary merge --decisions``
reads as well: what was decided on the page holds on the command line and the other way round.
"""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .benchmark import Benchmark, open_benchmark, refuse_bad_name
from .dictionaries import dictionary_files

if TYPE_CHECKING:
    from pingce.corpus.dictionary.merge import MergeRule

DECISIONS = "dictionary.decisions.jsonl"
MOST_PAIRS = 200
"""Shown at once; the next come when these are decided."""
Measure = Literal["ratio", "levenshtein", "partial", "jaro-winkler"]


@dataclass(frozen=True)
class MergeChoice:
    """Which dictionaries are merged, and by what rule where nobody decides."""

    base: str
    additions: str
    measure: Measure = "ratio"
    threshold: float = 85.0

    def rule(self) -> "MergeRule":
        from pingce.corpus.dictionary.merge import MergeRule

        return MergeRule(self.measure, self.threshold)


@dataclass(frozen=True)
class GlossPair:
    """`same`: what the rule says; `decided`: what somebody decided."""

    word: str
    gloss: str
    like: str
    gloss_examples: list[str]
    like_examples: list[str]
    similarity: float
    same: bool
    decided: bool | None


@dataclass(frozen=True)
class DictionaryPairs:
    """The first pairs that wait for a decision, or the first decided ones, and how many there are of both."""

    pairs: list[GlossPair]
    waiting: int
    decided: int
    command: str


def list_pairs(folder: Path, choice: MergeChoice, near: float, *, decided: bool) -> DictionaryPairs:
    """Pairs more than ``near`` per cent similar, as another process can work them out."""
    from pingce.corpus.dictionary.merge import proposed_pairs
    from pingce.corpus.entries import by_word, read_entries

    benchmark = open_benchmark(folder)
    base, additions = _files(benchmark, choice)
    pairs = list(
        proposed_pairs(
            by_word(read_entries(base)),
            by_word(read_entries(additions)).values(),
            choice.rule(),
            _decisions(benchmark),
            near=near,
        )
    )
    wanted = (pair for pair in pairs if (pair.decided is not None) == decided)
    count = sum(pair.decided is not None for pair in pairs)
    return DictionaryPairs(
        pairs=[
            GlossPair(
                word=pair.word,
                gloss=pair.gloss,
                like=pair.like,
                gloss_examples=list(pair.gloss_examples),
                like_examples=list(pair.like_examples),
                similarity=pair.similarity,
                same=pair.same,
                decided=pair.decided,
            )
            for pair in islice(wanted, MOST_PAIRS)
        ],
        waiting=len(pairs) - count,
        decided=count,
        command=merge_command(choice),
    )


def merge_command(choice: MergeChoice) -> str:
    """What does in a terminal what the page does, in the folder of the benchmark."""
    rule = "" if choice.measure == "ratio" else f" --measure {choice.measure}"
    rule += "" if choice.threshold == MergeChoice.threshold else f" --threshold {choice.threshold:g}"
    return f"pingce corpus dictionary merge {choice.base} {choice.additions} merged.json --decisions {DECISIONS}{rule}"


def decide_pair(
    benchmark: Benchmark, word: str, gloss: str, like: str, *, same: bool | None, who: str, at: float
) -> None:
    """Keep what somebody decided about two glosses; None takes it back. The caller has locked the benchmark."""
    from pingce.corpus.dictionary.decisions import MergeDecision, add_decision

    add_decision(benchmark.folder / DECISIONS, MergeDecision(word, gloss, like, same, who, at))


def merge_dictionaries(folder: Path, choice: MergeChoice, name: str) -> dict[str, int]:
    """Write ``NAME.json`` at the top of the benchmark and say what became of words and glosses.

    Only what an earlier merge wrote is written over.
    """
    from pingce.corpus.dictionary.merge_files import merge_files, meta_file

    benchmark = open_benchmark(folder)
    base, additions = _files(benchmark, choice)
    refuse_bad_name(name)
    out = benchmark.folder / f"{name}.json"
    if out in (base, additions) or (out.exists() and not meta_file(out).is_file()):
        raise UserError(
            Words(f"{out.name} 已经在用，不覆盖。", f"{out.name} is in use and is not written over."),
            hint=Words("请给结果另起一个名字。", "Give the result another name."),
            code="output-is-input",
        )
    decisions = benchmark.folder / DECISIONS
    record = merge_files(base, additions, out, choice.rule(), decisions=decisions if decisions.exists() else None)
    return record["counts"]


def _files(benchmark: Benchmark, choice: MergeChoice) -> tuple[Path, Path]:
    files = dictionary_files(benchmark)
    for name in (choice.base, choice.additions):
        if name not in files:
            raise UserError(Words(f"没有词典“{name}”。", f"There is no dictionary '{name}'."), code="no-dictionary")
    if choice.base == choice.additions:
        raise UserError(
            Words("两部词典是同一部。", "The two dictionaries are the same one."),
            hint=Words("请选两部不同的词典。", "Choose two different ones."),
            code="same-dictionary",
        )
    return files[choice.base], files[choice.additions]


def _decisions(benchmark: Benchmark) -> dict[tuple[str, str, str], bool]:
    from pingce.corpus.dictionary.decisions import read_decisions

    path = benchmark.folder / DECISIONS
    return read_decisions(path) if path.exists() else {}
