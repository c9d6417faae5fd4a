"""CRF files that were cut off or made by somebody: told before python-crfsuite reads them, or where it harms nobody."""

import os
import random
import resource
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from pingce.spec.errors import UserError
from pingce.systems.learning.crf import Crf, CrfSettings, fit_crf
from pingce.systems.learning.crf_file import CrfFileError, check_crf
from pingce.systems.learning.crf_trial import try_fields
from tests.cli.conftest import Run

from ..mutants import mutate_crf, rewrite
from ..runs import EXAMPLES, digests, run

TASK, TRAIN = "space2022/task3", EXAMPLES / "space2022" / "task3_train.jsonl"
QUESTIONS = EXAMPLES / "space2022" / "task3_dev_input.jsonl"
QUICK = "iterations=3"
EASY = CrfSettings(iterations=5, fewest=1, l1=0.0)
FEATURES = [[["w=书"], ["w=在"], ["w=桌子", "last=子"], ["w=上"]]] * 3
LABELS = [["实体", "O", "处所", "处所"]] * 3


def fitted(path: Path, settings: CrfSettings = EASY) -> bytes:
    fit_crf(path, FEATURES, LABELS, settings)
    return path.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return fitted(tmp_path_factory.mktemp("crf") / "a.crf")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Nothing was seen often enough: labels alone."""
    return fitted(tmp_path_factory.mktemp("bare") / "a.crf", CrfSettings(iterations=5, fewest=100))


def word(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<I", data, at)[0])


def put(data: bytes, at: int, value: int) -> bytes:
    changed = bytearray(data)
    struct.pack_into("<I", changed, at, value & 0xFFFFFFFF)
    return bytes(changed)


FEAT, LABELS_AT, ATTRIBUTES_AT, LABEL_REFS, ATTRIBUTE_REFS = 28, 32, 36, 40, 44
"""Where the header says where the parts begin."""


def at(part: int, offset: int, value: int) -> Callable[[bytes], bytes]:
    return lambda data: put(data, word(data, part) + offset, value)


def listed(data: bytes, part: int) -> int:
    """Where the list of a dictionary's places is."""
    return word(data, part) + word(data, word(data, part) + 20)


def no_end(data: bytes) -> bytes:
    """The last byte of the first label."""
    first = word(data, LABELS_AT) + word(data, listed(data, LABELS_AT))
    changed = bytearray(data)
    changed[first + 8 + word(data, first + 4) - 1] = 65
    return bytes(changed)


def no_text(data: bytes) -> bytes:
    first = word(data, LABELS_AT) + word(data, listed(data, LABELS_AT))
    changed = bytearray(data)
    changed[first + 8] = 0xFF
    return bytes(changed)


def first_table(data: bytes) -> int:
    begin = word(data, LABELS_AT) + 24
    return next(begin + 8 * i for i in range(256) if word(data, begin + 8 * i))


