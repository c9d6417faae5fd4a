"""pkuseg (Peking University's segmenter, in the package spaCy keeps up): words, and tags where it has a model for them.

Its models are not in the package. They are read from the library's own folder, ``PKUSEG_HOME`` or ``~/.pkuseg``, where
the library itself unpacks what it downloads; nothing is downloaded here. Without its model of tags (``postag``),
jieba's dictionary gives them, as for wapic.
"""

import hashlib
import importlib
import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import NoReturn

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..cover import Pair
from ..dictionary import shared_dictionary
from ..tags import PKUSEG, in_ours

MODELS = ("mixed", "default", "spacy_ontonotes", "news", "web")
"""Models of words, the first that is there is taken; ``default`` is the one inside the original package pkuseg."""
TAGS_MODEL = "postag"


class Pkuseg:
    """The tagger pkuseg, run from the weights that its users have (``PKUSEG_HOME``); nothing is downloaded."""

    def __init__(self) -> None:
        home = Path(os.environ.get("PKUSEG_HOME") or Path.home() / ".pkuseg")
        model = next((home / name for name in MODELS if (home / name / "weights.npz").is_file()), None)
        if model is None:
            raise UserError(
                Words(
                    f"{home}（PKUSEG_HOME）里没有 pkuseg 的模型；那里应有含 weights.npz 的文件夹，名为"
                    f" {'、'.join(MODELS)} 之一。",
                    f"No model of pkuseg in {home} (PKUSEG_HOME), which should have one of these folders, with "
                    f"weights.npz in it: {', '.join(MODELS)}.",
                ),
                code="missing-model",
            )
        tags_model = home / TAGS_MODEL
        with_tags = (tags_model / "weights.npz").is_file()
        refuse_code(model)
        library = importlib.import_module("spacy_pkuseg")
        with redirect_stderr(StringIO()):  # it warns of every older form of a model
            self._words: Callable[[str], list[str]] = library.pkuseg(str(model)).cut
        self._tags: Callable[[list[str]], list[str]] | None = None
        made = [f"spacy-pkuseg {version('spacy-pkuseg')}", named(model)]
        if with_tags:
            refuse_code(tags_model)
            with redirect_stderr(StringIO()):
                self._tags = importlib.import_module("spacy_pkuseg.postag").Postag(str(tags_model)).tag
            made.append(named(tags_model))
        else:
            made.append(f"rjieba {version('rjieba')}")
        self._dictionary = shared_dictionary()
        self.version = ", ".join(made)

    def pairs(self, text: str) -> list[Pair]:
        words = self._words(text)
        if self._tags is None:
            tag = self._dictionary.tag
            return [(word, tag(word) or in_ours(word, "", {})) for word in words]
        tags: Sequence[str] = self._tags(list(words)) if words else ()
        return [(word, in_ours(word, tag, PKUSEG)) for word, tag in zip(words, tags, strict=True)]


def named(model: Path) -> str:
    """Name and beginning of the checksum: tags that were stored belong to one model."""
    with (model / "weights.npz").open("rb") as weights:
        return f"{model.name} {hashlib.file_digest(weights, 'sha256').hexdigest()[:8]}"


class PlainData(pickle.Unpickler):
    """Reads lists, mappings, texts and numbers, and refuses whatever names code."""

    def find_class(self, module: str, name: str, /) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name}")


def refuse_code(model: Path) -> None:
    """The library reads features with pickle where there is no msgpack; models as published hold plain data only."""
    file = model / "features.pkl"
    if (model / "features.msgpack").is_file() or not file.is_file():
        return
    try:
        with file.open("rb") as features:
            PlainData(features).load()
    except Exception as error:  # a damaged pickle raises nearly anything
        raise UserError(
            Words(
                f"{file} 不能用：除了数据还有别的东西，或文件已损坏（{error}）。",
                f"{file} cannot be used: it holds more than plain data, or is damaged ({error}).",
            ),
            code="bad-model",
        ) from error
