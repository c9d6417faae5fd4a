"""Fills an empty database with the demo: people, campaigns with their answers, a competition; all of it or nothing.

Everything happens through the services that pages use, in the order and at the times of the story; what is there
already is not made again.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, inspect, select
from sqlalchemy.orm import Session

from pingce.annotate.services import campaigns, chain, imports, items, manage, members, preannotate, relations
from pingce.annotate.services.download import export_chunks
from pingce.annotate.services.item_filter import ItemFilter
from pingce.annotate.services.relations import WordRelation
from pingce.annotate.services.tiers import store_tiers
from pingce.server.people.accounts import find_user
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.people import User

from .campaigns import CAMPAIGNS, RATING, RELEASED, SECRET, DemoCampaign
from .mark import mark_demo
from .people import ANNOTATORS, BUILDER, REVIEWERS, People, make_people
from .slips import slipped
from .stock import known_answers
from .story import Story

DAY = 24 * 3600.0
DAYS = 6
PREPARED = 3
UNREAD = 3
"""So many days the first annotator has not looked at what came back."""
RELATIONS = (
    WordRelation("功夫", "2", "3", "overlapping"),
    WordRelation("骨头", "1", "2", "disjoint"),
    WordRelation("包袱", "1", "3", "disjoint"),
)
TALKS = {
    "space-rating": (
        ("demo-annotator-1", "“身边”换成“身旁”意思没有变，我选完全正常。"),
        ("demo-reviewer-1", "同意：近义替换，场景没有变。"),
    ),
    "space-attribution": (
        ("demo-annotator-1", "“母亲坐在枣树上”是搭配问题还是常识问题？"),
        ("demo-reviewer-2", "“坐”和“在枣树上”可以搭配，只是坐在树上剥豆子、狗卧在脚边不合常理，用 C 类。"),
    ),
}
TALKED_ABOUT = {"space-rating": "我趴在她身旁", "space-attribution": "坐在枣树上剥豆子"}


def fill_database(engine: Engine) -> None:
    """Everything a demo has, into an empty database or one of its own; what is there already is not told again."""
    from .competition import fill_competition

    need_demo(engine)
    fill_campaigns(engine)
    fill_competition(engine)


def fill_campaigns(engine: Engine, *, now: float | None = None) -> None:
    """Fill an empty database; one that has people is left as it is."""
    with transaction(engine) as db:
        if db.scalar(select(User.id).limit(1)) is not None:
            return
        now = time.time() if now is None else now
        mark_demo(db)
        people = make_people(db, now=now - (2 * DAYS + 1) * DAY)
        for campaign in CAMPAIGNS:
            start = start_of(campaign, now)
            story = _begin(db, people, campaign, start)
            work_on(story)
            story.now = max(story.now, end_of(campaign, now))
            _leave_off(story)
            db.flush()
            if campaign.title in RELEASED.values():
                _grade(db, people[BUILDER], story.campaign, at=story.now)
            db.expunge_all()


def need_demo(engine: Engine) -> None:
    """A database with people must be one of ours: nobody becomes anyone in it, and nothing is put beside it, else."""
    if not inspect(engine).has_table(User.__tablename__):
        return
    with reading(engine) as db:
        strangers = db.scalar(select(User.id).limit(1)) is not None and find_user(db, BUILDER) is None
    if strangers:
        raise UserError(
            Words("这个数据库不是演示，里面有别的人。", "This database is no demo: other people are in it."),
            hint=Words(
                "演示要用一个新的数据库，或演示自己的数据库。",
                "A demo takes a new database, or one that a demo has made.",
            ),
            code="no-demo-database",
        )


def _begin(db: Session, people: People, campaign: DemoCampaign, at: float) -> Story:
    builder = people[BUILDER]
    made = campaigns.create_campaign(
        db, builder, title=campaign.title, preset=campaign.preset, settings=campaign.settings, secret=SECRET, at=at
    )
    stock = campaign.stock()
    if campaign.follows:
        first = campaigns.campaign_named(db, builder, RATING)
        chain.chain(db, builder, first, made, where=campaign.where, at=at)
    else:
        imports.import_items(db, builder, made, stock.items, at=at)
    if campaign.prepared:
        prepare(db, builder, made, campaign.preset, at=at)
    changes = [members.MemberChange(people[name].id, frozenset({Role.ANNOTATOR})) for name in ANNOTATORS]
    changes += [members.MemberChange(people[name].id, frozenset({Role.REVIEWER})) for name in REVIEWERS]
    members.set_members(db, builder, made, changes, at=at)
    if campaign.preset == "wsd":
        relations.set_relations(db, builder, made, RELATIONS, at=at)
    campaigns.change_campaign(db, builder, made, status="open", at=at)
    return Story(db, people, made, campaign.preset, stock, campaign.habits, at)


def prepare(db: Session, builder: Actor, campaign: int, preset: str, *, at: float) -> None:
    """Answers to every third item before people see it, none of them quite right."""
    known = known_answers(preset)
    rows = db.scalars(select(Item).where(Item.campaign_id == campaign).order_by(Item.id)).all()[::PREPARED]
    texts = {item.ref: frozenset(item.texts.values()) for item in rows}
    suggested = [(ref, slipped(preset, known[shown], {}).answer) for ref, shown in texts.items() if shown in known]
    preannotate.store(
        db, builder, campaign, preannotate.prepare(db, builder, campaign, suggested, system="system-a"), at=at
    )


def start_of(campaign: DemoCampaign, now: float) -> float:
    """What is chained begins when the first campaign has done its days.

    Days begin at midnight (UTC), as charts have them, so that the work of one never goes on in another, whatever the
    hour is now.
    """
    today = now - now % DAY
    return today - (2 if campaign.title == RATING else 1) * DAYS * DAY


def end_of(campaign: DemoCampaign, now: float) -> float:
    """Just before what is chained begins, or just now."""
    return (start_of(campaign, now) + DAYS * DAY if campaign.title == RATING else now) - 300


def work_on(story: Story) -> None:
    """Days of annotating, reviewing and answering to it."""
    start = story.now
    for day in range(DAYS):
        story.now = max(story.now, start + day * DAY + 3600)
        _a_day(story, left=DAYS - 1 - day)


def _a_day(story: Story, *, left: int) -> None:
    """In the end reviews and appeals wait, and the first annotator has not opened the inbox yet."""
    busy = ANNOTATORS[: story.habits.annotators]
    for name in busy:
        story.work(name, DAYS - left)
    for name in REVIEWERS if left else ():
        story.review(name)
    for name in busy if left > UNREAD else busy[1:]:
        story.reply(name)
    if left > 1:
        for name in reversed(REVIEWERS):
            story.decide_appeals(name)


def _leave_off(story: Story) -> None:
    builder = story.people[BUILDER]
    if story.form in TALKS:
        _, matching = items.find_items(story.db, builder, story.campaign, ItemFilter(query=TALKED_ABOUT[story.form]))
        story.talk(matching[0].id, *TALKS[story.form])
    if story.form == "space-attribution":
        story.draft(ANNOTATORS[0])
    if story.form == "space-rating":
        story.skip(ANNOTATORS[-1], "两种读法都有，我拿不准。")
        _, open_items = items.find_items(story.db, builder, story.campaign, ItemFilter(state="open"), limit=500)
        manage.withdraw(story.db, builder, open_items[-1].id, "这一批够了，先不用", at=story.now)


def _grade(db: Session, builder: Actor, campaign: int, *, at: float) -> None:
    """Tiers by the task's own rules, as ``pingce quality tiers --campaign`` gives them."""
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.quality.reading import read_annotations
    from pingce.quality.tiers.rules import load_rules
    from pingce.quality.tiers.run import graded_items, tiers

    with TemporaryDirectory(prefix="pingce-") as folder:
        file = Path(folder) / "history.jsonl"
        file.write_bytes(b"".join(export_chunks(db, builder, campaign, "history")))
        data = read_annotations(str(file))
    assert data.task is not None, "a campaign says its task"
    rules = load_rules(data.task.id.replace("/", "-"))
    store_tiers(db, builder, campaign, graded_items(tiers(data, people(data, load_levels(None)), rules)), at=at)
