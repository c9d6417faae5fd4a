"""``pingce release harness``: a pack as tasks of other people's harnesses."""

from pathlib import Path

import click

from pingce.cli.release.inputs import showing_flaws
from pingce.cli.terminal import lang_option
from pingce.harness.names import HARNESSES, Harness
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("pack", metavar="PACK", type=click.Path(path_type=Path))
@click.option("--to", "harness_name", type=click.Choice(HARNESSES), required=True, help="The harness to write for.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write; must not exist yet.")
@click.option("--task", "tasks", metavar="TASK", multiple=True, help="Only this task; may be repeated.")
@click.option("--with-test-answers", is_flag=True, help="Also the test part, whose answers the folder then holds.")
@lang_option
def harness(
    pack: Path, harness_name: Harness, out: Path, tasks: tuple[str, ...], with_test_answers: bool, lang: Lang
) -> None:
    """Write the tasks of a PACK for a harness: definition, prompts, data, and a scorer that gives our numbers.

    Prompts and the reading of replies are those of `pingce systems llm`; examples to show come from the training part.
    The folder holds answers of the dev part, and of the test part if asked for: it is for evaluating, not for
    publishing. README.md in it says how to run it. For `evaluate` a metric is written, without data or answers.
    For `hub`, a data set to push to the Hugging Face Hub with judging and multiple choice only.
    """
    from pingce.harness.export import export_pack

    with showing_flaws(lang):
        written = export_pack(pack, harness_name, out, with_test=with_test_answers, only=tasks)
    for task in written:
        click.echo(f"{task.spec.id}: {', '.join(task.files)}")
    click.echo(Words(f"{out}：{len(written)} 个任务", f"{out}: {len(written)} tasks").say(lang), err=True)
