"""A benchmark: a folder with ``benchmark.toml``, which says what it is made of and how.

The folder is foreign data: it may come from anybody. It is read with all its mistakes told at once, no path in it
leads out of it, and no address and no variable that it names is ever used.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from pingce.formats.provenance import SOURCE_KINDS, SourceKind
from pingce.formats.settings import Settings, read_settings
from pingce.formats.taskfile.places import BENCHMARK, ENDING, FOLDER
from pingce.spec.errors import UserError
from pingce.spec.words import Words, same
from pingce.tasks.catalog import EDITIONS, TASKS

from .kinds import KINDS, SOURCE, StageKind
from .settings import foreign, inside

FILE = BENCHMARK
DATABASE = "pingce.db"
BENCHMARK_VARIABLE = "PINGCE_BENCHMARK"
NAME = re.compile(r"[^\W_][\w-]{0,63}")
"""Names become names of files: letters of any script, digits, - and _."""
EngineName = Literal["local", "ray"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)
STAGE_KEYS = ("name", "run", "from", "settings")


@dataclass(frozen=True)
class BenchmarkSource:
    """Texts that were there before: raw ones, or with ``task`` items in the format of a task."""

    __pydantic_config__: ClassVar = {"json_schema_serialization_defaults_required": True}
    """The API serves it whole."""
    name: str
    path: str
    kind: SourceKind | None = None
    genre: str | None = None
    task: str | None = None


@dataclass(frozen=True)
class RecipeStage:
    """One step of the recipe: a kind of stage with its inputs and settings."""

    name: str
    kind: StageKind
    inputs: tuple[str, ...]
    """Names of sources and earlier stages."""
    settings: Mapping[str, object]

    @property
    def output(self) -> str:
        """Where its output lies in the folder."""
        return self.kind.output.format(self.name)

    @property
    def effective(self) -> Mapping[str, Any]:
        """Its settings, and the defaults of its kind where it says nothing."""
        return {**self.kind.defaults, **self.settings}


@dataclass(frozen=True)
class Benchmark:
    """A folder and what its file says."""

    folder: Path
    name: str
    title: Words
    editions: tuple[str, ...]
    tasks: tuple[str, ...]
    sources: tuple[BenchmarkSource, ...]
    stages: tuple[RecipeStage, ...]
    engine: EngineName = "local"
    workers: int = 1

    @cached_property
    def by_name(self) -> Mapping[str, RecipeStage]:
        return {stage.name: stage for stage in self.stages}

    @cached_property
    def sources_by_name(self) -> Mapping[str, BenchmarkSource]:
        return {source.name: source for source in self.sources}

    def stage(self, name: str) -> RecipeStage:
        """A stage that somebody named."""
        if name not in self.by_name:
            names = list(self.by_name)
            raise UserError(
                Words(f"没有步骤“{name}”。", f"There is no stage '{name}'."),
                hint=Words(f"有：{'、'.join(names)}。", f"There are: {', '.join(names)}."),
                code="unknown-stage",
            )
        return self.by_name[name]

    def path(self, relative: str) -> Path:
        """A path that the file names; checked once more, because links may have changed since it was read."""
        if inside(self.folder, relative) is not None:
            raise UserError(
                Words(f"{relative} 通到 {self.folder} 之外。", f"{relative} leads out of {self.folder}."),
                code="outside-benchmark",
            )
        return self.folder / relative

    def output(self, stage: RecipeStage) -> Path:
        return self.path(stage.output)

    @property
    def database(self) -> str:
        """The database when nobody names another: in the folder itself."""
        return str(self.folder / DATABASE)


def find_benchmark(start: Path | None = None, given: Path | None = None) -> Benchmark:
    """The benchmark that was ``given``, or the one around ``start`` (the working folder): the nearest upwards."""
    if given is not None:
        return open_benchmark(given)
    here = (start or Path()).resolve()
    folder = around(here)
    if folder is not None:
        return open_benchmark(folder)
    raise UserError(
        Words(f"{here} 及其上各层都没有 {FILE}。", f"There is no {FILE} in {here} or above it."),
        hint=Words(
            "用 pingce new 名字 新建一个基准，或用 --benchmark 指明它的文件夹。",
            "Make a benchmark with pingce new NAME, or name its folder with --benchmark.",
        ),
        code="no-benchmark",
    )


def around(start: Path) -> Path | None:
    """The nearest folder upwards that is a benchmark."""
    here = start.resolve()
    return next((folder for folder in (here, *here.parents) if is_benchmark(folder)), None)


def is_benchmark(folder: Path) -> bool:
    return (folder / FILE).is_file()


def open_benchmark(folder: Path) -> Benchmark:
    """What the file of a folder says, or everything that is wrong with it."""
    if not is_benchmark(folder):
        raise UserError(
            Words(f"{folder} 里没有 {FILE}。", f"There is no {FILE} in {folder}."),
            hint=Words("pingce new 名字 新建一个基准。", "pingce new NAME makes a benchmark."),
            code="no-benchmark",
        )
    return read_benchmark(folder, read_settings(folder / FILE))


def refuse_bad_name(name: str) -> None:
    """Of a benchmark or a source that somebody wants to make."""
    if not NAME.fullmatch(name):
        raise UserError(
            Words(f"“{name}”不能作名字。", f"'{name}' cannot be a name."),
            hint=Words("用字母、数字、- 和 _。", "Use letters, digits, - and _."),
            code="bad-name",
        )


def read_benchmark(folder: Path, settings: Settings) -> Benchmark:
    """The benchmark that ``benchmark.toml`` describes; everything wrong in it is told at once."""
    settings.only("name", "title", "editions", "tasks", "engine", "workers", "sources", "stages")
    name = settings.string("name")
    if not NAME.fullmatch(name):
        settings.note("name", name, Words("字母、数字、- 和 _ 组成的名字", "a name of letters, digits, - and _"))
    tasks = _known(settings, "tasks", _task_names(folder, name))
    editions = _known(settings, "editions", EDITIONS)
    sources = tuple(_sources(folder, name, settings))
    benchmark = Benchmark(
        folder=folder,
        name=name,
        title=_title(settings, name),
        editions=editions,
        tasks=tasks,
        sources=sources,
        stages=tuple(_stages(folder, settings, sources)),
        engine=settings.choice("engine", ENGINES, "local"),
        workers=_workers(settings),
    )
    settings.finish()
    return benchmark


def _task_names(folder: Path, name: str) -> set[str]:
    """Those of the catalogue and those that the folder describes itself, under the benchmark's own name."""
    return {*TASKS, *(f"{name}/{path.stem}" for path in (folder / FOLDER).glob(f"*{ENDING}"))}


