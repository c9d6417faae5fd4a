"""Annotating and reviewing over HTTP: what is taken, what is refused and changes nothing."""

import time
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pingce.store.database import reading, transaction
from pingce.store.people import Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import AnswerVersion, Event

from .builders import Clients

TEXTS = (
    "他把钥匙放在桌子上，然后走出了房间。",
    "小猫从沙发底下钻出来，跳到窗台上面晒太阳。",
    "我们沿着河往北走，到了桥边。",
)


@dataclass
class Site:
    """A campaign of attribution with a builder, two annotators and a reviewer."""

    clients: Clients
    builder: TestClient
    li: TestClient
    wang: TestClient
    reviewer: TestClient
    campaign: int

    def next(self, client: TestClient) -> Any:
        answer = client.post(f"/api/campaigns/{self.campaign}/next")
        return answer.json() if answer.status_code == 200 else None

    def item_of(self, job: Any) -> int:
        """Which item it is, which its annotator is not told."""
        with reading(self.clients.server.engine) as db:
            return db.get_one(Job, job["job"]).item_id

    def submit(
        self, client: TestClient, job: Any, answer: object, key: str = "key-00000001", version: int | None = None
    ) -> Any:
        version = job["version"] if version is None else version
        return client.post(f"/api/jobs/{job['job']}/submit", json={"answer": answer, "key": key, "version": version})

    def state(self) -> tuple[object, ...]:
        """Everything that may not change when something is refused."""
        with reading(self.clients.server.engine) as db:
            return (
                db.query(AnswerVersion).count(),
                db.query(Event).count(),
                [(i.state, i.answers, i.claims) for i in db.query(Item).order_by(Item.id)],
                [(j.state, j.version) for j in db.query(Job).order_by(Job.id)],
            )


def make_site(clients: Clients, preset: str = "space-attribution", **settings: object) -> Site:
    builder = clients.person("builder", Role.BUILDER)
    people = {
        name: clients.person(name, role)
        for name, role in (("li", Role.ANNOTATOR), ("wang", Role.ANNOTATOR), ("zhao", Role.REVIEWER))
    }
    quiet = {"audit_rate": 0.0, "audit_rate_first": 0.0}
    body = {"title": "试标", "preset": preset, "settings": quiet | settings}
    made = builder.post("/api/campaigns", json=body)
    assert made.status_code == 201, made.text
    campaign = made.json()["id"]
    items = [{"id": f"q{i}", "texts": {"text": text}} for i, text in enumerate(TEXTS)]
    assert builder.post(f"/api/campaigns/{campaign}/items", json={"items": items}).json()["added"] == 3
    members = [
        {"user": client.get("/api/me").json()["id"], "roles": client.get("/api/me").json()["roles"]}
        for client in people.values()
    ]
    builder.post(f"/api/campaigns/{campaign}/members", json={"members": members})
    builder.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    return Site(clients, builder, people["li"], people["wang"], people["zhao"], campaign)


@pytest.fixture
def site(clients: Clients) -> Site:
    return make_site(clients)


def span(role: str, text: str, at: int) -> dict[str, object]:
    return {"role": role, "text": text, "idxes": list(range(at, at + len(text)))}


def reason(*spans: dict[str, object], kind: str = "A") -> dict[str, object]:
    return {"outcome": "anomaly", "reasons": [{"fragments": list(spans), "type": kind}]}


FINE = {"outcome": "fine"}


def test_an_answer_is_taken_and_its_history_can_be_read(site: Site) -> None:
    job = site.next(site.li)
    assert (job["state"], job["version"], job["position"], job["total"]) == ("claimed", 0, 1, 3)
    receipt = site.submit(site.li, job, FINE)
    assert receipt.status_code == 200
    assert receipt.json()["state"] == "submitted"
    item = site.builder.get(f"/api/items/{site.item_of(job)}").json()
    assert [(one["by"], one["answer"]) for one in item["answers"]] == [("li", FINE)]
    assert [event["step"] for event in item["history"]] == ["claimed", "submit"]


def wrong_answers(text: str) -> dict[str, tuple[object, str]]:
    n = len(text)
    return {
        "beyond the text": (reason({"role": "S1", "text": "桌子", "idxes": [n, n + 1]}), "idx-out-of-range"),
        "negative": (reason({"role": "S1", "text": text[-1], "idxes": [-1]}), "idx-out-of-range"),
        "other characters": (reason({"role": "S1", "text": "火车", "idxes": [0, 1]}), "text-mismatch"),
        "unknown role": (reason(span("Z9", text[:2], 0)), "unknown-role"),
        "unknown label": ({"outcome": "perhaps"}, "unknown-label"),
        "unknown key": (FINE | {"extra": 1}, "unknown-key"),
        "not an answer": ({}, "missing-key"),
        "wrong type": ({"outcome": "anomaly", "reasons": "none"}, "wrong-type"),
    }


