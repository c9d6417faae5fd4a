"""Finding things by a few characters: items, people, campaigns, benchmarks and competitions.

Everybody finds what they could open: builders and reviewers the items of their campaigns, annotators the texts they
were given, organisers their drafts. Texts are looked through in the order they came, from the newest campaign on, and
the search ends when there are enough: the database stops there, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Select, or_, select, text
from sqlalchemy.orm import Session

from pingce.annotate.services.access import effective_roles, sees_items
from pingce.annotate.services.show import around, texts_hold
from pingce.annotate.services.shown import seen
from pingce.flow import registry
from pingce.leaderboard.competition.services.access import is_organiser
from pingce.store.people import PROGRAM, Actor, Role
from pingce.store.tables.annotate import Campaign, Item, Job, Member
from pingce.store.tables.competition import Competition
from pingce.store.tables.people import User
from pingce.store.tables.removal import DELETED

from .benchmarks import OpenedBenchmarks
from .policies import POLICIES, Action

FoundKind = Literal["campaign", "benchmark", "competition", "person", "item"]
EACH = 8
"""So many of a kind are enough to choose from."""


@dataclass(frozen=True, slots=True)
class FoundView:
    """Something that was found: `title` names it, `about` says more, `place` is its page."""

    kind: FoundKind
    title: str
    about: str
    place: str


def search(db: Session, actor: Actor, words: str, opened: OpenedBenchmarks) -> list[FoundView]:
    """What somebody may open whose name or text holds the words; nothing for no words."""
    words = words.strip()
    if not words:
        return []
    if db.get_bind().dialect.name == "postgresql":
        db.execute(text("SET LOCAL jit = off"))  # compiling this query takes longer than reading every item
    campaigns = _campaigns(db, actor)
    return [
        *_named_campaigns(campaigns, words),
        *_benchmarks(db, actor, words, opened),
        *_competitions(db, actor, words),
        *_people(db, actor, words),
        *_items(db, actor, campaigns, words),
    ]


def _campaigns(db: Session, actor: Actor) -> Sequence[tuple[Campaign, frozenset[Role]]]:
    """The campaigns somebody belongs to, newest first, with their roles there."""
    query = (
        select(Campaign, Member.roles)
        .outerjoin(Member, (Member.campaign_id == Campaign.id) & (Member.user_id == actor.id))
        .where(Campaign.status != DELETED)
        .order_by(Campaign.id.desc())
    )
    rows = [(campaign, effective_roles(actor, stored or "")) for campaign, stored in db.execute(query)]
    return [(campaign, roles) for campaign, roles in rows if roles]


def _named_campaigns(campaigns: Sequence[tuple[Campaign, frozenset[Role]]], words: str) -> Iterator[FoundView]:
    named = [(campaign, roles) for campaign, roles in campaigns if words.lower() in campaign.title.lower()]
    for campaign, roles in named[:EACH]:
        page = "work" if Role.ANNOTATOR in roles else "review"
        place = f"/manage/{campaign.id}" if Role.BUILDER in roles else f"/{page}/{campaign.id}"
        yield FoundView("campaign", campaign.title, "", place)


def _benchmarks(db: Session, actor: Actor, words: str, opened: OpenedBenchmarks) -> Iterator[FoundView]:
    if not POLICIES[Action.SEE_RUNS].permits(actor.roles):  # their pages are for builders
        return
    for benchmark, number in opened.opened(db):
        title = f"{benchmark.name} {benchmark.title.zh} {benchmark.title.en}"
        if words.lower() in title.lower() and registry.is_member(db, actor, number):
            yield FoundView("benchmark", benchmark.name, benchmark.title.zh, f"/benchmarks/{benchmark.name}")


def _competitions(db: Session, actor: Actor, words: str) -> Iterator[FoundView]:
    query = select(Competition).where(Competition.title.icontains(words, autoescape=True))
    rows = db.scalars(query.order_by(Competition.id.desc()))
    seen = [row for row in rows if row.open or is_organiser(actor, row)]
    for competition in seen[:EACH]:
        yield FoundView("competition", competition.title, "", f"/competitions/{competition.id}")


def _people(db: Session, actor: Actor, words: str) -> Iterator[FoundView]:
    if not POLICIES[Action.SEE_PEOPLE].permits(actor.roles):
        return
    named = or_(User.name.icontains(words, autoescape=True), User.title.icontains(words, autoescape=True))
    query = select(User).where(named, User.name != PROGRAM).order_by(User.name).limit(EACH)
    for user in db.scalars(query):
        yield FoundView("person", user.title or user.name, user.name, "/people")


def _items(
    db: Session, actor: Actor, campaigns: Sequence[tuple[Campaign, frozenset[Role]]], words: str
) -> Iterator[FoundView]:
    titles = {campaign.id: campaign.title for campaign, _ in campaigns}
    all_of = [campaign.id for campaign, roles in campaigns if sees_items(roles)]
    matches = 0
    for item in db.execute(_matching(db, words, all_of)) if all_of else ():
        matches += 1
        place = f"/manage/{item.campaign_id}/items/{item.id}"
        yield FoundView("item", item.ref, f"{titles[item.campaign_id]} · {around(item.texts, words)}", place)
    own = [campaign.id for campaign, roles in campaigns if Role.ANNOTATOR in roles and not sees_items(roles)]
    if matches >= EACH or not own:
        return
    jobs = (
        select(Job.id, Job.campaign_id, Job.serial, Item.texts)
        .join(Item, Item.id == Job.item_id)
        .where(Job.user_id == actor.id, Job.campaign_id.in_(own), texts_hold(db, words))
        .order_by(Job.id.desc())
        .limit(EACH - matches)
    )
    for job in db.execute(jobs):
        about = f"{titles[job.campaign_id]} · {around(job.texts, words)}"
        yield FoundView("item", f"#{job.serial}", about, f"/work/{job.campaign_id}/{job.id}")


def _matching(db: Session, words: str, campaigns: Sequence[int]) -> Select[int, int, str, dict[str, str]]:
    """By the beginning of the item's own id, or by its text; the newest first.

    The sum keeps the database from sorting a whole campaign by way of an index: it reads from the newest item on, and
    stops when it has enough.
    """
    holds = or_(Item.ref.startswith(words, autoescape=True), texts_hold(db, words))
    here = (Item.campaign_id + 0).in_(campaigns)
    query = select(Item.id, Item.campaign_id, Item.ref, Item.texts).where(here, holds, seen())
    return query.order_by(Item.id.desc()).limit(EACH)
