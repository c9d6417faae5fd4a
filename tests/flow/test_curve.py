"""A learning curve as a step of a benchmark: on the sentences of its pack, begun anew when settings change."""

import json
from pathlib import Path
from shutil import copyfile

from pingce.flow.new import new_benchmark
from pingce.flow.result_pages import read_pages
from pingce.flow.runs import runs_of
from pingce.store.database import reading

from ..cli.conftest import EXAMPLES
from .people import edit, inhabited

RECIPE = """\
name = "words"
tasks = ["wsd/senses"]
[[sources]]
name = "gold"
path = "gold.data.txt"
task = "wsd/senses"
[[stages]]
name = "split"
run = "split"
from = ["gold"]
settings = { ratio = "6:2:2" }
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = { about = "release.toml", inventory = "inventory.json" }
[[stages]]
name = "more-words"
run = "curve"
from = ["pack"]
settings = { system = "mfs", points = "5, 10", seeds = "0,1" }
"""


def test_a_curve_is_measured_on_the_pack_and_begun_anew_with_other_settings(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    new_benchmark(folder, "wsd")
    copyfile(EXAMPLES / "wsd" / "train.data.txt", folder / "gold.data.txt")
    copyfile(EXAMPLES / "wsd" / "inventory.json", folder / "inventory.json")
    (folder / "benchmark.toml").write_text(RECIPE, encoding="utf-8")
    kept = folder / "scores" / "more-words" / "curve.jsonl"

    def points() -> list[tuple[int, int, str]]:
        _, *lines = kept.read_text(encoding="utf-8").splitlines()
        return [(point["words"], point["seed"], point["protocol"]) for point in map(json.loads, lines)]

    with inhabited(folder) as world:
        world.maker.make()
        everything = points()[-1][0]
        assert points() == [(n, seed, "resplit") for n in (5, 10, everything) for seed in (0, 1)]
        with reading(world.engine) as db:
            run = next(run for run in runs_of(db, world.maker.id) if run.stage == "more-words")
        (page,) = read_pages(world.maker.benchmark, run.id)
        (table,) = page["sections"][0]["blocks"]
        assert [row[0]["zh"] for row in table["rows"]] == ["5", "10", str(everything)]
        sentences = len((folder / "gold.data.txt").read_text(encoding="utf-8").splitlines())
        assert table["rows"][-1][1]["zh"] == str(sentences)
        assert page["hero"]["value"] == table["rows"][-1][2]["zh"]
        edit(folder, ('seeds = "0,1"', 'seeds = "0", protocol = "fixed-dev", settings = { unseen = "first" }'))
        world.maker.make()
        assert points() == [(n, 0, "fixed-dev") for n in (5, 10, points()[-1][0])]
