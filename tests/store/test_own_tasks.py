"""What a database keeps of own tasks, and what may change once something is stored about them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from pingce.formats.taskfile.examples import example
from pingce.formats.taskfile.places import TaskFolder
from pingce.leaderboard.competition.scorer_version import fingerprint, is_current
from pingce.store.database import migrate, open_database, transaction
from pingce.store.errors import Conflict
from pingce.store.own_tasks import DatabaseTasks, keep_task
from pingce.store.tables.competition import Competition
from pingce.store.tables.own_tasks import StoredTask
from pingce.store.tables.people import User
from pingce.tasks.catalog import find_task
from pingce.tasks.own import opened

TASK = "mine/mood"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(str(tmp_path / "work.db"))
    migrate(engine)
    with opened(TaskFolder(tmp_path, "mine")), opened(DatabaseTasks(engine)):
        yield engine
    engine.dispose()


@pytest.fixture
def mood(tmp_path: Path) -> Path:
    path = tmp_path / "mood.toml"
    path.write_text(example("choice"), encoding="utf-8")
    return path


def stored(engine: Engine) -> str:
    with transaction(engine) as db:
        keep_task(db, TASK)
    with transaction(engine) as db:
        return db.scalars(select(StoredTask.description)).one()


def use(engine: Engine) -> None:
    with transaction(engine) as db:
        db.add(User(id=1, name="a", roles="admin", active=True, created_at=0.0))
        db.flush()
        about = {"about": "", "ranking": {}, "open": False, "created_by": 1, "created_at": 0.0}
        db.add(Competition(title="自有", tasks=[TASK], edition=None, **about))


def test_a_built_in_task_is_not_stored(engine: Engine) -> None:
    with transaction(engine) as db:
        keep_task(db, "space2022/task1")
    with transaction(engine) as db:
        assert db.scalars(select(StoredTask)).all() == []


def test_a_stored_task_is_found_without_its_file(engine: Engine, mood: Path) -> None:
    assert stored(engine) == mood.read_text(encoding="utf-8")
    mood.unlink()
    assert find_task(TASK).title.zh == "情绪判断"
    assert [own.task.id for own in DatabaseTasks(engine).listed().tasks] == [TASK]
    assert stored(engine)  # nothing to take its place


def test_while_nothing_is_stored_about_it_everything_may_change(engine: Engine, mood: Path) -> None:
    stored(engine)
    mood.write_text(example("spans"), encoding="utf-8")
    assert stored(engine) == example("spans")


def test_words_and_measures_may_always_change_and_scores_of_before_are_out_of_date(engine: Engine, mood: Path) -> None:
    stored(engine)
    use(engine)
    before = fingerprint(TASK)
    assert is_current(TASK, before)
    changed = (
        example("choice").replace("情绪判断", "心情判断").replace('"accuracy.accuracy"', '"balanced.balanced_accuracy"')
    )
    mood.write_text(changed, encoding="utf-8")
    assert stored(engine) == changed
    with opened(DatabaseTasks(engine)):
        assert find_task(TASK).title.zh == "心情判断"
        assert not is_current(TASK, before)


def test_what_answers_look_like_may_not_change_once_they_are_stored(engine: Engine, mood: Path) -> None:
    stored(engine)
    use(engine)
    mood.write_text(example("choice").replace('"calm"', '"angry"'), encoding="utf-8")
    with pytest.raises(Conflict) as refused:
        stored(engine)
    assert (refused.value.code, "自有" in refused.value.words.zh) == ("task-changed", True)
    assert "calm" in find_task(TASK).answer[0].shape.labels  # type: ignore[union-attr] # a choice
