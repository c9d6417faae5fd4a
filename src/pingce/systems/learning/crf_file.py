"""The file format of CRFsuite, looked at before python-crfsuite reads it.

Its reader follows every offset and length that the file names, so a file that was cut off or made by somebody else can
end the process or keep it for ever. What CRFsuite writes has one layout only: header, features, labels, attributes,
references of labels, references of attributes, each beginning where the one before it ends. A file is taken if it has
exactly this layout and every number in it points to something that is there.
"""

from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from pingce.spec.errors import reason
from pingce.spec.words import Words
from pingce.systems.stored import damaged

Numbers = NDArray[np.int64]

HEADER, CHUNK, WORD = 48, 12, 4
"""Sizes in bytes: of the header, of what begins a chunk, of a number."""
VERSION = 100
FEATURE = np.dtype([("type", "<u4"), ("from", "<u4"), ("to", "<u4"), ("weight", "<f8")])
BYTE_ORDER = 0x62445371
TABLES = 256
RECORDS = 24 + TABLES * 8
"""Where the records of a dictionary begin, after its header and the places of its hash tables."""
MOST_LABELS = 1000
"""Tables of labels by labels are made of it; no task has a tenth of this."""
HEAVIEST = 1e6
"""Of a weight; sums of such weights stay numbers."""


class CrfFileError(ValueError):
    """What is wrong with a file."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.en)
        self.words = words


class CrfHeader(NamedTuple):
    """What the file says about itself; places are counted from its beginning."""

    size: int
    features: int
    labels: int
    attributes: int
    features_at: int
    labels_at: int
    attributes_at: int
    label_references_at: int
    attribute_references_at: int


def read_crf(path: Path) -> bytes:
    """A file that can be given to python-crfsuite."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise damaged(path, reason(problem)) from problem
    try:
        check_crf(data)
    except CrfFileError as fault:
        raise damaged(path, fault.words) from fault
    return data


def check_crf(data: bytes) -> None:
    """Every place and number; says the first that is wrong."""
    header = _header(data)
    count, end = _features(data, header)
    _expect(header.labels_at, end, "labels")
    end = _dictionary(data, header.labels_at, header.labels, "labels")
    _expect(header.attributes_at, end, "attributes")
    end = _dictionary(data, header.attributes_at, header.attributes, "attributes")
    _expect(header.label_references_at, _aligned(end), "label references")
    end = _references(data, header.label_references_at, b"LFRF", header.labels, count)
    _expect(header.attribute_references_at, _aligned(end), "attribute references")
    end = _references(data, header.attribute_references_at, b"AFRF", header.attributes, count)
    _expect(len(data), end, "end")


def attribute_names(data: bytes) -> list[str]:
    """All that a checked file has weights for, as far as they are text."""
    header = _header(data)
    if not header.attributes:
        return []
    size, *_, list_at = map(int, _numbers(data, header.attributes_at + WORD, 5))
    chunk = data[header.attributes_at : header.attributes_at + size]
    starts = _numbers(chunk, list_at, header.attributes) + 2 * WORD
    return [chunk[start : chunk.index(0, start)].decode(errors="ignore") for start in starts.tolist()]


def _header(data: bytes) -> CrfHeader:
    if len(data) < HEADER or data[:4] != b"lCRF" or data[8:12] != b"FOMC":
        _fail("不是 CRFsuite 的模型", "it is no model of CRFsuite")
    size, (version, *rest) = _numbers(data, 4, 1)[0], _numbers(data, 12, 9).tolist()
    if size != len(data):
        _fail(f"应有 {size} 字节，实有 {len(data)}", f"found {len(data)} bytes; expected {size}")
    if version != VERSION:
        _fail(f"版本 {version}，应为 {VERSION}", f"found version {version}; expected {VERSION}")
    header = CrfHeader(int(size), *rest)
    if not 1 <= header.labels <= MOST_LABELS:
        _fail(f"有 {header.labels} 个标签", f"found {header.labels} labels; expected 1 to {MOST_LABELS}")
    _expect(header.features_at, HEADER, "features")
    return header


def _features(data: bytes, header: CrfHeader) -> tuple[int, int]:
    """How many there are, and where they end."""
    begin = header.features_at
    size, count = _chunk(data, begin, b"FEAT")
    _expect(size, CHUNK + count * FEATURE.itemsize, "size of the features")
    features = np.frombuffer(data, FEATURE, count, begin + CHUNK)
    if (features["type"] > 1).any() or (features["to"] >= header.labels).any():
        _fail("特征指向没有的标签", "a feature is for a label that is not there")
    weights = features["weight"]
    if not (np.isfinite(weights).all() and (np.abs(weights) <= HEAVIEST).all()):
        _fail("权重不是合理的数", "a weight is no reasonable number")
    return count, begin + size


def _dictionary(data: bytes, begin: int, count: int, name: str) -> int:
    """Names in the order of their numbers, hash tables that lead to them, and a list of their places; where it ends."""
    if len(data) < begin + RECORDS or data[begin : begin + 4] != b"CQDB":
        _fail(f"没有 {name} 的字典", f"the dictionary of {name} is not there")
    size, _, order, listed, list_at = map(int, _numbers(data, begin + WORD, 5))
    if order != BYTE_ORDER or size < RECORDS or begin + size > len(data):
        _fail(f"{name} 的字典长度不对", f"the dictionary of {name} has a wrong size")
    chunk = data[begin : begin + size]
    if not count:
        _expect(size, RECORDS, f"size of the dictionary of {name}")
        if any(chunk[24:]):
            _fail(f"{name} 的字典不是空的", f"the dictionary of {name} is not empty")
        return begin + size
    if listed < count or list_at + count * WORD != size:
        _fail(f"{name} 的字典长度不对", f"the dictionary of {name} has a wrong size")
    places = _numbers(chunk, list_at, count)
    ends = _records(chunk, places, list_at, name)
    _tables(chunk, places, int(ends[-1]), list_at, name)
    if name == "labels":  # attributes are only compared, byte by byte
        _readable(chunk, places, ends)
    return begin + size


