"""Weights and thresholds, from the file that comes with the program, a file of the user, and the command line."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Amount = Annotated[float, msgspec.Meta(ge=0)]
Length = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    f: Amount
    s: Amount
    dv: Amount
    p: Amount
    d: Amount


class Spatial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    min_weight: Amount
    min_density: Amount


class PassageSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shortest: Length
    target: Length
    longest: Length


class Duplicates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    similarity: Annotated[float, msgspec.Meta(ge=0.3, le=1)]


class Modern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    foreign: Share
    code: Share
    table: Share
    modern: Amount
    classical: Amount
    verse: Share


class ScreenSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weights: Weights
    spatial: Spatial
    passage: PassageSettings
    duplicates: Duplicates
    modern: Modern


def load_settings(path: Path | None = None, **chosen: Mapping[str, float | int | None]) -> ScreenSettings:
    """``chosen`` has the values of the command line by section; None stands for not chosen."""
    raw = tomllib.loads((files(__package__) / "screen.toml").read_text(encoding="utf-8"))
    if path is not None:
        _lay_over(raw, read_toml(path), str(path))
    _lay_over(raw, {name: {k: v for k, v in values.items() if v is not None} for name, values in chosen.items()}, "")
    try:
        settings = msgspec.convert(raw, ScreenSettings)
    except msgspec.ValidationError as problem:
        raise UserError(
            Words(f"{path or '设置'}：{problem}。", f"{path or 'Settings'}: {problem}."), code="bad-settings"
        ) from problem
    lengths = settings.passage
    if not lengths.shortest <= lengths.target <= lengths.longest:
        found = f"shortest {lengths.shortest}, target {lengths.target}, longest {lengths.longest}"
        raise UserError(
            Words(
                f"实际 {found}；应为 shortest ≤ target ≤ longest。",
                f"Found {found}; expected shortest ≤ target ≤ longest.",
            ),
            code="bad-settings",
        )
    return settings


def _lay_over(raw: dict[str, Any], over: Mapping[str, Any], where: str) -> None:
    for section, values in over.items():
        if section not in raw or not isinstance(values, Mapping):
            known = ", ".join(raw)
            message = Words(
                f"{where}：实际 {section}；应为 {known} 之一。",
                f"{where}: found '{section}'; expected sections {known}.",
            )
            raise UserError(
                message,
                hint=Words("请参照程序自带的文件。", "Look at the file the program comes with."),
                code="bad-settings",
            )
        raw[section].update(values)
