"""Reading score tables: what is accepted, and every way a file can be wrong."""

import json
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

from pingce.leaderboard import records
from pingce.leaderboard.table import TeamScores, read_table
from pingce.spec.errors import UserError
from pingce.tasks.catalog import EDITIONS

S22 = EDITIONS["space2022"]
HEAD = "team,task1,task2,task3"
KNOWN = "team, task1, space2022/task1, task2, space2022/task2, task3, space2022/task3, baseline, jury, finalist"
NUMBER = "a number (0.7992), a fraction (2479/3152) or nothing"
FLAG = "1, true, yes, 是 or x; or nothing"
TEXT = "UTF-8 text (in Excel: save as “CSV UTF-8”)"
CSV = "a header line and a line per team, cells separated by commas"
JSON_TABLE = 'a list of objects, or {"rows": [object, …]}'


def make_team(team: str, *scores: str | None, **rest: object) -> TeamScores:
    by_task = {task: None if s is None else Fraction(s) for task, s in zip(S22.ranked, scores, strict=True)}
    return TeamScores(team, by_task, **rest)  # type: ignore[arg-type]  # the builder's short form


def read(folder: Path, content: str | bytes | object, name: str = "table") -> tuple[TeamScores, ...]:
    file = folder / name
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        file.write_text(text, encoding="utf-8", newline="")
    return read_table(file, S22)


def problems(folder: Path, content: str | bytes | object) -> list[str]:
    """What is said about the file, without its name."""
    with pytest.raises(UserError) as caught:
        read(folder, content)
    assert caught.value.code == "bad-score-table"
    head, *lines = caught.value.message.split("\n")
    count = "1 problem" if len(lines) == 1 else f"{len(lines)} problems"
    assert head == f"{folder / 'table'} is no usable score table ({count}):"
    return [line.removeprefix(str(folder / "table")) for line in lines]


# What is accepted


def test_csv_with_every_column(tmp_path: Path) -> None:
    text = (
        "team,space2022/task1,task2,task3,baseline,jury,finalist\n甲队,2479/3152,0.5,.25,,7.5,1\n基线,1,0,1e-1,是,,\n"
    )
    assert read(tmp_path, text) == (
        make_team("甲队", "2479/3152", "0.5", "0.25", jury=Fraction("7.5"), finalist=True),
        make_team("基线", "1", "0", "0.1", baseline=True),
    )


@pytest.mark.parametrize(
    "content",
    [
        f"{HEAD}\n甲,0.1,0.2,0.3\n",
        f"{HEAD}\n甲,0.1,0.2,0.3",
        f"\ufeff{HEAD}\r\n甲,0.1,0.2,0.3\r\n",
        f"{HEAD}\r甲,0.1,0.2,0.3\r",
        f"\n\n{HEAD}\n\n甲,0.1,0.2,0.3\n,,,\n\n",
        ' team , task1,task2 ,task3\n" 甲 ", 0.1 ,"0.2",3 / 10\n',
        [{"team": "甲", "task1": 0.1, "task2": "0.2", "task3": "3/10"}],
        {"rows": [{"task3": 0.3, "task2": 0.2, "task1": 0.1, "team": "甲", "baseline": False, "jury": None}]},
        {"edition": "space2022", "rows": [{"team": "甲", "task1": 0.1, "task2": 0.2, "space2022/task3": 3e-1}]},
        '\ufeff \n[{"team": "甲", "task1": 0.1, "task2": 0.2, "task3": 0.3}]',
    ],
    ids=["plain", "no-final-newline", "bom-crlf", "cr", "blank-lines", "spaces", "list", "rows", "edition", "json-bom"],
)
def test_the_same_table_in_other_clothes(tmp_path: Path, content: object) -> None:
    assert read(tmp_path, content) == (make_team("甲", "0.1", "0.2", "0.3"),)


