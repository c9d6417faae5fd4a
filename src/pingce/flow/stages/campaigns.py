"""The stages that people work in, and what is taken out of them: campaigns, tiers, exports."""

import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy.orm import Session

from pingce.flow.benchmark import RecipeStage
from pingce.flow.plan import campaign_stage
from pingce.flow.result_pages import annotation_pages, dataset_pages
from pingce.flow.states import SETTLED, item_counts
from pingce.formats.encode import Json
from pingce.formats.write import write_text
from pingce.report.sections import Page
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import reading, transaction

from .context import StageContext, StageCounts, StageResult, task_of

if TYPE_CHECKING:
    from pingce.annotate.forms import Form
    from pingce.annotate.items import NewItem
    from pingce.annotate.services.chain import ChainAs
    from pingce.quality.tiers.rules import TierRules


def campaign(context: StageContext) -> StageResult:
    """MakeOutcome once; items that came meanwhile are added."""
    from pingce.annotate.files.items import read_new_items
    from pingce.annotate.forms import form_of
    from pingce.annotate.services import campaigns, imports
    from pingce.annotate.services.large_imports import AT_ONCE, import_many

    inventory = context.setting_path("inventory")
    added = already = 0

    def coming(form: "Form", file: Path) -> "Iterator[NewItem]":
        return read_new_items(
            form,
            str(file),
            group_by=str(context.settings["group_by"]),
            inventory=str(inventory) if inventory else None,
        )

    files = context.input_files()
    with transaction(context.database) as db:
        number = _campaign(context, db)
        form = form_of(campaigns.campaign_detail(db, context.actor, number).brief.form)
        every = (item for file in files for item in coming(form, file))
        many = len(list(islice(every, AT_ONCE + 1))) > AT_ONCE
        if not many:
            for file in files:
                done = imports.import_items(db, context.actor, number, coming(form, file), file=file.name)
                added, already = added + done.added, already + done.already
            _open(context, db, number)
    if many:  # in transactions of their own, so that nobody who annotates waits; the campaign opens when all are there
        for file in files:
            writing = partial(transaction, context.database)
            done = import_many(writing, context.actor, number, coming(form, file), file=file.name, patient=True)
            added, already = added + done.added, already + done.already
        with transaction(context.database) as db:
            _open(context, db, number)
    _write_receipt(context, number)
    return StageResult(StageCounts(added + already, added + already), {"campaign": number, "added": added})


def _campaign(context: StageContext, db: Session) -> int:
    """The campaign of the stage, made if there is none; what the recipe says of its settings holds from now on."""
    from pingce.annotate.services import campaigns

    given = context.settings
    part = context.part(db, context.stage)
    if part is not None:
        assert part.campaign_id is not None
        changes = dict(given.get("campaign", {}))
        if changes or "rules" in given:
            rules = dict(given["rules"]) if "rules" in given else None
            campaigns.change_campaign(db, context.actor, part.campaign_id, settings=changes, rules=rules)
        return part.campaign_id
    number = campaigns.create_campaign(
        db,
        context.actor,
        title=str(given.get("title", f"{context.benchmark.name} {context.stage.name}")),
        preset=given.get("preset"),
        form=given.get("form"),
        settings=dict(given.get("campaign", {})),
        rules=dict(given.get("rules", {})),
    )
    context.add_part(db, campaign=number)
    return number


def _open(context: StageContext, db: Session, number: int) -> None:
    from pingce.annotate.services import campaigns

    if context.settings["open"] and campaigns.campaign_detail(db, context.actor, number).brief.status == "draft":
        campaigns.change_campaign(db, context.actor, number, status="open")


def _write_receipt(context: StageContext, number: int) -> None:
    """Which campaign of the database it is; the items are there, not here."""
    write_text(context.out, f'{{"campaign": {number}}}\n')


def chain(context: StageContext) -> StageResult:
    """Items that were decided in one campaign go on to the next; again: those decided meanwhile."""
    from pingce.annotate.services.chain import chain as chain_items
    from pingce.annotate.services.chain import read_where
    from pingce.formats.tiers import tier_choice

    given = context.settings
    where = {str(name): str(value) for name, value in given["where"].items()} if "where" in given else None
    with transaction(context.database) as db:
        first = number_of(context, db, context.earlier()[0])
        second = _campaign(context, db)
        done = chain_items(
            db,
            context.actor,
            first,
            second,
            where=read_where(where),
            chain_as=cast("ChainAs | None", given.get("as_item")),
            tiers=tier_choice(given.get("tiers")),
            seed=given["seed"],
        )
        _open(context, db, second)
    _write_receipt(context, second)
    details = {"campaign": second, "added": done.added, "already": done.already}
    return StageResult(StageCounts(done.decided, done.chosen, done.left_out), details)


