"""What people do beside our commands: register on a page, start a server, pack files."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .step import Act, TourContext

if TYPE_CHECKING:
    from sqlalchemy import Engine

PATIENCE = 60.0
LOG = "serve.log"
TOKEN_DAYS = 7


def copy_inventory(context: TourContext) -> None:
    shutil.copyfile(context.examples / "wsd/inventory.json", context.out / "models/inventory.json")


def pack_answers(team: str, archive: str) -> Act:
    """Where the server looks for them by their names: task1.jsonl and so on, without folders."""

    def pack(context: TourContext) -> None:
        import zipfile

        with zipfile.ZipFile(context.out / archive, "w", zipfile.ZIP_DEFLATED) as file:
            for path in sorted((context.out / "answers" / team).glob("*.jsonl")):
                file.write(path, path.name)

    return pack


def register_teams(competition: str, teams: tuple[str, ...]) -> Act:
    """The services behind the pages, called as the pages call them."""

    def register(context: TourContext) -> None:
        from pingce.demo.people import ADMINISTRATOR
        from pingce.leaderboard.competition.services import competitions
        from pingce.leaderboard.competition.services import teams as services
        from pingce.server.people.accounts import actor_of, create_user, find_user
        from pingce.server.people.secrets import make_password
        from pingce.server.people.tokens import create_token
        from pingce.server.policies import Scope
        from pingce.store.database import transaction
        from pingce.store.people import Actor, Role

        now = time.time()
        with _opened(context.database) as engine, transaction(engine) as db:
            administrator = find_user(db, ADMINISTRATOR)
            assert administrator is not None, "the demo has one"
            number = context.competition = competitions.competition_named(db, actor_of(administrator), competition)
            for i, team in enumerate(teams, start=1):
                made = create_user(db, f"team-{i}", roles=[Role.TEAM], title=team, password=make_password(), now=now)
                actor = Actor(made.id, made.name, frozenset({Role.TEAM}))
                services.register(db, actor, number, services.NewTeam(name=team, organisation="示例大学"))
                token = create_token(
                    db, actor, title="tour", scopes=[Scope.SUBMIT, Scope.READ], days=TOKEN_DAYS, now=now
                )
                context.tokens[team] = token.token

    return register


def bring_people(context: TourContext) -> None:
    """Those of the demo; their database says that it is one."""
    from pingce.demo.fill_database import DAY, DAYS
    from pingce.demo.mark import mark_demo
    from pingce.demo.people import PEOPLE, make_people
    from pingce.store.database import migrate, transaction

    with _opened(context.database) as engine:
        migrate(engine)
        with transaction(engine) as db:
            mark_demo(db)
            make_people(db, now=time.time() - (2 * DAYS + 1) * DAY)
    for person in PEOPLE:
        click.echo(f"{person.name}\t{person.title}\t{', '.join(person.roles)}")


def people_at_work(title: str) -> Act:
    """A week of a campaign: annotators who err now and then, reviewers who look at where they differ."""

    def work(context: TourContext) -> None:
        from pingce.annotate.services.campaigns import campaign_named
        from pingce.demo.campaigns import SECRET, campaign_called
        from pingce.demo.fill_database import start_of, work_on
        from pingce.demo.people import ADMINISTRATOR, PEOPLE
        from pingce.demo.story import Story
        from pingce.server.people.accounts import actor_of, find_user
        from pingce.store.database import transaction
        from pingce.store.tables.annotate import Campaign

        planned = campaign_called(title)
        with _opened(context.database) as engine, transaction(engine) as db:
            users = [find_user(db, person.name) for person in PEOPLE]
            people = {user.name: actor_of(user) for user in users if user is not None}
            campaign = db.get_one(Campaign, campaign_named(db, people[ADMINISTRATOR], title))
            # The same dice as in the demo, and the days before today: the story is the same every time.
            campaign.secret, campaign.created_at = SECRET, start_of(planned, time.time())
            db.flush()
            story = Story(db, people, campaign.id, planned.preset, planned.stock(), planned.habits, campaign.created_at)
            work_on(story)
        done = story.done
        words = Words(
            f"{done['answers']} 份答案，{done['reviews']} 次审核",
            f"{done['answers']} answers, {done['reviews']} reviews",
        )
        click.echo(words.en if context.lang == "en" else words.zh)

    return work


def hand_in_baseline(title: str, models: tuple[str, ...]) -> Act:
    """What the trained systems say to the competition's own questions, as the organisers' baseline."""

    def hand_in(context: TourContext) -> None:
        from pingce.demo.competition import hand_in_systems
        from pingce.store.database import transaction

        with _opened(context.database) as engine:
            with transaction(engine) as db:
                shared = hand_in_systems(db, title, [context.out / "models" / model for model in models])
            with transaction(engine) as db:
                replace(shared, db=db).score(time.time())

    return hand_in


def make_benchmark(context: TourContext) -> None:
    """The benchmark of the demo, with its people where it waits for them."""
    from pingce.demo import benchmark

    with _opened(context.database) as engine:
        benchmark.make_benchmark(engine, context.out)


@contextmanager
def _opened(database: str) -> Iterator["Engine"]:
    from pingce.store.database import open_database

    engine = open_database(database)
    try:
        yield engine
    finally:
        engine.dispose()


def start_server(context: TourContext) -> None:
    """A real one, on a port that was free a moment ago."""
    port = context.address.rpartition(":")[2]
    command = [sys.executable, "-m", "pingce.cli.main", "serve", "--demo"]
    command += ["--database", context.database, "--port", port]
    environment = {**os.environ, "PINGCE_SCORERS": "1", "OMP_NUM_THREADS": "1"}
    with (context.out / LOG).open("wb") as log:
        context.server = subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
        )
    until = time.monotonic() + PATIENCE
    while not _answers(int(port)):
        if context.server.poll() is not None or time.monotonic() > until:
            raise UserError(
                Words("服务器没有起来。", "The server did not start."),
                hint=Words(f"见 {context.out / LOG}。", f"See {context.out / LOG}."),
                code="no-server",
            )
        time.sleep(0.05)


def stop_server(context: TourContext) -> None:
    """Stop the server that the tour started."""
    if context.server is not None:
        context.server.terminate()
        context.server.wait()
        context.server = None


def free_address() -> str:
    """An address of this machine that nothing listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def _answers(port: int) -> bool:
    """Whether it has said that it is ready: the port is taken before the pages are there."""
    from http.client import HTTPConnection, HTTPException

    line = HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        line.request("GET", "/api/health")
        return line.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


def remove(path: Path) -> None:
    """A file or folder of an earlier run, if there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
