"""With --lang zh or PINGCE_LANG=zh everything a person sees is Chinese."""

from pathlib import Path

import click
import pytest

from pingce.cli.main import cli
from pingce.cli.reference import walk
from pingce.spec.words import LANG_VARIABLE

from .conftest import EXAMPLES, Run

SPACE2022 = EXAMPLES / "space2022"
ONE = SPACE2022 / "pred-a-task1.jsonl"
GOLD = SPACE2022 / "task1_dev.jsonl"
TUPLES = (SPACE2022 / "pred-a-task3.jsonl", "--gold", SPACE2022 / "task3_dev.jsonl")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tasks", "show", "space2022/task9"), "没有任务“space2022/task9”。是否想用 space2022/task3？"),
        (("check", "space2022/task1", "没有.jsonl"), "没有文件 没有.jsonl。"),
        (("check", "space2022/task1", "长" * 300), f"无法读取 {'长' * 80}：文件名太长。"),
        (("check", "space2022/task1", EXAMPLES), f"{EXAMPLES} 是文件夹；应为文件。"),
        (
            ("score", "space2022/task1", ONE, "--gold", GOLD, "--by", "天气"),
            "space2022/task1 不能按“天气”细分。这里可用：length、label。",
        ),
        (
            ("score", "compare", "space2022/task1", ONE, ONE, "--gold", GOLD),
            f"{ONE} 给了两次。请比较不同的文件。",
        ),
        (
            ("score", "space2022/task1", ONE, "--gold", GOLD, "--train", GOLD),
            "space2022/task1 没有频次分组。请去掉 --train。",
        ),
        (
            ("convert", "space2022/task1", GOLD, "out.xyz"),
            "从 out.xyz 看不出要写哪种文件。space2022/task1 的文件有 jsonl、json；请用 --format 选定。",
        ),
        (
            ("convert", "space2022/task1", GOLD, "/没有这个文件夹/out.jsonl"),
            "无法写入 /没有这个文件夹/out.jsonl：没有这个文件或文件夹。",
        ),
        (
            ("leaderboard", "rank", "得分.xlsx", "--edition", "space2022"),
            "得分.xlsx 是工作簿；应为 CSV 或 JSON。请另存为“CSV UTF-8”。",
        ),
    ],
)
def test_errors(arguments: tuple[str | Path, ...], message: str, pingce: Run) -> None:
    ran = pingce(*arguments, "--lang", "zh")
    assert (ran.code, ran.out, ran.err) == (1, "", f"错误：{message}\n")


