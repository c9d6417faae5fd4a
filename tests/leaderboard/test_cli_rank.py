"""``pingce leaderboard rank``: what is printed, and every option."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pingce.cli.leaderboard import leaderboard
from pingce.spec.errors import UserError
from pingce.tasks.catalog import EDITIONS

EXAMPLES = Path(__file__).parents[2] / "examples" / "leaderboard"
EN22 = """\
Second evaluation of Chinese spatial semantics
rank  team              task1   task2   task3   Z task1  Z task2  Z task3   mean Z
──────────────────────────────────────────────────────────────────────────────────
   1  无情垫底         0.7865  0.6748  0.4950   -1.1536   0.9840   1.0139   0.2814
   2  为章岳来         0.7992  0.4877  0.3870    0.6211   0.0312  -0.9855  -0.1110
   3  CPIC             0.7985  0.2822  0.4387    0.5324  -1.0153  -0.0284  -0.1704
   –  基线 (baseline)  0.5864  0.4403  0.5069  -29.1349  -0.2101   1.2342  -9.3703

Notes:
- Sample standard deviation over the participants; the baseline gets a Z from their mean and deviation.
- A baseline stands where its mean Z puts it, but takes no rank.
"""
ZH22 = """\
第二届中文空间语义理解评测
名次  队伍          task1  task2  task3  Z task1  Z task2  Z task3  平均 Z
──────────────────────────────────────────────────────────────────────────
   1  无情垫底       0.79   0.67   0.49    -1.15     0.98     1.01    0.28
   2  为章岳来       0.80   0.49   0.39     0.62     0.03    -0.99   -0.11
   3  CPIC           0.80   0.28   0.44     0.53    -1.02    -0.03   -0.17
   –  基线（基线）   0.59   0.44   0.51   -29.13    -0.21     1.23   -9.37

说明：
- 样本标准差，只用参赛队；基线不计入均值与标准差，但按它们给出 Z。
- 基线按平均 Z 排入表中，但不占名次。
"""
AWARDS21 = """\
Awards
rank  team                  evaluation    jury   final
──────────────────────────────────────────────────────
   1  bombflyman                1.0000  0.8464  0.9693
   2  UPSIDEDOWN                0.6218  0.5091  0.5993
   3  稽查大队                  0.4637  0.8030  0.5316
   4  三个火枪手                0.2512  1.0000  0.4010
   5  我们的名字刚好十个字      0.0000  0.7825  0.1565
   6  NLP学习者                 0.1757  0.0000  0.1405

