"""A shared task in the browser: from a pack to the published ranking, with teams that make mistakes and pry."""

import hashlib
import itertools
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import APIRequestContext, Locator, Page, expect
from sqlalchemy import select

from pingce.formats.examples import example_folder
from pingce.server.request_context import COOKIE
from pingce.store.database import reading
from pingce.store.people import Role
from pingce.store.tables.competition import Entry
from tests.leaderboard.published import PUBLISHED
from tests.server.builders import Clients, add_person
from tests.server.shared_task import example
from tests.server.test_ratings import RATERS, make_rated_task, rate_everything
from tests.waiting import wait_until

from .contest import TASKS, Contest, Mistakes, make_contest, overall, squeezed
from .photos import Album, photograph
from .profiles import DESKTOP, Profiles
from .site import Site, Stage
from .test_manage import option, pick_file

TITLE = "空间语义评测"
PASSWORD = "long enough"
MINE, THEIRS, BASE = "甲队", "乙队", "基线"
MISTAKES: dict[str, Mistakes] = {MINE: (5, 3, 2), THEIRS: (2, 2, 4), BASE: (1, 1, 1)}
HOSTILE = "<img src=x onerror=document.title='pwned'><b>队</b>"


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    return make_contest(tmp_path_factory.mktemp("contest"))


@pytest.fixture(scope="module")
def contest_site(tmp_path_factory: pytest.TempPathFactory, contest: Contest) -> Iterator[Site]:
    """With a scoring thread at work, and with the pack in the project's folder, where it must not be reached."""
    folder = tmp_path_factory.mktemp("shared-task")
    site = Site(folder)
    shutil.copytree(contest.pack, folder / "packs" / "space2022")
    site.server.project.folder = folder
    site.server.scoring_thread.start()
    site.start()
    yield site
    site.server.scoring_thread.stop()
    site.stop()


class People:
    """Whoever comes to the site."""

    def __init__(self, site: Site, profiles: Profiles) -> None:
        self.site, self.profiles = site, profiles
        self.stage = Stage(site.server.engine, number=next(site.numbers))

    def stranger(self, path: str) -> Page:
        page = self.profiles.page(self.site.url)
        page.goto(path)
        return page

    def member(self, name: str, role: Role, path: str) -> Page:
        context = self.profiles.make(self.site.url)
        key = self.site.key(self.stage.person(name, role).id)
        context.add_cookies([{"name": COOKIE, "value": key, "url": self.site.url}])
        page = context.new_page()
        page.goto(path)
        return page


@pytest.fixture
def people(contest_site: Site, profiles: Profiles) -> People:
    return People(contest_site, profiles)


def create(page: Page, archive: Path, title: str) -> str:
    """By the organiser's page; the address of the competition."""
    page.goto("/competitions/new")
    page.get_by_role("button", name="第二届").click()
    page.get_by_placeholder("名称", exact=True).fill(title)
    pick_file(page, archive)
    page.get_by_role("button", name="创建").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return "/" + "/".join(page.url.split("/")[3:5])


def register(page: Page, account: str, team: str) -> None:
    for name, text in (("account", account), ("password", PASSWORD), ("again", PASSWORD)):
        page.locator(f"input[name={name}]").fill(text)
    fields = {"队名": team, "单位": "示例大学", "负责人": "张三丰", "邮箱": "zhang@example.org"}
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="报名", exact=True).click()
    expect(page.get_by_text("等组织者审核")).to_be_visible()


def begin(page: Page, url: str, phase: str) -> None:
    page.goto(f"{url}/organise")
    row = page.locator(".phase").filter(has=page.get_by_role("heading", name=phase, exact=True))
    row.get_by_role("button").first.click()
    sure = page.locator(".n-popconfirm__action button").last
    expect(sure).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith("/phases")) as caught:
        sure.click()
    assert caught.value.ok, caught.value.text()
    expect(row.get_by_text("当前")).to_be_visible()


def choose(page: Page, file: Path, system: str) -> None:
    if page.get_by_role("button", name="移除").count():
        page.get_by_role("button", name="移除").click()
    pick_file(page, file)
    page.get_by_label("系统", exact=True).fill(system)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="提交", exact=True).click()


def until_all_are_scored(site: Site) -> None:
    """For boards, which are as they were when they were opened."""

    def waiting() -> list[str]:
        with reading(site.server.engine) as db:
            return list(db.scalars(select(Entry.state).where(Entry.state.in_(("queued", "scoring")))))

    wait_until(lambda: not waiting(), said=waiting)


