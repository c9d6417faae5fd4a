"""The demo: every page has something to show, and telling it again changes nothing."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pingce.annotate.settings import PRESETS
from pingce.demo.campaigns import ATTRIBUTION, CAMPAIGNS, RATING, RELEASED, STEP
from pingce.demo.competition import MENDED, fill_competition
from pingce.demo.fill_database import DAY, DAYS, TALKED_ABOUT, end_of, fill_campaigns, start_of
from pingce.demo.people import ANNOTATORS, REVIEWERS
from pingce.store.database import reading
from pingce.store.tables.annotate import Campaign, Item
from pingce.store.tables.history import AnswerVersion, Decision

from .builders import Clients, make_server

MIDNIGHT = 20_718 * DAY
NOW = MIDNIGHT - 4000


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Clients]:
    server = make_server(told_demo, tmp_path_factory.mktemp("demo"), demo=True)
    yield Clients(server)
    server.engine.dispose()


def everything(clients: Clients) -> dict[str, Any]:
    """What there is, without the times and keys that differ from one telling to the next."""
    builder = clients.of("demo-builder")
    shown = {}
    for campaign in builder.get("/api/campaigns").json():
        rows = builder.get(f"/api/campaigns/{campaign['id']}/items?limit=500").json()["rows"]
        shown[campaign["title"]] = [(row["ref"], row["state"], row["answers"]) for row in rows]
    return shown


def test_there_is_a_campaign_of_every_form_that_makes_a_data_set() -> None:
    preparing = {"clean-passages", "clean-sentences", "word-vote"}
    """Their answers choose texts and words; no data set is made of them."""
    of_their_own = [preset.name for preset in PRESETS.values() if not preset.form and preset.name not in preparing]
    assert [campaign.preset for campaign in CAMPAIGNS] == of_their_own


def test_work_waits_for_everybody(told: Clients) -> None:
    for campaign in told.of("demo-builder").get("/api/campaigns").json():
        for name in ANNOTATORS:
            answer = told.of(name).post(f"/api/campaigns/{campaign['id']}/next")
            assert answer.status_code == 200, f"nothing for {name} in {campaign['title']}"
    kinds = Counter[str]()
    for campaign in told.of("demo-builder").get("/api/campaigns").json():
        for queue in ("reviews", "appeals"):
            for name in REVIEWERS:
                answer = told.of(name).post(f"/api/campaigns/{campaign['id']}/{queue}/next")
                if answer.status_code == 200:
                    kinds[answer.json()["kind"]] += 1
    assert set(kinds) == {"review", "audit", "appeal"}


def test_things_came_back_to_the_annotators(told: Clients) -> None:
    states = {entry["state"] for name in ANNOTATORS for entry in told.of(name).get("/api/inbox").json()}
    assert states == {"rejected", "returned", "adopted", "upheld", "dismissed"}


def test_the_charts_have_several_days_and_control_items(told: Clients) -> None:
    builder = told.of("demo-builder")
    progress = builder.get("/api/campaigns/1/progress").json()
    assert len(progress["days"]) == DAYS
    assert any(one["given"] and one["given"] > one["right"] for one in builder.get("/api/campaigns/1/controls").json())
    talked = builder.get("/api/campaigns/1/items", params={"search": TALKED_ABOUT["space-rating"]}).json()["rows"][0][
        "id"
    ]
    assert len(builder.get(f"/api/items/{talked}/comments").json()) == 2


@pytest.mark.parametrize("now", [MIDNIGHT, MIDNIGHT + 1, MIDNIGHT + DAY / 2, MIDNIGHT + DAY - 1])
def test_at_every_hour_days_begin_at_midnight_and_end_before_now(now: float) -> None:
    for campaign in CAMPAIGNS:
        start, end = start_of(campaign, now), end_of(campaign, now)
        assert start % DAY == 0
        assert start + (DAYS - 1) * DAY < end < now
        assert campaign.title != RATING or end // DAY == start // DAY + DAYS - 1


def test_what_reviewers_say_of_a_sense_is_about_the_sense_they_decided_for(told: Clients) -> None:
    with reading(told.server.engine) as db:
        decided = db.execute(
            select(Decision.reason, AnswerVersion.content)
            .join(AnswerVersion, AnswerVersion.id == Decision.answer_id)
            .join(Item, Item.id == Decision.item_id)
            .join(Campaign, Campaign.id == Item.campaign_id)
            .where(Campaign.preset == "wsd", Decision.reason_code == "sense")
        ).all()
    assert decided
    chosen = [(reason, list(content["senses"])) for reason, content in decided]  # type: ignore[call-overload] # glosses
    assert [reason for reason, senses in chosen if senses[0] not in reason] == []


def test_the_campaigns_that_follow_ask_what_was_decided_before(told: Clients) -> None:
    builder = told.of("demo-builder")
    ids = {campaign["title"]: campaign["id"] for campaign in builder.get("/api/campaigns").json()}

    def exported(title: str) -> dict[str, Any]:
        lines = builder.get(f"/api/campaigns/{ids[title]}/export?format=official").text.splitlines()
        return {record["qid"]: record for record in map(json.loads, lines)}

    rated, reasons = exported(RATING), exported(ATTRIBUTION)
    assert reasons.keys() <= {qid for qid, record in rated.items() if record["judge"] == 0}
    assert {reasons[qid]["context"] for qid in reasons} == {rated[qid]["context"] for qid in reasons}
    assert exported(STEP).keys() <= {qid.partition("-")[0] for qid in rated}


def test_the_competition_asks_what_the_campaigns_have_brought(told: Clients) -> None:
    builder = told.of("demo-builder")
    asked = builder.get("/api/competitions/1").json()
    counts = {(file["task"], file["part"]): file["records"] for file in asked["files"] if file["content"] == "gold"}
    ids = {campaign["title"]: campaign["id"] for campaign in builder.get("/api/campaigns").json()}
    for task, title in RELEASED.items():
        lines = builder.get(f"/api/campaigns/{ids[title]}/export?format=official").text.splitlines()
        assert sum(count for (of, _), count in counts.items() if of == task) == len(lines)


def test_the_competition_has_scored_teams_a_baseline_and_one_that_waits(told: Clients) -> None:
    fill_competition(told.server.engine)  # once told, it stays as it is
    [shown] = told.anonymous().get("/api/competitions").json()
    assert (shown["phase"], shown["teams"]) == ("test", 3)
    builder = told.of("demo-builder")
    states = Counter(one["state"] for one in builder.get("/api/competitions/1/registrations").json())
    assert states == {"approved": 4, "pending": 1}
    for phase in ("dev", "test"):
        board = builder.get("/api/competitions/1/board", params={"phase": phase}).json()
        assert [(row["rank"], row["baseline"]) for row in board["overall"]] == [
            (1, False),
            (2, False),
            (3, False),
            (None, True),
        ]
        assert all(row["group"] for one in board["tasks"] for row in one["rows"])
        for shown_task in board["tasks"]:
            [lowest] = [row["value"] for row in shown_task["rows"] if row["baseline"]]
            assert all(row["value"] > lowest for row in shown_task["rows"] if not row["baseline"])


def test_the_demo_team_sees_its_own_test_scores_and_why_dev_was_scored_again(told: Clients) -> None:
    team = told.of("demo-team")
    board = team.get("/api/competitions/1/board", params={"phase": "test"}).json()
    assert [[row["team"] for row in one["rows"]] for one in board["tasks"]] == [["远山队"]] * 3
    first = team.get("/api/submissions/2").json()
    assert [one["reason"] for one in first["entries"][0]["scores"]] == [MENDED, ""]
    assert [len(one["scores"]) for one in first["entries"]] == [2, 1, 1]
    assert team.get("/api/submissions/2/errors", params={"task": "space2022/task2"}).json()["total"] > 0
    assert [one["in_all"] for one in team.get("/api/competitions/1/left").json()] == [2, 2, 2]


def test_the_story_is_told_once_and_always_the_same(told: Clients, template: Path, tmp_path: Path) -> None:
    server = make_server(template, tmp_path, demo=True)
    fill_campaigns(server.engine, now=NOW)
    first = everything(Clients(server))
    days = Clients(server).of("demo-builder").get("/api/campaigns/1/progress").json()["days"]
    assert len(days) == DAYS, "told late in the evening, too"
    fill_campaigns(server.engine)
    assert everything(Clients(server)) == first
    server.engine.dispose()
    # Another day, the same story; what the tests above claimed or finished meanwhile is not compared.
    refs = {title: [ref for ref, _, _ in rows] for title, rows in first.items()}
    assert {title: [ref for ref, _, _ in rows] for title, rows in everything(told).items()} == refs
