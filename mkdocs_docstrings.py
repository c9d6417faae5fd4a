"""How docstrings become pages: examples as code with their results, names in backticks.

MkDocs reads it (``mkdocs.yml``) while it makes the reference of ``import pingce``; our docstrings are plain text with
doctest examples, which Markdown would take for quotations.
"""

import re

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
"""From a prompt to the next empty line: code and what it prints."""
ROLE = re.compile(r":(?:class|func|mod):`~?([^`]+)`")


def as_markdown(docstring: str) -> str:
    """The same text with examples in fences."""
    fenced = EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", docstring)
    return ROLE.sub(r"`\1`", fenced)


class Docstrings(griffe.Extension):
    """Rewrites every docstring that is read."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
