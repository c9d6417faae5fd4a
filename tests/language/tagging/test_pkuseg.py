"""The adapter of pkuseg, with a library and models of our own making in their place."""

import pickle
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pingce.language.tagging.adapters import pkuseg
from pingce.language.tagging.cover import Pair
from pingce.spec.errors import UserError

SENTENCE = ["他", "从", "房间", "里", "走", "出来"]


class FakeLibrary(ModuleType):
    """Cuts as the library does: words without blanks; remembers which model it was given."""

    def __init__(self) -> None:
        super().__init__("spacy_pkuseg")
        self.given = ""

    def pkuseg(self, model: str) -> "FakeLibrary":
        self.given = model
        return self

    def cut(self, text: str) -> list[str]:
        return SENTENCE if text.strip() else []


class FakeTags(ModuleType):
    """The library's tagger: one tag for each word, as pkuseg names them."""

    def __init__(self) -> None:
        super().__init__("spacy_pkuseg.postag")

    def Postag(self, model: str) -> "FakeTags":  # noqa: N802 (the library's name)
        return self

    def tag(self, words: list[str]) -> list[str]:
        return ["r", "p", "n", "f", "vn", "vx"][: len(words)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PKUSEG_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "spacy_pkuseg", FakeLibrary())
    monkeypatch.setitem(sys.modules, "spacy_pkuseg.postag", FakeTags())
    monkeypatch.setattr(pkuseg, "version", lambda package: f"of {package}")
    return tmp_path


def model(home: Path, name: str, features: object = None) -> Path:
    folder = home / name
    folder.mkdir()
    (folder / "weights.npz").write_bytes(name.encode())
    (folder / "features.pkl").write_bytes(pickle.dumps(features))
    return folder


def test_without_a_model_it_says_where_one_should_be(home: Path) -> None:
    with pytest.raises(UserError) as caught:
        pkuseg.Pkuseg()
    assert caught.value.code == "missing-model"
    assert str(home) in str(caught.value)
    assert "mixed, default" in str(caught.value)


def test_without_the_model_of_tags_the_dictionary_gives_them(home: Path) -> None:
    taken = model(home, "default")
    model(home, "web")
    tagger = pkuseg.Pkuseg()
    assert sys.modules["spacy_pkuseg"].given == str(taken)
    assert tagger.pairs("他从房间里走出来")[:4] == [("他", "r"), ("从", "p"), ("房间", "n"), ("里", "f")]
    assert tagger.version.startswith("spacy-pkuseg of spacy-pkuseg, default ")
    assert tagger.version.endswith(", rjieba of rjieba")


def test_with_the_model_of_tags_they_are_its_own_in_our_names(home: Path) -> None:
    model(home, "mixed")
    model(home, "postag", {"tag_to_idx": {"n": 0}})
    tagger = pkuseg.Pkuseg()
    found: list[Pair] = tagger.pairs("他从房间里走出来")
    assert [tag for _, tag in found] == ["r", "p", "n", "f", "v", "v"]
    assert tagger.pairs(" ") == []
    assert ", mixed " in tagger.version
    assert ", postag " in tagger.version


def test_versions_tell_models_apart(home: Path) -> None:
    folder = model(home, "mixed")
    before = pkuseg.Pkuseg().version
    (folder / "weights.npz").write_bytes(b"other")
    assert pkuseg.Pkuseg().version != before


@pytest.mark.parametrize("content", [pickle.dumps(print), b"not a pickle"])
def test_features_that_hold_more_than_data_are_refused_before_the_library_reads_them(
    home: Path, content: bytes
) -> None:
    folder = model(home, "mixed")
    (folder / "features.pkl").write_bytes(content)
    with pytest.raises(UserError, match=r"features\.pkl cannot be used") as caught:
        pkuseg.Pkuseg()
    assert caught.value.code == "bad-model"
    (folder / "features.msgpack").write_bytes(b"what the library prefers")
    pkuseg.Pkuseg()
