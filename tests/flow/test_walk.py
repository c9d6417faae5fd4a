"""The spine: from the genre folders of the examples to a published board through ``pingce make``, with people between.

Every part of the flow is here in the order in which it happens; what a stage adds to an item must be found at the end.
"""

import csv
import json
import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from pingce.flow.counts import flow_counts
from pingce.flow.plan import StageStanding
from pingce.formats.check import check_file
from pingce.formats.replacement import read_changes, undone
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services import competitions
from pingce.spec.words import Words
from pingce.store.database import reading, transaction
from pingce.tasks.catalog import find_task
from pingce.trace.database import trace
from tests.cli.conftest import Run

from .people import World, attribution, changes_by_text, edit, inhabited, rating, read, small_benchmark

BEFORE_PEOPLE = ["passages", "cleaning"]
CLEANED = "改正过的"
CLEANING_STAGES = """
[[stages]]
name = "cleaning"
run = "campaign"
from = ["passages"]
settings = { preset = "clean-passages", campaign = { audit_rate = 0.0, audit_rate_first = 0.0 }, open = true }

[[stages]]
name = "cleaned"
run = "cleaned"
from = ["cleaning"]

[[stages]]
name = "replaced"
run = "replace"
from = ["cleaned"]
"""
REPLACING_STAGE = """
[[stages]]
name = "replaced"
run = "replace"
from = ["passages"]
"""


def names(world: World, runs: list[int]) -> list[str]:
    from pingce.flow.runs import find_run

    benchmark = world.maker.id
    with reading(world.engine) as db:
        return [find_run(db, benchmark, number).stage for number in runs]


def looked_through(_: str, text: str) -> dict[str, object]:
    """Every ninth passage goes, every seventh is mended, the others stay."""
    number = sum(map(ord, text))
    if number % 9 == 0:
        return {"verdict": "drop", "reason": "noise"}
    if number % 7 == 0:
        return {"verdict": "mend", "reason": "typo", "mended": CLEANED + text}
    return {"verdict": "keep"}


def walked(world: World) -> None:
    """All of it, as people would do it; every call of make stops where they are needed."""
    made = world.maker.make()
    assert names(world, made.runs) == BEFORE_PEOPLE
    (waiting,) = made.plan.waited_for
    assert (waiting.stage.name, "are not decided" in waiting.reasons[0].en) == ("cleaning", True)
    assert world.maker.make().runs == []
    world.assign("cleaning")
    world.answer("cleaning", looked_through)
    made = world.maker.make()
    assert names(world, made.runs) == ["cleaned", "replaced", "rating"]
    (waiting,) = made.plan.waited_for
    assert waiting.stage.name == "rating"
    world.assign("rating")
    world.answer("rating", rating)
    made = world.maker.make()
    assert names(world, made.runs) == ["rating-tiers", "attribution", "task1"]
    world.assign("attribution")
    world.answer("attribution", attribution(changes_by_text(world.folder / "corpus" / "replaced.jsonl")))
    made = world.maker.make()
    ran = names(world, made.runs)
    assert ran[:5] == ["attribution-tiers", "task2", "split", "pack", "majority"]
    assert ran[-1] == "competition"
    (waiting,) = made.plan.waited_for
    assert (waiting.stage.name, "to be published on" in waiting.reasons[0].en) == ("competition", True)


def publish(world: World) -> None:
    number = world.part("competition").competition_id
    assert number is not None
    with transaction(world.engine) as db:
        competitions.set_phases(
            db,
            world.people["root"],
            number,
            [
                competitions.PhaseChange(PhaseKind.REGISTRATION, 1.0, None, {}),
                competitions.PhaseChange(PhaseKind.TEST, 2.0, None, {}),
                competitions.PhaseChange(PhaseKind.PUBLISHED, 3.0, None, {}),
            ],
        )


