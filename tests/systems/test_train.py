"""One training run: what it writes, what it refuses, and that an interruption changes nothing."""

import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.formats.checksum import file_sha256
from pingce.spec.errors import UserError
from pingce.systems.interface import NoProgress
from pingce.systems.model_folder import CARD
from pingce.systems.train import Order, load_model, train_model
from pingce.tasks.catalog import find_task

from .runs import EXAMPLES, FILES, Interrupted, digests, run
from .tiny import tiny_encoder

TASK = "space2022/task1"
TEXTS = [FILES[TASK].read_text(encoding="utf-8")]
QUICK = ("reads=text", "epochs=2", "batch=8", "checkpoint_every=2")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("tiny") / "encoder", TEXTS)


@pytest.fixture(scope="module")
def undisturbed(encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed") / "model"
    run(TASK, "encoder", out, *QUICK, encoder=encoder)
    return out


def test_a_model_folder_says_where_it_comes_from(tmp_path: Path) -> None:
    card, continued = run(TASK, "linear", tmp_path / "model", "strength=0.5", seed=3)
    written = tomllib.loads((tmp_path / "model" / CARD).read_text(encoding="utf-8"))
    assert (written["system"], written["task"], written["seed"]) == ("linear", TASK, 3)
    assert written["settings"] == {"strength": 0.5, "normal_share": 0.5, "corpus": "", "frames": False}
    assert written["data"]["train"] == {
        "name": "task1_train.jsonl",
        "sha256": file_sha256(FILES[TASK]),
        "items": 40,
    }
    assert sorted(written["files"]) == ["decision.json", "groups.json", "ngrams.json", "sites.npz"]
    assert written["dev"] == {"accuracy.accuracy": card.dev["accuracy.accuracy"]}
    assert not continued
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


@pytest.mark.parametrize("system", ["majority", "linear", "replacement", "ensemble"])
def test_the_same_seed_gives_the_same_model(tmp_path: Path, system: str) -> None:
    for name in ("one", "two"):
        run(TASK, system, tmp_path / name)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


@pytest.mark.parametrize("after", [1, 3, 6, 9])
def test_an_interrupted_run_ends_with_the_same_model(
    tmp_path: Path, encoder: Path, undisturbed: Path, after: int
) -> None:
    """In either epoch, or while the dev part is answered."""
    with pytest.raises(KeyboardInterrupt):
        run(TASK, "encoder", tmp_path / "model", *QUICK, encoder=encoder, progress=Interrupted(after))
    assert not (tmp_path / "model").exists()
    _, continued = run(TASK, "encoder", tmp_path / "model", *QUICK, encoder=encoder)
    assert continued
    assert digests(tmp_path / "model") == digests(undisturbed)


def test_another_order_does_not_continue_an_interrupted_run(tmp_path: Path, encoder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(TASK, "encoder", tmp_path / "m", *QUICK, encoder=encoder, progress=Interrupted(3))
    _, continued = run(TASK, "encoder", tmp_path / "m", *QUICK, encoder=encoder, seed=1)
    assert not continued


def test_a_dev_file_is_measured_on_and_nothing_is_held_out(tmp_path: Path) -> None:
    card, _ = run(TASK, "majority", tmp_path / "m", dev=FILES[TASK].with_name("task1_dev.jsonl"))
    assert {name: file.name for name, file in card.data.items()} == {
        "train": "task1_train.jsonl",
        "dev": "task1_dev.jsonl",
    }


def test_files_in_a_pack_are_those_that_were_packed(tmp_path: Path) -> None:
    wsd, pack = EXAMPLES / "wsd", tmp_path / "pack.zip"
    with zipfile.ZipFile(pack, "w") as packed:
        for name in ("train.data.txt", "val.data.txt", "inventory.json"):
            packed.write(wsd / name, name)
    cards = []
    for name, place in (("plain", wsd), ("packed", pack)):
        train, dev, inventory = (str(place / one) for one in ("train.data.txt", "val.data.txt", "inventory.json"))
        out = tmp_path / name
        order = Order(task=find_task("wsd/senses"), system="first", train=train, dev=dev, inventory=inventory, out=out)
        cards.append(train_model(order, NoProgress())[0])
    assert cards[0] == cards[1]


def test_a_model_for_another_task_is_refused(tmp_path: Path) -> None:
    run(TASK, "majority", tmp_path / "m")
    with pytest.raises(UserError, match=r"is for space2022/task1, not space2021/task1") as caught:
        load_model(tmp_path / "m", task=find_task("space2021/task1"))
    assert caught.value.code == "wrong-task"


@pytest.mark.parametrize(
    ("system", "encoder", "code"),
    [
        ("encoder", None, "no-encoder"),
        ("linear", "somewhere", "no-encoder"),
        ("encoder", "no/such/folder", "no-encoder"),
        ("linaer", None, "unknown-system"),
        ("pair", None, "wrong-task"),
    ],
)
def test_what_cannot_be_trained_is_said_before_anything_is_written(
    tmp_path: Path, system: str, encoder: str | None, code: str
) -> None:
    order = Order(task=find_task(TASK), system=system, train=str(FILES[TASK]), out=tmp_path / "m", encoder=encoder)
    with pytest.raises(UserError) as caught:
        train_model(order, NoProgress())
    assert caught.value.code == code
    assert not (tmp_path / "m").exists()


def test_a_library_that_is_missing_is_named_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(UserError) as caught:
        run(TASK, "encoder", tmp_path / "m", encoder=tmp_path)
    assert caught.value.code == "missing-package"
    assert caught.value.message == "The system encoder needs transformers: pip install 'pingce[torch]'."
    assert list(tmp_path.iterdir()) == []


def test_a_tokenizer_that_tells_no_places_is_refused(tmp_path: Path) -> None:
    folder = tiny_encoder(tmp_path / "encoder", "好")
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "CanineTokenizer"}', encoding="utf-8")
    with pytest.raises(UserError, match=f"The tokenizer of {folder} tells no character places") as caught:
        run(TASK, "encoder", tmp_path / "m", encoder=folder)
    assert caught.value.code == "no-encoder"
    assert not (tmp_path / "m").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match=r"Cannot write .*file/\.m\.part: Not a directory") as caught:
        run(TASK, "majority", tmp_path / "file" / "m")
    assert caught.value.code == "cannot-write"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(("task", "system"), [(TASK, "linear"), ("space2021/task3", "joint")])
