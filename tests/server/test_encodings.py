"""Who gets answers packed: only those who say that they can unpack them."""

import gzip
from pathlib import Path

import pytest

from pingce.server.http.encodings import takes_gzip
from pingce.server.routes import pages

from .builders import Clients


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP ; Q=0.5, br", True),
        ("deflate, x-gzip", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, *", False),
        ("*", True),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("identity", False),
        ("identity;q=0, gzip;q=0.1", True),
        ("gzip;q=0.5, identity", False),
        ("gzip;q=much", False),
        ("gzipped", False),
    ],
)
def test_a_quality_of_0_refuses(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes


def test_scripts_come_as_they_are_asked_for(clients: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = b"export const answer = 42\n" * 20
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_bytes(script)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    for accepted, encoding in (("gzip", "gzip"), ("gzip;q=0", None), ("identity", None), ("*;q=0", None)):
        with clients.anonymous().stream("GET", "/assets/a.js", headers={"Accept-Encoding": accepted}) as answer:
            sent = b"".join(answer.iter_raw())
        assert (answer.headers.get("content-encoding"), answer.headers["vary"]) == (encoding, "Accept-Encoding")
        assert (gzip.decompress(sent) if encoding else sent) == script
