"""What a reader of a ranking has to know, in both languages, only where it applies."""

from collections.abc import Iterator, Mapping, Sequence

from pingce.spec.task import EditionSpec
from pingce.spec.words import Words

from .table import TeamScores, short_name
from .zscore import Spread


def notes(
    edition: EditionSpec, rows: Sequence[TeamScores], spreads: Mapping[str, Spread | None], *, ties: bool
) -> Iterator[Words]:
    """What has to be said below a ranking: the rule of the edition, baselines, ties, subtasks without spread."""
    if edition.note.en:
        yield edition.note
    if edition.means:
        yield from _about_means(edition, rows, ties=ties)
        return
    if any(row.baseline for row in rows):
        yield Words(
            "基线按平均 Z 排入表中，但不占名次。", "A baseline stands where its mean Z puts it, but takes no rank."
        )
    for task in edition.ranked:
        yield from _about_task(edition, rows, task, spreads[task])
    yield from _about_missing(edition, rows)
    if ties:
        yield Words("平均 Z 相同的队伍名次并列。", "Teams with the same mean Z share a rank.")


def _about_means(edition: EditionSpec, rows: Sequence[TeamScores], *, ties: bool) -> Iterator[Words]:
    if any(row.baseline for row in rows):
        yield Words("基线按总分排入表中，但不占名次。", "A baseline stands where its score puts it, but takes no rank.")
    for row in rows:
        lacking = [short_name(task) for task in edition.ranked if row.scores.get(task) is None]
        if lacking:
            yield Words(
                f"{row.team} 没有 {'、'.join(lacking)} 的成绩：没有总分，列在最后，没有名次。",
                f"{row.team} has no score in {', '.join(lacking)}: it has no overall score and is listed last, "
                "without a rank.",
            )
    if ties:
        yield Words("总分相同的队伍名次并列。", "Teams with the same overall score share a rank.")


def _about_task(edition: EditionSpec, rows: Sequence[TeamScores], task: str, among: Spread | None) -> Iterator[Words]:
    name = short_name(task)
    scores = [score for row in rows if (score := row.scores[task]) is not None]
    if among is None:
        yield _no_spread(edition, name)
    elif not among.variance:
        yield Words(
            f"{name}：得分全部相同，标准差为 0，Z 记 0。",
            f"{name}: all scores are equal, so the standard deviation is 0 and every Z is 0.",
        )
        if any(score != among.mean for score in scores):
            yield Words(
                f"{name}：基线与之不同，其 Z 无定义（–）。",
                f"{name}: the baseline differs from them, and its Z is undefined (–).",
            )
    if any(0 < score <= 1 for score in scores) and any(score > 1 for score in scores):
        yield Words(
            f"{name}：有的得分大于 1，有的不大于 1，请核对是否混用了百分数。",
            f"{name}: some scores are above 1 and some are not; check that none is a percentage among shares.",
        )


def _no_spread(edition: EditionSpec, name: str) -> Words:
    if edition.ddof:
        return Words(
            f"{name}：有成绩的队伍不足两支，样本标准差无定义，没有 Z（2023 年即如此），也没有平均 Z 和名次。",
            f"{name}: fewer than two teams have a score, so there is no sample standard deviation and no Z "
            "(as published in 2023), hence no mean Z and no rank.",
        )
    return Words(f"{name}：没有任何成绩，没有 Z。", f"{name}: nobody has a score, so there is no Z and no rank.")


def _about_missing(edition: EditionSpec, rows: Sequence[TeamScores]) -> Iterator[Words]:
    for row in rows:
        lacking = [short_name(task) for task in edition.ranked if row.scores[task] is None]
        if lacking:
            yield Words(
                f"{row.team} 没有 {'、'.join(lacking)} 的成绩：不计入其均值与标准差，没有平均 Z，列在最后，没有名次。",
                f"{row.team} has no score in {', '.join(lacking)}: it does not enter the mean and deviation there, "
                "has no mean Z, and is listed last without a rank.",
            )
