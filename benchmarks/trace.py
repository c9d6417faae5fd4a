"""How long does it take to find one item's life among many, and to export all of them with their provenance?

    python benchmarks/trace.py [--items 100000] [--lookups 300]

Raw files, a campaign of replaced sentences with two answers and a decision each (written straight into the tables:
annotating is measured elsewhere), tiers, a split, a pack and a competition with one system's answers are made here in a
temporary folder. Lookups are by id, by text and by the id in the pack, in turn, raw line included; times of lookups
are milliseconds of one process, by the clock on the wall and of its CPU, those of commands CPU seconds, start-up
included.
"""

import argparse
import json
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from pingce.annotate.items import NewItem
from pingce.annotate.services import campaigns, items
from pingce.annotate.services.tiers import store_tiers
from pingce.formats.provenance import Provenance, ReplacementRecord, SourcePlace
from pingce.formats.replacement import Change
from pingce.formats.tiers import GradedItem
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import AnswerVersion, Decision
from pingce.store.tables.people import User
from pingce.trace.database import trace

ABOUT = Path(__file__).parents[1] / "examples" / "release" / "release.toml"
CHARACTERS = [chr(code) for code in range(0x5000, 0x5C00)]
GENRES = ("news", "fiction", "textbook", "web")
PER_ORIGINAL = 5
LOCALIZERS = "上下里外中前后旁内"
SEED = 20220422


