"""Files, folders, packings and encodings of a corpus; every character knows its place."""

import gzip
from pathlib import Path

import orjson
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.encoding import find_encoding
from pingce.corpus.inputs import find_files, keep_apart
from pingce.corpus.reading import Chunk, TextPiece, Trouble, pieces, read_batches, read_chunks
from pingce.spec.errors import UserError

LINES = "𠮷先生住在桥东。\r\n\r\n　　第2行有ABC和\uff11\uff12。\n最后一行没有换行"


def all_pieces(path: Path, *, size: int = 1 << 18) -> list[TextPiece | Trouble]:
    return [
        piece for batch in read_batches(find_files([path]), size=size) for chunk in batch for piece in pieces(chunk)
    ]


def texts(path: Path, *, size: int = 1 << 18) -> list[str]:
    return [piece.text for piece in all_pieces(path, size=size) if isinstance(piece, TextPiece)]


def packed(raw: bytes, ending: str) -> bytes:
    return {"": raw, ".gz": gzip.compress(raw), ".zst": zstandard.compress(raw[:30]) + zstandard.compress(raw[30:])}[
        ending
    ]


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
@pytest.mark.parametrize(("encoding", "bom"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("gb18030", b"")])
def test_text_is_read_as_it_stands(tmp_path: Path, ending: str, encoding: str, bom: bytes) -> None:
    path = tmp_path / f"a.txt{ending}"
    raw = bom + LINES.encode(encoding)
    path.write_bytes(packed(raw, ending))
    found = all_pieces(path)
    assert [piece.text for piece in found if isinstance(piece, TextPiece)] == [
        "𠮷先生住在桥东。\r",
        "\r",
        "　　第2行有ABC和\uff11\uff12。",
        "最后一行没有换行",
    ]
    for piece in found:
        assert isinstance(piece, TextPiece)
        assert LINES[piece.offset :].startswith(piece.text)
        assert raw[piece.byte :].startswith(piece.text.encode(encoding))
        assert piece.text == LINES.split("\n")[piece.line - 1]
    assert find_encoding(find_files([path])[0]) == encoding


@given(
    st.lists(st.text(alphabet=st.sampled_from("𠮷门外a\uff111，。\r \u3000“”"), max_size=12), max_size=30),
    st.integers(min_value=1, max_value=40),
)
def test_places_do_not_depend_on_the_size_of_chunks(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int
) -> None:
    path = tmp_path_factory.mktemp("sizes") / "a.txt"
    text = "\n".join(lines)
    path.write_bytes(text.encode())
    found = [piece for piece in all_pieces(path, size=size) if isinstance(piece, TextPiece)]
    assert "".join(piece.text for piece in found) == text.replace("\n", "")
    for piece in found:
        assert text[piece.offset : piece.offset + len(piece.text)] == piece.text
        assert text.encode()[piece.byte :].startswith(piece.text.encode())
        assert piece.line == text[: piece.offset].count("\n") + 1


def test_a_text_without_line_breaks_is_cut_after_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(("他走进屋里。" * 100).encode("gb18030"))
    assert set(texts(path, size=64)) <= {"他走进屋里。" * n for n in range(1, 10)}
    assert "".join(texts(path, size=64)) == "他走进屋里。" * 100


def test_bad_bytes_are_reported_with_their_place_and_replaced_by_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("门外。\n坏".encode() + b"\xff" + "字。\n桥边。\n".encode())
    assert all_pieces(path) == [
        TextPiece("门外。", 1, 0, 0),
        Trouble("bad-bytes", 2, 13, "byte 0xff"),
        TextPiece("桥边。", 3, 9, 21),
    ]
    assert path.read_text(encoding="utf-8", errors="replace")[9:12] == "桥边。"


def test_a_gb18030_file_with_a_bad_byte_stays_gb18030(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    good = "他从桥上走过来。\n".encode("gb18030")
    path.write_bytes(good * 5 + b"\xff\n" + good * 5)
    assert find_encoding(find_files([path])[0]) == "gb18030"
    assert texts(path) == ["他从桥上走过来。"] * 10


def test_a_character_cut_by_the_end_of_the_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("门外。\n门".encode()[:-1])
    assert all_pieces(path)[1:] == [Trouble("bad-bytes", 2, 10, "byte 0xe9")]


@pytest.mark.parametrize(
    ("names", "said"), [(["b.txt"], "{0}/b.txt is UTF-16."), (["b.txt", "d.txt"], "{0}/b.txt, {0}/d.txt are UTF-16.")]
)
def test_utf16_is_refused_before_the_first_file_is_read(tmp_path: Path, names: list[str], said: str) -> None:
    for name in ("a.txt", "c.txt"):
        (tmp_path / name).write_text("门外有树。\n" * 200, encoding="utf-8")
    for name, encoding in zip(names, ("utf-16-le", "utf-16-be"), strict=False):
        (tmp_path / name).write_bytes("\ufeff门外".encode(encoding))
    batches = read_batches(find_files([tmp_path]), size=100)
    with pytest.raises(UserError) as caught:
        next(batches)
    assert (caught.value.code, caught.value.message) == ("not-utf8", said.format(tmp_path))


def test_records_have_their_text_under_one_of_three_keys(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = ['{"text": "甲\\n乙"}', "", '{"content": "丙", "id": 3}', '{"qid": "x", "context": "丁"}']
    path.write_bytes("\r\n".join(lines).encode())
    assert all_pieces(path) == [TextPiece("甲\n乙", 1, 0, 0), TextPiece("丙", 3, 0, 24), TextPiece("丁", 4, 0, 53)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'["a"]', "found list; expected an object"),
        (b'{"title": "a"}', "no text under any of text, content, context"),
        (b'{"text": 7}', "no text under any of text, content, context"),
    ],
)
def test_records_without_text_are_named(tmp_path: Path, line: bytes, found: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "a"}\n' + line + b"\n")
    assert all_pieces(path)[1:] == [Trouble("bad-record", 2, 14, found)]