def cleaned(context: StageContext) -> StageResult:
    """The texts that people kept or mended, as a file of the corpus stage; what they dropped is counted by reason."""
    from pingce.annotate.services.cleaning import cleaning
    from pingce.annotate.services.export import official
    from pingce.formats.provenance import encoded
    from pingce.formats.write import atomic
    from pingce.report.cleaning import cleaning_page

    with reading(context.database) as db:
        number = number_of(context, db, context.earlier()[0])
        view = cleaning(db, context.actor, number)
        with atomic(context.out) as file:
            file.writelines(map(encoded, official(db, context.actor, number)))
    total = view.total
    left = {"dropped": total.dropped} | ({"undecided": total.undecided} if total.undecided else {})
    details: dict[str, Json] = {
        "kinds": {row.name: {"before": row.before, "after": row.after} for row in view.kinds},
        "reasons": dict(total.reasons),
        "mended": total.mended,
    }
    return StageResult(StageCounts(total.before, total.after, left), details, [cleaning_page(view)])


def number_of(context: StageContext, db: Session, stage: RecipeStage) -> int:
    """The campaign behind a stage: its own, or the one it graded."""
    part = context.part(db, campaign_stage(context.benchmark, stage))
    assert part is not None, "the stages before have run"
    assert part.campaign_id is not None
    return part.campaign_id


def tiers(context: StageContext) -> StageResult:
    """Stage ``tiers``: grade the decided items of a campaign by its rules and keep the tiers with them."""
    from pingce.annotate.services.download import export_chunks
    from pingce.annotate.services.tiers import store_tiers
    from pingce.formats.write import write_jsonl
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.quality.reading import read_annotations
    from pingce.quality.tiers.run import graded_items, tier_lines
    from pingce.quality.tiers.run import tiers as compute

    rules = _tier_rules(context, task_of(context.benchmark, context.stage))
    with tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        history = Path(folder) / "history.jsonl"
        with reading(context.database) as db, history.open("wb") as file:
            number = number_of(context, db, context.earlier()[0])
            file.writelines(export_chunks(db, context.actor, number, "history"))
        data = read_annotations(str(history))
        crowd = people(data, load_levels(context.setting_path("levels")))
        graded = compute(data, crowd, rules)
        pages = annotation_pages(data, crowd, graded)
    with transaction(context.database) as db:
        store_tiers(db, context.actor, number, graded_items(graded))
    write_jsonl(context.out, tier_lines(graded))
    released = {tier.name for tier in rules.tiers if tier.release}
    given = sum(count for name, count in graded.counts.items() if name in released)
    left = {name: count for name, count in graded.counts.items() if name not in released}
    return StageResult(
        StageCounts(len(graded.items), given, left), {"tiers": dict(graded.counts), "rules": rules.source}, pages
    )


def _tier_rules(context: StageContext, task_id: str) -> "TierRules":
    from pingce.quality.tiers.rules import load_rules, presets

    path = context.setting_path("rules_file")
    if path is not None:
        return load_rules(str(path))
    name = str(context.settings.get("rules", task_id.replace("/", "-")))
    if name not in presets():
        raise UserError(
            Words(f"没有现成的分级规则“{name}”。", f"There are no ready tier rules '{name}'."),
            hint=Words(
                f"有：{'、'.join(presets())}；或用 rules_file 给出自己的。",
                f"There are: {', '.join(presets())}; or give your own with rules_file.",
            ),
            code="unknown-rules",
        )
    return load_rules(name)


def export(context: StageContext) -> StageResult:
    """Stage ``export``: the decided items of a campaign as a data set."""
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.download import export_files
    from pingce.formats.tiers import tier_choice

    with reading(context.database) as db:
        number = number_of(context, db, context.earlier()[0])
        if campaigns.gives_points(db, context.actor, number):
            raise UserError(
                Words("评分的活动没有数据集可导出。", "A campaign that gives points has no data set to export."),
                code="no-data-set",
            )
        if campaigns.cleans(db, context.actor, number):
            raise UserError(
                Words("清理的活动没有答案可导出。", "A campaign that cleans a corpus has no answers to export."),
                hint=Words('用 run = "cleaned" 取出语料。', 'Take the texts out with run = "cleaned".'),
                code="no-data-set",
            )
        if not campaigns.makes_data_set(db, context.actor, number):
            raise UserError(
                Words("投票的活动没有数据集可导出。", "A vote on words has no data set to export."), code="no-data-set"
            )
        kept = export_files(db, context.actor, number, context.out, tiers=tier_choice(context.settings.get("tiers")))
        counts = item_counts(db, number)
    left: dict[str, int] = {"answer": kept.dropped}
    for rule, count in kept.kept_out.items():
        left[f"tier {rule.tier}"] = left.get(f"tier {rule.tier}", 0) + count
    undecided = sum(count for state, count in counts.items() if state not in SETTLED)
    if not kept.graded:
        context.log.words(Words("没有分级：写出全部已裁决的题。", "No tiers: every decided item was written."))
    details: dict[str, Json] = {
        "task": task_of(context.benchmark, context.stage),
        "graded": kept.graded,
        "undecided": undecided,
    }
    pages: Iterable[Page] = ()
    if kept.taken:
        source = campaign_stage(context.benchmark, context.earlier()[0])
        inventory = source.settings.get("inventory")
        glosses = context.benchmark.path(str(inventory)) if inventory is not None else None
        pages = dataset_pages(str(details["task"]), context.out, glosses)
    return StageResult(StageCounts(kept.decided, kept.taken, left), details, pages)