def refused(page: Page, url: str, tmp_path: Path, left: str) -> None:
    """A file with mistakes: every one of them with its line, nothing is counted."""
    broken = tmp_path / "task3.jsonl"
    shutil.copy(example_folder() / "space2022" / "broken-task3.jsonl", broken)
    page.goto(f"{url}/submit")
    expect(page.locator(".left")).to_contain_text(left)
    choose(page, broken, "规则")
    expect(page.get_by_text("没有提交，不占次数。改好后再交即可。")).to_be_visible()
    rows = page.locator(".problems tbody tr")
    expect(rows.first).to_be_visible()
    assert {row.locator("td").nth(1).inner_text() for row in rows.all()} >= {"1", "2", "3"}
    page.reload()
    expect(page.locator(".left")).to_contain_text(left)
    expect(page.get_by_text("还没有提交").or_(page.locator("tr a").first)).to_be_visible()


def hand_in(page: Page, file: Path, system: str) -> None:
    choose(page, file, system)
    expect(page.get_by_role("heading", name=system)).to_be_visible()


def expected(contest: Contest, part: str) -> dict[str, list[str]]:
    values = {team: contest.values(part, mistakes) for team, mistakes in MISTAKES.items()}
    return overall({team: values[team] for team in (MINE, THEIRS)}, {BASE: values[BASE]})


def check_board(page: Page, contest: Contest, part: str) -> None:
    wanted = expected(contest, part)
    better = max((MINE, THEIRS), key=lambda team: float(wanted[team][-1]))
    expect(page.locator("tbody tr")).to_have_count(3)
    shown = dict(rows(page.locator(".n-data-table"), range(2, 9)))
    assert {team: row[1:] for team, row in shown.items()} == wanted
    assert {team: row[0] for team, row in shown.items()} == {MINE: "2", THEIRS: "2", better: "1", BASE: "–"}


def test_a_shared_task_from_the_pack_to_the_published_ranking(
    people: People, contest: Contest, tmp_path: Path, screenshots: Album
) -> None:
    organiser = people.member("organiser", Role.BUILDER, "/competitions")
    url = create(organiser, contest.archive, TITLE)
    expect(organiser.get_by_text("task1_test_input.jsonl")).to_be_visible()

    teams = {}
    for team, account in ((MINE, "jia"), (THEIRS, "yi")):
        teams[team] = people.stranger(url)
        if team == MINE:
            photograph(teams[team], screenshots, "competition-register")
            teams[team].set_viewport_size(DESKTOP)
        register(teams[team], account, team)
    admit(organiser, url)

    begin(organiser, url, "开发集")
    for team, page in teams.items():
        refused(page, url, tmp_path, "今天还剩 20 次")
        hand_in(page, contest.handed_in("dev", MISTAKES[team], "dev.zip"), f"{team}的系统")
        scored(page, contest.values("dev", MISTAKES[team]))
    baseline(organiser, url, contest.handed_in("dev", MISTAKES[BASE], "base.zip"), "开发集")
    teams[MINE].goto(f"{url}/board")
    check_board(teams[MINE], contest, "dev")

    begin(organiser, url, "测试集")
    for team, page in teams.items():
        refused(page, url, tmp_path, "总共还剩 3 次")
        hand_in(page, contest.handed_in("test", MISTAKES[team], "test.zip"), f"{team}的系统")
        expect(page.get_by_text("成绩在结果公布后显示")).to_have_count(3)
    baseline(organiser, url, contest.handed_in("test", MISTAKES[BASE], "base.zip"), "测试集")
    until_all_are_scored(people.site)
    teams[MINE].goto(f"{url}/board?phase=test")
    expect(teams[MINE].get_by_text("成绩未公开")).to_be_visible()
    organiser.goto(f"{url}/board")
    check_board(organiser, contest, "test")

    pry(teams[MINE], contest, url)

    begin(organiser, url, "已公布")
    anybody = people.stranger(f"{url}/board")
    check_board(anybody, contest, "test")
    stays_after_a_reload(anybody)
    anybody.goto(f"{url}/board")
    photograph(anybody, screenshots, "competition-published-board")


def stays_after_a_reload(page: Page) -> None:
    """What was chosen on the board is in the address."""
    chosen = (("开发集", "phase=dev"), ("中文空间语义正误判断", f"task={TASKS[0]}"))
    for name, query in chosen:
        page.locator(".n-radio-button", has_text=name).click()
        expect(page).to_have_url(re.compile(query))
    page.reload()
    for name, _ in chosen:
        expect(page.locator(".n-radio-button--checked", has_text=name)).to_be_visible()


