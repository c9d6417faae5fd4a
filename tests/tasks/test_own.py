"""Own tasks of opened places, and of other packages by entry points."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from pingce.formats.taskfile import read_task
from pingce.formats.taskfile.examples import example
from pingce.spec.errors import UserError
from pingce.tasks import plugins
from pingce.tasks.catalog import TASKS, find_task, is_task, known_tasks
from pingce.tasks.own import OneTask, OwnTask, list_own, opened

MOOD = read_task(example("choice"), "lab/mood", "mood.toml")
SHADOW = TASKS["space2022/task1"]
LOST_RANK = read_task(example("choice"), "lab/lost", "lost.toml")
object.__setattr__(LOST_RANK, "rank_by", ("accuracy", "none"))
NO_TASK = 3


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("lab/mood", "tests.tasks.test_own:MOOD", plugins.GROUP),
        EntryPoint("lab/other", "tests.tasks.test_own:MOOD", plugins.GROUP),
        EntryPoint("space2022/task1", "tests.tasks.test_own:SHADOW", plugins.GROUP),
        EntryPoint("lab/lost", "tests.tasks.test_own:LOST_RANK", plugins.GROUP),
        EntryPoint("lab/number", "tests.tasks.test_own:NO_TASK", plugins.GROUP),
        EntryPoint("lab/broken", "tests.tasks.no_such_module:TASK", plugins.GROUP),
    ]
    monkeypatch.setattr(plugins, "entry_points", lambda **wanted: EntryPoints(points).select(**wanted))


@pytest.mark.usefixtures("installed")
def test_a_task_of_another_package_is_found_by_the_name_of_its_entry_point() -> None:
    assert find_task("lab/mood") is MOOD
    assert [own.task.id for own in list_own().tasks] == ["lab/mood"]
    assert list(known_tasks()) == [*TASKS, "lab/mood"]
    assert find_task("space2022/task1") is TASKS["space2022/task1"]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("task_id", "told"),
    [
        ("lab/other", "id: found lab/mood; expected lab/other"),
        ("lab/lost", "rank_by: found accuracy.none; no such number"),
        ("lab/number", "found int; expected a TaskSpec"),
        ("lab/broken", "No module named 'tests.tasks.no_such_module'"),
    ],
)
def test_a_broken_package_is_told_by_those_who_need_it_only(task_id: str, told: str) -> None:
    with pytest.raises(UserError) as refused:
        find_task(task_id)
    assert (refused.value.code, told in refused.value.message) == ("bad-task-package", True)
    assert not is_task(task_id)
    assert len(list_own().problems) == 5


def test_the_place_opened_last_is_asked_first_and_only_while_it_is_open() -> None:
    other = read_task(example("spans"), "lab/mood", "other.toml")
    with opened(OneTask(OwnTask(MOOD, "", "a"))), opened(OneTask(OwnTask(other, "", "b"))):
        assert find_task("lab/mood") is other
        assert [own.where for own in list_own().tasks] == ["b"]
    with pytest.raises(UserError) as refused:
        find_task("lab/mood")
    assert refused.value.code == "unknown-task"
