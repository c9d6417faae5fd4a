"""Streaming JSON from lines and arrays, whole or broken."""

import contextlib
import json
import tracemalloc
from pathlib import Path

import pytest

from pingce.formats import jsonsyntax
from pingce.formats.findings import Findings, StopReading
from pingce.formats.jsonfile import json_records, whole_json
from pingce.formats.repeatedkeys import repeated_keys
from pingce.formats.source import Source
from tests.builders import write

BOM = b"\xef\xbb\xbf"
RECORDS = [{"qid": "1", "context": "𠮷在桌子上。"}, {"qid": "2", "n": [1, 2.5, None, True]}, {"qid": "3"}]
LINES = [json.dumps(record, ensure_ascii=False) for record in RECORDS]
Read = tuple[list[tuple[int, object]], list[tuple[str, int | None]]]


def _read(tmp_path: Path, content: str | bytes) -> Read:
    """Records with their lines; codes with their lines."""
    path = tmp_path / "file.json"
    write(path, content)
    findings = Findings(str(path))
    records: list[tuple[int, object]] = []
    with contextlib.suppress(StopReading):
        records.extend(json_records(Source(path), findings))
    return records, [(p.code, p.line) for p in findings.problems]


def _numbered(*lines: int) -> list[tuple[int, object]]:
    return list(zip(lines, RECORDS, strict=True))


@pytest.mark.parametrize("chunk", [7, 16, 64, 1 << 20])
@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("\n".join(LINES) + "\n", (1, 2, 3)),
        ("\n".join(LINES), (1, 2, 3)),
        ("\r\n".join(LINES) + "\r\n", (1, 2, 3)),
        (BOM + "\n".join(LINES).encode(), (1, 2, 3)),
        ("\n\n" + "\n \n\t\n".join(LINES) + "\n\n", (3, 6, 9)),
        (json.dumps(RECORDS, ensure_ascii=False, indent=2), (2, 6, 15)),
        (json.dumps(RECORDS, ensure_ascii=True, indent=2), (2, 6, 15)),
        (json.dumps(RECORDS, ensure_ascii=False, separators=(",", ":")), (1, 1, 1)),
        (BOM + b"\n\n" + json.dumps(RECORDS, indent=2).encode() + b"\n\n", (4, 8, 17)),
        (json.dumps(RECORDS, indent=2).replace("\n", "\r\n"), (2, 6, 15)),
        (f"[{LINES[0]}\n,{LINES[1]}\n,\n{LINES[2]}\n]", (1, 2, 4)),
    ],
    ids=[
        "lf",
        "open-end",
        "crlf",
        "bom",
        "blank-lines",
        "indent",
        "escaped",
        "compact",
        "bom-array",
        "crlf-array",
        "commas-first",
    ],
)
def test_records_and_their_lines(
    content: str | bytes, lines: tuple[int, ...], chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonsyntax, "CHUNK", chunk)
    assert _read(tmp_path, content) == (_numbered(*lines), [])