@pytest.mark.parametrize("case", list(wrong_answers(TEXTS[0])))
def test_what_does_not_fit_the_text_or_the_task_is_refused_and_changes_nothing(site: Site, case: str) -> None:
    job = site.next(site.li)
    answer, rule = wrong_answers(job["item"]["texts"]["text"])[case]
    before = site.state()
    refused = site.submit(site.li, job, answer)
    assert (refused.status_code, refused.json()["code"]) == (422, "answer-refused")
    assert rule in [hit["rule"] for hit in refused.json()["hits"] if hit["level"] == "block"]
    assert site.state() == before
    checked = site.li.post(f"/api/jobs/{job['job']}/check", json={"answer": answer})
    assert checked.json() == {"hits": refused.json()["hits"], "blocks": True}


def test_an_unknown_gloss_is_refused(clients: Clients) -> None:
    builder, li = clients.person("builder", Role.BUILDER), clients.person("li", Role.ANNOTATOR)
    campaign = builder.post("/api/campaigns", json={"title": "词义", "preset": "wsd"}).json()["id"]
    glosses = [{"id": "1", "text": "用布包起来的衣物"}, {"id": "2", "text": "思想上的负担"}]
    item = {
        "id": "1",
        "texts": {"sentence": "他背着包袱走了。", "word": "包袱"},
        "extra": {"glosses": glosses},
        "group": "包袱",
    }
    builder.post(f"/api/campaigns/{campaign}/items", json={"items": [item]})
    member = {"user": li.get("/api/me").json()["id"], "roles": ["annotator"]}
    builder.post(f"/api/campaigns/{campaign}/members", json={"members": [member]})
    builder.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    site = Site(clients, builder, li, li, li, campaign)
    job = site.next(li)
    before = site.state()
    refused = site.submit(li, job, {"senses": ["一种点心"]})
    assert (refused.status_code, [hit["rule"] for hit in refused.json()["hits"]]) == (422, ["unknown-gloss"])
    assert site.state() == before
    assert site.submit(li, job, {"senses": ["思想上的负担"]}).status_code == 200


def test_another_persons_job_is_forbidden_in_every_way(site: Site) -> None:
    job = site.next(site.li)
    before = site.state()
    path = f"/api/jobs/{job['job']}"
    tries = [
        site.wang.get(path),
        site.wang.put(f"{path}/draft", json={"answer": FINE, "version": 0}),
        site.submit(site.wang, job, FINE),
        site.wang.post(f"{path}/heartbeat"),
        site.wang.post(f"{path}/skip", json={"reason": "mine"}),
        site.wang.post(f"{path}/take"),
        site.wang.post(f"{path}/learned", json={"key": "key-00000001", "version": 0}),
        site.wang.post(f"{path}/appeal", json={"reason": "no", "key": "key-00000001", "version": 0}),
    ]
    assert [(one.status_code, one.json()["code"]) for one in tries] == [(403, "not-your-job")] * len(tries)
    assert site.state() == before


def test_the_same_submission_again_is_the_same_receipt_once(site: Site) -> None:
    job = site.next(site.li)
    first = site.submit(site.li, job, FINE)
    after = site.state()
    again = site.submit(site.li, job, FINE)
    assert (again.status_code, again.json()) == (200, first.json())
    assert site.state() == after


def test_a_key_used_for_something_else_is_a_conflict(site: Site) -> None:
    job = site.next(site.li)
    site.submit(site.li, job, FINE)
    after = site.state()
    other = site.submit(site.li, job, FINE | {"comment": "另一个答案"})
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")
    assert site.state() == after


def test_a_stale_version_is_a_conflict_and_the_newer_draft_stays(site: Site) -> None:
    job = site.next(site.li)
    draft = site.li.put(f"/api/jobs/{job['job']}/draft", json={"answer": FINE | {"comment": "新"}, "version": 0})
    assert draft.json()["version"] == 1
    before = site.state()
    draft = site.li.put(f"/api/jobs/{job['job']}/draft", json={"answer": FINE, "version": 0})
    for stale in (draft, site.submit(site.li, job, FINE, version=0)):
        assert (stale.status_code, stale.json()["code"]) == (409, "stale-version")
    assert site.state() == before
    assert site.li.get(f"/api/jobs/{job['job']}").json()["answer"] == FINE | {"comment": "新"}


