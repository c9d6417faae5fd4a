"""Writes the reference pages from the code: ``python -m pingce.cli.reference [--check]``."""

import sys
from pathlib import Path

import click

from pingce.cli.error_reference import refusals
from pingce.cli.main import cli
from pingce.spec.describe import task_page
from pingce.spec.problem import CODES, Levels
from pingce.tasks.catalog import EDITIONS, TASKS

FOLDER = Path("docs/reference")


def pages() -> dict[str, str]:
    """Every generated page by its file name."""
    return {"tasks.md": _tasks(), "cli.md": _commands(), "codes.md": _codes()}


def _tasks() -> str:
    parts = ["# 任务 · Tasks", ""]
    for task in TASKS.values():
        parts += [_deeper(task_page(task, "zh")), "", _deeper(task_page(task, "en")), ""]
    parts += ["## 各届的总排名 · Overall rankings", ""]
    for edition in EDITIONS.values():
        parts += [
            f"- **{edition.id}** {edition.title.zh}：{edition.note.zh}",
            f"  {edition.title.en}: {edition.note.en}",
        ]
    return "\n".join(parts) + "\n"


def _deeper(page: str) -> str:
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in page.split("\n"))


def _codes() -> str:
    rows = [
        f"| `{name}` | {_levels(code.levels)} | {' | '.join((*code.title, *code.official_words()))} |"
        for name, code in CODES.items()
    ]
    head = [
        "# 问题代码 · Problem codes",
        "",
        "## 文件里的问题 · Problems of a file",
        "",
        "级别：标准答案 / 提交（不同时）。官方脚本给分的，在提交中只是警告，网站照收；",
        "错误留给使脚本中止或使文件无法使用的。个别规则有自己的级别（[任务](tasks.md)）。",
        "后两列：提交里有这种问题时官方脚本怎样做；“不详”指没有读这种文件的脚本，或没有记载。",
        "",
        "Level: in gold / in a submission where it differs. What the official script scores is only a warning in a",
        "submission, and the site takes it; errors are what stops the script or makes the file unusable. Some rules",
        "have levels of their own ([tasks](tasks.md)). The last two columns say what the official script does with a",
        "submission that has the problem; *not known* where no script reads such files or nothing is written about it.",
        "",
        "| code | level | 含义 | meaning | 官方脚本 | official script |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows, "", *_refusals()]) + "\n"


def _levels(levels: Levels) -> str:
    return levels.gold if levels.gold == levels.submission else f"{levels.gold} / {levels.submission}"


def _refusals() -> list[str]:
    """The same word in exit messages, in answers of the API and in its log."""
    return [
        "## 拒绝 · Refusals",
        "",
        "命令以退出码 1 结束，接口以此状态应答；话是第一处用到它的地方说的，… 处填入具体内容。",
        "A command ends with exit code 1, the API answers with this status; the words are those of the first place",
        "that says so, with … for what is filled in.",
        "",
        "| code | HTTP | 例如 | for example |",
        "| --- | --- | --- | --- |",
        *(
            f"| `{refusal.code}` | {refusal.status} | {_cell(refusal.said.zh)} | {_cell(refusal.said.en)} |"
            for refusal in refusals()
        ),
    ]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _commands() -> str:
    parts = ["# 命令 · Commands", ""]
    for context in walk(click.Context(cli, info_name="pingce", max_content_width=100, terminal_width=100)):
        parts += [f"## {context.command_path}", "", "```text", context.get_help(), "```", ""]
    return "\n".join(parts)


def walk(context: click.Context) -> list[click.Context]:
    """A command and everything below it."""
    contexts = [context]
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            below = context.command.get_command(context, name)
            if below is not None:
                contexts += walk(click.Context(below, info_name=name, parent=context))
    return contexts


def main(arguments: list[str]) -> int:
    """Write the generated reference pages, or with ``--check`` say which of them are out of date."""
    stale = []
    for name, text in pages().items():
        path = FOLDER / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path))
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in arguments:
        click.echo(f"Out of date: {', '.join(stale)}. Run 'make fix'.", err=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
