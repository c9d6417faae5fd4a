"""Two installs are alike: every version is written down with its hashes, fits pyproject.toml and names no registry."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
CONFIG: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PACKAGES: dict[str, Any] = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
LOCKS = ("build", "dev", "server")
APART = ("harness",)
"""Extras that are tested in environments of their own (tests/harness/test_installed.py)."""


class Pin(NamedTuple):
    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        [one] = self.requirement.specifier
        assert one.operator == "=="
        return one.version


def text(lock: str) -> str:
    return (ROOT / f"requirements/{lock}.txt").read_text(encoding="utf-8")


def pins(lock: str) -> list[Pin]:
    lines = re.sub(r" \\\n\s*", " ", re.sub(r"^\s*#.*\n", "", text(lock), flags=re.MULTILINE)).splitlines()
    parts = (re.split(r" --hash=", line) for line in lines if line)
    return [Pin(Requirement(requirement), frozenset(hashes)) for requirement, *hashes in parts]


def group(name: str) -> Iterator[str]:
    for one in CONFIG["dependency-groups"][name]:
        if isinstance(one, str):
            yield one
        else:
            yield from group(one["include-group"])


def wanted(lock: str) -> list[str]:
    project = CONFIG["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    match lock:
        case "build":
            return list(group("build"))
        case "server":
            return [*project["dependencies"], *extras["postgres"], *extras["systems"]]
        case _:
            beside = [one for extra, needs in extras.items() if extra not in APART for one in needs]
            return [*project["dependencies"], *group("dev"), *beside]


def unmet(requirements: Iterable[str], pinned: list[Pin]) -> list[str]:
    """Those without a pin, or with one that they do not allow."""
    return [
        text
        for text in requirements
        if not (found := [pin.version for pin in pinned if pin.name == canonicalize_name(Requirement(text).name)])
        or not all(Requirement(text).specifier.contains(version) for version in found)
    ]


TORCH = [Pin(Requirement(line), frozenset()) for line in CONSTRAINTS.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("lock", LOCKS)
def test_what_pyproject_asks_for_is_in_the_lock_or_make_lock_was_forgotten(lock: str) -> None:
    assert unmet(wanted(lock), pins(lock) + TORCH) == []
    assert unmet(["absent>=1", "pip>=999"], pins("build")) == ["absent>=1", "pip>=999"]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_has_a_version_and_hashes_and_none_names_a_registry(lock: str) -> None:
    assert all(pin.version for pin in pins(lock))
    assert [pin.name for pin in pins(lock) if not pin.hashes] == []
    assert [one for pin in pins(lock) for one in pin.hashes if not re.fullmatch(r"sha256:[0-9a-f]{64}", one)] == []
    assert "://" not in text(lock)
    assert re.findall(r"^-.*", text(lock), re.MULTILINE) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_pytorch_stays_apart_and_nothing_is_for_cuda(lock: str) -> None:
    assert [pin.name for pin in TORCH] == ["torch"]
    assert [pin.name for pin in pins(lock) if re.match(r"nvidia|cuda|triton|torch$", pin.name)] == []


@pytest.mark.parametrize("lock", ["build", "server"])
def test_image_and_build_take_the_versions_of_development(lock: str) -> None:
    develop = {(pin.name, pin.version): pin.hashes for pin in pins("dev")}
    assert [pin.name for pin in pins(lock) if develop.get((pin.name, pin.version)) != pin.hashes] == []


def test_these_tests_run_with_what_the_lock_says() -> None:
    here = [pin for pin in pins("dev") if pin.requirement.marker is None or pin.requirement.marker.evaluate()]
    assert [pin.name for pin in here if metadata.version(pin.name) != pin.version] == []
    assert metadata.version("torch").split("+")[0] == TORCH[0].version


def test_the_lock_of_the_pages_has_all_platforms_and_hashes_and_names_no_registry() -> None:
    locked = {name: one for name, one in PACKAGES.items() if name}
    assert [name for name, one in locked.items() if "integrity" not in one or "resolved" in one] == []
    there = {name.rpartition("node_modules/")[2] for name in locked}
    assert {name for one in PACKAGES.values() for name in one.get("optionalDependencies", {})} <= there
    for place in ("Makefile", "Dockerfile"):
        assert re.findall(r"npm (?:ci|i|install)\b", (ROOT / place).read_text(encoding="utf-8")) == ["npm ci"]
