"""How much a page loads before it shows anything: a budget, so that a careless import is noticed."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pingce.server.routes.pages import STATIC
from tests.server.builders import borrowed_app, make_server, migrated_file

REFERRED = re.compile(r'(?:src|href)="/assets/([^"]+)"')
IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([^"'`]+\.js)["'`]""")
"""What a script needs before it runs; ``import()`` is for later."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    folder = tmp_path_factory.mktemp("budget")
    return TestClient(borrowed_app(make_server(migrated_file(folder), folder)))


def needed(scripts: Iterable[str]) -> set[str]:
    """Scripts with all they import, and what the page itself refers to."""
    todo, seen = [*scripts, *REFERRED.findall((STATIC / "index.html").read_text("utf-8"))], set[str]()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += IMPORTED.findall((STATIC / "assets" / name).read_text("utf-8")) if name.endswith(".js") else ()
    return seen


@pytest.mark.parametrize(
    ("page", "kilobytes", "requests"),
    [
        (None, 230, 15),
        ("LoginPage", 245, 21),
        ("HomePage", 245, 22),
        ("TryPage", 280, 34),
        ("WorkPage", 320, 42),
        ("ReviewPage", 300, 39),
        ("CampaignPage", 385, 61),
    ],
)
def test_a_page_keeps_to_its_budget(client: TestClient, page: str | None, kilobytes: int, requests: int) -> None:
    scripts = [] if page is None else [path.name for path in (STATIC / "assets").glob(f"{page}-*.js")]
    sent, names = 0, needed(scripts)
    assert page is None or scripts, "it has a script of its own"
    assert len(names) <= requests
    assert not [name for name in names if name.startswith("echarts-")], "what draws charts comes with the first chart"
    for name in names:
        with client.stream("GET", f"/assets/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            sent += len(b"".join(answer.iter_raw()))
    assert sent <= kilobytes * 1000


def test_who_understands_no_gzip_gets_the_file_itself(client: TestClient) -> None:
    path = next(Path(STATIC / "assets").glob("index-*.js"))
    plain = client.get(f"/assets/{path.name}", headers={"Accept-Encoding": "identity"})
    assert (plain.headers.get("Content-Encoding"), plain.content) == (None, path.read_bytes())
    packed = client.get(f"/assets/{path.name}", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["Content-Encoding"], packed.content) == ("gzip", path.read_bytes())
    assert {packed.headers["Vary"], plain.headers["Vary"]} == {"Accept-Encoding"}
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
