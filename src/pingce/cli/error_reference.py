"""Every code a refusal can carry, found in the code itself: for the reference."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pingce
from pingce.spec.words import Words

GAP = "…"
"""Stands for what is filled in."""


class Refusal(NamedTuple):
    """A code, the HTTP status it is answered with, and what it says at the first place that raises it."""

    code: str
    status: int
    said: Words


class Kind(NamedTuple):
    """A class of errors for people: its HTTP status, and its code where none is given."""

    status: int
    code: str | None


def refusals() -> list[Refusal]:
    """Of all modules, by code; what many modules refuse with stands in ``spec/errors.py`` and is said so."""
    from pingce.server.http.error_responses import PLAIN

    root = Path(pingce.__file__).parent
    files = dict.fromkeys([root / "spec" / "errors.py", *sorted(root.rglob("*.py"))])
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    kinds = _kinds(trees)
    constants = [node for tree in trees for node in tree.body if isinstance(node, ast.Assign)]
    by_code = {code: Refusal(code, status, words) for status, (code, words) in PLAIN.items()}
    for tree in trees:
        for refusal in _raised(tree, kinds, constants):
            if refusal.code not in by_code or not by_code[refusal.code].said.en:
                by_code[refusal.code] = refusal
    return [by_code[code] for code in sorted(by_code)]


def _kinds(trees: Iterable[ast.Module]) -> dict[str, Kind]:
    """By name; what says nothing else is answered with 422."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    kinds = {"UserError": Kind(422, None)}
    while True:
        below = {
            node.name: Kind(_status(node, kinds[base.id].status), _default_code(node))
            for node in classes
            for base in node.bases
            if isinstance(base, ast.Name) and base.id in kinds and node.name not in kinds
        }
        if not below:
            return kinds
        kinds |= below


def _status(node: ast.ClassDef, inherited: int) -> int:
    for line in node.body:
        target = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
        value = getattr(line, "value", None)
        if isinstance(target, ast.Name) and target.id == "status" and isinstance(value, ast.Constant):
            return int(str(value.value))
    return inherited


def _default_code(node: ast.ClassDef) -> str | None:
    """``def __init__(self, …, *, code: str = "not-found")``."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef):
            for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
                if argument.arg == "code" and isinstance(default, ast.Constant):
                    return str(default.value)
    return None


def _raised(tree: ast.Module, kinds: Mapping[str, Kind], constants: Sequence[ast.Assign]) -> Iterator[Refusal]:
    named = [*constants, *(node for node in ast.walk(tree) if isinstance(node, ast.Assign))]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in kinds:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and _name(call.func) == "__init__":
                    yield from _refusal(call, Kind(kinds[node.name].status, None), named)
        elif isinstance(node, ast.Call) and _name(node.func) in kinds:
            yield from _refusal(node, kinds[_name(node.func)], named)


def _refusal(call: ast.Call, kind: Kind, named: Sequence[ast.Assign]) -> Iterator[Refusal]:
    given = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
    code = str(given.value) if isinstance(given, ast.Constant) else kind.code if given is None else None
    if code is None or not call.args:
        return
    message = _words(call.args[0], named)
    if _name(call.func) == "NotFound":  # is given only what there is none of
        message = Words(f"没有{message.zh}。", f"There is no {message.en}.")
    yield Refusal(code, kind.status, message)


def _words(node: ast.expr, named: Sequence[ast.Assign]) -> Words:
    """``Words(…)`` as it is written, or as the variable was last set before; a constant may be of another module."""
    match node:
        case ast.IfExp():
            return _words(node.body, named)
        case ast.Name():
            set_to = [
                assignment
                for assignment in named
                if _name(assignment.targets[0]) == node.id and isinstance(assignment.value, ast.Call)
            ]
            before = [assignment for assignment in set_to if assignment.lineno <= node.lineno] or set_to
            return _words(before[-1].value, named) if before else Words("", "")
        case ast.Call(args=[zh, en]) if _name(node.func) == "Words":
            return Words(_text(zh), _text(en))
        case ast.Call(args=[what, _]) if _name(node.func) == "all_problems":
            words = _words(what, named)
            return Words(f"{words.zh}：{GAP}。", f"{words.en}: {GAP}.")
        case _:
            return Words("", "")


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant():
            return str(node.value)
        case ast.JoinedStr():
            return "".join(_text(value) if isinstance(value, ast.Constant) else GAP for value in node.values)
        case ast.BinOp():
            return _text(node.left) + _text(node.right)
        case _:
            return GAP


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
