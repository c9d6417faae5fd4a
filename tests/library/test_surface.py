"""What ``import pingce`` promises: its names, nothing heavy at import, and no name that a subpackage could hide."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import pingce
from pingce import library
from pingce.library import surface

HEAVY = ("numpy", "scipy", "sqlalchemy", "fastapi", "sklearn", "pandas", "torch", "jinja2", "orjson")
MODULES = [f"pingce.library.{found.name}" for found in pkgutil.iter_modules(library.__path__)]

TASK = "space2022/task1"
TEXTS = ("小王从桌子上拿起一本旧书。", "船在天亮之前开出了港口。", "孩子们跑进了院子里。")
ROWS = [{"qid": str(i), "context": text, "judge": i % 2} for i, text in enumerate(TEXTS)]
ANSWERS = [{"qid": str(i), "judge": 1} for i in range(len(TEXTS))]
AGREED = [
    {"task": TASK, "item": str(i), "annotator": who, "answer": {"judge": i % 2}}
    for i in range(4)
    for who in ("li", "wang")
]
SCENE = "小春、小夏、小秋、小冬四位学生围成一个圆圈，四人都面朝内正对圆心而坐。已知：小秋在小冬对面。"


def _says_language() -> bool:
    """Chinese words after ``set_language("zh")``, English ones after ``"en"``, which is what the other tests expect."""
    said = []
    for language in ("zh", "en"):
        pingce.set_language(language)
        with pytest.raises(pingce.UserError) as caught:
            pingce.task("space1999/task1")
        said.append(str(caught.value))
    return not said[0].isascii() and said[0] != said[1]


def _trained(folder: Path) -> Path:
    """A model of three sentences, trained once in a folder."""
    model = folder / "model"
    if not model.exists():
        pingce.train(TASK, "majority", ROWS, out=model)
    return model


CALLS: dict[str, Callable[[Path], bool]] = {
    "agreement": lambda _: pingce.agreement(AGREED, task=TASK).likeness.value == 1,
    "check": lambda _: pingce.check(TASK, ROWS).ok,
    "client": lambda _: isinstance(pingce.client("https://example.org", "a token"), pingce.Client),
    "compare": lambda _: len(pingce.compare(TASK, {"a": ANSWERS, "b": ROWS}, ROWS).pairs) == 1,
    "example": lambda _: pingce.example("space2022/task1_dev.jsonl").is_file(),
    "generate": lambda _: len(pingce.generate(2, seed=7)) == 2,
    "leaks": lambda _: len(pingce.leaks(TASK, {"train": ROWS, "test": ROWS[:1]}).findings) > 0,
    "list_tasks": lambda _: TASK in pingce.list_tasks(),
    "load": lambda folder: pingce.load(_trained(folder)).task.id == TASK,
    "predict": lambda folder: len(pingce.predict(_trained(folder), ROWS)) == len(ROWS),
    "prove": lambda _: pingce.prove(SCENE, "()与小冬相邻。", {"A": "小春", "B": "小秋"}).answer == frozenset("A"),
    "read": lambda _: len(pingce.read(TASK, ROWS)) == len(ROWS),
    "replace": lambda _: len(pingce.replace("猫在桌子上。")) > 3,
    "score": lambda _: pingce.score(TASK, ANSWERS, ROWS).value == pytest.approx(1 / 3),
    "set_language": lambda _: _says_language(),
    "split": lambda _: sum(len(part) for part in pingce.split(TASK, ROWS, ratio=(1, 1, 1))) == len(ROWS),
    "tag": lambda _: pingce.tag("猫在桌子上。")[3].spatial_class == "f",
    "task": lambda _: pingce.task(TASK).id == TASK,
    "train": lambda folder: pingce.train(TASK, "majority", ROWS, out=folder / "trained").task.id == TASK,
}
"""A small call of every public function, true when what comes back is right."""


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


def test_a_former_name_works_warns_and_is_part_of_the_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pingce._FORMER, "evaluate", ("score", "0.3"))
    with pytest.warns(DeprecationWarning, match="pingce.evaluate .* pingce.score; 0.3") as warned:
        assert getattr(pingce, "evaluate") is pingce.score  # noqa: B009 (mypy knows that it is not there)
    assert warned[0].filename == __file__
    assert "evaluate = score, until 0.3\n" in surface.surface()


def test_former_names_go_with_the_version_that_was_told() -> None:
    def numbers(version: str) -> list[int]:
        return [int(number) for number in version.split(".")]

    late = [name for name, (_, until) in pingce._FORMER.items() if numbers(until) <= numbers(pingce.__version__)]
    assert late == []
    assert {now for now, _ in pingce._FORMER.values()} <= {*pingce.__all__}


def test_no_public_name_is_hidden_by_a_module(tmp_path: Path) -> None:
    """After every module was imported, all names are still what they were, and each function can be called twice."""
    names = [name for name in pingce.__all__ if name != "__version__"]
    before = {name: getattr(pingce, name) for name in names}
    for module in pkgutil.walk_packages(pingce.__path__, "pingce."):
        if ".migrations." not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert {name: getattr(pingce, name) for name in names} == before
    assert not any(isinstance(value, ModuleType) for value in before.values())
    assert set(CALLS) == {name for name in names if inspect.isfunction(before[name])}
    for time in ("first", "second"):
        folder = tmp_path / time
        folder.mkdir()
        wrong = [name for name, call in CALLS.items() if not call(folder)]
        assert wrong == [], f"{time} time"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_every_public_function_has_an_example() -> None:
    functions = {name for name in pingce.__all__ if name.islower() and name != "__version__"}
    assert [name for name in sorted(functions) if ">>>" not in (getattr(pingce, name).__doc__ or "")] == []
