"""A task of one's own made on a page: three labels and two roles, mistakes beside their fields, the form tried."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pingce.formats.taskfile.places import TaskFolder
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.people import Role
from tests.flow.benchmarks import tiny

from .conftest import Visit
from .photos import Album, photograph
from .site import Site, Stage


@pytest.fixture
def benchmark(site: Site, stage: Stage, tmp_path: Path) -> Path:
    folder = tiny(tmp_path / f"t{stage.number}")
    site.server.benchmarks = OpenedBenchmarks([folder])
    site.server.benchmarks.register(site.server.engine)
    stage.person("root", Role.ADMIN)
    return folder


def fill_rows(page: Page, title: str, rows: list[tuple[str, str]]) -> None:
    group = page.get_by_role("group", name=title, exact=True)
    for i, (name, zh) in enumerate(rows, start=1):
        field = group.get_by_label(f"{title} {i} · 文件里写作")
        if field.count() == 0:
            group.get_by_role("button", name=f"加一个{title}").click()
        field.fill(name)
        group.get_by_label(f"{title} {i} · 中文说法").fill(zh)


def test_a_task_with_three_labels_and_two_roles(
    benchmark: Path, visit: Visit, screenshots: Album, stage: Stage
) -> None:
    page = visit("root", f"/benchmarks/{benchmark.name}")
    page.get_by_role("button", name="新任务").click()
    page.get_by_label("任务的名称").fill("因果与情绪")
    page.get_by_label("要人做什么").fill("判断情绪，标出原因和结果。")
    page.get_by_label("问的是什么").fill("情绪")
    fill_rows(page, "标签", [("glad", "高兴"), ("sad", "难过"), ("calm", "平静")])
    page.get_by_role("button", name="再加一项答案").click()
    second = page.locator("section.answer-draft").nth(1)
    second.get_by_label("答案的样子").select_option("spans")
    second.get_by_label("问的是什么").fill("因果")
    fill_rows(page, "角色", [("cause", "原因"), ("effect", "结果")])
    second.get_by_role("button", name="加一条规则").click()
    second.get_by_label("第 1 条规则").select_option("apart")

    expect(page.get_by_text("还有")).to_have_count(0)  # nobody is scolded before saving
    page.get_by_role("button", name="保存任务").click()
    expect(page.get_by_text("还有 2 处要改")).to_be_visible()
    expect(page.locator("[data-place=task]")).to_contain_text("字母、数字、下划线或连字符")
    expect(second.get_by_text("角色：应为至少一个名称")).to_be_visible()
    page.get_by_label("文件名").fill("cause")
    second.get_by_text("原因（cause）").click()
    second.get_by_text("结果（effect）").click()

    preview = page.get_by_role("complementary", name="标注的人会看到")
    expect(preview.get_by_role("radio", name="平静")).to_be_visible()
    preview.get_by_role("radio", name="难过").click()
    expect(preview.locator("pre")).to_contain_text('"answer": "sad"')
    photograph(page, screenshots, "task-builder")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1280, "height": 800})

    page.get_by_role("button", name="保存任务").click()
    expect(page.get_by_text(f"已保存：{benchmark.name}/cause")).to_be_visible()
    expect(page).to_have_url(f"{page.url.split('/benchmarks')[0]}/benchmarks/{benchmark.name}/tasks/cause")
    own = TaskFolder(benchmark / "tasks", benchmark.name).find(f"{benchmark.name}/cause")
    assert own is not None
    assert [(answer.key, type(answer.shape).__name__) for answer in own.task.answer] == [
        ("answer", "Choice"),
        ("answer2", "ListOf"),
    ]
    page.reload()
    expect(page.get_by_label("标签 3 · 中文说法")).to_have_value("平静")
    page.get_by_label("标签 3 · 中文说法").fill("平和")
    page.get_by_role("button", name="保存任务").click()
    expect(page.get_by_text("已保存")).to_be_visible()
    assert "平和" in (benchmark / "tasks" / "cause.toml").read_text(encoding="utf-8")


def test_tuples_with_rules_between_slots(benchmark: Path, visit: Visit) -> None:
    page = visit("root", f"/benchmarks/{benchmark.name}/tasks/new")
    page.get_by_label("任务的名称").fill("事件")
    page.get_by_label("要人做什么").fill("写出事件。")
    page.get_by_label("文件名").fill("events")
    page.get_by_label("答案的样子").select_option("tuples")
    page.get_by_label("问的是什么").fill("事件")
    page.get_by_label("槽位 1 · 文件里写作").fill("who")
    page.get_by_label("槽位 2 · 文件里写作").fill("when")
    page.get_by_label("槽位 2 · 填什么").select_option("either")
    page.get_by_label("槽位 2 · 标签").fill("过去、将来、之前")
    page.get_by_label("槽位 2 · 标签").blur()
    page.get_by_role("button", name="加一条规则").click()
    page.get_by_label("第 1 条规则").select_option("label-depends-on")
    page.get_by_label("槽位", exact=True).select_option("when")
    page.locator(".parameter", has_text="有参照时的标签").get_by_text("之前").click()
    page.locator(".parameter", has_text="无参照时的标签").get_by_text("过去").click()
    page.get_by_role("button", name="保存任务").click()
    expect(page.get_by_text(f"已保存：{benchmark.name}/events")).to_be_visible()
    text = (benchmark / "tasks" / "events.toml").read_text(encoding="utf-8")
    assert '"label-depends-on"' in text
    assert "by_position = true" in text
