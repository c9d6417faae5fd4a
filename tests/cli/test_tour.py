"""``pingce tour``: the whole story runs, its report holds together, and a run that was broken off is no harm."""

import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from html import unescape
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest

from pingce.cli.tour import this_console
from pingce.demo.campaigns import RELEASED
from pingce.demo.competition import TITLE
from pingce.demo.filling import Filling, read_filling, write_filling
from pingce.demo.start_filling import needs_filling, start_filling
from pingce.demo.tour import run
from pingce.demo.tour.acts import LOG, free_address, start_server
from pingce.demo.tour.step import Step, TourContext, quoted
from pingce.flow.layout import STAGES
from pingce.formats import examples
from pingce.server.people.sessions import TOKEN_START
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from tests.conftest import MakeOnce

from .conftest import EXAMPLES, Run

STORY = run.steps_of("tour")
LINK = re.compile(r'(?:href|src)="([^"]*)"')
ELSEWHERE = re.compile(r"""(?:href|src|url|import|@import)\s*[=(]?\s*["']?\s*(?:https?:)?//""")


class Told(NamedTuple):
    out: Path
    printed: str
    report: str
    filling: Filling


@pytest.fixture(scope="module")
def told(make_once: MakeOnce) -> Told:
    def tell(folder: Path) -> None:
        heard = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with redirect_stdout(heard), redirect_stderr(heard):
            run.tell(folder / "tour", this_console(), lang="zh", lang_chosen=True)
        heard.seek(0)
        (folder / "printed.txt").write_text(heard.read(), encoding="utf-8")

    folder = make_once("told-tour", tell)
    out = folder / "tour"
    filling = read_filling(out)
    assert filling is not None
    printed = (folder / "printed.txt").read_text(encoding="utf-8")
    return Told(out, printed, (out / run.PAGE).read_text(encoding="utf-8"), filling)


def test_every_step_of_all_seven_stages_is_taken_in_order(told: Told) -> None:
    assert told.filling.state == "done"
    assert [(one.stage, one.zh) for one in told.filling.done] == [(one.stage, one.title.zh) for one in STORY]
    assert tuple(dict.fromkeys(one.stage for one in told.filling.done)) == STAGES


def test_every_command_is_printed_before_what_it_says(told: Told) -> None:
    at = 0
    for number, done in enumerate(told.filling.done, start=1):
        for part in (f"[{number}/{len(STORY)}] {done.zh}\n", done.command, *done.output.splitlines()[:1]):
            found = told.printed.replace("─", "-").find(part, at)
            assert found >= at, part
            at = found


def test_every_file_a_step_promises_is_there(told: Told) -> None:
    assert [name for step in STORY for name in step.makes if not (told.out / name).exists()] == []


def test_every_link_of_the_report_leads_to_a_file_and_nothing_comes_from_elsewhere(told: Told) -> None:
    links = [unescape(link) for link in LINK.findall(told.report)]
    anchors = [link[1:] for link in links if link.startswith("#")]
    assert [one for one in anchors if f'id="{one}"' not in told.report] == []
    files = [unquote(link) for link in links if not link.startswith("#")]
    assert len(files) > len(STORY)
    assert [name for name in files if not (told.out / name).is_file()] == []
    pages = [told.report, *(path.read_text(encoding="utf-8") for path in (told.out / "reports").glob("*.html"))]
    assert [ELSEWHERE.findall(page) for page in pages] == [[]] * len(pages)


def test_the_report_says_both_languages_and_no_secrets(told: Told) -> None:
    for stage in STAGES:
        assert f'id="{stage}"' in told.report
    assert "From raw text to leaderboard" in told.report
    assert "从原始文本到排行榜" in told.report
    assert [text.count(TOKEN_START) for text in (told.report, told.printed)] == [0, 0]


def test_the_board_ranks_three_teams_by_their_mean_z(told: Told) -> None:
    board = json.loads((told.out / "boards/board.json").read_bytes())
    rows = board["overall"]
    assert sorted(row["team"] for row in rows) == ["小桥队", "近水队", "长亭队"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    means = [row["z_mean"] for row in rows]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0)


CHAPTER = Path(__file__).parents[2] / "docs/0-tour.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_chapter_shows_commands_and_output_of_this_tour(told: Told) -> None:
    def named(text: str) -> str:
        text = text.replace(str(told.out), "tour").replace(str(EXAMPLES), "examples")
        return "\n".join(" ".join(line.split()) for line in text.splitlines())

    outputs = {named(one.command): named(one.output).splitlines() for one in told.filling.done}
    shown = [line for fence in CONSOLE.findall(CHAPTER.read_text(encoding="utf-8")) for line in fence.splitlines()]
    assert shown
    wrong, command = [], ""
    for line in map(named, shown):
        if line.startswith("$ "):
            command = line[2:]
            wrong += [command] if command not in outputs else []
        elif line != "…" and line not in outputs.get(command, ()):
            wrong.append(f"{command}: {line}")
    assert wrong == []


