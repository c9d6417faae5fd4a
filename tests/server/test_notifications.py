"""Who is told of what, by the bell and by mail; and who is not."""

import time

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from pingce.annotate.services import comments, members
from pingce.annotate.services.removal import delete_campaign
from pingce.server.mail import Mailer
from pingce.server.mail_thread import APART_SECONDS, COLLECT_SECONDS, MOST_FAILURES
from pingce.server.people.mail_settings import keep_setting
from pingce.server.people.notifications import KEPT_SECONDS, READ_KEPT_SECONDS, SENTENCES, drop_old
from pingce.store.database import reading, transaction
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor, Role
from pingce.store.tables.notifications import MailSetting, Notification

from ..annotate.world import GLOSSES, World, sense_item, senses
from .builders import Clients, add_person
from .shared_task import answers, make_shared_task
from .smtp import REFUSED, mail_server

PEOPLE = ("ann", "bob", "rita", "rob", "builder")


@pytest.fixture
def world(clients: Clients) -> World:
    """Two annotators who differ on one sense item, and two reviewers."""
    world = World(clients.server.engine, now=time.time())
    settings = {"order": "given"}
    world.start("wsd", [sense_item(1)], annotators=["ann", "bob"], reviewers=["rita", "rob"], settings=settings)
    world.answer("ann", senses(GLOSSES[0]))
    world.answer("bob", senses(GLOSSES[1]))
    return world


def told(clients: Clients, *names: str) -> dict[str, list[tuple[str, str, int]]]:
    """Kind, place and number of what each of them has not read."""
    lists = {}
    for name in names:
        answer = clients.of(name).get("/api/notifications").json()
        lists[name] = [(row["kind"], row["place"], row["count"]) for row in answer["rows"] if not row["read"]]
        assert answer["unread"] == sum(count for _, _, count in lists[name])
    return lists


def decided(world: World) -> int:
    """Rita adopts Bob's answer; Ann's job, which came back."""
    turn = world.review("rita")
    assert turn is not None
    ann, bob = turn.answers
    world.decide("rita", turn, accept=bob.job)
    return ann.job


def test_returned_work_and_appeals_are_told_to_those_they_wait_for(clients: Clients, world: World) -> None:
    job, here = decided(world), world.campaign
    inbox, queue = f"/inbox?campaign={here}", f"/appeals/{here}"
    assert told(clients, *PEOPLE) == {"ann": [("returned", inbox, 1)], "bob": [], "rita": [], "rob": [], "builder": []}
    world.appeal("ann", job)
    assert told(clients, *PEOPLE) == {
        "ann": [("returned", inbox, 1)],
        "bob": [],
        "rita": [],  # she decided it: the appeal is not hers
        "rob": [("appeal", queue, 1)],
        "builder": [],
    }
    turn = world.review("rob", appeals=True)
    assert turn is not None
    world.decide_appeal("rob", turn, uphold=True)
    assert told(clients, "ann", "rob")["ann"] == [("upheld", inbox, 1), ("returned", inbox, 1)]
    text = clients.of("ann").get("/api/notifications").json()["rows"][0]["text"]
    assert text == {"zh": "“试验”：你的 1 件申诉成立", "en": "Your appeal in “试验” was upheld"}


def test_what_was_shown_is_marked_read_and_nothing_else(clients: Clients, world: World) -> None:
    decided(world)
    ann = clients.of("ann")
    newest = ann.get("/api/notifications").json()["rows"][0]["id"]
    other = clients.of("bob").post("/api/notifications/read", json={"until": newest}).json()
    assert other["unread"] == 0
    assert ann.get("/api/notifications").json()["unread"] == 1  # another person's reading is not mine
    with transaction(clients.server.engine) as db:
        notify(db, [world.people["ann"].id], NotificationKind.RUN_DONE, "/benchmarks/x", at=1.0, title="x", stage="")
    elsewhere = ann.post("/api/notifications/read", json={"until": newest + 5, "place": "/elsewhere"}).json()
    assert elsewhere["unread"] == 2
    seen = ann.post("/api/notifications/read", json={"until": newest}).json()
    assert [(row["kind"], row["read"]) for row in seen["rows"]] == [("run-done", False), ("returned", True)]
    assert seen["unread"] == 1


def test_of_a_campaign_one_has_left_or_that_is_gone_nothing_is_told(clients: Clients, world: World) -> None:
    world.appeal("ann", decided(world))
    builder = world.people["builder"]
    with transaction(clients.server.engine) as db:
        members.set_members(db, builder, world.campaign, [members.MemberChange(world.people["rob"].id, frozenset())])
    assert told(clients, "rob") == {"rob": []}
    with transaction(clients.server.engine) as db:
        delete_campaign(db, builder, world.campaign)
    assert told(clients, "ann") == {"ann": []}