def admit(page: Page, url: str) -> None:
    page.goto(f"{url}/organise")
    page.locator(".n-tabs-tab", has_text="报名与基线").click()
    page.get_by_role("button", name="全部通过（2）").click()
    expect(page.get_by_text("已通过", exact=True)).to_have_count(2)
    page.get_by_placeholder("基线的名称").fill(BASE)
    page.get_by_role("button", name="添加").click()
    expect(page.get_by_text("已加入基线")).to_be_visible()
    expect(page.get_by_role("list", name="基线").get_by_role("listitem")).to_contain_text([BASE])


def baseline(page: Page, url: str, file: Path, phase: str) -> None:
    """The organiser hands in for it, whatever the phase."""
    page.goto(f"{url}/submit")
    page.get_by_text("替队伍提交").click()
    for number, choice in enumerate((BASE, phase)):
        page.locator(".for .n-select").nth(number).click()
        option(page, choice)
    choose(page, file, "模板")
    expect(page.locator("section[data-task] .value")).to_have_count(3)


def scored(page: Page, values: Sequence[float]) -> None:
    """The page follows the scoring until every subtask has its score."""
    for task, value in zip(TASKS, values, strict=True):
        expect(page.locator(f'[data-task="{task}"] .value')).to_have_text(f"{value:.4f}")


def pry(page: Page, contest: Contest, url: str) -> None:
    """Every address of the API and every name of a file, with the session of a team: the test answers are nowhere."""
    secrets = contest.secrets()
    sums = [hashlib.sha256(contest.gold_file("test", task).read_bytes()).hexdigest() for task in TASKS]
    ids = [one["qid"] for one in contest.gold("test", TASKS[0])]
    addresses = [*api_addresses(page.request, int(url.rpartition("/")[2])), *file_addresses(contest, url)]
    reached = 0
    for address, status, text in fetched(page, addresses):
        assert 200 <= status < 500, f"{address}: {status}"
        reached += status < 300
        said = squeezed(text) + squeezed(as_text(text))
        found = [one for one in (*secrets, *sums) if one in said]
        assert not found, f"{address} tells {found[0][:80]}"
        assert not ('"judge"' in said and any(f'"{one}"' in said for one in ids)), address
    assert reached > 30, "hardly anything was really looked at"


