"""A benchmark's flow, runs and orders, and the life of one item."""

import json
import re
from pathlib import Path
from shutil import copyfile

import pytest
from playwright.sync_api import Page, expect

from pingce.flow.dictionary_merge import DECISIONS
from pingce.flow.make import Maker
from pingce.flow.stages.systems import needed_file
from pingce.formats.examples import example_folder
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.people import Actor, Role
from tests.flow.benchmarks import packable, tiny

from .conftest import Visit
from .photos import Album, photograph
from .site import Site, Stage


def opened(site: Site, stage: Stage, folder: Path) -> Maker:
    """A benchmark that the server has opened, and somebody who makes it."""
    server = site.server
    server.benchmarks = OpenedBenchmarks([folder])
    server.benchmarks.register(server.engine)
    root = stage.person("root", Role.ADMIN)
    return Maker(server.benchmarks.read(folder.name), server.engine, Actor(root.id, root.name, root.roles))


@pytest.fixture
def maker(site: Site, stage: Stage, tmp_path: Path) -> Maker:
    """Its passages are made already."""
    maker = opened(site, stage, tiny(tmp_path / f"b{stage.number}"))
    maker.make("passages")
    return maker


def test_the_flow_says_what_is_done_and_what_would_run(maker: Maker, visit: Visit, screenshots: Album) -> None:
    page = visit("root", "/benchmarks")
    page.get_by_role("link", name=maker.benchmark.name).click()
    expect(page.get_by_text("1 步已是最新，2 步要运行，0 步等人。")).to_be_visible()
    expect(page.locator("[data-stage=passages]")).to_contain_text("已是最新")
    expect(page.locator("[data-stage=replaced] .n-tag")).to_have_text("还没做")
    expect(page.locator("[data-stage=replaced]")).to_contain_text("还没有运行过")
    expect(page.get_by_role("row", name=re.compile("^passages 筛选"))).to_contain_text("空间词太少 4")
    photograph(page, screenshots, "benchmark")
    page.get_by_role("button", name="做到最新").click()
    expect(page.get_by_text("会依次运行：replaced、split。")).to_be_visible()
    page.get_by_role("button", name="确认").click()
    expect(page.get_by_text("排队中：全部")).to_be_visible()
    page.get_by_role("button", name="取消").click()
    page.get_by_role("button", name="确认").click()
    expect(page.get_by_text("排队中：全部")).to_have_count(0)
    maker.make()
    page.reload()
    expect(page.get_by_text("3 步已是最新，0 步要运行，0 步等人。")).to_be_visible()
    expect(page.get_by_role("button", name="做到最新")).to_have_count(0)
    gold = maker.benchmark.folder / "gold.jsonl"
    gold.write_bytes(b"".join(gold.read_bytes().splitlines(keepends=True)[1:]))
    page.reload()
    outdated = page.locator("[data-stage=split]")
    expect(outdated.locator(".n-tag")).to_have_text("已过时")
    expect(outdated).to_contain_text("gold.jsonl 变了")
    photograph(page, screenshots, "benchmark-outdated")


def offered(page: Page) -> set[str]:
    """What a page lets one do, apart from what stands on every page."""
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    buttons = page.locator("main button").filter(visible=True)
    return set(buttons.all_inner_texts()) - {""}


