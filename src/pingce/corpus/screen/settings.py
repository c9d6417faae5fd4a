"""Weights and thresholds, from the file that comes with the program, a file of the user, and the command line."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pingce.formats.settings import all_problems, converted
from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Amount = Annotated[float, msgspec.Meta(ge=0)]
Length = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a spatial word of each class adds to a passage."""

    f: Amount
    s: Amount
    dv: Amount
    p: Amount
    d: Amount


class Spatial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of it a passage needs, in all and per character."""

    min_weight: Amount
    min_density: Amount


class PassageSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Characters of a passage."""

    shortest: Length
    target: Length
    longest: Length


class Duplicates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which likeness on two passages count as the same."""

    similarity: Annotated[float, msgspec.Meta(ge=0.3, le=1)]


class Modern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of what is no modern Chinese prose: shares of foreign letters, code, tables, classical words, verse."""

    foreign: Share
    code: Share
    table: Share
    modern: Amount
    classical: Amount
    verse: Share


class ScreenSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that screening asks, one section each."""

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
    settings, problems = converted(ScreenSettings, raw)
    if settings is None:
        raise UserError(
            all_problems(Words(f"{path or '设置'}", f"{path or 'Settings'}"), problems), code="bad-settings"
        )
    lengths = settings.passage
    if not lengths.shortest <= lengths.target <= lengths.longest:
        given = f"shortest {lengths.shortest}, target {lengths.target}, longest {lengths.longest}"
        raise UserError(
            Words(
                f"实际 {given}；应为 shortest ≤ target ≤ longest。",
                f"Found {given}; expected shortest ≤ target ≤ longest.",
            ),
            code="bad-settings",
        )
    return settings


def _lay_over(raw: dict[str, Any], over: Mapping[str, Any], where: str) -> None:
    for section, values in over.items():
        if section not in raw or not isinstance(values, Mapping):
            sections = ", ".join(raw)
            message = Words(
                f"{where}：实际 {section}；应为 {sections} 之一。",
                f"{where}: found '{section}'; expected sections {sections}.",
            )
            raise UserError(
                message,
                hint=Words("请参照程序自带的文件。", "Look at the file the program comes with."),
                code="bad-settings",
            )
        raw[section].update(values)
