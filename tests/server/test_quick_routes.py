"""The short way answers what the long way answers."""

from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient

from pingce.server import quick_routes
from pingce.server.request_context import CSRF_HEADER
from pingce.store.people import Role

from .builders import Clients
from .test_work import FINE, Site, make_site

JSON = {"Content-Type": "application/json"}
FIT = {"answer": FINE, "key": "key-00000001", "version": 0}


@pytest.fixture
def site(clients: Clients) -> Site:
    return make_site(clients)


def both(client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str, **sent: Any) -> Any:
    """Status, body and content type, which are the same on both ways; for what changes nothing."""
    told = []
    for routes in (quick_routes.ROUTES, ()):
        with monkeypatch.context() as patch:
            patch.setattr(quick_routes, "ROUTES", routes)
            answer = client.post(path, **sent)
        body = answer.json() if answer.content else {}
        body.pop("request", None)
        for key in ("lease_until", "seconds_left"):
            body.pop(key, None)
        told.append((answer.status_code, body, answer.headers.get("content-type"), answer.headers.get("x-waiting")))
    assert told[0] == told[1]
    return told[0]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"content": b"{", "headers": JSON}, 400, "bad-body"),
        ({"content": b'{"answer": NaN}', "headers": JSON}, 400, "bad-body"),
        ({"json": FIT | {"more": 1}}, 422, "bad-request"),
        ({"json": FIT | {"key": "short"}}, 422, "bad-request"),
        ({"json": FIT | {"version": 7}}, 409, "stale-version"),
        ({"json": FIT | {"answer": {"outcome": "perhaps"}}}, 422, "answer-refused"),
        ({"json": FIT, "headers": {CSRF_HEADER: "wrong"}}, 403, "csrf"),
        ({"content": orjson.dumps(FIT), "headers": {"Content-Type": "text/plain"}}, 422, "bad-request"),
        ({"content": b""}, 422, "bad-request"),
    ],
)
def test_what_is_refused_is_refused_alike(
    site: Site, monkeypatch: pytest.MonkeyPatch, sent: dict[str, Any], status: int, code: str
) -> None:
    job = site.next(site.li)
    before = site.state()
    answered, body, *_ = both(site.li, monkeypatch, f"/api/jobs/{job['job']}/submit", **sent)
    assert (answered, body["code"]) == (status, code)
    assert site.state() == before


def test_nobody_gets_past_the_door(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    nexts = f"/api/campaigns/{site.campaign}/next"
    stranger = site.clients.person("stranger", Role.ANNOTATOR)
    assert both(site.clients.anonymous(), monkeypatch, nexts)[0] == 401
    assert both(site.reviewer, monkeypatch, nexts)[0] == 403
    assert both(stranger, monkeypatch, nexts)[0] == 404
    for number in ("0", "x", "99999999999", str(2**31)):
        assert both(site.li, monkeypatch, f"/api/campaigns/{number}/next")[0] in (404, 422)


def test_jobs_and_receipts_look_alike(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    status, job, kind, _ = both(site.li, monkeypatch, f"/api/campaigns/{site.campaign}/next")
    assert (status, kind) == (200, "application/json")
    assert "id" not in job["item"]
    status, receipt, *_ = both(site.li, monkeypatch, f"/api/jobs/{job['job']}/submit", json=FIT)
    assert (status, receipt["state"], "item_state" in receipt) == (200, "submitted", False)
    for number in range(2):
        site.submit(site.li, site.next(site.li), FINE, key=f"key-more-{number}")
    assert both(site.li, monkeypatch, f"/api/campaigns/{site.campaign}/next") == (204, {}, None, "done")


def test_the_metrics_know_them_by_their_route(site: Site) -> None:
    site.next(site.li)
    admin = site.clients.person("root", Role.ADMIN)
    text = admin.get("/metrics").text
    assert 'pingce_requests_total{method="POST",route="/api/campaigns/{campaign}/next",status="200"} 1.0' in text
    assert 'pingce_jobs_total{event="claimed"} 1.0' in text
