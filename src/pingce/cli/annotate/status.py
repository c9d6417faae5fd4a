"""``pingce annotate status``."""

import json
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING

import click

from pingce.cli.annotate.desk import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.annotate.figures import Figures, Rate
    from pingce.annotate.services.progress import CampaignProgress


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
                click.echo(_json({"campaigns": [asdict(one) for one in briefs]}))
                return
            rows = [(str(b.id), b.title, b.form, b.status, str(b.items), str(b.decided)) for b in reversed(briefs)]
            print_table("", _header(lang, "编号 名称 表单 状态 题目 已定", "id title form status items decided"), rows)
            return
        number = campaigns.campaign_named(db, actor, campaign)
        going, found = progress.progress(db, actor, number), figures.figures(db, actor, number)
    if as_json:
        click.echo(_json({"progress": asdict(going), "figures": asdict(found)}))
        return
    _show_progress(going, lang)
    _show_figures(found, lang)


def _show_progress(going: "CampaignProgress", lang: Lang) -> None:
    states = _header(lang, "题目状态 数量", "items count")
    print_table("", states, [(state, str(count)) for state, count in sorted(going.items.items())])
    header = _header(
        lang, "标注员 已交 手中 退回 通过 跳过 每题秒数", "person submitted held back accepted skipped seconds"
    )
    rows = [
        (
            one.name,
            str(one.submitted),
            str(one.claimed),
            str(one.returned),
            str(one.accepted),
            str(one.skipped),
            "" if one.median_seconds is None else f"{one.median_seconds:.1f}",
        )
        for one in going.people
    ]
    print_table("", header, rows)
    if going.stuck:
        zh, en = f"{going.stuck} 题已无人可做：请加人或转审核。", f"{going.stuck} items have nobody left to do them."
        click.echo(Words(zh, en).say(lang), err=True)


def _show_figures(found: "Figures", lang: Lang) -> None:
    rates: list[tuple[Words, Rate]] = [
        (Words("一致（活动的判定）", "agreement (the campaign's test)"), found.agreement.test),
        *((Words(f"一致（{name}）", f"agreement ({name})"), rate) for name, rate in found.agreement.levels.items()),
        (Words("首答正确", "first answers right"), found.accuracy),
        (Words("通过率", "pass rate"), found.passed),
        (Words("初通率", "first-pass rate"), found.first_passed),
        (Words("申诉率", "appealed"), found.appealed),
        (Words("申诉成立", "appeals upheld"), found.upheld),
        (Words("质检题正确", "control items right"), found.controls),
    ]
    rows = [(words.say(lang), _share(rate), f"{rate.part:g}/{rate.whole}") for words, rate in rates]
    print_table("", _header(lang, "指标 比例 计数", "figure share count"), rows)


def _share(rate: "Rate") -> str:
    return "–" if rate.share is None else f"{rate.share:.3f}"


def _header(lang: Lang, zh: str, en: str) -> list[str]:
    return Words(zh, en).say(lang).split()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda one: asdict(one) if is_dataclass(one) else str(one))  # type: ignore[arg-type] # an instance