def _records(chunk: bytes, places: Numbers, limit: int, name: str) -> Numbers:
    """Number, length and text of each name, one behind the other; where each ends."""
    if places[0] != RECORDS or (np.diff(places) <= 2 * WORD).any() or places[-1] + 2 * WORD >= limit:
        _fail(f"{name} 的位置不对", f"a place in the dictionary of {name} is wrong")
    ids, lengths = _scattered(chunk, places), _scattered(chunk, places + WORD)
    ends = places + 2 * WORD + lengths
    if (ids != np.arange(len(places))).any() or (ends[:-1] != places[1:]).any() or not lengths[-1] or ends[-1] > limit:
        _fail(f"{name} 的次序不对", f"the names of the {name} are out of order")
    if np.frombuffer(chunk, np.uint8)[ends - 1].any():
        _fail(f"{name} 的名称没有结尾", f"a name of the {name} has no end")
    return ends


def _readable(chunk: bytes, places: Numbers, ends: Numbers) -> None:
    try:
        for start, end in zip((places + 2 * WORD).tolist(), (ends - 1).tolist(), strict=True):
            chunk[start:end].decode()
    except UnicodeDecodeError:
        _fail("标签的名称不是 UTF-8", "the name of a label is not UTF-8")


def _tables(chunk: bytes, places: Numbers, begin: int, end: int, name: str) -> None:
    """Twice as many rows as names, so that every search ends at an empty one, and each name in exactly one row."""
    starts, sizes = _numbers(chunk, 24, 2 * TABLES).reshape(TABLES, 2).T
    used = sizes > 0
    expected = begin + 8 * np.concatenate([[0], np.cumsum(sizes)[:-1]])
    if begin + 8 * sizes.sum() != end or (np.where(used, expected, 0) != starts).any():
        _fail(f"{name} 的散列表位置不对", f"a hash table of the {name} is at a wrong place")
    rows = _numbers(chunk, begin, 2 * int(sizes.sum()))[1::2]
    filled = np.concatenate([[0], np.cumsum(rows > 0)])
    last = np.cumsum(sizes)
    if (2 * (filled[last] - filled[last - sizes]) != sizes).any() or (np.sort(rows[rows > 0]) != places).any():
        _fail(f"{name} 的散列表不对", f"a hash table of the {name} is wrong")


def _references(data: bytes, begin: int, kind: bytes, count: int, features: int) -> int:
    """Lists of features, one behind the other, each as long as it says; where the last one ends."""
    size, listed = _chunk(data, begin, kind)
    first, end = begin + CHUNK + listed * WORD, begin + size
    if listed < count or size % WORD or not first <= end <= len(data):
        _fail("特征表的长度不对", "the lists of features have a wrong size")
    if not count:
        _expect(first, end, "end of the lists of features")
        return end
    words = _numbers(data, first, (end - first) // WORD)
    starts = (_numbers(data, begin + CHUNK, count) - first) // WORD
    exact = (_numbers(data, begin + CHUNK, count) - first) % WORD == 0
    if not exact.all() or starts[0] != 0 or (np.diff(starts) < 1).any() or starts[-1] >= len(words):
        _fail("特征表的位置不对", "a list of features is at a wrong place")
    if (starts + 1 + words[starts] != np.append(starts[1:], len(words))).any():
        _fail("特征表的长度不对", "the lists of features have a wrong size")
    if (np.delete(words, starts) >= features).any():
        _fail("特征表里有没有的特征", "a list names a feature that is not there")
    return end


def _chunk(data: bytes, begin: int, kind: bytes) -> tuple[int, int]:
    """Size and number of things, if there is such a chunk and it fits."""
    if data[begin : begin + 4] != kind or begin + CHUNK > len(data):
        _fail(f"没有 {kind.decode()} 一段", f"the part {kind.decode()} is not there")
    size, count = map(int, _numbers(data, begin + WORD, 2))
    if size < CHUNK or begin + size > len(data):
        _fail(f"{kind.decode()} 一段的长度不对", f"the part {kind.decode()} has a wrong size")
    return size, count


def _numbers(data: bytes, begin: int, count: int) -> Numbers:
    return np.frombuffer(data, "<u4", count, begin).astype(np.int64)


def _scattered(data: bytes, places: Numbers) -> Numbers:
    """The numbers at these places, which have no common distance."""
    words = np.frombuffer(data, np.uint8)[places[:, None] + np.arange(WORD)]
    return np.ascontiguousarray(words).view("<u4")[:, 0].astype(np.int64)


def _aligned(offset: int) -> int:
    return -(-offset // WORD) * WORD


def _expect(offset: int, expected: int, name: str) -> None:
    if offset != expected:
        _fail(f"{name} 在 {offset}，应在 {expected}", f"{name}: found {offset}; expected {expected}")


def _fail(zh: str, en: str) -> NoReturn:
    raise CrfFileError(Words(zh, en))