def test_from_raw_text_to_a_published_board(tmp_path: Path, pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_benchmark(tmp_path / "walk")
    edit(folder, (REPLACING_STAGE, CLEANING_STAGES))
    with inhabited(folder) as world:
        walked(world)
        publish(world)
        made = world.maker.make()
        assert names(world, made.runs) == ["board"]
        assert {plan.standing for plan in made.plan.stages} == {StageStanding.FRESH}
        assert world.maker.make().runs == []
        _check_files(world.folder)
        _check_cleaned(world)
        _check_counts(world)
        _check_origins(world.folder)
        _check_lives(world)
        monkeypatch.chdir(world.folder)
        _check_pack_by_name(world, pingce)


def _check_files(folder: Path) -> None:
    for task in ("task1", "task2"):
        checked = check_file(find_task(f"space2022/{task}"), str(folder / "annotations" / f"{task}.jsonl"))
        assert (checked.findings.error_count, checked.findings.warning_count) == (0, 0)
    with (folder / "boards" / "board.csv").open(encoding="utf-8") as file:
        assert len(list(csv.reader(file))) > 0
    board = json.loads((folder / "boards" / "board.json").read_text(encoding="utf-8"))
    rows = {row["team"] for task in board["tasks"] for row in task["rows"]}
    assert rows == {"基线 majority", "基线 linear", "基线 span-crf"}
    for stage in ("passages", "replaced"):
        record = json.loads((folder / "corpus" / f"{stage}.run.json").read_text(encoding="utf-8"))
        assert (record["state"], record["who"], record["benchmark"]) == ("done", "root", "walk")
        assert set(record["outputs"]) == {f"corpus/{stage}.jsonl"}
        assert (folder / record["log"]).read_text(encoding="utf-8").splitlines()[-1].endswith("Done.")
    assert not list(folder.rglob("*.new"))


def _check_cleaned(world: World) -> None:
    """The cleaned file is what people said of the screened one, and its run tells before and after by kind."""
    folder = world.folder
    before = {record["id"]: record for record in read(folder / "corpus" / "passages.jsonl")}
    after = {record["id"]: record for record in read(folder / "corpus" / "cleaned.jsonl")}
    said = {number: looked_through("", record["text"]) for number, record in before.items()}
    verdicts = Counter(str(answer["verdict"]) for answer in said.values())
    assert verdicts.keys() == {"keep", "drop", "mend"}
    assert set(after) == {number for number, answer in said.items() if answer["verdict"] != "drop"}
    for number, record in after.items():
        answer, source = said[number], before[number]["source"]
        assert record["text"] == answer.get("mended", before[number]["text"])
        assert {key: record["source"][key] for key in source} == source
        assert record["source"]["cleaned"]["verdict"] == answer["verdict"]
    run = json.loads((folder / "corpus" / "cleaned.run.json").read_text(encoding="utf-8"))
    assert run["result"]["kinds"] == {"professional": {"before": len(before), "after": len(after)}}
    assert run["result"]["reasons"] == {"noise": verdicts["drop"]}


def _check_counts(world: World) -> None:
    """Nothing is lost between two stages without being counted."""
    benchmark = world.maker.id
    with reading(world.engine) as db:
        rows = {(row.stage, row.title.en): row for row in flow_counts(db, world.benchmark, benchmark)}
    assert rows["rating", "annotate"].left["undetermined"] > 0
    assert all(row.adds_up for row in rows.values())
    by_stage = {stage: row for (stage, _), row in rows.items()}
    chosen = rows["attribution", "annotate further: chosen"]
    assert by_stage["passages"].given == by_stage["cleaning"].taken == by_stage["cleaned"].taken
    assert by_stage["cleaned"].left["dropped"] > 0
    assert by_stage["replaced"].given == by_stage["rating"].taken == by_stage["rating-tiers"].taken == 60
    assert by_stage["rating"].given == chosen.taken == by_stage["task1"].taken
    assert chosen.given == by_stage["attribution"].taken == by_stage["attribution-tiers"].taken
    assert 0 < by_stage["rating-tiers"].given < 60
    assert by_stage["rating-tiers"].reasons["disputed"] == Words("有分歧", "disputed")
    assert by_stage["task1"].given <= by_stage["rating-tiers"].given
    assert by_stage["split"].taken == by_stage["task1"].given + by_stage["task2"].given
    assert by_stage["pack"].given == by_stage["split"].given


def _check_origins(folder: Path) -> None:
    """What was exported still leads to its place in the raw file, and what tiers keep back is in no later file."""
    passages = {record["id"]: record["text"] for record in read(folder / "corpus" / "cleaned.jsonl")}
    raw_texts = {record["id"]: record["text"] for record in read(folder / "corpus" / "passages.jsonl")}
    kept_back = {record["item"] for record in read(folder / "quality" / "rating-tiers.jsonl") if not record["release"]}
    assert kept_back
    for task in ("task1", "task2"):
        official = read(folder / "annotations" / f"{task}.jsonl")
        origins = read(folder / "annotations" / f"{task}.provenance.jsonl")
        assert [record["qid"] for record in official] == [record["qid"] for record in origins]
        for record, origin in zip(official, origins, strict=True):
            changes = read_changes(origin["replacement"]["changes"])
            assert changes is not None
            original = undone(record["context"], changes)
            assert original == passages[origin["original"]]
            raw = (folder / origin["source"]["file"]).read_bytes().decode()
            assert raw[origin["source"]["offset"] :].startswith(raw_texts[origin["original"]])
            assert origin["source"]["cleaned"]["verdict"] in ("keep", "mend")
            assert record["qid"] not in kept_back
    released = {record["context"] for record in read(folder / "annotations" / "task1.jsonl")}
    packed = [
        record["context"]
        for path in (folder / "packs" / "pack").rglob("task1_*.jsonl")
        for record in read(path)
        if "provenance" not in path.name
    ]
    assert set(packed) == released


def _check_pack_by_name(world: World, pingce: Run) -> None:
    """Inside the benchmark commands take its own pack by the name of its stage."""
    train = ("systems", "train", "space2022/task1", "--system", "majority")
    assert pingce(*train, "--pack", "pack", "--out", "by-name").code == 0
    card, made = (
        tomllib.loads(Path(folder, "model.toml").read_text(encoding="utf-8"))
        for folder in ("by-name", "models/majority")
    )
    assert card["data"]["train"]["sha256"] == made["data"]["train"]["sha256"]
    twice = pingce(*train, "--pack", "pack", "--train", "x.jsonl", "--out", "other")
    assert (twice.code, "not both" in twice.err) == (2, True)
    unknown = pingce(*train, "--pack", "no-such-pack", "--out", "other")
    assert (unknown.code, "is no release" in unknown.err) == (1, True)
    missing = pingce("systems", "train", "space2022/task3", "--system", "majority", "--pack", "pack", "--out", "other")
    assert (missing.code, "pack has no train part of space2022/task3" in missing.err) == (1, True)
    create = ("leaderboard", "create", "再办", "--task", "space2022/task1", "--pack", "pack", "--database", "pingce.db")
    created = pingce(*create)
    assert created.code == 0, created.err
    assert any("test gold" in file for file in json.loads(created.out)["files"])


def _check_lives(world: World) -> None:
    """For ten items, ``pingce trace`` names file, offset, original, replacement, answers, tier, split and score."""
    folder = world.folder
    exported = read(folder / "annotations" / "task1.jsonl")
    parts = {record["id"]: record["part"] for record in read(folder / "splits" / "split" / "items.jsonl")}
    gold = {
        record["context"]: record["judge"]
        for path in (folder / "packs" / "pack").rglob("task1_*.jsonl")
        for record in read(path)
        if "judge" in record
    }
    said = {record["qid"]: record["judge"] for record in read(folder / "answers" / "linear-test.jsonl")}
    passages = {record["id"]: record["text"] for record in read(folder / "corpus" / "cleaned.jsonl")}
    replaced = {record["text"]: record for record in read(folder / "corpus" / "replaced.jsonl")}
    in_test = [record for record in exported if parts[record["qid"]] == "test"]
    mended = [record for record in exported if CLEANED in record["context"]]
    assert mended, "some of what was mended was released"
    chosen = [*in_test[:4], *random.Random(7).sample(exported, 6), mended[0]]
    for record in chosen:
        text = record["context"]
        with reading(world.engine) as db:
            (life,) = trace(db, world.people["root"], record["qid"], roots=[folder]).lives
        made = replaced[text]
        assert life.source is not None
        assert (life.source.file, life.source.offset) == (made["source"]["file"], made["source"]["offset"])
        assert (life.source.raw.state, life.original_text) == ("found", passages[made["origin"]])
        cleaned = life.source.cleaned
        assert cleaned is not None
        assert life.original_text is not None
        assert (cleaned.verdict == "mend") == life.original_text.startswith(CLEANED)
        assert cleaned.before == (life.original_text.removeprefix(CLEANED) if cleaned.verdict == "mend" else None)
        assert (life.genre, life.kind, life.original) == (made["source"]["genre"], "professional", made["origin"])
        assert life.replacement is not None
        assert [(change.at, change.old, change.new) for change in life.replacement.changes] == [
            (change["at"], change["old"], change["new"]) for change in made["replaced"]
        ]
        rated = next(campaign for campaign in life.campaigns if campaign.form == "space-rating")
        answers = {answer.by: answer.answer["rating"] for answer in rated.answers}
        assert answers == {name: rating(name, text)["rating"] for name in ("li", "wang")}
        assert rated.tier is not None
        assert (rated.tier.tier, rated.exported) == ("gold", True)
        place = next(place for place in life.places if place.task == "space2022/task1")
        assert place.split == parts[record["qid"]]
        if place.split == "test":
            entry = next(entry for entry in place.entries if entry.system == "linear")
            assert entry.score == float(said[place.qid] == gold[text])
