"""A finished screening as numbers one can store, compare and draw.

Tallies in, figures out: kept and dropped by genre and reason, mean length and weight; what ``corpus screen --json``
prints and its page draws.
"""

from collections.abc import Mapping

import msgspec

from pingce.corpus.screen.run import Screening
from pingce.formats.encode import Json

from .counts import DENSITY_BINS, LENGTH_BINS, LENGTH_STEP, REASONS, WEIGHT_BINS, GenreTally, PassageCounts, together
from .oddities import frequent


def summary(screening: Screening) -> dict[str, Json]:
    """What screening did, as JSON: files, settings, counts by genre, odd characters."""
    findings = screening.findings
    return {
        "files": len(screening.files),
        "bytes": sum(file.size for file in screening.files),
        "tagger": screening.versions[0],
        "lexicon": screening.versions[1],
        "settings": msgspec.to_builtins(screening.settings),
        "all": _numbers(together(findings.tallies)),
        "genres": [{"genre": genre or None, **_numbers(tally)} for genre, tally in findings.tallies.items()],
        "odd_characters": [
            {
                "kind": kind,
                "count": oddity.count,
                "characters": dict(frequent(oddity)),
                "first": oddity.place,
                "around": oddity.around,
            }
            for kind, oddity in sorted(findings.oddities.items())
        ],
        "unusable_lines": dict(sorted(findings.trouble_counts.items())),
        "gb18030": list(screening.gb18030),
    }


def _numbers(tally: GenreTally) -> dict[str, Json]:
    return {
        "passages": tally.passages,
        "characters": tally.characters,
        "kept": tally.kept.passages,
        "kept_characters": tally.kept.characters,
        "mean_length": mean_length(tally.kept),
        "mean_weight": mean_weight(tally.kept),
        "dropped": {reason: tally.dropped[reason] for reason in REASONS if reason in tally.dropped},
        "distributions": {
            "length": _pairs(tally.weighed.lengths, tally.kept.lengths, LENGTH_BINS, LENGTH_STEP),
            "weight": _pairs(tally.weighed.weights, tally.kept.weights, WEIGHT_BINS, 1),
            "density": _pairs(tally.weighed.densities, tally.kept.densities, DENSITY_BINS, 1),
        },
    }


def mean_length(side: PassageCounts) -> float | None:
    return round(side.characters / side.passages, 2) if side.passages else None


def mean_weight(side: PassageCounts) -> float | None:
    return round(side.weight / side.passages, 2) if side.passages else None


def _pairs(weighed: Mapping[int, int], kept: Mapping[int, int], bins: int, step: int) -> list[Json]:
    """For each bin where it begins, how many passages were weighed and how many kept."""
    return [[i * step, weighed.get(i, 0), kept.get(i, 0)] for i in range(bins)]
