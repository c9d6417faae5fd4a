"""The life of an item as files know it: exports, splits and packs with their sidecars, and answers of systems.

Sidecars are not read as a whole: a line that does not have the id, or the text, in it is passed over unparsed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from pingce.formats.encode import encode_record
from pingce.formats.load import Loaded, load_gold, load_predictions
from pingce.formats.provenance import SIDECAR, Provenance, decode_provenance, violations_of
from pingce.release.manifest import NAME, ReleaseFile, ReleaseManifest, read_manifest
from pingce.scoring.run import make_cases, said_before
from pingce.spec.errors import UserError
from pingce.spec.measure import Case
from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import find_task

from .model import ItemLife, Trace, TracedEntry, TracedPlace
from .origin import with_origin

DATA_ENDINGS = (".jsonl", ".json")
SKIPPED = frozenset({".git", "node_modules", ".venv"})


@dataclass
class _Life:
    """What was found of one item so far."""

    provenance: Provenance
    texts: dict[str, str] = field(default_factory=dict)
    places: list[TracedPlace] = field(default_factory=list)


def trace_files(
    query: str, folders: Sequence[Path], *, roots: Sequence[Path] = (), answers: Sequence[Path] = ()
) -> Trace:
    """Every item that an id or a whole text means in the sidecars below these folders.

    ``answers``: files of systems' answers to questions of a pack that is found there.
    """
    query = query.strip()
    lives: dict[tuple[str, str | None], _Life] = {}
    for folder in folders:
        for sidecar in _sidecars(folder):
            for qid, record, data in _records(sidecar, query):
                _add(lives, folder, sidecar, decode_provenance(record), data, answers, qid)
    return Trace(query, tuple(_finished(life, roots) for life in lives.values()))


def _sidecars(folder: Path) -> Iterator[Path]:
    """Of packs the private side, which knows all, comes first; the public one only repeats it."""
    files = sorted(path for path in folder.rglob(f"*{SIDECAR}") if SKIPPED.isdisjoint(path.parts))
    packs = {path.parent.parent for path in folder.rglob(f"private/{NAME}")}
    yield from (path for path in files if not any(path.is_relative_to(pack / "public") for pack in packs))


def _records(sidecar: Path, query: str) -> Iterator[tuple[str, dict[str, object], dict[str, object]]]:
    """Provenance and data record of the items that are meant."""
    by_text = _ids_with_text(sidecar, query)
    needles = [orjson.dumps(name) for name in (query, *by_text)]
    for line in sidecar.read_bytes().splitlines():
        if not any(needle in line for needle in needles):
            continue
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError:
            continue  # pingce release verify says what is wrong with it
        if not isinstance(record, dict) or not isinstance(record.get("qid"), str):
            continue
        if query not in (record["qid"], record.get("was")) and record["qid"] not in by_text:
            continue
        if next(violations_of(record), None) is None:
            yield record["qid"], record, by_text.get(record["qid"]) or _data_record(sidecar, record["qid"])


def _data_files(sidecar: Path) -> Iterator[Path]:
    """The files a sidecar lies beside; the private side of a pack has the training data on its public side."""
    stem = sidecar.name.removesuffix(SIDECAR)
    sides = [sidecar.parent]
    if "private" in sidecar.parts:
        place = len(sidecar.parts) - 1 - sidecar.parts[::-1].index("private")
        sides.append(Path(*sidecar.parts[:place], "public", *sidecar.parts[place + 1 : -1]))
    for side in sides:
        yield from (side / (stem + ending) for ending in DATA_ENDINGS if (side / (stem + ending)).is_file())


def _ids_with_text(sidecar: Path, query: str) -> dict[str, dict[str, object]]:
    """Ids of the records that have the query as one of their texts."""
    needle = orjson.dumps(query)[1:-1]
    meant: dict[str, dict[str, object]] = {}
    for path in _data_files(sidecar):
        for record in _matching(path, needle):
            qid = _id(record)
            if qid is not None and query in record.values():
                meant.setdefault(qid, record)
    return meant


def _data_record(sidecar: Path, qid: str) -> dict[str, object]:
    for path in _data_files(sidecar):
        for record in _matching(path, orjson.dumps(qid)):
            if _id(record) == qid:
                return record
    return {}


def _matching(path: Path, needle: bytes) -> Iterator[dict[str, object]]:
    data = path.read_bytes()
    if needle not in data:
        return
    try:
        if path.suffix == ".json":
            records = orjson.loads(data)
        else:
            records = [orjson.loads(line) for line in data.splitlines() if needle in line]
    except orjson.JSONDecodeError:
        return
    yield from (record for record in records if isinstance(record, dict))


def _id(record: Mapping[str, object]) -> str | None:
    qid = next((record[key] for key in ("qid", "qID", "id") if key in record), None)
    return str(qid) if isinstance(qid, str | int) else None


def _add(
    lives: dict[tuple[str, str | None], _Life],
    folder: Path,
    sidecar: Path,
    origin: Provenance,
    data: Mapping[str, object],
    answers: Sequence[Path],
    qid: str,
) -> None:
    """One item in an export, in a split and in a pack is known by its first id and its original."""
    key = (origin.was or qid, origin.original)
    life = lives.setdefault(key, _Life(origin))
    life.provenance = decode_provenance(origin.record() | life.provenance.record())
    manifest, file = _listed(sidecar)
    task = find_task(file.task) if file is not None and file.task is not None else None
    texts = _texts(data, task)
    if texts and not life.texts:
        life.texts = texts
    gold = None if task is None else {key: value for key, value in data.items() if key in _answer_keys(task)}
    life.places.append(
        TracedPlace(
            pack="" if manifest is None else f"{manifest.name} {manifest.version}",
            task="" if task is None else task.id,
            split=origin.split or "",
            qid=qid,
            was=origin.was or "",
            where=sidecar.relative_to(folder).as_posix(),
            competition=None,
            gold=gold or None,
            entries=tuple(_entries(sidecar, task, qid, answers)) if task is not None and origin.split else (),
        )
    )


def _listed(sidecar: Path) -> tuple[ReleaseManifest | None, ReleaseFile | None]:
    """The release a sidecar is part of, and what its manifest says about it."""
    for folder in sidecar.parents[:3]:
        if (folder / NAME).is_file():
            try:
                manifest = read_manifest(folder)
            except UserError:
                return None, None
            path = sidecar.relative_to(folder).as_posix()
            return manifest, next((file for file in manifest.files if file.path == path), None)
    return None, None


def _texts(data: Mapping[str, object], task: TaskSpec | None) -> dict[str, str]:
    keys = {text.key: text.name for text in task.texts} if task is not None else TEXT_NAMES
    return {name: str(data[key]) for key, name in keys.items() if key in data}


TEXT_NAMES = {"context": "text", "context1": "text1", "context2": "text2", "sentence": "sentence", "text": "text"}
"""Of files that no manifest tells the task of."""


def _answer_keys(task: TaskSpec) -> set[str]:
    return {answer.key for answer in task.public_answer}


def _entries(sidecar: Path, task: TaskSpec, qid: str, answers: Sequence[Path]) -> Iterator[TracedEntry]:
    gold_file = next((path for path in _data_files(sidecar) if path.suffix == ".jsonl"), None)
    if gold_file is None or not answers:
        return
    try:
        gold = load_gold(task, str(gold_file))
    except UserError:
        return  # questions alone
    for path in answers:
        case = _case(task, gold, path, qid)
        if case is None:
            continue
        name, number = task.rank_by
        measure = task.measures[name]
        answer = None
        if case.predicted is not None:
            record = encode_record(task, case.item, case.predicted, with_texts=False, gold=False)
            answer = {key: value for key, value in record.items() if key != task.id_key}
        value = measure.combine(measure.row(case), 1)[number]
        yield TracedEntry(path.name, "", "", None, None, answer, value, number)


def _case(task: TaskSpec, gold: Loaded, path: Path, qid: str) -> Case | None:
    """The item with what the file says about it; a file about other items says nothing."""
    if orjson.dumps(qid) not in path.read_bytes():
        return None
    try:
        predicted = load_predictions(task, str(path), gold)
    except UserError:
        return None
    before = said_before(gold.order, {**predicted.foreign, **predicted.answers})
    cases = make_cases(gold.items, gold.answers, predicted.answers, before=before)
    return next((case for case in cases if case.item.id == qid), None)


def _finished(life: _Life, roots: Sequence[Path]) -> ItemLife:
    origin = life.provenance
    places = tuple(sorted(life.places, key=lambda place: (bool(place.pack), place.where)))
    return with_origin(ItemLife(origin.was or origin.qid, life.texts, places=places), origin, roots, whole=True)
