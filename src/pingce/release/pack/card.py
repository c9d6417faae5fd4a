"""The data card: a README with the front matter that the Hugging Face hub and ``datasets`` read."""

import json
from collections.abc import Iterator
from typing import assert_never

from pingce.spec.shapes import Choice, FragmentSets, FreeText, Judged, ListOf, Options, SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

from ..manifest import CROISSANT, LICENCE, SUMS, ReleaseFile, ReleaseManifest
from ..split.run import SPLIT_NAMES, SplitName
from .about import About

SPLITS: dict[SplitName, str] = {"train": "train", "dev": "validation", "test": "test"}
"""What ``datasets`` calls the parts."""
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
MOST_LABELS = 12
"""Rows of a label table; the words of a word-sense task would fill pages."""


def card(about: About, manifest: ReleaseManifest) -> str:
    """The page; of answers it counts only those of the training part."""
    body = [*_page(about, manifest, "zh"), "", *_page(about, manifest, "en")]
    return "\n".join(["---", *_front(about, manifest), "---", "", *body]) + "\n"


def loadable(manifest: ReleaseManifest) -> dict[str, dict[SplitName, ReleaseFile]]:
    """The JSONL file of every task and part; with answers where the folder has them."""
    by_task: dict[str, dict[SplitName, ReleaseFile]] = {}
    for file in sorted(manifest.files, key=lambda file: file.content == "gold"):
        if file.part is not None and file.content in ("gold", "questions") and file.path.endswith(".jsonl"):
            assert file.task is not None, "data files have a task"
            by_task.setdefault(file.task, {})[file.part] = file
    return {task: by_task[task] for task in sorted(by_task)}


def _front(about: About, manifest: ReleaseManifest) -> Iterator[str]:
    """YAML; a JSON string is a YAML string too."""
    count = sum(sum(parts.values()) for parts in manifest.items.values())
    yield f"pretty_name: {_quoted(about.title.zh)}"
    yield "language:\n- zh"
    yield f"license: {_quoted(about.licence)}"
    if about.licence == "other":
        yield f"license_name: {_quoted(f'{about.name}-licence')}\nlicense_link: {LICENCE}"
    yield f"size_categories:\n- {next((name for most, name in SIZES if count < most), 'n>1M')}"
    categories = dict.fromkeys(_category(find_task(task)) for task in manifest.items)
    yield "task_categories:\n" + "\n".join(f"- {category}" for category in sorted(categories))
    if about.annotations_creators:
        yield "annotations_creators:\n" + "\n".join(f"- {name}" for name in about.annotations_creators)
    if about.keywords:
        yield "tags:\n" + "\n".join(f"- {_quoted(word)}" for word in about.keywords)
    files = loadable(manifest)
    if files:
        yield "configs:"
    for number, (task, parts) in enumerate(files.items()):
        yield f"- config_name: {task.replace('/', '-')}"
        if number == 0:
            yield "  default: true"
        yield "  data_files:"
        for split in SPLIT_NAMES:
            if split in parts:
                yield f"  - split: {SPLITS[split]}\n    path: {_quoted(parts[split].path)}"


def _category(task: TaskSpec) -> str:
    """The kind of task that the hub has for the first field of an answer."""
    shape = task.answer[0].shape
    match shape:
        case Choice() | SenseChoice():
            return "text-classification"
        case Options():
            return "multiple-choice"
        case FreeText():
            return "text-generation"
        case FragmentSets():
            return "token-classification"
        case ListOf(each=Judged()):
            return "text-classification"
        case ListOf():
            return "token-classification"
        case _:
            assert_never(shape)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _page(about: About, manifest: ReleaseManifest, lang: Lang) -> Iterator[str]:
    def say(zh: str, en: str) -> str:
        return Words(zh, en).say(lang)

    stage = f" · {manifest.stage}" if manifest.stage else ""
    yield f"{'#' if lang == 'zh' else '##'} {about.title.say(lang)} {manifest.version}{stage}"
    yield f"\n{about.description.say(lang)}\n"
    yield say("| 任务 | 训练 | 验证 | 测试 |", "| task | train | dev | test |") + "\n| --- | ---: | ---: | ---: |"
    for task, parts in manifest.items.items():
        cells = " | ".join(str(parts.get(split, 0)) for split in SPLIT_NAMES)
        yield f"| {task} {find_task(task).title.say(lang)} | {cells} |"
    yield f"\n### {say('文件', 'Files')}\n"
    yield say("| 文件 | 内容 | 条数 |", "| file | content | records |") + "\n| --- | --- | ---: |"
    for file in manifest.files:
        yield f"| `{file.path}` | {CONTENTS[file.content].say(lang)} | {file.records or ''} |"
    for task, labels in manifest.labels.items():
        yield from _labels(task, labels, lang)
    yield f"\n### {say('划分', 'Split')}\n"
    yield say(
        f"同一原句的所有题目（跨任务）都在同一部分：训练 {manifest.groups['train']} 组、"
        f"验证 {manifest.groups['dev']} 组、测试 {manifest.groups['test']} 组。"
        f"划分文件的 SHA-256：`{manifest.split_sha256}`。",
        f"All items of one original, over all tasks, are in one part: {manifest.groups['train']} groups in train, "
        f"{manifest.groups['dev']} in dev, {manifest.groups['test']} in test. SHA-256 of the split: "
        f"`{manifest.split_sha256}`.",
    )
    yield f"\n### {say('核对', 'Checking')}\n"
    yield say(
        f"`sha256sum --check {SUMS}`；格式与计数：`pingce release verify 文件夹`。机器可读的说明：`{CROISSANT}`。",
        f"`sha256sum --check {SUMS}`; formats and counts: `pingce release verify FOLDER`. For machines: `{CROISSANT}`.",
    )
    yield f"\n### {say('许可与引用', 'Licence and citation')}\n"
    yield say(f"许可：{about.licence}，全文见 `{LICENCE}`。", f"Licence: {about.licence}, see `{LICENCE}`.")
    yield f"{'、'.join(about.creators) if lang == 'zh' else ', '.join(about.creators)} · {about.date} · {about.url}"
    if about.citation:
        yield f"\n```\n{about.citation.strip()}\n```"


CONTENTS = {
    "gold": Words("题目与答案", "questions with answers"),
    "questions": Words("题目", "questions"),
    "sheet": Words("答案（答卷）", "answers (sheet)"),
    "inventory": Words("释义表", "inventory"),
    "report": Words("报告", "report"),
    "task": Words("任务的描述", "description of the task"),
    "provenance": Words("出处", "provenance"),
}


def _labels(task: str, labels: dict[str, int], lang: Lang) -> Iterator[str]:
    yield f"\n### {Words(f'{task} 训练集的标签', f'Labels of {task}, train').say(lang)}\n"
    yield Words("| 标签 | 条数 |", "| label | items |").say(lang) + "\n| --- | ---: |"
    rows = sorted(labels.items(), key=lambda pair: (-pair[1], pair[0]))
    for label, count in rows[:MOST_LABELS]:
        yield f"| {label} | {count} |"
    if len(rows) > MOST_LABELS:
        rest = rows[MOST_LABELS:]
        name = Words(f"其余 {len(rest)} 种", f"{len(rest)} more").say(lang)
        yield f"| {name} | {sum(count for _, count in rest)} |"