def test_the_environment_chooses_too(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINGCE_LANG", "zh")
    assert pingce("check", "space2022/task1", "没有").err == "错误：没有文件 没有。\n"
    assert pingce("check", "space2022/task1", "没有", "--lang", "en").err == "Error: There is no file 没有.\n"


def test_a_command_without_the_option_follows_the_environment(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINGCE_LANG", "zh")
    ran = pingce("annotate", "export", "1", "--database", tmp_path / "none.db")
    assert ran.err.startswith(f"错误：没有数据库 {tmp_path / 'none.db'}。")


def test_a_choice_before_the_command_holds_for_the_command(pingce: Run) -> None:
    assert pingce("tasks", "--lang", "zh", "show", "没有").err.startswith(
        "错误：没有任务“没有”。已有：space2021/task1、"
    )
    assert pingce("tasks", "--lang", "zh", "show", "没有", "--lang", "en").err.startswith("Error: There is no task")


def test_a_file_that_cannot_be_used(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "gold").write_bytes(b"\xff\n")
    ran = pingce("score", "space2022/task1", ONE, "--gold", tmp_path / "gold", "--lang", "zh")
    assert ran.err.splitlines() == [
        f"{tmp_path}/gold:1：实际 字节 0xff；应为 UTF-8 编码的文本 [not-utf8]",
        f"{tmp_path}/gold：1 个错误，0 个警告；读到第 1 行为止",
        f"错误：{tmp_path}/gold 无法使用。",
    ]


def test_a_score_table_with_mistakes(pingce: Run, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("team,task1,task2,task3\n甲,0.1,0.2,x\n乙,0.1\n甲,0.1,0.2,0.3\n", encoding="utf-8")
    ran = pingce("leaderboard", "rank", table, "--edition", "space2022", "--lang", "zh")
    assert ran.err.splitlines() == [
        f"错误：{table} 不是可用的得分表（3 处问题）：",
        f"{table}:3 (乙)：实际 2 个单元格；应为 4 个单元格，与表头一样 [wrong-field-count]",
        f'{table}:2 (甲) task3：实际 "x"；应为 数字（如 0.7992）或分数（如 2479/3152），缺考留空 [not-a-number]',
        f'{table}:4 team：实际 "甲"；应为 不重复的队名（第 2 行已有） [duplicate-team]',
    ]


@pytest.mark.parametrize(
    ("arguments", "line", "text"),
    [
        (("tasks",), 1, "任务 名称 排名依据 文件"),
        (("score", "space2022/task3", *TUPLES), 1, "计分规则：官方"),
        (("score", "space2022/task3", *TUPLES), 10, "指标 名称 数值 95 % 区间 排名"),
        (("score", "space2022/task3", *TUPLES, "--by", "slot"), 21, "槽位 标准答案中的数量 精确率 召回率 F1"),
        (("score", "compare", "space2022/task1", ONE, GOLD, "--gold", GOLD), 6, "系统 数值"),
        (
            ("score", "compare", "space2022/task1", ONE, GOLD, "--gold", GOLD),
            14,
            "甲 乙 差 95 % 区间 p（自助法） p（McNemar）",
        ),
    ],
)
def test_headings(arguments: tuple[str | Path, ...], line: int, text: str, pingce: Run) -> None:
    assert " ".join(pingce(*arguments, "--lang", "zh").out.splitlines()[line].split()) == text


def test_what_a_submission_has_wrong_and_where_the_page_is(pingce: Run, tmp_path: Path) -> None:
    broken = (SPACE2022 / "broken-task3.jsonl", *TUPLES[1:])
    ran = pingce("score", "space2022/task3", *broken, "--html", tmp_path / "页.html", "--lang", "zh")
    lines = ran.err.splitlines()
    assert lines[0] == f"已写出 {tmp_path}/页.html"
    assert {line[:3] for line in lines[1::2]} == {"错误：", "警告："}


def test_too_few_files_to_compare(pingce: Run) -> None:
    ran = pingce("score", "compare", "space2022/task1", ONE, "--gold", GOLD, "--lang", "zh")
    assert (ran.code, ran.err.splitlines()[-1]) == (2, "Error: compare 至少需要两个预测文件。")


def test_interrupting(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pingce.cli.tasks.find_task", interrupted)
    ran = pingce("tasks", "show", "space2023/task1", "--lang", "zh")
    assert (ran.code, ran.err) == (130, "\n已中断。\n")


def test_every_command_takes_the_language_in_the_same_way() -> None:
    without = []
    for context in walk(click.Context(cli, info_name="pingce")):
        command = context.command
        options = [one for one in command.params if "--lang" in one.opts]
        if not isinstance(command, click.Group) and [one.envvar for one in options] != [LANG_VARIABLE]:
            without.append(context.command_path)
    assert without == []


def test_one_name_has_one_meaning() -> None:
    """What an option takes (a file, a number, nothing …) is the same wherever it stands."""
    kinds: dict[str, set[str]] = {}
    for context in walk(click.Context(cli, info_name="pingce")):
        for one in context.command.params:
            if isinstance(one, click.Option):
                kinds.setdefault(max(one.opts, key=len), set()).add("nothing" if one.is_flag else "something")
    assert [name for name, found in kinds.items() if len(found) > 1] == []
