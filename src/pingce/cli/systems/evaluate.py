"""``pingce systems evaluate``: one model, or the mean of several that differ by their seed."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

import click

from pingce.cli.score import by_option, rules_option
from pingce.cli.systems.predict import (
    given_option,
    inventory_option,
    list_failures,
    runtime_option,
    task_option,
    tell_sources,
)
from pingce.cli.systems.watching import watched
from pingce.cli.terminal import json_option, lang_option, number, print_page, print_table
from pingce.evaluation.files import Scored, breakdowns, score_files
from pingce.formats.encode import Json
from pingce.scoring.breakdown import Breakdown
from pingce.scoring.sense_tables import GlossConfusion, by_sense_count, gloss_confusions
from pingce.spec.errors import UserError
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.words import Lang, Words
from pingce.systems.interface import Progress
from pingce.systems.learning.runtimes import Runtime
from pingce.systems.predict import Predictions, predict_file
from pingce.tasks.catalog import find_task

CONFUSIONS = (
    Words("词", "word"),
    Words("应为", "right"),
    Words("答作", "answered"),
    Words("次数", "times"),
    Words("共", "of"),
)
MEANS = (Words("指标", "measure"), Words("平均", "mean"), Words("标准差", "standard deviation"))


@click.command()
@click.argument("folders", metavar="DIR [DIR …]", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.argument("gold", metavar="GOLD")
@task_option
@rules_option
@by_option
@click.option("--train", metavar="FILE", help="Training data, for the four frequency subsets (wsd/senses).")
@click.option(
    "--confusions", type=click.IntRange(min=0), default=0, help="List so many confusions of glosses (wsd/senses)."
)
@inventory_option
@runtime_option
@given_option
@json_option("the scores")
@lang_option
def evaluate(
    folders: tuple[Path, ...],
    gold: str,
    task: str | None,
    rules: RuleSet,
    fields: tuple[str, ...],
    train: str | None,
    confusions: int,
    inventory: str | None,
    runtime: Runtime,
    changes: tuple[str, ...],
    as_json: bool,
    lang: Lang,
) -> None:
    """Let the model in DIR answer the questions of GOLD and score it, as `pingce score` does.

    Several models of one task, trained with different seeds, give means and standard deviations.
    """
    from pingce.report.score import score_page

    asked = find_task(task) if task is not None else _common_task(folders)
    asked.require_rules(rules)
    with watched(lang) as watch:
        runs = [_run(asked, folder, gold, watch, rules, train, inventory, runtime, changes) for folder in folders]
    scored = [run for run, _ in runs]
    for _, answered in runs:
        tell_sources(answered, lang)
        list_failures(answered, lang)
    tables = [[*breakdowns(run, fields), *_sense_tables(run, folders[0], inventory)] for run in scored]
    if len(scored) > 1:
        _tell_means(folders, [_numbers(*pair) for pair in zip(scored, tables, strict=True)], as_json, lang)
        return
    listed = _confusions(scored[0], confusions)
    if as_json:
        told: dict[str, Json] = scored[0].as_json(tables[0])
        if confusions:
            told["gloss_confusions"] = [dict(confusion._asdict()) for confusion in listed]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    page = score_page(scored[0].result, gold=Path(gold).name, predicted=folders[0].name, asked=tables[0])
    print_page(page, lang)
    if confusions:
        body = [
            [confusion.word, confusion.gold, confusion.said or "–", str(confusion.times), str(confusion.of)]
            for confusion in listed
        ]
        print_table("", [heading.say(lang) for heading in CONFUSIONS], body)


def _common_task(folders: Sequence[Path]) -> TaskSpec:
    from pingce.systems.model_folder import card_task, read_card

    cards = [read_card(folder) for folder in folders]
    other = next((i for i, card in enumerate(cards) if card.task != cards[0].task), None)
    if other is not None:
        raise UserError(
            Words(
                f"{folders[0]} 是 {cards[0].task} 的模型，{folders[other]} 是 {cards[other].task} 的。",
                f"{folders[0]} is a model for {cards[0].task}, {folders[other]} for {cards[other].task}.",
            ),
            code="wrong-task",
        )
    return card_task(folders[0], cards[0])


def _run(
    task: TaskSpec,
    folder: Path,
    gold: str,
    watch: Progress,
    rules: RuleSet,
    train: str | None,
    inventory: str | None,
    runtime: Runtime,
    changes: tuple[str, ...],
) -> tuple[Scored, Predictions]:
    with tempfile.TemporaryDirectory() as folder_name:
        answers = Path(folder_name) / f"answers.{'jsonl' if 'jsonl' in task.kinds else 'json'}"
        answered = predict_file(
            folder, gold, answers, watch, task=task, inventory=inventory, runtime=runtime, changes=changes
        )
        return score_files(task, str(answers), gold, rules=rules, train=train), answered


def _sense_tables(scored: Scored, folder: Path, inventory: str | None) -> list[Breakdown]:
    """By number of senses, where the task has senses."""
    if not scored.result.task.has_senses:
        return []
    from pingce.formats.load import load_inventory
    from pingce.systems.senses.try_one import stored_inventory

    given = load_inventory(inventory) if inventory is not None else None
    senses = stored_inventory(folder, given)
    return [by_sense_count(scored.result.cases, senses)] if senses else []


def _confusions(scored: Scored, most: int) -> list[GlossConfusion]:
    if most and not scored.result.task.has_senses:
        task = scored.result.task.id
        raise UserError(
            Words(f"{task} 没有释义。", f"{task} has no glosses."),
            hint=Words("请去掉 --confusions。", "Leave out --confusions."),
            code="no-glosses",
        )
    return gloss_confusions(scored.result.cases)[:most]


def _numbers(scored: Scored, tables: Sequence[Breakdown]) -> dict[str, float]:
    """Every number by its name."""
    return {
        **{f"{name}.{key}": value for name, m in scored.result.measures.items() for key, value in m.numbers.items()},
        **{
            f"{table.measure}.{key} {table.field}={group.name}": value
            for table in tables
            for group in table.groups
            for key, value in group.numbers.items()
        },
    }


def _tell_means(folders: Sequence[Path], runs: Sequence[dict[str, float]], as_json: bool, lang: Lang) -> None:
    by_name = {name: [run[name] for run in runs] for name in runs[0] if all(name in run for run in runs)}
    if as_json:
        told = {
            "models": [str(folder) for folder in folders],
            "numbers": {
                name: {"mean": mean(values), "stdev": stdev(values), "values": values}
                for name, values in by_name.items()
            },
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    body = [
        [name, number(mean(values)), number(stdev(values)), *map(number, values)] for name, values in by_name.items()
    ]
    print_table("", [*(heading.say(lang) for heading in MEANS), *(folder.name for folder in folders)], body)
