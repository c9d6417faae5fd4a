"""Where an item comes from and what became of it: a record per item, beside the official file.

Official files stay exactly official. What they have no key for travels in a sidecar ``X.provenance.jsonl`` beside
``X.jsonl``: one JSON object per line with the item's ``qid``; every other key may be missing, and keys that are not
known here are kept as they are. ``source.offset`` counts code points of the decoded file (of the record's text, where
the source is a file of JSON lines), ``source.file`` is a path inside the benchmark, never an absolute one.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Literal, cast, get_args

import orjson

from pingce.spec.problem import Violation, shown
from pingce.spec.values import ORIGINAL_KEYS
from pingce.spec.words import Words

from .encode import Json
from .findings import Findings
from .jsonfile import json_records
from .load import refuse_invalid
from .replacement import Change, Mode, mode_of, read_changes
from .source import Source, find_source
from .write import write_jsonl

SIDECAR = ".provenance.jsonl"
SourceKind = Literal["web", "professional", "dictionary"]
SOURCE_KINDS: tuple[SourceKind, ...] = get_args(SourceKind)
"""Web texts, edited texts, examples of a dictionary."""
TEXT_KEYS = ("genre", "original", "original_text", "tier", "rule", "split", "pack", "was")
NO_PASSAGE = "word"
"""The text that is asked about inside another one."""
Record = dict[str, Json]


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in a raw file."""

    file: str | None = None
    offset: int | None = None
    line: int | None = None
    more: Mapping[str, Json] = field(default_factory=dict)

    def record(self) -> Record:
        known: Record = {"file": self.file, "offset": self.offset, "line": self.line}
        return {key: value for key, value in known.items() if value is not None} | dict(self.more)


@dataclass(frozen=True, slots=True)
class ReplacementRecord:
    """The words that were exchanged, in text order."""

    changes: tuple[Change, ...]

    @property
    def mode(self) -> Mode:
        return mode_of(self.changes)

    def record(self) -> Record:
        changes: list[Json] = [cast("Record", change.record()) for change in self.changes]
        return {"mode": self.mode, "changes": changes}


@dataclass(frozen=True, slots=True)
class Provenance:
    """One item's origin. ``original`` is the id of the untouched passage; of an untouched passage its own id."""

    qid: str
    source: SourcePlace | None = None
    genre: str | None = None
    kind: SourceKind | None = None
    original: str | None = None
    original_text: str | None = None
    replacement: ReplacementRecord | None = None
    campaign: Mapping[str, Json] | None = None
    tier: str | None = None
    released: bool | None = None
    """Whether items of its tier are released."""
    rule: str | None = None
    """The rule that gave it its tier."""
    split: str | None = None
    pack: str | None = None
    was: str | None = None
    """Its id before the pack gave it a new one."""
    more: Mapping[str, Json] = field(default_factory=dict)

    def record(self) -> Record:
        """As it stands in a file; what is not known is left out."""
        known: Record = {
            "source": self.source.record() if self.source is not None else None,
            "genre": self.genre,
            "kind": self.kind,
            "original": self.original,
            "original_text": self.original_text,
            "replacement": self.replacement.record() if self.replacement is not None else None,
            "campaign": dict(self.campaign) if self.campaign is not None else None,
            "tier": self.tier,
            "released": self.released,
            "rule": self.rule,
            "split": self.split,
            "pack": self.pack,
            "was": self.was,
        }
        return {"qid": self.qid} | {key: value for key, value in known.items() if value is not None} | dict(self.more)

    @property
    def extra(self) -> dict[str, str]:
        """What grouping, strata and tables ask an item for, under the keys they know."""
        stated = {"original": self.original, "genre": self.genre, "kind": self.kind, "tier": self.tier}
        return {key: value for key, value in stated.items() if value is not None}

    def for_everybody(self, *, held_back: bool) -> "Provenance":
        """What may be public. Of an item whose answer is held back neither original nor replacement: the word that was
        exchanged is most of the answer.
        """
        public = Provenance(self.qid, genre=self.genre, kind=self.kind, split=self.split, pack=self.pack)
        return public if held_back else replace(public, original=self.original, replacement=self.replacement)


def sidecar_of(path: Path) -> Path:
    """The sidecar of a data file; the kinds of one file (.jsonl, .json, .txt) share theirs."""
    return path.with_suffix(SIDECAR)


def write_provenance(path: Path, records: Iterable[Provenance]) -> int:
    """Write a sidecar; returns how many records."""
    return write_jsonl(path, (origin.record() for origin in records))


def load_sidecar(data: Path) -> dict[str, Provenance] | None:
    """The provenance of the items of a data file by qid; None where there is no sidecar beside it."""
    path = sidecar_of(data)
    return {origin.qid: origin for origin in read_provenance(find_source(path))} if path.is_file() else None


def read_provenance(source: Source) -> Iterator[Provenance]:
    """The records of a sidecar; at its end all that is wrong with it."""
    findings = Findings(source.name)
    seen: set[str] = set()
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            qid = record.get("qid")
            if not isinstance(qid, str) or not qid:
                expected = Words("非空字符串", "a string that is not empty")
                findings.add(Violation("wrong-type", "qid", shown(qid), expected), line=line)
                continue
            if qid in seen:
                expected = Words("未用过的题号", "an id not used before")
                findings.add(Violation("duplicate-qid", "", shown(qid), expected), line=line, qid=qid)
            seen.add(qid)
            violations = list(violations_of(record))
            findings.extend(violations, line=line, qid=qid)
            if not violations:
                yield decode_provenance(record)


