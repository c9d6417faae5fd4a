"""Arguments of the public functions: of the kind that their annotations name, all wrong ones told in one error."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import signature
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeGuard, TypeVar, Union, get_args, get_origin

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words, same

from .sources import HasRecords, is_source

Function = TypeVar("Function", bound=Callable[..., Any])

NUMBERS: Mapping[object, type] = {int: Integral, float: Real}
"""Those of numpy among them."""
KINDS: Mapping[object, Words] = {
    str: Words("文字", "a text"),
    Path: Words("路径", "a path"),
    int: Words("整数", "an integer"),
    float: Words("数", "a number"),
    bool: Words("True 或 False", "True or False"),
    TaskSpec: Words("任务", "a task"),
    NoneType: same("None"),
}
SOURCES = Words(
    "路径、打开的文件、字典的列表、pandas 或 polars 的表、datasets.Dataset",
    "a path, an open file, a list of dicts, a pandas or polars frame or a datasets.Dataset",
)
TASKS = Words('任务的编号，如 "space2022/task1"', "the id of a task, such as 'space2022/task1'")


class WrongArgument(NamedTuple):
    """An argument that is not what the function takes."""

    name: str
    found: str
    expected: Words

    def told(self) -> Words:
        zh = f"{self.name}：实际 {self.found}；应为{self.expected.zh}。"
        return Words(zh, f"{self.name}: found {self.found}; expected {self.expected.en}.")


def checked(function: Function) -> Function:
    """The function with a look at its arguments first."""
    form = signature(function)
    kinds = {
        name: parameter.annotation
        for name, parameter in form.parameters.items()
        if parameter.annotation is not parameter.empty and not isinstance(parameter.annotation, str)
    }

    @wraps(function)
    def check_and_call(*args: object, **named: object) -> object:
        try:
            given = form.bind(*args, **named).arguments
        except TypeError:
            return function(*args, **named)  # says by itself what is missing or too much
        wrong = [
            problem.told()
            for name, value in given.items()
            if name in kinds
            for problem in _wrong(name, value, kinds[name])
        ]
        if wrong:
            words = Words("\n".join(told.zh for told in wrong), "\n".join(told.en for told in wrong))
            raise UserError(words, code="wrong-arguments")
        return function(*args, **named)

    return check_and_call  # type: ignore[return-value]  # it takes and gives what the function does


def _wrong(name: str, value: object, kind: Any) -> Iterator[WrongArgument]:  # noqa: ANN401 (whatever stands there)
    """What is wrong with an argument; in a dict or list with each of its members."""
    members = get_args(kind)
    if get_origin(kind) is Mapping and isinstance(value, Mapping):
        for key, member in value.items():
            yield from _wrong(f"{name} {key!r}"[:80], key, members[0])
            yield from _wrong(f"{name}[{key!r}]"[:80], member, members[1])
    elif get_origin(kind) is Sequence and _is_list(value):
        for i, member in enumerate(value):
            yield from _wrong(f"{name}[{i}]", member, members[0])
    elif not _fits(value, kind):
        shows_value = any(get_origin(allowed) in (Literal, tuple) for allowed in (kind, *members))
        shown = repr(value)[:80] if shows_value else type(value).__name__
        yield WrongArgument(name, shown, _expected(kind))


def _fits(value: object, kind: Any) -> bool:  # noqa: ANN401
    members = get_args(kind)
    match get_origin(kind):
        case None:
            return kind is object or isinstance(value, NUMBERS.get(kind, kind))
        case origin if origin is Literal:
            return isinstance(value, str) and value in members
        case origin if origin is tuple:
            return _is_list(value) and len(value) == len(members) and all(map(_fits, value, members))
        case origin if origin in (Union, UnionType):
            if HasRecords in members:
                return (value is None and NoneType in members) or is_source(value)
            return any(not [*_wrong("", value, member)] for member in members)
        case _:
            return False  # dicts and lists of the right kind were looked at before


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _expected(kind: Any) -> Words:  # noqa: ANN401
    members = get_args(kind)
    match get_origin(kind):
        case None:
            return KINDS.get(kind) or same(kind.__name__)
        case origin if origin is Literal:
            return _either([same(repr(member)) for member in members])
        case origin if origin is tuple:
            words = _expected(members[0])
            return Words(f"列表，{len(members)} 个{words.zh}", f"a list of {len(members)}, each {words.en}")
        case origin if origin is Mapping:
            words = _expected(members[1])
            return Words(f"字典，值为{words.zh}", f"a dict by name, of {words.en}")
        case origin if origin is Sequence:
            words = _expected(members[0])
            return Words(f"列表，每个为{words.zh}", f"a list, each {words.en}")
        case _:
            if HasRecords in members:
                return SOURCES
            if TaskSpec in members:
                return TASKS
            return _either([_expected(member) for member in members if member is not NoneType])


def _either(kinds: Sequence[Words]) -> Words:
    return Words(" 或 ".join(kind.zh for kind in kinds), " or ".join(kind.en for kind in kinds))