def test_table_inside_a_zip_pack(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as pack:
        pack.writestr("scores.csv", f"{HEAD}\n甲,0.1,0.2,0.3\n")
    assert read_table(tmp_path / "pack.zip" / "scores.csv", S22) == (make_team("甲", "0.1", "0.2", "0.3"),)


@pytest.mark.parametrize("cell", ["", " ", "-", "–", "—", "−"])
def test_missing_score_in_csv(tmp_path: Path, cell: str) -> None:
    assert read(tmp_path, f"{HEAD}\n甲,{cell},0.2,0.3\n") == (make_team("甲", None, "0.2", "0.3"),)


@pytest.mark.parametrize("row", [{"task1": None}, {"task1": ""}, {"task1": "-"}, {}])
def test_missing_score_in_json(tmp_path: Path, row: dict[str, object]) -> None:
    other = {"team": "乙", "task1": 1, "task2": 0, "task3": 100}
    assert read(tmp_path, [{"team": "甲", **row, "task2": 0.2, "task3": 0.3}, other]) == (
        make_team("甲", None, "0.2", "0.3"),
        make_team("乙", "1", "0", "100"),
    )


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        *((yes, True) for yes in ("1", "true", "TRUE", "yes", "Yes", "是", "x", "X", " x ")),
        *((no, False) for no in ("", "0", "false", "no", "否", "-")),
    ],
)
def test_flags(tmp_path: Path, cell: str, expected: bool) -> None:
    assert read(tmp_path, f"{HEAD},baseline\n甲,0,0,0,{cell}\n")[0].baseline is expected
    assert read(tmp_path, f"{HEAD},finalist\n甲,0,0,0,{cell}\n")[0].finalist is expected


@pytest.mark.parametrize(("value", "expected"), [(True, True), (1, True), (False, False), (0, False), (None, False)])
def test_flags_in_json(tmp_path: Path, value: object, expected: bool) -> None:
    row = {"team": "甲", "task1": 0, "task2": 0, "task3": 0, "baseline": value}
    assert read(tmp_path, [row])[0].baseline is expected


def test_json_number_is_the_decimal_that_was_written(tmp_path: Path) -> None:
    assert read(tmp_path, [{"team": "甲", "task1": 0.1, "task2": 0, "task3": 0}])[0].scores[
        "space2022/task1"
    ] == Fraction(1, 10)


# The file as a whole


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", f": found nothing; expected {CSV} [empty-file]"),
        (b"\xef\xbb\xbf \n\n", f": found nothing; expected {CSV} [empty-file]"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", f": found binary data; expected {TEXT} [binary-file]"),
        ("队伍,task1".encode("utf-16"), f": found binary data; expected {TEXT} [binary-file]"),
        (f"{HEAD}\n甲队,0,0,0\n".encode("gb18030"), f":2: found byte 0xbc; expected {TEXT} [not-utf8]"),
        (f"{HEAD}\n", ": found no teams; expected at least one team [no-rows]"),
        ("[]", ": found no teams; expected at least one team [no-rows]"),
        ('{"rows": []}', ": found no teams; expected at least one team [no-rows]"),
        ("{}", f': found ""; expected {JSON_TABLE} [not-a-table]'),
        ('{"teams": [], "n": 2}', f': found "teams, n"; expected {JSON_TABLE} [not-a-table]'),
        ('{"rows": 3}', f': found "rows"; expected {JSON_TABLE} [not-a-table]'),
        ("[3]", " [0]: found 3; expected {…} [not-object]"),
        (f'{HEAD}\n甲,0,0,0\n"乙,0,0,0\n', f":3: found unexpected end of data; expected {CSV} [csv-syntax]"),
        (f"{HEAD}\n甲,0,0\n", ":2 (甲): found 3 cells; expected 4 cells, as in the header [wrong-field-count]"),
        (f"{HEAD}\n,0,0,0,0\n", ":2: found 5 cells; expected 4 cells, as in the header [wrong-field-count]"),
    ],
)
def test_file_that_is_no_table(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert problems(tmp_path, content) == [expected]


def test_broken_json_says_where(tmp_path: Path) -> None:
    (line,) = problems(tmp_path, '[\n{"team": "甲", "task1": NaN}]')
    assert line.startswith(":2: found ")
    assert line.endswith("[json-syntax]")


def test_very_large_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LARGEST", 20)
    assert problems(tmp_path, f"{HEAD}\n") == [": found more than 20 bytes; expected a smaller file [too-long]"]


@pytest.mark.parametrize("name", ["table.xlsx", "table.XLS", "table.ods", "table.et"])
def test_workbook_is_recognised_by_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as caught:
        read(tmp_path, b"PK\3\4", name)
    assert str(caught.value) == f"{tmp_path / name} is a workbook; expected CSV or JSON. Save it as “CSV UTF-8”."
    assert caught.value.code == "workbook"


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_table(tmp_path / "no.csv", S22)
    assert caught.value.code == "no-such-file"


# Columns


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (f"{HEAD},task4", [f': found "task4"; expected one of {KNOWN} [unknown-column]']),
        (f"{HEAD},", [f': found ""; expected one of {KNOWN} [unknown-column]']),
        (f"{HEAD},space2022/task9", [f': found "space2022/task9"; expected one of {KNOWN} [unknown-column]']),
        (f"{HEAD},task2", [': found "task2"; expected one column for it (task2) [repeated-column]']),
        (
            f"{HEAD},space2022/task2",
            [': found "space2022/task2"; expected one column for it (task2) [repeated-column]'],
        ),
        ("team,task1,task3", [': found "team, task1, task3"; expected a column task2 [missing-column]']),
        ("task1,task2,task3", [': found "task1, task2, task3"; expected a column team [missing-column]']),
        (
            "team,space2021/task1,task2,task3",
            [
                f': found "space2021/task1"; expected one of {KNOWN} [other-edition]',
                ': found "team, space2021/task1, task2, task3"; expected a column task1 [missing-column]',
            ],
        ),
        (
            "team;task1;task2;task3",
            [
                f': found "team;task1;task2;task3"; expected one of {KNOWN} [unknown-column]',
                *(
                    f': found "team;task1;task2;task3"; expected a column {name} [missing-column]'
                    for name in ("team", "task1", "task2", "task3")
                ),
            ],
        ),
    ],
)
def test_wrong_columns_in_csv(tmp_path: Path, header: str, expected: list[str]) -> None:
    cells = ",".join("0" for _ in header.split(","))
    assert problems(tmp_path, f"\n{header}\n{cells}\n") == [f":2{line}" for line in expected]


