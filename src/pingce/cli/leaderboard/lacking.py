"""What a phase still lacks: told to whoever sets a competition up, before a team finds out."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import LEVELS, spoken
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.leaderboard.competition.phases import PhaseKind
    from pingce.leaderboard.competition.views import CompetitionDetail

CONTENTS = {"questions": Words("题目", "questions"), "gold": Words("答案", "answers")}
"""Without either nothing can be handed in."""


def warn_what_lacks(detail: "CompetitionDetail", kinds: "Iterable[PhaseKind]") -> None:
    """A line on stderr for each of these phases whose data are not all in place."""
    from pingce.leaderboard.competition.phases import PHASE_TITLES, part_of

    there = {(file.task, file.part, file.content) for file in detail.files}
    for kind in kinds:
        split = part_of(kind)
        if split is None:
            continue
        lacking = [
            (words, ", ".join(tasks))
            for content, words in CONTENTS.items()
            if (tasks := [task.id for task in detail.tasks if (task.id, split, content) not in there])
        ]
        if lacking:
            zh = "；".join(f"{tasks} 的{words.zh}" for words, tasks in lacking)
            en = "; ".join(f"{words.en} of {tasks}" for words, tasks in lacking)
            title = PHASE_TITLES[kind]
            message = Words(
                f"{title.zh}还缺 {zh}；放好之前队伍不能提交。",
                f"{title.en} still lacks {en}; until they are in place teams cannot hand in answers.",
            )
            click.echo(spoken(LEVELS["warning"]) + spoken(message), err=True)
