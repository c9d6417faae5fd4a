"""Many at once, in threads and in processes, on both databases: nobody gets too much, nothing is lost."""

import multiprocessing
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import Engine, func, select, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from pingce.annotate.services import locks, queue, submit
from pingce.annotate.services.views import HeldJob, JobReceipt
from pingce.store.database import open_database, transaction
from pingce.store.people import Actor
from pingce.store.tables.annotate import Item, ItemGroup, Job, Seat
from pingce.store.tables.history import AnswerVersion
from tests.waiting import PATIENCE, wait_until

from .world import World, rating, text_items

PLAIN: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
FOR_EVER = 600_000
Done = list[tuple[int, int]]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with much else to do a transaction may take longer than anybody would like to wait."""
    monkeypatch.setattr(locks, "PATIENCE", FOR_EVER)


def hand_in(db: Session, actor: Actor, job: HeldJob) -> JobReceipt:
    key = f"key-{actor.id}-{job.job}"
    return submit.submit(db, actor, job.job, rating("fine"), key=key, version=job.version)


def work(engine: Engine, actor: Actor, campaign: int) -> Done:
    """Claim and hand in until nothing is left; (item, answer) of what was acknowledged."""
    acknowledged = []
    while True:
        with transaction(engine) as db:
            job = queue.next_job(db, actor, campaign)
        if job is None:
            break
        with transaction(engine) as db:
            receipt = hand_in(db, actor, job)
        acknowledged.append((job.item.id, receipt.answer_id))
    return acknowledged


def in_threads(jobs: list[Callable[[], Done]]) -> list[Done]:
    results: list[Done] = []
    problems: list[BaseException] = []

    def run(job: Callable[[], Done]) -> None:
        try:
            results.append(job())
        except BaseException as problem:  # a thread's traceback belongs to the test
            problems.append(problem)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    return results


def check_nothing_lost(world: World, results: list[Done], *, asked: int, items: int) -> None:
    given = Counter(item for done in results for item, _ in done)
    assert max(given.values()) <= asked
    assert world.overbooked() == []
    with world.change() as db:
        stored = set(db.scalars(select(AnswerVersion.id).where(AnswerVersion.kind == "submitted")))
        answers = db.scalar(select(func.sum(Item.answers)))
        claims = db.scalar(select(func.sum(Item.claims)))
    assert stored == {answer for done in results for _, answer in done}
    assert (answers, claims) == (items * asked, 0)
    assert world.states() == {"decided": items}


@pytest.mark.parametrize("asked", [1, 2])
def test_eight_threads_share_the_items_exactly(world: World, asked: int) -> None:
    people = [f"人{i}" for i in range(8)]
    world.start("space-rating", text_items(40), annotators=people, settings={**PLAIN, "answers": asked})
    actors = [world.people[name] for name in people]
    results = in_threads([lambda a=actor: work(world.engine, a, world.campaign) for actor in actors])  # type: ignore[misc]
    check_nothing_lost(world, results, asked=asked, items=40)


def test_one_person_in_eight_windows_holds_one_job(world: World) -> None:
    world.start("space-rating", text_items(20), annotators=["甲", "乙"], settings=PLAIN)
    actor = world.people["甲"]

    def claim() -> Done:
        with transaction(world.engine) as db:
            job = queue.next_job(db, actor, world.campaign)
        assert job is not None
        return [(job.item.id, job.job)]

    assert len({done[0] for done in in_threads([claim] * 8)}) == 1
    with world.change() as db:
        assert db.scalar(select(func.count()).select_from(Job)) == 1


def test_the_same_submission_eight_times_at_once_counts_once(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=["甲", "乙"], settings=PLAIN)
    job, actor = world.take("甲"), world.people["甲"]

    def send() -> Done:
        with transaction(world.engine) as db:
            receipt = submit.submit(db, actor, job.job, rating("fine"), key="the-one-key", version=0)
        return [(receipt.job, receipt.answer_id)]

    assert len({done[0] for done in in_threads([send] * 8)}) == 1
    assert len(world.item(job.item.ref).answers) == 1


def _in_process(url: str, actor: Actor, campaign: int, out: "multiprocessing.Queue[Done]") -> None:
    locks.PATIENCE = FOR_EVER
    engine = open_database(url)
    out.put(work(engine, actor, campaign))
    engine.dispose()


def test_four_processes_share_the_items_exactly(world: World) -> None:
    people = [f"人{i}" for i in range(4)]
    world.start("space-rating", text_items(40), annotators=people, settings=PLAIN)
    url = world.engine.url.render_as_string(hide_password=False)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    out: multiprocessing.Queue[Done] = context.Queue()
    processes = [
        context.Process(target=_in_process, args=(url, world.people[name], world.campaign, out)) for name in people
    ]
    for process in processes:
        process.start()
    results = [out.get(timeout=PATIENCE) for _ in processes]
    for process in processes:
        process.join(timeout=PATIENCE)
    check_nothing_lost(world, results, asked=2, items=40)


def test_fixed_pairs_under_pressure(world: World) -> None:
    """Six people, groups of two seats: nobody else ever gets in, and everybody finishes."""
    people = [f"人{i}" for i in range(6)]
    new = [item for group in range(6) for item in text_items(4, group=f"组{group}", start=group * 4)]
    settings = {**PLAIN, "fixed_annotators": True, "finish_group": True, "gate": 0.5, "on_disagreement": "leave"}
    world.start("space-rating", new, annotators=people, settings=settings)
    jobs: list[Callable[[], Done]] = [
        lambda a=world.people[name]: work(world.engine, a, world.campaign)  # type: ignore[misc]
        for name in people
    ]
    while any(in_threads(jobs)):
        pass  # some found the gate closed and come again
    assert world.states() == {"decided": 24}
    with world.change() as db:
        rows = db.execute(select(Item.group_id, Job.user_id).join(Job, Job.item_id == Item.id).distinct()).all()
    assert set(Counter(group for group, _ in rows).values()) == {2}


def test_two_who_share_two_groups_do_not_wait_for_each_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sat down in the first group first, the other in the second; both look for more at the same moment."""
    new = [item for group in range(2) for item in text_items(2, group=f"组{group}", start=group * 2)]
    settings = {**PLAIN, "fixed_annotators": True, "gate": 0.5}
    world.start("space-rating", new, annotators=["甲", "乙"], settings=settings)
    first, second = (world.people[name] for name in ("甲", "乙"))
    with world.change() as db:
        groups = list(db.scalars(select(ItemGroup.id).order_by(ItemGroup.id)))
        db.add_all(Seat(group_id=group, user_id=first.id, finished=False) for group in groups)
        db.flush()
        db.add_all(Seat(group_id=group, user_id=second.id, finished=False) for group in reversed(groups))
        db.execute(update(Item).values(state="locked", queue=0))
    both = threading.Barrier(2)

    def lock_and_wait(db: Session, group_id: int) -> ItemGroup:
        group = locks.lock_group(db, group_id)
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=0.5)
        return group

    monkeypatch.setattr("pingce.annotate.services.groups.lock_group", lock_and_wait)
    results = in_threads([lambda a=actor: work(world.engine, a, world.campaign) for actor in (first, second)])  # type: ignore[misc]
    assert results == [[], []]


