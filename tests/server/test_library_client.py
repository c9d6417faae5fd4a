"""A program with a token: hands in, looks at the board, annotates, exports, all against a real server."""

from pathlib import Path
from threading import Thread

import pytest

import pingce
from pingce.server.app import create_app

from .builders import Clients
from .live import Live
from .shared_task import EXAMPLES, make_shared_task, near
from .test_work import make_site

TASK = "space2022/task1"


def token(person: object, *scopes: str) -> str:
    made = person.post("/api/tokens", json={"title": "script", "scopes": list(scopes)})  # type: ignore[attr-defined]
    return str(made.json()["token"])


def test_a_team_hands_in_from_python(clients: Clients, tmp_path: Path) -> None:
    near(clients.server)
    task = make_shared_task(clients)
    task.phase("dev")
    key = token(task.team("li"), "submit", "read")
    questions = EXAMPLES / "space2022" / "task1_dev_input.jsonl"
    model = pingce.train(TASK, "majority", EXAMPLES / "space2022" / "task1_train.jsonl", out=tmp_path / "model")
    answers = model.predict(questions)
    with Live(create_app(clients.server)) as live:
        client = pingce.client(live.url, key)
        assert [competition["id"] for competition in client.competitions()] == [task.id]
        made = client.submit(task.id, answers, system="多数", task=TASK, wait=False)
        scoring = Thread(target=task.score)
        scoring.start()
        done = client.submit(task.id, answers, system="多数", task=TASK)  # the same one again
        scoring.join()
        assert (done["id"], done["entries"][0]["state"]) == (made["id"], "scored")
        assert [submission["id"] for submission in client.submissions(task.id)] == [made["id"]]
        [board] = [part for part in client.board(task.id, phase="dev")["tasks"] if part["task"] == TASK]
        right = pingce.score(TASK, answers, EXAMPLES / "space2022" / "task1_dev.jsonl")
        assert board["rows"][0]["value"] == right.value
        with pytest.raises(pingce.UserError, match="unknown-qid"):
            client.submit(task.id, [{"qid": "1-dev-1", "judge": 1}, {"qid": "x"}], system="坏", task=TASK)


def test_an_annotator_and_a_builder_work_from_python(clients: Clients) -> None:
    site = make_site(clients, preset="space-rating", control_rate=0.0)
    keys = {name: token(person, "annotate", "read") for name, person in (("li", site.li), ("wang", site.wang))}
    builder = token(site.builder, "manage", "read")
    with Live(create_app(clients.server)) as live:
        for name, key in keys.items():
            client = pingce.client(live.url, key)
            while (job := client.next_job(site.campaign)) is not None:
                receipt = client.answer(job, {"rating": "bad"}, key=f"{name}-{job['job']:08}")
                assert receipt["job"] == job["job"]
        organiser = pingce.client(live.url, builder)
        assert [campaign["id"] for campaign in organiser.campaigns()] == [site.campaign]
        assert len(organiser.export(site.campaign)) == 3
        history = organiser.export(site.campaign, form="history")
        assert pingce.agreement(history).likeness.value == 1
        with pytest.raises(pingce.UserError, match="scope"):
            pingce.client(live.url, keys["li"]).export(site.campaign)


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(pingce.UserError, match="no address of a server"):
        pingce.client("example.org", "x")
