"""The biases of a data set, subtask by subtask.

Labels by length, genre, word, position and replaced pair, how strongly each depends on them, and how far a probe that
sees nothing else gets (:mod:`.probes`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pingce.formats.parts import Part
from pingce.formats.replacement import Change
from pingce.quality.dataset.encode import cross_dict
from pingce.quality.dataset.summary import CrossTable, TaskNumbers, describe
from pingce.quality.dataset.tallies import POSITIVE
from pingce.quality.recovery.recover import Recovery, recover, sentences_of, stated_origins
from pingce.spec.task import TaskSpec

from .items import LabelledItem, labelled_field, labelled_items, labels_of
from .probes import Probe, SkippedProbe, Watch, probes
from .tables import BiasTable, cramers_v, label_tables

SHARES = ("slots", "roles", "types")
"""Tables of the data set whose shares should be alike in every split."""


class Shares(NamedTuple):
    """A table of the data set with the strength of its dependence on the split (Cramér's V)."""

    table: CrossTable
    strength: float | None


class TaskBias(NamedTuple):
    """What the labels of one task can be guessed from without understanding the text."""

    task: TaskSpec
    items: int
    replaced: int
    """Items whose replacement is known."""
    tables: Sequence[BiasTable]
    shares: Sequence[Shares]
    probes: Sequence[Probe]
    skipped: Sequence[SkippedProbe]
    labelled: Sequence[LabelledItem] = ()
    """The items that the tables count; not part of the numbers."""

    def as_json(self) -> dict[str, object]:
        return {
            "items": self.items,
            "replaced": self.replaced,
            "tables": {table.key: table.as_json() for table in self.tables},
            "shares": {
                f"{shares.table.field}.{shares.table.key}": {
                    "counts": cross_dict(shares.table),
                    "cramers_v": shares.strength,
                }
                for shares in self.shares
            },
            "probes": {probe.key: probe.as_json() for probe in self.probes},
            "skipped": {skipped.key: skipped.why.en for skipped in self.skipped},
        }


class Bias(NamedTuple):
    """The bias of all tasks of a dataset: what ``pingce quality bias`` tells."""

    parts: Sequence[str]
    texts: int
    originals: int
    how: Mapping[str, int]
    """How the originals of the sentences were found."""
    tasks: Sequence[TaskBias]

    def as_json(self) -> dict[str, object]:
        return {
            "parts": self.parts,
            "texts": self.texts,
            "originals": self.originals,
            "how": self.how,
            "tasks": {task.task.id: task.as_json() for task in self.tasks},
        }


def measure_bias(
    parts: Sequence[Part],
    *,
    originals: Sequence[Part] = (),
    stated: Mapping[str, tuple[Change, ...]] | None = None,
    likely: bool = True,
    with_probes: bool = True,
    watch: Watch = lambda _: None,
) -> Bias:
    """Look at every answered part; texts of parts without answers still help to find originals.

    In ``originals`` nothing was replaced; one of them may be among the parts.
    """
    stated = stated or {}
    items = sentences_of(parts, originals)
    texts = list(dict.fromkeys(item.text for item in items))
    untouched = [item.text for part in originals for item in part.items]
    recovery = recover(texts, originals=untouched, stated=stated_origins(items), likely=likely)
    how = Counter("stated" if text in stated else recovered.how for text, recovered in recovery.sentences.items())
    how["stated"] += sum(text in stated and text not in recovery.sentences for text in texts)
    how["unknown"] = len(texts) - how.total()
    numbers = {numbers.task.id: numbers for numbers in describe(parts).tasks}
    tasks = {part.task.id: part.task for part in parts if part.answered}
    return Bias(
        parts=[part.name for part in parts],
        texts=len(texts),
        originals=len({recovery.groups[text] for text in texts}),
        how={name: n for name, n in how.items() if n},
        tasks=[
            _task(
                task,
                [part for part in parts if part.task is task],
                numbers[task.id],
                recovery,
                stated,
                watch=watch if with_probes else None,
            )
            for task in tasks.values()
        ],
    )


def _task(
    task: TaskSpec,
    parts: Sequence[Part],
    numbers: TaskNumbers,
    recovery: Recovery,
    stated: Mapping[str, tuple[Change, ...]],
    *,
    watch: Watch | None,
) -> TaskBias:
    field = labelled_field(task)
    items = labelled_items(parts, field, recovery, stated) if field is not None else []
    labels = labels_of(field.shape) if field is not None else ()
    drawn = next((label for label in labels if label in POSITIVE), labels[-1] if labels else "")
    done, skipped = probes(items, watch=watch) if watch is not None and items else ([], [])
    return TaskBias(
        task=task,
        items=sum(answer is not None for part in parts for answer in part.answers),
        replaced=sum(item.changes is not None for item in items),
        tables=label_tables(items, labels, drawn) if items else [],
        shares=[Shares(table, _strength(table)) for table in numbers.tables if table.key in SHARES],
        probes=done,
        skipped=skipped,
        labelled=items,
    )


def _strength(table: CrossTable) -> float | None:
    columns = [i for i, total in enumerate(table.totals) if total]
    rows = [[counts[i] for i in columns] for _, counts in table.rows if sum(counts)]
    if len(columns) < 2 or len(rows) < 2:
        return None
    return cramers_v(rows)
