"""How many items each stage took in, gave on and left out, and why: one table for the whole flow, which adds up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from pingce.annotate.workflow import ItemState
from pingce.spec.words import Words, same

from .benchmark import Benchmark, RecipeStage
from .kinds import CAMPAIGNS
from .plan import last_runs
from .states import SETTLED, item_counts, parts_of, undetermined_items

UNTITLED = {
    "tier ungraded": Words("没有等级", "without a tier"),
    "tier gloss-changed": Words("释义改过，要重新裁决", "the gloss has changed; to be decided anew"),
}
GRADED = ("tiers", "export")
COUNTED = ("screen", "sentences", "replace", *CAMPAIGNS, "cleaned", "tiers", "export", "split", "pack")
REASON_TITLES: Mapping[str, Words] = {
    "answer": Words("答案不合", "another answer"),
    "tier": Words("等级不发布", "a tier that is kept back"),
    "no-original": Words("没有原句", "no original"),
    "undecided": Words("还没有定", "not decided yet"),
    "undetermined": Words("答案不一，不裁决", "answers differ and are left so"),
    "withdrawn": Words("撤下", "withdrawn"),
    "control": Words("质检题", "control items"),
    "limit": Words("超出限额", "over the limit"),
    "dropped": Words("清理时删去", "dropped in cleaning"),
    "shortfall": Words("语料不足", "not enough texts"),
    "told elsewhere": Words("别的任务会泄露", "told by another task"),
}


@dataclass(frozen=True)
class CountRow:
    """One stage; ``taken`` is ``given`` and all of ``left`` together."""

    stage: str
    kind: str
    title: Words
    taken: int
    given: int
    left: Mapping[str, int]
    reasons: Mapping[str, Words]
    """What the names in ``left`` mean."""

    @property
    def adds_up(self) -> bool:
        return self.taken == self.given + sum(self.left.values())


def flow_counts(db: Session, benchmark: Benchmark, benchmark_id: int) -> list[CountRow]:
    """A row for every stage that has run: screened → replaced → rated → graded → attributed → exported → split."""
    return list(_rows(db, benchmark, benchmark_id))


def _rows(db: Session, benchmark: Benchmark, benchmark_id: int) -> Iterator[CountRow]:
    runs, parts = last_runs(db, benchmark_id, "done"), parts_of(db, benchmark_id)
    for stage in benchmark.stages:
        run, part = runs.get(stage.name), parts.get(stage.name)
        if run is None or stage.kind.name not in COUNTED:
            continue
        counts = run.result.get("counts")
        if stage.kind.name == "chain" and isinstance(counts, dict):
            left = {str(name): int(n) for name, n in counts["left"].items()}
            title = Words(f"{stage.kind.title.zh}：选题", f"{stage.kind.title.en}: chosen")
            yield _row(benchmark, stage, title, int(counts["in"]), int(counts["out"]), left)
        if part is not None and part.campaign_id is not None:
            states = item_counts(db, part.campaign_id)
            undetermined = undetermined_items(db, part.campaign_id)
            left = {
                "undetermined": undetermined,
                "undecided": sum(n for state, n in states.items() if state not in SETTLED),
                "withdrawn": states.get(ItemState.WITHDRAWN, 0),
                "control": states.get(ItemState.CONTROL, 0),
            }
            decided = states.get(ItemState.DECIDED, 0) - undetermined
            shown = {name: n for name, n in left.items() if n}
            yield _row(benchmark, stage, stage.kind.title, sum(states.values()), decided, shown)
        elif isinstance(counts, dict):
            left = {str(name): int(n) for name, n in counts["left"].items()}
            yield _row(benchmark, stage, stage.kind.title, int(counts["in"]), int(counts["out"]), left)


def _row(
    benchmark: Benchmark, stage: RecipeStage, title: Words, taken: int, given: int, left: Mapping[str, int]
) -> CountRow:
    from pingce.report.screening import REASON_TITLES as SCREENED

    titles = {**SCREENED, **REASON_TITLES}
    if stage.kind.name in GRADED:
        titles.update(_tier_titles(benchmark, stage))
    reasons = {reason: titles.get(reason, same(reason)) for reason in left}
    return CountRow(stage.name, stage.kind.name, title, taken, given, left, reasons)


def _tier_titles(benchmark: Benchmark, stage: RecipeStage) -> dict[str, Words]:
    """Tiers by their titles; those of somebody's own rules are called by their names."""
    from pingce.quality.tiers.rules import rules_of_task

    from .stages.context import task_of

    rules = rules_of_task(task_of(benchmark, stage))
    titles = {tier.name: tier.title for tier in rules.tiers} if rules is not None else {}
    return {**titles, **{f"tier {name}": title for name, title in titles.items()}, **UNTITLED}
