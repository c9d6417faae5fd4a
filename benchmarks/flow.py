"""How long ``pingce make`` takes to plan: python -m benchmarks.flow [--items 100000]

A benchmark whose files and campaign hold so many items; the first plan reads every file, the second only asks whether
they have changed.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from sqlalchemy import insert

from pingce.annotate.services import campaigns
from pingce.flow.benchmark import open_benchmark
from pingce.flow.make import Maker
from pingce.flow.plan import StagePlan
from pingce.server.people.accounts import create_user
from pingce.server.people.secrets import Password
from pingce.store.database import migrate, open_database, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.flow import BenchmarkPart, RunRow

RECIPE = """
name = "large"
[[sources]]
name = "texts"
path = "sources.jsonl"
[[stages]]
name = "rating"
run = "campaign"
from = ["texts"]
settings = { preset = "space-rating" }
[[stages]]
name = "tiers"
run = "tiers"
from = ["rating"]
[[stages]]
name = "task1"
run = "export"
from = ["tiers"]
"""


def measure(folder: Path, items: int) -> list[float]:
    (folder / "benchmark.toml").write_text(RECIPE, encoding="utf-8")
    line = json.dumps({"id": "x" * 16, "text": "小船从芦苇丛中滑了出来。" * 8}, ensure_ascii=False) + "\n"
    for name in ("sources.jsonl", "annotations/task1.jsonl", "quality/tiers.jsonl"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(line * items, encoding="utf-8")
    engine = open_database(str(folder / "pingce.db"), flush=False)
    migrate(engine)
    with transaction(engine) as db:
        root = create_user(db, "root", roles=[Role.ADMIN], password=Password(""), now=1.0)
        actor = Actor(root.id, "root", frozenset({Role.ADMIN, Role.BUILDER}))
        campaign = campaigns.create_campaign(db, actor, title="rating", preset="space-rating")
    maker = Maker(open_benchmark(folder), engine, actor)
    with transaction(engine) as db:
        db.add(BenchmarkPart(benchmark_id=maker.id, stage="rating", campaign_id=campaign))
        common = {"campaign_id": campaign, "texts": {}, "extra": {}, "state": "decided", "asked": 2, "answers": 2}
        times = {"created_at": 1.0, "updated_at": 2.0, "decided_at": 2.0}
        rows = [{**common, **times, "ref": f"i{number}", "position": number} for number in range(items)]
        db.execute(insert(Item), rows)
    while (coming := maker.plan().next) is not None:
        with transaction(engine) as db:
            db.add(_run(maker.id, coming))
    (folder / ".pingce" / "checksums.json").unlink()
    taken = []
    for _ in range(4):
        started = time.perf_counter()
        maker.plan()
        taken.append(time.perf_counter() - started)
    engine.dispose()
    return taken


def _run(benchmark: int, plan: StagePlan) -> RunRow:
    """As if the stage had been run: everything is compared, and nothing is to be done."""
    return RunRow(
        benchmark_id=benchmark,
        stage=plan.stage.name,
        kind=plan.stage.kind.name,
        state="done",
        fingerprint="",
        inputs=dict(plan.inputs or {}),
        outputs={},
        settings=dict(plan.stage.settings),
        result={},
        version="",
        who="root",
        host="",
        process=1,
        started_at=1.0,
        finished_at=2.0,
        stop=False,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=100_000)
    items = parser.parse_args().items
    with tempfile.TemporaryDirectory(prefix="pingce-flow-") as folder:
        times = measure(Path(folder), items)
    print(json.dumps({"items": items, "plan_seconds": [round(seconds, 3) for seconds in times]}))


if __name__ == "__main__":
    main()
