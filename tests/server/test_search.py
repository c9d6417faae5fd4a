"""Finding things from everywhere: everybody finds what they may open, and nothing else."""

import time
from pathlib import Path

import pytest

from pingce.annotate.services.items import NewItem
from pingce.annotate.services.removal import delete_campaign
from pingce.annotate.services.show import PREVIEW, cut_around
from pingce.flow.new import new_benchmark
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.store.database import transaction
from pingce.store.people import Role

from ..annotate.world import World, rating
from .builders import Clients
from .shared_task import make_shared_task

TEXT = "他把“晾衣绳”系在门柱上，前面是" + "一条很长的小路，" * 8 + "尽头有一棵枣树。"


@pytest.fixture
def world(clients: Clients, tmp_path: Path) -> World:
    """Two campaigns of two builders, one benchmark, one competition, people of every kind."""
    world = World(clients.server.engine, now=time.time())
    items = [NewItem(f"枣-{i}", {"text": TEXT}) for i in range(3)]
    world.start("space-rating", items, annotators=["ann", "bob"], reviewers=["rita"], title="枣树评级")
    world.person("stranger", Role.BUILDER)
    world.person("boss", Role.ADMIN)
    world.person("team", Role.TEAM)
    world.person("枣队", Role.TEAM)
    new_benchmark(tmp_path / "zao", "empty")
    opened = OpenedBenchmarks([tmp_path / "zao"])
    opened.register(clients.server.engine)
    clients.server.benchmarks = opened
    return world


def found(clients: Clients, who: str, words: str) -> dict[str, list[str]]:
    """Titles by kind."""
    kinds: dict[str, list[str]] = {}
    for row in clients.of(who).get("/api/search", params={"words": words}).json():
        kinds.setdefault(row["kind"], []).append(row["title"])
    return kinds


def test_everybody_finds_what_they_may_open(clients: Clients, world: World) -> None:
    items = ["枣-2", "枣-1", "枣-0"]
    assert found(clients, "builder", "枣") == {"campaign": ["枣树评级"], "person": ["枣队"], "item": items}
    assert found(clients, "boss", "枣") == {"campaign": ["枣树评级"], "person": ["枣队"], "item": items}
    assert found(clients, "rita", "枣") == {"campaign": ["枣树评级"], "item": items}
    assert found(clients, "stranger", "枣") == {"person": ["枣队"]}
    assert found(clients, "team", "枣") == {}
    assert found(clients, "ann", "枣") == {"campaign": ["枣树评级"]}  # she was given nothing yet
    assert clients.anonymous().get("/api/search", params={"words": "枣"}).status_code == 401


def test_annotators_find_their_own_work_by_their_own_numbers(clients: Clients, world: World) -> None:
    receipt = world.answer("ann", rating("fine"))
    (campaign, item) = clients.of("ann").get("/api/search", params={"words": "枣"}).json()
    assert (campaign["place"], item["title"]) == (f"/work/{world.campaign}", "#1")
    assert item["place"] == f"/work/{world.campaign}/{receipt.job}"
    assert found(clients, "bob", "枣") == {"campaign": ["枣树评级"]}
    assert found(clients, "ann", "枣-") == {}  # ids of items are not for annotators


def test_texts_are_shown_around_what_was_found(clients: Clients, world: World) -> None:
    rows = clients.of("builder").get("/api/search", params={"words": "一棵枣树"}).json()
    about = rows[0]["about"]
    assert "一棵枣树" in about
    assert len(about) < 60
    assert len(found(clients, "builder", "“晾衣绳”")["item"]) == 3
    assert found(clients, "builder", '"') == {}  # the marks of JSON are no part of a text
    assert found(clients, "builder", "%") == {}
    assert found(clients, "builder", "  ") == {}


@pytest.mark.parametrize(("start", "shown"), [(0, "0123"), (95, "6789"), (50, "0123456789")])
def test_a_text_is_cut_around_a_place(start: int, shown: str) -> None:
    cut = cut_around("0123456789" * 10, start, start + 4)
    assert ("0123456789" * 10)[start : start + 4] in cut
    assert shown in cut
    assert len(cut.replace("…", "")) == PREVIEW


def test_benchmarks_and_competitions_are_found_by_those_they_exist_for(clients: Clients, world: World) -> None:
    assert found(clients, "boss", "zao") == {"benchmark": ["zao"]}
    assert found(clients, "builder", "zao") == {}
    task = make_shared_task(clients)
    assert found(clients, "team", "空间语义") == {"competition": ["空间语义评测"]}
    task.organiser.patch(task.url, json={"open": False})
    assert found(clients, "team", "空间语义") == {}
    assert found(clients, "organiser", "空间语义") == {"competition": ["空间语义评测"]}


def test_a_deleted_campaign_is_found_by_nobody(clients: Clients, world: World) -> None:
    with transaction(clients.server.engine) as db:
        delete_campaign(db, world.people["builder"], world.campaign)
    assert found(clients, "builder", "枣树") == {}
