"""Announcements by date, as safe HTML, as a feed and by mail; questions that only the right people read."""

import time
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from pingce.leaderboard.competition.markdown import safe_html
from pingce.server.mail import Mailer
from pingce.store.people import Role

from .builders import Clients
from .shared_task import DAY, SharedTask, make_shared_task
from .smtp import mail_server


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def test_an_announcement_is_seen_from_its_date_on(task: SharedTask, clients: Clients) -> None:
    url, visitor = f"{task.url}/news", clients.anonymous()
    now = {"title": "训练集已发布", "body": "**请下载**"}
    later = {"title": "测试集", "body": "明天", "published_at": time.time() + DAY}
    assert task.organiser.post(url, json=now).status_code == 201
    listed = task.organiser.post(url, json=later).json()
    assert [(item["title"], item["body"]) for item in listed] == [("测试集", "明天"), ("训练集已发布", "**请下载**")]
    (seen,) = visitor.get(url).json()
    assert (seen["title"], seen["html"], seen["body"]) == ("训练集已发布", "<p><strong>请下载</strong></p>\n", "")
    changed = {**later, "published_at": time.time() - 1}
    assert task.organiser.put(f"{url}/{listed[0]['id']}", json=changed).status_code == 200
    assert len(visitor.get(url).json()) == 2
    assert task.organiser.delete(f"{url}/{listed[0]['id']}").status_code == 200
    assert len(visitor.get(url).json()) == 1
    assert task.organiser.delete(f"{url}/999").status_code == 404
    assert task.organiser.post(url, json={"title": "题", "body": " "}).json()["code"] == "empty-news"


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("[x](javascript:alert(1))", "<a"),
        ("[x](data:text/html;base64,PHM+)", "<a"),
        ("![x](https://tracker.example/i.png)", "<img"),
        ('<a href="https://x" onclick="y()">z</a>', "<a"),
        ("[x](https://a.example 'q\" onmouseover=\"y')", 'onmouseover="y"'),
    ],
)
def test_markdown_brings_nothing_that_acts(text: str, never: str) -> None:
    assert never not in safe_html(text)


def test_the_feed_is_xml_with_what_everybody_sees(task: SharedTask, clients: Clients) -> None:
    task.organiser.post(f"{task.url}/news", json={"title": "a < b & \x07", "body": "`<x>`"})
    task.organiser.post(f"{task.url}/news", json={"title": "later", "body": "x", "published_at": time.time() + DAY})
    for client in (clients.anonymous(), task.organiser):
        answer = client.get(f"{task.url}/news/rss")
        assert answer.headers["content-type"].startswith("application/rss+xml")
        (item,) = ET.fromstring(answer.text).iter("item")
        assert item.findtext("title") == "a < b & "
        assert item.findtext("description") == "<p><code>&lt;x&gt;</code></p>\n"
    assert task.organiser.patch(task.url, json={"open": False}).status_code == 200
    assert clients.anonymous().get(f"{task.url}/news/rss").status_code == 404


def test_teams_that_take_part_get_a_letter_each(task: SharedTask, clients: Clients) -> None:
    for name, address in (("li", "li@x.example"), ("wang", "no address"), ("zhao", "")):
        client = clients.person(name, Role.TEAM)
        made = client.post(f"{task.url}/teams", json={"name": name, "email": address}).json()["id"]
        task.organiser.patch(f"{task.url}/teams/{made}", json={"state": "approved"})
    waiting = clients.person("waiting", Role.TEAM)
    waiting.post(f"{task.url}/teams", json={"name": "等", "email": "waiting@x.example"})
    news = task.organiser.post(f"{task.url}/news", json={"title": "延期", "body": "截止改为 **9 月 19 日**"}).json()
    address = f"{task.url}/news/{news[0]['id']}/mail"
    assert task.organiser.post(address).json()["code"] == "no-mail"
    with mail_server() as mailbox:
        base = Mailer(host="127.0.0.1", port=mailbox.port, sender="board@x.example", security="none")
        clients.server.mailer = replace(base)
        answer = task.organiser.post(address)
    assert answer.json() == {"sent": 1, "problems": {"no address": "no mail address"}}
    (letter,) = mailbox.letters
    assert (letter["To"], letter["Subject"]) == ("li@x.example", "[空间语义评测] 延期")
    assert "9 月 19 日" in letter.get_content()
    assert task.organiser.get(f"{task.url}/news").json()[0]["mailed"] == 1
    later = {"title": "later", "body": "x", "published_at": time.time() + DAY}
    soon = task.organiser.post(f"{task.url}/news", json=later).json()[0]["id"]
    assert task.organiser.post(f"{task.url}/news/{soon}/mail").json()["code"] == "not-yet"


def test_a_question_is_read_by_who_asked_until_it_is_public(task: SharedTask, clients: Clients) -> None:
    url = f"{task.url}/questions"
    li, wang = task.team("li"), task.team("wang")
    (mine,) = li.post(url, json={"text": "可以用外部数据吗？"}).json()
    assert (mine["mine"], mine["who"], mine["answered_at"]) == (True, "", None)
    assert wang.get(url).json() == clients.anonymous().get(url).json() == []
    assert task.organiser.get(url).json()[0]["who"] == "li"
    address = f"{url}/{mine['id']}"
    assert task.organiser.put(address, json={"answer": "不可以。"}).status_code == 200
    assert li.get(url).json()[0]["answer"] == "不可以。"
    assert wang.get(url).json() == []
    assert task.organiser.put(address, json={"answer": "不可以。", "public": True}).status_code == 200
    (shown,) = clients.anonymous().get(url).json()
    assert (shown["text"], shown["answer_html"], shown["who"]) == ("可以用外部数据吗？", "<p>不可以。</p>\n", "")
    assert task.organiser.put(f"{url}/999", json={"answer": "x"}).status_code == 404
    assert li.post(url, json={"text": " "}).json()["code"] == "cannot-ask"


def test_whom_to_ask_is_on_the_page(task: SharedTask, clients: Clients) -> None:
    assert task.organiser.patch(task.url, json={"contact": " sc@x.example "}).status_code == 200
    assert clients.anonymous().get(task.url).json()["contact"] == "sc@x.example"