@pytest.mark.parametrize("chunk", [7, 1 << 20])
@pytest.mark.parametrize(
    ("content", "good", "codes"),
    [
        ("", 0, [("empty-file", None)]),
        (" \n\t\r\n ", 0, [("empty-file", None)]),
        (BOM, 0, [("empty-file", None)]),
        ("[]", 0, []),
        (f"{LINES[0]}\n{{oops}}\n{LINES[2]}", 2, [("json-syntax", 2)]),
        (f"{LINES[0]}\n{LINES[1][:-3]}", 1, [("truncated", 2)]),
        (f"{LINES[0]}\n17\n\"二\"\nnull\n", 1, [("not-object", 2), ("not-object", 3), ("not-object", 4)]),
        (f"{LINES[0]}\n[1]\n", 1, [("not-object", 2)]),
        (f"[{LINES[0]},\n17,\n[]]", 1, [("not-object", 2), ("not-object", 3)]),
        (f"[{LINES[0]},\n{LINES[1][:-3]}", 1, [("truncated", 2)]),
        (f"[{LINES[0]},\n" + '{"qid": "断', 1, [("truncated", 2)]),
        (f"[{LINES[0]},\n" + '{"qid": nul', 1, [("truncated", 2)]),
        (f"[{LINES[0]}", 1, [("truncated", 1)]),
        (f"[{LINES[0]},\n", 1, [("truncated", 2)]),
        ("[", 0, [("truncated", 1)]),
        (f"[{LINES[0]}\n{LINES[1]}]", 1, [("json-syntax", 2)]),
        (f"[{LINES[0]},]", 1, [("json-syntax", 1)]),
        (f"[,{LINES[0]}]", 0, [("json-syntax", 1)]),
        (f"[{LINES[0]}]\n[{LINES[1]}]", 1, [("json-syntax", 2)]),
        (f"[{LINES[0]}]\n\n x", 1, [("json-syntax", 3)]),
        (f"[{LINES[0]},\n" + '{"a": 1,\n"b" 2}]', 1, [("json-syntax", 3)]),
        ('{"a": NaN}', 0, [("json-syntax", 1)]),
        ('[{"a": NaN}]', 0, [("json-syntax", 1)]),
        ('[{"a": -Infinity}]', 0, [("json-syntax", 1)]),
        ('{"a": 1e999}', 0, [("json-syntax", 1)]),
        ('[{"a": 1e999}]', 0, [("json-syntax", 1)]),
        ('{"a": "\\ud800"}', 0, [("json-syntax", 1)]),
        ('[{"a":\n"\\ud800"}]', 0, [("json-syntax", 2)]),
        ('[{"a": ' + "9" * 5_000 + "}]", 0, [("json-syntax", 1)]),
        ("[" * 100_000, 0, [("too-deep", 1)]),
        ('{"a": ' + "[" * 100_000, 0, [("too-deep", 1)]),
        ("[\n" + '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}]", 0, [("too-deep", 2)]),
        ("\n" + '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", 0, [("too-deep", 2)]),
        (f"{LINES[0]}\n".encode() + b'{"a": "\xff"}\n' + LINES[1].encode(), 1, [("not-utf8", 2)]),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 0, [("not-utf8", 1)]),
        (f"{LINES[0]}\n".encode() + b"\x00\x00\n", 1, [("not-utf8", 2)]),
    ],
)  # fmt: skip
def test_what_is_wrong_and_where(
    content: str | bytes,
    good: int,
    codes: list[tuple[str, int | None]],
    chunk: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jsonsyntax, "CHUNK", chunk)
    records, found = _read(tmp_path, content)
    assert found == codes
    assert len(records) == good


@pytest.mark.parametrize("chunk", [16, 1 << 20])
def test_a_byte_that_is_not_utf8_is_named_by_its_own_line_in_an_array(
    chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonsyntax, "CHUNK", chunk)
    content = json.dumps(RECORDS, indent=2).encode().replace(b'"3"', b'"\xff"')
    assert _read(tmp_path, content)[1] == [("not-utf8", 16)]


@pytest.mark.parametrize("form", ["{}", "[{}]"])
def test_escaped_pairs_and_characters_are_read(form: str, tmp_path: Path) -> None:
    record = '{"a": "\\ud842\\udfb7\\u5728"}'
    assert _read(tmp_path, form.replace("{}", record)) == ([(1, {"a": "𠮷在"})], [])


@pytest.mark.parametrize("form", ["{}", "[{}]"])
def test_integers_beyond_64_bits_do_not_stop_the_reader(form: str, tmp_path: Path) -> None:
    ((line, record),), codes = _read(tmp_path, form.replace("{}", '{"a": 123456789012345678901234567890}'))
    assert (line, codes) == (1, [])
    assert record == {"a": pytest.approx(1.2345678901234568e29)}


@pytest.mark.parametrize("form", ["{}\n{}", "[{},\n{}]"])
def test_a_record_beyond_the_limit_ends_reading(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonsyntax, "CHUNK", 16)
    monkeypatch.setattr(jsonsyntax, "RECORD_LIMIT", 100)
    long = '{"a": "' + "长" * 400 + '"}'
    records, codes = _read(tmp_path, form.replace("{}", LINES[2], 1).replace("{}", long))
    assert records == [(1, RECORDS[2])]
    assert codes == [("too-long", 2)]


def test_a_file_that_is_something_else_is_given_up_after_a_while(tmp_path: Path) -> None:
    records, codes = _read(tmp_path, "一行散文。\n" * 1_000)
    assert records == []
    assert codes == [("json-syntax", line) for line in range(1, 21)]


def test_bad_lines_after_a_good_one_are_all_reported(tmp_path: Path) -> None:
    records, codes = _read(tmp_path, LINES[2] + "\n" + "{x}\n" * 50)
    assert len(records) == 1
    assert codes == [("json-syntax", line) for line in range(2, 52)]


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("", "empty-file", None),
        ("\n", "empty-file", None),
        ('{"团队": "甲乙丙丁戊己庚辛",\n"b": 1,\n"c": oops}', "json-syntax", 3),
        (BOM + '{"团队": "甲",\n"c": oops}'.encode(), "json-syntax", 2),
        ('{"a": 1,\n', "truncated", 2),
        (b'{"a": 1,\n"b": "\xff"}', "not-utf8", 2),
        ("[" * 5_000, "too-deep", 1),
    ],
)
def test_a_whole_file_that_cannot_be_read(content: str | bytes, code: str, line: int | None, tmp_path: Path) -> None:
    write(tmp_path / "f", content)
    findings = Findings("f")
    with pytest.raises(StopReading):
        whole_json(Source(tmp_path / "f"), findings)
    assert [(p.code, p.line) for p in findings.problems] == [(code, line)]
    assert findings.stopped_at == line


