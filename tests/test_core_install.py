"""pingce with its core dependencies and nothing else: what works, what is left out and how it is said, how large it is.

The environment is a new one with links to the packages that pingce itself asks for, and to theirs; nothing else of ours
is lent.
"""

import os
import re
import subprocess
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.server.crowd import health
from tests.waiting import PATIENCE, free_port, wait_until

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MEGABYTE = 1_000_000
MOST = 200 * MEGABYTE
EXTRAS_ONLY = ("scikit-learn", "scipy", "python-crfsuite", "torch", "ray", "onnxruntime", "pandas", "datasets")


def core_packages() -> dict[str, metadata.Distribution]:
    """What ``pip install pingce`` brings, by name."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [(Requirement(text), "") for text in PROJECT["dependencies"]]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        new = name not in found
        found.setdefault(name, metadata.distribution(name))
        for text in found[name].requires or () if new or requirement.extras else ():
            waiting += [(Requirement(text), wanted) for wanted in (requirement.extras or [""])]
    return found


CORE = core_packages()


def size(distribution: metadata.Distribution) -> int:
    paths = [Path(str(distribution.locate_file(file))) for file in distribution.files or ()]
    return sum(path.stat().st_size for path in paths if path.is_file() and path.suffix != ".pyc")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the core packages only."""
    folder = tmp_path_factory.mktemp("core") / "env"
    venv.create(folder, with_pip=False)
    [site] = folder.glob("lib/python*/site-packages")
    for distribution in CORE.values():
        for top in {file.parts[0] for file in distribution.files or () if file.parts[0] not in ("..", "__pycache__")}:
            source = Path(str(distribution.locate_file(top)))
            if source.exists() and not (site / top).exists():
                (site / top).symlink_to(source)
    (site / "pingce.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    return folder / "bin/python"


def run(core: Path, *arguments: str, cwd: Path, code: int = 0) -> str:
    environment = {"PATH": str(core.parent), "HOME": str(cwd), "LANG": os.environ.get("LANG", "C.UTF-8")}
    done = subprocess.run(
        [str(core), "-m", "pingce.cli.main", *arguments],
        cwd=cwd,
        env={**environment, "PINGCE_LANG": "en"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert done.returncode == code, f"{arguments}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_the_environment_has_nothing_of_the_extras(core: Path) -> None:
    assert [name for name in EXTRAS_ONLY if name in CORE] == []
    modules = ("scipy", "sklearn", "pycrfsuite", "torch", "pytest")
    probe = f"import importlib.util as u; print([m for m in {modules} if u.find_spec(m)])"
    assert subprocess.check_output([str(core), "-c", probe], encoding="utf-8").strip() == "[]"


def test_the_core_is_at_most_200_megabytes() -> None:
    own = sum(path.stat().st_size for path in (ROOT / "src").rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert sum(size(distribution) for distribution in CORE.values()) + own < MOST


def test_files_are_checked_converted_scored_compared_and_ranked(core: Path, tmp_path: Path) -> None:
    examples = ROOT / "examples"
    gold = str(examples / "space2022/task1_dev.jsonl")
    first, second = (str(examples / f"space2022/pred-{name}-task1.jsonl") for name in "ab")
    run(core, "check", "space2022/task1", first, "--questions", gold, cwd=tmp_path)
    assert "accuracy" in run(core, "score", "space2022/task1", first, "--gold", gold, cwd=tmp_path)
    assert "McNemar" in run(core, "score", "compare", "space2022/task1", first, second, "--gold", gold, cwd=tmp_path)
    run(core, "convert", "space2022/task1", gold, "gold.json", cwd=tmp_path)
    table = str(examples / "leaderboard/space2022.csv")
    run(core, "leaderboard", "rank", table, "--edition", "space2022", cwd=tmp_path)


def test_what_needs_an_extra_says_which(core: Path, tmp_path: Path) -> None:
    train = str(ROOT / "examples/space2022/task1_train.jsonl")
    for system, extra in {"linear": "systems", "encoder": "torch"}.items():
        arguments = ["systems", "train", "space2022/task1", "--system", system, "--train", train, "--out", "model"]
        told = run(core, *arguments, cwd=tmp_path, code=1)
        assert f"pip install 'pingce[{extra}]'" in told
    spans = str(ROOT / "examples/space2022/task2_train.jsonl")
    arguments = ["systems", "train", "space2022/task2", "--system", "span-crf", "--train", spans, "--out", "model"]
    assert "pycrfsuite" in run(core, *arguments, cwd=tmp_path, code=1)
    assert not (tmp_path / "model").exists()
    assert "pip install 'pingce[systems]'" in run(
        core, "quality", "bias", f"space2022/task1:train={train}", cwd=tmp_path
    )


def test_the_tour_is_told_and_says_what_it_leaves_out(core: Path, tmp_path: Path) -> None:
    told = run(core, "tour", "--out", "tour", cwd=tmp_path)
    left_out = re.findall(r"This step needs .*: pip install 'pingce\[systems\]'\.", told)
    assert left_out
    assert (tmp_path / "tour/report.html").is_file()
    assert (tmp_path / "tour/models/majority").is_dir()
    assert not (tmp_path / "tour/models/linear").exists()
    assert "This step needs" in (tmp_path / "tour/report.html").read_text(encoding="utf-8") or "这一步需要" in (
        tmp_path / "tour/report.html"
    ).read_text(encoding="utf-8")


def test_the_demo_is_served(core: Path, tmp_path: Path) -> None:
    port = free_port()
    environment = {"PATH": str(core.parent), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    command = [str(core), "-m", "pingce.cli.main", "serve", "--demo", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)

    def answers() -> bool:
        assert server.poll() is None, (tmp_path / "log").read_text(encoding="utf-8")
        try:
            return bool(health(port))
        except OSError:
            return False

    try:
        wait_until(answers, said=lambda: (tmp_path / "log").read_text(encoding="utf-8"))
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
