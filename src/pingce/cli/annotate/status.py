"""``pingce annotate status``."""

import json
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.annotate.figures import FiguresView, RateView
    from pingce.annotate.progress import CampaignProgress


@click.command()
@click.argument("campaign", required=False)
@as_option
@database_option
@json_option("everything")
@lang_option
def status(campaign: str | None, as_name: str | None, database_url: str, as_json: bool, lang: Lang) -> None:
    """All campaigns, or progress and figures of CAMPAIGN (number or title)."""
    from pingce.annotate.services import campaigns, figures, progress
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        if campaign is None:
            briefs = campaigns.campaigns_of(db, actor)
            if as_json:
                click.echo(_json({"campaigns": [asdict(brief) for brief in briefs]}))
                return
            rows = [(str(b.id), b.title, b.form, b.status, str(b.items), str(b.decided)) for b in reversed(briefs)]
            print_table("", _header(lang, "编号 名称 表单 状态 题目 已定", "id title form status items decided"), rows)
            return
        number = campaigns.campaign_named(db, actor, campaign)
        going, campaign_figures = progress.progress(db, actor, number), figures.figures(db, actor, number)
    if as_json:
        click.echo(_json({"progress": asdict(going), "figures": asdict(campaign_figures)}))
        return
    _show_progress(going, lang)
    _show_figures(campaign_figures, lang)


def _show_progress(going: "CampaignProgress", lang: Lang) -> None:
    states = _header(lang, "题目状态 数量", "items count")
    if len(going.asked) > 1:
        numbers = [(str(share.people), str(share.items), str(share.decided)) for share in going.asked]
        print_table("", _header(lang, "每题人数 题目 已定", "people items decided"), numbers)
    print_table("", states, [(state, str(count)) for state, count in sorted(going.items.items())])
    header = _header(
        lang, "标注员 已交 手中 退回 通过 跳过 每题秒数", "person submitted held back accepted skipped seconds"
    )
    rows = [
        (
            person.name,
            str(person.submitted),
            str(person.claimed),
            str(person.returned),
            str(person.accepted),
            str(person.skipped),
            "" if person.median_seconds is None else f"{person.median_seconds:.1f}",
        )
        for person in going.people
    ]
    print_table("", header, rows)
    if going.stuck:
        zh, en = f"{going.stuck} 题已无人可做：请加人或转审核。", f"{going.stuck} items have nobody left to do them."
        click.echo(Words(zh, en).say(lang), err=True)


def _show_figures(campaign_figures: "FiguresView", lang: Lang) -> None:
    rates: list[tuple[Words, RateView]] = [
        (Words("有两份以上答案的题", "items with two answers or more"), campaign_figures.doubled),
        (Words("一致（活动的判定）", "agreement (the campaign's test)"), campaign_figures.agreement.test),
        *(
            (Words(f"一致（{name}）", f"agreement ({name})"), rate)
            for name, rate in campaign_figures.agreement.levels.items()
        ),
        (Words("首答正确", "first answers right"), campaign_figures.accuracy),
        (Words("通过率", "pass rate"), campaign_figures.passed),
        (Words("初通率", "first-pass rate"), campaign_figures.first_passed),
        (Words("申诉率", "appealed"), campaign_figures.appealed),
        (Words("申诉成立", "appeals upheld"), campaign_figures.upheld),
        (Words("质检题正确", "control items right"), campaign_figures.controls),
    ]
    rows = [(words.say(lang), _share(rate), f"{rate.part:g}/{rate.whole}") for words, rate in rates]
    print_table("", _header(lang, "指标 比例 计数", "figure share count"), rows)


def _share(rate: "RateView") -> str:
    return "–" if rate.share is None else f"{rate.share:.3f}"


def _header(lang: Lang, zh: str, en: str) -> list[str]:
    return Words(zh, en).say(lang).split()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda v: asdict(v) if is_dataclass(v) else str(v))  # type: ignore[arg-type] # an instance
