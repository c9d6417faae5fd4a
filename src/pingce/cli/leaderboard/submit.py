"""``pingce leaderboard submit``."""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from pingce.cli.leaderboard.calling import Caller, ServerRefusedError
from pingce.cli.terminal import lang_option
from pingce.spec.errors import cannot_read
from pingce.spec.words import Lang, Words

LOOK_EVERY = 0.5


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--server", required=True, envvar="PINGCE_SERVER", help="Address of the server, https://…")
@click.option("--token", required=True, envvar="PINGCE_TOKEN", help="An API token with the scopes submit and read.")
@click.option("--competition", type=click.IntRange(1), required=True, help="Number of the competition.")
@click.option("--system", required=True, help="What the system is called; the same name for the same system.")
@click.option("--task", default="", help="The subtask, where the name of the file does not say it.")
@click.option("--description", default="", help="The method, in words.")
@click.option("--key", help="Key of this submission; default: from the file and the other options.")
@click.option("--no-wait", is_flag=True, help="Do not wait for the score.")
@lang_option
def submit(
    file: Path,
    server: str,
    token: str,
    competition: int,
    system: str,
    task: str,
    description: str,
    key: str | None,
    no_wait: bool,
    lang: Lang,
) -> None:
    """Hand in FILE and wait for its score; prints the submission as JSON.

    FILE has the answers to one subtask (task1.jsonl), is an answer sheet of 2021, or a zip with a file per subtask.
    A file with errors is refused with all of them and costs nothing. The same file sent again, because the answer of
    the server got lost, is the same submission; to hand it in anew choose another --key.
    """
    try:
        data = file.read_bytes()
    except OSError as problem:
        raise cannot_read(file, problem) from problem
    caller = Caller(server, token)
    mark = key or hashlib.sha256(data + f"|{system}|{task}|{competition}".encode()).hexdigest()[:40]
    fields = {"key": mark, "system": system, "task": task, "description": description}
    try:
        made = caller.post_file(f"/api/competitions/{competition}/submissions", fields, file.name, data)
    except ServerRefusedError as refused:
        if refused.code != "already-received" or refused.location is None:
            raise
        click.echo(refused.say(lang), err=True)
        made = caller.get(refused.location)
    if not no_wait:
        made = _wait(caller, made, lang)
    click.echo(json.dumps(made, ensure_ascii=False))


def _wait(caller: Caller, made: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """Until every entry is scored, or given up; a line about the queue for those who look."""
    told: int | None = None
    while waiting := [entry for entry in made["entries"] if entry["state"] in ("queued", "scoring")]:
        ahead = max(entry["ahead"] or 0 for entry in waiting)
        if sys.stderr.isatty() and ahead != told:
            click.echo(Words(f"前面还有 {ahead} 份……", f"{ahead} before it …").say(lang), err=True)
            told = ahead
        time.sleep(LOOK_EVERY)
        made = caller.get(f"/api/submissions/{made['id']}")
    return made
