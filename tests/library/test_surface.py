"""What ``import pingce`` promises: its names, nothing heavy at import, and no name that a subpackage could hide."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pingce
from pingce import library
from pingce.library import surface

HEAVY = ("numpy", "scipy", "sqlalchemy", "fastapi", "sklearn", "pandas", "torch", "jinja2", "orjson")
MODULES = [f"pingce.library.{found.name}" for found in pkgutil.iter_modules(library.__path__)]


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, pingce; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint(HEAVY)
    assert {name for name in loaded if name.startswith("pingce")} == {"pingce"}


def test_the_surface_is_what_the_file_says(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert surface.main(["--check"]) == 0
    monkeypatch.setattr(surface, "surface", lambda: "score()\n")
    assert surface.main(["--check"]) == 1
    assert "make fix" in capsys.readouterr().err


def test_the_surface_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surface, "FILE", tmp_path / "python.txt")
    assert surface.main([]) == 0
    assert (tmp_path / "python.txt").read_text(encoding="utf-8") == surface.surface()


def test_type_checkers_see_what_runs() -> None:
    stub = (Path(pingce.__file__).with_suffix(".pyi")).read_text(encoding="utf-8")
    typed = {line.split(" as ")[-1].rstrip(",") for line in stub.replace("(", " ").splitlines() if " as " in line}
    names = {
        piece.split(" as ")[-1].strip(" ,)")
        for line in stub.splitlines()
        for piece in line.split(",")
        if " as " in piece
    }
    assert names | typed == {*pingce.__all__} - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        getattr(pingce, "scores")  # noqa: B009 (mypy knows that it is not there)
    assert {"score", "__version__"} <= {*dir(pingce)}


def test_no_public_name_is_hidden_by_a_module() -> None:
    """After every module was imported, all names are still what they were, and can be called twice."""
    names = [name for name in pingce.__all__ if name != "__version__"]
    before = {name: getattr(pingce, name) for name in names}
    for module in pkgutil.walk_packages(pingce.__path__, "pingce."):
        if ".migrations." not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert {name: getattr(pingce, name) for name in names} == before
    assert not any(isinstance(value, ModuleType) for value in before.values())
    for _ in range(2):
        assert pingce.tag("猫在桌子上。")[3].spatial_class == "f"
        assert pingce.task("space2022/task1").id in pingce.list_tasks()
        assert len(pingce.replace("猫在桌子上。")) > 3


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_every_public_function_has_an_example() -> None:
    functions = {name for name in pingce.__all__ if name.islower() and name != "__version__"}
    assert [name for name in sorted(functions) if ">>>" not in (getattr(pingce, name).__doc__ or "")] == []
