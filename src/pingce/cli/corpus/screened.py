"""What ``pingce corpus screen`` says when it is done."""

from pathlib import Path

import click
import orjson

from pingce.cli.terminal import print_page
from pingce.corpus.screen.run import Screening
from pingce.corpus.screen.summary import summary
from pingce.formats.write import write_text
from pingce.report.screening import ODDITIES, TROUBLES, describe_page
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
    print_page(describe_page(screening), lang)


def _notes(screening: Screening) -> list[Words]:
    findings = screening.findings
    notes = [Words(f"{file}：按 GB18030 读取", f"{file}: read as GB18030") for file in screening.gb18030]
    for file, trouble in findings.troubles:
        title = TROUBLES[trouble.code]
        where = f"{file}:{trouble.line}"
        notes.append(
            Words(
                f"{where}（字节 {trouble.byte}）：{title.zh}，已略过：{trouble.found} [{trouble.code}]",
                f"{where} (byte {trouble.byte}): {title.en}, left out: {trouble.found} [{trouble.code}]",
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