def _title(settings: Settings, name: str) -> Words:
    match settings.values.get("title", name):
        case str() as title if title:
            return same(title)
        case {"zh": str() as zh, "en": str() as en, **rest} if not rest:
            return Words(zh, en)
        case other:
            settings.note("title", other, Words("字符串或 { zh = …, en = … }", "a string or { zh = …, en = … }"))
            return same(name)


def _workers(settings: Settings) -> int:
    value = settings.values.get("workers", 1)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1024:
        return value
    settings.note("workers", value, Words("0 到 1024 的整数", "a whole number from 0 to 1024"))
    return 1


def _known(settings: Settings, key: str, names: Mapping[str, object] | set[str]) -> tuple[str, ...]:
    if key not in settings:
        return ()
    given = settings.strings(key)
    for unknown in (name for name in given if name not in names):
        listed = sorted(names)
        settings.note(key, unknown, Words("、".join(listed), ", ".join(listed)))
    return given


def _sources(folder: Path, benchmark: str, settings: Settings) -> Iterator[BenchmarkSource]:
    seen: set[str] = set()
    for table in settings.tables("sources") if "sources" in settings else ():
        table.only("name", "path", "kind", "genre", "task")
        path = table.string("path")
        if path and (wrong := inside(folder, path)) is not None:
            table.note("path", path, wrong)
        task = table.string("task") if "task" in table else None
        if task is not None and task not in (names := _task_names(folder, benchmark)):
            table.note("task", task, Words("、".join(sorted(names)), ", ".join(sorted(names))))
        yield BenchmarkSource(
            _name(table, seen),
            path,
            table.choice("kind", SOURCE_KINDS) if "kind" in table else None,
            table.string("genre") if "genre" in table else None,
            task,
        )


def _name(table: Settings, seen: set[str]) -> str:
    name = table.string("name")
    if not NAME.fullmatch(name):
        table.note("name", name, Words("字母、数字、- 和 _ 组成的名字", "a name of letters, digits, - and _"))
    elif name in seen:
        table.note("name", name, Words("没有用过的名字", "a name that is not taken"))
    seen.add(name)
    return name


def _stages(folder: Path, settings: Settings, sources: Sequence[BenchmarkSource]) -> Iterator[RecipeStage]:
    kinds = {source.name: SOURCE for source in sources}
    seen = set(kinds)
    for table in settings.tables("stages") if "stages" in settings else ():
        table.only(*STAGE_KEYS)
        kind = KINDS[table.choice("run", tuple(KINDS))]
        name = _name(table, seen)
        inputs = _inputs(table, kind, kinds)
        values = table.table("settings")
        for problem_key, value, expected in _wrong_settings(folder, kind, values.values):
            values.note(problem_key, value, expected)
        kinds[name] = kind.name
        yield RecipeStage(name, kind, inputs, {key: _plain(value) for key, value in values.values.items()})