def table_full(data: bytes) -> bytes:
    """A search that does not find its name would never end."""
    begin = word(data, LABELS_AT)
    rows, size = (word(data, first_table(data) + place) for place in (0, 4))
    filled = next(word(data, begin + rows + 8 * i + 4) for i in range(size) if word(data, begin + rows + 8 * i + 4))
    for i in range(size):
        data = put(data, begin + rows + 8 * i + 4, filled)
    return data


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "it is no model of CRFsuite"),
    "other": (lambda data: b"PK" + data[2:], "it is no model of CRFsuite"),
    "cut off": (lambda data: data[:-100], "expected"),
    "longer": (lambda data: data + b"\0", "expected"),
    "version": (lambda data: put(data, 12, 7), "found version 7; expected 100"),
    "no labels": (lambda data: put(data, 20, 0), "found 0 labels"),
    "too many labels": (lambda data: put(data, 20, 100_000), "found 100000 labels"),
    "features elsewhere": (lambda data: put(data, FEAT, 52), "features: found 52; expected 48"),
    "no features": (lambda data: put(data, 48, 0), "the part FEAT is not there"),
    "features too large": (at(FEAT, 4, 0xFFFFFFF0), "the part FEAT has a wrong size"),
    "number of features": (at(FEAT, 8, 1), "size of the features"),
    "label of a feature": (at(FEAT, 12 + 8, 999), "a feature is for a label that is not there"),
    "weight": (at(FEAT, 12 + 16, 0x7FF80000), "a weight is no reasonable number"),
    "large weight": (at(FEAT, 12 + 16, 0x7FE00000), "a weight is no reasonable number"),
    "labels elsewhere": (lambda data: put(data, LABELS_AT, 0), "labels: found 0"),
    "no dictionary": (at(LABELS_AT, 0, 0), "the dictionary of labels is not there"),
    "dictionary too large": (at(LABELS_AT, 4, 0x7FFFFFFF), "the dictionary of labels has a wrong size"),
    "list of places": (at(LABELS_AT, 20, 0x7FFFFFFF), "the dictionary of labels has a wrong size"),
    "place of a label": (
        lambda data: put(data, listed(data, LABELS_AT) + 4, 0x7FFFFFFF),
        "a place in the dictionary of labels is wrong",
    ),
    "number of a label": (
        lambda data: put(data, word(data, LABELS_AT) + word(data, listed(data, LABELS_AT)), 99),
        "the names of the labels are out of order",
    ),
    "end of a label": (no_end, "a name of the labels has no end"),
    "text of a label": (no_text, "the name of a label is not UTF-8"),
    "place of a table": (
        lambda data: put(data, first_table(data), 0x7FFFFFF0),
        "a hash table of the labels is at a wrong place",
    ),
    "full table": (table_full, "a hash table of the labels is wrong"),
    "attributes elsewhere": (lambda data: put(data, ATTRIBUTES_AT, 48), "attributes: found 48"),
    "fewer attributes": (lambda data: put(data, 24, 1), "the dictionary of attributes has a wrong size"),
    "no attributes": (lambda data: put(data, 24, 0), "size of the dictionary of attributes"),
    "references elsewhere": (lambda data: put(data, LABEL_REFS, 4), "label references: found 4"),
    "number of references": (at(LABEL_REFS, 8, 1), "the lists of features have a wrong size"),
    "place of a list": (at(LABEL_REFS, 12, 0x7FFFFFFC), "a list of features is at a wrong place"),
    "length of a list": (
        lambda data: put(data, word(data, word(data, ATTRIBUTE_REFS) + 12), 0x7FFFFFFF),
        "the lists of features have a wrong size",
    ),
    "feature of a list": (
        lambda data: put(data, word(data, word(data, ATTRIBUTE_REFS) + 12) + 4, 0x7FFFFFFF),
        "a list names a feature that is not there",
    ),
    "attribute references elsewhere": (lambda data: put(data, ATTRIBUTE_REFS, 4), "attribute references: found 4"),
    "less at the end": (
        lambda data: put(data + bytes(4), 4, len(data) + 4),
        "end: found",
    ),
}


@pytest.mark.parametrize(("change", "told"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_told_before_the_library_reads_it(
    whole: bytes, tmp_path: Path, change: Callable[[bytes], bytes], told: str
) -> None:
    (tmp_path / "a.crf").write_bytes(change(whole))
    with pytest.raises(UserError) as caught:
        Crf(tmp_path / "a.crf")
    assert caught.value.code == "damaged-model"
    assert told in caught.value.message


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (at(ATTRIBUTES_AT, 24 + 8, 1), "the dictionary of attributes is not empty"),
        (lambda data: put(put(data + bytes(4), 4, len(data) + 4), word(data, ATTRIBUTE_REFS) + 4, 16), "end of the"),
    ],
)
def test_a_file_without_attributes_has_nothing_where_they_would_be(
    bare: bytes, change: Callable[[bytes], bytes], told: str
) -> None:
    check_crf(bare)
    with pytest.raises(CrfFileError, match=told):
        check_crf(change(bare))


def test_labels_that_cannot_be_looked_up_are_told(whole: bytes, tmp_path: Path) -> None:
    begin = word(whole, LABELS_AT)
    rows, size = (word(whole, first_table(whole) + place) for place in (0, 4))
    row = next(begin + rows + 8 * i for i in range(size) if word(whole, begin + rows + 8 * i + 4))
    (tmp_path / "a.crf").write_bytes(put(whole, row, 5))
    with pytest.raises(UserError, match="it does not find its own labels"):
        Crf(tmp_path / "a.crf")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        Crf(tmp_path / "a.crf")


def test_what_is_trained_passes_whatever_was_seen(tmp_path: Path, whole: bytes, bare: bytes) -> None:
    for name, data in (("whole", whole), ("bare", bare)):
        (tmp_path / name).write_bytes(data)
        field = Crf(tmp_path / name)
        field.try_out()
        assert set(field.labels) == {"实体", "O", "处所"}
        assert len(field.best(FEATURES[0])) == 4


