"""From raw text to export by the commands themselves: the output of each is the input of the next."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pingce.annotate.services import queue, submit
from pingce.formats.check import check_file
from pingce.formats.replacement import read_changes, undone
from pingce.server.people.accounts import actor_of, find_user
from pingce.store.database import open_database, transaction
from pingce.tasks.catalog import find_task

from .conftest import EXAMPLES, Ran, Run

Record = dict[str, Any]
LABELS = ("fine", "bad", "someBad", "bad")
QUIET = [f"--set={name}=0" for name in ("audit_rate", "audit_rate_first", "control_rate")]


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Benchmark:
    """A folder, a database in it, and people who answer by a rule."""

    def __init__(self, pingce: Run, folder: Path) -> None:
        self.pingce, self.folder = pingce, folder

    def run(self, *arguments: str | Path) -> Ran:
        ran = self.pingce(*arguments)
        assert ran.code == 0, ran.err
        return ran

    def answer(self, campaign: int, say: Callable[[str, str], Record]) -> Counter[str]:
        """Everybody answers all they get; what was said, as JSON."""
        engine = open_database(str(self.folder / "work.db"))
        said: Counter[str] = Counter()
        for name in ("li", "wang"):
            while True:
                with transaction(engine) as db:
                    user = find_user(db, name)
                    assert user is not None
                    job = queue.next_job(db, actor_of(user), campaign)
                    if job is None:
                        break
                    answer = say(name, job.item.texts["text"])
                    key = f"{campaign}-{name}-{job.job:06}"
                    submit.submit(db, actor_of(user), job.job, answer, key=key, version=job.version)
                    said[json.dumps(answer)] += 1
        engine.dispose()
        return said


def label(name: str, text: str) -> Record:
    """What they say of a text; in every seventh case the second person says something else."""
    number = sum(map(ord, text))
    if name == "wang" and number % 7 == 0:
        return {"rating": "someFine"}
    return {"rating": LABELS[number % len(LABELS)]}


@pytest.fixture
def benchmark(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    """Screened, replaced and rated."""
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: quick)
    monkeypatch.setenv("PINGCE_DATABASE", str(tmp_path / "work.db"))
    made = Benchmark(pingce, tmp_path)
    made.run("corpus", "screen", EXAMPLES / "corpus", "--out", tmp_path / "passages.jsonl", "--kind", "professional")
    made.run("corpus", "replace", tmp_path / "passages.jsonl", tmp_path / "replaced.jsonl", "--sample", "60")
    made.run("annotate", "users", "add", "root", "--role", "admin")
    for name in ("li", "wang"):
        made.run("annotate", "users", "add", name)
    made.run("annotate", "create", "评级", "--preset", "space-rating", *QUIET, "--open")
    made.run("annotate", "import", "评级", tmp_path / "replaced.jsonl")
    made.run("annotate", "users", "assign", "评级", "li", "wang")
    made.answer(1, label)
    return made


def test_every_item_still_knows_its_place_in_the_raw_file(benchmark: Benchmark) -> None:
    folder = benchmark.folder
    benchmark.run("annotate", "export", "评级", "--out", folder / "task1.jsonl")
    official, provenance = read(folder / "task1.jsonl"), read(folder / "task1.provenance.jsonl")
    assert [one["qid"] for one in official] == [one["qid"] for one in provenance]
    assert {key for one in official for key in one} == {"qid", "context", "judge"}
    checked = check_file(find_task("space2022/task1"), str(folder / "task1.jsonl"))
    assert (checked.findings.error_count, checked.findings.warning_count) == (0, 0)
    passages = {one["id"]: one["text"] for one in read(folder / "passages.jsonl")}
    assert len(official) > 20
    for record, origin in zip(official, provenance, strict=True):
        changes = read_changes(origin["replacement"]["changes"])
        assert changes is not None
        original = undone(record["context"], changes)
        assert original == passages[origin["original"]]
        raw = (EXAMPLES / origin["source"]["file"]).read_bytes().decode()
        assert raw[origin["source"]["offset"] :].startswith(original)
        assert (origin["genre"], origin["kind"]) == (Path(origin["source"]["file"]).parts[1], "professional")
        assert origin["campaign"]["title"] == "评级"


def test_counts_add_up_from_rating_to_tiers_attribution_and_export(benchmark: Benchmark) -> None:
    folder, run = benchmark.folder, benchmark.run
    ungraded = run("annotate", "export", "评级", "--out", folder / "all.jsonl").err
    decided, written, dropped = map(int, re.findall(r"\d+", ungraded.splitlines()[0])[:3])
    assert decided == written + dropped
    assert "No tiers: every decided item was written" in ungraded
    assert len(read(folder / "all.jsonl")) == written
    graded = run("quality", "tiers", "--campaign", "评级", "--out", folder / "tiers.jsonl")
    assert "released" in graded.out
    tiers = {one["item"]: one for one in read(folder / "tiers.jsonl")}
    assert len(tiers) == 60
    released = {item for item, one in tiers.items() if one["release"]}
    said = run("annotate", "export", "评级", "--out", folder / "task1.jsonl").err
    found = {one["qid"] for one in read(folder / "task1.jsonl")}
    assert found == released & {one["qid"] for one in read(folder / "all.jsonl")}
    assert f"decided: {decided}; written {len(found)}" in said
    bad = sum(one["judge"] == 0 for one in read(folder / "task1.jsonl"))
    chained = json.loads(run("annotate", "chain", "评级", "归因", "--preset", "space-attribution").out)
    assert chained == {
        "campaign": 2,
        "decided": decided,
        "chosen": bad,
        "left_out": {"answer": len(found) - bad, "tier": decided - len(found)},
        "added": bad,
        "already": 0,
    }
    again = run("annotate", "chain", "评级", "归因")
    assert (json.loads(again.out)["added"], json.loads(again.out)["already"]) == (0, bad)
    assert f"already in 归因: {bad}" in again.err
    assert [(one["tier"], one["released"]) for one in read(folder / "task1.provenance.jsonl")] == [
        ("gold", True) for _ in found
    ]


def test_an_item_that_tiers_keep_back_leaves_only_when_asked_for(benchmark: Benchmark) -> None:
    folder, run = benchmark.folder, benchmark.run
    rules = strict_rules(folder, "bad")
    run("annotate", "export", "评级", "--out", folder / "all.jsonl")
    by_judge = Counter(one["judge"] for one in read(folder / "all.jsonl"))
    run("quality", "tiers", "--campaign", "评级", "--rules", rules)
    said = run("annotate", "export", "评级", "--out", folder / "good.jsonl").err
    assert Counter(one["judge"] for one in read(folder / "good.jsonl")) == {1: by_judge[1]}
    assert f"  poor (no-bad) bad: {by_judge[0]}" in said.splitlines()
    run("annotate", "export", "评级", "--tiers", "poor", "--out", folder / "poor.jsonl")
    assert Counter(one["judge"] for one in read(folder / "poor.jsonl")) == {0: by_judge[0]}
    run("annotate", "export", "评级", "--tiers", "all", "--out", folder / "again.jsonl")
    assert (folder / "again.jsonl").read_bytes() == (folder / "all.jsonl").read_bytes()
    lines = run("annotate", "export", "评级", "--format", "provenance", "--tiers", "good").out.splitlines()
    assert [json.loads(line) for line in lines] == read(folder / "good.provenance.jsonl")
    unknown = benchmark.pingce("annotate", "export", "评级", "--tiers", "golden")
    assert (unknown.code, "has no tier golden" in unknown.err, "good, poor" in unknown.err) == (1, True, True)
    for arguments in (["--format", "csv", "--tiers", "good"],):
        assert benchmark.pingce("annotate", "export", "评级", *arguments).code == 2


def strict_rules(folder: Path, label: str) -> Path:
    """Rules that keep back what was decided to be ``label`` and release the rest."""
    rules = folder / "strict.toml"
    tiers = "".join(
        f'[[tier]]\nname = "{name}"\nzh = "{name}"\nen = "{name}"\nrelease = {release}\n'
        for name, release in (("good", "true"), ("poor", "false"))
    )
    when = f'when = {{ decided_labels = ["{label}"] }}'
    bad = f'[[rule]]\nname = "no-{label}"\nzh = "x"\nen = "x"\ntier = "poor"\n{when}\n'
    rest = '[[rule]]\nname = "rest"\nzh = "x"\nen = "x"\ntier = "good"\nwhen = {}\n'
    rules.write_text(f'zh = "x"\nen = "x"\n{tiers}{bad}{rest}', encoding="utf-8")
    return rules


def test_tiers_need_a_file_or_a_campaign_and_export_without_them_says_so(benchmark: Benchmark) -> None:
    assert benchmark.pingce("quality", "tiers").code == 2
    assert benchmark.pingce("quality", "tiers", "x.jsonl", "--campaign", "评级").code == 2
    refused = benchmark.pingce("annotate", "export", "评级", "--tiers", "gold")
    assert (refused.code, "First run pingce quality tiers" in refused.err) == (1, True)


def test_chain_by_hand_and_its_mistakes(benchmark: Benchmark) -> None:
    run = benchmark.run
    run("annotate", "create", "原句", "--preset", "space-step")
    done = json.loads(run("annotate", "chain", "评级", "原句", "--as-item", "original", "--where", "genre=news").out)
    assert 0 < done["added"] <= done["chosen"] < done["decided"]
    scenes = ("annotate", "chain", "评级", "场景", "--preset", "space-scene", "--seed", "3", "--tiers", "all")
    assert json.loads(run(*scenes).out)["added"] > 0
    wrong = benchmark.pingce("annotate", "chain", "评级", "原句", "--where", "rating")
    assert (wrong.code, "expected FIELD=VALUE such as rating=bad" in wrong.err) == (2, True)
    assert benchmark.pingce("annotate", "chain", "评级", "没有").code == 1


ABOUT = EXAMPLES / "release" / "release.toml"
PARTS = ("train", "dev", "test")


def grade(benchmark: Benchmark) -> Path:
    """What is normal is kept back."""
    path = benchmark.folder / "tiers.jsonl"
    rules = strict_rules(benchmark.folder, "fine")
    benchmark.run("quality", "tiers", "--campaign", "评级", "--rules", rules, "--out", path)
    return path


def test_campaigns_become_a_split_and_a_pack_that_still_know_where_items_come_from(benchmark: Benchmark) -> None:
    folder, run = benchmark.folder, benchmark.run
    grade(benchmark)
    run("annotate", "export", "评级", "--out", folder / "task1.jsonl")
    ran = run("release", "split", "--campaign", "评级", "--out", folder / "split", "--json")
    [account], grouped = (json.loads(ran.out)[key] for key in ("inputs", "grouped"))
    exported = read(folder / "task1.provenance.jsonl")
    assert account["taken"] == len(exported)
    out = sum(rule["items"] for rule in account["kept_out"])
    assert account["decided"] == account["taken"] + account["dropped"] + out
    assert [(rule["rule"], rule["label"]) for rule in account["kept_out"]] == [("no-fine", "fine")]
    assert out > 0
    assert grouped == {"provenance": len(exported), "stated": 0, "text": 0}
    head = json.loads((folder / "split" / "split.json").read_text(encoding="utf-8"))
    assert sum(rule["items"] for rule in head["kept_out"]) == out
    assert sum(head["items"].values()) == len(exported)
    run("release", "pack", "--split", folder / "split", "--about", ABOUT, "--out", folder / "pack")
    run("release", "verify", folder / "pack")
    parts = {part: read(folder / f"pack/private/space2022/task1_{part}.provenance.jsonl") for part in PARTS}
    by_old = {one["qid"]: one for one in exported}
    packed = [one for part in PARTS for one in parts[part]]
    assert {one["was"] for one in packed} == set(by_old)
    for record in packed:
        known = by_old[record["was"]]
        assert {key: record[key] for key in known if key != "qid"} == {key: known[key] for key in known if key != "qid"}
    originals = [{one["original"] for one in parts[part]} for part in PARTS]
    assert not originals[0] & (originals[1] | originals[2])
    assert not originals[1] & originals[2]
    train = read(folder / "pack/public/space2022/task1_train.provenance.jsonl")
    assert {key for one in train for key in one} == {
        *("qid", "genre", "kind", "split", "pack", "original", "replacement")
    }
    held = read(folder / "pack/public/space2022/task1_test_input.provenance.jsonl")
    assert {key for one in held for key in one} == {"qid", "genre", "kind", "split", "pack"}


def test_a_split_of_an_export_keeps_back_what_tiers_keep_back(benchmark: Benchmark) -> None:
    folder, run = benchmark.folder, benchmark.run
    tiers = grade(benchmark)
    run("annotate", "export", "评级", "--tiers", "all", "--out", folder / "all.jsonl")
    everything = {one["qid"]: one for one in read(folder / "all.provenance.jsonl")}
    released = {qid for qid, one in everything.items() if one["released"]}
    assert 0 < len(released) < len(everything)
    file = f"space2022/task1={folder / 'all.jsonl'}"
    said = run("release", "split", file, "--out", folder / "a").err
    assert {one["id"] for one in read(folder / "a" / "items.jsonl")} == released
    assert f"decided: {len(everything)}; written {len(released)}" in said
    run("release", "split", file, "--out", folder / "b", "--tiers", "all")
    assert {one["id"] for one in read(folder / "b" / "items.jsonl")} == set(everything)
    run("release", "pack", file, "--split", folder / "a", "--about", ABOUT, "--out", folder / "pack")
    packed = {
        one["was"] for part in PARTS for one in read(folder / f"pack/private/space2022/task1_{part}.provenance.jsonl")
    }
    assert packed == released
    (folder / "all.provenance.jsonl").unlink()
    said = run("release", "split", file, "--out", folder / "c").err
    assert "No tiers: every decided item was written" in said
    assert {one["id"] for one in read(folder / "c" / "items.jsonl")} == set(everything)
    assert not (folder / "c" / "inputs").exists()
    assert "that state none by their text" in run("release", "split", file, "--out", folder / "d").out
    graded = ("--graded", f"space2022/task1={tiers}")
    run("release", "split", file, *graded, "--out", folder / "e")
    assert {one["id"] for one in read(folder / "e" / "items.jsonl")} == released
    refused = benchmark.pingce("release", "split", file, "--tiers", "good", "--out", folder / "f")
    assert (refused.code, "First run pingce quality tiers" in refused.err) == (1, True)
    wrong = benchmark.pingce("release", "split", file, *graded, "--tiers", "golden", "--out", folder / "f")
    assert (wrong.code, "no tier golden" in wrong.err) == (1, True)
    wrong = benchmark.pingce("release", "split", file, "--graded", f"wsd/senses={tiers}", "--out", folder / "f")
    assert (wrong.code, "no file of wsd/senses" in wrong.err) == (1, True)
    assert not (folder / "f").exists()


def test_a_split_needs_files_or_campaigns_that_have_items(benchmark: Benchmark) -> None:
    folder = benchmark.folder
    assert benchmark.pingce("release", "split", "--out", folder / "x").code == 2
    benchmark.run("annotate", "create", "空", "--preset", "space-step")
    empty = benchmark.pingce("release", "split", "--campaign", "空", "--out", folder / "x")
    assert (empty.code, "has no items to write" in empty.err) == (1, True)
    ungraded = benchmark.pingce("release", "split", "--campaign", "评级", "--tiers", "gold", "--out", folder / "x")
    assert (ungraded.code, "First run pingce quality tiers" in ungraded.err) == (1, True)
    benchmark.run("annotate", "create", "评分", "--preset", "explanation-rating")
    points = benchmark.pingce("release", "split", "--campaign", "评分", "--out", folder / "x")
    assert (points.code, "gives points" in points.err) == (1, True)
    assert not (folder / "x").exists()


def test_trace_tells_an_items_life_from_the_raw_line_to_the_answers_of_systems(
    benchmark: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, run = benchmark.folder, benchmark.run
    monkeypatch.chdir(EXAMPLES)
    grade(benchmark)
    run("release", "split", "--campaign", "评级", "--out", folder / "split")
    run("release", "pack", "--split", folder / "split", "--about", ABOUT, "--out", folder / "pack")
    data = folder / "pack/public/space2022"
    train = ("systems", "train", "space2022/task1", "--system", "majority", "--train", data / "task1_train.jsonl")
    run(*train, "--out", folder / "model")
    learned = tomllib.loads((folder / "model" / "model.toml").read_text(encoding="utf-8"))["data"]["train"]
    manifest = json.loads((folder / "pack/public/release.json").read_text(encoding="utf-8"))
    assert (learned["pack"], learned["split"]) == (f"{manifest['name']} {manifest['version']}", "train")
    run("systems", "predict", folder / "model", data / "task1_test_input.jsonl", "--out", folder / "answers.jsonl")
    run("leaderboard", "create", "评测", "--task", "space2022/task1", "--pack", folder / "pack")
    passages = {one["id"]: one for one in read(folder / "passages.jsonl")}
    items = {one["id"]: one for one in read(folder / "replaced.jsonl")}
    gold = {one["qid"]: one["judge"] for one in read(folder / "pack/private/space2022/task1_test.jsonl")}
    for record in read(folder / "pack/private/space2022/task1_test.provenance.jsonl"):
        item, passage = items[record["was"]], passages[items[record["was"]]["origin"]]
        [stored] = json.loads(run("trace", record["qid"], "--json").out)["lives"]
        ran = run("trace", record["was"], "--in", folder, "--answers", folder / "answers.jsonl", "--json")
        [life] = json.loads(ran.out)["lives"]
        for known in (stored, life):
            assert (known["qid"], known["original"]) == (record["was"], passage["id"])
            assert (known["source"]["file"], known["source"]["offset"]) == (
                passage["source"]["file"],
                passage["source"]["offset"],
            )
            assert (known["source"]["raw"]["state"], known["source"]["raw"]["text"]) == ("found", passage["text"])
            assert [change["new"] for change in known["replacement"]["changes"]] == [
                change["new"] for change in item["replaced"]
            ]
            [campaign] = known["campaigns"]
            said = {(one["by"], one["answer"]["rating"]) for one in campaign["answers"]}
            assert said == {(name, label(name, item["text"])["rating"]) for name in ("li", "wang")}
            assert (campaign["tier"]["tier"], campaign["exported"]) == ("good", True)
            assert {(place["split"], place["qid"]) for place in known["places"] if place["pack"]} == {
                ("test", record["qid"])
            }
        packed = next(place for place in life["places"] if place["entries"])
        assert packed["gold"] == {"judge": gold[record["qid"]]}
        assert packed["entries"][0]["score"] == float(packed["entries"][0]["answer"]["judge"] == gold[record["qid"]])
    text = run("trace", record["was"], "--lang", "en").out
    assert f"【{passage['text']}】" in text
    assert "Campaign: 评级" in text
    assert f"space2022/task1 test: id {record['qid']}" in text
    by_text = json.loads(run("trace", item["text"], "--json").out)
    assert by_text["lives"][0]["qid"] == record["was"]
    monkeypatch.setenv("PINGCE_DATABASE", str(folder / "none.db"))
    files_only = run("trace", record["qid"], "--in", folder / "pack", "--json")
    assert json.loads(files_only.out)["lives"][0]["campaigns"] == []
    missing = benchmark.pingce("trace", "nothing", "--in", folder / "pack")
    assert (missing.code, "No item has the id or the text 'nothing'" in missing.err) == (1, True)
    assert benchmark.pingce("trace", "nothing").code == 1
