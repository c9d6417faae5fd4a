"""The benchmark of the demo: made by ``pingce make`` from our own corpus, with the people of the demo between.

Recipe and texts are there as soon as the demo starts, so the page *Benchmarks* is never empty; runs come while people
already look around. Nothing is told that was not done: campaigns are made by the recipe, answered through the services
of the pages, graded, released, and the baselines are trained on what came out.
"""

import time
from itertools import count
from pathlib import Path

from sqlalchemy import Engine

from pingce.annotate.services import members
from pingce.flow.benchmark import Benchmark, is_benchmark, open_benchmark
from pingce.flow.make import Maker
from pingce.flow.new import new_benchmark
from pingce.flow.plan import StagePlan
from pingce.flow.registry import add_member, register
from pingce.flow.states import parts_of
from pingce.server.people.accounts import actor_of, find_user
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import reading, transaction
from pingce.store.people import Role

from .people import ANNOTATORS, BUILDER, REVIEWERS, People
from .stock import Stock, known_answers, known_ratings
from .story import Habits, Story

NAME = "demo-space"
RECIPE = Path(__file__).with_name("benchmark.toml")
AT_ONCE = Habits(jobs=5, turns=5, slips=0.1)
"""Few in one transaction: the server beside us writes too."""


def benchmark_folder(folder: Path) -> Path:
    """Below the demo's own folder."""
    return folder / "benchmarks" / NAME


def begin_benchmark(engine: Engine, folder: Path) -> Path:
    """Recipe and texts, unless they are there, and whose it is; a moment's work."""
    place = benchmark_folder(folder)
    if not is_benchmark(place):
        new_benchmark(place, "space2022", recipe=RECIPE, samples={"corpus": "corpus"})
    with transaction(engine) as db:
        number = register(db, open_benchmark(place))
        for name in (BUILDER, *REVIEWERS):
            user = find_user(db, name)
            if user is not None:
                add_member(db, number, user.id)
    return place


def make_benchmark(engine: Engine, folder: Path) -> None:
    """Bring it as far as the competition; what was done before, also by a process that was ended, is not done again."""
    benchmark = open_benchmark(begin_benchmark(engine, folder))
    people = _people(engine)
    maker = Maker(benchmark, engine, people[BUILDER])
    while True:
        waiting = [plan for plan in maker.make().plan.waited_for if plan.stage.kind.name != "competition"]
        if not waiting:
            return
        for plan in waiting:
            _annotate(engine, benchmark, maker.id, people, plan)


def _people(engine: Engine) -> People:
    with reading(engine) as db:
        users = {name: find_user(db, name) for name in (BUILDER, *ANNOTATORS, *REVIEWERS)}
        return {name: actor_of(user) for name, user in users.items() if user is not None}


def _annotate(engine: Engine, benchmark: Benchmark, number: int, people: People, plan: StagePlan) -> None:
    """Everybody does what is theirs until nothing is left."""
    with transaction(engine) as db:
        campaign = parts_of(db, number)[plan.stage.name].campaign_id
        assert campaign is not None, "the stage has run"
        roles = [(name, Role.ANNOTATOR) for name in ANNOTATORS] + [(name, Role.REVIEWER) for name in REVIEWERS]
        changes = [members.MemberChange(people[name].id, frozenset({role})) for name, role in roles]
        members.set_members(db, people[BUILDER], campaign, changes)
        form = str(benchmark.by_name[plan.stage.name].settings["preset"])
        known = known_ratings() if form == "space-rating" else known_answers(form)
        keys = count(time.time_ns() // 1_000_000)  # never those of an earlier attempt
        story = Story(db, people, campaign, form, Stock(by_texts=known), AT_ONCE, time.time(), keys=keys, pace=0)
    rounds = 0
    while _round(engine, story):
        rounds += 1
    if not rounds:
        raise UserError(
            Words(
                f"演示里没有人能完成 {plan.stage.name}。", f"Nobody in the demo can bring {plan.stage.name} to its end."
            ),
            code="demo-stuck",
        )


def _round(engine: Engine, story: Story) -> bool:
    """A few jobs and reviews of everybody, and answers to what came back; whether there was anything to do."""
    before = story.done.total()
    for act, names in (
        (story.work_some, ANNOTATORS),
        (story.review, REVIEWERS),
        (story.reply, ANNOTATORS),
        (story.decide_appeals, REVIEWERS),
    ):
        for name in names:
            with transaction(engine) as db:
                story.db, story.now = db, time.time()
                act(name)
    return story.done.total() > before
