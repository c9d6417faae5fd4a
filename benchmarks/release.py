"""How long does it take to split, pack and verify a release, and how exact are the shares?

    python benchmarks/release.py [--items 100000] [--groups 20000] [--data DIR]

Without ``--data`` the items are made here: sentences of two clauses in which a localizer was replaced, with labels and
genres by chance, split once with their originals stated and once without. DIR holds the official training data as
published; its three tasks of 2022 are split together. Times are CPU seconds of the whole command, start-up included;
it uses one core. The checksum of the split must be the same on every machine.
"""

import argparse
import hashlib
import json
import platform
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ABOUT = Path(__file__).parents[1] / "examples" / "release" / "release.toml"
LOCALIZERS = "上下里外中前后旁边内"
GENRES = ("报刊", "文学", "课本", "判决书", "体育", "百科")
CHARACTERS = [chr(code) for code in range(0x5000, 0x5C00)]
SEED = 20220422


def made_records(items: int, groups: int, *, stated: bool) -> list[dict[str, object]]:
    """Items of ``groups`` originals; an original has one genre, its items differ in a localizer."""
    chance = random.Random(SEED)  # noqa: S311 (no secret)
    originals = []
    for number in range(groups):
        first, second = ("".join(chance.choices(CHARACTERS, k=length)) for length in (20, 28))
        originals.append((f"o{number}", first, second, chance.choice(GENRES)))
    records: list[dict[str, object]] = []
    for number in range(items):
        name, first, second, genre = originals[number % groups if number < groups else chance.randrange(groups)]
        text = f"{first}{chance.choice(LOCALIZERS)}，{second}{chance.choice(LOCALIZERS)}{chance.choice(LOCALIZERS)}。"
        record = {"qid": f"1-train-{number + 1}", "context": text, "judge": int(chance.random() < 0.24), "genre": genre}
        records.append(record | ({"origin": name} if stated else {}))
    return records


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(arguments: Sequence[str | Path]) -> tuple[float, str]:
    begin = _cpu()
    done = subprocess.run(
        [sys.executable, "-m", "pingce.cli.main", "release", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    seconds = _cpu() - begin
    if done.returncode:
        sys.exit(done.stderr)
    return seconds, done.stdout


def worst_share(shares: list[dict[str, object]], least: int = 100) -> float:
    """The farthest any stratum of at least ``least`` items is from 7:1:2, in percentage points."""
    far = 0.0
    for row in shares:
        counts = [int(str(row[part])) for part in ("train", "dev", "test")]
        if sum(counts) >= least:
            far = max(far, *(abs(n / sum(counts) - wanted) for n, wanted in zip(counts, (0.7, 0.1, 0.2), strict=True)))
    return 100 * far


def measure(name: str, files: Sequence[str], folder: Path) -> None:
    split, pack = folder / f"split-{name}", folder / f"pack-{name}"
    split_seconds, printed = timed(["split", *files, "--out", split, "--json"])
    report = json.loads(printed)
    options: list[str | Path] = ["--split", split, "--about", ABOUT, "--accept", "no-place"]
    pack_seconds, _ = timed(["pack", *files, *options, "--out", pack])
    verify_seconds, _ = timed(["verify", pack])
    bytes_ = b"".join((split / one).read_bytes() for one in ("split.json", "groups.jsonl", "items.jsonl"))
    groups = sum(report["groups"].values())
    print(
        f"| {name} | {groups:,} | {split_seconds:.1f} | {pack_seconds:.1f} | {verify_seconds:.1f} "
        f"| {worst_share(report['shares']):.2f} | {len(report['leaks']['near'])} "
        f"| {hashlib.sha256(bytes_).hexdigest()[:12]} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--groups", type=int, default=20_000)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    print(f"{platform.python_version()}, {platform.machine()}, {given.items:,} items of {given.groups:,} originals\n")
    print("| items | groups | split s | pack s | verify s | worst share, pp | near pairs | split |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, stated in (("stated", True), ("by text", False)):
            path = folder / f"{kind.replace(' ', '-')}.jsonl"
            records = made_records(given.items, given.groups, stated=stated)
            lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
            path.write_text("".join(lines), encoding="utf-8")
            measure(kind, [f"space2022/task1={path}"], folder)
        if given.data is not None:
            tasks = ("task1", "task2", "task3")
            measure(
                "official", [f"space2022/{t}={given.data / 'space2022' / f'{t}_train.jsonl'}" for t in tasks], folder
            )


if __name__ == "__main__":
    main()
