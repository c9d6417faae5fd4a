"""Files are written whole or not at all, byte for byte as published."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pingce.formats import write as writing
from pingce.formats.encode import Json
from pingce.formats.write import atomic, remove_drafts, write_array, write_jsonl, write_lines, write_text
from pingce.spec.errors import UserError

RECORDS: list[dict[str, Json]] = [{"qid": "1", "context": "𠮷“在”\\上\n"}, {"qid": "2", "outputs": [[None, "假"]]}]


def test_an_array_has_indent_two_and_no_final_newline(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert write_array(path, RECORDS) == 2
    assert path.read_bytes() == json.dumps(RECORDS, ensure_ascii=False, indent=2).encode()
    assert write_array(path, []) == 0
    assert path.read_bytes() == b"[]"


@pytest.mark.parametrize(
    ("newline", "final", "end", "last"),
    [
        ("lf", True, b"\n", b"\n"),
        ("lf", False, b"\n", b""),
        ("crlf", True, b"\r\n", b"\r\n"),
        ("crlf", False, b"\r\n", b""),
    ],
)
def test_lines_are_compact_and_end_as_asked(newline: str, final: bool, end: bytes, last: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert write_jsonl(path, RECORDS, newline=newline, final=final) == 2  # type: ignore[arg-type]
    compact = [json.dumps(r, ensure_ascii=False, separators=(",", ":")).encode() for r in RECORDS]
    assert path.read_bytes() == end.join(compact) + last


def test_no_lines_give_an_empty_file(tmp_path: Path) -> None:
    assert write_lines(tmp_path / "a", []) == 0
    assert (tmp_path / "a").read_bytes() == b""


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(tmp_path / "a.html", "一\r\n二")
    assert (tmp_path / "a.html").read_bytes() == "一\r\n二".encode()


def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"old")

    def records() -> Iterator[dict[str, Json]]:
        yield RECORDS[0]
        raise RuntimeError("half-way")

    for write in (write_jsonl, write_array):
        with pytest.raises(RuntimeError, match="half-way"):
            write(path, records())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_stopping_by_hand_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), atomic(tmp_path / "a"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    dying = (
        "import os, pathlib, pingce.formats.write as w\n"
        f"with w.atomic(pathlib.Path({str(tmp_path / 'a')!r})) as file:\n"
        "    file.write(b'half'); file.flush(); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", dying], check=False).returncode == -9
    assert list(tmp_path.iterdir()) == []


def test_where_files_need_names_they_get_one_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "OPEN_FILES", tmp_path / "nowhere")
    with atomic(tmp_path / "a") as file:
        file.write(b"new")
        assert [path.name.startswith(".a.") for path in tmp_path.iterdir()] == [True]
    with pytest.raises(KeyboardInterrupt), atomic(tmp_path / "a"):
        raise KeyboardInterrupt
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"new"}


def test_a_disk_that_is_full_is_a_message(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught, atomic(tmp_path / "a"):
        raise OSError(28, "No space left on device")
    assert (caught.value.code, caught.value.message) == (
        "cannot-write",
        f"Cannot write {tmp_path}/a: No space left on device.",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        write_text(tmp_path / "无" / "a", "")
    assert caught.value.code == "cannot-write"


def test_files_get_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    write_text(tmp_path / "a", "")
    assert (tmp_path / "a").stat().st_mode == usual.stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_text(link, "new")
    assert (link.is_symlink(), target.read_text(encoding="utf-8")) == (True, "new")


def test_a_pipe_or_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UserError, match="no ordinary file") as caught:
        write_text(pipe, "x")
    assert (caught.value.code, pipe.is_fifo()) == ("cannot-write", True)


def test_what_killed_writers_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    kept = ["a.json", ".a.json", ".a.json.part", "deep/.checksums.jsonl", "a.json.0123abcd"]
    for name in (*kept, ".a.json.0123abcd", "deep/.b.jsonl.k_9zz0ab"):
        (tmp_path / name).write_bytes(b"")
    remove_drafts(tmp_path)
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()) == sorted(kept)
