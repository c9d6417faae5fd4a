"""Files of items over HTTP: previews store nothing, a campaign comes with everything or not at all."""

import json

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from pingce.store.people import Role

from .builders import Clients, add_person

GOOD = "编号,句子\n1,椅子在树下。\n2,猫在屋里。\n"
BAD = "编号,句子\n1,椅子在树下。\n2,\n"


def sent(client: TestClient, address: str, content: str, **parts: object) -> Response:
    return client.post(f"/api{address}", files={"file": ("句子.csv", content.encode())}, data=parts)


def plan(**more: object) -> str:
    return json.dumps({"title": "自己的句子", "preset": "space-rating", **more})


def test_a_preview_stores_nothing(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    seen = sent(builder, "/imports/preview", BAD, form="space-rating").json()
    assert [problem["where"] for problem in seen["problems"]] == ["句子.csv:3"]
    assert builder.get("/api/campaigns").json() == []


def test_a_campaign_comes_with_items_people_and_status(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    person = add_person(clients.server, "li", Role.ANNOTATOR)
    body = plan(open=True, members=[{"user": person, "roles": ["annotator"]}])
    made = sent(builder, "/imports/campaigns", GOOD, plan=body)
    assert (made.status_code, made.json()["status"], made.json()["items"]) == (201, "open", 2)
    taken = clients.of("li").post(f"/api/campaigns/{made.json()['id']}/next")
    assert taken.status_code == 200


@pytest.mark.parametrize(
    ("content", "more", "status"),
    [
        (BAD, {}, 422),
        (GOOD, {"members": [{"user": 9999, "roles": ["annotator"]}]}, 404),
        (GOOD, {"settings": {"answers": 99}}, 422),
        (GOOD, {"strange": 1}, 422),
    ],
)
def test_whatever_is_refused_leaves_no_campaign(
    clients: Clients, content: str, more: dict[str, object], status: int
) -> None:
    builder = clients.person("builder", Role.BUILDER)
    assert sent(builder, "/imports/campaigns", content, plan=plan(**more)).status_code == status
    assert builder.get("/api/campaigns").json() == []


def test_columns_are_taken_as_said_and_strange_ones_refused(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    swapped = json.dumps({"id": "句子", "texts": {"text": "编号"}})
    seen = sent(builder, "/imports/preview", GOOD, form="space-rating", columns=swapped).json()
    assert seen["items"][0] == {"line": 2, "id": "椅子在树下。", "texts": {"text": "1"}, "group": ""}
    strange = json.dumps({"id": "", "texts": {"text": "没有"}})
    seen = sent(builder, "/imports/preview", GOOD, form="space-rating", columns=strange).json()
    assert [problem["message"]["zh"] for problem in seen["problems"]] == ["没有“没有”这一列"]
    assert sent(builder, "/imports/preview", GOOD, form="space-rating", columns="[").status_code == 400


@pytest.mark.parametrize("kind", ["csv", "txt", "jsonl", "xlsx"])
def test_samples_can_be_sent_back(clients: Clients, kind: str) -> None:
    builder = clients.person("builder", Role.BUILDER)
    sample = builder.get(f"/api/imports/samples/{kind}?form=space-rating")
    files = {"file": (f"sample.{kind}", sample.content)}
    seen = builder.post("/api/imports/preview", files=files, data={"form": "space-rating"}).json()
    assert (seen["total"], seen["problems"]) == (3, [])