def _plain(value: object) -> object:
    """As JSON has it: settings are stored and compared with what was stored."""
    match value:
        case dict():
            return {str(key): _plain(part) for key, part in value.items()}
        case list():
            return [_plain(part) for part in value]
        case date() | time():
            return value.isoformat()
        case _:
            return value


def _inputs(table: Settings, kind: StageKind, kinds: Mapping[str, str]) -> tuple[str, ...]:
    """Names in ``from``; a stage that reads texts takes all sources when nothing is said."""
    usable = [name for name, what in kinds.items() if what in kind.takes]
    if "from" not in table and kind.takes == (SOURCE,):
        given: tuple[str, ...] = tuple(usable)
    else:
        given = table.strings("from")
    for name in given:
        if name not in usable:
            names = (", ".join(usable) or "–", ", ".join(kind.takes))
            expected = Words(
                f"前面的 {names[1]}，即 {names[0]}", f"something earlier of the kind {names[1]}: {names[0]}"
            )
            table.note("from", name, expected)
    if "from" in table and (not given or (kind.most and len(given) > kind.most)):
        most = kind.most or Words("任意多", "any number of")
        expected = (
            Words("至少一个输入", "at least one input") if not given else Words(f"{most} 个输入", f"{most} input")
        )
        table.note("from", list(given), expected)
    return given


def _wrong_settings(folder: Path, kind: StageKind, values: Mapping[str, object]) -> Iterator[tuple[str, object, Words]]:
    for key, value in values.items():
        if key not in kind.settings:
            names = ", ".join(kind.settings) or "–"
            yield key, value, Words(f"只有 {names}", f"only {names}")
            continue
        spec = kind.settings[key]
        expected = spec.check(value)
        if expected is None and spec.inside:
            expected = inside(folder, str(value))
        elif expected is None and not spec.prose:
            expected = foreign(value)
        if expected is not None:
            yield key, value, expected
    for key in kind.needs:
        if key not in values:
            yield key, None, Words("必须给出", "a value; it has no default")
    yield from _wrong_tables(folder, kind, values)


def _wrong_tables(folder: Path, kind: StageKind, values: Mapping[str, object]) -> Iterator[tuple[str, object, Words]]:
    """Settings that other parts of the program know: those of a campaign, those of a system."""
    match kind.name, values:
        case "campaign" | "chain", _:
            yield from _wrong_campaign(folder, values)
        case "train", {"settings": dict() as changes}:
            from pingce.systems.settings import EndpointSettings, run_time_names

            # As in a model folder: where an endpoint is and which key it gets, only who runs it says.
            for name in run_time_names(EndpointSettings):
                if name in changes:
                    expected = Words(f"没有 {name}：由运行者给出", f"no {name}: only whoever runs it gives that")
                    yield "settings", {name: changes[name]}, expected
        case "competition", {"phases": phases}:
            yield from _wrong_phases(phases)


def _wrong_campaign(folder: Path, values: Mapping[str, object]) -> Iterator[tuple[str, object, Words]]:
    from pingce.annotate.forms import FORMS
    from pingce.annotate.settings import PRESETS, make_settings

    preset, form, changes = values.get("preset"), values.get("form"), values.get("campaign")
    if preset is None and form is None:
        yield "preset", None, Words("preset 或 form", "a preset or a form")
    if isinstance(preset, str) and preset not in PRESETS:
        yield "preset", preset, Words("、".join(PRESETS), "/".join(PRESETS))
    own = isinstance(form, str) and (folder / FOLDER / f"{form.rpartition('/')[2]}{ENDING}").is_file()
    if isinstance(form, str) and form not in FORMS and form not in TASKS and not own:
        names = (*FORMS, *TASKS)
        yield "form", form, Words("、".join(names), "/".join(names))
    if isinstance(changes, dict):
        base = PRESETS[preset].settings if isinstance(preset, str) and preset in PRESETS else None
        try:
            make_settings(changes, base)
        except UserError as problem:
            yield "campaign", changes, problem.words


PHASE_KEYS = frozenset({"kind", "starts", "ends", "settings"})


def _wrong_phases(phases: object) -> Iterator[tuple[str, object, Words]]:
    kinds = ("registration", "dev", "test", "published")
    if not isinstance(phases, list) or not all(isinstance(phase, dict) for phase in phases):
        yield "phases", phases, Words("阶段的列表", "a list of phases")
        return
    for phase in phases:
        if phase.get("kind") not in kinds or not phase.keys() <= PHASE_KEYS or "starts" not in phase:
            yield (
                "phases",
                phase,
                Words(
                    f"kind（{'、'.join(kinds)}）、starts，可有 ends、settings",
                    f"kind ({'/'.join(kinds)}), starts, perhaps ends and settings",
                ),
            )
        elif foreign(phase.get("settings", {})) is not None:
            yield "phases", phase, Words("不指向文件夹之外的值", "a value that leads nowhere outside the folder")
