"""Whoever follows CONTRIBUTING.md has a whole new task: one file, one line, one golden folder, nothing else.

The three are taken from the page itself and put into a package whose other files are links to the real ones.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems.llm.endpoint import Say, Script, Server, in_turn

ROOT = Path(__file__).parents[1]
TASK = "demo/sequence"
SECTION = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## 加一个任务\n")[2].partition("\n## ")[0]
FILE, LINE, CASE, ORIGIN = (body for _, body in re.findall(r"^```(\w+)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL))
GOLD = json.loads(CASE)["gold"]


def link_all(source: Path, target: Path, *, but: tuple[str, ...] = ()) -> Path:
    """A folder of links to everything in another one."""
    target.mkdir(parents=True)
    for path in source.iterdir():
        if path.name not in (*but, "__pycache__"):
            (target / path.name).symlink_to(path)
    return target


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout after the three steps of the page."""
    clone = tmp_path_factory.mktemp("clone")
    link_all(ROOT / "src" / "pingce", clone / "src" / "pingce", but=("tasks",))
    tasks = link_all(ROOT / "src" / "pingce" / "tasks", clone / "src" / "pingce" / "tasks", but=("catalog.py",))
    link_all(ROOT / "tests", clone / "tests", but=("golden", "score", "tasks"))
    link_all(ROOT / "tests" / "golden", clone / "tests" / "golden")
    for name in ("score/__init__.py", "score/test_golden.py", "tasks/__init__.py", "tasks/test_every_task.py"):
        (clone / "tests" / name).parent.mkdir(exist_ok=True)
        (clone / "tests" / name).symlink_to(ROOT / "tests" / name)
    (clone / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")

    (tasks / "demo").mkdir()
    (tasks / "demo" / "sequence.py").write_text(FILE, encoding="utf-8")
    catalogue = (ROOT / "src/pingce/tasks/catalog.py").read_text(encoding="utf-8")
    head, end, tail = catalogue.partition('\n)\n"""The files below')
    (tasks / "catalog.py").write_text(f"{head}\n{LINE.rstrip()}{end}{tail}", encoding="utf-8")
    golden = clone / "tests" / "golden" / "demo-sequence"
    golden.mkdir()
    (golden / "half-right.json").write_text(CASE, encoding="utf-8")
    (golden / "ORIGIN.md").write_text(ORIGIN, encoding="utf-8")
    return clone


def python(clone: Path, *words: object, **more: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PINGCE_", "PYTEST_"))}
    environment |= {"PYTHONPATH": f"{clone / 'src'}{os.pathsep}{clone}", "NO_PROXY": "*", **more}
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=clone, env=environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pingce(clone: Path, *words: object) -> str:
    return python(clone, "-m", "pingce.cli.main", *words)


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def gold(clone: Path) -> Path:
    path = clone / "gold.jsonl"
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in GOLD), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def questions(clone: Path, gold: Path) -> Path:
    path = clone / "questions.jsonl"
    pingce(clone, "convert", TASK, gold, path, "--part", "questions")
    return path


def test_what_holds_for_every_task_and_its_golden_case_hold_for_it(clone: Path) -> None:
    words = (
        "tests/scoring/test_golden.py",
        "tests/tasks/test_every_task.py",
        "-k",
        "demo or catalogue or origin or known",
    )
    ran = python(clone, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-vv", *words)
    assert "test_numbers_are_those_of_the_golden_case[demo-sequence/half-right] PASSED" in ran
    assert "test_gold_wins_the_ranking_number_and_nothing_loses_it[demo/sequence] PASSED" in ran
    assert "test_the_catalogue_holds_exactly_the_task_files PASSED" in ran
    assert "test_every_task_with_a_script_has_golden_cases_and_their_origin PASSED" in ran


def test_it_is_checked_scored_converted_and_reported(clone: Path, gold: Path, questions: Path) -> None:
    assert [set(one) for one in records(questions)] == [{"qid", "context"}] * 2
    pingce(clone, "convert", TASK, gold, clone / "gold.json")
    pingce(clone, "convert", TASK, clone / "gold.json", clone / "again.jsonl")
    assert records(clone / "again.jsonl") == GOLD
    pingce(clone, "check", TASK, gold)
    scored = json.loads(pingce(clone, "score", TASK, gold, "--gold", gold, "--json", "--html", clone / "page.html"))
    assert scored["value"] == 1.0
    assert "事件先后判断" in (clone / "page.html").read_text(encoding="utf-8")


def test_it_has_a_form_that_takes_its_answers_and_campaigns_with_it(clone: Path, questions: Path) -> None:
    code = f"""if True:
        import json
        from pingce.annotate.decode import AnnotationItem
        from pingce.annotate.describe import describe
        from pingce.annotate.forms import form_of
        from pingce.annotate.rules import check
        form = form_of({TASK!r})
        item = AnnotationItem("1", {{"text": "他关上灯，然后出了门。"}}, {{}})
        hits = [[hit.rule for hit in check(form, item, raw)] for raw in ({{"judge": 1}}, {{"judge": 7}}, {{}})]
        print(json.dumps([describe(form), hits]))
    """
    form, hits = json.loads(python(clone, "-c", code))
    assert [(one["key"], one["widget"]) for one in form["fields"]] == [("judge", "choice"), ("comment", "text")]
    assert [label["wire"] for label in form["fields"][0]["shape"]["labels"]] == [0, 1]
    assert hits == [[], ["unknown-label"], ["missing-key"]]
    where = ("--database", clone / "work.db")
    pingce(clone, "annotate", "users", "add", "boss", "--role", "admin", *where)
    pingce(clone, "annotate", "create", "先后", "--form", TASK, *where)
    done = json.loads(pingce(clone, "annotate", "import", "先后", questions, *where))
    assert done["added"] == 2


def test_it_has_a_baseline_whose_answers_pass_the_check(clone: Path, gold: Path, questions: Path) -> None:
    model, out = clone / "model", clone / "pred.jsonl"
    pingce(clone, "systems", "train", TASK, "--system", "majority", "--train", gold, "--dev", gold, "--out", model)
    pingce(clone, "systems", "predict", model, questions, "--out", out)
    pingce(clone, "check", TASK, out, "--questions", questions)
    assert json.loads(pingce(clone, "score", TASK, out, "--gold", gold, "--json"))["value"] == 0.5


def test_language_models_are_asked_in_its_words(clone: Path, questions: Path) -> None:
    server = Server(Script(in_turn(Say('{"judge": 1}'))))
    try:
        asked = (
            "systems",
            "llm",
            TASK,
            questions,
            "--out",
            clone / "llm.jsonl",
            "--base-url",
            server.url,
            "--model",
            "m",
        )
        pingce(clone, *asked, "--cache", clone / "cache")
    finally:
        server.stop()
    instructions = server.script.bodies[0]["messages"][0]["content"]
    assert "任务：事件先后判断。判断文本先说的事件是否先发生。" in instructions
    assert "1：先发生" in instructions
    assert [one["judge"] for one in records(clone / "llm.jsonl")] == [1, 1]


def test_it_is_on_the_reference_page_and_in_the_list(clone: Path) -> None:
    python(clone, "-m", "pingce.cli.reference")
    page = (clone / "docs" / "reference" / "tasks.md").read_text(encoding="utf-8")
    assert "demo/sequence" in page
    assert "事件先后判断" in page
    assert "Which event comes first?" in page
    assert TASK in [one["id"] for one in json.loads(pingce(clone, "tasks", "--json"))["tasks"]]
    assert "majority" in [one["name"] for one in json.loads(pingce(clone, "systems", "list", TASK, "--json"))]
