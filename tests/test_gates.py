"""The checks that check: import rules cover every package and forbid what they should."""

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CONFIG: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULES = {
    "markdown-it-py": "markdown_it",
    "argon2-cffi": "argon2",
    "prometheus-client": "prometheus_client",
    "python-crfsuite": "pycrfsuite",
    "python-multipart": "python_multipart",
    "scikit-learn": "sklearn",
    "tomli-w": "tomli_w",
}
"""Modules whose name is not that of their distribution."""
SAME_NAME = {
    "Benchmark": "a benchmark's folder, and the same from Python with its database",
    "Item": "a question, and its row in the database",
}
"""Public class names of two packages, each with its reason; a service's value and its twin in the API aside."""
CONTRACTS: list[dict[str, Any]] = CONFIG["tool"]["importlinter"]["contracts"]


def _packages() -> set[str]:
    return {f"pingce.{path.parent.name}" for path in (ROOT / "src" / "pingce").glob("*/__init__.py")}


def test_every_package_has_its_layer() -> None:
    (layers,) = [contract["layers"] for contract in CONTRACTS if contract["name"] == "Imports point one way"]
    flat = [name.strip() for layer in layers for name in layer.replace("|", ":").split(":")]
    assert set(flat) == _packages()
    order = [flat.index(f"pingce.{name}") for name in ("cli", "evaluation", "formats", "tasks", "scoring", "spec")]
    assert order == sorted(order)


def test_the_vocabulary_may_import_none_of_our_dependencies() -> None:
    (contract,) = [c for c in CONTRACTS if c["type"] == "forbidden" and c["source_modules"] == ["pingce.spec"]]
    project = CONFIG["project"]
    requirements = [*project["dependencies"], *project["optional-dependencies"]["systems"]]
    needed = {requirement.split(">")[0].strip() for requirement in requirements}
    assert set(contract["forbidden_modules"]) == {MODULES.get(name, name) for name in needed}


def test_warnings_and_unnamed_encodings_fail_the_tests() -> None:
    assert CONFIG["tool"]["pytest"]["ini_options"]["filterwarnings"][:2] == ["error", "error::EncodingWarning"]
    assert CONFIG["tool"]["mypy"]["strict"] is True


def test_code_of_a_model_is_never_run() -> None:
    """transformers asks on a terminal whether it may, unless every call says no."""
    calls, unsaid = 0, []
    for path in (*(ROOT / "src" / "pingce" / "systems").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("from_pretrained", "from_config"):
                calls += 1
                said = {one.arg: ast.unparse(one.value) for one in node.keywords}
                if said.get("trust_remote_code") != "False":
                    unsaid.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert (calls > 0, unsaid) == (True, [])


def _class_homes() -> dict[str, set[str]]:
    """Where public classes are, by name; `server/schemas` says the API's words for what services give."""
    homes = defaultdict(set)
    source = ROOT / "src" / "pingce"
    for path in source.rglob("*.py"):
        if path.parent == source / "server" / "schemas":
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(path.relative_to(source).parts[0])
    return homes


def test_a_class_name_stands_in_one_package() -> None:
    repeated = {name: packages for name, packages in _class_homes().items() if len(packages) > 1}
    assert {name: packages for name, packages in repeated.items() if name not in SAME_NAME} == {}


def test_tasks_are_named_only_where_the_architecture_says() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition("## 一个任务，一个地方\n")[2].partition("\n不是内置的任务")[0]
    listed = [place for place in re.findall(r"`([a-z_]+/[a-z_/.]*)`", section) if not place.startswith("tests/")]
    told = [*listed, "tasks/", "demo/", "cli/", "library/", "__init__.py"]
    source = ROOT / "src" / "pingce"
    naming = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if re.search(r"\"(space20\d\d|score2026|wsd)(/[a-z0-9-]+)?\"", path.read_text(encoding="utf-8"))
    }
    assert sorted(name for name in naming if not any(name.startswith(place) for place in told)) == []
    assert [place for place in told if not any(name.startswith(place) for name in naming)] == []


def test_what_the_architecture_names_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z_/]+\.py):(\w+)`", text)
    assert len(named) >= 30
    for file, name in named:
        tree = ast.parse((ROOT / "src" / "pingce" / file).read_text(encoding="utf-8"))
        assert name in {getattr(node, "name", "") for node in tree.body}, f"{file} has no {name}"


def test_the_layout_names_modules_that_are_in_their_packages() -> None:
    layout = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## 四种值")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", layout, re.MULTILINE)
    source = ROOT / "src" / "pingce"
    assert {package for package, _ in rows} == {path.parent.name for path in source.glob("*/__init__.py")}
    missing = [
        f"{package}/{name}"
        for package, says in rows
        for name in re.findall(r"`([a-z0-9_/]+\.py)`", says)
        if not name.startswith("src/") and not any((source / package).rglob(name))
    ]
    assert missing == []


BEGUN_OTHERWISE = {
    "train_network": "the system's own `train` calls it, which the catalogue names",
    "ScoringThread": "a thread of the server, which sees in the database what is to be scored",
}
"""Steps of walks that no module of an earlier step names, each with its reason."""


def _names_used(tree: ast.Module) -> set[str]:
    return {
        name
        for node in ast.walk(tree)
        for name in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))
        if isinstance(name, str)
    }


def test_the_walks_name_functions_in_the_order_they_are_called() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    walks = re.split(r"\n\d\. ", text.partition("## 五条路\n")[2].partition("\n## ")[0])[1:]
    assert len(walks) == 5
    for walk in walks:
        steps = re.findall(r"`([a-z_/]+\.py):(\w+)`", walk)
        assert len(steps) >= 5
        named_before: set[str] = set()
        for position, (file, name) in enumerate(steps):
            tree = ast.parse((ROOT / "src" / "pingce" / file).read_text(encoding="utf-8"))
            if position and name not in BEGUN_OTHERWISE:
                assert name in named_before, f"no earlier step of the walk names {file}:{name}"
            named_before |= _names_used(tree)
