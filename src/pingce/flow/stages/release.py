"""Splitting exports and packing what was split."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pingce.flow.benchmark import Benchmark, RecipeStage
from pingce.flow.result_pages import pack_leaks, pack_page, split_page
from pingce.flow.settings import inside
from pingce.formats.encode import Json
from pingce.formats.tiers import Kept
from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .context import StageContext, StageCounts, StageResult, task_of

if TYPE_CHECKING:
    from pingce.release.inputs import Accept, Decided, Input

OLD, NEW = ".old", ".new"


@contextmanager
def replaced_folder(out: Path) -> Iterator[Path]:
    """A folder that takes the place of an older one when it is complete; whatever killed runs left there goes first."""
    new, old = (out.with_name(f".{out.name}{end}") for end in (NEW, OLD))
    for left in (new, old, *out.parent.glob(f".{new.name}.*")):  # the last: drafts of ``new_folder``
        shutil.rmtree(left, ignore_errors=True)
    yield new
    if out.exists():
        out.rename(old)
    new.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _inputs(benchmark: Benchmark, stage: RecipeStage) -> "list[Input]":
    """The files of a split: exports of campaigns, and sources that are items of a task already."""
    from pingce.release.inputs import named_inputs

    named = []
    for name in stage.inputs:
        source = benchmark.sources_by_name.get(name)
        if source is None:
            earlier = benchmark.by_name[name]
            named.append(f"{task_of(benchmark, earlier)}={benchmark.output(earlier)}")
        elif source.task is not None:
            named.append(f"{source.task}={benchmark.path(source.path)}")
        else:
            raise UserError(
                Words(f"{stage.name} 的来源 {name} 没有写 task。", f"The source {name} of {stage.name} says no task."),
                hint=Words("只有带答案的题可以划分。", "Only items with answers can be split."),
                code="no-task",
            )
    return named_inputs(named)


def _read(inputs: "Sequence[Input]", accept: "Accept") -> "list[Decided]":
    from pingce.formats.load import BadFileError
    from pingce.release.inputs import read_all

    bad: list[BadFileError] = []
    decided = read_all(inputs, accept, bad.append, lambda _: None)
    if bad:
        raise bad[0]
    return decided


def split(context: StageContext) -> StageResult:
    """Stage ``split``: a data set becomes train, dev and test, all items of an original together."""
    from pingce.formats.tiers import RELEASED
    from pingce.release.inputs import may_be_split
    from pingce.release.pack.folder import new_folder
    from pingce.release.split.folder import split_files, write_split
    from pingce.release.split.outcome import group_sizes
    from pingce.release.split.run import SPLIT_NAMES, SplitSettings
    from pingce.release.split.run import split as split_items
    from pingce.release.tiers import select_tiers

    given = context.settings
    inputs = _inputs(context.benchmark, context.stage)
    # What an export was asked to take (its setting tiers) stays: the split chooses among sources only.
    exported = {i for i, name in enumerate(context.stage.inputs) if name in context.benchmark.by_name}
    everything = _read(inputs, may_be_split)
    selected = {i: Kept(graded=True, taken=sum(entry.input == i for entry in everything)) for i in exported}
    decided, kept = select_tiers(everything, inputs, RELEASED, selected=selected)
    settings = SplitSettings(
        _ratio(str(given["ratio"])),
        given["seed"],
        given["balance_test"],
        _how_many(str(given["whole_words"])),
        given["drop_shared"],
        tuple(given["stratify"]),
    )
    done = split_items(decided, settings)
    files = split_files(inputs, decided, done, kept)
    with replaced_folder(context.out) as out, new_folder(out) as folder:
        write_split(folder, inputs, files)
    lines = files.proof.items
    parts = {str(name): sum(not line.left_out and line.part == name for line in lines) for name in SPLIT_NAMES}
    left = {"told elsewhere": sum(line.left_out for line in lines), "tier": len(everything) - len(decided)}
    items = [
        (entry, part) for i, (entry, part) in enumerate(zip(decided, done.parts, strict=True)) if i not in done.left_out
    ]
    page = split_page(files.rows, files.leaking, group_sizes(done), files.proof.head, items)
    return StageResult(StageCounts(len(everything), sum(parts.values()), left), {"parts": {**parts}}, [page])


def _ratio(text: str) -> tuple[Fraction, Fraction, Fraction]:
    from pingce.release.split.run import read_ratio

    ratio = read_ratio(text)
    if ratio is None:
        raise _bad("ratio", text, Words("train:dev:test，如 7:1:2，或 8:2", "train:dev:test such as 7:1:2, or 8:2"))
    return ratio


def _how_many(text: str) -> int | Fraction:
    from pingce.release.split.run import read_how_many

    many = read_how_many(text)
    if many is None:
        raise _bad("whole_words", text, Words("如 30 或 3%", "a number such as 30 or a share such as 3%"))
    return many


def _bad(name: str, text: str, expected: Words) -> UserError:
    return UserError(
        Words(f"{name}：实际 {text}；应为 {expected.zh}。", f"{name}: found {text}; expected {expected.en}."),
        code="bad-settings",
    )


def pack(context: StageContext) -> StageResult:
    """Stage ``pack``: splits become a release, with a public and a private side."""
    from pingce.release.flaws import FlawsError
    from pingce.release.pack.about import read_about
    from pingce.release.pack.run import PackOrder, inputs_as_split
    from pingce.release.pack.run import pack as write_pack
    from pingce.release.split.proof import usable_proof
    from pingce.release.split.sidecars import read_origins

    given = context.settings
    (splitting,) = context.earlier()
    folder = context.benchmark.output(splitting)
    path = context.setting_path("about")
    assert path is not None, "the recipe was checked"
    try:
        about, toml = read_about(path, _licence(context.benchmark, path))
        proof = usable_proof(folder)
        inputs = inputs_as_split(_inputs(context.benchmark, splitting), proof, folder)
        accept = frozenset(given["accept"])
        decided = _read(inputs, lambda code: code in accept)
        order = PackOrder(
            about,
            toml,
            (),
            context.setting_path("inventory"),
            tuple(sorted(accept)),
            given["zip"],
            tuple(given["organisers"]),
        )
        with replaced_folder(context.out) as out:
            manifest = write_pack(order, decided, proof, out, read_origins(folder, proof))
    except FlawsError as problem:
        for flaw in problem.flaws:
            context.log.words(Words(flaw.text("zh"), flaw.text("en")))
        raise
    counts: dict[str, Json] = {task: {**parts} for task, parts in manifest.items.items()}
    total = sum(sum(parts.values()) for parts in manifest.items.values())
    public = sorted(path.relative_to(context.out).as_posix() for path in (context.out / "public").rglob("*.*"))
    pages = chain([pack_page(manifest.items, public)], pack_leaks(context.out))
    return StageResult(StageCounts(total, total), {"items": counts}, pages)


def _licence(benchmark: Benchmark, about: Path) -> Path | None:
    """The licence that ``release.toml`` names, which must lie in the benchmark like everything else."""
    named = read_toml(about).get("licence_file")
    if not isinstance(named, str):
        return None  # read_about says what is missing
    relative = (about.parent.relative_to(benchmark.folder) / PurePosixPath(named)).as_posix()
    if PurePosixPath(named).is_absolute() or inside(benchmark.folder, relative) is not None:
        raise UserError(
            Words(f"{about.name} 的 licence_file：{named} 通到文件夹之外。", f"{about.name}: {named} leads out of it."),
            code="outside-benchmark",
        )
    return benchmark.path(relative)
