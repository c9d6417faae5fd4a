"""Results come in order, few are in flight, and what goes wrong in a worker is told here."""

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pingce.corpus.engine import LocalEngine, ordered
from pingce.corpus.engine.pool import AHEAD
from pingce.spec.errors import UserError

from .jobs import Accident, BadStart, CountsOpening, Lines, SlowStart, Unpickled, numbers


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def test_any_number_of_workers_gives_the_same_results() -> None:
    expected = [Lines().do(3, batch) for batch in numbers(50)]
    assert expected[2] == ["2×3=6".encode(), "3×3=9".encode()]
    for workers in (1, 2, 3):
        assert list(ordered(Lines(), numbers(50), LocalEngine(workers))) == expected


def test_results_keep_the_order_of_the_batches() -> None:
    assert list(ordered(SlowStart(), range(12), LocalEngine(2))) == list(range(12))


def test_no_batches_start_no_process() -> None:
    assert list(ordered(Lines(), [], LocalEngine(2))) == []


@pytest.mark.parametrize(("workers", "ahead"), [(1, 0), (2, 2 * AHEAD)])
def test_input_is_read_only_a_window_ahead(workers: int, ahead: int) -> None:
    read = 0

    def endless() -> Iterator[int]:
        nonlocal read
        while True:
            read += 1
            yield read

    results = ordered(SlowStart(), endless(), LocalEngine(workers))
    for taken in range(1, 40):
        assert next(results) == taken
        assert read == taken + ahead
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_tools_are_loaded_once_in_each_worker(workers: int, tmp_path: Path) -> None:
    processes = set(ordered(CountsOpening(tmp_path), range(30), LocalEngine(workers)))
    assert {file.name.split("-")[0] for file in tmp_path.iterdir()} == {str(process) for process in processes}
    assert len(list(tmp_path.iterdir())) == len(processes)


def test_one_worker_is_this_process_and_pickles_nothing() -> None:
    assert list(ordered(Unpickled(), range(2), LocalEngine(1))) == [(os.getpid(), 1), (os.getpid(), 2)]


def _until_it_fails(results: Iterator[object]) -> tuple[list[object], Exception]:
    taken: list[object] = []
    with pytest.raises(Exception) as caught:  # noqa: PT011 (which one is the question)
        taken.extend(results)
    return taken, caught.value


def _taken(kind: str, workers: int) -> tuple[list[object], Exception]:
    return _until_it_fails(ordered(Accident(kind), range(100), LocalEngine(workers)))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("kind", "error", "message"),
    [("value", ValueError, "第三批坏了"), ("user", UserError, "No such word. Look again.")],
)
def test_an_error_comes_in_its_turn_as_it_was(kind: str, error: type[Exception], message: str, workers: int) -> None:
    taken, problem = _taken(kind, workers)
    assert (taken, type(problem), str(problem)) == ([0, 1, 2], error, message)
    if isinstance(problem, UserError):
        assert (problem.hint, problem.code) == ("Look again.", "no-word")


def test_an_error_keeps_the_place_where_it_happened() -> None:
    _, problem = _taken("value", 2)
    (note,) = problem.__notes__
    assert note.startswith("In a worker:\nTraceback")
    assert "in do" in note


def test_an_error_that_cannot_travel_sends_its_message() -> None:
    taken, problem = _taken("troublesome", 2)
    assert (taken, type(problem), str(problem)) == ([0, 1, 2], RuntimeError, "TroublesomeError: odd at line 3")


def test_a_result_that_cannot_travel_is_an_error() -> None:
    taken, problem = _taken("unpicklable", 2)
    assert taken == [0, 1, 2]
    assert "pickle" in str(problem)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("killed", "A worker process was killed by SIGKILL. Usually the memory was full: try fewer workers."),
        ("left", "A worker process ended with exit code 3."),
    ],
)
def test_a_dead_worker_is_a_message_not_a_wait(kind: str, message: str) -> None:
    taken, problem = _taken(kind, 2)
    assert isinstance(problem, UserError)
    assert (taken, str(problem), problem.code) == ([0, 1, 2], message, "worker-died")


@pytest.mark.parametrize("workers", [1, 2])
def test_tools_that_cannot_be_loaded_say_so(workers: int) -> None:
    with pytest.raises(UserError, match=r"^The tagger needs its model\.$"):
        list(ordered(BadStart(), range(5), LocalEngine(workers)))


@pytest.mark.parametrize("workers", [1, 2])
def test_broken_input_comes_in_its_turn(workers: int) -> None:
    def broken() -> Iterator[int]:
        yield from range(5)
        raise UserError("a.txt: not UTF-8.")

    taken, problem = _until_it_fails(ordered(SlowStart(), broken(), LocalEngine(workers)))
    assert (taken, str(problem)) == ([0, 1, 2, 3, 4], "a.txt: not UTF-8.")


def test_leaving_early_ends_the_workers_at_once() -> None:
    results = ordered(SlowStart(), range(1000), LocalEngine(2))
    assert next(results) == 0
    assert len(multiprocessing.active_children()) == 2
    results.close()  # type: ignore[attr-defined]
