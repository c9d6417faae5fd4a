"""The dictionaries of a benchmark: its files that hold glosses by word, one word of all of them side by side."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.spec.errors import UserError

from .benchmark import Benchmark
from .layout import is_inside

if TYPE_CHECKING:
    from pingce.corpus.entries import DictionaryEntry
    from pingce.report.sections import Page

ENDINGS = (".json", ".jsonl")
NO_DICTIONARIES = (".meta.json", ".decisions.jsonl")
"""What merging leaves beside them."""
FOLDER = "dictionaries"
"""Where dictionaries may lie besides the top of the benchmark."""


def dictionaries_page(benchmark: Benchmark, word: str) -> "Page":
    """How many words each dictionary has and, of ``word``, all glosses."""
    from pingce.corpus.dictionary.improve import side_by_side
    from pingce.report.dictionaries import side_by_side_page

    dictionaries = dict(_dictionaries(benchmark))
    sizes = {name: len(entries) for name, entries in dictionaries.items()}
    return side_by_side_page(word, side_by_side(dictionaries, word), sizes)


def _dictionaries(benchmark: Benchmark) -> "Iterator[tuple[str, dict[str, DictionaryEntry]]]":
    """By path. Other data have the same endings: a file is a dictionary if it can be read as one."""
    from pingce.corpus.entries import by_word, read_entries

    for name, path in dictionary_files(benchmark).items():
        try:
            entries = by_word(read_entries(path))
        except UserError:
            continue
        if entries:
            yield name, entries


def dictionary_names(benchmark: Benchmark) -> list[str]:
    """Those that can be read."""
    return [name for name, _ in _dictionaries(benchmark)]


def dictionary_files(benchmark: Benchmark) -> dict[str, Path]:
    """What may be a dictionary: at the top of the benchmark, in its folder of dictionaries, and what settings name."""
    folder = benchmark.folder
    named = (
        benchmark.path(str(stage.settings[name]))
        for stage in benchmark.stages
        for name in ("inventory", "words")
        if name in stage.settings
    )
    paths = {*folder.iterdir(), *(folder / FOLDER).glob("*"), *named}
    files = sorted(path for path in paths if path.suffix in ENDINGS and is_inside(folder, path))
    return {path.relative_to(folder).as_posix(): path for path in files if not path.name.endswith(NO_DICTIONARIES)}