def said(clients: Clients, world: World, who: str, text: str) -> None:
    item = world.item("打开-01").id
    with transaction(clients.server.engine) as db:
        comments.add_comment(db, world.people[who], item, text)


def test_comments_reach_authors_and_those_who_are_named(clients: Clients, world: World) -> None:
    item = f"/manage/{world.campaign}/items/{world.item('打开-01').id}"
    said(clients, world, "rita", "这一句请 @rob 看看")
    lists = told(clients, *PEOPLE)
    assert lists["rita"] == []
    assert lists["rob"] == [("mention", item, 1)]
    assert lists["builder"] == []
    assert [kind for kind, _, _ in lists["ann"]] == ["comment"]
    assert lists["ann"][0][1].startswith(f"/work/{world.campaign}/")
    assert lists["ann"] != lists["bob"]  # each finds their own job
    text = clients.of("ann").get("/api/notifications").json()["rows"][0]["text"]["zh"]
    assert "打开-01" not in text  # annotators do not see the ids of items
    job = int(lists["ann"][0][1].rpartition("/")[2])
    with transaction(clients.server.engine) as db:
        comments.add_job_comment(db, world.people["ann"], job, "哪一个义项？")
    assert ("comment", item, 1) in told(clients, "builder")["builder"]  # an annotator asks: builders hear of it
    assert ("comment", item, 1) in told(clients, "rita")["rita"]  # she spoke before


def test_blind_annotators_hear_nothing_before_they_have_answered(clients: Clients) -> None:
    world = World(clients.server.engine, now=time.time())
    world.start("wsd", [sense_item(1)], annotators=["ann", "bob"], reviewers=["rita"])
    world.take("ann")
    said(clients, world, "rita", "@ann 注意语境")
    assert told(clients, "ann", "bob") == {"ann": [], "bob": []}


def test_registrations_go_to_organisers_and_decisions_to_teams(clients: Clients) -> None:
    task = make_shared_task(clients)
    clients.person("other", Role.BUILDER)
    team = clients.person("li", Role.TEAM)
    made = team.post(f"{task.url}/teams", json={"name": "李队"}).json()["id"]
    place = f"/competitions/{task.id}"
    assert told(clients, "organiser", "other", "li") == {
        "organiser": [("registration", f"{place}/organise", 1)],
        "other": [],
        "li": [],
    }
    task.organiser.patch(f"{task.url}/teams/{made}", json={"state": "approved"})
    assert told(clients, "li") == {"li": [("admitted", place, 1)]}
    task.organiser.patch(f"{task.url}/teams/{made}", json={"state": "approved"})  # once more changes nothing
    assert told(clients, "li") == {"li": [("admitted", place, 1)]}
    task.phase("dev")
    number = task.handed_in(team, answers("a", 1))
    assert told(clients, "li")["li"][0] == ("scored", f"{place}/submissions/{number}", 1)


def test_every_kind_has_its_sentence() -> None:
    facts = dict.fromkeys(("title", "team", "system", "item", "stage"), "X")
    for kind in NotificationKind:
        for count in (1, 3):
            words = SENTENCES[kind](facts, count)
            assert "{" not in words.zh + words.en
    assert SENTENCES.keys() == set(NotificationKind)


def test_old_ones_are_cleared_away(clients: Clients) -> None:
    user, now = add_person(clients.server, "li", Role.TEAM), time.time()
    with transaction(clients.server.engine) as db:
        for at, read in ((now, None), (now, now - READ_KEPT_SECONDS - 1), (now - KEPT_SECONDS - 1, None)):
            db.add(Notification(user_id=user, kind="scored", place="/", facts={}, at=at, read_at=read))
        db.flush()
        drop_old(db, now=now)
        assert db.scalar(select(func.count(Notification.id))) == 1


# Mail


@pytest.fixture
def reader(clients: Clients) -> tuple[TestClient, Actor]:
    client = clients.person("li", Role.ANNOTATOR)
    return client, Actor(client.get("/api/me").json()["id"], "li", frozenset({Role.ANNOTATOR}))


def connect(clients: Clients, port: int) -> None:
    clients.server.mailer = Mailer("127.0.0.1", port, "", "", "board@x.example", "none", "https://bench.example")


def happen(clients: Clients, actor: Actor, *, at: float, place: str = "/benchmarks/x") -> None:
    with transaction(clients.server.engine) as db:
        notify(db, [actor.id], NotificationKind.RUN_DONE, place, at=at, title="x", stage="")


