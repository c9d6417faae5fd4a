"""Change what ``benchmark.toml`` says: its sources, its stages and their settings.

People write in this file, too. So only the lines of what is changed are written anew, and comments elsewhere stay.
A change is kept only if the whole file can be read afterwards and says what was meant; all mistakes are told at once.
Whoever changes a benchmark of a server holds its row in the database (``registry.lock_benchmark``) meanwhile.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pingce.formats.settings import Settings
from pingce.formats.source import read_bytes
from pingce.formats.tomlfile import toml_key, toml_table, toml_value
from pingce.formats.write import write_text
from pingce.spec.errors import UserError

from .benchmark import FILE, Benchmark, BenchmarkSource, read_benchmark

ListName = Literal["sources", "stages"]
HEADER = re.compile(r"\s*\[\[\s*(sources|stages)\s*\]\]\s*(#.*)?")
WIDEST = 110
"""Settings that fit into one line of the file stay in one."""


class Recipe:
    """The text of a benchmark's file and what it says, while both are changed together."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.benchmark = benchmark
        path = benchmark.folder / FILE
        content = read_bytes(path)
        self.meant = toml_table(content, path)
        self.lines = content.decode("utf-8-sig").splitlines()

    def replace(self, name: ListName, place: int, table: Mapping[str, Any]) -> None:
        first, after = self._blocks(name)[place]
        self.lines[first:after] = table_lines(name, table)
        self.meant[name][place] = dict(table)

    def append(self, name: ListName, table: Mapping[str, Any]) -> None:
        """After the last of its kind: sources stand before stages, and a stage after those it reads."""
        blocks = self._blocks(name) or self._blocks("sources")
        at = blocks[-1][1] if blocks else len(self.lines)
        self.lines[at:at] = ["", *table_lines(name, table)]
        self.meant.setdefault(name, []).append(dict(table))

    def remove(self, name: ListName, place: int) -> None:
        first, after = self._blocks(name)[place]
        while first and self.lines[first - 1].lstrip().startswith("#"):
            first -= 1  # what is said about it
        del self.lines[first:after]
        del self.meant[name][place]
        if not self.meant[name]:
            del self.meant[name]

    def read(self) -> tuple[Benchmark, str]:
        """The benchmark that it makes, and the text of its file; or everything that is wrong with it."""
        text = "\n".join(self.lines) + "\n"
        if not self._says(text):
            text = "\n".join(document_lines(self.meant)) + "\n"
        settings = Settings(toml_table(text.encode(), FILE), FILE, "", [])
        return read_benchmark(self.benchmark.folder, settings), text

    def save(self) -> Benchmark:
        """Write the file, if it makes a benchmark of the same name."""
        benchmark, text = self.read()
        write_text(self.benchmark.folder / FILE, text)
        return benchmark

    def _says(self, text: str) -> bool:
        """Whether it says what was meant: our idea of blocks fails for tables that people wrote in unusual ways."""
        try:
            return toml_table(text.encode(), FILE) == self.meant
        except UserError:
            return False

    def _blocks(self, name: ListName) -> list[tuple[int, int]]:
        """First line of each table of a list, and the line after its last; comments before the next belong to that."""
        headers = [(i, match[1]) for i, line in enumerate(self.lines) if (match := HEADER.fullmatch(line))]
        ends = [*(i for i, _ in headers), len(self.lines)][1:]
        blocks = []
        for (first, which), after in zip(headers, ends, strict=True):
            while not self.lines[after - 1].strip() or self.lines[after - 1].lstrip().startswith("#"):
                after -= 1
            if which == name:
                blocks.append((first, after))
        if len(blocks) != len(self.meant.get(name, ())):  # written some other way: as a list of inline tables
            self.lines = document_lines(self.meant)
            return self._blocks(name)
        return blocks


