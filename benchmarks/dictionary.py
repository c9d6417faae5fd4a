"""How long does merging two inventories of 60,000 words take, and how much memory?

    python benchmarks/dictionary.py [--words 60000] [--measure ratio] [--base FILE --additions FILE]

Without files two inventories are made up: words of two characters, 2.4 and 3.1 glosses each of 34 characters on
average as in the published pipeline; half of the additions' words are in the base, a third of their glosses are
variations of its glosses. Reading, merging and writing are timed apart, in a process of its own, on one core.
"""

import argparse
import gc
import hashlib
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SEED = 7
REPEATS = 3
CHARACTERS = [chr(code) for code in range(0x4E00, 0x4E00 + 3000)]


def make_up(words: int, folder: Path) -> tuple[Path, Path]:
    chance = random.Random(SEED)  # noqa: S311 (no secret)

    def gloss() -> str:
        return "".join(chance.choices(CHARACTERS, k=max(2, round(chance.gauss(34, 14)))))

    def changed(text: str) -> str:
        kept = [chance.choice(CHARACTERS) if chance.random() < chance.choice((0.02, 0.3)) else c for c in text]
        return "".join(kept) + chance.choice(("", "。"))

    names = [
        "".join(pair)
        for pair in zip(CHARACTERS * (words // 1000), chance.choices(CHARACTERS, k=words * 3), strict=False)
    ]
    names = list(dict.fromkeys(names))[: words + words // 2]
    base = {word: [gloss() for _ in range(chance.choice((2, 2, 2, 3, 3)))] for word in names[:words]}
    more: dict[str, list[str]] = {}
    for word in names[words // 2 :]:
        known = base.get(word, [])
        more[word] = [
            changed(chance.choice(known)) if known and chance.random() < 0.66 else gloss()
            for _ in range(chance.choice((2, 3, 3, 4)))
        ]
    paths = folder / "base.json", folder / "additions.json"
    for path, inventory in zip(paths, (base, more), strict=True):
        path.write_text(json.dumps(inventory, ensure_ascii=False), encoding="utf-8")
    return paths


def work(base: Path, additions: Path, measure: str, out: Path) -> None:
    """In a process of its own."""
    from pingce.corpus.dictionary.merge import MergeRule, merge
    from pingce.corpus.entries import by_word, read_entries, write_entries

    gc.disable()  # as the command does
    before = peak_megabytes()
    start = time.process_time()
    first, second = by_word(read_entries(base)), by_word(read_entries(additions))
    read = time.process_time()
    merged = merge(first, second.values(), MergeRule(measure=measure))  # type: ignore[arg-type]  # checked by argparse
    done = time.process_time()
    write_entries(out, merged.entries.values())
    written = time.process_time()
    times = [read - start, done - read, written - done, peak_megabytes() - before, peak_megabytes()]
    print(json.dumps([times, merged.counts.as_dict()]))


def peak_megabytes() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=60_000, help="words of each made-up inventory")
    measures = ["ratio", "levenshtein", "partial", "jaro-winkler"]
    parser.add_argument("--measure", action="append", choices=measures, help="default: all of them")
    parser.add_argument("--base", type=Path, help="an inventory or entries of your own")
    parser.add_argument("--additions", type=Path, help="another")
    options = parser.parse_args()
    if (options.base is None) != (options.additions is None):
        parser.error("give both --base and --additions, or neither")
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        made = (options.base, options.additions) if options.base else make_up(options.words, Path(folder))
        for path in made:
            print(f"{path.name}@{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}")
        print("measure\tread s\tmerge s\twrite s\t+MB\tpeak MB\tnew words\tadded\tskipped")
        for measure in options.measure or measures:
            command = [sys.executable, __file__, "--worker", *map(str, made), measure, f"{folder}/out.json"]
            runs = [json.loads(subprocess.check_output(command)) for _ in range(REPEATS)]
            times, counts = min(runs, key=lambda run: sum(run[0][:3]))
            row = [f"{value:.2f}" for value in times[:3]] + [f"{value:.0f}" for value in times[3:]]
            row += [f"{counts[name]:,}" for name in ("new_words", "added_glosses", "skipped_glosses")]
            print("\t".join([measure, *row]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4], Path(sys.argv[5]))
    else:
        main()