def test_wrong_columns_in_json_are_said_once(tmp_path: Path) -> None:
    row = {"task1": 0, "task2": 0, "score": 1}
    assert problems(tmp_path, {"edition": "space2021", "year": 1, "rows": [row, row]}) == [
        ' edition: found "space2021"; expected space2022 [other-edition]',
        ': found "year"; expected rows, edition [unknown-key]',
        f': found "score"; expected one of {KNOWN} [unknown-column]',
        ': found "task1, task2, score"; expected a column team [missing-column]',
        ': found "task1, task2, score"; expected a column task3 [missing-column]',
    ]


# Cells


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        *(
            (cell, f'found "{cell}"; expected {NUMBER} [not-a-number]')
            for cell in (
                "abc",
                "nan",
                "NaN",
                "inf",
                "-Infinity",
                "79.92%",
                "1/2/3",
                "0.5/1",
                "\uff11",
                "1e999",
                "0x1",
                "1_0",
                ".",
            )
        ),
        ("5/0", 'found "5/0"; expected a denominator other than 0 [zero-denominator]'),
        ("-0.1", 'found "-0.1"; expected a score from 0 to 100 [score-out-of-range]'),
        ("100.5", 'found "100.5"; expected a score from 0 to 100 [score-out-of-range]'),
        ("3152/2", 'found "3152/2"; expected a score from 0 to 100 [score-out-of-range]'),
    ],
)
def test_wrong_score_in_csv(tmp_path: Path, cell: str, expected: str) -> None:
    assert problems(tmp_path, f"{HEAD}\n甲,0,{cell},0\n") == [f":2 (甲) task2: {expected}"]


@pytest.mark.parametrize(
    ("value", "shown"), [(True, "true"), ([1], "[1]"), ({"f1": 1}, '{"f1": 1}'), ("x", '"x"'), (1e-310, "1e-310")]
)
def test_wrong_score_in_json(tmp_path: Path, value: object, shown: str) -> None:
    row = {"team": "甲", "space2022/task1": value, "task2": 0, "task3": 0}
    path = "rows[0].space2022/task1"
    assert problems(tmp_path, {"rows": [row]}) == [f" (甲) {path}: found {shown}; expected {NUMBER} [not-a-number]"]


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("baseline", "maybe", f'found "maybe"; expected {FLAG} [not-a-flag]'),
        ("finalist", "2", f'found "2"; expected {FLAG} [not-a-flag]'),
        ("jury", "good", f'found "good"; expected {NUMBER} [not-a-number]'),
        ("jury", "-1", 'found "-1"; expected a jury mark of 0 or more [score-out-of-range]'),
    ],
)
def test_wrong_flag_or_mark(tmp_path: Path, column: str, cell: str, expected: str) -> None:
    assert problems(tmp_path, f"{HEAD},{column}\n甲,0,0,0,{cell}\n") == [f":2 (甲) {column}: {expected}"]


