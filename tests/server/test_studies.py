"""Human studies over HTTP: a sample, the campaign made of it, everybody's answers, the result, who sees none of it."""

import json
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from pingce.store.people import Role

from .builders import Clients, add_person

TASK = "space2022/task1"
TEXT = "小明把书放在桌子上。他走到窗边。"
GENRES = ("报刊", "报刊", "报刊", "文学")


def data(n: int = 40, *, genres: bool = True) -> str:
    records = [
        {
            "qid": f"1-test-{i}",
            "context": f"第{i}个：书在桌子上。",
            "judge": i % 2,
            **({"genre": GENRES[i // 2 % 4]} if genres else {}),
        }
        for i in range(n)
    ]
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def sent(client: TestClient, address: str, content: str, *, task: str = TASK, **parts: object) -> Response:
    extra = {name: (f"{name}.jsonl", parts.pop(name)) for name in ("provenance",) if name in parts}
    files = {"file": ("test.jsonl", content.encode()), **extra}
    return client.post(f"/api{address}", files=files, data={"task": task, **parts})  # type: ignore[arg-type]


def study(client: TestClient, content: str, **plan: object) -> Response:
    body = {"title": "人类测试", "kind": "test", "people": 3, "items": 8, "open": True, **plan}
    return sent(client, "/studies", content, task=str(body.pop("task", TASK)), plan=json.dumps(body))


def members(clients: Clients, *names: str) -> list[dict[str, object]]:
    return [{"user": add_person(clients.server, name, Role.ANNOTATOR), "roles": ["annotator"]} for name in names]


def answer_all(client: TestClient, campaign: int, judge: Callable[[str], object]) -> int:
    """Everything somebody is given; ``judge`` says what to answer to a text."""
    done = 0
    while (given := client.post(f"/api/campaigns/{campaign}/next")).status_code == 200:
        job = given.json()
        body = {"answer": judge(job["item"]["texts"]["text"]), "version": job["version"], "key": f"key-{job['job']:08}"}
        handed = client.post(f"/api/jobs/{job['job']}/submit", json=body)
        assert handed.status_code == 200, handed.text
        done += 1
    return done


def right(text: str) -> dict[str, object]:
    return {"judge": int(text[1 : text.index("个")]) % 2}


def always_one(_text: str) -> dict[str, object]:
    return {"judge": 1}


def test_a_preview_tells_the_sample_and_stores_nothing(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    seen = sent(builder, "/studies/preview", data(), sample=json.dumps({"items": 8})).json()
    assert (seen["items"], seen["candidates"], seen["notes"]) == (8, 40, [])
    assert [(cell["genre"], cell["label"], cell["drawn"]) for cell in seen["cells"]] == [
        ("报刊", "0", 3),
        ("报刊", "1", 3),
        ("文学", "0", 1),
        ("文学", "1", 1),
    ]
    assert builder.get("/api/campaigns").json() == []


def test_genres_may_come_from_the_file_beside_it(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    beside = "".join(
        json.dumps({"qid": f"1-test-{i}", "genre": GENRES[i // 2 % 4]}, ensure_ascii=False) + "\n" for i in range(40)
    )
    plain = data(genres=False)
    refused = sent(builder, "/studies/preview", plain, sample=json.dumps({"items": 8}))
    assert (refused.status_code, refused.json()["code"]) == (422, "no-genres")
    seen = sent(builder, "/studies/preview", plain, sample=json.dumps({"items": 8}), provenance=beside.encode())
    assert {cell["genre"] for cell in seen.json()["cells"]} == {"报刊", "文学"}


def test_a_test_runs_as_a_campaign_and_tells_who_is_left_out(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    made = study(builder, data(), items=40, people=4, members=members(clients, "li", "wu", "he", "yu"))
    assert made.status_code == 201, made.text
    campaign = made.json()["id"]
    assert made.json()["settings"]["study"] == "test"
    empty = builder.get(f"/api/campaigns/{campaign}/study").json()
    assert (empty["page"], [person["answered"] for person in empty["people"]]) == (None, [0, 0, 0, 0])
    for name in ("li", "wu", "he"):
        assert answer_all(clients.of(name), campaign, right) == 40
    assert answer_all(clients.of("yu"), campaign, always_one) == 40
    result = builder.get(f"/api/campaigns/{campaign}/study").json()
    assert [person["answered"] for person in result["people"]] == [40, 40, 40, 40]
    table, counts = result["page"]["sections"][0]["blocks"][0], result["page"]["sections"][1]["blocks"][0]["lines"]
    assert {row[0]["en"]: row[2]["en"] for row in table["rows"][:4]} == {
        "he": "1.0000",
        "li": "1.0000",
        "wu": "1.0000",
        "yu ×": "0.5000",
    }
    assert [line["zh"] for line in counts] == ["× yu 不计入：100% 的答案是同一个标签，多于 95%"]
    kept = builder.get(f"/api/campaigns/{campaign}/study", params={"rules": "space2022-report"}).json()
    assert kept["rules"] == ["pingce", "space2022-report"]
    by_hand = builder.get(f"/api/campaigns/{campaign}/study", params={"leave_out": ["li"]}).json()
    assert "× li 不计入：按要求不计入" in [line["zh"] for line in by_hand["page"]["sections"][1]["blocks"][0]["lines"]]


def test_nobody_who_is_tested_sees_an_answer(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    campaign = study(builder, data(), members=members(clients, "li")).json()["id"]
    job = clients.of("li").post(f"/api/campaigns/{campaign}/next").json()
    assert (job["answer"], job["item"]["extra"]) == (None, {})
    assert builder.get(f"/api/campaigns/{campaign}/controls").json() == []


def test_in_an_audit_the_published_answers_stand_on_the_form(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    book = [None] * 18
    book[0], book[2] = {"text": "书", "idxes": [3]}, {"text": "放", "idxes": [4]}  # type: ignore[call-overload]
    book[7] = {"text": "在桌子上", "idxes": [5, 6, 7, 8]}  # type: ignore[call-overload]
    record = {"qid": "3-test-1", "context": TEXT, "outputs": [book], "corefs": [], "non_corefs": [], "genre": "报刊"}
    content = json.dumps(record, ensure_ascii=False) + "\n"
    people = members(clients, "li", "wu")
    plan = {"kind": "audit", "people": 2, "items": 1, "members": people, "title": "复核"}
    campaign = study(builder, content, task="space2022/task3", **plan).json()["id"]
    first = clients.of("li").post(f"/api/campaigns/{campaign}/next").json()
    assert first["answer"]["outputs"] == [book]
    assert answer_all(clients.of("li"), campaign, lambda _text: first["answer"]) == 1
    shorter = [None, *book[1:]]
    shorter[0], shorter[7] = book[0], {"text": "桌子上", "idxes": [6, 7, 8]}  # type: ignore[call-overload]
    assert answer_all(clients.of("wu"), campaign, lambda _text: {**first["answer"], "outputs": [shorter]}) == 1
    page = builder.get(f"/api/campaigns/{campaign}/study").json()["page"]
    rows = {row[0]["en"]: [cell["en"] for cell in row[1:]] for row in page["sections"][0]["blocks"][0]["rows"]}
    assert rows == {
        "li": ["1", "1", "1", "0", "0", "0"],
        "wu": ["1", "0", "0", "1", "0", "0"],
        "all": ["2", "1", "1", "1", "0", "0"],
    }


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"items": 41}, 422, "too-few-items"),
        ({"people": 51}, 422, None),
        ({"people": 0}, 422, None),
        ({"members": [{"user": 999, "roles": ["annotator"]}]}, 404, "not-found"),
        ({"kind": "no"}, 422, None),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    clients: Clients, change: dict[str, object], status: int, code: str | None
) -> None:
    builder = clients.person("builder", Role.BUILDER)
    refused = study(builder, data(), **change)
    assert refused.status_code == status, refused.text
    assert code is None or refused.json()["code"] == code
    assert builder.get("/api/campaigns").json() == []


def test_results_are_for_those_who_run_the_study(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    other = clients.person("other", Role.BUILDER)
    campaign = study(builder, data(), members=members(clients, "li")).json()["id"]
    address = f"/api/campaigns/{campaign}/study"
    assert builder.get(address).status_code == 200
    assert other.get(address).status_code in (403, 404)
    assert clients.of("li").get(address).status_code == 403
    assert builder.get(address, params={"leave_out": ["nobody"]}).status_code == 404
    answer_all(clients.of("li"), campaign, right)
    assert builder.get(address, params={"rules": "/etc/passwd"}).status_code == 404
    plain = builder.post("/api/campaigns", json={"title": "评级", "preset": "space-rating"}).json()["id"]
    assert builder.get(f"/api/campaigns/{plain}/study").json()["code"] == "no-study"
