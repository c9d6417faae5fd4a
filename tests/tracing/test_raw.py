"""The raw line that a text was taken from, wherever and however the file lies."""

import gzip
from pathlib import Path

import orjson
import pytest
import zstandard

from pingce.formats.provenance import SourcePlace
from pingce.trace.model import RawLine
from pingce.trace.raw import raw_line

LINES = "第一行在这里。\n他推开门。书在屋子里。灯亮着。\n第三行。\n"
TEXT = "书在屋子里。"
OFFSET = LINES.index(TEXT)
FOUND = RawLine("found", "他推开门。", TEXT, "灯亮着。")


def placed(data: bytes, text: str = TEXT, encoding: str = "utf-8", file: str = "corpus/a.txt") -> SourcePlace:
    return SourcePlace(file, OFFSET, 2, {"byte": data.index(text.encode(encoding))})


def put(root: Path, name: str, data: bytes) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_bytes(data)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_the_line_is_shown_with_the_text_in_its_middle(tmp_path: Path, encoding: str) -> None:
    data = LINES.encode(encoding)
    put(tmp_path, "corpus/a.txt", data)
    assert raw_line([tmp_path / "none", tmp_path], placed(data, encoding=encoding), TEXT) == FOUND


def test_packed_files_are_read_too(tmp_path: Path) -> None:
    data = LINES.encode()
    put(tmp_path, "corpus/a.txt.gz", gzip.compress(data))
    put(tmp_path, "corpus/a.txt.zst", zstandard.compress(data))
    for name in ("corpus/a.txt.gz", "corpus/a.txt.zst"):
        assert raw_line([tmp_path], placed(data, file=name), TEXT) == FOUND


def test_of_json_lines_the_record_is_shown(tmp_path: Path) -> None:
    record = {"text": "他推开门。书在屋子里。灯亮着。"}
    data = b'{"text": "x"}\n' + orjson.dumps(record) + b"\n"
    put(tmp_path, "a.jsonl", data)
    place = SourcePlace("a.jsonl", 5, 2, {"byte": 14})
    assert raw_line([tmp_path], place, TEXT) == FOUND
    assert raw_line([tmp_path], SourcePlace("a.jsonl", 5, 2), TEXT) == FOUND
    assert raw_line([tmp_path], SourcePlace("a.jsonl", 5, 2, {"byte": 20}), TEXT).state == "changed"


def test_without_a_place_in_bytes_the_line_is_found_by_its_number(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", LINES.encode())
    assert raw_line([tmp_path], SourcePlace("a.txt", OFFSET, 2), TEXT) == FOUND
    assert raw_line([tmp_path], SourcePlace("a.txt", OFFSET, 1), TEXT).state == "changed"
    assert raw_line([tmp_path], SourcePlace("a.txt", OFFSET, 99), TEXT).state == "changed"
    assert raw_line([tmp_path], SourcePlace("a.txt", OFFSET), TEXT).state == "missing"


def test_a_file_that_was_changed_or_lost_is_said_to_be(tmp_path: Path) -> None:
    data = LINES.encode()
    put(tmp_path, "corpus/a.txt", data.replace("书".encode(), "画".encode()))
    changed = raw_line([tmp_path], placed(data), TEXT)
    assert (changed.state, changed.before, changed.text) == ("changed", "他推开门。", "画在屋子里。灯亮着。")
    assert raw_line([tmp_path], placed(data, file="b.txt"), TEXT).state == "missing"
    put(tmp_path, "c.doc", data)
    assert raw_line([tmp_path], placed(data, file="c.doc"), TEXT).state == "missing"
    assert raw_line([tmp_path], SourcePlace(None, 1, 1), TEXT).state == "missing"


def test_without_the_text_the_line_itself_is_shown(tmp_path: Path) -> None:
    data = LINES.encode()
    put(tmp_path, "corpus/a.txt", data)
    assert raw_line([tmp_path], placed(data), None) == RawLine("found", "他推开门。", "书在屋子里。灯亮着。", "")


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    data = LINES.encode()
    put(tmp_path, "secret.txt", data)
    inside = tmp_path / "benchmark"
    inside.mkdir()
    (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
    for file in ("../secret.txt", str(tmp_path / "secret.txt"), "link.txt"):
        assert raw_line([inside], placed(data, file=file), TEXT) == RawLine("missing")
