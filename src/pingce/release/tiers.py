"""Which of the decided items are released: by the tier that a sidecar or a file of tiers gives them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pingce.formats.provenance import Provenance
from pingce.formats.source import find_source
from pingce.formats.tiers import UNGRADED, GradedItem, Kept, KeptRule, TierChoice, read_tiers, unknown_tiers
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .inputs import Decided, Input, task_and_name
from .split.strata import label


class Released(NamedTuple):
    """The items that were taken, and what became of the others, input by input."""

    decided: list[Decided]
    kept: list[Kept]


GradedTasks = Mapping[str, Mapping[str, GradedItem]]
"""The tiers of a task's items, by id."""


def read_graded(arguments: Iterable[str]) -> dict[str, dict[str, GradedItem]]:
    """``TASK=FILE`` arguments, files of ``quality tiers``."""
    graded: dict[str, dict[str, GradedItem]] = {}
    for argument in arguments:
        task_id, name = task_and_name(argument, "tiers.jsonl")
        own = {item.item: item for item in read_tiers(find_source(name))}
        graded.setdefault(find_task(task_id).id, {}).update(own)
    return graded


def with_tiers(decided: Sequence[Decided], graded: GradedTasks) -> list[Decided]:
    """The items with the tiers of these files, which speak where a sidecar does too."""
    unused = set(graded) - {entry.task.id for entry in decided}
    if unused:
        names = sorted(unused)
        raise UserError(
            Words(f"没有 {'、'.join(names)} 的文件可以分级。", f"There is no file of {', '.join(names)} to be graded."),
            code="unknown-task",
        )
    return [_graded(entry, graded[entry.task.id]) if entry.task.id in graded else entry for entry in decided]


def _graded(entry: Decided, tiers: Mapping[str, GradedItem]) -> Decided:
    origin, tier = entry.origin or Provenance(entry.item.id), tiers.get(entry.item.id)
    if tier is None:
        return entry._replace(origin=replace(origin, tier=UNGRADED, released=False, rule=UNGRADED))
    return entry._replace(origin=replace(origin, tier=tier.tier, released=tier.release, rule=tier.rule))


def select_tiers(
    decided: Sequence[Decided],
    inputs: Sequence[Input],
    choice: TierChoice,
    *,
    selected: Mapping[int, Kept] | None = None,
    known: Iterable[str] = (),
) -> Released:
    """The items whose tiers are wanted; of an input in which nothing has a tier all of them.

    In an input with tiers an item without one came later: nobody released it. ``selected``: inputs of which that was
    done when they were made, ``known``: the tiers they had.
    """
    tiers: list[set[str]] = [set() for _ in inputs]
    for entry in decided:
        if entry.origin is not None and entry.origin.tier is not None:
            tiers[entry.input].add(entry.origin.tier)
    selected = selected or {}
    everywhere = set(known).union(*tiers)
    if unknown := choice.unknown(everywhere):
        raise unknown_tiers(unknown, everywhere, Words("这些文件里", "These files have"))
    ungraded = [given.name for i, given in enumerate(inputs) if not tiers[i] and i not in selected]
    if choice.names is not None and ungraded:
        raise unknown_tiers(sorted(choice.names), (), Words(f"{'、'.join(ungraded)} ", f"{', '.join(ungraded)} has"))
    kept = [selected.get(i) or Kept(graded=bool(own)) for i, own in enumerate(tiers)]
    taken = []
    for entry in decided:
        account = kept[entry.input]
        if entry.input in selected:
            taken.append(entry)
        elif not account.graded or _takes(choice, entry.origin):
            account.taken += 1
            taken.append(entry)
        else:
            account.kept_out[_rule(entry)] += 1
    return Released(taken, kept)


def _takes(choice: TierChoice, origin: Provenance | None) -> bool:
    if origin is None:
        return choice.takes(None, release=False)
    return choice.takes(origin.tier, release=origin.released is True)


def _rule(entry: Decided) -> KeptRule:
    origin = entry.origin
    tier = origin.tier if origin is not None else None
    rule = origin.rule if origin is not None else None
    return KeptRule(tier or UNGRADED, rule or (UNGRADED if tier is None else ""), label(entry))
