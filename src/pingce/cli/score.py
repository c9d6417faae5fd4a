"""``pingce score``: how good are these answers?"""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_page, resample_option, warn_about
from pingce.evaluation.files import breakdowns, compare_files, score_files
from pingce.harness.names import RELATIONSHIPS, RESULT_FORMATS, Relationship, ResultFormat
from pingce.scoring.clusters import Resample
from pingce.spec.task import RULE_SETS, RuleSet
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

if TYPE_CHECKING:
    from pingce.report.sections import Page


class FileOrCommand(click.Group):
    """`score TASK PRED …` scores; `score compare …` compares."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["file", *args]
        return super().parse_args(ctx, args)


@click.group(cls=FileOrCommand)
def score() -> None:
    """Score predictions: `pingce score TASK PRED --gold GOLD`; compare systems: `pingce score compare`."""


gold_option = click.option("--gold", required=True, metavar="FILE", help="The right answers.")
rules_option = click.option(
    "--rules",
    type=click.Choice(RULE_SETS),
    default="official",
    show_default=True,
    help="As the official script computes, as the rules page says where the two differ, or (space2022/task2) as an "
    "older wording of the page says.",
)

html_option = click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a report page.")
by_option = click.option(
    "--by", "fields", multiple=True, metavar="FIELD", help="Break down by a field; may be repeated; 'all'."
)


@score.command("file")
@click.argument("task_id", metavar="TASK")
@click.argument("predictions", metavar="PRED")
@gold_option
@rules_option
@resample_option
@json_option("the scores")
@html_option
@click.option("--rows", type=click.Path(path_type=Path, dir_okay=False), help="Write a row per item (JSONL).")
@by_option
@click.option("--train", metavar="FILE", help="Training data, for the four frequency subsets (wsd/senses).")
@click.option("--ratings", metavar="FILE", help="Human ratings, for the official score (space2023/task3).")
@lang_option
@writes("html", "rows")
def score_file(
    task_id: str,
    predictions: str,
    gold: str,
    rules: RuleSet,
    resample: Resample,
    as_json: bool,
    html: Path | None,
    rows: Path | None,
    fields: tuple[str, ...],
    train: str | None,
    ratings: str | None,
    lang: Lang,
) -> None:
    """Score PRED of TASK against --gold.

    What the prediction file has wrong is told on stderr; it earns nothing, but scoring goes on, also where
    the official script would stop.
    """
    scored = score_files(
        find_task(task_id), predictions, gold, rules=rules, train=train, ratings=ratings, resample=resample
    )
    tables = breakdowns(scored, fields)
    if rows is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(rows, scored.row_records())
    if html is not None or not as_json:
        from pingce.report.score import score_page

        page = score_page(
            scored.result,
            gold=Path(gold).name,
            predicted=Path(predictions).name,
            findings=scored.findings,
            asked=tables,
        )
        _tell(page, html, lang, printed=not as_json)
    if as_json:
        click.echo(json.dumps(scored.as_json(tables), ensure_ascii=False))
    warn_about(scored.findings, lang)


def _tell(page: "Page", html: Path | None, lang: Lang, *, printed: bool) -> None:
    """Write the page where a file was named, and print it unless JSON is printed in its place."""
    if html is not None:
        from pingce.formats.write import write_text
        from pingce.report.sections import sections_page

        write_text(html, sections_page(page, lang=page_lang(lang)))
        click.echo(Words(f"已写出 {html}", f"{html} written").say(lang), err=True)
    if printed:
        print_page(page, lang)


@score.command()
@click.argument("task_id", metavar="TASK")
@click.argument("predictions", metavar="A B [C …]", nargs=-1, required=True)
@gold_option
@rules_option
@resample_option
@json_option("the comparison")
@html_option
@lang_option
@writes("html")
def compare(
    task_id: str,
    predictions: tuple[str, ...],
    gold: str,
    rules: RuleSet,
    resample: Resample,
    as_json: bool,
    html: Path | None,
    lang: Lang,
) -> None:
    """Compare systems on the number that ranks: paired bootstrap, and McNemar's test for judgements."""
    from pingce.report.score import comparison_page

    if len(predictions) < 2:
        words = Words("compare 至少需要两个预测文件。", "compare needs at least two prediction files.")
        raise click.UsageError(words.say(lang))
    compared = compare_files(find_task(task_id), predictions, gold, rules=rules, resample=resample)
    _tell(comparison_page(compared, gold=Path(gold).name), html, lang, printed=not as_json)
    if as_json:
        click.echo(json.dumps(compared.as_json(), ensure_ascii=False))
    for findings in compared.findings:
        warn_about(findings, lang)


@score.command("results")
@click.argument("task_id", metavar="TASK")
@click.argument("predictions", metavar="PRED")
@gold_option
@rules_option
@resample_option
@click.option("--to", "form", type=click.Choice(RESULT_FORMATS), required=True, help="Who is to read it.")
@click.option("--model", required=True, metavar="ORG/NAME", help="The model that answered, as the Hub names it.")
@click.option("--by", "organisation", required=True, metavar="NAME", help="Who evaluated it.")
@click.option(
    "--relationship",
    type=click.Choice(RELATIONSHIPS),
    default="third_party",
    show_default=True,
    help="Of those who evaluated to the model.",
)
@click.option("--dataset", metavar="ORG/NAME", help="The data set on the Hub.")
@click.option("--split", metavar="NAME", help="Its split.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write.")
@lang_option
@writes("out")
def write_results(
    task_id: str,
    predictions: str,
    gold: str,
    rules: RuleSet,
    resample: Resample,
    form: ResultFormat,
    model: str,
    organisation: str,
    relationship: Relationship,
    dataset: str | None,
    split: str | None,
    out: Path,
    lang: Lang,
) -> None:
    """Score PRED of TASK and write the numbers as others exchange results.

    every-eval-ever is a JSON record of Every Eval Ever (schema 0.3.0) with all numbers and their intervals; hub is
    .eval_results/NAME.yaml of a model's repository, with the number that ranks.
    """
    from pingce.formats.write import write_text
    from pingce.harness.results import Evaluated, result_file

    scored = score_files(find_task(task_id), predictions, gold, rules=rules, resample=resample)
    warn_about(scored.findings, lang)
    about = Evaluated(model, organisation, relationship, dataset, split)
    write_text(out, result_file(scored, about, form))
    click.echo(str(out), err=True)
