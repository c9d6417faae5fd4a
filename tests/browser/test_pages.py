"""Pictures of every page with the demo in it: nothing sticks out of the window, nobody is kept out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pingce.demo.people import PEOPLE

from .photos import Album, photograph
from .profiles import Emptied, Profiles
from .site import Site

ADMIN, BUILDER, ANNOTATOR, OTHER, THIRD, REVIEWER, SECOND, TEAM = (person.name for person in PEOPLE)
CHART = "[role=img] svg text"
DEV_BOARD = "label:has-text('开发集')"
JUDGING = "label:has-text('中文空间语义正误判断')"
DECIDED = "tr:is(:has-text('一致'), :has-text('多数'), :has-text('审定')) a[href*='/items/']"
RATING, ATTRIBUTION, STEP, ANOMALY, SCENE, WSD, EXPLANATION = range(1, 8)


@dataclass(frozen=True)
class Shot:
    """Who sees which page, what is done there first, and what must be on it."""

    name: str
    who: str | None
    path: str
    shows: str
    keys: tuple[str, ...] = ()
    click: str = ""
    english: bool = False


ORGANISE = "/competitions/1/organise"
SHOTS = (
    Shot("login", None, "/login", "text=演示模式"),
    Shot("welcome", None, "/welcome", "text=我做评测"),
    Shot("english-welcome", None, "/welcome", "text=Start here", english=True),
    Shot("start", None, "/start", "text=成为管理员"),
    Shot("not-found", ADMIN, "/nowhere", "text=没有这个页面"),
    Shot("error", BUILDER, "/manage/4711", ".error"),
    Shot("home-admin", ADMIN, "/", "text=词义标注"),
    Shot("home-annotator", ANNOTATOR, "/", "text=词义标注"),
    Shot("home-reviewer", REVIEWER, "/", "text=词义标注"),
    Shot("home-team", TEAM, "/", "main"),
    Shot("work-rating", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("4",)),
    Shot("work-attribution", ANNOTATOR, f"/work/{ATTRIBUTION}", ".answer-form"),
    Shot("work-step", ANNOTATOR, f"/work/{STEP}", ".scene"),
    Shot("work-anomaly", OTHER, f"/work/{ANOMALY}", ".answer-form", ("n", ".", "Enter")),
    Shot("work-scene", OTHER, f"/work/{SCENE}", ".answer-form", ("2",)),
    Shot("work-wsd", OTHER, f"/work/{WSD}", ".answer-form", ("1",)),
    Shot("work-explanation", ANNOTATOR, f"/work/{EXPLANATION}", "blockquote"),
    Shot("work-guide", ANNOTATOR, f"/work/{STEP}", ".answer-form", ("F2",)),
    Shot("work-keys", ANNOTATOR, f"/work/{STEP}", ".answer-form", ("?",)),
    Shot("work-hints", ANNOTATOR, f"/work/{STEP}", ".answer-form", (";",)),
    Shot("work-skip", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("Alt+s",)),
    Shot("work-mine", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("Alt+m",)),
    Shot("review", REVIEWER, f"/review/{ATTRIBUTION}", "text=决定"),
    Shot("review-audit", REVIEWER, f"/review/{STEP}", "text=被抽审"),
    Shot("review-senses", REVIEWER, f"/review/{WSD}", "text=决定", ("1",)),
    Shot("review-edit", SECOND, f"/review/{ANOMALY}", "text=决定", ("e",)),
    Shot("review-items", REVIEWER, f"/review/{RATING}/items", "text=坐在枣树上剥豆子"),
    Shot("review-none", REVIEWER, f"/review/{EXPLANATION}", "text=没有要审核的题"),
    Shot("appeals", SECOND, f"/appeals/{WSD}", "text=申诉"),
    Shot("inbox-rejected", ANNOTATOR, "/inbox", "text=去改正"),
    Shot("inbox", ANNOTATOR, "/inbox", "text=去改正", ("j", "j")),
    Shot("inbox-news", THIRD, "/inbox", "main"),
    Shot("benchmarks", BUILDER, "/benchmarks", "main h1"),
    Shot("manage", BUILDER, "/manage", "text=新建活动"),
    Shot("manage-new", BUILDER, "/manage/new", "text=选择流程", click="text=词义标注"),
    Shot("manage-overview", BUILDER, f"/manage/{RATING}", CHART),
    Shot("manage-overview-wsd", BUILDER, f"/manage/{WSD}", CHART),
    Shot("manage-items", BUILDER, f"/manage/{RATING}/items", "text=坐在枣树上剥豆子"),
    Shot("manage-members", BUILDER, f"/manage/{RATING}/members", "text=李静"),
    Shot("manage-rules", BUILDER, f"/manage/{STEP}/rules", ".rule"),
    Shot("manage-controls", BUILDER, f"/manage/{RATING}/controls", "text=正确率"),
    Shot("manage-relations", BUILDER, f"/manage/{WSD}/relations", "text=练出来的本领"),
    Shot("manage-settings", BUILDER, f"/manage/{RATING}/settings", "form, .settings, main"),
    Shot("manage-chain", BUILDER, f"/manage/{RATING}/chain", "[data-count=added]", click="text=异常归因"),
    Shot("manage-export", BUILDER, f"/manage/{RATING}/export", "a[download]"),
    Shot("manage-item", BUILDER, f"/manage/{RATING}/items/14", "text=近义替换"),
    Shot("manage-item-senses", BUILDER, f"/manage/{WSD}/items", "text=全部经过", click=DECIDED),
    Shot("manage-upload", BUILDER, f"/manage/{WSD}/items", "text=上传题目", click="text=上传题目"),
    Shot("people", ADMIN, "/people", "text=demo-annotator-1"),
    Shot("people-invites", ADMIN, "/people", "text=生成链接", click="text=邀请"),
    Shot("people-groups", ADMIN, "/people", "text=标注一组", click=".n-tabs-tab >> text=组"),
    Shot("people-new", ADMIN, "/people", "text=显示名", click="text=新增人员"),
    Shot("account", ADMIN, "/account", "text=令牌"),
    Shot("competitions", None, "/competitions", "text=空间语义理解评测"),
    Shot("competition-new", BUILDER, "/competitions/new", "text=公开：任何人", click="text=第二届"),
    Shot("competition-years", None, "/competitions/published", "text=bombflyman"),
    Shot("competition-anybody", None, "/competitions/1", "text=供已通过的队伍下载"),
    Shot("competition-team", TEAM, "/competitions/1", "text=按“准确率”排名"),
    Shot("competition-board", TEAM, "/competitions/1/board", CHART, click=DEV_BOARD),
    Shot("competition-board-task", TEAM, "/competitions/1/board?phase=dev", "th >> text=准确率", click=JUDGING),
    Shot("competition-board-hidden", None, "/competitions/1/board?phase=test", "text=成绩未公开"),
    Shot("competition-submit", TEAM, "/competitions/1/submit", ".left li"),
    Shot("competition-organise-anybody", None, "/competitions/1/organise", "text=请先登录"),
    Shot("competition-organise-annotator", ANNOTATOR, "/competitions/1/organise", "text=你的角色不能这样做"),
    Shot("competition-no-such-tab", None, "/competitions/1/rules", "text=没有这个页面"),
    Shot("forbidden", ANNOTATOR, "/manage/new", "text=你的角色不能这样做"),
    Shot("competition-teams", None, "/competitions/1/teams", "text=青松队"),
    Shot("competition-submissions", BUILDER, "/competitions/1/submit", "text=星河队"),
    Shot("competition-organise", BUILDER, "/competitions/1/organise", "text=公布结果"),
    Shot("competition-calendar", BUILDER, ORGANISE, "text=其他日期", click=".n-tabs-tab >> text=日程"),
    Shot("competition-deliveries", BUILDER, ORGANISE, "text=各队的材料", click=".n-tabs-tab >> text=材料"),
    Shot("competition-prizes", BUILDER, ORGANISE, "text=给获奖的队伍发证书", click="text=奖项与证书"),
    Shot("competition-deliver", TEAM, "/competitions/1/deliver", "text=模型说明"),
    Shot("competition-news", None, "/competitions/1/news", "text=登录后可以提问"),
    Shot("competition-news-organiser", BUILDER, "/competitions/1/news", "text=RSS 订阅"),
    Shot("certificate", None, "/certificates/PC-2222222222", "text=没有这个编号的证书"),
    Shot("competition-admit", BUILDER, "/competitions/1/organise", ".baselines strong", click="text=报名与基线"),
    Shot("competition-data", BUILDER, "/competitions/1/organise", "text=放入发布包", click=".n-tabs-tab >> text=数据"),
    Shot("competition-rescore", BUILDER, "/competitions/1/organise", "text=全部重评", click=".n-tabs-tab >> text=评分"),
    Shot("submission", TEAM, "/competitions/1/submissions/2", "text=第 3 题的答案有误"),
    Shot("english-competition", TEAM, "/competitions/1", "text=Rules of the phases", english=True),
    Shot("english-submission", TEAM, "/competitions/1/submissions/7", "text=Method", english=True),
    Shot("english-step", ANNOTATOR, f"/work/{STEP}", ".scene", english=True),
    Shot("english-overview", BUILDER, f"/manage/{RATING}", CHART, english=True),
    Shot("english-review", REVIEWER, f"/review/{ATTRIBUTION}", "text=Decision", english=True),
)

ROUTER = Path(__file__).parents[2] / "web/src/router.ts"
ELSEWHERE = (
    "/join/key",  # test_shell
    "/stages/corpus",  # test_stages
    "/submissions/1/errors",  # test_explorer
    "/submissions/1/compare/2",  # test_explorer
    "/try",  # test_trying
    "/benchmarks/walk",  # test_benchmarks
    "/benchmarks/walk/runs/1",  # test_benchmarks
    "/benchmarks/walk/tasks/new",  # test_task_builder
    "/benchmarks/walk/stages/passages",  # test_benchmarks
    "/benchmarks/walk/lexicon",  # test_benchmarks
    "/benchmarks/walk/dictionaries",  # test_benchmarks
    "/benchmarks/walk/dictionaries/merge",  # test_benchmarks
    "/new/benchmark",  # test_benchmarks
    "/training/1",  # test_training
    "/manage/study",  # test_studies
    "/trace",  # test_trace
)
"""What other files take pictures of."""


def pattern(route: str) -> str:
    """The addresses of a route: parts that vary begin with a colon and may say what they match."""
    found = re.sub(r"/:\w+(?:\(([^)]*)\))?([?*]?)", lambda part: f"(/({part[1] or '[^/]+'})){part[2]}", route)
    return found.replace("\\\\", "\\")


def test_every_route_has_a_picture() -> None:
    routes = re.findall(r"path: '([^']+)'", ROUTER.read_text(encoding="utf-8"))
    taken = [shot.path for shot in SHOTS] + list(ELSEWHERE)
    assert len(routes) > 20
    assert [route for route in routes if not any(re.fullmatch(pattern(route), path) for path in taken)] == []


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("demo"), demo=told_demo)
    site.start()
    yield site
    site.stop()


class Rooms:
    """A window for each person, who goes from page to page in it: a new one takes three times as long."""

    def __init__(self, demo: Site, profiles: Profiles) -> None:
        self.demo, self.profiles = demo, profiles
        self.open: dict[tuple[object, ...], Page] = {}

    def page(self, shot: Shot) -> Page:
        kind = (shot.who, shot.english)
        if kind not in self.open:
            self.open[kind] = self._window(shot)
        page = self.open[kind]
        page.goto(shot.path)
        return page

    def _window(self, shot: Shot) -> Page:
        page = self.profiles.page(self.demo.url, english=shot.english)
        if shot.who is not None:
            answer = page.context.request.post("/api/demo/login", data={"name": shot.who}, max_retries=2)
            assert answer.ok, answer.text()
        return page


@pytest.fixture(scope="module")
def rooms(demo: Site, emptied: Emptied) -> Iterator[Rooms]:
    profiles = Profiles(emptied)
    yield Rooms(demo, profiles)
    profiles.close()


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_every_page_fits_the_window(shot: Shot, rooms: Rooms, screenshots: Album) -> None:
    page = rooms.page(shot)
    if shot.click:
        page.locator(shot.click).first.click()
    expect(page.locator(shot.shows).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    for key in shot.keys:
        page.keyboard.press(key)
    photograph(page, screenshots, shot.name, leaving=True)
    complaints, rooms.profiles.complaints = rooms.profiles.complaints, []
    assert complaints == []