def table_lines(name: ListName, table: Mapping[str, Any]) -> list[str]:
    """One ``[[sources]]`` or ``[[stages]]``; the phases of a competition one below the other."""
    lines = [f"[[{name}]]", *(_line(key, value) for key, value in table.items() if key != "settings")]
    settings = dict(table.get("settings", {}))
    phases = settings.pop("phases", None)
    inline = _line("settings", settings)
    if settings and phases is None and len(inline) <= WIDEST:
        lines.append(inline)
    elif settings:
        lines += [f"[{name}.settings]", *(_line(key, value) for key, value in settings.items())]
    for phase in phases or ():
        lines += ["", f"[[{name}.settings.phases]]", *(_line(key, value) for key, value in phase.items())]
    return lines


def document_lines(document: Mapping[str, Any]) -> list[str]:
    """A whole file, without comments."""
    lists: tuple[ListName, ...] = ("sources", "stages")
    lines = [_line(key, value) for key, value in document.items() if key not in lists]
    for name in lists:
        for table in document.get(name, ()):
            lines += ["", *table_lines(name, table)]
    return lines


def _line(key: str, value: object) -> str:
    return f"{toml_key(key)} = {toml_value(value)}"


def change_stage(
    benchmark: Benchmark, name: str, *, inputs: Sequence[str], settings: Mapping[str, object]
) -> Benchmark:
    """Other inputs and settings for a stage."""
    return _changed(benchmark, name, inputs, settings).save()


def changed_stage(
    benchmark: Benchmark, name: str, *, inputs: Sequence[str], settings: Mapping[str, object]
) -> Benchmark:
    """The same without writing anything: what the benchmark would be."""
    return _changed(benchmark, name, inputs, settings).read()[0]


def _changed(benchmark: Benchmark, name: str, inputs: Sequence[str], settings: Mapping[str, object]) -> Recipe:
    recipe, stage = Recipe(benchmark), benchmark.stage(name)
    place = benchmark.stages.index(stage)
    recipe.replace("stages", place, _stage_table(name, stage.kind.name, inputs, settings))
    return recipe


def add_stage(
    benchmark: Benchmark, name: str, kind: str, *, inputs: Sequence[str], settings: Mapping[str, object]
) -> Benchmark:
    """One more stage, after all others."""
    return add_stages(benchmark, [(name, kind, inputs, settings)])


def add_stages(benchmark: Benchmark, new: Iterable[tuple[str, str, Sequence[str], Mapping[str, object]]]) -> Benchmark:
    """Several at once, all or none: names, kinds, inputs and settings."""
    recipe = Recipe(benchmark)
    for name, kind, inputs, settings in new:
        recipe.append("stages", _stage_table(name, kind, inputs, settings))
    return recipe.save()


def remove_stage(benchmark: Benchmark, name: str) -> Benchmark:
    """Out of the recipe; what it made stays in the folder. Stages that read it have to go first."""
    return remove_stages(benchmark, [name])


def remove_stages(benchmark: Benchmark, names: Sequence[str]) -> Benchmark:
    """Several at once, all or none."""
    recipe = Recipe(benchmark)
    for place in sorted((benchmark.stages.index(benchmark.stage(name)) for name in names), reverse=True):
        recipe.remove("stages", place)
    return recipe.save()


def put_source(benchmark: Benchmark, source: BenchmarkSource) -> Benchmark:
    """A new source, or other facts about one of that name."""
    recipe = Recipe(benchmark)
    facts = {"name": source.name, "path": source.path, "kind": source.kind, "genre": source.genre, "task": source.task}
    table = {key: value for key, value in facts.items() if value is not None}
    known = [each.name for each in benchmark.sources]
    if source.name in known:
        recipe.replace("sources", known.index(source.name), table)
    else:
        recipe.append("sources", table)
    return recipe.save()


def _stage_table(name: str, kind: str, inputs: Sequence[str], settings: Mapping[str, object]) -> dict[str, Any]:
    table: dict[str, Any] = {"name": name, "run": kind, "from": list(inputs)}
    return {**table, "settings": dict(settings)} if settings else table
