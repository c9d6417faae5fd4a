"""``pingce tour``: the way through the workbench on our own examples, command by command."""

import shlex
from pathlib import Path

import click

from pingce.formats.examples import example_folder
from pingce.spec.errors import UserError
from pingce.spec.words import Words

Step = tuple[str, str, int]
"""What it shows, the command, and the exit code it ends with."""

STEPS: tuple[Step, ...] = (
    ("有哪些任务 · What tasks are there?", "tasks", 0),
    ("一个任务的全部规定 · All about one of them", "tasks show space2022/task2", 0),
    (
        "检查一份有毛病的提交 · Check a submission with mistakes",
        "check space2022/task3 {y22}/broken-task3.jsonl --questions {y22}/task3_dev_input.jsonl",
        1,
    ),
    (
        "检查一份好的 · Check a good one",
        "check space2022/task3 {y22}/pred-a-task3.jsonl --questions {y22}/task3_dev_input.jsonl --lang zh",
        0,
    ),
    (
        "打分，按槽位细看，写出报告 · Score it, by slot, with a report page",
        "score space2022/task3 {y22}/pred-a-task3.jsonl --gold {y22}/task3_dev.jsonl --by slot --html {out}/task3.html",
        0,
    ),
    (
        "规则页与脚本不同的地方 · Where rules page and script differ",
        "score space2022/task3 {y22}/pred-a-task3.jsonl --gold {y22}/task3_dev.jsonl --rules page",
        0,
    ),
    (
        "两个系统谁更好 · Which of two systems is better?",
        "score compare space2022/task1 {y22}/pred-a-task1.jsonl {y22}/pred-b-task1.jsonl --gold {y22}/task1_dev.jsonl",
        0,
    ),
    (
        "2021 年的答卷 · An answer sheet of 2021",
        "score space2021/task3 {y21}/sheet-a.json --gold {y21}/task3-dev-with-answer.json",
        0,
    ),
    (
        "词义消歧，按训练中的频次分组 · Word senses, by frequency in training",
        "score wsd/senses {wsd}/pred-a.jsonl --gold {wsd}/val.data.txt --train {wsd}/train.data.txt",
        0,
    ),
    (
        "换一届的格式 · The same annotation in another edition's layout",
        "convert space2022/task3 {y22}/task3_dev.jsonl {out}/as-2023-task2.jsonl --to space2023/task2",
        0,
    ),
    ("总排名 · The overall ranking", "leaderboard rank {board}/space2022.csv --edition space2022 --lang zh", 0),
)


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tour"),
    show_default=True,
    help="Folder for the files the tour writes.",
)
def tour(out: Path) -> None:
    """Show pingce on its own examples; every command is printed before it runs."""
    from pingce.cli.main import cli

    examples = example_folder()
    places = {
        "y21": examples / "space2021",
        "y22": examples / "space2022",
        "wsd": examples / "wsd",
        "board": examples / "leaderboard",
        "out": out,
    }
    out.mkdir(parents=True, exist_ok=True)
    for number, (title, template, expected) in enumerate(STEPS, start=1):
        arguments = [part.format(**places) for part in template.split()]
        click.secho(f"\n[{number}/{len(STEPS)}] {title}", bold=True)
        click.secho(f"$ pingce {shlex.join(arguments)}", fg="cyan")
        stopped = cli.main(arguments, prog_name="pingce", standalone_mode=False)
        code = stopped if isinstance(stopped, int) else 0
        if code != expected:
            raise UserError(
                Words(
                    f"导览第 {number} 步的退出码是 {code}；应为 {expected}。",
                    f"Step {number} of the tour ended with {code}; expected {expected}.",
                ),
                code="tour-failed",
            )
    click.secho(f"\n写出的文件在 {out}/ · The files are in {out}/; open {out}/task3.html in a browser.", bold=True)