def test_no_mutant_that_passes_harms_the_library(tmp_path: Path, whole: bytes, bare: bytes) -> None:
    """Thousands are refused; all that are not are opened and asked about everything in another process."""
    chance = random.Random(20)
    passed = 0
    for i in range(1500):
        data = mutate_crf(chance.choice((whole, bare)), chance)
        try:
            check_crf(data)
        except CrfFileError:
            continue
        (tmp_path / f"{i}.crf").write_bytes(data)
        passed += 1
    assert 20 < passed < 700
    try_fields(tmp_path)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("trained") / "m"
    run(TASK, "tuple-crf", out, QUICK, train=TRAIN)
    return out


@pytest.fixture
def model(trained: Path, tmp_path: Path) -> Path:
    copytree(trained, tmp_path / "m")
    return tmp_path / "m"


@pytest.mark.parametrize("part", [LABEL_REFS, ATTRIBUTE_REFS, ATTRIBUTES_AT])
def test_a_hostile_file_with_matching_checksums_is_one_message(
    pingce: Run, model: Path, tmp_path: Path, part: int
) -> None:
    file = model / "slots.crf"
    file.write_bytes(put(file.read_bytes(), part, 0xFFFFFFF0))
    rewrite(model, lambda card: card)
    ran = pingce("systems", "predict", model, QUESTIONS, "--out", tmp_path / "out.jsonl")
    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert f"The model file {file} is damaged" in ran.err


DYING = """
import os, signal
class ItemSequence:
    def __init__(self, units): pass
class Tagger:
    def open_inmemory(self, data): os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_library_that_dies_takes_nothing_with_it(
    pingce: Run, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dying").mkdir()
    (tmp_path / "dying" / "pycrfsuite.py").write_text(DYING, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "dying"))
    ran = pingce("systems", "predict", model, QUESTIONS, "--out", tmp_path / "out.jsonl")
    assert ran.code == 1
    assert "mentions.crf is damaged: the program that read it ended (-9)" in ran.err


def test_a_library_that_never_returns_is_stopped(model: Path) -> None:
    with pytest.raises(UserError, match=r"mentions[.]crf is damaged: trying it out took longer than 0.001 s"):
        try_fields(model, seconds=0.001)


def test_the_working_folder_lends_no_code(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pycrfsuite.py").write_text(DYING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try_fields(model)


def train_with_room(out: Path, most: int | None) -> subprocess.CompletedProcess[str]:
    """In a process that may write files of this size at most, as on a disk that is nearly full."""
    command = "from pingce.cli.main import run; run()"
    data = ("--train", str(TRAIN), "--set", QUICK, "--out", str(out))
    arguments = ("systems", "train", TASK, "--system", "tuple-crf", *data)
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))) if most is not None else None
    return subprocess.run(
        [sys.executable, "-c", command, *arguments],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )


def test_a_full_disk_is_told_and_leaves_no_trap(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "n"
    full = train_with_room(out, 20_000)
    assert (full.returncode, len(full.stderr.splitlines())) == (1, 1), full.stderr
    assert "Cannot write" in full.stderr
    assert "Make room and run again to go on." in full.stderr
    again = train_with_room(out, None)
    assert again.returncode == 0, again.stderr
    assert digests(out) == digests(trained)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.9, 0.99])
def test_wherever_the_room_ends_nothing_is_kept(tmp_path: Path, whole: bytes, share: float) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(share * len(whole)), hard))
    try:
        with pytest.raises(UserError) as caught:
            fitted(tmp_path / "a.crf")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.code == "cannot-write"
    assert list(tmp_path.iterdir()) == []
    assert fitted(tmp_path / "a.crf") == whole


def test_a_truncated_file_of_an_interrupted_run_is_made_again(tmp_path: Path) -> None:
    whole = fitted(tmp_path / "a.crf")
    (tmp_path / "a.crf").write_bytes(whole[: len(whole) // 2])
    assert fitted(tmp_path / "a.crf") == whole


def test_a_whole_file_of_an_interrupted_run_is_kept(tmp_path: Path) -> None:
    whole = fitted(tmp_path / "a.crf")
    assert fitted(tmp_path / "a.crf", CrfSettings(iterations=1)) == whole
