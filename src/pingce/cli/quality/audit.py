"""``pingce quality audit``: what reviewers changed in answers that were published."""

from pathlib import Path

import click

from pingce.cli.database_options import as_option, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.words import Lang

from .campaigns import answers_file, campaign_option
from .inputs import answers_options, html_option, read_answers
from .show import show_about_people


@click.command()
@answers_options
@campaign_option
@as_option
@database_option
@html_option
@json_option("everything")
@lang_option
@writes("html")
def audit(
    *,
    source: str | None,
    task_id: str | None,
    annotators: tuple[str, ...],
    gold: str | None,
    scale: str | None,
    campaign: str | None,
    as_name: str | None,
    database_url: str,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """What reviewers added to, deleted from and changed in published answers, and how far they agree.

    The published answers come from --gold, or from a campaign that was made for an audit (pingce quality draw --for
    audit --campaign). Everybody's latest answer is compared with them tuple by tuple; pairs of reviewers by the task's
    own scorer, each as gold in turn.
    """
    from pingce.quality.audit import audit as compute
    from pingce.report.studies import audit_page

    if scale is not None or (source is not None and source.lower().endswith(".csv")):
        raise click.UsageError("An audit needs answers of a task, not a table of labels.")
    with answers_file(source, campaign, as_name, database_url) as file:
        data = read_answers(file, task_id, annotators, gold, scale)
    done = compute(data)
    show_about_people(done, audit_page(done), data, html=html, as_json=as_json, lang=lang)
