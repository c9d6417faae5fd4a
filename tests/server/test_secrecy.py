"""What the server tells annotators does not let them foresee what is looked at, nor tell whose work they judge."""

import re
from collections.abc import Iterator
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import select

from pingce.store.database import reading
from pingce.store.people import Role
from pingce.store.tables.annotate import Campaign, Item, Job

from .builders import Clients

TOLD_NOBODY = {"secret", "seed"}
TOLD_NO_ANNOTATOR = {"audit_rate", "audit_rate_first", "audit_first", "control_rate", "control", "ref", "item_state"}
BAD, FINE = {"rating": "bad"}, {"rating": "fine"}


def keys(value: Any) -> Iterator[str]:
    """Every key of an answer, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def me(client: TestClient) -> int:
    return int(client.get("/api/me").json()["id"])


def start(clients: Clients, controls: int, **settings: object) -> tuple[TestClient, TestClient, int]:
    """A rating campaign with controls that were brought in after the others; its builder and an annotator."""
    builder, li = clients.person("builder", Role.BUILDER), clients.person("li", Role.ANNOTATOR)
    body = {"title": "评级", "preset": "space-rating", "settings": {"order": "given", **settings}}
    campaign = builder.post("/api/campaigns", json=body).json()["id"]
    for prefix, count, more in (("q", 30, {}), ("control-", controls, {"gold": BAD})):
        texts = [{"id": f"{prefix}{i}", "texts": {"text": f"他在第{i}天走到窗边。"}, **more} for i in range(count)]
        assert builder.post(f"/api/campaigns/{campaign}/items", json={"items": texts}).status_code == 201
    members = [{"user": me(li), "roles": ["annotator"]}]
    builder.post(f"/api/campaigns/{campaign}/members", json={"members": members})
    builder.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    return builder, li, campaign


def work(client: TestClient, campaign: int, number: int) -> Iterator[Any]:
    """Everything the server says while somebody does a job."""
    job = client.post(f"/api/campaigns/{campaign}/next").json()
    where = f"/api/jobs/{job['job']}"
    yield job
    yield client.post(f"{where}/check", json={"answer": FINE}).json()
    yield client.post(f"{where}/comments", json={"text": "?"}).json()
    yield client.put(f"{where}/draft", json={"answer": BAD, "version": job["version"]}).json()
    sent = {"answer": FINE, "key": f"key-{number:08}", "version": job["version"] + 1}
    yield client.post(f"{where}/submit", json=sent).json()
    yield client.get(where).json()
    yield client.get(f"{where}/comments").json()


def test_no_answer_to_an_annotator_names_items_rates_or_draws(clients: Clients) -> None:
    _, li, campaign = start(clients, 3, control_rate=0.2, audit_rate=0.3)
    told = [answer for number in range(15) for answer in work(li, campaign, number)]
    paths = ("/api/campaigns", f"/api/campaigns/{campaign}", f"/api/campaigns/{campaign}/mine", "/api/inbox")
    told += [li.get(path).json() for path in (*paths, "/api/project")]
    found = set(keys(told))
    assert "serial" in found
    assert found & (TOLD_NOBODY | TOLD_NO_ANNOTATOR) == set()
    assert not re.search(r"control-\d", str(told))
    assert [figure["key"] for stage in told[-1]["stages"][1:3] for figure in stage["figures"]] == [
        "items",
        "answers",
        "campaigns",
        "reports",
    ]
    assert li.get("/api/presets").status_code == 403


def test_jobs_of_controls_look_like_any_other(clients: Clients) -> None:
    """Same fields, numbers in order, same states: whoever compares all they were told finds no difference."""
    _, li, campaign = start(clients, 3, control_rate=0.2, audit_rate=0.3, audit_rate_first=0.0, answers=1)
    told = [list(work(li, campaign, number)) for number in range(15)]
    shape = {(tuple(sorted(set(keys(one)))), one[0]["state"], one[4]["state"], one[5]["state"]) for one in told}
    assert len(shape) == 1
    assert [one[0]["serial"] for one in told] == list(range(1, 16))
    with reading(clients.server.engine) as db:
        controls = list(db.scalars(select(Item.control).join(Job, Job.item_id == Item.id).order_by(Job.id)))
        audits = list(db.scalars(select(Job.audit).order_by(Job.id)))
    assert (controls.count(True), audits.count("drawn")) == (3, 4), "there were some of both"


def test_builders_see_rates_and_nobody_the_secret(clients: Clients) -> None:
    builder, _, campaign = start(clients, 3)
    with reading(clients.server.engine) as db:
        secret = db.get_one(Campaign, campaign).secret
    admin = clients.person("boss", Role.ADMIN)
    for client in (builder, admin):
        view = client.get(f"/api/campaigns/{campaign}")
        assert view.json()["settings"]["control_rate"] == 0.05
        history = client.get(f"/api/campaigns/{campaign}/export", params={"format": "history"})
        assert set(keys(view.json())) & TOLD_NOBODY == set()
        assert (f'"{secret}"' in view.text + history.text, "secret" in history.text) == (False, False)
