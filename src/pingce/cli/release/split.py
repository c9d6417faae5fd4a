"""``pingce release split``: who goes to train, dev and test."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pingce.cli.database_options import as_option, database_option
from pingce.cli.left_out import kept_lines
from pingce.cli.release.campaigns import campaign_inputs
from pingce.cli.release.inputs import read_given
from pingce.cli.terminal import json_option, lang_option, print_table, progress
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.formats.tiers import Kept
    from pingce.release.inputs import Decided, Input
    from pingce.release.split.outcome import Achieved, GroupedBy, SharedTexts, SplitLeaks
    from pingce.release.split.run import Split

PER_KIND = 12
"""Labels or genres of a subtask in the table; all are in shares.json."""


def _ratio(_: click.Context, __: click.Parameter, value: str) -> tuple[Fraction, Fraction, Fraction]:
    from pingce.release.split.run import read_ratio

    ratio = read_ratio(value)
    if ratio is None:
        raise click.BadParameter("expected train:dev:test such as 7:1:2, or train:test such as 8:2")
    return ratio


def _how_many(_: click.Context, __: click.Parameter, value: str) -> int | Fraction:
    from pingce.release.split.run import read_how_many

    many = read_how_many(value)
    if many is None:
        raise click.BadParameter("expected a number such as 30 or a share such as 3%")
    return many


@click.command()
@click.argument("files", metavar="[TASK=FILE]...", nargs=-1)
@click.option(
    "--campaign",
    "campaigns",
    metavar="CAMPAIGN",
    multiple=True,
    help="Decided items of a campaign (number or title), taken out of the database; may be given several times.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write; must not exist yet.")
@click.option(
    "--ratio",
    callback=_ratio,
    metavar="R:R:R",
    default="7:1:2",
    show_default=True,
    help="Shares of train, dev and test.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same files, same bytes.")
@click.option("--balance-test", is_flag=True, help="As many test items of each label, where labels are a closed list.")
@click.option(
    "--whole-words",
    callback=_how_many,
    metavar="N",
    default="0",
    help="Target words with all their sentences in test: 30, or 3%.",
)
@click.option("--drop-shared", is_flag=True, help="Leave out dev and test items whose label another task tells.")
@click.option(
    "--stratify", metavar="KEY", multiple=True, default=("genre",), show_default=True, help="Keys to share out evenly."
)
@click.option("--tiers", metavar="TIER,…", help="Items of these tiers, or all; default: those that are released.")
@click.option(
    "--graded",
    metavar="TASK=FILE",
    multiple=True,
    help="Tiers of a task's items, as pingce quality tiers --out writes them; campaigns and exports have their own.",
)
@as_option
@database_option
@json_option("the shares and the leaks")
@lang_option
def split(
    *,
    files: tuple[str, ...],
    campaigns: tuple[str, ...],
    out: Path,
    ratio: tuple[Fraction, Fraction, Fraction],
    seed: int,
    balance_test: bool,
    whole_words: int | Fraction,
    drop_shared: bool,
    stratify: tuple[str, ...],
    tiers: str | None,
    graded: tuple[str, ...],
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Split gold files of one or several tasks, or campaigns, so that no original is in two parts.

    Items of one original stay together over all inputs: those that state it (in the sidecar FILE.provenance.jsonl, or
    a key origin, original or group) and, where nothing is stated, those whose texts show it. Items of tiers that are
    not released stay out. OUT receives the split with its proof (split.json, groups.jsonl, items.jsonl), provenance
    (inputs/), what was achieved (shares.json) and what no split can keep apart (leaks.json).

    \b
    pingce release split --campaign 评级 --campaign 归因 --out release/split
    """
    from pingce.formats.tiers import tier_choice
    from pingce.release.inputs import may_be_split, named_inputs, refuse_twins
    from pingce.release.split.run import SplitSettings
    from pingce.release.split.run import split as split_items
    from pingce.release.tiers import read_graded, select_tiers, with_tiers

    if not files and not campaigns:
        raise click.UsageError("Give TASK=FILE arguments or a --campaign.")
    choice = tier_choice(tiers)
    with campaign_inputs(campaigns, choice, database_url, as_name) as taken:
        inputs = [*named_inputs(files, progress), *(campaign.given for campaign in taken)]
        refuse_twins(inputs)
        decided, kept = select_tiers(
            with_tiers(read_given(inputs, may_be_split, lang), read_graded(graded)),
            inputs,
            choice,
            selected={len(files) + i: campaign.kept for i, campaign in enumerate(taken)},
            known=[tier for campaign in taken for tier in campaign.tiers],
        )
        names = [given.name for given in inputs[: len(files)]] + [campaign.title for campaign in taken]
        done = split_items(decided, SplitSettings(ratio, seed, balance_test, whole_words, drop_shared, tuple(stratify)))
        report = _write(out, inputs, decided, done, kept, names)
    for name, account in zip(names, kept, strict=True):
        for line in kept_lines(account, name):
            click.echo(line.say(lang), err=True)
    if as_json:
        click.echo(json.dumps(report.record, ensure_ascii=False))
        return
    _print_shares(report.rows, lang)
    for line in _lines(done, report.leaking, report.sizes, report.grouped):
        click.echo(line.say(lang))
    click.echo(str(out), err=True)