def test_an_address_counts_once_its_code_was_typed_in(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    client, _ = reader
    wanted = {"address": "li@x.example", "active": True}
    assert client.get("/api/me/mail").json() == {"available": False, "address": "", "active": False, "sent": False}
    assert client.put("/api/me/mail", json=wanted).json()["code"] == "no-mail"
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        assert client.put("/api/me/mail", json={**wanted, "address": "a b"}).json()["code"] == "bad-address"
        assert client.put("/api/me/mail", json=wanted).json()["sent"] is True
        assert client.get("/api/me/mail").json()["address"] == ""
        assert client.put("/api/me/mail", json={**wanted, "code": "00000000"}).json()["code"] == "bad-code"
        code = mailbox.letters[0].get_content().split()[0].removeprefix("验证码：")
        kept = client.put("/api/me/mail", json={**wanted, "code": code}).json()
        assert kept == {"available": True, "address": "li@x.example", "active": True, "sent": False}
        off = client.put("/api/me/mail", json={**wanted, "active": False}).json()  # no second code
        assert off["active"] is False
    assert len(mailbox.letters) == 1


def test_a_code_can_be_guessed_five_times(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    client, _ = reader
    connect(clients, 1)
    wanted = {"address": "li@x.example", "active": True, "code": "1"}
    codes = [client.put("/api/me/mail", json=wanted).status_code for _ in range(6)]
    assert codes == [422] * 5 + [429]


def test_one_letter_tells_all_that_was_not_read(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    client, actor = reader
    desk, now = clients.server.mail_thread, time.time()
    with transaction(clients.server.engine) as db:
        keep_setting(db, actor, "li@x.example", active=True, now=now - 1)
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        happen(clients, actor, at=now - 10)  # before they wanted mail
        happen(clients, actor, at=now)
        happen(clients, actor, at=now, place="/benchmarks/y")
        desk.send_due(now + 1)
        assert mailbox.letters == []  # they wait for others
        desk.send_due(now + COLLECT_SECONDS)
        (letter,) = mailbox.letters
        assert letter["Subject"] == "评测：2 条新通知"
        text = letter.get_content()
        assert "https://bench.example/benchmarks/x" in text
        assert "https://bench.example/benchmarks/y" in text
        happen(clients, actor, at=now + COLLECT_SECONDS)
        desk.send_due(now + 2 * COLLECT_SECONDS)
        assert len(mailbox.letters) == 1  # not so soon after the last
        client.post("/api/notifications/read", json={"until": 1_000_000})
        desk.send_due(now + COLLECT_SECONDS + APART_SECONDS + 1)
        assert len(mailbox.letters) == 1  # read meanwhile


def test_people_who_want_none_get_none(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    _, actor = reader
    now = time.time()
    with transaction(clients.server.engine) as db:
        keep_setting(db, actor, "li@x.example", active=True, now=now)
        keep_setting(db, actor, "li@x.example", active=False, now=now)
    happen(clients, actor, at=now)
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        clients.server.mail_thread.turn()
        clients.server.mail_thread.send_due(now + COLLECT_SECONDS)
    assert mailbox.letters == []


def test_a_mail_server_that_is_away_loses_nothing(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    _, actor = reader
    now = time.time()
    with transaction(clients.server.engine) as db:
        keep_setting(db, actor, "li@x.example", active=True, now=now)
    happen(clients, actor, at=now)
    with mail_server() as closed:
        connect(clients, closed.port)
    clients.server.mail_thread.send_due(now + COLLECT_SECONDS)
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        clients.server.mail_thread.send_due(now + COLLECT_SECONDS)
    assert len(mailbox.letters) == 1


def test_an_address_that_is_refused_is_given_up(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    _, actor = reader
    now = time.time()
    with transaction(clients.server.engine) as db:
        keep_setting(db, actor, f"gone{REFUSED}", active=True, now=now)
    happen(clients, actor, at=now)
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        for _ in range(MOST_FAILURES):
            clients.server.mail_thread.send_due(now + COLLECT_SECONDS)
    with reading(clients.server.engine) as db:
        assert db.scalars(select(Notification.mailed_at)).one() is not None


def test_somebody_who_was_made_inactive_gets_no_mail(clients: Clients, reader: tuple[TestClient, Actor]) -> None:
    _, actor = reader
    now, admin = time.time(), clients.person("boss", Role.ADMIN)
    with transaction(clients.server.engine) as db:
        db.add(MailSetting(user_id=actor.id, address="li@x.example", active=True, since=now))
    happen(clients, actor, at=now)
    assert admin.patch(f"/api/people/{actor.id}", json={"active": False}).status_code == 200
    with mail_server() as mailbox:
        connect(clients, mailbox.port)
        clients.server.mail_thread.send_due(now + COLLECT_SECONDS)
    assert mailbox.letters == []
