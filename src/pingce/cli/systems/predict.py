"""``pingce systems predict`` and ``pingce systems evaluate``."""

import json
import tempfile
from pathlib import Path

import click

from pingce.cli.score import print_scores, rules_option
from pingce.cli.show import json_option, lang_option
from pingce.cli.systems.watching import watched
from pingce.spec.task import RuleSet
from pingce.spec.words import Lang, Words

folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
inventory_option = click.option("--inventory", metavar="FILE", help="Words and their glosses (wsd/senses).")


@click.command()
@folder_argument
@click.argument("questions", metavar="QUESTIONS")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The answers.")
@click.option("--scores", type=click.Path(path_type=Path, dir_okay=False), help="What the system thought (JSONL).")
@inventory_option
@lang_option
def predict(folder: Path, questions: str, out: Path, scores: Path | None, inventory: str | None, lang: Lang) -> None:
    """Let the model in DIR answer QUESTIONS."""
    from pingce.systems.answer import predict_file

    with watched(lang) as watch:
        count = predict_file(folder, questions, out, watch, scores=scores, inventory=inventory)
    click.echo(Words(f"已写出 {out}：{count} 题", f"{out} written: {count} answers").say(lang), err=True)


@click.command()
@folder_argument
@click.argument("gold", metavar="GOLD")
@rules_option
@click.option("--train", metavar="FILE", help="Training data, for the four frequency subsets (wsd/senses).")
@inventory_option
@json_option("the scores")
@lang_option
def evaluate(
    folder: Path, gold: str, rules: RuleSet, train: str | None, inventory: str | None, as_json: bool, lang: Lang
) -> None:
    """Let the model in DIR answer the questions of GOLD and score it, as `pingce score` does."""
    from pingce.cli.scoring import breakdowns, score_files, score_json
    from pingce.systems.answer import predict_file
    from pingce.systems.folder import read_card
    from pingce.tasks.catalog import find_task

    task = find_task(read_card(folder).task)
    with tempfile.TemporaryDirectory() as place, watched(lang) as watch:
        answers = Path(place) / f"answers.{'jsonl' if 'jsonl' in task.kinds else 'json'}"
        predict_file(folder, gold, answers, watch, inventory=inventory)
        scored = score_files(task, str(answers), gold, rules=rules, train=train)
    if as_json:
        click.echo(json.dumps(score_json(scored, breakdowns(scored, ())), ensure_ascii=False))
    else:
        print_scores(scored, lang)
