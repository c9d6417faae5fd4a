"""The overall ranking: a Z per subtask and their mean, or the mean of means of groups of subtasks, and a rank.

Which standard deviation is used and whether a baseline enters it is the edition's choice. For every edition:

- A mean Z needs a Z in every ranked subtask, a mean of means a score in each. Rows without one are listed last, in
  the order of the table.
- A baseline stands where its total puts it but takes no rank, also in 2021, where it enters mean and deviation:
  a team's rank says how many teams were better.
- Where the rules leave a case open, ``Ranking.notes`` says what was done.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

from .awards import Prize, prizes
from .notes import notes
from .table import TeamScores
from .zscore import Spread, places, spread, z_score


@dataclass(frozen=True)
class Standing:
    """One row of the ranking."""

    team: str
    baseline: bool
    scores: Mapping[str, Fraction | None]
    z: Mapping[str, float | None]
    """Empty where means rank."""
    z_mean: float | None
    means: Mapping[str, Fraction | None] = field(default_factory=dict)
    """By group, where means rank."""
    total: float | None = None
    """What ranks: the mean Z or the mean of means."""
    rank: int | None = None


@dataclass(frozen=True)
class Ranking:
    """The rows in their final order, prizes where there are any, and what has to be said about both."""

    edition: str
    standings: tuple[Standing, ...]
    prizes: tuple[Prize, ...]
    notes: tuple[Words, ...]


def ranking(edition: EditionSpec, rows: Sequence[TeamScores]) -> Ranking:
    """Rank ``rows``, whose team names differ, by the rules of ``edition``."""
    spreads = {} if edition.means else {task: _spread(edition, rows, task) for task in edition.ranked}
    unordered = [_by_means(row, edition) if edition.means else _standing(row, spreads) for row in rows]
    standings = tuple(_ranked(unordered))
    ranks = [standing.rank for standing in standings if standing.rank is not None]
    won, about_prizes = prizes(edition, rows, {s.team: s.z_mean for s in unordered})
    ties = len(set(ranks)) < len(ranks)
    return Ranking(edition.id, standings, won, (*notes(edition, rows, spreads, ties=ties), *about_prizes))


def _spread(edition: EditionSpec, rows: Iterable[TeamScores], task: str) -> Spread | None:
    counted = [row.scores[task] for row in rows if edition.baseline_counts or not row.baseline]
    return spread([score for score in counted if score is not None], ddof=edition.ddof)


def _standing(row: TeamScores, spreads: Mapping[str, Spread | None]) -> Standing:
    z: dict[str, float | None] = {}
    for task, among in spreads.items():
        score = row.scores[task]
        z[task] = None if score is None or among is None else z_score(score, among)
    values = [value for value in z.values() if value is not None]
    z_mean = math.fsum(values) / len(z) if len(values) == len(z) else None
    return Standing(row.team, row.baseline, row.scores, z, z_mean, total=z_mean)


def _by_means(row: TeamScores, edition: EditionSpec) -> Standing:
    """The mean of every group that has a score in each of its subtasks, and the mean of those means."""
    means = {group.id: _mean([row.scores.get(task) for task in group.tasks]) for group in edition.means}
    total = _mean(list(means.values()))
    return Standing(row.team, row.baseline, row.scores, {}, None, means, None if total is None else float(total))


def _mean(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction()) / len(known) if known and len(known) == len(values) else None


def _ranked(standings: Sequence[Standing]) -> Iterator[Standing]:
    placed = [(s.total, s) for s in standings if s.total is not None]
    placed.sort(key=lambda pair: (-pair[0], pair[1].baseline))
    teams = [(total, s) for total, s in placed if not s.baseline]
    ranks = {s.team: rank for (_, s), rank in zip(teams, places([total for total, _ in teams]), strict=True)}
    for _, standing in placed:
        yield replace(standing, rank=ranks.get(standing.team))
    yield from (s for s in standings if s.total is None)
