"""The bell: what happened, the way to it, and that it was read; mail is asked for under Account."""

import re

from playwright.sync_api import expect

from pingce.annotate.services import comments
from pingce.server.mail import Mailer
from tests.annotate.world import GLOSSES, sense_item, senses
from tests.server.smtp import mail_server
from tests.waiting import wait_until

from .conftest import Visit
from .photos import Album, photograph
from .site import Site, Stage


def returned(stage: Stage) -> None:
    """Li's answer came back, and somebody said something about it."""
    stage.open("wsd", [sense_item(1)], annotators=("li", "wang"), reviewers=("rita", "rob"))
    stage.answer("li", senses(GLOSSES[0]))
    stage.answer("wang", senses(GLOSSES[1]))
    turn = stage.review("rita")
    assert turn is not None
    item = stage.item("打开-01").id
    with stage.change() as db:
        comments.add_comment(db, stage.people["rita"], item, f"@{stage.people['li'].name} 看后一句")
    stage.decide("rita", turn, accept=turn.answers[1].job)


def test_the_bell_leads_to_the_place_and_goes_quiet(stage: Stage, visit: Visit, screenshots: Album) -> None:
    returned(stage)
    page = visit("li", "/competitions")
    bell = page.get_by_role("button", name="通知：2 条未读")
    bell.click()
    entries = page.locator(".list .entry")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("有 1 份答案退回给你")
    expect(entries.last).to_contain_text("提到你")
    photograph(page, screenshots, "bell")
    entries.first.click()
    expect(page).to_have_url(re.compile("/inbox"))
    expect(page.get_by_role("button", name="通知：1 条未读")).to_be_visible()
    page.keyboard.press("Alt+n")
    expect(entries).to_have_count(2)
    entries.filter(has_text="提到你").click()
    expect(page.get_by_text("看后一句")).to_be_visible()  # where it leads, the comment can be read
    expect(page.get_by_role("button", name="通知", exact=True)).to_be_visible()


def test_all_can_be_marked_read_at_once(stage: Stage, visit: Visit) -> None:
    returned(stage)
    page = visit("li", "/competitions")
    page.get_by_role("button", name="通知：2 条未读").click()
    page.get_by_role("button", name="全部标为已读").click()
    expect(page.get_by_role("button", name="通知", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="通知", exact=True)).to_be_visible()


def test_mail_is_turned_on_with_a_code(site: Site, stage: Stage, visit: Visit) -> None:
    with mail_server() as mailbox:
        before, site.server.mailer = (
            site.server.mailer,
            Mailer("127.0.0.1", mailbox.port, "", "", "a@x.example", "none"),
        )
        try:
            page = visit("annotator", "/account")
            page.get_by_label("邮箱").fill("li@x.example")
            page.get_by_role("button", name="发验证码").click()
            expect(page.get_by_text("验证码已发到 li@x.example")).to_be_visible()
            wait_until(lambda: mailbox.letters)
            code = re.search(r"\d{8}", mailbox.letters[0].get_content())
            assert code is not None
            page.get_by_label("验证码").fill(code.group())
            page.get_by_role("button", name="确认").click()
            switch = page.get_by_role("switch")
            expect(switch).to_have_attribute("aria-checked", "true")
            switch.click()
            expect(switch).to_have_attribute("aria-checked", "false")
        finally:
            site.server.mailer = before
