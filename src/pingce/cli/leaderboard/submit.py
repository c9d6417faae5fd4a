"""``pingce leaderboard submit``."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pingce.cli.terminal import lang_option
from pingce.formats.source import read_bytes
from pingce.library.calling import Caller, ServerRefusedError
from pingce.library.client import BUSY, LOOK_EVERY, hand_in, scoring
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--server", required=True, envvar="PINGCE_SERVER", help="Address of the server, https://…")
@click.option("--token", required=True, envvar="PINGCE_TOKEN", help="An API token with the scopes submit and read.")
@click.option("--competition", type=click.IntRange(1), required=True, help="Number of the competition.")
@click.option("--system", required=True, help="What the system is called; the same name for the same system.")
@click.option("--task", default="", help="The subtask, where the name of the file does not say it.")
@click.option("--description", default="", help="The method, in words.")
@click.option("--phase", type=click.Choice(("dev", "test")), help="Which one, where two take answers; else the later.")
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
    phase: str | None,
    key: str | None,
    no_wait: bool,
    lang: Lang,
) -> None:
    """Hand in FILE and wait for its score; prints the submission as JSON.

    FILE has the answers to one subtask (task1.jsonl), is an answer sheet of 2021, or a zip with a file per subtask.
    A file with errors is refused with all of them and costs nothing. The same file sent again, because the answer of
    the server got lost, is the same submission; to hand it in anew choose another --key.
    """
    data = read_bytes(file)
    caller = Caller(server, token)
    made = hand_in(
        caller,
        competition,
        file.name,
        data,
        system=system,
        task=task,
        description=description,
        phase=phase or "",
        key=key,
        told=_tell(lang),
    )
    if not no_wait:
        made = _wait(caller, made, lang)
    click.echo(json.dumps(made, ensure_ascii=False))


def _tell(lang: Lang) -> Callable[[ServerRefusedError], None]:
    return lambda refused: click.echo(refused.say(lang), err=True)


def _wait(caller: Caller, made: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """Until every entry is scored, or given up; a line about the queue for those who look."""
    told: int | None = None
    now = made
    for now in scoring(caller, made):
        ahead = max((entry["ahead"] or 0 for entry in now["entries"] if entry["state"] in BUSY), default=None)
        if ahead is None:
            break
        if sys.stderr.isatty() and ahead != told:
            click.echo(Words(f"前面还有 {ahead} 份……", f"{ahead} before it …").say(lang), err=True)
            told = ahead
        time.sleep(LOOK_EVERY)
    return now