def test_a_lease_that_ran_out_and_was_taken_over_is_a_conflict(clients: Clients) -> None:
    site = make_site(clients, answers=1)
    for _ in range(2):
        job = site.next(site.li)
        site.submit(site.li, job, FINE, key=f"key-{job['job']:08}")
    job = site.next(site.li)
    with transaction(clients.server.engine) as db:
        db.query(Job).filter(Job.id == job["job"]).update({"lease_until": time.time() - 1})
    taken_over = site.next(site.wang)
    assert site.item_of(taken_over) == site.item_of(job)
    before = site.state()
    late = site.submit(site.li, job, FINE, key="key-late-0001")
    assert (late.status_code, late.json()["code"]) == (409, "lease-expired")
    assert site.li.post(f"/api/jobs/{job['job']}/heartbeat").json()["code"] == "lease-expired"
    assert site.state() == before
    assert site.submit(site.wang, taken_over, FINE).status_code == 200


def test_a_heartbeat_makes_the_lease_longer(site: Site) -> None:
    job = site.next(site.li)
    with transaction(site.clients.server.engine) as db:
        db.query(Job).filter(Job.id == job["job"]).update({"lease_until": time.time() + 5})
    assert site.li.post(f"/api/jobs/{job['job']}/heartbeat").json()["seconds_left"] == 1800


def test_people_outside_a_campaign_do_not_learn_that_it_exists(site: Site) -> None:
    stranger = site.clients.person("stranger", Role.ANNOTATOR, Role.BUILDER, Role.REVIEWER)
    item = site.item_of(site.next(site.li))
    paths = [
        f"/api/campaigns/{site.campaign}{end}" for end in ("", "/items", "/export", "/figures", "/mine", "/members")
    ]
    answers = [stranger.get(path) for path in (*paths, f"/api/items/{item}")]
    assert [one.status_code for one in answers] == [404] * len(answers)
    assert stranger.get("/api/campaigns").json() == []


def test_nothing_left_says_why(site: Site) -> None:
    for i in range(3):
        site.submit(site.li, site.next(site.li), FINE, key=f"key-{i:08}")
    empty = site.li.post(f"/api/campaigns/{site.campaign}/next")
    assert (empty.status_code, empty.headers["x-waiting"]) == (204, "done")
    waiting = site.li.get(f"/api/campaigns/{site.campaign}/waiting").json()
    assert (waiting["code"], waiting["message"]["en"]) == ("done", "There is nothing left for you to annotate.")


def differing_item(site: Site) -> Any:
    first = site.next(site.li)
    site.submit(site.li, first, FINE)
    while site.item_of(other := site.next(site.wang)) != site.item_of(first):
        site.submit(site.wang, other, FINE, key=f"key-{other['job']:08}")
    site.submit(site.wang, other, {"outcome": "unusable"}, key="key-other-001")
    return first