def test_a_whole_file_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonsyntax, "RECORD_LIMIT", 10)
    write(tmp_path / "f", '{"a": "0123456789"}')
    findings = Findings("f")
    with pytest.raises(StopReading):
        whole_json(Source(tmp_path / "f"), findings)
    assert [p.code for p in findings.problems] == ["too-long"]


def test_a_whole_file_with_bom(tmp_path: Path) -> None:
    write(tmp_path / "f", BOM + '{"词": ["义"]}'.encode())
    assert whole_json(Source(tmp_path / "f"), Findings("f")) == {"词": ["义"]}


@pytest.mark.parametrize("array", [False, True])
def test_large_files_are_streamed(array: bool, tmp_path: Path) -> None:
    """60 MB are read in less than 20 MB."""
    path = tmp_path / "large"
    line = json.dumps({"qid": "1", "context": "一二三四五六七八九十" * 2_000}, ensure_ascii=False).encode()
    count = 60_000_000 // len(line)
    with path.open("wb") as file:
        file.write(b"[" if array else b"")
        file.writelines((b",\n" if array else b"\n") * bool(i) + line for i in range(count))
        file.write(b"]" if array else b"")
    tracemalloc.start()
    try:
        seen = sum(1 for _ in json_records(Source(path), Findings("large")))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert seen == count
    assert peak < 20_000_000


@pytest.mark.parametrize(
    ("content", "zh", "en"),
    [
        ('{"a":nope}\n{}', "不认识的词，JSON 里只有 null、true、false", "invalid literal, expected 'null'"),
        ('{"a":1,}\n{}', "末尾多了逗号", "trailing comma is not allowed"),
        ("{'a':1}\n{}", "键要写在双引号里", "unexpected character, expected a string key"),
        ("wrong\n{}", "此处应有一个值", "unexpected character, expected a JSON value"),
        ("[{'a':1}]", "键要写在双引号里", "Expecting property name enclosed in double quotes"),
        ('[{"a" 1}]', "键后面应有冒号", "Expecting ':' delimiter"),
    ],
)
def test_what_the_readers_complain_about_is_said_in_both_languages(
    tmp_path: Path, content: str, zh: str, en: str
) -> None:
    path = tmp_path / "file.json"
    write(path, content)
    findings = Findings(str(path))
    with contextlib.suppress(StopReading):
        list(json_records(Source(path), findings))
    problem = findings.problems[0]
    assert problem.found_in("zh").startswith(f"{zh}，在 ")
    assert problem.found_in("en").startswith(f"{en} at ")


def test_a_complaint_that_nobody_knows_yet_stays_readable() -> None:
    assert jsonsyntax.complaint("quite new") == ("JSON 写法不对", "quite new")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('{"a": 1, "b": "a", "c": {"a": "\\"a\\""}}', []),
        ('{"a": "x", "a": "y"}', ["a"]),
        ('{"o": [{"k": 1, "k": 2}, {"k": 3}], "b": 1, "b": {"z": 1, "z": 2}}', ["k", "z", "b"]),
        ('{"a": 1, "\\u0061": 2}', ["a"]),
        ('{"a\\u0022": 1, "a\\"": "\\u0022"}', ['a"']),
        ('{"a": "\\u0022\\u0022"}', []),
        ('{"a": 123456789012345678901234567890, "a": 1.5e3}', ["a"]),
    ],
)
@pytest.mark.parametrize("form", ["{}", "[{}]"])
def test_a_key_that_occurs_twice_in_an_object_is_told_when_asked(
    form: str, text: str, keys: list[str], tmp_path: Path
) -> None:
    name = write(tmp_path / "f", form.replace("{}", text))
    for asked, told in ((True, keys), (False, [])):
        findings = Findings("f")
        [(line, record)] = json_records(Source(Path(name)), findings, keys=asked)
        assert (line, record) == (1, json.loads(text))
        assert [(one.code, one.level, one.path, one.line) for one in findings.problems] == [
            ("repeated-key", "warning", key, 1) for key in told
        ]


def test_keys_in_brackets_too_deep_to_look_into_are_passed_over() -> None:
    text = b'{"a": 1, "a": [[[[[[[[[[]]]]]]]]]]}'
    assert repeated_keys(text, json.loads(text)) == ["a"]
    deep = b'{"a": 1, "a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert repeated_keys(deep, {"a": []}) == []


def test_a_sheet_in_which_a_number_is_answered_twice_is_told(tmp_path: Path) -> None:
    findings = Findings("f")
    path = Path(write(tmp_path / "f", '{"subtask1-dev": {"1": 0, "1": 1}}'))
    assert whole_json(Source(path), findings, keys=True) == {"subtask1-dev": {"1": 1}}
    assert [(one.code, one.path) for one in findings.problems] == [("repeated-key", "1")]
