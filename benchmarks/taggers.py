"""How well do the taggers find spatial words, how fast are they, and how much memory do they take?

    python benchmarks/taggers.py --data DIR [--tagger NAME …] [--texts N]

DIR holds the official training data as published. Annotated spans say where words begin and end:

- *bound*: edges of annotated spans that are edges of words;
- *loc*: place spans ending in a localizer whose last word is tagged f or s (这里, 那边 are pronouns and left out);
- *prep*: place and direction spans beginning with 在 从 向 往 朝 自 whose first word is tagged p;
- *dir*: spans that are a directional verb and nothing else, and are one word.

The rules were written while looking at the spans of space2022/task3 (*seen*). The spans of space2022/task2 whose texts
share neither beginning nor end with a text of task3 were not looked at (*unseen*); there, dir counts few cases.
Every tagger runs in a process of its own, on one thread. Speed is that of the first pass over the texts, in which
the rules meet every word for the first time, and that of a second pass, as in the middle of a long run.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SEEN, UNSEEN = "space2022/task3_train.jsonl", "space2022/task2_train.jsonl"
MEASURES = ("bound", "loc", "prep", "dir")
PLACES = frozenset({7, 8, 9, 11, 12, 15})
"""Slots of task3: place, start, end, orientation, place of a part, path."""
FIRST_PLACE = 7
LOCALIZERS = frozenset("上下里中内外前后左右东南西北旁边侧")
PRONOUNS = frozenset(["这里", "那里", "哪里", "这边", "那边", "哪边", "公里"])
PREPOSITIONS = frozenset("在从向往朝自")
SINGLE = frozenset("来去上下进出回过起开到")
DIRECTIONS = SINGLE | {a + b for a in "上下进出回过起开" for b in "来去"}
SHARED = 10
"""Characters at the beginning or end that make two texts children of one original."""


class Span(NamedTuple):
    start: int
    end: int
    place: bool
    """Says where something is, comes from or goes to."""
    direction: bool


Case = tuple[str, list[Span]]


def runs(idxes: list[int]) -> Iterator[tuple[int, int]]:
    """Stretches of neighbouring characters."""
    start = previous = idxes[0]
    for i in idxes[1:]:
        if i != previous + 1:
            yield start, previous + 1
            start = i
        previous = i
    yield start, previous + 1


def seen_cases(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield (
            record["context"],
            [
                Span(start, end, slot in PLACES, slot >= FIRST_PLACE)
                for output in record["outputs"]
                for slot, value in enumerate(output)
                if isinstance(value, dict)
                for start, end in runs(value["idxes"])
            ],
        )


def unseen_cases(path: Path, seen: Iterable[str]) -> Iterator[Case]:
    known = {part for text in seen for part in (text[:SHARED], text[-SHARED:])}
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        text = record["context"]
        if text[:SHARED] in known or text[-SHARED:] in known:
            continue
        known |= {text[:SHARED], text[-SHARED:]}  # one child of each original
        fragments = [fragment for reason in record["reasons"] for fragment in reason["fragments"]]
        yield (
            text,
            [
                Span(start, end, fragment["role"][0] == "P", fragment["role"][0] == "P")
                for fragment in fragments
                if fragment["idxes"]
                for start, end in runs(fragment["idxes"])
            ],
        )


def shares(cases: list[Case], tagged: Sequence[Sequence[tuple[str, str, int]]]) -> dict[str, tuple[int, int]]:
    """Measure → right and all; a place counts once per text."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for (text, spans), words in zip(cases, tagged, strict=True):
        starts = {start: (word, tag) for word, tag, start in words}
        ends = {start + len(word): tag for word, tag, start in words}
        for measure, _, holds in {
            *(("bound", edge, edge in starts) for span in spans for edge in span[:2] if 0 < edge < len(text)),
            *(("loc", s.end, ends.get(s.end) in ("f", "s")) for s in spans if s.place and ends_in_localizer(text, s)),
            *(
                ("prep", s.start, starts.get(s.start, ("", ""))[1] == "p")
                for s in spans
                if s.direction and text[s.start] in PREPOSITIONS and text[s.start : s.start + 2] not in ("自己", "自行")
            ),
            *(
                ("dir", s.start, starts.get(s.start, ("", ""))[0] == text[s.start : s.end])
                for s in spans
                if s.direction and text[s.start : s.end] in DIRECTIONS
            ),
        }:
            total[measure] += 1
            right[measure] += holds
    return {measure: (right[measure], total[measure]) for measure in MEASURES}


def ends_in_localizer(text: str, span: Span) -> bool:
    return text[span.end - 1] in LOCALIZERS and text[max(0, span.end - 2) : span.end] not in PRONOUNS


def work(name: str, data: str, texts: str) -> None:
    """In a process of its own: load, tag everything once, tell time and memory."""
    from pingce.language.tagging.catalog import make_tagger

    seen, unseen = load(Path(data), int(texts))
    before = time.perf_counter()
    tagger = make_tagger(name)
    tagger.tag("他从房间里走出来。")  # some libraries load on first use
    loaded = time.perf_counter() - before
    start = time.process_time()
    tagged = [tagger.tag(text) for text, _ in seen]
    first = time.process_time() - start
    start = time.process_time()
    for text, _ in seen:
        tagger.tag(text)
    second = time.process_time() - start
    memory = peak_megabytes()
    other = [tagger.tag(text) for text, _ in unseen]
    speeds = [sum(len(text) for text, _ in seen) / seconds for seconds in (first, second)]
    print(json.dumps([shares(seen, tagged), shares(unseen, other), speeds, loaded, memory, tagger.version]))


def load(data: Path, texts: int) -> tuple[list[Case], list[Case]]:
    seen = list(seen_cases(data / SEEN))
    return seen[:texts], list(unseen_cases(data / UNSEEN, [text for text, _ in seen]))[:texts]


def peak_megabytes() -> float:
    """The process's own peak; getrusage would also count what it was forked from."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def main() -> None:
    from pingce.language.tagging.catalog import LIBRARIES, NAMES

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the official training data")
    parser.add_argument("--tagger", action="append", help="only this one; may be repeated")
    parser.add_argument("--texts", type=int, default=10_000, help="at most so many texts of each set")
    options = parser.parse_args()
    installed = [n for n in NAMES if n != "default" and LIBRARIES[n.removesuffix("+rules")].installed]
    seen, unseen = load(options.data, options.texts)
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for file, cases in ((SEEN, seen), (UNSEEN, unseen)):
        checksum = hashlib.sha256((options.data / file).read_bytes()).hexdigest()[:8]
        print(f"{file}@{checksum}: {len(cases):,} texts, {sum(len(text) for text, _ in cases):,} characters")
    header = ["tagger", *MEASURES, *(f"unseen {measure}" for measure in MEASURES)]
    print("\t".join([*header, "chars/s", "later", "load s", "peak MB", "version"]))
    for name in options.tagger or installed:
        command = [sys.executable, __file__, "--worker", name, str(options.data), str(options.texts)]
        in_seen, in_unseen, speeds, loaded, memory, version = json.loads(subprocess.check_output(command))
        found = [f"{100 * right / total:.1f}" for s in (in_seen, in_unseen) for right, total in s.values()]
        fast = [f"{speed:,.0f}" for speed in speeds]
        print("\t".join([name, *found, *fast, f"{loaded:.1f}", f"{memory:.0f}", version]), flush=True)
    counts = [f"{total:,}" for s in (in_seen, in_unseen) for _, total in s.values()]
    print("\t".join(["(cases)", *counts]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(*sys.argv[2:5])
    else:
        main()