def test_a_benchmark_is_archived_deleted_and_brought_back(maker: Maker, visit: Visit, screenshots: Album) -> None:
    name = maker.benchmark.name
    page = visit("root", f"/benchmarks/{name}")
    page.get_by_role("button", name="归档或删除").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 次运行的记录")
    remove = dialog.get_by_role("button", name="删除", exact=True)
    expect(remove).to_be_disabled()
    photograph(page, screenshots, "benchmark-put-away")
    dialog.get_by_role("button", name="归档", exact=True).click()
    expect(page.get_by_text("已归档：只能查看，不再运行和改动。")).to_be_visible()
    assert offered(page) == {"归档或删除", "恢复", "加入"}  # people may join to look
    photograph(page, screenshots, "benchmark-archived")
    page.goto(f"/benchmarks/{name}/stages/passages")
    expect(page.get_by_text("已归档：只能查看，不再运行和改动。")).to_be_visible()
    assert offered(page) & {"开始", "接着做", "保存", "去掉这一步", "用在新的一步", "看看效果"} == set()
    photograph(page, screenshots, "stage-archived")
    for part in ("first", "second"):
        (maker.benchmark.folder / f"{part}.json").write_text('{"打开": ["拉开"]}', encoding="utf-8")
    for beside, allowed in {
        "lexicon": set(),
        "dictionaries/merge": {"← 上一对", "下一对 →", "−", "+"},
        "tasks/new": set(),
    }.items():
        page.goto(f"/benchmarks/{name}/{beside}")
        expect(page.get_by_text("已归档：只能查看，不再运行和改动。")).to_be_visible()
        assert offered(page) - allowed == set(), beside
        photograph(page, screenshots, f"archived-{beside.replace('/', '-')}")
    page.goto(f"/benchmarks/{name}")
    page.get_by_role("button", name="归档或删除").click()
    dialog.get_by_label("名字").fill("别的")
    expect(remove).to_be_disabled()
    dialog.get_by_label("名字").fill(name)
    remove.click()
    page.get_by_text("已归档和已删除的基准（1）").click()
    expect(page.locator("details")).to_contain_text("可恢复到")
    expect(page.get_by_role("link", name=name)).to_have_count(0)
    photograph(page, screenshots, "benchmarks-put-away")
    page.get_by_role("button", name="恢复").click()
    page.get_by_role("link", name=name).click()
    expect(page.locator("[data-stage=passages]")).to_contain_text("已是最新")
    assert (maker.benchmark.folder / "corpus" / "passages.jsonl").is_file()


