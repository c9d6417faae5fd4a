"""What ``pingce corpus screen`` says when it is done."""

from pathlib import Path

import click
import orjson

from pingce.cli.terminal import print_table
from pingce.corpus.screen.counts import REASONS, Tally, together
from pingce.corpus.screen.run import Screening
from pingce.corpus.screen.summary import mean_length, summary
from pingce.formats.write import write_text
from pingce.report.screening_words import ODDITIES, REASON_TITLES, TROUBLES
from pingce.spec.words import Lang, Words


def save_summary(path: Path, screening: Screening) -> None:
    write_text(path, orjson.dumps(summary(screening), option=orjson.OPT_INDENT_2).decode() + "\n")


def show(screening: Screening, lang: Lang, *, as_json: bool) -> None:
    """Counts on stdout; what files are like on stderr."""
    for line in _notes(screening):
        click.echo(line.say(lang), err=True)
    if as_json:
        click.echo(orjson.dumps(summary(screening)).decode())
        return
    tallies = screening.findings.tallies
    total = together(tallies)
    header = (
        ("体裁", "段数", "留下", "%", "字数", "留下字数", "平均长度"),
        (("genre", "passages", "kept", "%", "characters", "kept characters", "mean length")),
    )
    rows = [_row(genre or "–", tally) for genre, tally in tallies.items()] if len(tallies) > 1 else []
    everything = Words("全部", "all").say(lang)
    print_table("", header[lang == "en"], [*rows, _row(everything, total)])
    dropped = [
        [REASON_TITLES[reason].say(lang), reason, str(total.dropped[reason]), _share(total.dropped[reason], total)]
        for reason in REASONS
        if reason in total.dropped
    ]
    if dropped:
        names = ("删去的原因", "代码", "段数", "%"), ("dropped because", "code", "passages", "%")
        print_table("", names[lang == "en"], dropped)


def _row(name: str, tally: Tally) -> list[str]:
    mean = mean_length(tally.kept)
    return [
        name,
        str(tally.passages),
        str(tally.kept.passages),
        _share(tally.kept.passages, tally),
        str(tally.characters),
        str(tally.kept.characters),
        "–" if mean is None else f"{mean:.1f}",
    ]


def _share(n: int, tally: Tally) -> str:
    return f"{100 * n / tally.passages:.1f}" if tally.passages else "–"


def _notes(screening: Screening) -> list[Words]:
    findings = screening.findings
    notes = [Words(f"{file}：按 GB18030 读取", f"{file}: read as GB18030") for file in screening.gb18030]
    for file, trouble in findings.troubles:
        title = TROUBLES[trouble.code]
        place = f"{file}:{trouble.line}"
        notes.append(
            Words(
                f"{place}（字节 {trouble.byte}）：{title.zh}，已略过：{trouble.found} [{trouble.code}]",
                f"{place} (byte {trouble.byte}): {title.en}, left out: {trouble.found} [{trouble.code}]",
            )
        )
    more = sum(findings.trouble_counts.values()) - len(findings.troubles)
    if more:
        notes.append(Words(f"……另有 {more} 行无法使用", f"… and {more} more unusable lines"))
    for kind, oddity in sorted(findings.oddities.items()):
        title = ODDITIES[kind]
        notes.append(
            Words(
                f"{title.zh}：{oddity.count} 处，首例 {oddity.place} {oddity.around!r}",
                f"{title.en}: {oddity.count}, first at {oddity.place} {oddity.around!r}",
            )
        )
    return notes
