"""``pingce systems predict``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.systems.watching import watched
from pingce.cli.terminal import lang_option, page_lang
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words
from pingce.systems.learning.runtimes import RUNTIMES, Runtime

if TYPE_CHECKING:
    from pingce.systems.predict import Predictions

FIRST_FAILURES = 20
"""Questions without an answer that are listed one by one; the rest is counted."""
inventory_option = click.option("--inventory", metavar="FILE", help="Words and their glosses (wsd/senses).")
task_option = click.option(
    "--task", metavar="TASK", help="Answer in the form of this task: tuple systems trained for one edition do both."
)
scores_option = click.option(
    "--scores", type=click.Path(path_type=Path, dir_okay=False), help="What the system thought (JSONL)."
)
given_option = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="What a model folder may not say itself, such as base_url=… of an llm model; may be repeated.",
)
runtime_option = click.option(
    "--runtime",
    type=click.Choice(RUNTIMES),
    default="torch",
    show_default=True,
    help="What computes the encoder; bfloat16 is PyTorch, onnx and int8 come after `pingce systems export`.",
)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("questions", metavar="QUESTIONS")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The answers.")
@task_option
@scores_option
@inventory_option
@runtime_option
@given_option
@click.option(
    "--explain",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A page with the proof of every answer (system solver); --scores writes the same as JSONL.",
)
@lang_option
@writes("out", "scores", "explain")
def predict(
    folder: Path,
    questions: str,
    out: Path,
    task: str | None,
    scores: Path | None,
    inventory: str | None,
    runtime: Runtime,
    changes: tuple[str, ...],
    explain: Path | None,
    lang: Lang,
) -> None:
    """Let the model in DIR answer QUESTIONS.

    Addresses, key variables and folders outside DIR are never taken from DIR: give them with --set.
    """
    from pingce.systems.predict import predict_file
    from pingce.tasks.catalog import find_task

    task_spec = find_task(task) if task is not None else None
    if explain is not None:
        _must_prove(folder)
    with watched(lang) as watch:
        answered = predict_file(
            folder,
            questions,
            out,
            watch,
            task=task_spec,
            scores=scores,
            inventory=inventory,
            runtime=runtime,
            changes=changes,
        )
    count = len(answered.items)
    click.echo(Words(f"已写出 {out}：{count} 题", f"{out} written: {count} answers").say(lang), err=True)
    tell_sources(answered, lang)
    list_failures(answered, lang)
    if explain is not None:
        from pingce.formats.write import write_text
        from pingce.report.proofs import ReasonedItem, proofs_page

        page = proofs_page([ReasonedItem(*pair) for pair in answered.reasoned], lang=page_lang(lang))
        write_text(explain, page)


def _must_prove(folder: Path) -> None:
    """Only the solver can explain itself; told before anything is answered."""
    from pingce.systems.model_folder import read_card

    system = read_card(folder).system
    if system != "solver":
        raise UserError(
            Words(f"系统 {system} 不给出证明。", f"The system {system} gives no proofs."),
            hint=Words("--explain 用于 solver。", "--explain is for the solver."),
            code="no-proofs",
        )


def tell_sources(answered: "Predictions", lang: Lang) -> None:
    """How many answers are proved, how many are not."""
    if not answered.reasoned:
        return
    from collections import Counter

    from pingce.reasoning.answer import AnswerSource
    from pingce.report.proofs import SOURCE_NAMES

    sources = Counter(reasoned.source for _, reasoned in answered.reasoned)
    told = [f"{SOURCE_NAMES[source].say(lang)} {sources[source]}" for source in AnswerSource]
    click.echo(Words("，", ", ").say(lang).join(told), err=True)


def list_failures(answered: "Predictions", lang: Lang) -> None:
    """Questions a system had no answer to, for the person who waits for the file."""
    from pingce.spec.problem import harmless

    failures = answered.failures
    if not failures:
        return
    count = len(failures)
    heading = Words(
        f"{count} 题没有得到可用的回答，写的是空答案或默认答案：",
        f"{count} without a usable answer, written as empty or default answers:",
    )
    click.echo(heading.say(lang), err=True)
    for item_id, why in failures[:FIRST_FAILURES]:
        click.echo(harmless(f"  {item_id}: {why.say(lang)}"), err=True)
    if count > FIRST_FAILURES:
        click.echo(
            Words(f"  ……另有 {count - FIRST_FAILURES} 题", f"  … and {count - FIRST_FAILURES} more").say(lang), err=True
        )
