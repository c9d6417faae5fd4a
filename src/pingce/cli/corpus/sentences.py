"""``pingce corpus sentences``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar, texts_options
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, print_table, spoken, spoken_option
from pingce.corpus.sample.tagged import Form
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.corpus.inputs import CorpusFile
    from pingce.corpus.sample.draw import SourceShares
    from pingce.corpus.sample.pool import Origin
    from pingce.corpus.sample.sentences import Sampled

SHOWN = 10
"""Shortfalls printed one by one; all of them are in the summary."""
COUNTS = {
    "words": Words("词", "words"),
    "senses": Words("义项", "senses"),
    "wanted": Words("要的句子", "wanted"),
    "dictionary_examples": Words("词典例句", "dictionary examples"),
    "asked_tagger": Words("问过标注器的候选句", "asked tagger"),
    "not_a_word": Words("其中不是词的", "not a word"),
    "near_duplicates": Words("近似重复", "near duplicates"),
    "used_for_another_word": Words("已用于别的词", "used for another word"),
}
ORIGINS = {"web": Words("网络", "web"), "professional": Words("专业", "professional")}
REASONS = {
    "short": "太短",
    "long": "太长",
    "spaces": "有空格",
    "unfinished": "不完整",
    "unbalanced": "引号括号不成对",
    "garbage": "乱码",
    "foreign": "外文太多",
    "few-chinese": "汉字太少",
    "repeated": "词不止一次出现",
    "not-a-word": "在句中不是词",
    "bad-record": "不能用的行",
    "bad-bytes": "有坏字节的行",
}
"""Their codes, in Chinese."""


class ShareType(click.ParamType["SourceShares"]):
    """``6:4``: parts of web and professional texts."""

    name = "share"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> "SourceShares":
        from pingce.corpus.sample.draw import SourceShares

        parts = str(value).split(":")
        if len(parts) != 2 or not all(number.isdecimal() for number in parts) or not sum(map(int, parts)):
            self.fail(f"found {value}; expected web:professional such as 6:4.", param, ctx)
        return SourceShares(int(parts[0]), int(parts[1]))


corpus_path = click.Path(path_type=Path)


@click.command()
@click.option("--words", "words_file", required=True, type=corpus_path, help="Output of corpus words, or an inventory.")
@click.option("--web", multiple=True, type=corpus_path, help="Web texts: file or folder; may be repeated.")
@click.option("--professional", multiple=True, type=corpus_path, help="Edited texts, tagged or raw; may be repeated.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Items, JSONL.")
@click.option("--lines", type=click.Path(path_type=Path, dir_okay=False), help="Question lines; default: OUT as .txt.")
@click.option(
    "--summary",
    "summary_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="All counts as JSON; default: OUT.summary.json.",
)
@click.option("--per-sense", type=click.IntRange(min=1), default=5, show_default=True, help="Sentences for each sense.")
@click.option("--share", type=ShareType(), default="6:4", show_default=True, help="Web : professional.")
@click.option("--fill", is_flag=True, help="Take what one source lacks from the other.")
@click.option("--examples", type=corpus_path, help="Entries or inventory whose examples come on top.")
@click.option("--examples-per-sense", type=click.IntRange(min=1), default=1, show_default=True, help="At most.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed draws other sentences.")
@click.option("--min-length", type=click.IntRange(min=1), default=10, show_default=True, help="Characters.")
@click.option("--max-length", type=click.IntRange(min=1), default=120, show_default=True, help="Characters.")
@click.option("--spare", type=click.IntRange(min=1), default=10, show_default=True, help="Candidates per sentence.")
@texts_options("Says whether the word is a word there.")
@engine_options
@json_option("the counts")
@spoken_option
@writes("out", "lines", "summary_file")
def sentences(
    words_file: Path,
    web: tuple[Path, ...],
    professional: tuple[Path, ...],
    out: Path,
    lines: Path | None,
    summary_file: Path | None,
    per_sense: int,
    share: "SourceShares",
    fill: bool,
    examples: Path | None,
    examples_per_sense: int,
    seed: int,
    min_length: int,
    max_length: int,
    spare: int,
    form: Form,
    tagger: str,
    user_dictionary: Path | None,
    workers: int,
    engine: str,
    address: str | None,
    as_json: bool,
) -> None:
    """Draw sentences for the words to annotate: 5 for each sense, web and professional texts 6 : 4.

    A sentence is taken only if it is fit to be read, the word stands in it once, is a word there and not part of a
    longer one, and no sentence like it was taken. What a source lacks is reported.
    """
    from pingce.corpus.engine import fingerprint_of, resumable_output
    from pingce.corpus.entries import by_word, read_entries
    from pingce.corpus.inputs import find_files
    from pingce.corpus.sample.filters import Limits
    from pingce.corpus.sample.sentences import SampleSettings, sample_sentences, write_items
    from pingce.corpus.sample.word_files import read_targets
    from pingce.language.tagging.catalog import make_tagger

    if not web and not professional:
        raise click.UsageError("Give --web, --professional or both.")
    if min_length > max_length:
        raise click.UsageError(f"--min-length {min_length} is more than --max-length {max_length}.")
    run = make_engine(engine, workers, address)
    senses = read_targets(words_file)
    extra = list(by_word(read_entries(examples)).values()) if examples is not None else []
    limits = Limits(shortest=min_length, longest=max_length)
    wanted = SampleSettings(senses, per_sense, share, fill, seed, limits, spare, form, tagger, user_dictionary)
    files: dict[Origin, list[CorpusFile]] = {"web": find_files(web), "professional": find_files(professional)}
    settings = {
        "command": "sentences",
        "options": [per_sense, share, fill, examples_per_sense, seed, min_length, max_length, spare, form],
        "tagger": make_tagger(tagger, user_dictionary=user_dictionary).version,
    }
    inputs = [words_file, *web, *professional, *(path for path in (examples, user_dictionary) if path is not None)]
    questions = lines or out.with_suffix(".txt")
    with (
        interruptible(),
        resumable_output(out, fingerprint_of(inputs, settings), sidecars=[questions]) as output,
        progress_bar("corpora", total_bytes=sum(f.size for group in files.values() for f in group)) as advance,
    ):
        sampled = sample_sentences(
            wanted, files, extra, run, output, examples_per_sense=examples_per_sense, advance=advance
        )
        count = write_items(output, sampled, senses)
    summary = _summary(sampled, senses, per_sense)
    _save(summary_file or out.with_name(f"{out.name}.summary.json"), summary)
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False))
        return
    _show(sampled, summary)
    message = Words(f"{out}：{len(senses)} 个词的 {count} 句", f"{out}: {count} sentences for {len(senses)} words")
    click.echo(spoken(message), err=True)


def _save(path: Path, summary: Mapping[str, object]) -> None:
    from pingce.formats.write import write_text

    write_text(path, json.dumps(summary, ensure_ascii=False, indent=2) + "\n")


def _summary(sampled: "Sampled", senses: Mapping[str, int], per_sense: int) -> dict[str, object]:
    drawn = sampled.draw
    taken = [sentence for sentences_of_word in drawn.sentences.values() for sentence in sentences_of_word]
    return {
        "words": len(senses),
        "senses": sum(senses.values()),
        "wanted": per_sense * sum(senses.values()),
        "taken": {origin: sum(sentence.origin == origin for sentence in taken) for origin in ("web", "professional")},
        "dictionary_examples": sum(map(len, sampled.extra.values())),
        "sentences_read": sampled.progress.sentences,
        "dropped": sampled.progress.dropped,
        "asked_tagger": sampled.progress.asked,
        "not_a_word": sampled.progress.asked - len(sampled.progress.held),
        "near_duplicates": drawn.alike,
        "used_for_another_word": drawn.used_before,
        "shortfalls": [shortfall._asdict() for shortfall in drawn.shortfalls],
    }


def _show(sampled: "Sampled", summary: dict[str, object]) -> None:
    plain = [[spoken(title), f"{summary[name]:,}"] for name, title in COUNTS.items()]
    print_table("", ["", spoken(Words("数量", "count"))], plain)
    dropped = sampled.progress.dropped
    rows = [
        [spoken(Words(REASONS[reason], reason)), *(f"{dropped[origin].get(reason, 0):,}" for origin in dropped)]
        for reason in sorted({reason for counts in dropped.values() for reason in counts})
    ]
    if rows:
        print_table("", [spoken(Words("未用的原因", "left out")), *map(spoken, ORIGINS.values())], rows)
    short = sampled.draw.shortfalls
    for word, origin, wanted, taken, filled in short[:SHOWN]:
        zh = f"，另一来源补 {filled} 句" if filled else ""
        en = f", {filled} from the other source" if filled else ""
        message = Words(
            f"{word}：{ORIGINS[origin].zh}文本要 {wanted} 句，得 {taken} 句{zh}",
            f"{word}: {taken} of {wanted} from {origin} texts{en}",
        )
        click.echo(spoken(message), err=True)
    if len(short) > SHOWN:
        more = len(short) - SHOWN
        click.echo(
            spoken(Words(f"……另有 {more} 处不足，见汇总", f"… and {more} more shortfalls, see the summary")), err=True
        )
