"""Taggers for tests: loading one takes up to two seconds, so every test shares it."""

from functools import cache

from pingce.corpus.tagging.catalog import LIBRARIES, NAMES, make_tagger
from pingce.corpus.tagging.words import Tagger

INSTALLED = [name for name, wanted in NAMES.items() if LIBRARIES[wanted.removesuffix("+rules")].installed]


@cache
def tagger(name: str = "default") -> Tagger:
    return make_tagger(name)


def tagged(text: str, name: str = "default") -> str:
    return " ".join(f"{word.text}/{word.tag}" for word in tagger(name).tag(text))
