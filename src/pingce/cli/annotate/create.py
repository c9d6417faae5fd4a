"""``pingce annotate create``."""

import json

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option
from pingce.spec.errors import UserError
from pingce.spec.words import Words


@click.command()
@click.argument("title")
@click.option("--preset", help="A published flow: space-rating, space-attribution, space-step, space-anomaly …")
@click.option("--form", help="A form or a task (space2022/task2); with --preset: in place of the preset's own form.")
@click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="A setting that differs from the preset.")
@click.option("--rule", "rules", metavar="NAME=LEVEL", multiple=True, help="block, warn, info or off for a rule.")
@click.option("--open", "open_now", is_flag=True, help="Give out items as soon as there are any.")
@as_option
@database_option
@spoken_option
def create(
    title: str,
    preset: str | None,
    form: str | None,
    settings: tuple[str, ...],
    rules: tuple[str, ...],
    open_now: bool,
    as_name: str | None,
    database_url: str,
) -> None:
    """Make a campaign called TITLE; prints its number and settings as JSON.

    \b
    pingce annotate create 评级一期 --preset space-rating --set answers=3 --open
    """
    from pingce.annotate.services import campaigns
    from pingce.store.database import transaction

    changes = {name: _value(text) for name, text in map(pair, settings)}
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        made = campaigns.create_campaign(
            db, actor, title=title, preset=preset, form=form, settings=changes, rules=dict(map(pair, rules))
        )
        if open_now:
            campaigns.change_campaign(db, actor, made, status="open")
        detail = campaigns.campaign_detail(db, actor, made)
    brief = detail.brief
    shown = {"id": brief.id, "title": brief.title, "form": brief.form, "task": brief.task, "status": brief.status}
    click.echo(json.dumps(shown | {"settings": detail.settings, "rules": dict(detail.rules)}, ensure_ascii=False))


def pair(text: str) -> tuple[str, str]:
    """``NAME=VALUE`` of an option as name and value, without blanks around them."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UserError(Words(f"“{text}”应写作 名称=值。", f"'{text}' should be NAME=VALUE."), code="bad-setting")
    return name.strip(), value.strip()


def _value(text: str) -> object:
    """JSON where it is JSON (numbers, true, false), else the word itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