def test_two_who_share_two_groups_do_not_each_wait_in_one_for_the_other(world: World) -> None:
    """One began the first group and helps in the second, the other the other way round; both gates are closed."""
    new = [item for group in range(2) for item in text_items(4, group=f"组{group}", start=group * 4)]
    settings = {**PLAIN, "fixed_annotators": True, "finish_group": True, "gate": 0.5, "on_disagreement": "leave"}
    world.start("space-rating", new, annotators=["甲", "乙"], settings=settings)
    first, second = (world.people[name] for name in ("甲", "乙"))
    with world.change() as db:
        groups = list(db.scalars(select(ItemGroup.id).order_by(ItemGroup.id)))
        db.add_all(Seat(group_id=group, user_id=first.id, finished=False) for group in groups)
        db.flush()
        db.add_all(Seat(group_id=group, user_id=second.id, finished=False) for group in reversed(groups))
        db.execute(update(ItemGroup).values(free_seats=0))
    while any(work(world.engine, actor, world.campaign) for actor in (first, second)):
        pass  # the gate opened for both
    assert world.states() == {"decided": 8}


def while_open(world: World, change: Callable[[Session], object], who: str) -> HeldJob | None:
    """What somebody gets who asks while a change is made but not committed, and waits for it if need be."""

    def ask() -> HeldJob | None:
        with transaction(world.engine) as db:
            return queue.next_job(db, world.people[who], world.campaign)

    with ThreadPoolExecutor() as pool, transaction(world.engine) as db:
        change(db)
        db.flush()
        asking = pool.submit(ask)
        wait_until(lambda: asking.done() or is_held_up(world.engine))
        db.commit()
        return asking.result()


