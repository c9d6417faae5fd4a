"""``pingce make``: exactly what is out of date, once, whoever else is at it, and the same bytes after a kill."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from pingce.flow import keeping
from pingce.flow.benchmark import open_benchmark
from pingce.flow.leases import is_alive, process_lives
from pingce.flow.log import RunLog
from pingce.flow.make import Maker, RunCancelledError
from pingce.flow.plan import MakePlan, StageStanding
from pingce.flow.registry import register
from pingce.flow.runs import cancel_run, claim_run, find_run, run_record, runs_of, shown_state, stop_run
from pingce.flow.stages.context import StageContext, StageResult
from pingce.flow.stages.table import EXECUTE
from pingce.formats.checksum import file_sha256
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import reading, transaction
from pingce.store.tables.flow import RunRow
from pingce.systems.progress_lines import LineProgress, duration

from ..cli.conftest import EXAMPLES, Run
from ..waiting import PATIENCE, wait_until
from .benchmarks import tiny
from .people import edit, inhabited, read


def to_run(plan: MakePlan) -> dict[str, str]:
    return {each.stage.name: each.standing.value for each in plan.stages if each.standing is not StageStanding.FRESH}


def test_touching_one_input_makes_exactly_the_later_runs_out_of_date(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        assert len(world.maker.make().runs) == 3
        assert to_run(world.maker.plan()) == {}
        assert world.maker.make().runs == []
        os.utime(world.folder / "sources" / "news" / "town.txt")
        assert to_run(world.maker.plan()) == {}, "the content is what counts"
        path = world.folder / "sources" / "news" / "town.txt"
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        plan = world.maker.plan()
        assert to_run(plan) == {"passages": "run", "replaced": "after"}
        assert plan.stages[0].reasons == (Words("sources 变了", "sources has changed"),)
        # The passages come out the same, so what is made of them is up to date.
        assert len(world.maker.make().runs) == 1
        assert to_run(world.maker.plan()) == {}
        edit(world.folder, ("sample = 20", "sample = 10"))
        plan = world.maker.plan()
        assert to_run(plan) == {"replaced": "run"}
        assert [words.en for words in plan.stages[1].reasons] == ["the setting sample has changed"]
        world.maker.make()
        (world.folder / "corpus" / "replaced.jsonl").unlink()
        assert [words.en for words in world.maker.plan().stages[1].reasons] == [
            "corpus/replaced.jsonl is gone or has changed"
        ]
        (world.folder / "gold.jsonl").unlink()
        plan = world.maker.plan("split")
        assert [each.stage.name for each in plan.stages] == ["split"]
        assert to_run(plan) == {"split": "blocked"}
        assert plan.stages[0].reasons[0].en == "there is no gold.jsonl"


def test_again_repeats_a_stage_that_is_up_to_date(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        first = world.maker.make("passages")
        before = file_sha256(world.folder / "corpus" / "passages.jsonl")
        again = world.maker.make("passages", again=True)
        assert (len(first.runs), len(again.runs)) == (1, 1)
        assert file_sha256(world.folder / "corpus" / "passages.jsonl") == before
        with pytest.raises(UserError, match="There is no stage 'nothing'"):
            world.maker.make("nothing")


def test_two_at_once_run_nothing_twice(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        makers = [world.maker for _ in range(3)]
        ran: list[list[int]] = []
        threads = [threading.Thread(target=lambda one=one: ran.append(one.make().runs)) for one in makers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert len(ran) == 3
        with reading(world.engine) as db:
            rows = list(db.scalars(select(RunRow)))
        assert sorted(row.stage for row in rows) == ["passages", "replaced", "split"]
        assert sorted(number for numbers in ran for number in numbers) == sorted(row.id for row in rows)


def test_a_killed_run_goes_on_with_the_same_bytes(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "whole")) as world:
        world.maker.make()
    with inhabited(tiny(tmp_path / "b")) as world:
        environment = {**os.environ, "PINGCE_BENCHMARK": str(world.folder), "OMP_NUM_THREADS": "1"}
        for stage in ("screen", "replace"):
            program = (
                "import os, signal, sys\n"
                "from pingce.flow.stages import table\n"
                "from pingce.cli.main import run\n"
                f"real = table.EXECUTE[{stage!r}]\n"
                "def killed(context):\n"
                "    real(context)\n"
                "    os.kill(os.getpid(), signal.SIGKILL)\n"
                f"table.EXECUTE[{stage!r}] = killed\n"
                "sys.argv = ['pingce', 'make']\n"
                "run()\n"
            )
            done = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, timeout=PATIENCE
            )
            assert done.returncode == -signal.SIGKILL, done.stderr
        with reading(world.engine) as db:
            number = world.maker.id
            states = [(row.stage, shown_state(db, row)) for row in runs_of(db, number)]
        assert states == [("replaced", "interrupted"), ("passages", "done"), ("passages", "interrupted")]
        made = world.maker.make()
        assert to_run(made.plan) == {}
        for name in ("corpus/passages.jsonl", "corpus/replaced.jsonl", "splits/split/items.jsonl"):
            assert (world.folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_texts_of_both_kinds_are_screened_together_and_each_passage_says_which_it_is_of(tmp_path: Path) -> None:
    folder = tiny(tmp_path / "b")
    (folder / "web").mkdir()
    text = (EXAMPLES / "corpus" / "travel" / "notes.txt").read_text(encoding="utf-8")
    (folder / "web" / "notes.txt").write_text(text, encoding="utf-8")
    more = '[[sources]]\nname = "posts"\npath = "web"\nkind = "web"\n[[stages]]\nname = "passages"'
    edit(folder, ('[[stages]]\nname = "passages"', more), ('from = ["texts"]', 'from = ["texts", "posts"]'))
    with inhabited(folder) as world:
        world.maker.make("passages")
    places = [record["source"] for record in read(folder / "corpus" / "passages.jsonl")]
    kinds = {(place["file"].partition("/")[0], place["kind"]) for place in places}
    assert kinds == {("sources", "professional"), ("web", "web")}


def test_a_failed_run_says_why_and_what_follows_stays_undone(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        edit(world.folder, ('ratio = "2:1:1"', 'ratio = "much"'))
        with pytest.raises(UserError, match="ratio: found much; expected train:dev:test"):
            world.maker.make("split")
        with reading(world.engine) as db:
            (row,) = runs_of(db, 1)
        assert row.state == "failed"
        assert row.problem is not None
        assert "应为 train:dev:test" in str(row.problem["zh"])
        log = (world.folder / "runs" / f"{row.id:06}.log").read_text(encoding="utf-8")
        assert "expected train:dev:test" in log
        assert not (world.folder / "splits" / "split").exists()


def test_our_own_mistakes_keep_their_traceback_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: StageContext) -> StageResult:
        raise ZeroDivisionError

    monkeypatch.setitem(EXECUTE, "screen", broken)
    with inhabited(tiny(tmp_path / "b")) as world:
        with pytest.raises(ZeroDivisionError):
            world.maker.make("passages")
        with reading(world.engine) as db:
            (row,) = runs_of(db, 1, stage="passages")
        assert row.state == "failed"
        assert "Traceback" in (world.folder / "runs" / f"{row.id:06}.log").read_text(encoding="utf-8")


def _endless(_: StageContext) -> StageResult:
    while True:
        time.sleep(0.01)


def test_a_cancelled_run_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXECUTE, "screen", _endless)
    monkeypatch.setattr(keeping, "RENEW_EVERY", 0.02)
    with inhabited(tiny(tmp_path / "b")) as world:
        maker = world.maker

        def cancel() -> None:
            while True:
                with transaction(world.engine) as db:
                    rows = runs_of(db, maker.id)
                    if rows:
                        cancel_run(db, maker.id, rows[0].id)
                        return
                time.sleep(0.01)

        thread = threading.Thread(target=cancel)
        thread.start()
        with pytest.raises(RunCancelledError):
            maker.make("passages")
        thread.join(30)
        with reading(world.engine) as db:
            (row,) = runs_of(db, maker.id)
        assert row.state == "cancelled"
        with transaction(world.engine) as db:
            assert cancel_run(db, maker.id, row.id).state == "cancelled"
            with pytest.raises(UserError, match="run 99"):
                find_run(db, maker.id, 99)


def test_an_interrupted_run_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: StageContext) -> StageResult:
        raise KeyboardInterrupt

    monkeypatch.setitem(EXECUTE, "screen", interrupted)
    with inhabited(tiny(tmp_path / "b")) as world:
        with pytest.raises(KeyboardInterrupt):
            world.maker.make("passages")
        with reading(world.engine) as db:
            assert [row.state for row in runs_of(db, 1)] == ["interrupted"]


def test_a_run_whose_worker_is_gone_is_taken_over(tmp_path: Path) -> None:
    """Here the process is gone, or, on another machine, its lease has run out; its result does not count any more."""
    with inhabited(tiny(tmp_path / "b")) as world:
        maker = world.maker
        (plan, *_) = maker.plan().stages
        with transaction(world.engine) as db:
            first = claim_run(db, world.people["root"], maker.id, plan)
            assert first is not None
            assert claim_run(db, world.people["root"], maker.id, plan) is None
            row = find_run(db, maker.id, first.id)
            assert is_alive(db, row)
            row.host, row.lease_until = "elsewhere", 5.0
            second = claim_run(db, world.people["root"], maker.id, plan)
            assert second is not None
            assert find_run(db, maker.id, first.id).state == "interrupted"
            row = find_run(db, maker.id, second.id)
            row.process = 2**22 + 1
            assert not is_alive(db, row)
            assert cancel_run(db, maker.id, second.id).state == "cancelled"
            stop_run(db, second)
            row.lease_until = None
            assert not is_alive(db, row)
        assert process_lives(1)
        assert run_record(world.benchmark, row)["repeat"] == (
            f"pingce make passages --again --benchmark {world.folder}"
        )


def test_a_log_says_something_every_so_often_also_when_nothing_happens(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "1.log"
    with RunLog(path, every=0.05) as log:
        log.progress.begin(Words("训练", "training"), 10)
        log.progress.advance(2, "loss 0.5, dev 0.25")
        wait_until(lambda: path.read_text("utf-8").count("训练 · training  2/10  loss 0.5, dev 0.25  ≈ ") >= 2)
        log.progress.advance(8)
    assert "10/10" in path.read_text(encoding="utf-8").splitlines()[-1]
    log.line("after the end")


def test_a_command_without_a_terminal_says_how_far_it_is() -> None:
    told: list[str] = []
    with LineProgress(told.append, every=3600, eager=False).ticking() as lines:
        lines.begin(Words("训练", "training"), 4)
        lines.advance(4)
    assert told == []
    with LineProgress(told.append, every=0.05, eager=False).ticking() as lines:
        lines.begin(Words("训练", "training"), 4)
        lines.advance(1, "loss 0.5")
        wait_until(lambda: told)
    assert told[-1].startswith("训练 · training  1/4  loss 0.5  ≈ ")
    assert [duration(seconds) for seconds in (5, 65, 3725)] == ["0:05", "1:05", "1:02:05"]


def test_a_folder_that_moved_keeps_its_runs_and_another_does_not_get_them(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b"), str(tmp_path / "shared.db")) as world:
        world.maker.make("passages")
        moved = tmp_path / "moved"
        world.folder.rename(moved)
        maker = Maker(open_benchmark(moved), world.engine, world.people["root"])
        assert to_run(maker.plan("passages")) == {}
        other = tiny(tmp_path / "b")
        with transaction(world.engine) as db, pytest.raises(UserError, match="has a benchmark 'b' already"):
            register(db, open_benchmark(other))


def test_a_benchmark_is_put_away_and_brought_back_by_commands(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny(tmp_path / "b"))
    assert pingce("make", "passages").code == 0
    listed = ("benchmarks", "put-away", "--json")
    seen = json.loads(pingce("benchmarks", "remove", "b", "--dry-run").out)
    assert (seen["runs"], seen["refused"], json.loads(pingce(*listed).out)) == (1, None, {"benchmarks": []})
    other = pingce("benchmarks", "remove", "c")
    assert (other.code, "The benchmark here is b, not c." in other.err) == (1, True)
    for arguments, status in ((("--archive",), "archived"), ((), "deleted")):
        assert pingce("benchmarks", "remove", "b", *arguments).code == 0
        (kept,) = json.loads(pingce(*listed).out)["benchmarks"]
        assert (kept["benchmark"], kept["status"], kept["until"] is None) == ("b", status, status == "archived")
    assert "已删除" in pingce("benchmarks", "put-away", "--lang", "zh").out
    assert json.loads(pingce("benchmarks", "restore", "b").out) == {"benchmark": "b", "status": "open"}
    again = pingce("benchmarks", "restore", "b")
    assert (again.code, "There is no benchmark 'b'." in again.err) == (1, True)
    assert (tmp_path / "b" / "corpus" / "passages.jsonl").is_file()


def test_the_commands(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny(tmp_path / "b"))
    dry = pingce("make", "--dry-run")
    assert (dry.code, "passages (screen): to run: never run" in dry.out) == (0, True)
    made = pingce("make")
    assert made.code == 0, made.err
    assert "passages: done" in made.err
    assert "Everything is up to date." in made.out
    assert "over the limit" in made.out
    second = pingce("make", "--json")
    assert (second.code, '"runs": []' in second.out) == (0, True)
    listed = pingce("runs", "--lang", "zh")
    assert [word in listed.out for word in ("passages", "完成", "pingce")] == [True] * 3
    assert pingce("runs", "--stage", "split", "--json").out.count('"run":') == 1
    shown = pingce("runs", "show", "1")
    assert "repeat it with: pingce make passages --again" in shown.out
    assert "corpus/passages.jsonl: " in shown.out
    assert '"state": "done"' in pingce("runs", "show", "1", "--json").out
    assert "screen" in pingce("runs", "counts").out
    assert pingce("runs", "cancel", "1").out == "1: done\n"
    assert pingce("runs", "show", "99").code == 1
    assert pingce("make", "--again").code == 2
    assert pingce("make", "passages", "--again").code == 0
    (tmp_path / "b" / "gold.jsonl").unlink()
    assert "split (split): not yet: there is no gold.jsonl" in pingce("make", "split").out
    monkeypatch.chdir(tmp_path)
    assert pingce("make").code == 1
    assert pingce("make", "--as", "nobody", "--benchmark", "b").code == 1
    named = ("--benchmark", "b", "--database", tmp_path / "b" / "pingce.db")
    for command in (("make", "passages"), ("runs", "--most", "1"), ("runs", "show", "1"), ("runs", "counts")):
        assert pingce(*command, *named, "--lang", "zh").code == 0
    assert pingce("runs", "cancel", "1", *named).code == 0
