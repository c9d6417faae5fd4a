"""What commands of the quality stage read: people's answers in one of three forms, and parts of data sets."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pingce.cli.terminal import progress
from pingce.spec.errors import UserError
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations

FILE = click.Path(dir_okay=False, path_type=Path)
html_option = click.option("--html", type=FILE, help="Write a report page.")
levels_option = click.option("--levels", type=FILE, help="Thresholds of the levels A–D (TOML) instead of ours.")
parts_argument = click.argument("parts", nargs=-1, required=True, metavar="TASK[:SPLIT]=FILE...")
originals_option = click.option(
    "--originals",
    multiple=True,
    metavar="TASK[:SPLIT]=FILE",
    help="Texts nothing was replaced in (SpaCE2022: those of task 3); repeat for several files.",
)
certain_option = click.option(
    "--certain", is_flag=True, help="Only originals that are given or the only possible ones, no likeliest guess."
)


def answers_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The ways to say whose answers."""
    for option in (
        click.option("--scale", help="Labels of the table from first to last, if they have an order: a,b,c."),
        click.option("--gold", metavar="FILE", help="The right answers, in the task's format."),
        click.option(
            "--annotator",
            "annotators",
            multiple=True,
            metavar="NAME=FILE",
            help="One person's answers in the task's format; repeat for everybody.",
        ),
        click.option("--task", "task_id", metavar="TASK", help="The task; an annotation file usually says it itself."),
        click.argument("source", required=False, metavar="[ANNOTATIONS]"),
    ):
        command = option(command)
    return command


def read_answers(
    source: str | None, task_id: str | None, annotators: Sequence[str], gold: str | None, scale: str | None
) -> "Annotations":
    """Whichever way the answers were given."""
    from pingce.quality.answer_files import read_answer_files, read_table
    from pingce.quality.reading import read_annotations
    from pingce.tasks.catalog import find_task

    if (source is None) == (not annotators):
        raise click.UsageError("Give an annotation file or table, or a --annotator NAME=FILE for everybody.")
    if scale is not None and (source is None or not source.lower().endswith(".csv")):
        raise click.UsageError("--scale is for a table (.csv); the labels of a task have their order.")
    if annotators:
        if task_id is None:
            raise click.UsageError("Files of answers need their --task.")
        return read_answer_files(find_task(task_id), named(annotators), gold_file=gold)
    assert source is not None
    if source.lower().endswith(".csv"):
        if gold is not None or task_id is not None:
            raise click.UsageError("A table belongs to no --task and has its right answers in a column gold.")
        return read_table(source, scale=labels_of(scale) if scale is not None else ())
    data = read_annotations(source, task_id=task_id, watch=progress)
    return data if gold is None else with_gold(data, gold)


def labels_of(scale: str) -> list[str]:
    """Labels from first to last, each once."""
    labels = [label.strip() for label in scale.split(",")]
    if "" in labels or len(set(labels)) < max(2, len(labels)):
        raise click.UsageError(f"--scale needs two labels or more, all different: a,b,c; found {scale}.")
    return labels


def with_gold(data: "Annotations", name: str) -> "Annotations":
    """The same answers with the right ones beside them."""
    from dataclasses import replace

    from pingce.formats.load import load_gold

    assert data.task is not None, "a table has its own column gold"
    gold = load_gold(data.task, name)
    texts = {item: gold.items.get(item, question) for item, question in data.items.items()}
    return replace(data, gold=gold.answers, items={**gold.items, **texts})


def named(pairs: Sequence[str]) -> dict[str, str]:
    """NAME=FILE, every name once."""
    files: dict[str, str] = {}
    for pair in pairs:
        name, sign, file = pair.partition("=")
        if not (name and sign and file):
            raise click.UsageError(f"Expected NAME=FILE, found {pair}.")
        if name in files:
            raise UserError(
                Words(f"{name} 给了两次。", f"{name} is named twice."),
                hint=Words("每个名字一个文件。", "One file for every name."),
                code="same-name",
            )
        files[name] = file
    return files
