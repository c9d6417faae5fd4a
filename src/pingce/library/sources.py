"""Whatever holds records, as a file that the readers of the commands take: nothing is read in two ways."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Protocol, runtime_checkable

import orjson

from pingce.formats.load import BadFileError
from pingce.spec.errors import UserError
from pingce.spec.words import Words

MOST_NAMED = 20
"""Rows of a wrong kind that an error lists."""


@runtime_checkable
class Readable(Protocol):
    """An open file, of bytes or of text."""

    def read(self) -> bytes | str: ...


@runtime_checkable
class HasRecords(Protocol):
    """What was read by :func:`pingce.read` or answered by :func:`pingce.predict`."""

    def records(self) -> list[dict[str, Any]]: ...


class Frame(Protocol):
    """A pandas or polars frame."""

    @property
    def columns(self) -> Any: ...  # noqa: ANN401 (each library has its own)


class FeatureSet(Protocol):
    """A ``datasets.Dataset``."""

    @property
    def features(self) -> Any: ...  # noqa: ANN401 (its own type)


DataSource = str | Path | Readable | HasRecords | Frame | FeatureSet | Iterable[Mapping[str, Any]]
"""A path (``pack.zip/member.jsonl`` inside a zip), an open file, what pingce read, a list of dicts, a pandas or polars
frame, a ``datasets.Dataset``."""


class OpenedSource(NamedTuple):
    """A file to read, and the name by which its owner knows it."""

    path: str
    name: str

    @property
    def is_copy(self) -> bool:
        return self.path != self.name


def is_source(value: object) -> bool:
    """Whether a value can hold records at all."""
    if isinstance(value, str | Path | Readable | HasRecords) or hasattr(value, "to_dicts"):  # a polars frame
        return True
    return isinstance(value, Iterable) and not isinstance(value, Mapping | bytes)


@contextmanager
def as_file(source: DataSource, name: str) -> Iterator[OpenedSource]:
    """The source as a file for as long as the block runs; ``name`` says what it is where it has no name of its own."""
    if isinstance(source, str | Path):
        yield OpenedSource(str(source), str(source))
        return
    with TemporaryDirectory(prefix="pingce-") as folder:
        if isinstance(source, Readable):
            content = source.read()
            data = content.encode() if isinstance(content, str) else content
            own = getattr(source, "name", None)
            name = own if isinstance(own, str) else f"<{name}>"
            path = Path(folder, Path(own).name if isinstance(own, str) and Path(own).suffix else f"{name[1:-1]}.jsonl")
        else:
            data, path = _lines(_rows(source, name)), Path(folder, f"{name}.jsonl")
            name = f"<{name}>"
        path.write_bytes(data)
        try:
            yield OpenedSource(str(path), name)
        except UserError as problem:
            _name_as_known(problem, str(path), name)
            raise


def _name_as_known(problem: UserError, path: str, name: str) -> None:
    """Tell an error by the name that the caller gave, not by the copy that was read."""
    problem.words, problem.advice = (
        Words(words.zh.replace(path, name), words.en.replace(path, name)) for words in (problem.words, problem.advice)
    )
    if isinstance(problem, BadFileError):
        problem.findings.rename(path, name)


def _rows(source: object, name: str) -> list[Mapping[str, Any]]:
    rows = list(_listed(source, name))
    wrong = [(number, row) for number, row in enumerate(rows, start=1) if not isinstance(row, Mapping)]
    if wrong:
        zh = "；".join(f"第 {number} 行是 {type(row).__name__}" for number, row in wrong[:MOST_NAMED])
        en = "; ".join(f"row {number} is {type(row).__name__}" for number, row in wrong[:MOST_NAMED])
        raise UserError(
            Words(f"{name}：{zh}；应为字典。", f"{name}: {en}; expected dicts."),
            code="not-records",
        )
    return [row for row in rows if isinstance(row, Mapping)]


def _listed(source: object, name: str) -> Iterable[object]:
    """The rows of a frame or a list; a frame says "nothing" in its own ways, which files say by leaving the key out."""
    if isinstance(source, HasRecords):
        return source.records()
    for method in ("to_dicts", "to_list"):  # polars; datasets
        if hasattr(source, method) and hasattr(source, "columns" if method == "to_dicts" else "features"):
            return [_without_nothing(row) for row in getattr(source, method)()]
    if hasattr(source, "to_dict") and hasattr(source, "columns"):  # pandas
        return [_without_nothing(row) for row in source.to_dict("records")]
    if isinstance(source, Iterable):
        return source
    raise TypeError(f"{name}: {type(source).__name__}")  # public functions look first


def _without_nothing(row: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): value for key, value in row.items() if not _is_nothing(value)}


def _is_nothing(value: object) -> bool:
    """None, or the number that is not equal to itself, by which pandas means it."""
    return value is None or (isinstance(value, float) and value != value)


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    lines = []
    for number, row in enumerate(rows, start=1):
        try:
            lines.append(orjson.dumps(dict(row), default=_plain, option=orjson.OPT_SERIALIZE_NUMPY))
        except TypeError as problem:
            raise UserError(
                Words(f"第 {number} 行：{problem}。", f"Row {number}: {problem}."), code="not-records"
            ) from problem
    return b"\n".join([*lines, b""])


def _plain(value: object) -> object:
    """Sets of letters and other collections as lists."""
    if isinstance(value, Iterable):
        return sorted(value) if isinstance(value, set | frozenset) else list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
