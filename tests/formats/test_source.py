"""Opening files and files inside packs."""

import os
import zipfile
from pathlib import Path

import pytest

from pingce.formats.check import check_file
from pingce.formats.source import Source, find_source
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS
from tests.builders import write

NAME = "数据/任务一.jsonl"
CONTENT = b'{"qid": "1", "context": "\xe4\xb9\xa6", "judge": 1}\n'


def _pack(path: Path, *names: str, compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as pack:
        for name in names:
            pack.writestr(name, CONTENT)
    return path


def _unflagged(path: Path, name: bytes) -> Path:
    """A pack whose names are not marked as UTF-8, as many tools write it."""
    _pack(path, "x" * (len(name) - 6) + ".jsonl")
    data = path.read_bytes().replace(b"x" * (len(name) - 6) + b".jsonl", name)
    path.write_bytes(data)
    return path


def _read(source: Source) -> bytes:
    with source.open() as file:
        return file.read()


def _refused(name: str | Path) -> UserError:
    with pytest.raises(UserError) as caught:
        _read(find_source(name))
    return caught.value


def test_a_plain_file_is_itself(tmp_path: Path) -> None:
    path = tmp_path / "预测.jsonl"
    path.write_bytes(CONTENT)
    source = find_source(str(path))
    assert (source.name, source.base_name, _read(source)) == (str(path), "预测.jsonl", CONTENT)


def test_a_pack_with_one_data_file_stands_for_it(tmp_path: Path) -> None:
    source = find_source(_pack(tmp_path / "p.zip", NAME, "README.md", "__MACOSX/数据/._任务一.jsonl", "空/"))
    assert (source.member, source.base_name, _read(source)) == (NAME, "任务一.jsonl", CONTENT)
    assert source.name == f"{tmp_path}/p.zip/{NAME}"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_names_without_the_utf8_mark_are_read_as_their_author_saw_them(encoding: str, tmp_path: Path) -> None:
    source = find_source(_unflagged(tmp_path / "p.zip", NAME.encode(encoding)))
    assert (source.member, _read(source)) == (NAME, CONTENT)


@pytest.mark.parametrize("inner", ["b.json", "数据/b.json"])
def test_a_file_of_several_is_named_behind_the_pack(inner: str, tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "数据/a.jsonl", "数据/b.json")
    assert find_source(f"{pack}/{inner}") == Source(pack, "数据/b.json")


def test_choice_among_members_is_the_users(tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "a.jsonl", "b.json")
    problem = _refused(pack)
    assert problem.code == "zip-choice"
    assert str(problem) == f"{pack} holds 2 data files; expected one. Name one of them as {pack}/NAME: a.jsonl, b.json."


@pytest.mark.parametrize(
    ("wanted", "message"),
    [("c.json", "has no file c.json"), ("a.json", "has several files a.json")],
)
def test_a_member_must_be_there_once(wanted: str, message: str, tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "一/a.json", "二/a.json")
    problem = _refused(f"{pack}/{wanted}")
    assert (problem.code, problem.message) == ("zip-member", f"{pack} {message}.")
    assert problem.hint == "It holds: 一/a.json, 二/a.json."


def test_a_pack_without_data_says_so(tmp_path: Path) -> None:
    problem = _refused(_pack(tmp_path / "p.zip", "README.md"))
    assert problem.code == "zip-choice"
    assert problem.hint.endswith("nothing readable.")


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "a.jsonl")
    data = bytearray(pack.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    pack.write_bytes(data)
    problem = _refused(pack)
    assert (problem.code, str(problem)) == ("zip-encrypted", f"{pack}/a.jsonl is encrypted. Unpack it first.")


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_damaged_member_is_a_message_not_a_traceback(compression: int, tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "a.jsonl", compression=compression)
    data = bytearray(pack.read_bytes())
    start = 30 + len("a.jsonl")
    data[start : start + 8] = b"\xff" * 8
    pack.write_bytes(data)
    problem = _refused(pack)
    assert problem.code == "bad-zip"
    assert problem.message.startswith(f"{pack}/a.jsonl is damaged: ")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 97])
def test_a_compression_that_could_fill_the_memory_or_that_nobody_here_knows(compression: int, tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "a.jsonl")
    data = bytearray(pack.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        data[data.index(mark) + offset] = compression
    pack.write_bytes(data)
    problem = _refused(pack)
    assert (problem.code, problem.message) == ("bad-zip", f"{pack}/a.jsonl is packed in a way that is not taken.")


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    problem = _refused(tmp_path / "pipe")
    assert (problem.code, problem.message) == (
        "no-ordinary-file",
        f"{tmp_path}/pipe is a pipe or a device; expected a file.",
    )


def test_a_pack_with_a_broken_list_of_contents(tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", "a.jsonl")
    pack.write_bytes(pack.read_bytes().replace(b"PK\x01\x02", b"PK\x00\x00"))
    problem = _refused(pack)
    assert problem.code == "bad-zip"
    assert problem.message.startswith(f"{pack} is no usable zip pack: ")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    missing, folder = _refused(tmp_path / "没有.jsonl"), _refused(tmp_path)
    assert (missing.code, missing.message) == ("no-such-file", f"There is no file {tmp_path}/没有.jsonl.")
    assert (folder.code, folder.message) == ("is-a-folder", f"{tmp_path} is a folder; expected a file.")


def test_a_path_below_a_plain_file_does_not_exist(tmp_path: Path) -> None:
    name = write(tmp_path / "f.jsonl", CONTENT)
    assert _refused(f"{name}/a.jsonl").code == "no-such-file"


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(write(tmp_path / "f.jsonl", CONTENT))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    source = find_source(path)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UserError) as caught:
        _read(source)
    assert (caught.value.code, caught.value.message) == ("cannot-read", f"Cannot read {path}: Permission denied.")


def test_a_disk_that_fails_half_way_is_a_message(tmp_path: Path) -> None:
    source = find_source(write(tmp_path / "f.jsonl", CONTENT))
    with pytest.raises(UserError) as caught, source.open():
        raise OSError(5, "Input/output error")
    assert (caught.value.code, caught.value.message) == (
        "cannot-read",
        f"Cannot read {source.path}: Input/output error.",
    )


def test_problems_in_a_pack_name_pack_and_member(tmp_path: Path) -> None:
    pack = _pack(tmp_path / "p.zip", NAME)
    checked = check_file(TASKS["space2022/task1"], str(pack), role="submission")
    assert (checked.findings.file, checked.records, checked.findings.problems) == (f"{pack}/{NAME}", 1, [])
