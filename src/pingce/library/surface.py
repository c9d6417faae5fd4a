"""The public surface of ``import pingce`` as text: names, parameters, types.

Versions promise exactly this (semantic versioning): what goes or changes its meaning makes a new major version, after
one minor version in which it still works and warns. ``make check`` compares the text with docs/reference/python.txt;
whoever changes the surface runs ``make fix`` and sees in the diff what users will see.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pingce

FILE = Path(__file__).parents[3] / "docs" / "reference" / "python.txt"


def surface() -> str:
    """A line per public function, and per public property, method and field of public classes."""
    return "\n".join([*_lines(), ""])


def _lines() -> Iterator[str]:
    for name in sorted(pingce.__all__):
        value = getattr(pingce, name)
        if inspect.isclass(value):
            yield f"class {name}"
            yield from (f"    {line}" for line in _members(value))
        elif inspect.isfunction(value):
            yield f"{name}{_signature(value)}"
        else:
            yield f"{name}: {type(value).__name__}"

    for name, (now, until) in sorted(pingce._FORMER.items()):  # noqa: SLF001 (it is told nowhere else)
        yield f"{name} = {now}, until {until}"


def _members(cls: type) -> Iterator[str]:
    """Fields, properties and methods; a private name promises nothing."""
    [node] = ast.parse(inspect.getsource(cls)).body
    assert isinstance(node, ast.ClassDef)
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield f"{statement.target.id}: {ast.unparse(statement.annotation)}"
    for name, member in sorted(vars(cls).items()):
        if name.startswith("_"):
            continue
        if isinstance(member, property) and inspect.isfunction(member.fget):
            yield f"{name}{_signature(member.fget).removeprefix('(self)')}"
        elif inspect.isfunction(member):
            yield f"{name}{_signature(member)}"


def _signature(function: FunctionType) -> str:
    """As it is written, with the names of types that people read in the documentation."""
    [node] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    assert node.returns is not None
    return f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"


def main(arguments: list[str]) -> int:
    """Write the file, or with ``--check`` say whether it is up to date."""
    if arguments == ["--check"]:
        if FILE.read_text(encoding="utf-8") == surface():
            return 0
        sys.stderr.write(f"{FILE} is old: make fix\n")
        return 1
    FILE.write_text(surface(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
