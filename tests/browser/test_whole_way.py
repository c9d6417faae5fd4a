"""The whole way without a terminal: from a folder of texts to a published board, all of it on pages.

What annotators and the reviewer say follows rules (``tests/flow/people.py``). The first item of each of them goes
through the browser and the many others, which would be the same keys again, through the services; everything that a
builder, an organiser, a team and a visitor do is done in the browser, by worker processes of the server.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pingce.annotate.services import queue
from pingce.formats.examples import example_folder
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.server.request_context import COOKIE
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from tests.flow.people import ANNOTATORS, Say, World, attribution, changes_by_text, rating
from tests.flow.people import read as read_lines

from .pages import Desk
from .photos import Album, photograph
from .profiles import Profiles
from .site import Site
from .test_competitions import People, begin, hand_in, register, until_all_are_scored

NAME = "路上"
SENTENCES = 60
QUIET = ("audit_rate = 0", "audit_rate_first = 0", "control_rate = 0")


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Site]:
    """A server of its own, with workers and scoring, that keeps benchmarks below one folder."""
    site = Site(tmp_path)
    site.server.benchmarks = OpenedBenchmarks((), tmp_path / "benchmarks")
    site.server.project.folder = tmp_path
    site.server.scoring_thread.start()
    site.server.make_thread.start()
    site.start()
    yield site
    site.server.make_thread.stop()
    site.server.scoring_thread.stop()
    site.stop()


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder as somebody has it, with a folder per genre."""
    folder = tmp_path / "我的语料"
    shutil.copytree(example_folder() / "corpus", folder, ignore=shutil.ignore_patterns("README.md"))
    return folder


def staff(people: People, folder: Path) -> World:
    """Those who work by rules."""
    world = World(folder, people.site.server.engine)
    for name, role in (("li", Role.ANNOTATOR), ("wang", Role.ANNOTATOR), ("zhao", Role.REVIEWER), ("root", Role.ADMIN)):
        actor = people.stage.person(name, role)
        world.people[name] = Actor(actor.id, actor.name, actor.roles | ({Role.BUILDER} if name == "root" else set()))
    return world


def make_benchmark(page: Page) -> None:
    page.goto("/benchmarks")
    page.get_by_role("link", name="新建基准").click()
    page.get_by_label("名字", exact=True).fill(NAME)
    page.get_by_text("空间语义（仿 SpaCE2022）").click()
    page.get_by_role("button", name="新建", exact=True).click()
    expect(page.get_by_role("heading", name=f"{NAME}：空间语义评测（仿 SpaCE2022）")).to_be_visible()


def upload(page: Page, folder: Path, benchmark: Path) -> None:
    card = page.locator("[data-part=sources]")
    card.locator("summary", has_text="上传").click()
    card.locator("input[webkitdirectory]").set_input_files(folder)
    count = len(list(folder.rglob("*.txt")))
    expect(card.get_by_text(f"已选 {count} 个文件")).to_be_visible()
    card.get_by_role("button", name="上传", exact=True).click()
    expect(page.get_by_text(f"存下 {count} 个文件")).to_be_visible()
    expect(card.get_by_role("cell", name="uploads/texts")).to_be_visible()
    assert len(list((benchmark / "uploads" / "texts").rglob("*.txt"))) == count


def set_number(page: Page, setting: str, value: int) -> None:
    field = page.locator(f"[data-setting={setting}] input")
    field.fill(str(value))
    field.blur()


def leave_out_audits(page: Page, stage: str) -> None:
    """What people say is rule enough here; chance decides about audits otherwise."""
    page.goto(f"/benchmarks/{NAME}/stages/{stage}")
    page.locator("summary", has_text="更多设置").click()
    page.get_by_label("流程的改动").fill("\n".join(QUIET))
    page.get_by_role("button", name="保存", exact=True).click()
    expect(page.get_by_role("button", name="保存", exact=True)).to_be_disabled()


def start(page: Page, stage: str, standing: str) -> None:
    """Start a stage on its page and wait for its end there."""
    page.goto(f"/benchmarks/{NAME}/stages/{stage}")
    page.get_by_role("button", name="开始", exact=True).click()
    expect(page.locator(".n-tag", has_text=standing).first).to_be_visible()
    expect(page.get_by_role("button", name="取消")).to_have_count(0)


def make_all(page: Page, waits: str) -> None:
    """One click does what ``pingce make`` does; it stops where people are needed."""
    page.goto(f"/benchmarks/{NAME}")
    page.get_by_role("button", name="做到最新").click()
    page.get_by_role("button", name="确认").click()
    expect(page.locator(f"[data-stage={waits}].waits, [data-stage={waits}].fresh")).to_be_visible()
    for under_way in ("排队中：全部", "正在做：全部"):
        expect(page.get_by_text(under_way)).to_have_count(0)


def screen_and_replace(page: Page, screenshots: Album) -> None:
    start(page, "passages", "已是最新")
    results = page.locator("[data-part=results]")
    expect(results.get_by_role("table").first).to_be_visible()
    photograph(page, screenshots, "stage-screen")
    page.goto(f"/benchmarks/{NAME}/stages/replaced")
    set_number(page, "sample", SENTENCES)
    page.get_by_role("button", name="保存并开始").click()
    expect(page.locator(".n-tag", has_text="已是最新").first).to_be_visible()
    expect(results.get_by_role("table").first).to_be_visible()


