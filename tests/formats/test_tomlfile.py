"""TOML as people save it."""

import codecs
from pathlib import Path

import pytest

from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError

TEXT = 'name = "桌上"\nnumber = 3\n'
REFUSED = {
    "utf-16": (TEXT.encode("utf-16"), "not-utf8", "file.toml:1: found byte 0xff; expected text in UTF-8."),
    "gb18030": (TEXT.encode("gb18030"), "not-utf8", "file.toml:1: found byte 0xd7; expected text in UTF-8."),
    "later": (TEXT.encode() + b"# \xff", "not-utf8", "file.toml:3: found byte 0xff; expected text in UTF-8."),
    "form": (b"name = ", "bad-toml", "file.toml is not TOML: Invalid value (at end of document)."),
    "missing": (None, "cannot-read", "Cannot read file.toml: No such file or directory."),
}


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["plain", "marked"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_marks_and_line_ends_of_windows_are_taken(mark: bytes, end: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(mark + TEXT.replace("\n", end).encode())
    assert read_toml(path) == {"name": "桌上", "number": 3}


@pytest.mark.parametrize(("content", "code", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_toml_is_told_with_its_place(
    content: bytes | None, code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("file.toml").write_bytes(content)
    with pytest.raises(UserError) as caught:
        read_toml(Path("file.toml"))
    assert (caught.value.code, caught.value.message) == (code, said)
