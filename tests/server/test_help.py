"""What every page asks first, and the documentation at /help: there, not there, and nothing beside it."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from pingce.server.routes import documentation
from pingce.store.people import Role

from .builders import Clients

PAGE = b"<html><script>here = 1</script><script src=x.js></script><p>\xe5\xb8\xae\xe5\x8a\xa9</p></html>"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "help").mkdir()
    (tmp_path / "help" / "index.html").write_bytes(PAGE)
    (tmp_path / "secret.txt").write_text("no", encoding="utf-8")
    monkeypatch.setattr(documentation, "HELP", tmp_path / "help")
    return tmp_path / "help"


def test_a_visitor_and_a_person_are_both_told_what_this_is(clients: Clients) -> None:
    answer = clients.anonymous().get("/api/about")
    assert (answer.status_code, answer.json()["me"], answer.json()["demo"]) == (200, None, False)
    person = clients.person("li", Role.ANNOTATOR)
    assert person.get("/api/about").json()["me"] == person.get("/api/me").json()


def test_help_is_the_built_site_and_nothing_beside_it(clients: Clients, built: Path) -> None:
    visitor = clients.anonymous()
    assert visitor.get("/api/about").json()["help"] is True
    page = visitor.get("/help/index.html")
    assert page.content == PAGE
    digest = b64encode(sha256(b"here = 1").digest()).decode()
    policy = page.headers["content-security-policy"]
    assert re.search(r"script-src 'self' ('sha256-[^']+');", policy).group(1) == f"'sha256-{digest}'"  # type: ignore[union-attr] # fails
    assert visitor.get("/help", follow_redirects=False).headers["location"] == "/help/index.html"
    for path in ("../secret.txt", "%2e%2e/secret.txt", "nothing.html", "x" * 5000):
        assert visitor.get(f"/help/{path}").content != b"no"
    assert visitor.get("/help/nothing.html").status_code == 404


def test_an_installation_without_the_site_says_so(
    clients: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "HELP", tmp_path / "none")
    page = clients.anonymous().get("/help")
    assert "make docs" in page.text
    assert clients.anonymous().get("/api/about").json()["help"] is False
