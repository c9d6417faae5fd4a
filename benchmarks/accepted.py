"""Does a server take whatever the official scripts survive, and does it give their numbers?

    python benchmarks/accepted.py --data DIR [--submissions 1000] [--items 100]

DIR holds the official training data as published (space2022/). So many items of task 2 and task 3 are drawn by a seed,
and answers to them made that are odd in every way the official scripts are known to survive
(tests/reference/disturbed.py). A real `pingce serve` takes them as a team's submissions; every number of every score is
compared with plain scripts written from the description of the official ones (tests/reference/). Without DIR the
examples are used.
"""

import argparse
import hashlib
import http.client
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # started as a file: the plain scripts are beside us

TASKS = ("task2", "task3")
SEED = 11
SCORED_WITHIN = 600.0


class Upload(NamedTuple):
    """Answers, and what was done to them."""

    task: str
    kinds: tuple[str, ...]
    text: str


def drawn(folder: Path, name: str, size: int) -> list[dict[str, Any]]:
    path = next(path for path in (folder / f"{name}_train.jsonl", folder / f"{name}_dev.jsonl") if path.exists())
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return random.Random(SEED).sample(records, min(size, len(records)))  # noqa: S311 (not for secrets)


def uploads(gold: dict[str, list[dict[str, Any]]], count: int) -> Iterator[Upload]:
    from tests.reference.disturbed import submissions

    for number, name in enumerate(TASKS):
        share = count // len(TASKS) + (number < count % len(TASKS))
        for kinds, text in submissions(f"space2022/{name}", gold[name], share, SEED):
            yield Upload(name, kinds, text)


def numbers(port: int, token: str, submission: int) -> dict[str, dict[str, float]]:
    """When it is scored."""
    until = time.monotonic() + SCORED_WITHIN
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.request("GET", f"/api/submissions/{submission}", headers={"Authorization": f"Bearer {token}"})
        [entry] = json.loads(connection.getresponse().read())["entries"]
        connection.close()
        assert entry["state"] != "failed", entry["problem"]
        if entry["state"] == "scored":
            given: dict[str, dict[str, float]] = entry["scores"][0]["numbers"]
            return given
        time.sleep(0.2)
    raise TimeoutError(f"submission {submission} was not scored within {SCORED_WITHIN:.0f} s")


def compare(database: str, folder: Path, token: str, made: list[Upload]) -> tuple[int, float]:
    """How many were accepted, and the largest difference between any two numbers."""
    from tests.reference.official import largest_difference
    from tests.reference.official import numbers as official_numbers

    from benchmarks.leaderboard import send, serving

    taken: list[tuple[int, Upload]] = []
    worst = 0.0
    with serving(database, folder) as port:
        for one in made:
            status, found = send(port, token, f"{one.task}.jsonl", one.text.encode())
            if status == 201:
                taken.append((found["id"], one))
            else:
                said = [problem["message"]["en"] for problem in found["problems"][:3]]
                print(f"refused ({status} {found['code']}): {one.task} {one.kinds}: {said}")
        for number, one in taken:
            said_file = folder / "said.jsonl"
            said_file.write_text(one.text, encoding="utf-8")
            theirs = official_numbers(f"space2022/{one.task}", str(folder / f"{one.task}.jsonl"), str(said_file))
            difference = largest_difference(numbers(port, token, number), theirs)
            if difference > 1e-12:
                print(f"differs by {difference}: {one.task} {one.kinds}")
            worst = max(worst, difference)
    return len(taken), worst


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the official training data")
    parser.add_argument("--submissions", type=int, default=1000)
    parser.add_argument("--items", type=int, default=100, help="questions of each subtask")
    options = parser.parse_args()
    from benchmarks.leaderboard import build, lines, questions

    given = options.data or ROOT / "examples"
    source = given / "space2022" if (given / "space2022").is_dir() else given
    gold = {name: drawn(source, name, options.items) for name in TASKS}
    made = list(uploads(gold, options.submissions))
    digest = hashlib.sha256("".join(one.text for one in made).encode()).hexdigest()[:16]
    sizes = ", ".join(f"{len(gold[name])} items of {name}" for name in TASKS)
    print(f"{len(made)} submissions, sha256 {digest}, {sizes}, {source}")
    used = Counter(f"{one.task} {kind}" for one in made for kind in one.kinds)
    print(f"{len(used)} kinds of oddity, each in {min(used.values())} to {max(used.values())} submissions")
    with tempfile.TemporaryDirectory(prefix="pingce-bench-") as place:
        folder = Path(place)
        for name in TASKS:
            (folder / f"{name}.jsonl").write_bytes(lines(gold[name]))
        files = {name: lines(gold[name]) for name in TASKS}
        asked = {name: lines(questions(gold[name])) for name in TASKS}
        [token] = build(str(folder / "work.db"), files, asked, 1, {"per_day": 10_000})
        accepted, worst = compare(str(folder / "work.db"), folder, token, made)
    print(f"accepted {accepted} of {len(made)}; largest |difference| {worst:.3g}")
    return 0 if accepted == len(made) and worst < 1e-12 else 1


if __name__ == "__main__":
    sys.exit(main())