def test_a_system_that_learns_needs_data(tmp_path: Path, task: str, system: str) -> None:
    order = Order(task=find_task(task), system=system, train=None, out=tmp_path / "m")
    with pytest.raises(UserError) as caught:
        train_model(order, NoProgress())
    assert caught.value.code == "no-training-data"
    assert not (tmp_path / "m").exists()


def test_a_folder_of_something_else_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "diary.txt").write_text("…", encoding="utf-8")
    with pytest.raises(UserError, match="exists and is no model folder"):
        run(TASK, "majority", tmp_path / "m")
    assert (tmp_path / "m" / "diary.txt").is_file()


def test_the_same_order_makes_a_model_anew(tmp_path: Path) -> None:
    run(TASK, "linear", tmp_path / "m")
    before = digests(tmp_path / "m")
    copy = tmp_path / "elsewhere.jsonl"
    copy.write_bytes(FILES[TASK].read_bytes())
    (tmp_path / "m" / "sites.npz").unlink()
    run(TASK, "linear", tmp_path / "m", train=FILES[TASK])
    assert digests(tmp_path / "m") == before
    run(TASK, "linear", tmp_path / "m", train=copy)
    assert tomllib.loads((tmp_path / "m" / CARD).read_text(encoding="utf-8"))["data"]["train"]["name"] == copy.name


def with_other_data(out: Path) -> None:
    lines = FILES[TASK].read_text(encoding="utf-8").splitlines(keepends=True)
    less = out.with_name("less.jsonl")
    less.write_text("".join(lines[:-4]), encoding="utf-8")
    run(TASK, "linear", out, train=less)


def with_a_broken_card(out: Path) -> None:
    (out / CARD).write_text("system =", encoding="utf-8")
    run(TASK, "linear", out)


OTHER_ORDERS: dict[str, Callable[[Path], object]] = {
    "system": lambda out: run(TASK, "majority", out),
    "seed": lambda out: run(TASK, "linear", out, seed=1),
    "settings": lambda out: run(TASK, "linear", out, "strength=0.5"),
    "dev": lambda out: run(TASK, "linear", out, dev=FILES[TASK]),
    "data": with_other_data,
    "card": with_a_broken_card,
}


@pytest.mark.parametrize("train_otherwise", OTHER_ORDERS.values(), ids=OTHER_ORDERS)
def test_a_model_of_another_order_stays(tmp_path: Path, train_otherwise: Callable[[Path], object]) -> None:
    run(TASK, "linear", tmp_path / "m")
    weights = file_sha256(tmp_path / "m" / "sites.npz")
    with pytest.raises(UserError, match="m holds another model") as caught:
        train_otherwise(tmp_path / "m")
    assert caught.value.code == "other-model"
    assert file_sha256(tmp_path / "m" / "sites.npz") == weights


def test_a_model_of_another_order_is_replaced_if_asked(tmp_path: Path) -> None:
    run(TASK, "linear", tmp_path / "m")
    order = Order(find_task(TASK), "majority", str(FILES[TASK]), tmp_path / "m", may_replace=True)
    train_model(order, NoProgress())
    assert sorted(path.name for path in (tmp_path / "m").iterdir()) == ["label.json", CARD]


def test_settings_of_another_version_are_no_traceback(tmp_path: Path) -> None:
    run(TASK, "linear", tmp_path / "m")
    card = tmp_path / "m" / CARD
    written = card.read_text(encoding="utf-8")
    card.write_text(written.replace("strength = 0.1", 'strength = "strong"'), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_model(tmp_path / "m")
    assert caught.value.code == "damaged-model"
