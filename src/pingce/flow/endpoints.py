"""Endpoints of language models that a benchmark may name: what they are, only the administrator says.

A benchmark's folder is foreign data, so it says no address and no key. It says the name of an endpoint, and the file
that ``PINGCE_ENDPOINTS`` names says what that is: a table per name. Keys stand in no file: ``key_env`` is the variable
of the server's environment that has one.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pingce.formats.settings import Settings, read_settings
from pingce.spec.errors import UserError
from pingce.spec.words import Words

ENDPOINTS_VARIABLE = "PINGCE_ENDPOINTS"
TEXTS = ("base_url", "model", "key_env", "api", "thinking", "cache")
WHOLE = ("workers", "retries", "max_tokens")
NUMBERS = ("price_in", "price_out", "timeout")


@dataclass(frozen=True)
class NamedEndpoint:
    """What systems are given that ask it, by the names of their settings."""

    name: str
    settings: Mapping[str, str | float]

    def changes(self, kind: type[Any]) -> tuple[str, ...]:
        """For a system with settings of that kind; what it does not have is for others."""
        names = {field.name for field in fields(kind)}
        return tuple(f"{name}={value}" for name, value in self.settings.items() if name in names)

    def price(self, name: str) -> float:
        """Of a million tokens, ``price_in`` or ``price_out``; 0 where the administrator said nothing."""
        return float(self.settings.get(name, 0))

    def run_time_changes(self) -> tuple[str, ...]:
        """Only what no model folder keeps: where it is, which key it gets, how it is asked."""
        from pingce.systems.settings import EndpointSettings, run_time_names

        names = run_time_names(EndpointSettings)
        return tuple(f"{name}={value}" for name, value in self.settings.items() if name in names)


def endpoints() -> Mapping[str, NamedEndpoint]:
    """All that the administrator configured; none where nothing was said."""
    path = os.environ.get(ENDPOINTS_VARIABLE)
    if not path:
        return {}
    settings = read_settings(Path(path))
    settings.only(*settings.values)
    endpoints = {name: NamedEndpoint(name, dict(_values(settings.table(name)))) for name in settings.values}
    settings.finish()
    return endpoints


def _values(table: Settings) -> Iterator[tuple[str, str | float]]:
    table.only(*TEXTS, *WHOLE, *NUMBERS)
    table.string("base_url")
    table.string("model")
    for name, value in table.values.items():
        match value:
            case str() if name in TEXTS:
                yield name, value
            case int() | float() if name in (*WHOLE, *NUMBERS) and value is not True and value >= 0:
                yield name, value
            case _ if name in TEXTS[2:]:
                table.note(name, value, Words("字符串", "a string"))
            case _ if name in (*WHOLE, *NUMBERS):
                table.note(name, value, Words("不小于 0 的数", "0 or more"))


def find_endpoint(name: str) -> NamedEndpoint:
    """One that a stage names."""
    known = endpoints()
    if name not in known:
        names = list(known)
        raise UserError(
            Words(f"这里没有语言模型的接口“{name}”。", f"There is no endpoint of a language model '{name}' here."),
            hint=Words(
                f"有：{'、'.join(names)}。" if names else f"由管理员在 {ENDPOINTS_VARIABLE} 所指的文件里写明。",
                f"There are: {', '.join(names)}."
                if names
                else f"The administrator names them in the file {ENDPOINTS_VARIABLE} points at.",
            ),
            code="no-endpoint",
        )
    return known[name]