def test_a_server_that_does_not_start_is_told_with_its_log(tmp_path: Path) -> None:
    context = TourContext(
        tmp_path, str(tmp_path / "none/work.db"), EXAMPLES, None, this_console(), address=free_address()
    )
    (tmp_path / "none").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(UserError) as problem:
        start_server(context)
    assert problem.value.code == "no-server"
    assert str(tmp_path / LOG) in str(problem.value.hint)
    assert "none" in (tmp_path / LOG).read_text(encoding="utf-8")


def steps(*acts: Callable[[TourContext], None]) -> tuple[Step, ...]:
    return tuple(
        Step("corpus", Words(f"第{i}步", f"step {i}"), f"# {i}", act=act) for i, act in enumerate(acts, start=1)
    )


def make(name: str) -> Callable[[TourContext], None]:
    def write(context: TourContext) -> None:
        (context.out / "corpus" / name).write_text("x", encoding="utf-8")

    return write


def interrupt(_: TourContext) -> None:
    raise KeyboardInterrupt


def test_a_second_tour_in_the_same_folder_begins_anew(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "tour"
    for name in ("first", "second"):
        monkeypatch.setattr(run, "STEPS", steps(make(name)))
        assert pingce("tour", "--out", out).code == 0
    assert [path.name for path in (out / "corpus").iterdir()] == ["second"]


def test_somebody_elses_folder_is_left_alone(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    ran = pingce("tour", "--out", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert f"There are other files in {tmp_path}." in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_folder_of_a_demo_is_not_cleared_by_a_tour(pingce: Run, tmp_path: Path) -> None:
    write_filling(tmp_path, Filling("demo", "0", "done", 1))
    assert pingce("tour", "--out", tmp_path).code == 1


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("tasks show nowhere", "Step 1 (wrong) ended with 1; expected 0."),
        ("tasks --strange", "Step 1 (wrong) ended with 2; expected 0."),
    ],
)
def test_a_step_that_ends_otherwise_stops_the_tour(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    monkeypatch.setattr(run, "STEPS", (Step("score", Words("错", "wrong"), command), *steps(make("never"))))
    ran = pingce("tour", "--out", tmp_path / "out")
    assert ran.code == 1
    assert message in ran.err
    filling = read_filling(tmp_path / "out")
    assert filling is not None
    assert (filling.state, filling.en, filling.done) == ("failed", "wrong", ())
    assert not (tmp_path / "out/corpus/never").exists()


def test_an_installation_without_examples_says_so(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "__file__", str(tmp_path / "a" / "b" / "c" / "examples.py"))
    ran = pingce("tour", "--out", tmp_path / "out")
    assert (ran.code, ran.err.strip()) == (1, "Error: The examples are missing from this installation.")


def test_a_demo_goes_on_where_its_filling_was_broken_off(
    pingce: Run, told_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    database = Path(copyfile(told_demo, tmp_path / "pingce.db"))
    assert needs_filling(tmp_path)
    monkeypatch.setattr(run, "STEPS", steps(make("one"), interrupt, make("three")))
    assert pingce("tour", "--into", database).code == 130
    broken = read_filling(tmp_path)
    assert broken is not None
    assert (broken.state, len(broken.done)) == ("interrupted", 1)
    assert needs_filling(tmp_path)
    (tmp_path / "corpus/one").unlink()
    only_tour = Step("score", Words("只在导览中", "tour only"), "tasks", only="tour")
    monkeypatch.setattr(run, "STEPS", (*steps(make("one"), make("two"), make("three")), only_tour))
    assert pingce("tour", "--into", database).code == 0
    whole = read_filling(tmp_path)
    assert whole is not None
    assert (whole.state, [one.en for one in whole.done]) == ("done", ["step 1", "step 2", "step 3"])
    assert sorted(path.name for path in (tmp_path / "corpus").iterdir()) == ["three", "two"]
    assert not needs_filling(tmp_path)


def test_a_folder_with_somebodys_own_reports_is_not_filled(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    assert not needs_filling(tmp_path)


def test_a_project_of_somebodys_own_is_never_filled(pingce: Run, tmp_path: Path) -> None:
    database, mine = tmp_path / "pingce.db", tmp_path / "corpus" / "screened.jsonl"
    assert pingce("annotate", "users", "add", "boss", "--role", "admin", "--database", database).code == 0
    assert "no demo: other people are in it" in pingce("tour", "--into", database).err
    assert "no demo: other people are in it" in pingce("serve", "--demo", "--database", database).err
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    assert "There are other files" in pingce("tour", "--into", database).err
    assert {path.name for path in tmp_path.iterdir()} == {"pingce.db", "pingce.db-queue", "corpus"}
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_new_database_becomes_a_demo_before_it_is_filled(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    chosen = tuple(step for step in run.STEPS if step.only == "demo" and step.act is None)
    monkeypatch.setattr(run, "STEPS", chosen)
    assert pingce("tour", "--into", tmp_path / "new.db").code == 0
    assert "远山队" in (tmp_path / "boards/demo-dev.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [["tour", "--into"], ["serve", "--demo", "--database"]])
def test_the_advice_about_a_database_that_is_no_demo_fits_the_command(
    pingce: Run, tmp_path: Path, command: list[str]
) -> None:
    database = tmp_path / "pingce.db"
    assert pingce("annotate", "users", "add", "boss", "--role", "admin", "--database", database).code == 0
    assert pingce(*command, database).err.strip() == (
        "Error: This database is no demo: other people are in it. "
        "A demo takes a new database, or one that a demo has made."
    )


def test_a_folder_that_cannot_be_made_is_told_in_one_line(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = tmp_path / "file" / "tour"
    ran = pingce("tour", "--out", out)
    assert (ran.code, ran.err) == (1, f"Error: Cannot write {out}: Not a directory.\n")


@pytest.mark.parametrize(("refused", "verb"), [("pathlib.Path.iterdir", "read"), (f"{run.__name__}.remove", "write")])
def test_a_folder_of_somebody_else_is_told_in_one_line(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str, verb: str
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(refused, refuse)
    ran = pingce("tour", "--out", tmp_path)
    assert (ran.code, ran.err) == (1, f"Error: Cannot {verb} {tmp_path}: Permission denied.\n")


@pytest.mark.parametrize("command", ["tasks", "tasks --json"])
def test_a_pipe_nobody_reads_ends_the_tour_quietly(tmp_path: Path, command: str) -> None:
    """The command of a step prints a table or lines; both notice in their own way that the reader has gone."""
    script = f"""
import sys, click
from pingce.cli import main
from pingce.demo.tour import run
from pingce.spec.words import Words
run.STEPS = (run.Step("score", Words("", ""), {command!r}),)
click.secho = lambda *_, **__: None  # the reader goes away after the title of the step
sys.argv = ["pingce", "tour", "--out", {str(tmp_path / "out")!r}]
main.run()
"""
    read, write = os.pipe()
    os.close(read)
    try:
        ran = subprocess.run([sys.executable, "-c", script], stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_a_password_is_neither_shown_nor_among_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "postgresql+psycopg://u:geheim@h/d"
    context = TourContext(tmp_path, address, EXAMPLES, None, this_console())
    step = Step("annotate", Words("", ""), "annotate status --database {db}")
    assert step.shown(context.shown_words(context.words())) == (
        "pingce annotate status --database 'postgresql+psycopg://u:…@h/d'"
    )
    assert step.arguments(context.words())[-1] == address
    seen: dict[str, Any] = {}
    monkeypatch.setattr(subprocess, "Popen", lambda command, env, **_: seen.update(command=command, env=env))
    start_filling(tmp_path, address)
    assert "geheim" not in " ".join(seen["command"])
    assert seen["env"]["PINGCE_TOUR_INTO"] == address


def test_nobodys_settings_get_into_the_story(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, str] = {}

    def look(_: TourContext) -> None:
        seen.update({name: value for name, value in os.environ.items() if name.startswith("PINGCE_")})

    monkeypatch.chdir(tmp_path)
    (tmp_path / "pingce.toml").write_text('lang = "zh"\n', encoding="utf-8")
    for name in ("PINGCE_SERVE_HOST", "PINGCE_DATABASE", "PINGCE_TOKEN", "PINGCE_CORPUS_SCREEN_SEED"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setattr(run, "STEPS", (*steps(look), Step("score", Words("", ""), "tasks show none/here", ends=1)))
    ran = pingce("tour", "--out", tmp_path / "out", "--lang", "en")
    assert (ran.code, seen) == (0, {"PINGCE_LANG": "en", "PINGCE_CONFIG": os.devnull})
    assert "There is no task" in ran.out + ran.err


@pytest.mark.parametrize(
    ("part", "shown"), [("替换句评级", "替换句评级"), ("--set", "--set"), ("a b", "'a b'"), ("$HOME", "'$HOME'")]
)
def test_only_what_a_shell_would_change_is_quoted(part: str, shown: str) -> None:
    assert quoted(part) == shown


def test_the_demo_is_told_once(pingce: Run, told_demo: Path, tmp_path: Path) -> None:
    database = Path(copyfile(told_demo, tmp_path / "pingce.db"))
    before = pingce("annotate", "status", "--database", database)
    again = pingce("annotate", "demo", "--database", database)
    assert json.loads(again.out)["空间表达正误评级"]["items"] == 207
    assert pingce("annotate", "status", "--database", database) == before


BASELINE = ("linear", "span-crf", "tuple-crf")


def needed_for_the_baseline(step: Step) -> bool:
    exported = step.command.startswith("annotate export") and "history" not in step.command
    trained = step.makes in [(f"models/{name}",) for name in BASELINE]
    return exported or trained or step.command.startswith(("release split", "release pack")) or step.only == "demo"


def test_in_a_demo_the_systems_trained_on_its_pack_are_the_baseline_of_its_competition(
    pingce: Run, told_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    database = Path(copyfile(told_demo, tmp_path / "pingce.db"))
    chosen = tuple(step for step in run.STEPS if step.only != "tour" and needed_for_the_baseline(step))
    monkeypatch.setattr(run, "STEPS", chosen)
    ran = pingce("tour", "--into", database, "--lang", "zh")
    assert (ran.code, ran.out.count("$ pingce leaderboard ")) == (0, 2)
    assert "远山队" in (tmp_path / "boards/demo-dev.csv").read_text(encoding="utf-8")
    status = pingce("leaderboard", "status", TITLE, "--database", database)
    handed_in = [line for line in status.out.splitlines() if " · ".join(BASELINE) in line]
    assert ["官方基线" in line for line in handed_in] == [True] * 3
    # Asked again, as after a run that was broken off, it is not handed in twice.
    context = TourContext(tmp_path, str(database), EXAMPLES, "zh", this_console())
    next(step.act for step in chosen if step.act is not None)(context)
    assert pingce("leaderboard", "status", TITLE, "--database", database) == status


def gold(folder: Path, name: str) -> dict[str, Any]:
    return {record["context"]: record for record in records(folder / name)}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("task", ["task1", "task2", "task3"])
def test_the_pack_holds_what_was_annotated_in_the_tour_and_nothing_else(told: Told, task: str) -> None:
    decided = gold(told.out / "annotations", f"{task}.jsonl")
    pack = told.out / "packs/space2022"
    parts = [gold(pack, f"public/space2022/{task}_train.jsonl")]
    parts += [gold(pack, f"private/space2022/{task}_{split}.jsonl") for split in ("dev", "test")]
    released = {text: record for part in parts for text, record in part.items()}
    assert all(parts)
    assert sum(map(len, parts)) == len(released) == len(decided)
    for text, record in decided.items():
        assert {**released[text], "qid": ""} == {**record, "qid": ""}


def test_every_item_knows_the_line_of_the_corpus_it_comes_from(told: Told) -> None:
    for task in ("task1", "task2", "task3"):
        decided = {record["qid"]: record for record in records(told.out / f"annotations/{task}.jsonl")}
        origins = {record["qid"]: record for record in records(told.out / f"annotations/{task}.provenance.jsonl")}
        assert decided.keys() == origins.keys()
        for qid, origin in origins.items():
            lines = (EXAMPLES / origin["source"]["file"]).read_text(encoding="utf-8").splitlines()
            original = lines[origin["source"]["line"] - 1]
            changed = [] if task == "task3" else origin["replacement"]["changes"]
            text = decided[qid]["context"]
            for change in changed:
                assert text[change["at"] :].startswith(change["new"])
                text = text[: change["at"]] + change["old"] + text[change["at"] + len(change["new"]) :]
            assert text == original


def test_what_tiers_keep_back_is_not_released(told: Told) -> None:
    [step] = [done for done in told.filling.done if "annotate export 'STEP 标注'" in done.command]
    written, kept = (int(number) for number in re.findall(r"写出 (\d+)，.*分级留下 (\d+)", step.output)[0])
    assert kept > 0
    assert len(records(told.out / "annotations/task3.jsonl")) == written


def test_the_demo_and_the_tour_tell_one_story(told: Told, told_demo: Path, pingce: Run, tmp_path: Path) -> None:
    for task, title in RELEASED.items():
        name = f"{task.rpartition('/')[2]}.jsonl"
        assert pingce("annotate", "export", title, "--out", tmp_path / name, "--database", told_demo).code == 0
        assert (tmp_path / name).read_bytes() == (told.out / "annotations" / name).read_bytes()
