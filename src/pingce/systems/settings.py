"""A system's settings from defaults, a TOML file and single values, in this order."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import msgspec

from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words


def make_settings(kind: type[Any], *, file: Path | None = None, changes: Sequence[str] = ()) -> Any:  # noqa: ANN401
    """Settings of dataclass ``kind``; every mistake says which name, what was found and what was expected."""
    values: dict[str, Any] = {}
    if file is not None:
        values |= read_toml(file)
    for change in changes:
        name, sign, value = change.partition("=")
        if not sign:
            raise _bad(Words(f"“{change}” 应写作 名称=值", f"found '{change}'; expected NAME=VALUE"), kind)
        values[name.strip()] = value.strip()
    known = {one.name for one in fields(kind)}
    unknown = sorted(set(values) - known)
    if unknown:
        raise _bad(Words(f"没有 {'、'.join(unknown)}", f"there is no {', '.join(unknown)}"), kind)
    try:
        # Not strict: values of the command line are texts.
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise _bad(Words(str(problem), str(problem)), kind) from problem


def as_table(settings: Any) -> dict[str, Any]:  # noqa: ANN401
    """For TOML, which has no null."""
    return {name: value for name, value in asdict(settings).items() if value is not None}


def _bad(what: Words, kind: type[Any]) -> UserError:
    names = ", ".join(f"{one.name}={one.default}" for one in fields(kind)) or "–"
    return UserError(
        Words(f"设置有误：{what.zh}。", f"The settings are wrong: {what.en}."),
        hint=Words(f"可设：{names}。", f"There are: {names}."),
        code="bad-settings",
    )