def fetched(page: Page, addresses: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """As scripts of the page would get them, a few at a time."""
    for start in range(0, len(addresses), 100):
        chosen = addresses[start : start + 100]
        answers = page.evaluate(
            """(addresses) => Promise.all(addresses.map(async (address) => {
                 const answer = await fetch(address)
                 return [answer.status, await answer.text()]
               }))""",
            chosen,
        )
        yield from ((address, *answer) for address, answer in zip(chosen, answers, strict=True))


def as_text(said: str) -> str:
    """JSON with its escapes undone, so that no way of writing hides a character."""
    try:
        return json.dumps(json.loads(said), ensure_ascii=False)
    except ValueError:
        return ""


def api_addresses(request: APIRequestContext, competition: int) -> Iterator[str]:
    paths = request.get("/api/openapi.json").json()["paths"]
    for path, methods in paths.items():
        if "get" not in methods:
            continue
        names = re.findall(r"{(\w+)", path)
        queries = list(query_strings(methods["get"].get("parameters", [])))
        for values in itertools.product(*(candidates(name, competition) for name in names)):
            filled = path
            for name, value in zip(names, values, strict=True):
                filled = re.sub(rf"{{{name}(:\w+)?}}", quote(value, safe="/"), filled)
            yield from (filled + query for query in queries)


def candidates(name: str, competition: int) -> list[str]:
    """What a team could put into an address; ids are small numbers."""
    known = {
        "competition": [str(competition)],
        "file": [str(number) for number in range(1, 40)],
        "submission": [str(number) for number in range(1, 8)],
        "other": [str(number) for number in range(1, 8)],
        "edition": ["space2022"],
        "task": ["task1", "task2", "task3"],
        "path": ["packs/space2022/private/space2022/task2_test.jsonl", "packs/space2022/public/release.json"],
    }
    return known.get(name, ["1", "2"])


def query_strings(parameters: list[dict[str, Any]]) -> Iterator[str]:
    """Every combination of what the description lists, and of the tasks and phases there are."""
    given = {
        "phase": ["dev", "test"],
        "task": list(TASKS),
        "format": ["csv", "json", "md", "latex"],
        "wrong": ["false"],
        "limit": ["500"],
    }
    names = [one["name"] for one in parameters if one["in"] == "query" and one["name"] in given]
    yield ""
    for values in itertools.product(*(given[name] for name in names)):
        yield "?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in zip(names, values, strict=True))


def file_addresses(contest: Contest, url: str) -> Iterator[str]:
    """The files' names wherever one might think they lie."""
    files = [file.relative_to(contest.pack).as_posix() for file in contest.pack.rglob("*.json*")]
    starts = ("", "/static", "/assets", "/packs/space2022", f"/api{url}/files", "/api/project/files/packs/space2022")
    for start, name in itertools.product(starts, files):
        yield f"{start}/{name}"
        yield f"{start}/{quote('../' + name, safe='')}"


@pytest.mark.parametrize("edition", PUBLISHED)
def test_a_published_board_is_shown_digit_for_digit(people: People, edition: str) -> None:
    page = people.stranger("/competitions/published")
    section = page.locator(f"[data-edition={edition}]")
    board = PUBLISHED[edition]
    tables = section.locator(".n-data-table")
    expect(tables.first.locator("tbody tr")).to_have_count(len(board.rows))
    assert rows(tables.first, board.columns) == board.rows
    if board.awards:
        assert [row.locator("td").all_inner_texts() for row in tables.nth(1).locator("tbody tr").all()] == [
            *board.awards
        ]


def test_further_figures_of_a_published_subtask_are_shown_too(people: People) -> None:
    section = people.stranger("/competitions/published").locator("[data-edition=space2022]")
    section.get_by_text("中文空间语义异常归因与异常文本识别").first.click()
    expect(section.get_by_text("类型准确率").first).to_be_visible()
    assert rows(section.locator(".n-data-table"), (2, 3, 4)) == [
        ("无情垫底", ["1", "0.6748", "0.0036", "0.8075"]),
        ("为章岳来", ["2", "0.4877", "0.5827", "0.6432"]),
        ("基线", ["–", "0.4403", "0.5599", "0.5812"]),
        ("CPIC", ["3", "0.2822", "0.2268", "0.3324"]),
    ]


def rows(table: Locator, columns: Sequence[int]) -> list[tuple[str, list[str]]]:
    """Team, rank and some columns of every row, as they are shown."""
    found = []
    for row in table.locator("tbody tr").all():
        texts = row.locator("td").all_inner_texts()
        found.append((row.locator(".team-name").inner_text(), [texts[0], *(texts[column] for column in columns)]))
    return found


def test_names_and_descriptions_are_text_whatever_they_say(people: People, contest: Contest) -> None:
    organiser = people.member("host", Role.BUILDER, "/competitions")
    url = create(organiser, contest.archive, f"<u>{TITLE}</u>")
    team = people.member("hostile", Role.TEAM, url)
    for label in ("队名", "单位", "负责人"):
        team.get_by_label(label, exact=True).fill(HOSTILE)
    team.get_by_role("button", name="报名", exact=True).click()
    expect(team.get_by_role("heading", name=HOSTILE)).to_be_visible()
    organiser.goto(f"{url}/organise")
    organiser.locator(".n-tabs-tab", has_text="报名与基线").click()
    organiser.get_by_role("button", name="通过", exact=True).click()
    expect(organiser.get_by_text("已通过", exact=True)).to_be_visible()
    begin(organiser, url, "开发集")
    team.goto(f"{url}/submit")
    team.get_by_placeholder("用了什么模型").fill(HOSTILE)
    hand_in(team, contest.handed_in("dev", (2, 2, 2), "dev.zip"), HOSTILE)
    scored(team, contest.values("dev", (2, 2, 2)))
    for page, path in (
        (team, team.url),
        (team, f"{url}/board"),
        (organiser, f"{url}/teams"),
        (organiser, f"{url}/organise"),
        (organiser, f"{url}/submit"),
        (organiser, "/competitions"),
    ):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.title() != "pwned"
        assert page.locator("main img, main b, main u").count() == 0, path
    team.goto(f"{url}/board")
    expect(team.get_by_text(HOSTILE).first).to_be_visible()
    team.wait_for_load_state("networkidle")  # the chart is drawn anew when the last figures come
    chart = team.get_by_label("历次成绩")
    tip = chart.locator("div", has_text="<b>队</b>").last  # it is HTML

    def shown() -> bool:
        """While the chart is drawn anew the mouse is over nothing."""
        team.mouse.move(0, 0)
        chart.locator("svg path[transform]").last.hover(force=True)
        return tip.is_visible()

    wait_until(shown)
    assert team.locator("main img, main b").count() == 0
    assert team.title() != "pwned"


def test_answers_without_one_question_are_taken_and_the_page_says_so(
    people: People, contest: Contest, screenshots: Album
) -> None:
    organiser = people.member("lenient", Role.BUILDER, "/competitions")
    url = create(organiser, contest.archive, f"{TITLE} {people.stage.number}")
    team = people.member("hasty", Role.TEAM, url)
    team.get_by_label("队名", exact=True).fill("丁队")
    team.get_by_role("button", name="报名", exact=True).click()
    expect(team.get_by_text("等组织者审核")).to_be_visible()
    organiser.goto(f"{url}/organise")
    organiser.locator(".n-tabs-tab", has_text="报名与基线").click()
    organiser.get_by_role("button", name="通过", exact=True).click()
    expect(organiser.get_by_text("已通过", exact=True)).to_be_visible()
    begin(organiser, url, "开发集")
    lines = contest.answers("dev", MISTAKES[MINE])[TASKS[0]].decode().splitlines()
    few = contest.folder / "hasty-task1.jsonl"
    few.write_text("\n".join([*lines[1:], '{"qid": "zz", "judge": 1}']), encoding="utf-8")
    team.goto(f"{url}/submit")
    hand_in(team, few, "急就")
    expect(team.locator("[data-code=missing-qid]")).to_contain_text("有题未答 × 1")
    expect(team.locator("[data-code=missing-qid]")).to_contain_text("官方脚本：继续，此处不得分")
    expect(team.locator("[data-code=unknown-qid]")).to_contain_text("略过这条记录")
    team.get_by_text("逐处列出").click()
    expect(team.locator(".problems tbody tr")).to_have_count(2)
    photograph(team, screenshots, "submission-with-warnings")


def test_an_agreement_is_accepted_before_files_can_be_had(people: People, contest: Contest) -> None:
    organiser = people.member("careful", Role.BUILDER, "/competitions")
    url = create(organiser, contest.archive, f"{TITLE} {people.stage.number}")
    team = people.member("signing", Role.TEAM, url)
    team.get_by_label("队名", exact=True).fill("丙队")
    team.get_by_role("button", name="报名", exact=True).click()
    expect(team.get_by_text("等组织者审核")).to_be_visible()
    organiser.goto(f"{url}/organise")
    phase = organiser.locator("[data-phase=dev]")
    phase.get_by_text("规则", exact=True).click()
    phase.get_by_label("协议").fill("不公开数据。\n不用人工作答。")
    organiser.get_by_role("button", name="保存").first.click()
    expect(organiser.get_by_text("已保存")).to_be_visible()
    organiser.locator(".n-tabs-tab", has_text="报名与基线").click()
    organiser.get_by_role("button", name="通过", exact=True).click()
    expect(organiser.get_by_text("已通过", exact=True)).to_be_visible()
    begin(organiser, url, "开发集")
    team.goto(url)
    expect(team.get_by_text("接受协议后可下载").first).to_be_visible()
    team.get_by_text("我已阅读").click()
    team.get_by_role("button", name="接受").click()
    with team.expect_download() as download:
        team.get_by_role("link", name="task1_dev_input.jsonl").click()
    asked = contest.pack / "public" / f"{TASKS[0]}_dev_input.jsonl"
    assert Path(download.value.path()).read_bytes() == asked.read_bytes()


def test_a_pack_of_the_project_is_chosen_and_a_mended_answer_scores_again(
    people: People, contest: Contest, tmp_path: Path
) -> None:
    organiser = people.member("mending", Role.ADMIN, "/competitions/new")
    organiser.get_by_role("button", name="第二届").click()
    organiser.get_by_placeholder("名称", exact=True).fill(f"{TITLE} {people.stage.number}")
    organiser.locator(".pick .n-select").click()
    option(organiser, "space2022")
    organiser.get_by_role("button", name="创建").click()
    expect(organiser.get_by_text("task3_test_input.jsonl")).to_be_visible()
    url = "/" + "/".join(organiser.url.split("/")[3:5])
    organiser.goto(f"{url}/organise")
    organiser.locator(".n-tabs-tab", has_text="报名与基线").click()
    organiser.get_by_placeholder("基线的名称").fill(BASE)
    organiser.get_by_role("button", name="添加").click()
    expect(organiser.get_by_text("已加入基线")).to_be_visible()
    baseline(organiser, url, contest.handed_in("dev", (2, 2, 2), "dev.zip"), "开发集")
    before = contest.values("dev", (2, 2, 2))
    scored(organiser, before)
    submission = organiser.url
    first, *others = contest.gold("dev", TASKS[0])
    mended = tmp_path / "mended.jsonl"
    records = [{**first, "judge": 1 - first["judge"]}, *others]
    mended.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), encoding="utf-8")
    organiser.goto(f"{url}/organise")
    organiser.locator(".n-tabs-tab", has_text="数据").click()
    organiser.locator(".grid .n-select").nth(2).click()
    option(organiser, "答案")
    pick_file(organiser, mended, nth=1)
    organiser.get_by_placeholder("为什么换答案文件").fill("第一题有误")
    organiser.get_by_role("button", name="上传").click()
    expect(organiser.get_by_text("1 份提交重新评分")).to_be_visible()
    organiser.goto(submission)
    entry = organiser.locator(f'[data-task="{TASKS[0]}"]')
    expect(entry.locator(".value")).to_have_text(f"{before[0] + 0.1:.4f}")
    expect(entry.locator(".scores li")).to_have_count(2)
    expect(entry.locator(".scores li").first).to_contain_text("第一题有误")
    expect(entry.locator(".scores .old")).to_contain_text(f"{before[0]:.4f}")
    organiser.get_by_role("button", name="撤回").click()
    organiser.get_by_placeholder("原因（可不填）").fill("交错了文件")
    organiser.locator(".n-popconfirm__action button").last.click()
    expect(organiser.get_by_text("交错了文件")).to_be_visible()