WAITING = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")


def is_held_up(engine: Engine) -> bool:
    """Whether somebody waits for what another one has locked."""
    with engine.connect() as connection:
        return bool(connection.scalars(WAITING).one())


@pytest.fixture
def other_open(postgres_engine: Engine) -> World:
    """Only on PostgreSQL does one person's transaction leave the others to work; SQLite has one writer."""
    return World(postgres_engine)


def test_the_last_item_is_had_by_whoever_asks_while_it_is_being_claimed(other_open: World) -> None:
    other_open.start("space-rating", text_items(1), annotators=["甲", "乙"], settings=PLAIN)
    first = other_open.people["甲"]
    job = while_open(other_open, lambda db: queue.next_job(db, first, other_open.campaign), "乙")
    assert job is not None
    assert job.item.ref == "q00000"


def test_the_last_item_is_had_by_whoever_asks_while_it_is_being_answered(other_open: World) -> None:
    other_open.start("space-rating", text_items(1), annotators=["甲", "乙"], settings=PLAIN)
    held, first = other_open.take("甲"), other_open.people["甲"]
    job = while_open(other_open, lambda db: hand_in(db, first, held), "乙")
    assert job is not None
    assert job.item.ref == "q00000"
    other_open.submit("乙", job, rating("fine"))
    assert other_open.states() == {"decided": 1}


def test_the_last_item_is_not_had_twice_if_it_wanted_one_answer(other_open: World) -> None:
    other_open.start("space-rating", text_items(1), annotators=["甲", "乙"], settings={**PLAIN, "answers": 1})
    first = other_open.people["甲"]
    assert while_open(other_open, lambda db: queue.next_job(db, first, other_open.campaign), "乙") is None
    assert other_open.overbooked() == []


def test_a_seat_is_had_by_whoever_asks_while_the_group_is_being_worked_in(other_open: World) -> None:
    settings = {**PLAIN, "fixed_annotators": True}
    other_open.start("space-rating", text_items(2, group="组"), annotators=["甲", "乙"], settings=settings)
    held, first = other_open.take("甲"), other_open.people["甲"]
    job = while_open(other_open, lambda db: hand_in(db, first, held), "乙")
    assert job is not None
    assert job.item.ref == "q00000"


@pytest.mark.parametrize("fixed", [False, True])
def test_nobody_waits_long_for_somebody_who_does_not_end(
    other_open: World, monkeypatch: pytest.MonkeyPatch, *, fixed: bool
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 1)
    settings = {**PLAIN, "fixed_annotators": fixed}
    other_open.start("space-rating", text_items(1, group="组"), annotators=["甲", "乙"], settings=settings)
    held, first, second = other_open.take("甲"), other_open.people["甲"], other_open.people["乙"]
    with transaction(other_open.engine) as db:
        hand_in(db, first, held)
        db.flush()
        with transaction(other_open.engine) as mine:
            assert queue.next_job(mine, second, other_open.campaign) is None
            assert queue.waiting(mine, second, other_open.campaign).code == "others"
            assert mine.scalar(text("SHOW statement_timeout")) == "0"
    assert other_open.take("乙").item.ref == "q00000"
    with transaction(other_open.engine) as db:
        assert db.scalar(text("SHOW statement_timeout")) == "0"


def test_a_database_that_goes_away_meanwhile_is_not_taken_for_impatience(other_open: World) -> None:
    end = text("SELECT pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(OperationalError), other_open.change() as db:
        locks.look_patiently(db, lambda: db.scalar(end))
