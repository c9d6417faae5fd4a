"""One HTML document that opens anywhere: no file, font or script from elsewhere, both languages inside.

The security policy admits exactly our own style and script, by their hashes; so templates use classes, never
style attributes, and a text that slipped through escaping could still do nothing.
"""

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING

from pingce import __version__
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render(template: str, *, lang: Lang, **content: object) -> str:
    """A page made from a template that extends base.html."""
    environment = _environment()
    style, script = (environment.get_template(name).render() for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(template).render(
        lang=lang, version=__version__, style=style, script=script, policy=policy, **content
    )


def both(words: Words) -> "Markup":
    """Words in both languages; the page shows one of them."""
    from markupsafe import Markup, escape

    if words.zh == words.en:
        return escape(words.zh)
    return Markup('<span class="t zh" lang="zh">{}</span><span class="t en" lang="en">{}</span>').format(*words)


def plain(words: Words) -> str:
    """For attributes and titles, where nothing can be switched."""
    return words.zh if words.zh == words.en else f"{words.zh} / {words.en}"


def number(value: float) -> str:
    return f"{value:.4f}"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pingce.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(both=both, plain=plain, number=number, kind=lambda block: type(block).__name__)
    environment.globals.update(t=lambda zh, en: both(Words(zh, en)))
    return environment


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
