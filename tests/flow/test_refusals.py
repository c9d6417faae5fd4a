"""What a recipe asks for and cannot have is told by the stage, in both languages, and leaves nothing half-made."""

from datetime import date
from pathlib import Path

import pytest

from pingce.flow.benchmark import open_benchmark
from pingce.flow.make import Maker
from pingce.flow.runs import runs_of
from pingce.flow.stages.contest import _moment
from pingce.formats.examples import example_folder
from pingce.spec.errors import UserError
from pingce.store.database import reading, transaction
from pingce.store.tables.annotate import Campaign

from .benchmarks import tiny
from .people import World, edit, inhabited

FIRST = '[[stages]]\nname = "passages"'
PACK = """
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = { about = "release.toml" }
[[stages]]
name = "model"
run = "train"
from = ["pack"]
settings = { task = "space2022/task2", system = "span-crf" }
"""
RATING = """
[[stages]]
name = "points"
run = "campaign"
from = ["replaced"]
settings = { preset = "space-rating" }
[[stages]]
name = "taken"
run = "%s"
from = ["points"]
%s
"""
ABOUT = """
name = "b"
version = "1"
title = { zh = "b", en = "b" }
description = { zh = "b", en = "b" }
licence = "other"
licence_file = "%s"
creators = ["b"]
url = "https://example.org"
date = 2026-01-01
"""


def add(folder: Path, text: str) -> None:
    path = folder / "benchmark.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def refused(world: World, target: str, match: str) -> None:
    with pytest.raises(UserError, match=match) as told:
        world.maker.make(target)
    assert told.value.words.zh != told.value.words.en
    with reading(world.engine) as db:
        assert runs_of(db, 1)[0].state == "failed"


def test_classes_and_shares_that_are_none(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        edit(world.folder, ("sample = 20", 'sample = 20, classes = ["f", "zz"]'))
        refused(world, "replaced", "There is no class zz")
        inventory = (example_folder() / "wsd" / "inventory.json").read_bytes()
        (world.folder / "inventory.json").write_bytes(inventory)
        add(
            world.folder,
            '[[stages]]\nname = "drawn"\nrun = "sentences"\nfrom = ["texts"]\n'
            'settings = { words = "inventory.json", share = "6" }\n',
        )
        refused(world, "drawn", "expected web:edited as 6:4")


def test_a_split_needs_items_with_answers_and_numbers_that_are_some(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        edit(world.folder, ('ratio = "2:1:1"', 'whole_words = "200%"'))
        refused(world, "split", "whole_words: found 200%; expected a number such as 30")
        edit(world.folder, ('task = "space2022/task1"\n', ""))
        refused(world, "split", "The source gold of split says no task")


def test_a_pack_takes_its_licence_from_the_folder_and_says_what_it_lacks(tmp_path: Path) -> None:
    with inhabited(tiny(tmp_path / "b")) as world:
        add(world.folder, PACK)
        (tmp_path / "secret.txt").write_text("x", encoding="utf-8")
        about = world.folder / "release.toml"
        about.write_text(ABOUT % "../secret.txt", encoding="utf-8")
        refused(world, "pack", "leads out of it")
        about.write_text("name = 3", encoding="utf-8")
        refused(world, "pack", "needs .* corrections")
        with reading(world.engine) as db:
            number = runs_of(db, 1)[0].id
        assert "version" in (world.folder / "runs" / f"{number:06}.log").read_text(encoding="utf-8")
        (world.folder / "LICENSE").write_text("x", encoding="utf-8")
        about.write_text(ABOUT % "LICENSE", encoding="utf-8")
        refused(world, "model", "pack has no train part of space2022/task2")
        assert (world.folder / "packs" / "pack" / "public" / "release.json").is_file()


def test_tiers_and_exports_of_campaigns_that_have_none(tmp_path: Path) -> None:
    for kind, settings, match in (
        ("tiers", 'settings = { rules = "none" }', "no ready tier rules 'none'"),
        ("export", "", "has no data set to export"),
    ):
        with inhabited(tiny(tmp_path / kind)) as world:
            add(world.folder, RATING % (kind, settings))
            world.maker.make("points")
            closed(world, "explanation-rating" if kind == "export" else "space-rating")
            refused(world, "taken", match)


def closed(world: World, form: str) -> None:
    """Nobody is waited for any more; ``form``: as if the campaign had been another."""
    with transaction(world.engine) as db:
        campaign = db.get_one(Campaign, 1)
        campaign.status, campaign.form = "closed", form


def test_moments_of_phases() -> None:
    assert _moment("2026-01-02") == _moment(date(2026, 1, 2)) == 1767283200.0
    for wrong in ("soon", 3):
        with pytest.raises(UserError, match="is no time"):
            _moment(wrong)


def test_a_benchmark_is_made_on_postgres_as_on_sqlite(tmp_path: Path, postgres_url: str) -> None:
    with inhabited(tiny(tmp_path / "b"), postgres_url) as world:
        made = world.maker.make()
        assert len(made.runs) == 3
        assert Maker(open_benchmark(world.folder), world.engine, world.people["root"]).make().runs == []