def test_explanations_are_rated_blind_and_the_points_become_the_score(
    people: People, contest_site: Site, profiles: Profiles, screenshots: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = Clients(contest_site.server)
    task = make_rated_task(clients)
    team = task.team("explaining", "解释队")
    task.phase("dev")
    # The list is opened before anything is scored.
    monkeypatch.setattr(contest_site.server.scoring_thread, "turn", lambda: False)
    assert task.submit(team, example("space2023/pred-a-task3.jsonl"), "task3.jsonl").status_code == 201
    context = profiles.make(contest_site.url)
    context.add_cookies([{"name": COOKIE, "value": task.organiser.cookies[COOKIE], "url": contest_site.url}])
    page = context.new_page()
    address = task.url.removeprefix("/api")
    page.goto(f"{address}/submit")
    expect(page.get_by_text("排队，前面 0 份")).to_be_visible()
    monkeypatch.undo()
    expect(page.get_by_text("待人评")).to_be_visible()
    page.goto(f"{address}/organise")
    page.locator(".n-tabs-tab", has_text="评分").click()
    page.locator("label", has_text="开发集").last.click()
    page.get_by_role("button", name="建立评分活动").click()
    expect(page.get_by_text(re.compile("1 份提交的 \\d+ 条解释，已评 0 条"))).to_be_visible()
    href = page.get_by_role("link", name="评分活动").get_attribute("href") or ""
    campaign = int(href.split("/")[2])
    members = [{"user": add_person(clients.server, name, Role.ANNOTATOR), "roles": ["annotator"]} for name in RATERS]
    task.organiser.post(f"/api/campaigns/{campaign}/members", json={"members": members})
    task.organiser.patch(f"/api/campaigns/{campaign}", json={"status": "open"})
    rated = len(rate_everything(task, campaign, dict(zip(RATERS, (60, 70, 80), strict=True)))) // len(RATERS)
    page.reload()
    page.locator(".n-tabs-tab", has_text="评分").click()
    page.locator("label", has_text="开发集").last.click()
    expect(page.get_by_text(f"已评 {rated} 条")).to_be_visible()
    expect(page.get_by_text("两人平均相差 13.333 分")).to_be_visible()
    photograph(page, screenshots, "competition-rating")
    page.get_by_role("button", name="取回分数").click()
    expect(page.get_by_text("已取回")).to_be_visible()
    page.goto(f"{address}/submit")
    page.get_by_role("link", name="#").click()
    # Right judgements got 70 on average, wrong ones 0; there are eight pairs.
    expect(page.locator(".value")).to_have_text(f"{70 * rated / 8:.2f}")
    expect(page.locator(".scores li").first).to_contain_text("human ratings")
