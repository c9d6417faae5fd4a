"""``pingce release split``: who goes to train, dev and test."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.release.given import read_given
from pingce.cli.terminal import json_option, lang_option, print_table, progress
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.release.split.outcome import Achieved, SharedTexts, SplitLeaks
    from pingce.release.split.run import Split

PER_KIND = 12
"""Labels or genres of a subtask in the table; all are in shares.json."""


def _ratio(_: click.Context, __: click.Parameter, value: str) -> tuple[Fraction, Fraction, Fraction]:
    """7:1:2, or 8:2 for train and test."""
    try:
        shares = [Fraction(part) for part in value.split(":")]
    except (ValueError, ZeroDivisionError):
        shares = []
    if len(shares) == 2:
        shares.insert(1, Fraction(0))
    if len(shares) != 3 or min(shares) < 0 or not sum(shares):
        raise click.BadParameter("expected train:dev:test such as 7:1:2, or train:test such as 8:2")
    return shares[0], shares[1], shares[2]


def _how_many(_: click.Context, __: click.Parameter, value: str) -> int | Fraction:
    """A number, or a share such as 3%."""
    try:
        many = Fraction(value[:-1]) / 100 if value.endswith("%") else int(value)
    except (ValueError, ZeroDivisionError):
        many = -1
    if many < 0 or (isinstance(many, Fraction) and many > 1):
        raise click.BadParameter("expected a number such as 30 or a share such as 3%")
    return many


@click.command()
@click.argument("files", metavar="TASK=FILE...", nargs=-1, required=True)
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
@json_option("the shares and the leaks")
@lang_option
def split(
    files: tuple[str, ...],
    out: Path,
    ratio: tuple[Fraction, Fraction, Fraction],
    seed: int,
    balance_test: bool,
    whole_words: int | Fraction,
    drop_shared: bool,
    stratify: tuple[str, ...],
    as_json: bool,
    lang: Lang,
) -> None:
    """Split gold files of one or several tasks so that no original is in two parts.

    Items of one original stay together over all TASK=FILE arguments: those that state it (a key origin, original
    or group) and those whose texts show it. OUT receives the split with its proof (split.json, groups.jsonl,
    items.jsonl), what was achieved (shares.json) and what no split can keep apart (leaks.json).
    """
    from pingce.formats.write import write_bytes
    from pingce.release.inputs import may_be_split, named_inputs
    from pingce.release.pack.folder import new_folder
    from pingce.release.split.outcome import achieved, group_sizes, leaks
    from pingce.release.split.proof import make_proof, pretty, write_proof
    from pingce.release.split.run import SplitSettings
    from pingce.release.split.run import split as split_items

    inputs = named_inputs(files, progress)
    decided = read_given(inputs, may_be_split, lang)
    done = split_items(decided, SplitSettings(ratio, seed, balance_test, whole_words, drop_shared, tuple(stratify)))
    rows = achieved(decided, done)
    found = leaks(decided, done)
    leaking = {"near": [one._asdict() for one in found.near], "shared": [one._asdict() for one in found.shared]}
    shares = [{"task": r.stratum.task, "kind": r.stratum.kind, "value": r.stratum.value, **r.by_part} for r in rows]
    with new_folder(out) as folder:
        write_proof(folder, make_proof(inputs, decided, done))
        write_bytes(folder / "shares.json", pretty(shares))
        write_bytes(folder / "leaks.json", pretty(leaking))
    sizes = group_sizes(done)
    if as_json:
        report = {"groups": {part: count for part, (count, _) in sizes.items()}, "shares": shares, "leaks": leaking}
        click.echo(json.dumps(report, ensure_ascii=False))
        return
    _print_shares(rows, lang)
    for line in _lines(done, found, sizes):
        click.echo(line.say(lang))
    click.echo(str(out), err=True)


def _print_shares(rows: "Sequence[Achieved]", lang: Lang) -> None:
    """Of every kind of label or key the first few."""
    from pingce.release.split.run import SPLIT_NAMES

    header = [Words("任务", "task"), Words("", ""), Words("值", "value"), *(Words(part, part) for part in SPLIT_NAMES)]
    seen: dict[tuple[str, str], int] = {}
    table = []
    for row in rows:
        place = seen[row.stratum[:2]] = seen.get(row.stratum[:2], 0) + 1
        if place <= PER_KIND:
            cells = [f"{n} ({share:.1%})" for n, share in zip(row.counts, row.shares, strict=True)]
            table.append([row.stratum.task, row.stratum.kind, row.stratum.value, *cells])
    print_table("", [words.say(lang) for words in header], table)


def _lines(done: "Split", found: "SplitLeaks", sizes: Mapping[str, tuple[int, int]]) -> Iterator[Words]:
    for part, (count, largest) in sizes.items():
        yield Words(f"{part}：{count} 组，最大 {largest} 题", f"{part}: {count} groups, largest {largest}")
    near = len(found.near)
    yield Words(f"跨部分的近似文本：{near} 对", f"near-identical texts in two parts: {near}")
    yield from map(_shared_line, found.shared)
    if done.left_out:
        count = len(done.left_out)
        yield Words(f"略去 {count} 题：别的任务会泄露其答案", f"left out, told by another task: {count}")


def _shared_line(shared: "SharedTexts") -> Words:
    labels = ", ".join(f"{label}: {count}" for label, count in shared.labels.items())
    return Words(
        f"{shared.part}：{shared.task} 有 {shared.items} 题的文本也在 {shared.other} 中（{labels}）",
        f"{shared.part}: {shared.items} texts of {shared.task} are asked in {shared.other} too ({labels})",
    )