def violations_of(record: Mapping[str, object]) -> Iterator[Violation]:
    """What is wrong with the keys of a provenance record that are known here."""
    for key in TEXT_KEYS:
        if not isinstance(record.get(key), str | None):
            yield Violation("wrong-type", key, shown(record[key]), Words("字符串", "a string"))
    if not isinstance(record.get("released"), bool | None):
        expected = Words("true 或 false", "true or false")
        yield Violation("wrong-type", "released", shown(record["released"]), expected)
    if record.get("kind") not in (None, *SOURCE_KINDS):
        kinds = "/".join(SOURCE_KINDS)
        yield Violation("unknown-label", "kind", shown(record["kind"]), Words(kinds, kinds))
    for key in ("source", "campaign"):
        if not isinstance(record.get(key), dict | None):
            yield Violation("wrong-type", key, shown(record[key]), Words("对象", "an object"))
    source = record.get("source")
    if isinstance(source, dict):
        yield from _source_violations(source)
    replacement = record.get("replacement")
    if replacement is not None and (
        not isinstance(replacement, dict) or read_changes(replacement.get("changes")) is None
    ):
        expected = Words("mode 和 changes", "mode and changes")
        yield Violation("wrong-type", "replacement", shown(replacement), expected)


def _source_violations(source: Mapping[str, object]) -> Iterator[Violation]:
    file = source.get("file")
    if file is not None and (not isinstance(file, str) or not is_inside(file)):
        expected = Words("基准文件夹内的相对路径", "a relative path inside the benchmark")
        yield Violation("wrong-type", "source.file", shown(file), expected)
    for key in ("offset", "line"):
        value = source.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            yield Violation("wrong-type", f"source.{key}", shown(value), Words("不小于 0 的整数", "an integer from 0"))


def is_inside(file: str) -> bool:
    """Whether a name can only mean a file inside the folder it is taken from, on any system."""
    parts = PurePosixPath(file.replace("\\", "/")).parts
    return bool(parts) and "\0" not in file and ".." not in parts and not _is_absolute(file)


def _is_absolute(file: str) -> bool:
    return file.startswith(("/", "\\")) or bool(PureWindowsPath(file).drive)


def decode_provenance(record: Mapping[str, object]) -> Provenance:
    """A record in which nothing is wrong (``violations_of``) as a value."""
    source = cast("Record | None", record.get("source"))
    replacement = cast("Record | None", record.get("replacement"))
    changes = read_changes(replacement.get("changes")) if replacement is not None else None
    names = Provenance.__dataclass_fields__.keys() - {"more"}
    return Provenance(
        qid=cast("str", record["qid"]),
        source=_place(source) if source is not None else None,
        genre=cast("str | None", record.get("genre")),
        kind=cast("SourceKind | None", record.get("kind")),
        original=cast("str | None", record.get("original")),
        original_text=cast("str | None", record.get("original_text")),
        replacement=ReplacementRecord(changes) if changes is not None else None,
        campaign=cast("Record | None", record.get("campaign")),
        tier=cast("str | None", record.get("tier")),
        released=cast("bool | None", record.get("released")),
        rule=cast("str | None", record.get("rule")),
        split=cast("str | None", record.get("split")),
        pack=cast("str | None", record.get("pack")),
        was=cast("str | None", record.get("was")),
        more={key: cast("Json", value) for key, value in record.items() if key not in names},
    )


def _place(source: Record) -> SourcePlace:
    names = {"file", "offset", "line"}
    return SourcePlace(
        cast("str | None", source.get("file")),
        cast("int | None", source.get("offset")),
        cast("int | None", source.get("line")),
        {key: value for key, value in source.items() if key not in names},
    )


def stated_provenance(qid: str, record: Mapping[str, object]) -> Provenance:
    """What the keys of a data record itself say about its origin.

    Those are the keys the corpus stage writes (``source``, ``origin``, ``replaced``), and those a task's file may have
    beside its own (``genre``, ``originId`` …).

    Data files are read by others before; what is not in our form says nothing here. A passage of ``corpus screen``,
    known by where it stands in its file, is its own original.
    """
    stated = record.get("source")
    source = dict(stated) if isinstance(stated, dict) else {}
    genre, kind = record.get("genre", source.pop("genre", None)), source.pop("kind", record.get("kind"))
    if next(_source_violations(source), None) is not None:
        source = {}
    changes = read_changes(record.get("replaced"))
    kept = record.get("original")
    if changes is None and isinstance(kept, dict):  # as the items of a campaign have it
        record, changes = {**record, "original": kept.get("id")}, read_changes(kept.get("changes"))
    original = next((record[key] for key in ORIGINAL_KEYS if isinstance(record.get(key), str) and record[key]), None)
    if original is None and changes is None and "file" in source and "word" not in record:
        original = qid
    return Provenance(
        qid=qid,
        source=_place(source) if source else None,
        genre=genre if isinstance(genre, str) and genre else None,
        kind=next((known for known in SOURCE_KINDS if known == kind), None),
        original=cast("str | None", original),
        replacement=ReplacementRecord(changes) if changes is not None else None,
    )


def joined(stated: Provenance, beside: Provenance | None) -> Provenance:
    """What a record states and what its sidecar says; where both speak, the sidecar does."""
    if beside is None:
        return stated
    return decode_provenance(stated.record() | beside.record())


def encoded(record: Mapping[str, object]) -> bytes:
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def text_digests(texts: Mapping[str, str]) -> list[str]:
    """Of the passages of an item, in their order: what it is found by."""
    return [text_digest(text) for name, text in texts.items() if name != NO_PASSAGE]


def text_digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
