"""Taggers for tests: loading one takes up to two seconds, so every test shares it."""

from functools import cache

from pingce.language.tagging.catalog import LIBRARIES, NAMES, make_tagger
from pingce.language.tagging.words import Tagger

INSTALLED = [name for name, wanted in NAMES.items() if LIBRARIES[wanted.removesuffix("+rules")].installed]


@cache
def tagger(name: str = "default") -> Tagger:
    return make_tagger(name)


def tagged(text: str, name: str = "default") -> str:
    return " ".join(f"{word.text}/{word.tag}" for word in tagger(name).tag(text))