def made_items(count: int, folder: Path) -> Iterator[NewItem]:
    """Replaced sentences; the originals stand line by line in raw files, one for each genre."""
    chance = random.Random(SEED)  # noqa: S311 (no secret)
    byte = dict.fromkeys(GENRES, 0)
    offset, line = dict.fromkeys(GENRES, 0), dict.fromkeys(GENRES, 1)
    files = {genre: (folder / f"{genre}.txt").open("wb") for genre in GENRES}
    for number in range(-(-count // PER_ORIGINAL)):
        genre = GENRES[number % len(GENRES)]
        first, second = ("".join(chance.choices(CHARACTERS, k=length)) for length in (20, 28))
        original = f"{first}里，{second}。"
        place = SourcePlace(f"raw/{genre}.txt", offset[genre], line[genre], {"byte": byte[genre]})
        data = f"{original}\n".encode()
        files[genre].write(data)
        byte[genre], offset[genre], line[genre] = (
            byte[genre] + len(data), offset[genre] + len(original) + 1, line[genre] + 1,
        )  # fmt: skip
        for which in range(min(PER_ORIGINAL, count - number * PER_ORIGINAL)):
            new = LOCALIZERS[which + which // 2]
            ref = f"o{number}-{which}"
            change = Change(len(first), len(first), "里", new, "f", "f-单字", "antonym")
            origin = Provenance(ref, place, genre, "web", f"o{number}", replacement=ReplacementRecord((change,)))
            yield NewItem(ref, {"text": f"{first}{new}，{second}。"}, {}, origin=origin)
    for file in files.values():
        file.close()


def fill(db: Session, folder: Path, count: int) -> Actor:
    """A decided and graded campaign, written straight into the tables."""
    now = time.time()
    people = [User(name=name, title="", roles=role, lang="zh", password="", active=True, created_at=now)
              for name, role in (("root", "admin"), ("li", "annotator"), ("wang", "annotator"))]  # fmt: skip
    db.add_all(people)
    db.flush()
    actor = Actor(people[0].id, "root", frozenset({Role.ADMIN, Role.BUILDER, Role.REVIEWER}))
    campaign = campaigns.create_campaign(db, actor, title="评级", preset="space-rating", at=now)
    items.import_items(db, actor, campaign, made_items(count, folder), at=now)
    ids = list(db.execute(select(Item.id, Item.ref).where(Item.campaign_id == campaign).order_by(Item.id)))
    job = 0
    for start in range(0, len(ids), 1000):
        jobs, answers, decisions = [], [], []
        for number, _ in ids[start : start + 1000]:
            label = "bad" if number % 4 == 0 else "fine"
            for person in people[1:]:
                job += 1
                jobs.append({"id": job, "campaign_id": campaign, "item_id": number, "user_id": person.id, "serial": job,
                             "state": "done", "version": 1, "claimed_at": now, "seen_at": now, "seconds": 9.0,
                             "submitted_at": now, "number": job})  # fmt: skip
                answers.append({"id": job, "item_id": number, "job_id": job, "author_id": person.id, "version": 1,
                                "kind": "submitted", "content": {"rating": label}, "hits": [], "at": now})  # fmt: skip
            decisions.append({"item_id": number, "answer_id": job, "outcome": "agreed", "about_item": True,
                              "reason_code": "", "reason": "", "at": now})  # fmt: skip
        db.execute(insert(Job), jobs)
        db.execute(insert(AnswerVersion), answers)
        db.execute(insert(Decision), decisions)
    decided = {"state": "decided", "outcome": "agreed", "answers": 2, "queue": 0, "decided_at": now}
    db.execute(update(Item).where(Item.campaign_id == campaign).values(**decided))
    graded = (GradedItem(ref, "gold", number % 50 != 0, "agree", ("fine",)) for number, ref in ids)
    store_tiers(db, actor, campaign, graded, at=now)
    return actor


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(*arguments: str | Path) -> float:
    """CPU seconds of a command."""
    begin = _cpu()
    command = [sys.executable, "-m", "pingce.cli.main", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return _cpu() - begin


def lookups(db: Session, actor: Actor, queries: Sequence[str], root: Path) -> tuple[list[float], list[float]]:
    """Milliseconds by the clock on the wall, and of this process alone, which a busy machine does not lengthen."""
    times, own = [], []
    for query in queries:
        begin, used = time.perf_counter(), time.process_time()
        found = trace(db, actor, query, roots=[root])
        times.append(1000 * (time.perf_counter() - begin))
        own.append(1000 * (time.process_time() - used))
        assert found.lives[0].source is not None, query
        assert found.lives[0].source.raw.state == "found", query
        db.expunge_all()  # the next request knows nothing of this one
    return times, own


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--lookups", type=int, default=300)
    given = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {given.items:,} items")
    with tempfile.TemporaryDirectory(prefix="pingce-") as name:
        folder = Path(name)
        (folder / "raw").mkdir()
        database = folder / "work.db"
        engine = open_database(str(database))
        migrate(engine)
        begin = time.process_time()
        with transaction(engine) as db:
            actor = fill(db, folder / "raw", given.items)
        print(f"import, answers, tiers: {time.process_time() - begin:.1f} s CPU")
        stored = ("--database", database)
        for command in (
            ("annotate", "export", "评级", "--out", folder / "a.jsonl", *stored),
            ("release", "split", "--campaign", "评级", "--out", folder / "s", *stored),
            ("release", "pack", "--split", folder / "s", "--about", ABOUT, "--out", folder / "p"),
            ("release", "verify", folder / "p"),
            ("leaderboard", "create", "评测", "--task", "space2022/task1", "--pack", folder / "p", *stored),
        ):
            print(f"{command[0]} {command[1]}: {timed(*command):.1f} s CPU")
        chance = random.Random(SEED)  # noqa: S311 (no secret)
        packed = [json.loads(line) for line in (folder / "p/private/space2022/task1_test.provenance.jsonl").open()]
        texts = [json.loads(line)["context"] for line in (folder / "a.jsonl").open()]
        with reading(engine) as db:
            for kind, values in (
                ("id", [record["was"] for record in packed]),
                ("text", texts),
                ("id in the pack", [record["qid"] for record in packed]),
            ):
                times, own = lookups(db, actor, chance.sample(values, min(given.lookups, len(values))), folder)
                for what, measured in (("", times), (" (CPU)", own)):
                    slow, most = statistics.quantiles(measured, n=100)[98], max(measured)
                    print(
                        f"trace by {kind}{what}: median {statistics.median(measured):.1f} ms, "
                        f"99 of 100 within {slow:.1f} ms, all within {most:.1f} ms"
                    )
        first = packed[0]["was"]
        print(f"pingce trace: {timed('trace', first, '--root', folder, *stored):.2f} s CPU")
        files_alone = ("trace", first, "--in", folder / "p", "--database", folder / "none.db")
        print(f"pingce trace --in PACK: {timed(*files_alone):.2f} s CPU")


if __name__ == "__main__":
    main()
