"""``pingce systems llm``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import keep_apart, writes
from pingce.cli.systems.predict import inventory_option, list_failures, scores_option
from pingce.cli.systems.watching import watched
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

if TYPE_CHECKING:
    from pingce.systems.llm.report import Report

NOT_ECHOED = Words(
    "接口不重复提示（echo）并给出它的对数概率，所以比较的是首词元，不是选项的全文。",
    "The endpoint does not echo a prompt with log-probabilities: first tokens were compared, not whole options.",
)


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("questions", metavar="QUESTIONS")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The answers.")
@click.option("--base-url", metavar="URL", help="The endpoint, up to its version: http://localhost:8000/v1")
@click.option("--model", metavar="NAME", help="As the endpoint calls it.")
@click.option("--examples", metavar="FILE", help="Questions with answers; similar ones are shown with each question.")
@click.option("--k", type=click.IntRange(min=0), metavar="N", help="Examples shown with each question (4).")
@click.option("--cache", type=click.Path(file_okay=False), help="Folder of answers received so far.")
@click.option(
    "--batch-write",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask nobody: write the requests without a reply as a batch file (JSONL of OpenAI), and no answers.",
)
@click.option(
    "--batch-read",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="First put the results of such a batch into the cache.",
)
@click.option("--settings", "settings_file", type=click.Path(path_type=Path, dir_okay=False), help="Settings as TOML.")
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="One setting; may be repeated.")
@scores_option
@inventory_option
@json_option("tokens, cost and failures")
@lang_option
@writes("out", "scores", "batch_write")
def llm(
    task_id: str,
    questions: str,
    out: Path,
    base_url: str | None,
    model: str | None,
    examples: str | None,
    k: int | None,
    cache: str | None,
    batch_write: Path | None,
    batch_read: Path | None,
    settings_file: Path | None,
    changes: tuple[str, ...],
    scores: Path | None,
    inventory: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Let a language model behind an OpenAI-compatible endpoint answer QUESTIONS.

    Its key is taken from the environment variable OPENAI_API_KEY, or the one named by --set key_env=NAME. Answers
    are kept on disk: an interrupted run goes on where it was. --set price_in=… price_out=… (per million tokens)
    gives the cost.

    A cheap run by batch: --batch-write FILE, hand FILE in, and run again with --batch-read RESULTS.

    --set options=logprobs takes the label or option the model finds most probable, where the endpoint gives
    log-probabilities; --scores FILE keeps them.
    """
    from pingce.formats.load import load_inventory, load_questions
    from pingce.systems.llm.report import option_signature, report
    from pingce.systems.llm.settings import LlmSettings
    from pingce.systems.llm.system import make_model
    from pingce.systems.predict import answer_file
    from pingce.systems.settings import make_settings

    task = find_task(task_id)
    named = {"base_url": base_url, "model": model, "k": k, "cache": cache, "batch_write": batch_write}
    named["batch_read"] = batch_read
    given = [f"{name}={value}" for name, value in named.items() if value is not None]
    settings = make_settings(LlmSettings, file=settings_file, changes=[*changes, *given])
    glosses = load_inventory(inventory) if inventory is not None else None
    asked = make_model(task, settings, examples, glosses)
    if settings.batch_write:
        keep_apart(
            [out, scores, Path(settings.batch_write)],
            [questions, examples, inventory, settings_file, settings.batch_read],
        )
        count = asked.write_batch(list(load_questions(task, questions).values()))
        _print_batch(settings.batch_write, count, lang, as_json=as_json)
        return
    with watched(lang) as watch:
        answered = answer_file(asked, task, questions, out, watch, scores=scores, inventory=glosses)
    summed = report(answered.predictions, settings)
    weighed = settings.options == "logprobs"
    signature = option_signature(answered.predictions, settings) if weighed else ""
    if as_json:
        failures = {item_id: why.say(lang) for item_id, why in answered.failures}
        told = {**asdict(summed), **({"signature": signature} if weighed else {}), "failures": failures}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    _print(summed, out, lang)
    if weighed:
        click.echo(signature)
        if settings.api == "completions" and "first-token" in signature:
            click.echo(NOT_ECHOED.say(lang), err=True)
    list_failures(answered, lang)


def _print_batch(file: str, count: int, lang: Lang, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"batch": file, "requests": count}, ensure_ascii=False))
        return
    words = Words(
        f"已写出 {file}：{count} 个请求；没有提问，也没有写答案。",
        f"{file} written: {count} requests. Nobody was asked, and no answers were written.",
    )
    click.echo(words.say(lang))


def _print(summed: "Report", out: Path, lang: Lang) -> None:
    title = Words(f"已写出 {out}：{summed.questions} 题", f"{out} written: {summed.questions} answers").say(lang)
    header = [words.say(lang) for words in (Words("", ""), Words("本次", "this run"), Words("缓存", "from the cache"))]
    rows = [
        [Words("请求", "requests").say(lang), str(summed.rounds - summed.cached), str(summed.cached)],
        [Words("输入词元", "prompt tokens").say(lang), str(summed.tokens_in), str(summed.cached_in)],
        [Words("输出词元", "answer tokens").say(lang), str(summed.tokens_out), str(summed.cached_out)],
    ]
    if summed.cost_without_cache:
        saved = summed.cost_without_cache - summed.cost
        rows.append([Words("费用", "cost").say(lang), f"{summed.cost:.4f}", f"({saved:.4f})"])
    print_table(title, header, rows)
