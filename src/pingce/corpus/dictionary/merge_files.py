"""Two files of dictionaries merged into a third, with a file beside it that says by what rule and decisions."""

from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

import orjson

from pingce.formats.checksum import file_sha256
from pingce.formats.write import write_jsonl, write_text

from ..entries import by_word, read_entries, write_entries
from .decisions import read_decisions
from .merge import MergeRule, merge, proposed_pairs


class MergeRecord(TypedDict):
    """What stands in ``OUT.meta.json``."""

    rule: dict[str, object]
    base: dict[str, str]
    additions: dict[str, str]
    decisions: dict[str, object] | None
    counts: dict[str, int]


def merge_files(
    base: Path,
    additions: Path,
    out: Path,
    rule: MergeRule,
    *,
    decisions: Path | None = None,
    duplicates: Path | None = None,
    pairs: Path | None = None,
    near: float = 60.0,
) -> MergeRecord:
    """Write ``out``; ``duplicates`` gets the glosses left out, ``pairs`` what people should decide."""
    first, second = by_word(read_entries(base)), by_word(read_entries(additions))
    decided = read_decisions(decisions) if decisions is not None else {}
    if pairs is not None:
        write_jsonl(
            pairs,
            (
                {
                    "word": pair.word,
                    "gloss": pair.gloss,
                    "like": pair.like,
                    "same": pair.same if pair.decided is None else pair.decided,
                    "similarity": pair.similarity,
                }
                for pair in proposed_pairs(first, second.values(), rule, decided, near=near)
            ),
        )
    result = merge(first, second.values(), rule, decided)
    write_entries(out, result.entries.values())
    record = MergeRecord(
        rule={**asdict(rule), "rapidfuzz": version("rapidfuzz")},
        base={"file": base.name, "sha256": file_sha256(base)},
        additions={"file": additions.name, "sha256": file_sha256(additions)},
        decisions=None
        if decisions is None
        else {"file": decisions.name, "sha256": file_sha256(decisions), "pairs": len(decided)},
        counts=result.counts.as_dict(),
    )
    write_text(meta_file(out), orjson.dumps(record, option=orjson.OPT_INDENT_2).decode() + "\n")
    if duplicates is not None:
        write_jsonl(duplicates, (skipped._asdict() for skipped in result.skipped))
    return record


def meta_file(out: Path) -> Path:
    """Where the rule, the checksums and the counts of a merge stand."""
    return out.with_name(f"{out.name}.meta.json")