def test_a_run_has_its_files_settings_log_and_the_command_that_repeats_it(
    maker: Maker, visit: Visit, screenshots: Album
) -> None:
    page = visit("root", f"/benchmarks/{maker.benchmark.name}")
    page.get_by_role("row", name="passages").get_by_role("link").click()
    repeat = page.locator("input[readonly]")
    expect(repeat).to_have_value(re.compile("^pingce make passages --again --benchmark "))
    found = page.locator("[data-part=results]")
    expect(found.get_by_role("table").first).to_be_visible()
    expect(found).not_to_contain_text('{"')
    expect(page.get_by_text("corpus/passages.jsonl")).to_be_hidden()
    page.get_by_text("技术细节").click()
    expect(page.get_by_text("corpus/passages.jsonl")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Done.")
    photograph(page, screenshots, "run")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_the_tables_of_the_pack_and_the_members(
    site: Site, stage: Stage, tmp_path: Path, visit: Visit, screenshots: Album
) -> None:
    """Administrators add and remove people."""
    maker = opened(site, stage, packable(tmp_path / f"b{stage.number}", encoder=False))
    maker.make("pack")
    stage.person("other", Role.BUILDER)
    page = visit("root", f"/benchmarks/{maker.benchmark.name}")
    tables = page.locator("section", has=page.get_by_role("heading", name="数据集的表"))
    expect(tables.get_by_role("row", name="space2022/task1 train")).to_contain_text("20")
    members = page.locator("section", has=page.get_by_role("heading", name="成员"))
    expect(members).to_contain_text("还没有加入别的人。")
    members.get_by_label("谁加入").click()
    page.keyboard.type("other")
    page.keyboard.press("Enter")
    members.get_by_role("button", name="加入").click()
    expect(members.get_by_role("listitem")).to_contain_text("other")
    photograph(page, screenshots, "benchmark-members")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    members.get_by_role("button", name="移出").click()
    page.get_by_role("button", name="确认").click()
    expect(members).to_contain_text("还没有加入别的人。")


def test_the_effect_of_settings_is_seen_before_the_run(maker: Maker, visit: Visit, screenshots: Album) -> None:
    page = visit("root", f"/benchmarks/{maker.benchmark.name}/stages/passages")
    field = page.locator("[data-setting=min_weight] input")
    page.locator("summary", has_text="更多设置").click()
    field.fill("6")
    field.blur()
    card = page.locator("[data-part=preview]")
    card.get_by_role("button", name="先看样本上的效果").click()
    expect(card.get_by_role("heading", name="改变去留的段落")).to_be_visible()
    kept = card.get_by_role("row", name="留下").get_by_role("button")
    expect(kept).to_have_count(2)
    assert int(kept.nth(1).inner_text()) < int(kept.nth(0).inner_text())
    photograph(page, screenshots, "stage-preview")
    dropped = card.get_by_role("row", name="空间词太少").get_by_role("button").last
    count = int(dropped.inner_text())
    dropped.click()
    drawer = page.locator("[data-part=behind]")
    expect(drawer.get_by_text(f"{count} 条", exact=True)).to_be_visible()
    photograph(page, screenshots, "items-behind")


def test_a_number_of_a_result_leads_to_its_items(maker: Maker, visit: Visit) -> None:
    """And an item to its life."""
    page = visit("root", f"/benchmarks/{maker.benchmark.name}/stages/passages")
    results = page.locator("[data-part=results]")
    results.get_by_role("row", name="low-weight").get_by_role("button").click()
    drawer = page.locator("[data-part=behind]")
    expect(drawer.get_by_role("row")).not_to_have_count(1)
    expect(drawer.get_by_text("删去：空间词太少")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    results.get_by_role("row", name="全部").get_by_role("button").click()
    link = drawer.get_by_role("row").nth(1).get_by_role("link")
    assert link.get_attribute("href") == f"/trace?q={link.inner_text()}"


def test_who_does_not_belong_to_a_benchmark_does_not_find_it(maker: Maker, stage: Stage, visit: Visit) -> None:
    stage.person("other", Role.BUILDER)
    page = visit("other", "/benchmarks")
    expect(page.get_by_text("还没有基准")).to_be_visible()
    page.goto(f"/benchmarks/{maker.benchmark.name}")
    expect(page.locator(".error")).to_be_visible()


@pytest.mark.parametrize("path", ["/new/benchmark", "/benchmarks/{}/stages/passages", "/benchmarks/{}"])
def test_the_pages_of_a_builder_fit_everywhere_and_keep_nobody_out(
    maker: Maker, visit: Visit, screenshots: Album, path: str
) -> None:
    page = visit("root", path.format(maker.benchmark.name))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    name = path.strip("/").replace("/", "-").format("x")
    photograph(page, screenshots, f"builder-{name}")
    page.set_viewport_size({"width": 390, "height": 800})
    page.screenshot(path=screenshots.folder / f"builder-{name}-390.png", full_page=True)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_the_lexicon_is_edited_and_its_versions_are_kept(maker: Maker, visit: Visit, screenshots: Album) -> None:
    page = visit("root", f"/benchmarks/{maker.benchmark.name}")
    page.get_by_role("link", name="空间词表").click()
    expect(page.get_by_text("现在用的是自带的词表")).to_be_visible()
    groups = page.locator("[data-part=groups] > li")
    page.get_by_role("button", name="加一组").click()
    groups.first.get_by_label("组名").fill("自拟")
    groups.first.get_by_label("词").fill("尽头")
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_text("组“自拟”只有 1 个词")).to_be_visible()
    groups.first.get_by_label("词").fill("尽头 边缘")
    page.get_by_role("button", name="保存").click()
    history = page.locator("[data-part=history]")
    expect(history.get_by_text("加 自拟：尽头 自拟：边缘")).to_be_visible()
    photograph(page, screenshots, "lexicon")
    page.get_by_placeholder("找词或组").fill("自拟")
    expect(groups).to_have_count(1)
    page.get_by_role("button", name="删去这一组 自拟").click()
    expect(groups).to_have_count(0)
    page.get_by_role("button", name="取回这一版 1").click()
    page.get_by_role("button", name="保存").click()
    expect(history.get_by_text("删 自拟：尽头 自拟：边缘")).to_be_visible()
    page.goto(f"/benchmarks/{maker.benchmark.name}/stages/replaced")
    expect(page.locator("[data-setting=lexicon]").get_by_text("lexicon").first).to_be_visible()


def test_a_pack_is_verified_and_downloaded_on_its_page(
    site: Site, stage: Stage, tmp_path: Path, visit: Visit, screenshots: Album
) -> None:
    maker = opened(site, stage, packable(tmp_path / f"b{stage.number}", encoder=False))
    maker.make("pack")
    page = visit("root", f"/benchmarks/{maker.benchmark.name}/stages/pack")
    card = page.locator("[data-part=release]")
    card.get_by_role("button", name="校验").click()
    expect(card.get_by_text(re.compile("个文件都对"))).to_be_visible()
    with page.expect_download() as caught:
        card.get_by_role("link", name="下载公开的一半").click()
    assert caught.value.suggested_filename == f"{maker.benchmark.name}-pack-public.zip"
    expect(card.get_by_role("link", name="下载保留的一半")).to_be_visible()  # an administrator
    results = page.locator("[data-part=results]")
    results.locator(".n-radio-button", has_text="泄漏").click()
    expect(results.get_by_role("heading", name="重叠")).to_be_visible()
    photograph(page, screenshots, "stage-pack")


def test_models_are_listed_trained_in_a_grid_and_deleted(
    site: Site, stage: Stage, tmp_path: Path, visit: Visit, screenshots: Album
) -> None:
    maker = opened(site, stage, packable(tmp_path / f"b{stage.number}"))
    maker.make()
    name = maker.benchmark.name
    page = visit("root", f"/benchmarks/{name}/stages/encoder")
    expect(page.get_by_role("img", name=re.compile("训练损失"))).to_be_visible()
    models = page.locator("[data-part=models]")
    expect(models.get_by_role("row")).to_have_count(3)
    grid = page.locator("[data-part=grid]")
    grid.get_by_text("几种设置一起训练").click()
    grid.get_by_label("几个值 1").fill("0，1")
    grid.get_by_role("button", name="再加一项设置").click()
    grid.get_by_label("设置 2").fill("depth")
    grid.get_by_label("几个值 2").fill("1, 2")
    expect(grid.get_by_text("4 个组合")).to_be_visible()
    grid.get_by_role("button", name="加入并训练").click()
    expect(grid.get_by_text("没有 depth").first).to_be_visible()
    grid.get_by_label("设置 2").fill("epochs")
    photograph(page, screenshots, "stage-train")
    grid.get_by_role("button", name="加入并训练").click()
    expect(grid.get_by_text("加入了 3 步")).to_be_visible()  # one there was already
    expect(grid.get_by_role("link", name="encoder-3")).to_be_visible()
    page.goto(f"/benchmarks/{name}/stages/linear")
    models.get_by_role("button", name="删除模型 linear").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_text(["linear", "answers", "scores"])
    page.screenshot(path=screenshots.folder / "delete-model.png")
    dialog.get_by_role("button", name="删除", exact=True).click()
    expect(dialog).to_have_count(0)
    page.goto(f"/benchmarks/{name}/stages/encoder")
    expect(models.get_by_role("link", name="encoder", exact=True)).to_be_visible()
    expect(models.get_by_role("link", name="linear", exact=True)).to_have_count(0)


def test_answers_of_a_model_are_scored_on_the_page_of_the_pack(
    site: Site, stage: Stage, tmp_path: Path, visit: Visit
) -> None:
    maker = opened(site, stage, packable(tmp_path / f"b{stage.number}", encoder=False))
    maker.make("answers")
    page = visit("root", f"/benchmarks/{maker.benchmark.name}/stages/pack")
    card = page.locator("[data-part=score]")
    card.locator("select").nth(1).select_option("test")
    card.locator("select").nth(2).select_option("answers")
    rules = card.get_by_label("计分规则")
    expect(rules.get_by_role("option")).to_have_text(["官方脚本", "规则页"])
    rules.select_option("page")
    card.get_by_role("button", name="打分").click()
    expect(card.get_by_role("definition").filter(has_text="规则页")).to_be_visible()
    expect(card.get_by_role("heading", name="失分最多的题")).to_be_visible()


def test_two_files_of_answers_are_scored_and_compared_on_the_page_of_the_stage(
    site: Site, stage: Stage, tmp_path: Path, visit: Visit, screenshots: Album
) -> None:
    maker = opened(site, stage, packable(tmp_path / f"b{stage.number}", encoder=False))
    maker.make("pack")
    gold = needed_file(maker.benchmark, maker.benchmark.stage("pack"), "space2022/task1", "test", "gold")
    records = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    for name, judge in (("always.jsonl", 1), ("never.jsonl", 0)):
        lines = [json.dumps({"qid": record["qid"], "judge": judge}) for record in records]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    page = visit("root", "/stages/score")
    card = page.locator("[data-part=score]")
    expect(card.get_by_label("用哪个发布包").get_by_role("option")).to_have_count(1)
    card.get_by_label("部分", exact=False).select_option("test")
    card.get_by_label("比较").select_option("")
    for name in ("always.jsonl", "never.jsonl"):
        card.locator("input[type=file]").first.set_input_files(tmp_path / name)
        expect(card.locator("code", has_text=name)).to_have_count(1)
    card.get_by_role("button", name="打分").click()
    expect(card.locator(".n-radio-button")).to_have_count(3)  # the comparison and both files
    expect(card.locator("dl").filter(has_text="比较的数").get_by_text("准确率", exact=True)).to_be_visible()
    expect(card.locator("article")).not_to_contain_text("accuracy.accuracy")
    photograph(page, screenshots, "stage-score-compared")
    card.locator(".n-radio-button", has_text="never.jsonl").click()
    expect(card.get_by_role("heading", name="失分最多的题")).to_be_visible()
    expect(card.get_by_role("cell", name="准确率", exact=True)).to_be_visible()
    expect(card.get_by_role("cell", name="accuracy.accuracy")).to_have_count(0)


def test_a_word_stands_in_all_dictionaries_side_by_side(maker: Maker, visit: Visit, screenshots: Album) -> None:
    wsd = example_folder() / "wsd"
    copyfile(wsd / "inventory.json", maker.benchmark.folder / "inventory.json")
    copyfile(wsd / "second-dictionary.json", maker.benchmark.folder / "second.json")
    page = visit("root", f"/benchmarks/{maker.benchmark.name}")
    page.get_by_role("link", name="词典对照").click()
    page.get_by_label("词", exact=True).fill("包袱")
    page.keyboard.press("Enter")
    table = page.get_by_role("table")
    for name in ("inventory.json", "second.json"):
        expect(table.get_by_role("columnheader", name=name)).to_be_visible()
    expect(page).to_have_url(re.compile("word="))
    photograph(page, screenshots, "dictionaries")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_two_dictionaries_are_merged_by_keys(maker: Maker, visit: Visit, screenshots: Album) -> None:
    folder = maker.benchmark.folder
    texts = {"first": {"打开": ["拉开，揭开", "接通电路"]}, "second": {"打开": ["揭开，拉开", "接上电源|打开电灯"]}}
    for file, words in texts.items():
        (folder / f"{file}.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    page = visit("root", f"/benchmarks/{maker.benchmark.name}/dictionaries")
    page.get_by_role("link", name="合并两部词典").click()
    page.get_by_label("请人定的").fill("40")
    page.keyboard.press("Tab")
    expect(page.get_by_text("待定 2")).to_be_visible()
    page.locator("h1").click()
    pair = page.locator("[data-part=pair]")
    expect(pair).to_contain_text("按相似度：不同义项")
    photograph(page, screenshots, "dictionary-merge")
    page.keyboard.press("1")
    expect(pair).to_contain_text("接上电源")
    page.keyboard.press("2")
    expect(page.get_by_text("没有要定的了。")).to_be_visible()
    lines = (folder / DECISIONS).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["same"] for line in lines] == [True, False]
    page.get_by_text("已定 2").click()
    expect(pair).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.get_by_text("已定 1")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("已定 2")).to_be_visible()
    page.get_by_role("button", name="合并", exact=True).click()
    expect(page.get_by_text("已写出 merged.json")).to_be_visible()
    merged = json.loads((folder / "merged.json").read_text(encoding="utf-8"))
    assert merged == {"打开": ["拉开，揭开", "接通电路", "接上电源|打开电灯"]}