def test_broken_json_and_broken_bytes_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes('{"text": "门"}\n{"text": \n{"text": "'.encode() + b'\xff"}\n')
    codes = [piece.code for piece in all_pieces(path) if isinstance(piece, Trouble)]
    assert codes == ["bad-record", "bad-bytes"]


def test_records_in_gb18030(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes('{"text": "门外"}\n'.encode("gb18030") * 2 + b'{"text": "\xff"}\n')
    assert texts(path) == ["门外", "门外"]


def test_a_folder_is_read_in_order_with_its_genres(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/deep/1.txt", "a/1.jsonl.gz", "top.txt", "a/.hidden.txt", "a/notes.pdf"):
        path = tmp_path / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    found = find_files([tmp_path / "corpus"], genre="rest")
    assert [(file.name, file.genre, file.kind, file.packing) for file in found] == [
        ("corpus/a/1.jsonl.gz", "a", "records", "gz"),
        ("corpus/b/2.txt", "b", "text", "plain"),
        ("corpus/b/deep/1.txt", "b", "text", "plain"),
        ("corpus/top.txt", "rest", "text", "plain"),
    ]


def test_small_files_share_a_batch(tmp_path: Path) -> None:
    for i in range(5):
        (tmp_path / f"{i}.txt").write_bytes("门外。\n".encode() * 4)
    batches = list(read_batches(find_files([tmp_path]), size=200))
    assert [[chunk.file.rsplit("/")[-1] for chunk in batch] for batch in batches] == [
        ["0.txt", "1.txt", "2.txt"],
        ["3.txt", "4.txt"],
    ]
    assert sum(chunk.read for batch in batches for chunk in batch) == 5 * 40


@pytest.mark.parametrize(
    ("name", "code"), [("missing.txt", "no-such-file"), ("a.pdf", "unknown-format"), ("empty", "empty-folder")]
)
def test_what_cannot_be_a_corpus_is_said(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "a.pdf").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError) as problem:
        find_files([tmp_path / name])
    assert problem.value.code == code


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_bytes(b"")
    with pytest.raises(UserError, match=r"would both be called x\.txt"):
        find_files([tmp_path / "a" / "x.txt", tmp_path / "b" / "x.txt"])


def test_an_output_in_the_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="lies in the corpus"):
        keep_apart([tmp_path], [tmp_path / "out.jsonl"])
    keep_apart([tmp_path / "in"], [tmp_path / "out.jsonl"])


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("damage", ["cut", "spoilt"])
def test_damaged_packings_are_named(tmp_path: Path, ending: str, damage: str) -> None:
    path = tmp_path / f"a.txt{ending}"
    whole = packed("".join(f"第{i}行在门外。\n" for i in range(3000)).encode(), ending)
    path.write_bytes(whole[: len(whole) // 2] if damage == "cut" else b"x" + whole[1:])
    with pytest.raises(UserError) as problem:
        texts(path)
    assert problem.value.code == "bad-archive"


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a")
    (file,) = find_files([path])
    path.unlink()
    with pytest.raises(UserError) as problem:
        list(read_chunks(file))
    assert problem.value.code == "cannot-read"


def test_a_record_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pingce.corpus.reading.LONGEST_LINE", 100)
    path = tmp_path / "a.jsonl"
    path.write_bytes(orjson.dumps({"text": "门" * 100}))
    with pytest.raises(UserError, match="a line of more than 100 bytes"):
        texts(path, size=64)


def test_a_long_line_with_bad_bytes_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pingce.corpus.reading.LONGEST_LINE", 1600)
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff" + ("门外。" * 50).encode())
    chunks = [chunk for batch in read_batches(find_files([path]), size=64) for chunk in batch]
    assert max(len(chunk.data) for chunk in chunks) == 128
    assert b"".join(chunk.data for chunk in chunks) == path.read_bytes()
    assert all(isinstance(chunk, Chunk) for chunk in chunks)


def test_inside_a_benchmark_files_are_called_by_their_path_from_there(tmp_path: Path) -> None:
    inside = tmp_path / "benchmark" / "sources" / "raw" / "news" / "a.txt"
    outside = tmp_path / "elsewhere" / "b.txt"
    for path in (inside, outside):
        path.parent.mkdir(parents=True)
        path.write_text("书在桌上。\n", encoding="utf-8")
    given = [inside.parents[1], inside, outside]
    with pytest.raises(UserError):  # the same file twice
        find_files(given, root=tmp_path / "benchmark")
    named = find_files([given[0], outside], root=tmp_path / "benchmark")
    assert [(file.name, file.genre) for file in named] == [("sources/raw/news/a.txt", "news"), ("b.txt", None)]
