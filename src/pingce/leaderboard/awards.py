"""Prizes from the ranking and a jury (SpaCE2021): both scaled to [0,1] among the finalists and weighed.

Evaluation and jury points are scaled to [0, 1] among the finalists, weighed as the edition says and ranked; the
published prizes of 2021 come out again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pingce.spec.task import Award, EditionSpec
from pingce.spec.words import Words

from .table import TeamScores
from .zscore import places, scaled


@dataclass(frozen=True)
class Prize:
    """One finalist's way to the final score."""

    team: str
    rank: int
    evaluation: float
    """Mean Z scaled to [0,1] among the finalists."""
    jury: float
    """The jury's marks, scaled likewise; marks that already reach from 0 to 1 stay as they are."""
    final: float


def prizes(
    edition: EditionSpec, rows: Sequence[TeamScores], z_means: Mapping[str, float | None]
) -> tuple[tuple[Prize, ...], list[Words]]:
    """The finalists by final score, and what has to be said about it.

    Finalists are the rows with the flag; without any flag, the teams with a jury mark. A finalist without mark
    or without mean Z has no place and does not enter the scaling. A baseline wins nothing.
    """
    marked = [row for row in rows if row.jury is not None]
    flagged = [row for row in rows if row.finalist]
    if edition.award is None or not marked:
        return (), _why_none(edition, marked, flagged)
    finalists = flagged or [row for row in marked if not row.baseline]
    complete = [
        (row.team, z, row.jury) for row in finalists if (z := z_means[row.team]) is not None and row.jury is not None
    ]
    placed = {team for team, _, _ in complete}
    notes = [
        *_names_note([row.team for row in finalists if row.team not in placed], INCOMPLETE),
        *_names_note([row.team for row in marked if row not in finalists], UNUSED),
    ]
    return _prizes(edition.award, complete, notes), notes


def _prizes(award: Award, finalists: Sequence[tuple[str, float, Fraction]], notes: list[Words]) -> tuple[Prize, ...]:
    if not finalists:
        return ()
    evaluation = scaled([z for _, z, _ in finalists])
    jury = scaled([mark for _, _, mark in finalists])
    notes += [note for values, note in ((evaluation, EQUAL_Z), (jury, EQUAL_JURY)) if min(values) == max(values)]
    final = [award.ranking_share * e + award.jury_share * j for e, j in zip(evaluation, jury, strict=True)]
    order = sorted(range(len(final)), key=lambda i: -final[i])
    ranks = places([final[i] for i in order])
    return tuple(
        Prize(finalists[i][0], rank, evaluation[i], jury[i], final[i]) for i, rank in zip(order, ranks, strict=True)
    )


EQUAL_Z = Words(
    "入围队伍的平均 Z 全部相同：评测得分都记 1。", "All finalists have the same mean Z: their evaluation score is 1."
)
EQUAL_JURY = Words("评委分全部相同：都记 1。", "All finalists have the same jury mark: it is scaled to 1.")
INCOMPLETE = Words(
    "没有评委分或没有平均 Z 的入围队伍不参加评奖：{}。",
    "Finalists without a jury mark or without a mean Z have no final score: {}.",
)
UNUSED = Words("评委分未使用（不是入围队伍）：{}。", "Jury marks of rows that are not finalists are not used: {}.")
NO_AWARD = Words(
    "{} 没有评奖规则：jury 和 finalist 列未使用。", "{} has no awards: the columns jury and finalist are not used."
)
NO_MARKS = Words("没有评委分：不计算获奖分。", "There are no jury marks, so no final scores.")


def _why_none(edition: EditionSpec, marked: Sequence[TeamScores], flagged: Sequence[TeamScores]) -> list[Words]:
    if edition.award is None and (marked or flagged):
        return _names_note([edition.id], NO_AWARD)
    return [NO_MARKS] if flagged else []


def _names_note(names: Sequence[str], note: Words) -> list[Words]:
    return [Words(note.zh.format("、".join(names)), note.en.format(", ".join(names)))] if names else []