def test_differing_answers_are_reviewed_blind_and_decided_once(site: Site) -> None:
    first = differing_item(site)
    review = site.reviewer.post(f"/api/campaigns/{site.campaign}/reviews/next").json()
    assert (review["kind"], review["item"]["id"]) == ("review", site.item_of(first))
    assert {one["by"] for one in review["answers"]} == {"—"}
    assert site.reviewer.get(f"/api/reviews/{review['review']}").json()["version"] == review["version"]
    assert site.reviewer.post(f"/api/reviews/{review['review']}/heartbeat").json()["seconds_left"] == 1800
    body = {"accept": review["answers"][0]["job"], "reason_code": "label", "key": "key-00000001"}
    path = f"/api/reviews/{review['review']}/decide"
    stale = site.reviewer.post(path, json=body | {"version": review["version"] + 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-version")
    both = site.reviewer.post(path, json=body | {"version": review["version"], "answer": FINE})
    assert (both.status_code, both.json()["code"]) == (422, "bad-decision")
    decided = site.reviewer.post(path, json=body | {"version": review["version"]})
    assert (decided.status_code, decided.json()["item_state"]) == (200, "decided")
    assert site.reviewer.post(path, json=body | {"version": review["version"]}).json() == decided.json()


def test_a_reviewer_may_pass_an_item_on_and_does_not_get_it_again(site: Site) -> None:
    differing_item(site)
    review = site.reviewer.post(f"/api/campaigns/{site.campaign}/reviews/next").json()
    assert site.reviewer.post(f"/api/reviews/{review['review']}/pass", json={"reason": "拿不准"}).status_code == 200
    assert site.reviewer.post(f"/api/campaigns/{site.campaign}/reviews/next").status_code == 204
    assert site.reviewer.post(f"/api/campaigns/{site.campaign}/appeals/next").status_code == 204


def test_skipping_gives_the_item_to_somebody_else_and_it_can_be_taken_up_again(site: Site) -> None:
    job = site.next(site.li)
    skipped = site.li.post(f"/api/jobs/{job['job']}/skip", json={"reason": "看不懂"})
    assert skipped.json()["state"] == "skipped"
    assert site.item_of(site.next(site.li)) != site.item_of(job)
    assert site.li.post(f"/api/jobs/{job['job']}/take").json()["state"] == "claimed"
    mine = site.li.get(f"/api/campaigns/{site.campaign}/mine").json()
    assert [one["job"] for one in mine["rows"]] == [job["job"] + 1, job["job"]]


def test_a_rejected_answer_is_in_the_inbox_until_it_is_corrected(clients: Clients) -> None:
    site = make_site(clients, answers=1, audit_rate=1.0)
    job = site.next(site.li)
    site.submit(site.li, job, FINE)
    audit = site.reviewer.post(f"/api/campaigns/{site.campaign}/reviews/next").json()
    assert (audit["kind"], audit["job"]) == ("audit", job["job"])
    body = {"reason_code": "label", "reason": "明显有异常", "key": "key-00000001", "version": audit["version"]}
    assert site.reviewer.post(f"/api/reviews/{audit['review']}/decide", json=body).status_code == 200
    [entry] = site.li.get("/api/inbox").json()
    assert (entry["job"], entry["state"], entry["reason"]) == (job["job"], "rejected", "明显有异常")
    again = site.li.get(f"/api/jobs/{job['job']}").json()
    assert again["feedback"]["reason"] == "明显有异常"
    mended = site.submit(site.li, again, {"outcome": "unusable"}, key="key-00000002")
    assert mended.json()["state"] == "done"
    assert site.li.get("/api/inbox").json() == []


def test_a_returned_item_is_learned_from_or_appealed(clients: Clients) -> None:
    site = make_site(clients, return_to="all", appeals=True)
    first = differing_item(site)
    review = site.reviewer.post(f"/api/campaigns/{site.campaign}/reviews/next").json()
    body = {"accept": first["job"], "reason_code": "label", "reason": "", "key": "key-00000001"}
    site.reviewer.post(f"/api/reviews/{review['review']}/decide", json=body | {"version": review["version"]})
    [mine], [other] = site.li.get("/api/inbox").json(), site.wang.get("/api/inbox").json()
    assert [(one["state"], one["reason_code"]) for one in (mine, other)] == [
        ("adopted", "right"),
        ("returned", "label"),
    ]
    learned = {"key": "key-learned-1", "version": site.li.get(f"/api/jobs/{mine['job']}").json()["version"]}
    assert site.li.post(f"/api/jobs/{mine['job']}/learned", json=learned).json()["code"] == "wrong-state"
    objection = {"reason": "原文如此", "key": "key-appeal-01"}
    version = site.wang.get(f"/api/jobs/{other['job']}").json()["version"]
    appealed = site.wang.post(f"/api/jobs/{other['job']}/appeal", json=objection | {"version": version})
    assert appealed.json()["state"] == "appealed"
    assert site.reviewer.post(f"/api/campaigns/{site.campaign}/appeals/next").status_code == 204  # decided it before
    second = clients.person("qian", Role.REVIEWER)
    member = {"user": second.get("/api/me").json()["id"], "roles": ["reviewer"]}
    site.builder.post(f"/api/campaigns/{site.campaign}/members", json={"members": [member]})
    appeal = second.post(f"/api/campaigns/{site.campaign}/appeals/next").json()
    assert [one["appeal"] for one in appeal["answers"]] == [None, "原文如此"]
    verdict = {"uphold": True, "reason": "有理", "key": "key-verdict-1", "version": appeal["version"]}
    decided = second.post(f"/api/appeals/{appeal['review']}/decide", json=verdict)
    assert decided.json()["item_state"] == "decided"
    final = site.builder.get(f"/api/items/{site.item_of(first)}").json()
    assert final["final"] == {"outcome": "unusable"}
    assert site.builder.get(f"/api/campaigns/{site.campaign}/figures").json()["upheld"] == {
        "part": 1,
        "whole": 1,
        "share": 1.0,
    }
