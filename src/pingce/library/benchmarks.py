"""A benchmark as a whole: its plan and runs, its campaigns, the life of its items."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pingce.spec.errors import UserError
from pingce.spec.words import Words, spoken_language
from pingce.store.address import sqlite_file

from .arguments import checked

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pingce.flow.benchmark import Benchmark as BenchmarkFolder
    from pingce.trace.model import Trace


class StageStatus(NamedTuple):
    """A stage of the recipe: what is to be done about it, and why."""

    name: str
    kind: str
    standing: str
    """``fresh``, ``run``, ``running``, ``after``, ``waits`` or ``blocked``."""
    reasons: tuple[str, ...]
    output: Path


class CampaignStatus(NamedTuple):
    """A campaign of a benchmark: how many items are in which state, and for whom it waits."""

    stage: str
    id: int
    items: Mapping[str, int]
    waits: str | None


class Benchmark:
    """The benchmark in a folder (``benchmark.toml``), as ``pingce make``, ``runs`` and ``trace`` know it.

    >>> import pingce, tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> text = '{"qid": "1", "context": "猫从桌子上跳下来。", "judge": 1}' + chr(10)
    >>> _ = (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    >>> _ = (folder / "benchmark.toml").write_text(
    ...     'name = "tiny"\\ntasks = ["space2022/task1"]\\n'
    ...     '[[sources]]\\nname = "gold"\\npath = "gold.jsonl"\\ntask = "space2022/task1"\\n'
    ...     '[[stages]]\\nname = "split"\\nrun = "split"\\nfrom = ["gold"]\\n',
    ...     encoding="utf-8",
    ... )
    >>> benchmark = pingce.Benchmark(folder)
    >>> benchmark.name, [(stage.name, stage.standing) for stage in benchmark.plan()]
    ('tiny', [('split', 'run')])
    """

    @checked
    def __init__(self, folder: str | Path, *, database: str | None = None) -> None:
        from pingce.flow.benchmark import open_benchmark

        self._benchmark: BenchmarkFolder = open_benchmark(Path(folder))
        self._database = database or self._benchmark.database

    @property
    def name(self) -> str:
        """Its name, which is the edition of its own tasks."""
        return self._benchmark.name

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._benchmark.folder

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of the tasks it is about."""
        return self._benchmark.tasks

    def plan(self, stage: str | None = None) -> list[StageStatus]:
        """What ``pingce make`` would do, stage by stage; nothing is run."""
        from pingce.flow.plan import make_plan
        from pingce.store.database import reading

        with self._opened(new=True) as (engine, number), reading(engine) as db:
            plans = make_plan(db, self._benchmark, number, stage).stages
        lang = spoken_language()
        return [
            StageStatus(
                plan.stage.name,
                plan.stage.kind.name,
                plan.standing.value,
                tuple(reason.say(lang) for reason in plan.reasons),
                self.folder / plan.stage.output,
            )
            for plan in plans
        ]

    def make(self, stage: str | None = None, *, again: bool = False) -> list[int]:
        """Run what is missing or out of date, as far as people let it; gives the numbers of the runs."""
        from pingce.flow.make import Maker
        from pingce.server.people.acting import maker
        from pingce.store.database import transaction

        with self._opened(new=True) as (engine, _):
            with transaction(engine) as db:
                actor = maker(db, None)
            return Maker(self._benchmark, engine, actor).make(stage, again=again).runs

    def runs(self, stage: str | None = None, *, most: int = 100) -> list[dict[str, Any]]:
        """The runs, the newest first: inputs and outputs with checksums, settings, who, when, result."""
        from pingce.flow.runs import run_record, runs_of, shown_state
        from pingce.store.database import reading

        with self._opened(new=True) as (engine, number), reading(engine) as db:
            return [
                run_record(self._benchmark, row) | {"state": shown_state(db, row)}
                for row in runs_of(db, number, stage=stage, most=most)
            ]

    def campaigns(self) -> list[CampaignStatus]:
        """The campaigns that its stages have opened."""
        from pingce.flow.states import campaign_state, item_counts, parts_of
        from pingce.store.database import reading

        lang = spoken_language()
        with self._opened(new=True) as (engine, number), reading(engine) as db:
            opened = {name: part.campaign_id for name, part in parts_of(db, number).items()}
            statuses = []
            for name, campaign in opened.items():
                if campaign is not None:
                    waits = campaign_state(db, campaign).waits
                    told = None if waits is None else waits.say(lang)
                    statuses.append(CampaignStatus(name, campaign, item_counts(db, campaign), told))
        return statuses

    def trace(self, item: str) -> "Trace":
        """The life of the item with this id or this whole text, from its files and its database."""
        from pingce.trace.folder import trace_files
        from pingce.trace.merge import merge_traces

        roots = (self.folder,)
        traces = [self._stored_trace(item), trace_files(item, [self.folder], roots=roots)]
        return merge_traces(item, traces, hint=Words("文本要完整。", "A text has to be whole."))

    def _stored_trace(self, item: str) -> "Trace | None":
        """What the database knows; None: nothing, or nobody has worked in it yet."""
        from pingce.server.people.acting import acting
        from pingce.store.database import reading
        from pingce.store.errors import NotFound
        from pingce.trace.database import trace as trace_stored

        path = sqlite_file(self._database)
        if path is not None and not path.is_file():
            return None
        with self._opened() as (engine, _), reading(engine) as db:
            try:
                return trace_stored(db, acting(db, None), item, roots=(self.folder,))
            except NotFound:
                return None
            except UserError as problem:
                if problem.code != "no-admin":
                    raise
                return None

    @contextmanager
    def _opened(self, *, new: bool = False) -> "Iterator[tuple[Engine, int]]":
        """Its database, and its number there; ``new``: one that is not there yet is made."""
        from pingce.flow.registry import register
        from pingce.server.people.acting import database
        from pingce.store.database import transaction

        with database(self._database, new=new and sqlite_file(self._database) is not None) as engine:
            with transaction(engine) as db:
                number = register(db, self._benchmark)
            yield engine, number

    def __repr__(self) -> str:
        return f"Benchmark({self.name}, {len(self._benchmark.stages)} stages, {self.folder})"