class _Report(NamedTuple):
    rows: "Sequence[Achieved]"
    leaking: "SplitLeaks"
    sizes: Mapping[str, tuple[int, int]]
    grouped: "GroupedBy"
    record: dict[str, object]


def _write(
    out: Path,
    inputs: "Sequence[Input]",
    decided: "Sequence[Decided]",
    done: "Split",
    kept: "Sequence[Kept]",
    names: Sequence[str],
) -> _Report:
    """The folder, whole or not at all, and what is told about it."""
    from pingce.release.pack.folder import new_folder
    from pingce.release.split.folder import split_files, write_split
    from pingce.release.split.outcome import group_sizes, grouped_by

    files, sizes, grouped = split_files(inputs, decided, done, kept), group_sizes(done), grouped_by(decided)
    with new_folder(out) as folder:
        write_split(folder, inputs, files)
    record: dict[str, object] = {
        "inputs": [_account(name, account) for name, account in zip(names, kept, strict=True)],
        "grouped": grouped._asdict(),
        "groups": {split_name: count for split_name, (count, _) in sizes.items()},
        "shares": files.shares(),
        "leaks": files.leaks(),
    }
    return _Report(files.rows, files.leaking, sizes, grouped, record)


def _account(name: str, kept: "Kept") -> dict[str, object]:
    return {
        "input": name,
        "graded": kept.graded,
        "decided": kept.decided,
        "taken": kept.taken,
        "dropped": kept.dropped,
        "kept_out": [{**rule._asdict(), "items": count} for rule, count in sorted(kept.kept_out.items())],
    }


def _print_shares(rows: "Sequence[Achieved]", lang: Lang) -> None:
    """Of every kind of label or key the first few."""
    from pingce.release.split.run import SPLIT_NAMES

    header = [
        Words("任务", "task"),
        Words("", ""),
        Words("值", "value"),
        *(Words(split_name, split_name) for split_name in SPLIT_NAMES),
    ]
    seen: dict[tuple[str, str], int] = {}
    table = []
    for row in rows:
        rank = seen[row.stratum[:2]] = seen.get(row.stratum[:2], 0) + 1
        if rank <= PER_KIND:
            cells = [f"{n} ({share:.1%})" for n, share in zip(row.counts, row.shares, strict=True)]
            table.append([row.stratum.task, row.stratum.kind, row.stratum.value, *cells])
    print_table("", [words.say(lang) for words in header], table)


def _lines(
    done: "Split", leaking: "SplitLeaks", sizes: Mapping[str, tuple[int, int]], grouped: "GroupedBy"
) -> Iterator[Words]:
    yield Words(
        f"按原句归组：出处写明 {grouped.provenance} 题，文件写明 {grouped.stated} 题，"
        f"没有写明而看文本 {grouped.text} 题",
        f"grouped by original: {grouped.provenance} items by provenance, {grouped.stated} by a key of their file, "
        f"{grouped.text} that state none by their text",
    )
    for split_name, (count, largest) in sizes.items():
        yield Words(f"{split_name}：{count} 组，最大 {largest} 题", f"{split_name}: {count} groups, largest {largest}")
    near = len(leaking.near)
    yield Words(f"跨部分的近似文本：{near} 对", f"near-identical texts in two parts: {near}")
    yield from map(_shared_line, leaking.shared)
    if done.left_out:
        count = len(done.left_out)
        yield Words(f"略去 {count} 题：别的任务会泄露其答案", f"left out, told by another task: {count}")


def _shared_line(shared: "SharedTexts") -> Words:
    labels = ", ".join(f"{label}: {count}" for label, count in shared.labels.items())
    return Words(
        f"{shared.part}：{shared.task} 有 {shared.items} 题的文本也在 {shared.other} 中（{labels}）",
        f"{shared.part}: {shared.items} texts of {shared.task} are asked in {shared.other} too ({labels})",
    )