Notes:
"""


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    # What the developer's own terminal says about colours and language must not decide a test.
    clean = {"PINGCE_LANG": None, "FORCE_COLOR": None, "TTY_COMPATIBLE": None, "COLUMNS": None, "NO_COLOR": "1"}
    return CliRunner().invoke(leaderboard, ["rank", *map(str, arguments)], env={**clean, **(env or {})})


def lines(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def write(folder: Path, text: str) -> Path:
    file = folder / "table.csv"
    file.write_text(text, encoding="utf-8")
    return file


def rank22(*arguments: str, env: dict[str, str] | None = None) -> Result:
    return run(EXAMPLES / "space2022.csv", "--edition", "space2022", *arguments, env=env)


def test_table_with_notes() -> None:
    assert lines(rank22()) == EN22


@pytest.mark.parametrize(("arguments", "env"), [(("--lang", "zh"), {}), ((), {"PINGCE_LANG": "zh"})])
def test_chinese_by_option_or_environment(arguments: tuple[str, ...], env: dict[str, str]) -> None:
    assert lines(rank22("--digits", "2", *arguments, env=env)) == ZH22


def test_option_outdoes_environment() -> None:
    assert lines(rank22("--lang", "en", env={"PINGCE_LANG": "zh"})) == EN22


def test_awards_follow_the_ranking() -> None:
    shown = lines(run(EXAMPLES / "space2021.csv", "--edition", "space2021"))
    assert shown.index("mean Z") < shown.index(AWARDS21)


def test_no_awards_without_jury_column(tmp_path: Path) -> None:
    file = write(tmp_path, "team,task1,task2,task3\n甲,1,1,1\n乙,0,0,0\n")
    assert "Awards" not in lines(run(file, "--edition", "space2021"))


def test_undefined_is_a_dash_and_nothing_is_minus_zero(tmp_path: Path) -> None:
    file = write(tmp_path, "team,task1,task2,task3\n甲,0.1,0.4,0.20001\n乙,0.4,0.1,0.2\n丙,0.3,0.2,\n")
    table = lines(run(file, "--edition", "space2022", "--digits", "1")).splitlines()
    assert [line.split() for line in table[3:6]] == [
        ["1", "甲", "0.1", "0.4", "0.2", "-1.1", "1.1", "0.7", "0.2"],
        ["2", "乙", "0.4", "0.1", "0.2", "0.9", "-0.9", "-0.7", "-0.2"],
        ["–", "丙", "0.3", "0.2", "–", "0.2", "-0.2", "–", "–"],
    ]
    file = write(tmp_path, "team,task1,task2,task3\n甲,0.1,0.1,0.1\n乙,0.3,0.3,0.3\n丙,0.1999999,0.2,0.2\n")
    assert "-0.00 " not in lines(run(file, "--edition", "space2022", "--digits", "2"))


@pytest.mark.parametrize(("digits", "shown"), [("0", "-29"), ("15", "-29.134895722002653")])
def test_digits(digits: str, shown: str) -> None:
    assert f" {shown} " in lines(rank22("--digits", digits))


def test_markup_in_a_team_name_is_only_text(tmp_path: Path) -> None:
    file = write(tmp_path, "team,task1,task2,task3\n[red]甲[/red] :smile:,1,1,1\n[/x],0,0,0\n")
    shown = lines(run(file, "--edition", "space2022"))
    assert "  [red]甲[/red] :smile:  " in shown
    assert "  [/x]  " in shown


@pytest.mark.parametrize(
    ("columns", "name", "rest"),
    [("20", "我们的名字刚", "好十个字"), ("80", "我们的名字刚好", "十个字"), ("81", "我们的名字刚好", "十个字")],
)
def test_narrow_terminal_folds_names_but_cuts_no_number(columns: str, name: str, rest: str) -> None:
    env = {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": columns}
    shown = lines(run(EXAMPLES / "space2021.csv", "--edition", "space2021", "--lang", "zh", env=env))
    row = next(line for line in shown.splitlines() if line.startswith("   6"))
    assert row.split() == ["6", name, "0.6788", "0.8048", "0.5549", "-0.4445", "0.5560", "-1.0362", "-0.3082"]
    assert f"{row}\n      {rest}\n" in shown


def test_a_pipe_has_no_width_so_nothing_is_folded(tmp_path: Path) -> None:
    name = "很长的队名" * 20
    file = write(tmp_path, f"team,task1,task2,task3\n{name},1,1,1\n乙,0,0,0\n")
    assert f"   1  {name}  1.0000" in lines(run(file, "--edition", "space2022"))


def test_json_is_one_object_with_everything() -> None:
    result = rank22("--json", "--digits", "1")
    assert result.exit_code == 0
    assert "无情垫底" in result.stdout
    found = json.loads(result.stdout)
    assert list(found) == ["edition", "rows", "notes", "awards"]
    assert found["edition"] == "space2022"
    assert found["awards"] == []
    assert [(row["team"], row["baseline"], row["rank"]) for row in found["rows"]] == [
        ("无情垫底", False, 1),
        ("为章岳来", False, 2),
        ("CPIC", False, 3),
        ("基线", True, None),
    ]
    last = found["rows"][3]
    assert last["scores"] == {"space2022/task1": 0.5864, "space2022/task2": 0.4403, "space2022/task3": 0.5069}
    assert last["z"] == {
        "space2022/task1": pytest.approx(-29.134895722002653, abs=1e-12),
        "space2022/task2": pytest.approx(-0.2101455312514964, abs=1e-12),
        "space2022/task3": pytest.approx(1.2341947928822643, abs=1e-12),
    }
    assert last["z_mean"] == pytest.approx(-9.370282153457294, abs=1e-12)
    assert found["notes"][0] == EDITIONS["space2022"].note._asdict()


def test_json_with_awards_and_missing_values(tmp_path: Path) -> None:
    file = write(tmp_path, "team,task1,task2,task3,jury\n甲,1,1,1,9\n乙,0,0,0,5\n丙,,0,0,\n")
    found = json.loads(run(file, "--edition", "space2021", "--json").stdout)
    assert found["awards"] == [
        {"team": "甲", "rank": 1, "eval": 1.0, "jury": 1.0, "final": 1.0},
        {"team": "乙", "rank": 2, "eval": 0.0, "jury": 0.0, "final": 0.0},
    ]
    last = found["rows"][2]
    assert (last["team"], last["rank"], last["z_mean"]) == ("丙", None, None)
    assert last["scores"]["space2021/task1"] is None
    assert last["z"]["space2021/task1"] is None


def test_single_team_of_2023_is_shown_without_z(tmp_path: Path) -> None:
    file = write(tmp_path, "team,task1,task2,task3\nMOSS,0.5782,0.4739,37.40\n")
    shown = lines(run(file, "--edition", "space2023")).splitlines()
    assert shown[3].split() == ["–", "MOSS", "0.5782", "0.4739", "37.4000", "–", "–", "–", "–"]
    assert shown[6:] == [
        "- As in 2022; with a single team that year no Z was computed.",
        *(
            f"- task{i}: fewer than two teams have a score, so there is no sample standard deviation and no Z "
            "(as published in 2023), hence no mean Z and no rank."
            for i in (1, 2, 3)
        ),
    ]


@pytest.mark.parametrize(("text", "code"), [("team,task1\n甲,x\n", "bad-score-table"), (None, "no-such-file")])
def test_wrong_table_is_a_user_error(tmp_path: Path, text: str | None, code: str) -> None:
    file = tmp_path / "none.csv" if text is None else write(tmp_path, text)
    result = run(file, "--edition", "space2022")
    assert isinstance(result.exception, UserError)
    assert result.exception.code == code
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--edition", "space2020"),
        ("--edition", "space2022", "--digits", "-1"),
        ("--edition", "space2022", "--digits", "16"),
        ("--edition", "space2022", "--lang", "fr"),
    ],
)
def test_wrong_command_exits_with_2(arguments: tuple[str, ...]) -> None:
    assert run(EXAMPLES / "space2022.csv", *arguments).exit_code == 2


def test_help_names_every_option_and_column() -> None:
    shown = run("--help").stdout
    words = ("--edition", "--json", "--lang", "--digits", "team", "task1", "baseline", "finalist", "jury")
    assert [word for word in words if word not in shown] == []