def refused_while_held_back(page: Page, answers: Path) -> None:
    """Whoever builds the benchmark cannot ask for scores as often as they like, either."""
    page.goto(f"/benchmarks/{NAME}/stages/pack")
    card = page.locator("[data-part=score]")
    card.locator("input[type=file]").set_input_files(answers)
    card.get_by_label("部分").select_option("test")
    card.get_by_role("button", name="打分").click()
    expect(card.get_by_text("请在评测里提交。", exact=True)).to_be_visible()


def open_desk(people: People, actor: Actor, path: str) -> Desk:
    context = people.profiles.make(people.site.url)
    context.add_cookies([{"name": COOKIE, "value": people.site.key(actor.id), "url": people.site.url}])
    desk = Desk(context.new_page())
    desk.page.goto(path)
    return desk


def rate_one(people: People, world: World, name: str) -> None:
    """The first sentence that somebody gets, by a click and a key."""
    campaign = world.part("rating").campaign_id
    assert campaign is not None
    with transaction(world.engine) as db:
        job = queue.next_job(db, world.people[name], campaign)
        assert job is not None
        text = job.item.texts["text"]
    desk = open_desk(people, world.people[name], f"/work/{campaign}")
    desk.ready()
    desk.page.locator(f"[data-value={rating(name, text)['rating']}]").click()
    with desk.handing_in():
        desk.press("Control+Enter")


def differing_once(say: Say) -> Say:
    """One annotator sees nothing wrong in the first text, so that a reviewer is needed."""
    asked: list[str] = []

    def answer(name: str, text: str) -> dict[str, object]:
        asked.append(name)
        return {"outcome": "fine"} if name == ANNOTATORS[0] and asked.count(name) == 1 else say(name, text)

    return answer


def decide_one(people: People, world: World, stage: str) -> None:
    """Where the annotators differed, the reviewer adopts the second answer."""
    desk = open_desk(people, world.people["zhao"], f"/review/{world.part(stage).campaign_id}")
    expect(desk.page.get_by_text("决定", exact=True)).to_be_visible()
    desk.press("2")
    with desk.handing_in("/decide"):
        desk.press("Enter")


def test_from_a_folder_of_texts_to_a_published_board(
    workbench: Site, texts: Path, tmp_path: Path, profiles: Profiles, screenshots: Album
) -> None:
    people = People(workbench, profiles)
    folder = tmp_path / "benchmarks" / NAME
    builder = people.member("builder", Role.BUILDER, "/benchmarks")
    make_benchmark(builder)
    upload(builder, texts, folder)
    screen_and_replace(builder, screenshots)

    world = staff(people, folder)
    for stage in ("rating", "attribution"):
        leave_out_audits(builder, stage)
    make_all(builder, "rating")
    world.assign("rating")
    for name in ANNOTATORS:
        rate_one(people, world, name)
    world.answer("rating", rating)
    make_all(builder, "attribution")
    world.assign("attribution")
    reasons = attribution(changes_by_text(folder / "corpus" / "replaced.jsonl"))
    world.annotate("attribution", differing_once(reasons))
    decide_one(people, world, "attribution")
    world.review("attribution", reasons)
    make_all(builder, "competition")
    builder.goto(f"/benchmarks/{NAME}/stages/rating-tiers")
    expect(builder.get_by_role("radio", name="一致性")).to_be_visible()
    photograph(builder, screenshots, "stage-tiers")

    builder.goto(f"/benchmarks/{NAME}/stages/competition")
    builder.get_by_role("link", name="打开评测").click()
    builder.wait_for_url("**/competitions/*")
    url = "/" + "/".join(builder.url.split("/")[3:5])
    team = people.stranger(url)
    register(team, "jia", "甲队")
    builder.goto(f"{url}/organise")
    builder.locator(".n-tabs-tab", has_text="报名与基线").click()
    builder.get_by_role("button", name="通过", exact=True).click()
    expect(builder.locator(".team").get_by_text("已通过", exact=True)).to_have_count(1)
    begin(builder, url, "测试集")
    questions = next((folder / "packs" / "pack" / "public").rglob("task1_test_input.jsonl"))
    answers = tmp_path / "jia-task1.jsonl"
    lines = [json.dumps({"qid": record["qid"], "judge": 1}) for record in read_lines(questions)]
    answers.write_text("\n".join(lines) + "\n", encoding="utf-8")
    refused_while_held_back(builder, answers)
    team.goto(f"{url}/submit")
    hand_in(team, answers, "全对")
    until_all_are_scored(workbench)
    begin(builder, url, "已公布")

    make_all(builder, "board")
    expect(builder.get_by_text("0 步要运行，0 步等人。")).to_be_visible()
    board = json.loads((folder / "boards" / "board.json").read_text(encoding="utf-8"))
    assert "甲队" in {row["team"] for task in board["tasks"] for row in task["rows"]}
    visitor = people.stranger(f"{url}/board")
    expect(visitor.get_by_text("甲队").first).to_be_visible()
