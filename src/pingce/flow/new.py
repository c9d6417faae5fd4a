"""``pingce new``: a benchmark folder with a recipe, a sample of our own texts and what a release has to say."""

import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from pingce.formats.examples import example_folder
from pingce.formats.write import write_text
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from .benchmark import FILE, Benchmark, is_benchmark, open_benchmark, refuse_bad_name

Like = Literal["space2022", "space2023", "wsd", "empty"]
LIKES: tuple[Like, ...] = get_args(Like)
PRESETS = Path(__file__).parent / "presets"
ABOUT = "release.toml"
SOON, LATER = timedelta(days=30), timedelta(days=60)
SAMPLES: Mapping[Like, Mapping[str, str]] = {
    "space2022": {"corpus": "sources"},
    "space2023": {"corpus": "sources"},
    "wsd": {
        "wsd/web.txt": "sources/web.txt",
        "wsd/edited.txt": "sources/edited.txt",
        "wsd/inventory.json": "inventory.json",
    },
    "empty": {},
}
"""What of the examples goes where."""
SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
PLACEHOLDER = re.compile(r"\{(name|slug|today|soon|later)\}")


def new_benchmark(
    folder: Path,
    like: Like,
    *,
    recipe: Path | None = None,
    samples: Mapping[str, str] | None = None,
    now: datetime | None = None,
) -> Benchmark:
    """A folder that is not there yet, or is empty, or holds what the stages of a project left; nothing is replaced.

    ``recipe``, ``samples``: what to take instead of the file and the texts that are usual for such a benchmark.
    """
    name = folder.resolve().name
    refuse_bad_name(name)
    if is_benchmark(folder):
        raise UserError(
            Words(f"{folder} 已经是一个基准。", f"{folder} is a benchmark already."), code="already-a-benchmark"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _samples(folder, SAMPLES[like] if samples is None else samples)
        _write_new(folder / ABOUT, _filled(PRESETS / ABOUT, _values(name, now)))
    except OSError as problem:
        raise cannot_write(folder, problem) from problem
    # Last, so that an interrupted command leaves nothing that looks like a whole benchmark.
    write_file(folder, like, name, recipe=recipe, now=now)
    return open_benchmark(folder)


def write_file(folder: Path, like: Like, name: str, *, recipe: Path | None = None, now: datetime | None = None) -> None:
    """Only ``benchmark.toml``."""
    try:
        write_text(folder / FILE, _filled(recipe or PRESETS / f"{like}.toml", _values(name, now)))
    except OSError as problem:
        raise cannot_write(folder, problem) from problem


def _values(name: str, now: datetime | None) -> dict[str, str]:
    day = (now or datetime.now(UTC)).date()
    return {
        "name": name,
        "slug": name if SLUG.fullmatch(name) else "benchmark",
        "today": day.isoformat(),
        "soon": (day + SOON).isoformat(),
        "later": (day + LATER).isoformat(),
    }


def _filled(template: Path, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda match: values[match[1]], template.read_text(encoding="utf-8"))


def _write_new(path: Path, text: str) -> None:
    if not path.exists():
        write_text(path, text)


def _samples(folder: Path, samples: Mapping[str, str]) -> None:
    examples = example_folder()
    for source, target in (*samples.items(), ("../LICENSE", "LICENSE")):
        given, to = examples / source, folder / target
        if to.exists():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        if given.is_dir():
            shutil.copytree(given, to, ignore=shutil.ignore_patterns("README.md"))
        else:
            shutil.copyfile(given, to)
