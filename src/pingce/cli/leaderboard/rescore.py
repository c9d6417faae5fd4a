"""``pingce leaderboard rescore``."""

import json
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option
from pingce.formats.source import read_bytes


@click.command()
@click.argument("competition")
@click.option("--reason", required=True, help="Why; stands beside the new scores for everybody to see.")
@click.option("--task", help="Only this subtask.")
@click.option("--phase", type=click.Choice(["dev", "test"]), help="Only this phase.")
@click.option("--gold", type=click.Path(path_type=Path), help="A mended answer file for --task and --phase.")
@click.option("--all", "everything", is_flag=True, help="Also what would come out the same.")
@click.option("--queue", "queue_only", is_flag=True, help="Leave the scoring to a running server.")
@as_option
@database_option
@spoken_option
def rescore(
    competition: str,
    reason: str,
    task: str | None,
    phase: str | None,
    gold: Path | None,
    everything: bool,
    queue_only: bool,
    as_name: str | None,
    database_url: str,
) -> None:
    """Score submissions of COMPETITION again whose score another scorer or answer file changes.

    Old scores stay beside the new ones, with the reason. Prints how many were queued and scored as JSON.
    """
    from pingce.leaderboard.competition.services import competitions, files, queue
    from pingce.leaderboard.competition.tasks import task_named
    from pingce.store.database import reading, transaction

    if gold is not None and (task is None or phase is None):
        raise click.UsageError("--gold needs --task and --phase.")
    with database(database_url) as engine:
        with reading(engine) as db:
            actor = acting(db, as_name)
            named = competitions.competition_named(db, actor, competition)
            tasks = [task_row.id for task_row in competitions.competition_detail(db, actor, named).tasks]
        task = task_named(task, tasks) if task is not None else None
        new = None
        if gold is not None and task is not None and phase is not None:
            new = files.prepare(task, phase, "gold", gold.name, read_bytes(gold), shown=str(gold))
        with transaction(engine) as db:
            if new is not None:
                files.add_file(db, actor, named, new, reason=reason)
            queued = queue.rescore(db, actor, named, reason=reason, task=task, phase=phase, everything=everything)
        scored = 0 if queue_only else queue.score_waiting(engine)
    click.echo(json.dumps({"queued": queued, "scored": scored}))
