"""Imports in batches: seen by nobody before their end, all or nothing, whatever happens to whoever brings them in."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select, text, update
from sqlalchemy.orm import Session

from pingce.annotate.item_problems import BadItems
from pingce.annotate.items import NewItem
from pingce.annotate.services import campaigns, controls, items, large_imports, progress, queue
from pingce.annotate.services.campaign_views import Imported
from pingce.annotate.services.download import export_chunks
from pingce.annotate.services.item_filter import ItemFilter
from pingce.annotate.services.kept import catch_up
from pingce.annotate.services.large_imports import LargeImport, clear_broken_off, import_many
from pingce.annotate.services.recount import differences
from pingce.flow.states import item_counts
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.copies import postgres as postgres_copies
from pingce.store.copies import sqlite as sqlite_copies
from pingce.store.database import open_database, reading, transaction
from pingce.store.errors import Conflict, NotFound
from pingce.store.people import Actor
from pingce.store.tables.annotate import Campaign, Item, ItemGroup, UnfinishedImport
from pingce.store.tables.provenance import ItemOrigin
from pingce.trace.database import trace

from .world import TEXT, World, rating, text_items

PLAIN = {"answers": 2, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}
HIDDEN = 25
"""Numbers of the items that come in batches, of ten each."""


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_imports, "BATCH", 10)
    monkeypatch.setattr(large_imports, "AT_ONCE", 20)


def begun(world: World, visible: int = 3) -> World:
    world.start("space-rating", text_items(visible), annotators=["甲", "乙"], settings=PLAIN)
    return world


def large(world: World) -> LargeImport:
    return LargeImport(partial(transaction, world.engine), world.people["builder"], world.campaign)


def hidden_items() -> list[NewItem]:
    return text_items(HIDDEN, start=100, group="组")


class BreaksOffError(UserError):
    """What goes wrong in the middle of a file."""

    def __init__(self) -> None:
        super().__init__(Words("坏了", "broken"), code="bad-file")


def left_of(world: World) -> dict[str, int]:
    tables = {"items": Item, "origins": ItemOrigin, "groups": ItemGroup, "imports": UnfinishedImport}
    with reading(world.engine) as db:
        return {name: db.scalar(select(func.count()).select_from(table)) or 0 for name, table in tables.items()}


def traced(db: Session, builder: Actor, query: str) -> int:
    try:
        return len(trace(db, builder, query).lives)
    except NotFound:
        return 0


def everything_seen(world: World, ref: str) -> dict[str, object]:
    """What the product says about the items of the campaign, and about one of them."""
    builder, campaign = world.people["builder"], world.campaign
    with reading(world.engine) as db:
        number = db.scalar(select(Item.id).where(Item.ref == ref)) or 0
        said: dict[str, object] = {
            "list": items.find_items(db, builder, campaign)[0],
            "group": items.find_items(db, builder, campaign, ItemFilter(group="组"))[0],
            "detail": campaigns.campaign_detail(db, builder, campaign).counts,
            "progress": progress.progress(db, builder, campaign).items,
            "recount": progress.recount_progress(db, builder, campaign).items,
            "differences": len(differences(db, builder, campaign)),
            "history": len(b"".join(export_chunks(db, builder, campaign, "history")).splitlines()) - 1,
            "stage": item_counts(db, campaign),
            "controls": len(controls.controls(db, builder, campaign)),
            "traced": traced(db, builder, f"第{int(ref[1:])}句，{TEXT}"),
            "by id": traced(db, builder, ref),
        }
        try:
            items.item_view(db, builder, number)
        except NotFound:
            said["page"] = False
        else:
            said["page"] = True
    return said


def test_nobody_sees_anything_of_an_import_before_its_end_and_then_all_of_it(world: World) -> None:
    begun(world)
    for name in ("甲", "乙"):
        for _ in range(3):
            world.answer(name, rating("fine"))
    while catch_up(world.engine, world.campaign):
        pass
    before = everything_seen(world, "q00105")
    looked: list[dict[str, object]] = []

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:20]
        assert left_of(world)["items"] > 3, "some are stored"
        looked.append(everything_seen(world, "q00105"))
        assert world.next("甲") is None
        while catch_up(world.engine, world.campaign):
            pass
        yield from hidden_items()[20:]

    assert large(world).run(coming()) == Imported(HIDDEN, 0, HIDDEN + 3)
    assert looked == [before]
    while catch_up(world.engine, world.campaign):
        pass
    after = everything_seen(world, "q00105")
    assert after == before | {
        "list": HIDDEN + 3,
        "group": HIDDEN,
        "detail": {"decided": 3, "open": HIDDEN},
        "progress": {"decided": 3, "open": HIDDEN},
        "recount": {"decided": 3, "open": HIDDEN},
        "history": HIDDEN + 3,
        "stage": {"decided": 3, "open": HIDDEN},
        "traced": 1,
        "by id": 1,
        "page": True,
    }
    assert before["page"] is False
    for _ in range(HIDDEN):
        world.answer("甲", rating("fine"))
    assert world.next("甲") is None


def laid_out(world: World) -> list[tuple[object, ...]]:
    with reading(world.engine) as db:
        query = select(
            Item.ref, Item.position, Item.state, Item.queue, Item.control, Item.asked, Item.alone, ItemGroup.key,
            ItemGroup.undecided, ItemGroup.closed, ItemOrigin.digest,
        )  # fmt: skip
        query = query.outerjoin(ItemGroup, ItemGroup.id == Item.group_id).join(ItemOrigin)
        return [
            tuple(row) for row in db.execute(query.where(Item.campaign_id == world.campaign).order_by(Item.ref)).all()
        ]


@pytest.mark.parametrize("order", ["shuffled", "given"])
def test_items_lie_as_if_they_had_come_in_one_transaction(world: World, order: str) -> None:
    new = [*hidden_items(), *(NewItem(f"c{i}", {"text": f"对照{i}。"}, gold=rating("fine")) for i in range(12))]
    settings = {**PLAIN, "order": order, "answers_more": {"share": 0.4, "answers": 3}}
    settings.pop("answers_more")
    seen = []
    for title in ("一次", "几批"):
        world.start("space-rating", text_items(3), settings=settings, title=title, annotators=["甲"])
        if title == "一次":
            with world.change() as db:
                items.import_items(db, world.people["builder"], world.campaign, new)
        else:
            large(world).run(new)
        seen.append(laid_out(world))
    assert seen[0] == seen[1]
    assert {row[3] for row in seen[1]} == {0, 1}, "controls, and items in the queue as any others"


def test_the_moments_between_the_end_and_the_queue_hide_nothing_from_annotators(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(world, visible=1)

    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(large_imports, "_let_some_join", killed)
    with pytest.raises(KeyboardInterrupt):
        large(world).run(hidden_items())
    refs = set()
    for _ in range(HIDDEN + 1):
        job = world.take("甲")
        refs.add(job.item.texts["text"])
        world.submit("甲", job, rating("fine"))
    assert (len(refs), world.next("甲")) == (HIDDEN + 1, None)
    monkeypatch.undo()
    expire(world)
    assert clear_broken_off(partial(transaction, world.engine), world.engine)
    assert left_of(world) == {"items": HIDDEN + 1, "origins": HIDDEN + 1, "groups": 1, "imports": 0}
    for _ in range(HIDDEN + 1):
        world.answer("乙", rating("fine"))
    assert world.states() == {"decided": HIDDEN + 1}


def expire(world: World) -> None:
    """As if whoever brought the items in had not been heard of for long."""
    with world.change() as db:
        db.execute(update(UnfinishedImport).values(lease_until=0.0))


def breaking_off() -> Iterator[NewItem]:
    yield from hidden_items()
    raise BreaksOffError


def with_a_problem() -> Iterator[NewItem]:
    yield from hidden_items()
    yield NewItem("q00101", {"text": "又来一次。"})
    yield NewItem("bad", {"context": "没有这一栏。"})


@pytest.mark.parametrize(("coming", "problem"), [(breaking_off, BreaksOffError), (with_a_problem, BadItems)])
def test_what_goes_wrong_leaves_nothing(world: World, coming: object, problem: type[Exception]) -> None:
    begun(world)
    before = left_of(world)
    with pytest.raises(problem) as refused:
        large(world).run(coming())  # type: ignore[operator] # one of the two above
    assert left_of(world) == before
    if isinstance(refused.value, BadItems):
        assert [one.where for one in refused.value.problems] == ["bad", "q00101"]
    assert large(world).run(hidden_items()) == Imported(HIDDEN, 0, HIDDEN + 3)


def test_known_items_are_passed_over_and_another_text_is_refused(world: World) -> None:
    begun(world)
    assert large(world).run([*text_items(3), *hidden_items()]) == Imported(HIDDEN, 3, HIDDEN + 3)
    assert large(world).run(hidden_items()) == Imported(0, HIDDEN, HIDDEN + 3)
    changed = [*text_items(12, start=200), NewItem("q00101", {"text": "另一句。"}, group="组")]
    with pytest.raises(BadItems, match="1 problem"):
        large(world).run(changed)
    with reading(world.engine) as db:
        assert db.scalar(select(Campaign.size)) == db.scalar(select(func.count()).select_from(Item)) == HIDDEN + 3
        assert db.scalars(select(ItemGroup.undecided)).all() == [HIDDEN]


def test_of_two_imports_at_once_the_second_is_refused(world: World) -> None:
    begun(world)
    refused: list[str] = []

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:15]
        with pytest.raises(Conflict) as first:
            large(world).run(text_items(30, start=500))
        with pytest.raises(Conflict) as second:
            import_many(partial(transaction, world.engine), world.people["builder"], world.campaign, text_items(1))
        with world.change() as db, pytest.raises(Conflict) as third:
            items.import_items(db, world.people["builder"], world.campaign, text_items(1, start=600))
        refused.extend(one.value.code for one in (first, second, third))
        yield from hidden_items()[15:]

    assert large(world).run(coming()).added == HIDDEN
    assert refused == ["import-under-way"] * 3
    assert left_of(world)["items"] == HIDDEN + 3


def test_two_imports_into_two_campaigns_do_not_meet(world: World) -> None:
    one = begun(world).campaign
    two = world.start("space-rating", text_items(2), settings=PLAIN, title="另一个")

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:15]
        world.campaign = two
        with pytest.raises(BreaksOffError):
            large(world).run(breaking_off())
        assert large(world).run(text_items(30, start=700)).total == 32
        world.campaign = one
        yield from hidden_items()[15:]

    world.campaign = one
    assert large(world).run(coming()).total == HIDDEN + 3
    assert left_of(world) == {"items": HIDDEN + 3 + 32, "origins": HIDDEN + 35, "groups": 1, "imports": 0}


def test_whoever_was_given_up_stores_nothing_more(world: World) -> None:
    begun(world)

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:20]
        expire(world)
        import_many(partial(transaction, world.engine), world.people["builder"], world.campaign, text_items(4))
        yield from hidden_items()[20:]

    with pytest.raises(Conflict):
        large(world).run(coming())
    assert left_of(world) == {"items": 4, "origins": 4, "groups": 0, "imports": 0}


def test_a_killed_import_is_removed_and_comes_again_as_the_first_time(light: World) -> None:
    begun(light)
    path = light.engine.url.database
    command = [sys.executable, "-m", "tests.annotate.killed_importing", str(path), str(light.campaign)]
    command.append(str(light.people["builder"].id))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as bringing:
        assert bringing.stdout is not None
        assert bringing.stdout.readline() == b"half\n"
        bringing.kill()
    assert left_of(light)["items"] > 100
    before = everything_seen(light, "q00020")
    assert (before["list"], before["page"]) == (3, False)
    expire(light)
    done = import_many(
        partial(transaction, light.engine), light.people["builder"], light.campaign, text_items(40), patient=True
    )
    assert done == Imported(37, 3, 40)
    assert left_of(light) == {"items": 40, "origins": 40, "groups": 0, "imports": 0}


def copied(engine: Engine, request: pytest.FixtureRequest, folder: Path) -> Engine:
    """The database brought back from a copy."""
    copies = sqlite_copies if engine.dialect.name == "sqlite" else postgres_copies
    copies.copy(engine, folder / "copy")
    where = str(folder / "again.db") if copies is sqlite_copies else str(request.getfixturevalue("postgres_url"))
    copies.fill(where, folder / "copy", lambda _: None)
    return open_database(where)


def test_a_copy_made_in_the_middle_of_an_import_hides_it_too(
    world: World, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    begun(world)
    made: list[Engine] = []

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:20]
        made.append(copied(world.engine, request, tmp_path))
        yield from hidden_items()[20:]

    large(world).run(coming())
    (engine,) = made
    again = World(engine, people=world.people, campaign=world.campaign)
    assert left_of(again)["items"] > 3
    assert everything_seen(again, "q00105")["list"] == 3
    expire(again)
    assert large_imports.clear_broken_off(partial(transaction, engine), engine)
    assert left_of(again) == {"items": 3, "origins": 3, "groups": 0, "imports": 0}
    assert large(again).run(hidden_items()).added == HIDDEN
    engine.dispose()


@pytest.mark.parametrize("number", [20, 21])
def test_few_items_come_in_one_transaction(light: World, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(light)
    used = []

    class Counted(LargeImport):
        def run(self, items: object) -> Imported:
            used.append(number)
            return super().run(items)  # type: ignore[arg-type] # as it came

    monkeypatch.setattr(large_imports, "LargeImport", Counted)
    new = text_items(number, start=50)
    done = import_many(partial(transaction, light.engine), light.people["builder"], light.campaign, iter(new))
    assert (done.added, used) == (number, [21][: number > 20])


def test_an_import_that_takes_groups_with_fixed_annotators_is_laid_out_at_once(light: World) -> None:
    settings = {**PLAIN, "fixed_annotators": True}
    light.start("space-rating", text_items(1, group="a"), settings=settings, annotators=["甲", "乙"])
    new = text_items(30, start=50, group="b")
    import_many(partial(transaction, light.engine), light.people["builder"], light.campaign, new)
    with reading(light.engine) as db:
        assert set(db.scalars(select(Item.queue))) == {1}


ASKED = re.compile(r"\bItem\.campaign_id\b")
MAY_ASK = {
    "shown.py": "says which are shown",
    "imports.py": "known items include hidden ones",
    "large_imports.py": "hides and shows them",
    "pick.py": "asks by the queue, in which hidden ones are not",
    "kept.py": "asks for shown ones beside it",
    "tidy.py": "by a term that only items somebody answered have",
    "campaigns.py": "decided ones",
    "home.py": "settled ones; with hidden controls a campaign is not finished",
    "search.py": "asks for shown ones beside it",
    "database.py": "as above",
    "fill_database.py": "the demo has no large imports",
}


def test_whoever_looks_for_items_of_a_campaign_asks_for_those_that_are_shown() -> None:
    folder = Path(large_imports.__file__).parents[2]
    asking = {path.name for path in folder.rglob("*.py") if ASKED.search(path.read_text(encoding="utf-8"))}
    assert asking == set(MAY_ASK)


def test_waiting_says_nothing_of_hidden_items(world: World) -> None:
    begun(world, visible=1)
    world.answer("甲", rating("fine"))

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()[:20]
        with world.change() as db:
            assert queue.waiting(db, world.people["甲"], world.campaign).code == "done"
        yield from hidden_items()[20:]

    large(world).run(coming())


def test_on_postgresql_people_begin_items_while_a_transaction_brings_others_in(postgres_engine: Engine) -> None:
    world = begun(World(postgres_engine))

    def coming() -> Iterator[NewItem]:
        yield from hidden_items()
        with world.change() as db:
            db.execute(text("SET LOCAL lock_timeout = '5s'"))
            assert queue.next_job(db, world.people["甲"], world.campaign, at=world.now) is not None
        yield from text_items(2, start=400)

    done = import_many(partial(transaction, world.engine), world.people["builder"], world.campaign, coming())
    assert done == Imported(HIDDEN + 2, 0, HIDDEN + 5)
