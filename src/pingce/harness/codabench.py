"""Codabench: a bundle to upload, with phases, leaderboard, reference data and a scoring program that needs no package.

The scoring program carries a copy of our scoring (``spec``, ``scoring``, ``tasks``, ``formats``, ``evaluation``); only
the wording measures of explanations need packages that an image may not have.
"""

import json
import shutil
import struct
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pingce
from pingce.formats.provenance import sidecar_of
from pingce.formats.taskfile.places import write_carried
from pingce.formats.write import write_bytes, write_text
from pingce.release.pack.folder import write_zip
from pingce.release.split.run import SplitName
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.own import find_own

from .bundle import PackTask

COPIED = ("spec", "scoring", "tasks", "formats", "evaluation")
"""Packages of ours that score; none of them imports another."""
STANDINS = {"orjson_standin.py": "orjson.py", "msgspec_standin.py": "msgspec.py"}
IMAGE = "python:3.12-slim"
"""Any image with Python 3.11 or later."""
PHASES: dict[SplitName, Words] = {"dev": Words("开发", "Development"), "test": Words("测试", "Final")}
HOME = Path(pingce.__file__).parent


def write_codabench(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the bundle: ``competition.yaml`` with pages, and zip files of the program, of each phase's answers."""
    refuse_wording(tasks)
    splits = [split for split in PHASES if any(split in task.files for task in tasks)]
    program = folder / "scoring_program"
    program.mkdir()
    _write_program(program)
    _pack_folder(folder, program)
    for split in splits:
        reference = folder / f"reference_{split}"
        reference.mkdir()
        _write_reference(reference, tasks, split)
        _pack_folder(folder, reference)
    pages = folder / "pages"
    pages.mkdir()
    write_text(pages / "overview.md", "\n".join(_overview(tasks)) + "\n")
    write_text(pages / "terms.md", f"{tasks[0].pack} {tasks[0].version}\n")
    write_bytes(folder / "logo.png", _logo())
    write_text(folder / "competition.yaml", "\n".join(_competition(tasks, splits)) + "\n")


def refuse_wording(tasks: Sequence[PackTask]) -> None:
    """Explanations are compared by packages that a bundle cannot carry."""
    wording = [task.spec.id for task in tasks if task.spec.human_rated]
    if wording:
        raise UserError(
            Words(
                f"{'、'.join(wording)} 的解释要用 sacrebleu 和 rapidfuzz 比较，Codabench 的评分程序带不走。",
                f"Explanations of {', '.join(wording)} are compared by sacrebleu and rapidfuzz, which a scoring "
                "program for Codabench cannot carry.",
            ),
            hint=Words("用 --task 写明其他任务。", "Name the other tasks with --task."),
            code="needs-packages",
        )


def _pack_folder(bundle: Path, folder: Path) -> None:
    """A folder as the zip file the bundle names, with its files at the top."""
    write_zip(folder, bundle / f"{folder.name}.zip", top=False)
    shutil.rmtree(folder)


def _write_program(program: Path) -> None:
    standalone = Path(__file__).parent / "standalone"
    shutil.copyfile(standalone / "codabench_score.py", program / "score.py")
    (program / "standin").mkdir()
    for source, name in STANDINS.items():
        shutil.copyfile(standalone / source, program / "standin" / name)
    copy = program / "copy" / "pingce"
    copy.mkdir(parents=True)
    shutil.copyfile(HOME / "__init__.py", copy / "__init__.py")
    for package in COPIED:
        shutil.copytree(HOME / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "*.pyi"))
    write_text(program / "metadata.yaml", "command: python3 $program/score.py $input $output\n")


def column(task: PackTask) -> str:
    """The key of a task's number that ranks, in scores.json and on the leaderboard."""
    return task.name


def _write_reference(reference: Path, tasks: Sequence[PackTask], split: SplitName) -> None:
    described = {}
    for task in tasks:
        path = task.files.get(split)
        if path is None:
            continue
        name = f"{task.slug}_{split}"
        shutil.copyfile(path, reference / f"{name}.jsonl")
        if sidecar_of(path).is_file():
            shutil.copyfile(sidecar_of(path), sidecar_of(reference / f"{name}.jsonl"))
        own = find_own(task.spec.id)
        if own is not None and own.description:
            write_carried(reference, own)
        names = [name, path.stem, f"{path.stem}_input", task.slug, task.name]
        described[task.spec.id] = {"gold": f"{name}.jsonl", "column": column(task), "names": names}
    write_text(reference / "tasks.json", json.dumps(described, ensure_ascii=False, indent=1) + "\n")


def _competition(tasks: Sequence[PackTask], splits: Sequence[SplitName]) -> Iterator[str]:
    first = tasks[0]
    yield "version: 2"
    yield f"title: {_quoted(f'{first.pack} {first.version}')}"
    yield f"description: {_quoted('、'.join(task.spec.title.zh for task in tasks))}"
    yield "image: logo.png"
    yield "registration_auto_approve: false"
    yield "enable_detailed_results: true"
    yield f"docker_image: {_quoted(IMAGE)}"
    yield "terms: pages/terms.md"
    yield "pages:\n- title: Overview\n  file: pages/overview.md"
    yield "tasks:"
    for index, split in enumerate(splits):
        yield f"- index: {index}"
        yield f"  name: {_quoted(split)}"
        yield f"  description: {_quoted(PHASES[split].en)}"
        yield "  is_public: false"
        yield f"  reference_data: reference_{split}.zip"
        yield "  scoring_program: scoring_program.zip"
    yield "phases:"
    today = datetime.now(UTC).date()
    for index, split in enumerate(splits):
        yield f"- name: {_quoted(f'{PHASES[split].zh} {PHASES[split].en}')}"
        yield f"  description: {_quoted(split)}"
        yield f"  start: {_quoted(today.replace(year=today.year + index, day=1).isoformat())}"
        if index + 1 < len(splits):
            yield f"  end: {_quoted(today.replace(year=today.year + index + 1, day=1).isoformat())}"
        yield "  max_submissions_per_day: 5"
        yield f"  tasks:\n  - {index}"
    yield "leaderboards:\n- title: Results\n  key: main\n  columns:"
    for index, task in enumerate(tasks):
        yield f"  - title: {_quoted(f'{task.spec.title.zh} {task.spec.id}')}"
        yield f"    key: {_quoted(column(task))}"
        yield f"    index: {index}"
        yield "    sorting: desc"


def _overview(tasks: Sequence[PackTask]) -> Iterator[str]:
    yield f"# {tasks[0].pack} {tasks[0].version}\n"
    yield "每个任务交一个文件，打成一个 zip。 · One file per task, together in a zip.\n"
    yield "| 任务 · task | 文件 · file | 排名 · ranks |\n| --- | --- | --- |"
    for task in tasks:
        yield f"| {task.spec.title.zh} {task.spec.id} | `{task.slug}_SPLIT.jsonl` | {'.'.join(task.spec.rank_by)} |"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _logo() -> bytes:
    """A plain square; a bundle must have a picture, and organisers have their own."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    side = 64
    rows = b"".join(b"\0" + b"\x2f\x5d\x8a" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
