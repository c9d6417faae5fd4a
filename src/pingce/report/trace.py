"""An item's life as a page: from the raw line to each system's answer."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

import orjson

from pingce.annotate.forms import CLEANING, CLEANING_REASON
from pingce.spec.words import Words, same
from pingce.trace.model import ItemLife, RawLine, Trace, TracedCampaign, TracedCleaning, TracedPlace

from .sections import Block, Lines, Page, Section, Table

BY, AT, ANSWER, KIND = Words("谁", "by"), Words("时间", "at"), Words("答案", "answer"), Words("种类", "kind")
UNKNOWN = same("–")
RAW_STATES = {
    "changed": Words("那里现在是别的文字", "something else stands there now"),
    "missing": Words("找不到这个文件", "the file is not there"),
}
WAITS = Words(
    "你正在标注这道题；提交以后可以看到其余。", "You hold this item; the rest is told once you have answered."
)


def trace_page(trace: Trace) -> Page:
    """All items that were meant, one below the other."""
    sections = [section for life in trace.lives for section in _life(life, several=len(trace.lives) > 1)]
    facts = [(Words("查询", "asked for"), same(trace.query))]
    if trace.more:
        facts.append((Words("未显示", "not shown"), Words(f"另有 {trace.more} 题", f"{trace.more} more items")))
    return Page(Words("一道题的一生", "The life of an item"), same(""), facts, sections, name="trace")


def _life(life: ItemLife, *, several: bool) -> Iterator[Section]:
    named = life.qid or next(iter(life.texts.values()), "")[:20]
    prefix = Words(f"{named}：", f"{named}: ") if several else same("")
    if life.waits:
        yield Section(_titled(prefix, Words("题目", "The item")), [Lines([*_texts(life.texts), WAITS])])
        return
    yield Section(_titled(prefix, Words("原文", "The raw text")), [Lines(list(_origin(life)))])
    if life.replacement is not None:
        yield Section(_titled(prefix, Words("替换", "Replacement")), _replacement(life))
    for campaign in life.campaigns:
        title = Words(f"标注活动：{campaign.title}", f"Campaign: {campaign.title}")
        yield Section(_titled(prefix, title), list(_campaign(campaign)))
    for place in life.places:
        where = place.where if not place.pack else f"{place.pack} · {place.where}"
        yield Section(_titled(prefix, Words(f"发布：{where}", f"Release: {where}")), list(_place(place)))
    if life.siblings:
        rows = [[same(other.ref), same(other.title)] for other in life.siblings]
        table = Table(same(""), [Words("题号", "id"), Words("活动", "campaign")], rows, words=frozenset({1}))
        yield Section(_titled(prefix, Words("同一原句的其他题", "Other items of the original")), [table])


def _titled(prefix: Words, title: Words) -> Words:
    return Words(f"{prefix.zh}{title.zh}", f"{prefix.en}{title.en}")


def _texts(texts: Mapping[str, str]) -> Iterator[Words]:
    yield from (same(text if len(texts) == 1 else f"{name}: {text}") for name, text in texts.items())


def _origin(life: ItemLife) -> Iterator[Words]:
    if life.qid:
        yield Words(f"题号：{life.qid}", f"id: {life.qid}")
    yield from _texts(life.texts)
    if life.source is not None:
        place = life.source
        yield Words(
            f"出处：{place.file}，第 {_or_dash(place.line)} 行，第 {_or_dash(place.offset)} 个字符起",
            f"from: {place.file}, line {_or_dash(place.line)}, from character {_or_dash(place.offset)}",
        )
        yield _raw(place.raw)
        if place.cleaned is not None:
            yield from _cleaning(place.cleaned)
    about = [value for value in (life.genre, life.kind) if value]
    if about:
        listed = " · ".join(about)
        yield Words(f"体裁与来源：{listed}", f"genre and kind of source: {listed}")
    if life.original is not None:
        yield Words(f"原句：{life.original}", f"original: {life.original}")
    if life.original_text is not None and life.original_text not in life.texts.values():
        yield Words(f"原句文本：{life.original_text}", f"text of the original: {life.original_text}")


def _cleaning(cleaned: TracedCleaning) -> Iterator[Words]:
    verdict = CLEANING.titles.get(cleaned.verdict, same(cleaned.verdict))
    reason = CLEANING_REASON.titles.get(cleaned.reason, same(cleaned.reason))
    why = Words(f"（{reason.zh}）", f" ({reason.en})") if cleaned.reason else same("")
    yield Words(
        f"清理：{cleaned.campaign}，{verdict.zh}{why.zh}", f"cleaning: {cleaned.campaign}, {verdict.en}{why.en}"
    )
    if cleaned.before is not None:
        yield Words(f"改正前：{cleaned.before}", f"before it was mended: {cleaned.before}")


def _raw(raw: RawLine) -> Words:
    marked = same(f"  {raw.before}【{raw.text}】{raw.after}" if raw.text else "")
    if raw.state == "found":
        return marked
    why = RAW_STATES[raw.state]
    return Words(f"  {why.zh}{'：' * bool(raw.text)}{marked.zh}", f"  {why.en}{':' * bool(raw.text)}{marked.en}")


def _or_dash(value: int | None) -> str:
    return "–" if value is None else str(value)


def _replacement(life: ItemLife) -> Sequence[Block]:
    assert life.replacement is not None
    head = [
        Words("位置", "at"),
        Words("原词", "old"),
        Words("新词", "new"),
        Words("词类", "class"),
        Words("词组", "group"),
        Words("关系", "relation"),
    ]
    rows = [
        [
            same(str(change.at)),
            same(change.old),
            same(change.new),
            same(change.word_class),
            same(change.group),
            same(change.relation),
        ]
        for change in life.replacement.changes
    ]
    mode = Words(f"方式：{life.replacement.mode}", f"mode: {life.replacement.mode}")
    return [Lines([mode]), Table(same(""), head, rows, words=frozenset(range(1, 6)))]


def _campaign(campaign: TracedCampaign) -> Iterator[Block]:
    state = campaign.state if campaign.outcome is None else f"{campaign.state} · {campaign.outcome}"
    lines = [Words(f"表单 {campaign.form}；状态 {state}", f"form {campaign.form}; state {state}")]
    if campaign.final is not None:
        answer = _json(campaign.final)
        lines.append(Words(f"裁决：{answer}", f"decided: {answer}"))
    if campaign.tier is not None:
        tier = campaign.tier
        released = Words("发布" if tier.release else "不发布", "released" if tier.release else "kept back")
        lines.append(
            Words(f"等级：{tier.tier}（{tier.rule}），{released.zh}", f"tier: {tier.tier} ({tier.rule}), {released.en}")
        )
    if campaign.sight == "everything":
        lines.append(
            Words("在导出的数据中", "in the exported data")
            if campaign.exported
            else Words("不在导出的数据中", "not in the exported data")
        )
    yield Lines(lines)
    if campaign.answers:
        rows = [
            [same(given.by), same(given.kind), same(_time(given.at)), same(_json(given.answer))]
            for given in campaign.answers
        ]
        yield _table(Words("答案", "answers"), [BY, KIND, AT, ANSWER], rows)
    if campaign.reviews:
        rows = [
            [
                same(given.by),
                same(given.kind),
                same(_time(given.decided_at or given.at)),
                same(given.verdict or given.state),
            ]
            for given in campaign.reviews
        ]
        yield _table(Words("审核与申诉", "reviews and appeals"), [BY, KIND, AT, Words("结论", "verdict")], rows)
    for title, remarks in (
        (Words("申诉理由", "reasons of appeals"), campaign.appeals),
        (Words("评论", "comments"), campaign.comments),
    ):
        if remarks:
            rows = [[same(given.by), same(_time(given.at)), same(given.text)] for given in remarks]
            yield _table(title, [BY, AT, Words("内容", "text")], rows)
    if campaign.decisions:
        rows = [
            [
                same(given.by),
                same(given.outcome),
                same(_time(given.at)),
                same(given.reason or given.reason_code),
                same("–" if given.answer is None else _json(given.answer)),
            ]
            for given in campaign.decisions
        ]
        head = [BY, Words("结果", "outcome"), AT, Words("理由", "reason"), ANSWER]
        yield _table(Words("裁决", "decisions"), head, rows)


def _place(place: TracedPlace) -> Iterator[Block]:
    lines = [Words(f"{place.task} {place.split}：题号 {place.qid}", f"{place.task} {place.split}: id {place.qid}")]
    if place.was and place.was != place.qid:
        lines.append(Words(f"此前的题号：{place.was}", f"id before: {place.was}"))
    if place.gold is not None:
        gold = _json(place.gold)
        lines.append(Words(f"标准答案：{gold}", f"gold: {gold}"))
    yield Lines(lines)
    if place.entries:
        rows = [
            [
                same(
                    entry.system if not entry.team or entry.team == entry.system else f"{entry.system} ({entry.team})"
                ),
                same("–" if entry.score is None else f"{entry.score:.4f}"),
                same("–" if entry.answer is None else _json(entry.answer)),
            ]
            for entry in place.entries
        ]
        number = next((entry.number for entry in place.entries if entry.number), "")
        head = [Words("系统", "system"), Words(f"得分 {number}".strip(), f"score {number}".strip()), ANSWER]
        yield Table(Words("各系统的答案", "answers of systems"), head, rows, words=frozenset({2}), long=frozenset({2}))


def _table(title: Words, head: Sequence[Words], rows: Sequence[Sequence[Words]]) -> Table:
    columns = frozenset(range(1, len(head)))
    return Table(title, head, rows, words=columns, long=frozenset({len(head) - 1}))


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(sep=" ", timespec="minutes").removesuffix("+00:00")


def _json(value: object) -> str:
    """Short answers as they stand in files."""
    return orjson.dumps(value).decode()
