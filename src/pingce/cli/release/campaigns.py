"""Campaigns as inputs of a split: their decided items, taken out of the database with their provenance."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pingce.cli.database_options import acting, database
from pingce.spec.errors import UserError
from pingce.spec.words import Words

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pingce.formats.tiers import Kept, TierChoice
    from pingce.release.inputs import Input
    from pingce.store.people import Actor


class CampaignInput(NamedTuple):
    """A campaign as a file, and what was left in it."""

    given: "Input"
    title: str
    kept: "Kept"
    tiers: frozenset[str]
    """All tiers that it has."""


@contextmanager
def campaign_inputs(
    names: Sequence[str], choice: "TierChoice", database_url: str, as_name: str | None
) -> Iterator[list[CampaignInput]]:
    """Files that are there for as long as they are read."""
    if not names:
        yield []
        return
    import tempfile

    from pingce.store.database import reading

    with (
        tempfile.TemporaryDirectory(prefix="pingce-") as folder,
        database(database_url) as engine,
        reading(engine) as db,
    ):
        actor = acting(db, as_name)
        yield [_exported(db, actor, name, choice, Path(folder)) for name in dict.fromkeys(names)]


def _exported(db: "Session", actor: "Actor", name: str, choice: "TierChoice", folder: Path) -> CampaignInput:
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.access import enter
    from pingce.annotate.services.download import export_files
    from pingce.annotate.services.tiers import known_tiers, need_known_tiers
    from pingce.formats.checksum import source_sha256
    from pingce.formats.source import find_source
    from pingce.release.inputs import Input
    from pingce.store.people import Role

    number = campaigns.campaign_named(db, actor, name)
    context = enter(db, actor, number, Role.BUILDER)
    known = known_tiers(db, number)
    if not known:
        need_known_tiers(db, number, choice)  # says that nobody graded it
    path = folder / f"campaign-{number}.jsonl"
    if campaigns.gives_points(db, actor, number):
        words = Words(f"活动“{name}”给出的是评分，没有答案。", f"The campaign '{name}' gives points, not answers.")
        raise UserError(words, code="no-gold-answers")
    if not campaigns.makes_data_set(db, actor, number):
        words = Words(
            f"活动“{name}”清理语料或投票选词，没有答案。",
            f"The campaign '{name}' cleans texts or votes, it has no answers.",
        )
        raise UserError(words, code="no-gold-answers")
    kept = export_files(db, actor, number, path, tiers=choice.among(known))
    if not kept.taken:
        raise UserError(
            Words(f"活动“{name}”没有可以写出的题。", f"The campaign '{name}' has no items to write."),
            hint=Words(
                f"已裁决 {kept.decided} 题，分级留下 {kept.kept_out.total()} 题。",
                f"Decided: {kept.decided}; kept back by tiers: {kept.kept_out.total()}.",
            ),
            code="nothing-decided",
        )
    source = find_source(str(path))
    return CampaignInput(
        Input(context.form.task, source, source_sha256(source), own=True), context.campaign.title, kept, known
    )