def test_flag_of_another_type_in_json(tmp_path: Path) -> None:
    row = {"team": "甲", "task1": 0, "task2": 0, "task3": 0, "baseline": [1]}
    assert problems(tmp_path, [row]) == [f" (甲) [0].baseline: found [1]; expected {FLAG} [not-a-flag]"]


def test_baseline_is_no_finalist(tmp_path: Path) -> None:
    assert problems(tmp_path, f"{HEAD},baseline,finalist\n甲,0,0,0,1,1\n") == [
        ':2 (甲) finalist: found "1"; expected nothing: a baseline wins no prize [baseline-finalist]'
    ]


@pytest.mark.parametrize(
    ("row", "found", "expected"),
    [
        ({"team": ""}, '""', "the name of a team, as text [no-team-name]"),
        ({"team": None}, "null", "the name of a team, as text [no-team-name]"),
        ({"team": 7}, "7", "the name of a team, as text [no-team-name]"),
        ({"team": "a\nb"}, r'"a\nb"', "a name without line breaks or control codes [control-character]"),
        ({"team": "a\x1b[31m"}, r'"a\u001b[31m"', "a name without line breaks or control codes [control-character]"),
    ],
)
def test_wrong_team_name(tmp_path: Path, row: dict[str, object], found: str, expected: str) -> None:
    cells = {"task1": 0, "task2": 0, "task3": 0}
    assert problems(tmp_path, [row | cells]) == [f" [0].team: found {found}; expected {expected}"]


def test_duplicate_team_says_where_the_first_is(tmp_path: Path) -> None:
    assert problems(tmp_path, f"{HEAD}\n甲,0,0,0\n乙,0,0,0\n甲 ,1,1,1\n") == [
        ':4 team: found "甲 "; expected a new name (line 2 has it) [duplicate-team]'
    ]
    row = {"team": "甲", "task1": 0, "task2": 0, "task3": 0}
    assert problems(tmp_path, {"rows": [row, row]}) == [
        ' rows[1].team: found "甲"; expected a new name (rows[0] has it) [duplicate-team]'
    ]


def test_line_numbers_survive_line_breaks_in_cells(tmp_path: Path) -> None:
    assert problems(tmp_path, f'{HEAD}\n"甲\n队",0,0,0\n乙,x,0,0\n') == [
        r':2 team: found "甲\n队"; expected a name without line breaks or control codes [control-character]',
        f':4 (乙) task1: found "x"; expected {NUMBER} [not-a-number]',
    ]


def test_all_problems_of_a_file_are_said_at_once(tmp_path: Path) -> None:
    text = f"{HEAD},note\n甲,x,1/0,-3,\n,0,0,0,\n乙,0,0\n甲,0,0,0,\n"
    assert problems(tmp_path, text) == [
        ":4 (乙): found 3 cells; expected 5 cells, as in the header [wrong-field-count]",
        f':1: found "note"; expected one of {KNOWN} [unknown-column]',
        f':2 (甲) task1: found "x"; expected {NUMBER} [not-a-number]',
        ':2 (甲) task2: found "1/0"; expected a denominator other than 0 [zero-denominator]',
        ':2 (甲) task3: found "-3"; expected a score from 0 to 100 [score-out-of-range]',
        ':3 team: found ""; expected the name of a team, as text [no-team-name]',
        ':5 team: found "甲"; expected a new name (line 2 has it) [duplicate-team]',
    ]


def test_a_hundred_problems_are_enough(tmp_path: Path) -> None:
    rows = "".join(f"t{i},x,0,0\n" for i in range(103))
    with pytest.raises(UserError) as caught:
        read(tmp_path, f"{HEAD}\n{rows}")
    head, *lines = caught.value.message.split("\n")
    assert head.endswith("(103 problems):")
    assert len(lines) == 101
    assert lines[-1] == "… and 3 more"


def test_a_figure_that_was_printed_is_a_number(tmp_path: Path) -> None:
    table = "team,task1,task2,task3,z_task1\n甲,1,1,1,1/2\n"
    wanted = "a decimal number (0.7992) or nothing [not-a-number]"
    assert problems(tmp_path, table) == [f':2 (甲) z_task1: found "1/2"; expected {wanted}']
