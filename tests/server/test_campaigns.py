"""Builders' work over HTTP: campaigns, files, controls, relations, exports, figures."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from pingce.store.people import Role

from .builders import Clients
from .test_work import FINE, TEXTS, Site, make_site

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def site(clients: Clients) -> Site:
    return make_site(clients)


def test_presets_name_their_form_and_settings(clients: Clients) -> None:
    presets = {one["name"]: one for one in clients.person("lin", Role.BUILDER).get("/api/presets").json()}
    assert set(presets) == {
        "space-rating",
        "space-attribution",
        "space-step",
        "space-anomaly",
        "space-scene",
        "wsd",
        "wsd-phase1",
        "wsd-phase2",
        "explanation-rating",
        "clean-passages",
        "clean-sentences",
        "word-vote",
    }
    assert (presets["wsd"]["task"], presets["wsd"]["settings"]["gate"]) == ("wsd/senses", 0.3)


def test_a_campaign_shows_its_form_rules_counts_and_reasons(site: Site) -> None:
    view = site.li.get(f"/api/campaigns/{site.campaign}").json()
    assert (view["form"], view["task"], view["roles"], view["items"]) == (
        "space-attribution",
        "space2022/task2",
        ["annotator"],
        3,
    )
    assert [field["widget"] for field in view["form_description"]["fields"]] == ["choice", "typed-spans", "text"]
    assert site.reviewer.get(f"/api/campaigns/{site.campaign}").json()["counts"] == {"open": 3}
    assert "label" in [reason["code"] for reason in view["reasons"]]
    assert all(rule["message"]["zh"] and rule["level"] == rule["default"] for rule in view["rules"])


def test_levels_of_rules_and_settings_change_and_wrong_ones_are_refused(site: Site) -> None:
    path = f"/api/campaigns/{site.campaign}"
    rule = site.builder.get(path).json()["rules"][0]["name"]
    changed = site.builder.patch(path, json={"rules": {rule: "off"}, "settings": {"lease_minutes": 5}}).json()
    assert next(one["level"] for one in changed["rules"] if one["name"] == rule) == "off"
    assert changed["settings"]["lease_minutes"] == 5
    for body, code in (
        ({"settings": {"answers": 3}}, "setting-fixed"),
        ({"settings": {"nonsense": 1}}, "bad-settings"),
        ({"rules": {"no-such-rule": "off"}}, "bad-rule-levels"),
    ):
        answer = site.builder.patch(path, json=body)
        assert (answer.json()["code"], answer.status_code in (409, 422)) == (code, True)


def test_a_campaign_tells_which_settings_cannot_change_and_names_them(site: Site) -> None:
    path = f"/api/campaigns/{site.campaign}"
    frozen = site.builder.get(path).json()["frozen"]
    assert frozen == [
        "answers",
        "second_share",
        "second_genres",
        "alone_levels",
        "fixed_annotators",
        "finish_group",
        "gate",
        "order",
        "study",
    ]
    refused = site.builder.patch(path, json={"settings": {"answers": 3}}).json()
    assert refused["message"]["zh"] == "已有题目，不能再改：每题人数。"
    empty = site.builder.post("/api/campaigns", json={"title": "空的", "preset": "wsd"}).json()
    assert empty["frozen"] == []


def test_annotators_neither_change_a_campaign_nor_see_others_answers(site: Site) -> None:
    job = site.next(site.li)
    path = f"/api/campaigns/{site.campaign}"
    assert site.li.patch(path, json={"status": "closed"}).status_code == 403
    assert site.wang.get(f"/api/items/{site.item_of(job)}").status_code == 403
    assert site.reviewer.get(f"{path}/export").status_code == 403


def test_a_group_joins_with_the_roles_its_people_have(site: Site) -> None:
    admin = site.clients.person("root", Role.ADMIN)
    for name, roles in (("a", ["annotator"]), ("b", ["annotator", "reviewer"]), ("c", ["team"])):
        admin.post("/api/people", json={"name": name, "roles": roles, "groups": ["一组"]})
    answer = site.builder.post(f"/api/campaigns/{site.campaign}/members", json={"group": "一组"})
    found = {one["name"]: one["roles"] for one in answer.json()}
    assert (found["a"], found["b"], "c" in found) == (["annotator"], ["annotator", "reviewer"], False)
    wrong = {"user": site.li.get("/api/me").json()["id"], "roles": ["reviewer"]}
    refused = site.builder.post(f"/api/campaigns/{site.campaign}/members", json={"members": [wrong]})
    assert (refused.status_code, refused.json()["code"]) == (422, "role-missing")
    assert refused.json()["message"]["zh"].endswith("没有角色 审核员。")
    unknown = site.builder.post(f"/api/campaigns/{site.campaign}/members", json={"group": "二组"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")
    assert "group '二组'" in unknown.json()["message"]["en"]
    assert site.builder.get(f"/api/campaigns/{site.campaign}/members").json() == answer.json()


def upload(site: Site, name: str, data: bytes, **form: str) -> Any:
    files = {"file": (name, data)}
    return site.builder.post(f"/api/campaigns/{site.campaign}/items/file", files=files, data=form)


def test_a_file_of_items_is_taken_whole_or_refused_with_its_lines(site: Site) -> None:
    data = (EXAMPLES / "space2022/task2_dev_input.jsonl").read_bytes()
    assert upload(site, "task2.jsonl", data).json() == {"added": 10, "already": 0, "total": 13}
    assert upload(site, "task2.jsonl", data).json() == {"added": 0, "already": 10, "total": 13}
    assert upload(site, "长" * 120 + ".jsonl", data).json()["already"] == 10
    nul = upload(site, "nul.jsonl", b'{"qid": "x\\u0000", "context": "\xe5\x9c\xa8"}\n')
    assert (nul.status_code, "NUL" in nul.json()["problems"][0]["message"]["en"]) == (422, True)
    broken = upload(site, "broken.jsonl", b'{"qid": "x1", "context": "\xe5\x9c\xa8"}\n{"qid": 7}\nnonsense\n')
    assert (broken.status_code, broken.json()["code"]) == (422, "bad-file")
    assert [one["where"].rpartition(":")[2] for one in broken.json()["problems"]] == ["2", "3"]
    changed = upload(site, "changed.jsonl", '{"qid": "q0", "context": "另一段文本"}'.encode())
    assert (changed.status_code, changed.json()["code"]) == (422, "bad-items")
    said = {"zh": "题号已有，但文本不同", "en": "the id is there already with another text"}
    assert changed.json()["problems"] == [{"where": "q0", "message": said}]
    assert site.builder.get(f"/api/campaigns/{site.campaign}").json()["items"] == 13


def test_control_items_come_from_a_file_with_answers_or_one_by_one(site: Site) -> None:
    data = (EXAMPLES / "space2022/task2_dev.jsonl").read_bytes()
    assert upload(site, "gold.jsonl", data, control="true").json()["added"] == 10
    path = f"/api/campaigns/{site.campaign}/controls"
    assert len(site.builder.get(path).json()) == 10
    page = site.builder.get(f"/api/campaigns/{site.campaign}/items", params={"control": "false"}).json()
    item = page["rows"][0]["id"]
    body = {"controls": [{"item": item, "gold": FINE}]}
    assert [one["gold"] for one in site.builder.post(path, json=body).json() if one["item"] == item] == [FINE]
    assert len(site.builder.post(path, json={"controls": [{"item": item, "gold": None}]}).json()) == 10
    refused = site.builder.post(path, json={"controls": [{"item": item, "gold": {"outcome": "perhaps"}}]})
    assert (refused.status_code, refused.json()["code"]) == (422, "answer-refused")


def test_glosses_that_may_overlap_are_listed_for_the_expert(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    campaign = builder.post("/api/campaigns", json={"title": "词义", "preset": "wsd"}).json()["id"]
    inventory = json.loads((EXAMPLES / "wsd/inventory.json").read_bytes())
    inventory["包袱"].append("用布裹成的一包衣物等;")  # as another dictionary writes it
    files = {
        "file": ("val.data.txt", (EXAMPLES / "wsd/val.data.txt").read_bytes()),
        "inventory": ("inventory.json", json.dumps(inventory).encode()),
    }
    added = builder.post(f"/api/campaigns/{campaign}/items/file", files=files, data={"group_by": "word"})
    assert added.status_code == 201, added.text
    path = f"/api/campaigns/{campaign}/glosses/overlaps"
    assert builder.get(path).json()[0] == {
        "word": "包袱",
        "first": "用布裹成的一包衣物等",
        "second": "用布裹成的一包衣物等;",
        "similarity": 95.24,
        "contained": True,
    }
    assert [pair["word"] for pair in builder.get(path, params={"threshold": 90}).json()] == ["包袱"]
    assert builder.get(path, params={"threshold": 101}).status_code == 422
    assert clients.person("other", Role.REVIEWER).get(path).status_code == 404


def test_senses_need_glosses_and_their_relations_reach_the_rules(clients: Clients) -> None:
    builder, li = clients.person("builder", Role.BUILDER), clients.person("li", Role.ANNOTATOR)
    campaign = builder.post("/api/campaigns", json={"title": "词义", "preset": "wsd"}).json()["id"]
    site = Site(clients, builder, li, li, li, campaign)
    data = (EXAMPLES / "wsd/val.data.txt").read_bytes()
    assert upload(site, "val.data.txt", data, group_by="word").json()["code"] == "no-inventory"
    files = {
        "file": ("val.data.txt", data),
        "inventory": ("inventory.json", (EXAMPLES / "wsd/inventory.json").read_bytes()),
    }
    added = builder.post(f"/api/campaigns/{campaign}/items/file", files=files, data={"group_by": "word"})
    assert added.status_code == 201
    member = {"user": li.get("/api/me").json()["id"], "roles": ["annotator"]}
    builder.post(f"/api/campaigns/{campaign}/members", json={"members": [member]})
    builder.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    job = site.next(li)
    word, glosses = job["item"]["texts"]["word"], job["item"]["extra"]["glosses"]
    relation = {"word": word, "first": glosses[0]["text"], "second": glosses[1]["text"], "kind": "disjoint"}
    path = f"/api/campaigns/{campaign}/relations"
    assert builder.put(path, json={"relations": [relation]}).json() == [relation] == li.get(path).json()
    refused = site.submit(li, job, {"senses": [glosses[0]["text"], glosses[1]["text"]]})
    assert (refused.status_code, refused.json()["hits"][0]["level"]) == (422, "block")
    twice = builder.put(path, json={"relations": [relation, relation]})
    assert (twice.status_code, twice.json()["code"]) == (422, "bad-relations")
    assert builder.put(path, json={"relations": []}).json() == [relation]  # words nobody names stay as they are
    assert builder.put(path, json={"relations": [], "words": [relation["word"]]}).json() == []


def test_suggestions_of_a_system_are_shown_to_annotators(site: Site) -> None:
    predictions = "\n".join(json.dumps({"qid": f"q{i}", "reasons": []}) for i in range(3))
    path = f"/api/campaigns/{site.campaign}/preannotations"
    sent = site.builder.post(path, files={"file": ("p.jsonl", predictions.encode())}, data={"system": "模板"})
    assert sent.status_code == 201, sent.text
    job = site.next(site.li)
    assert (job["answer"], job["suggested_by"]) == (FINE, "模板")
    unknown = site.builder.post(path, files={"file": ("p.jsonl", b'{"qid":"z","reasons":[]}')}, data={"system": "x"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown-items")


def answer_everything(site: Site, answer: object) -> None:
    for client in (site.li, site.wang):
        while (job := site.next(client)) is not None:
            assert site.submit(client, job, answer, key=f"key-{job['job']:08}").status_code == 200


def test_exports_are_the_official_file_the_history_and_a_table(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    answer_everything(site, {"rating": "bad", "comment": "=1+1"})
    path = f"/api/campaigns/{site.campaign}/export"
    official = site.builder.get(path)
    assert official.headers["content-disposition"] == f'attachment; filename="campaign-{site.campaign}.jsonl"'
    records = sorted((json.loads(line) for line in official.text.splitlines()), key=lambda record: record["qid"])
    assert records == [{"qid": f"q{i}", "context": text, "judge": 0} for i, text in enumerate(TEXTS)]
    history = [json.loads(line) for line in site.builder.get(path, params={"format": "history"}).text.splitlines()]
    assert (history[0]["campaign"], len(history)) == ("试标", 4)
    rows = list(
        csv.DictReader(io.StringIO(site.builder.get(path, params={"format": "csv"}).content.decode("utf-8-sig")))
    )
    assert (len(rows), {row["rating"] for row in rows}, {row["comment"] for row in rows}) == (6, {"bad"}, {"'=1+1"})
    assert site.builder.get(path, params={"format": "pickle"}).status_code == 422


def test_progress_and_figures_count_what_happened(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    answer_everything(site, {"rating": "bad"})
    progress = site.reviewer.get(f"/api/campaigns/{site.campaign}/progress").json()
    assert (progress["items"], progress["jobs"], progress["stuck"]) == ({"decided": 3}, {"done": 6}, 0)
    assert [(one["name"], one["submitted"]) for one in progress["people"]] == [("li", 3), ("wang", 3)]
    figures = site.reviewer.get(f"/api/campaigns/{site.campaign}/figures").json()
    assert (figures["answers"], figures["agreement"]["test"]) == (6, {"part": 3, "whole": 3, "share": 1.0})
    assert figures["passed"] == {"part": 0, "whole": 0, "share": None}


def test_items_are_found_commented_withdrawn_and_opened_again(site: Site) -> None:
    found = site.builder.get(f"/api/campaigns/{site.campaign}/items", params={"search": "小猫"}).json()
    assert [row["ref"] for row in found["rows"]] == ["q1"]
    item = found["rows"][0]["id"]
    comment = site.reviewer.post(f"/api/items/{item}/comments", json={"text": " 读了两遍 "})
    assert (comment.status_code, comment.json()["text"]) == (201, "读了两遍")
    assert [one["by"] for one in site.builder.get(f"/api/items/{item}/comments").json()] == ["zhao"]
    for step, state in (("withdraw", "withdrawn"), ("reopen", "review")):
        answer = site.builder.post(f"/api/items/{item}/{step}", json={"reason": "试试"})
        assert answer.json() == {"item": item, "state": state}
    other = next(
        row["id"]
        for row in site.builder.get(f"/api/campaigns/{site.campaign}/items").json()["rows"]
        if row["id"] != item
    )
    assert site.builder.post(f"/api/items/{other}/escalate", json={"reason": "无人可做"}).json()["state"] == "review"
    wrong = site.builder.post(f"/api/items/{item}/reopen", json={"reason": "再来"})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "wrong-state")


def test_the_demo_lets_anybody_be_anyone_and_only_there(told_demo: Path, tmp_path: Path, clients: Clients) -> None:
    from pingce.demo.campaigns import CAMPAIGNS
    from pingce.demo.fill_database import fill_campaigns
    from pingce.demo.people import PEOPLE

    from .builders import make_server

    plain = clients.anonymous()
    assert plain.get("/api/demo/users").json()["code"] == "no-demo"
    assert plain.post("/api/demo/login", json={"name": "root"}).json()["code"] == "no-demo"
    folder = tmp_path / "demo"
    folder.mkdir()
    server = make_server(told_demo, folder, demo=True)
    fill_campaigns(server.engine)  # once told, it stays as it is
    visitor = Clients(server).anonymous()
    assert [one["name"] for one in visitor.get("/api/demo/users").json()] == [person.name for person in PEOPLE]
    me = visitor.post("/api/demo/login", json={"name": "demo-annotator-1"}).json()
    assert (me["roles"], me["demo"]) == (["annotator"], True)
    assert len(visitor.get("/api/campaigns").json()) == len(CAMPAIGNS)
    visitor.headers["X-CSRF-Token"] = me["csrf"]
    assert visitor.post("/api/campaigns/1/next").status_code == 200
    assert visitor.post("/api/demo/login", json={"name": "nobody"}).status_code == 404
    server.engine.dispose()


def test_decided_items_are_chained_into_another_campaign(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    answer_everything(site, {"rating": "bad"})
    made = site.builder.post("/api/campaigns", json={"title": "归因", "preset": "space-attribution"}).json()["id"]
    path = f"/api/campaigns/{site.campaign}/chain"
    first = site.builder.post(path, json={"to": made})
    assert (first.status_code, first.json()) == (
        201,
        {"decided": 3, "chosen": 3, "left_out": {}, "added": 3, "already": 0, "campaign": made},
    )
    chosen = {"to": made, "where": {"rating": ["fine"]}, "chain_as": "text", "tiers": "all", "seed": 1}
    assert site.builder.post(path, json=chosen).json()["left_out"] == {"answer": 3}
    refused = site.builder.post(path, json={"to": site.campaign, "where": {}})
    assert (refused.status_code, refused.json()["code"]) == (422, "same-campaign")
    assert site.builder.post(path, json={"to": 999}).status_code == 404
    provenance = site.builder.get(f"/api/campaigns/{site.campaign}/export", params={"format": "provenance"})
    assert [json.loads(line)["campaign"]["title"] for line in provenance.text.splitlines()] == ["试标"] * 3
    unknown = site.builder.get(f"/api/campaigns/{site.campaign}/export", params={"tiers": "gold"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown-tier")


def test_chaining_is_previewed_and_makes_its_campaign(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    answer_everything(site, {"rating": "bad"})
    path = f"/api/campaigns/{site.campaign}/chain"
    choices = site.builder.get(path).json()
    assert (choices["decided"], choices["counts"], choices["tiers"]) == (3, {"rating": {"bad": 3}}, [])
    assert {step["form"]: step["where"] for step in choices["usual"]} == {
        "space-attribution": {"rating": ["bad"]},
        "space-anomaly": {"rating": ["bad"]},
        "space-scene": {"rating": ["fine"]},
        "space-step": {},
    }
    new = {"new": {"title": "归因", "preset": "space-attribution"}}
    before = site.builder.get("/api/campaigns").json()
    seen = site.builder.post(f"{path}/preview", json=new)
    counts = {"decided": 3, "chosen": 3, "left_out": {}, "added": 3, "already": 0}
    assert (seen.status_code, seen.json()) == (200, {**counts, "campaign": 0})
    assert site.builder.get("/api/campaigns").json() == before
    done = site.builder.post(path, json=new).json()
    assert done == {**counts, "campaign": done["campaign"]}
    assert site.builder.get(f"/api/campaigns/{done['campaign']}").json()["items"] == 3
    again = site.builder.post(f"{path}/preview", json={"to": done["campaign"]}).json()
    assert again == {**counts, "added": 0, "already": 3, "campaign": done["campaign"]}


def test_a_campaign_for_chained_items_is_not_left_behind(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    path = f"/api/campaigns/{site.campaign}/chain"
    before = site.builder.get("/api/campaigns").json()
    wanted = {"new": {"title": "归因", "preset": "space-attribution"}, "where": {"colour": ["red"]}}
    for address in (path, f"{path}/preview"):
        refused = site.builder.post(address, json=wanted)
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown-field")
        for nowhere in ({}, {"to": site.campaign, **wanted}):
            refused = site.builder.post(address, json=nowhere)
            assert (refused.status_code, refused.json()["code"]) == (422, "no-target")
        assert site.builder.post(address, json={"new": {"title": "归因", "preset": "none"}}).status_code == 404
        refused = site.builder.post(address, json={"to": site.campaign})
        assert (refused.status_code, refused.json()["code"]) == (422, "same-campaign")
    assert site.builder.get("/api/campaigns").json() == before


def test_an_export_is_counted_before_it_is_taken(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    answer_everything(site, {"rating": "bad"})
    path = f"/api/campaigns/{site.campaign}/export/counts"
    assert site.builder.get(path).json() == {"decided": 3, "taken": 3, "dropped": 0, "kept_out": [], "tiers": []}
    refused = site.builder.get(path, params={"tiers": "gold"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-tier")
