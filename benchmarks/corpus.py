"""How fast is the corpus stage, and how much memory does it take?

    python benchmarks/corpus.py --text FILE                      # any UTF-8 text
    python benchmarks/corpus.py --data DIR [--megabytes 20]      # sentences of the official data, newly combined

Tagging alone runs in a process of its own, loading not counted. Screening and replacing are the real commands with one
worker, two, and two on Ray; what the command takes for a single line is its start-up and is taken off. Characters per
second and the gain of two workers are by the clock, so the machine should have nothing else to do; the share of the
tagger is by CPU time, which bears company (Ray's processes are not ours to count). Memory is the peak of the largest
process and the sum of the peaks of all (VmHWM). All runs of a command must give the same bytes.
"""

import argparse
import hashlib
import json
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PINGCE = (sys.executable, "-m", "pingce.cli.main", "corpus")
ENGINES = {
    "1 worker": ("--workers", "1"),
    "2 workers": ("--workers", "2"),
    "ray, 2 workers": ("--workers", "2", "--engine", "ray"),
}
ONE_LINE = "桌子上放着一本厚厚的书，书的旁边还有一只杯子，窗外的院子里站着两个人。\n"
REPEATS = 2
SEED = 7


@dataclass(frozen=True)
class Run:
    seconds: float
    cpu: float
    largest: float
    total: float
    """Megabytes of the largest process, and of all."""


def sentences(folder: Path) -> list[str]:
    """Every distinct sentence of the texts in the official files."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.json*")):
        for text in re.findall(r'"(?:context|text|sentence)\d?"\s*:\s*"((?:[^"\\]|\\.)*)"', path.read_text("utf-8")):
            for sentence in re.findall(r"[^。！？]+[。！？]", json.loads(f'"{text}"', strict=False)):
                found.setdefault(sentence.strip())
    return [sentence for sentence in found if len(sentence) >= 8]


def combined(folder: Path, megabytes: int, out: Path) -> None:
    """New paragraphs out of old sentences, so that a long text is not the same passage again and again."""
    chance = random.Random(SEED)  # noqa: S311 (no secret)
    stock = sentences(folder)
    if not stock:
        sys.exit(f"{folder}: no sentences found; expected the official .json and .jsonl files.")
    with out.open("w", encoding="utf-8") as file:
        while file.tell() < megabytes * 1_000_000:
            file.write("".join(chance.choices(stock, k=chance.randint(2, 8))) + "\n")


def peaks(process: int) -> Iterator[tuple[int, float]]:
    """Peak megabytes of a process and of all it started, by id."""
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [child for task in tasks for child in (task / "children").read_text("utf-8").split()]
    except OSError:
        return  # ended in the meantime
    yield from ((process, int(kilobytes) / 1024) for kilobytes in re.findall(r"VmHWM:\s*(\d+)", status))
    for child in children:
        yield from peaks(int(child))


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: list[str]) -> Run:
    seen: dict[int, float] = {}
    start, cpu = time.perf_counter(), cpu_of_children()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8")
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.1):
            seen.update(peaks(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, said = process.communicate()
    seconds = time.perf_counter() - start
    ended.set()
    watcher.join()
    if process.returncode:
        sys.exit(f"{' '.join(command)}\n{said}")
    return Run(seconds, cpu_of_children() - cpu, max(seen.values(), default=0.0), sum(seen.values()))


def tag(path: Path) -> None:
    """In a process of its own: tag every line, tell characters, seconds, CPU seconds and megabytes."""
    from pingce.language.tagging.catalog import make_tagger

    tagger = make_tagger()
    tagger.tag(ONE_LINE)
    characters = 0
    start, cpu = time.perf_counter(), time.process_time()
    with path.open(encoding="utf-8") as file:
        for line in file:
            characters += len(line)
            tagger.tag(line)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(json.dumps([characters, seconds, cpu, max(megabytes for _, megabytes in peaks(os.getpid()))]))


def row(*cells: object) -> None:
    print("\t".join(f"{cell:,.2f}" if isinstance(cell, float) else f"{cell}" for cell in cells), flush=True)


def start_up_of(command: list[str]) -> Run:
    return min((run(command) for _ in range(REPEATS)), key=lambda one: one.seconds)


def measure(name: str, command: list[str], texts: tuple[Path, Path], characters: int, tagging: float) -> Path:
    """One command with every engine; ``texts`` are the whole text and one line of it. Returns an output.

    ``tagging``: CPU seconds the tagger alone takes for a character.
    """
    outputs: dict[str, Path] = {}
    speeds: list[float] = []
    for i, (engine, options) in enumerate(ENGINES.items()):
        out = texts[0].with_name(f"{name}-{i}.jsonl")
        filled, short = ([part.format(input=text, output=out) for part in command] for text in texts)
        start_up = start_up_of([*PINGCE, *short, *options])
        whole = run([*PINGCE, *filled, *options])
        checksum = hashlib.sha256(out.read_bytes()).hexdigest()[:8]
        outputs[checksum] = out
        # A text too short for a slow start says nothing; a hundredth of the time keeps the number finite.
        speeds.append(characters / max(whole.seconds / 100, whole.seconds - start_up.seconds))
        share = "" if "ray" in options else tagging * characters / (whole.cpu - start_up.cpu)
        cells = (f"{speeds[-1]:,.0f}", whole.seconds, start_up.seconds, share, speeds[-1] / speeds[0])
        row(f"{name}, {engine}", *cells, f"{whole.largest:.0f}", f"{whole.total:.0f}", checksum)
    if len(outputs) > 1:
        sys.exit(f"{name}: the outputs differ.")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--text", type=Path, help="a text file")
    source.add_argument("--data", type=Path, help="folder of the official data")
    parser.add_argument("--megabytes", type=int, default=20, help="how much text to make of --data")
    parser.add_argument("--without-ray", action="store_true")
    options = parser.parse_args()
    if options.without_ray:
        del ENGINES["ray, 2 workers"]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    row("what", "characters/s", "seconds", "start-up", "× tagging", "× 1 worker", "largest MB", "all MB", "output")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, one = folder / "text.txt", folder / "one.txt"
        one.write_text(ONE_LINE, encoding="utf-8")
        if options.text:
            text.symlink_to(options.text.resolve())
        else:
            combined(options.data, options.megabytes, text)
        told = subprocess.check_output([sys.executable, __file__, "--tag", str(text)])
        characters, seconds, cpu, megabytes = json.loads(told)
        tagging = cpu / characters
        row(
            "tagging alone",
            f"{characters / seconds:,.0f}",
            seconds,
            0.0,
            1.0,
            1.0,
            f"{megabytes:.0f}",
            f"{megabytes:.0f}",
            "",
        )
        screened = measure("screen", ["screen", "{input}", "--out", "{output}"], (text, one), characters, tagging)
        kept, first = folder / "kept.jsonl", folder / "first.jsonl"
        screened.rename(kept)
        with kept.open(encoding="utf-8") as file:
            lines = [len(json.loads(line)["text"]) for line in file]
        with kept.open(encoding="utf-8") as file:
            first.write_text(file.readline(), encoding="utf-8")
        measure("replace", ["replace", "{input}", "{output}"], (kept, first), sum(lines), tagging)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--tag"]:
        tag(Path(sys.argv[2]))
    else:
        main()
