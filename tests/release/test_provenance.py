"""Provenance through splits and packs: grouping and strata by it, what tiers keep back, what verifying finds."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pingce.formats.checksum import file_sha256
from pingce.formats.encode import Json
from pingce.formats.provenance import Provenance, ReplacementRecord, write_provenance
from pingce.formats.replacement import Change
from pingce.formats.tiers import ALL_TIERS, RELEASED, GradedItem, Kept, KeptRule, TierChoice
from pingce.formats.write import write_jsonl
from pingce.release.checksums import write_sums
from pingce.release.inputs import Decided
from pingce.release.manifest import read_manifest
from pingce.release.pack.about import read_about
from pingce.release.pack.run import PackOrder, pack
from pingce.release.pack.stage import write_stage
from pingce.release.split.outcome import grouped_by
from pingce.release.split.proof import make_proof, usable_proof, write_proof
from pingce.release.split.run import SplitSettings, split
from pingce.release.split.sidecars import checksums_of, read_origins, sidecars, write_inputs
from pingce.release.tiers import read_graded, select_tiers, with_tiers
from pingce.release.verify.run import verify
from pingce.spec.errors import UserError

from .making import ABOUT, RATIO, judged, read_inputs

TEXTS = [
    f"第{word}间屋子里面放着一{measure}。"
    for word in "一二三四五六七八九十"
    for measure in ("张桌子", "把椅子", "盏灯")
]
GENRES = ("news", "fiction")
PARTS = ("train", "dev", "test")


def origin_of(number: int) -> Provenance:
    """Two items to an original; every other one has a replacement."""
    change = Change(5, 5, "外面", "里面", "f", "g", "antonym")
    replacement = ReplacementRecord((change,)) if number % 2 else None
    return Provenance(
        f"1-train-{number}",
        genre=GENRES[number % 4 // 2],
        kind="web",
        original=f"o{number // 2}",
        replacement=replacement,
        campaign={"title": "评级", "answers": 2},
        tier="gold",
        released=True,
    )


def record(number: int, text: str) -> dict[str, Json]:
    return {"qid": f"1-train-{number}", "context": text, "judge": number % 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold file with its sidecar, split and packed."""
    made = tmp_path_factory.mktemp("origins")
    records: list[dict[str, Json]] = [
        {"qid": f"1-train-{i}", "context": text, "judge": i % 2} for i, text in enumerate(TEXTS)
    ]
    write_jsonl(made / "task1.jsonl", records)
    write_provenance(made / "task1.provenance.jsonl", map(origin_of, range(len(TEXTS))))
    inputs, decided = read_inputs([f"space2022/task1={made / 'task1.jsonl'}"])
    done = split(decided, SplitSettings(RATIO, 5))
    beside = sidecars(decided, done)
    (made / "split").mkdir()
    write_proof(made / "split", make_proof(inputs, decided, done, sidecars=checksums_of(beside)))
    write_inputs(made / "split", inputs, beside)
    proof = usable_proof(made / "split")
    pack(PackOrder(*read_about(ABOUT)), decided, proof, made / "pack", read_origins(made / "split", proof))
    return made


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_items_of_one_original_stay_together_and_genres_are_shared_out(folder: Path) -> None:
    parts = {part: lines(folder / f"pack/private/space2022/task1_{part}.provenance.jsonl") for part in PARTS}
    assert sum(len(own) for own in parts.values()) == len(TEXTS)
    places = {record["original"]: part for part, own in parts.items() for record in own}
    assert all(places[record["original"]] == part for part, own in parts.items() for record in own)
    for own in parts.values():
        assert {record["genre"] for record in own} == set(GENRES)


def test_what_is_public_and_what_is_not(folder: Path) -> None:
    assert verify(folder / "pack").flaws == []
    train = lines(folder / "pack/public/space2022/task1_train.provenance.jsonl")
    assert set(train[0]) - {"replacement"} == {"qid", "genre", "kind", "original", "split", "pack"}
    held = lines(folder / "pack/public/space2022/task1_dev_input.provenance.jsonl")
    assert set(held[0]) == {"qid", "genre", "kind", "split", "pack"}
    full = lines(folder / "pack/private/space2022/task1_dev.provenance.jsonl")
    assert full[0]["campaign"] == {"title": "评级", "answers": 2}
    assert {record["was"] for record in full} <= {f"1-train-{i}" for i in range(len(TEXTS))}


def test_a_stage_publishes_the_public_sidecars_alone(folder: Path, tmp_path: Path) -> None:
    manifest = write_stage(
        folder / "pack", "all", ["train", "dev questions", "dev answers"], tmp_path / "stage", test_answers=False
    )
    beside = {file.path for file in manifest.files if file.content == "provenance"}
    assert beside == {f"space2022/task1_{name}.provenance.jsonl" for name in ("train", "dev_input")}
    assert verify(tmp_path / "stage").flaws == []


def tampered(folder: Path, tmp_path: Path, name: str, change: Callable[[list[dict[str, Any]]], None]) -> set[str]:
    shutil.copytree(folder / "pack", tmp_path / "pack")
    path = tmp_path / "pack" / name
    records = lines(path)
    change(records)
    write_jsonl(path, records)
    write_sums(tmp_path / "pack" / name.partition("/")[0])
    return {flaw.code for flaw in verify(tmp_path / "pack").flaws}


@pytest.mark.parametrize(
    ("name", "change", "codes"),
    [
        ("public/space2022/task1_dev_input", {"original": "o1"}, {"private-provenance", "provenance-differs"}),
        ("public/space2022/task1_train", {"tier": "gold"}, {"private-provenance", "provenance-differs"}),
        ("public/space2022/task1_train", {"split": "dev"}, {"wrong-part", "provenance-differs"}),
        ("public/space2022/task1_train", {"genre": "poetry"}, {"provenance-differs"}),
        ("public/space2022/task1_train", {"genre": 7}, {"wrong-type", "provenance-differs"}),
        ("private/space2022/task1_test", {"was": "1-train-999"}, {"provenance-differs"}),
        ("private/space2022/task1_test", {"pack": "other"}, {"wrong-part", "provenance-differs"}),
        (
            "public/space2022/task1_train",
            {"replacement": {"mode": "single", "changes": [Change(0, 0, "河", "山", "f", "g", "x").record()]}},
            {"replacement-differs", "provenance-differs"},
        ),
    ],
)
def test_a_sidecar_that_says_something_else_is_found(
    folder: Path, tmp_path: Path, name: str, change: dict[str, Any], codes: set[str]
) -> None:
    assert tampered(folder, tmp_path, f"{name}.provenance.jsonl", lambda rows: rows[0].update(change)) == codes


def test_an_original_in_two_parts_is_found(folder: Path, tmp_path: Path) -> None:
    train = lines(folder / "pack/private/space2022/task1_train.provenance.jsonl")[0]["original"]
    name = "private/space2022/task1_test.provenance.jsonl"
    found = tampered(folder, tmp_path, name, lambda rows: rows[0].update(original=train))
    assert found == {"original-in-two-parts"}


def test_records_of_other_items_missing_and_lost_sidecars_are_found(folder: Path, tmp_path: Path) -> None:
    name = "public/space2022/task1_train.provenance.jsonl"
    found = tampered(folder, tmp_path, name, lambda rows: rows.append({**rows[0], "qid": "1-train-999"}))
    assert found == {"unknown-item", "wrong-count", "provenance-differs"}
    (tmp_path / "pack" / name).unlink()
    write_sums(tmp_path / "pack" / "public")
    assert "cannot-read" in {flaw.code for flaw in verify(tmp_path / "pack").flaws}


def test_a_split_whose_sidecar_was_changed_is_not_packed(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "split", tmp_path / "split")
    path = tmp_path / "split/inputs/0-task1.provenance.jsonl"
    assert {record["split"] for record in lines(path)} == set(PARTS)
    path.write_text(path.read_text(encoding="utf-8").replace("o1", "o2", 1), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_origins(tmp_path / "split", usable_proof(tmp_path / "split"))
    assert caught.value.code == "bad-split"


def test_a_split_without_sidecars_says_nothing_about_them(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", [{"qid": f"1-train-{i}", "context": t, "judge": 1} for i, t in enumerate(TEXTS)])
    inputs, decided = read_inputs([f"space2022/task1={tmp_path / 'a.jsonl'}"])
    done = split(decided, SplitSettings(RATIO, 5))
    assert sidecars(decided, done) == {}
    write_proof(tmp_path, make_proof(inputs, decided, done))
    head = json.loads((tmp_path / "split.json").read_text(encoding="utf-8"))
    assert "kept_out" not in head
    assert list(head["inputs"][0]) == ["task", "file", "sha256", "items"]


def with_origin(entry: Decided, **known: Any) -> Decided:
    return entry._replace(origin=Provenance(entry.item.id, **known))


def test_provenance_joins_texts_that_are_not_alike_and_says_how_many_it_joined() -> None:
    decided = [
        with_origin(judged(1, "屋子里有人。"), original="o"),
        with_origin(judged(2, "完全不同的另一句话。"), original="o"),
        judged(3, "第三句说的是河边。", origin="p"),
        judged(4, "第四句什么也不写明。"),
    ]
    groups = split(decided, SplitSettings()).groups
    assert groups[0] == groups[1]
    assert len(set(groups)) == 3
    assert grouped_by(decided) == (2, 1, 1)


def test_the_sidecar_speaks_before_the_keys_of_the_file() -> None:
    entry = with_origin(judged(1, "甲", origin="p", genre="old"), original="o", genre="new")
    assert (entry.original, entry.extra["genre"]) == ("o", "new")
    assert with_origin(judged(1, "甲", origin="p")).original == "p"


class Named:
    name = "x.jsonl"


def selected(decided: list[Decided], choice: TierChoice, **more: Any) -> Any:
    return select_tiers(decided, [Named()], choice, **more)  # type: ignore[list-item]


GRADED = [
    with_origin(judged(1, "甲", "1"), tier="gold", released=True, rule="agree"),
    with_origin(judged(2, "乙", "0"), tier="poor", released=False, rule="few"),
    with_origin(judged(3, "丙", "0"), genre="news"),
    judged(4, "丁", "1"),
]


def test_tiers_keep_back_and_count_by_label() -> None:
    taken, [kept] = selected(GRADED, RELEASED)
    assert [entry.item.id for entry in taken] == ["1-train-1"]
    assert (kept.graded, kept.taken, kept.decided) == (True, 1, 4)
    assert kept.kept_out == {
        KeptRule("poor", "few", "0"): 1,
        KeptRule("ungraded", "ungraded", "0"): 1,
        KeptRule("ungraded", "ungraded", "1"): 1,
    }
    assert len(selected(GRADED, TierChoice(frozenset({"poor"}))).decided) == 1
    assert len(selected(GRADED, ALL_TIERS).decided) == 4


def test_without_tiers_nothing_is_kept_back_and_asking_for_one_is_refused() -> None:
    taken, [kept] = selected(GRADED[2:], RELEASED)
    assert (len(taken), kept.graded) == (2, False)
    for decided, choice in ((GRADED[2:], "gold"), (GRADED, "golden")):
        with pytest.raises(UserError) as caught:
            selected(decided, TierChoice(frozenset({choice})))
        assert caught.value.code == "unknown-tier"


def test_what_a_campaign_selected_is_not_selected_again() -> None:
    account = Kept(graded=True, taken=4)
    choice = TierChoice(frozenset({"silver"}))
    taken, [kept] = selected(GRADED[2:], choice, selected={0: account}, known=["silver"])
    assert (len(taken), kept) == (2, account)


def test_tiers_of_a_file(tmp_path: Path) -> None:
    write_jsonl(
        tmp_path / "tiers.jsonl", [{"item": "1-train-1", "tier": "poor", "release": False, "rule": "few", "labels": []}]
    )
    graded = read_graded([f"space2022/task1={tmp_path / 'tiers.jsonl'}"])
    assert graded == {"space2022/task1": {"1-train-1": GradedItem("1-train-1", "poor", False, "few", [])}}
    first, *_, last = with_tiers(GRADED, graded)
    assert (first.origin and first.origin.tier, last.origin and last.origin.tier) == ("poor", "ungraded")
    assert with_tiers(GRADED, {}) == GRADED
    with pytest.raises(UserError) as caught:
        with_tiers(GRADED, {"wsd/senses": {}})
    assert caught.value.code == "unknown-task"
    with pytest.raises(UserError) as caught:
        read_graded(["tiers.jsonl"])
    assert caught.value.code == "not-task-and-file"


def test_the_manifest_lists_sidecars_with_their_records(folder: Path) -> None:
    manifest = read_manifest(folder / "pack" / "public")
    own = {file.part: file.records for file in manifest.files if file.content == "provenance"}
    assert own == manifest.items["space2022/task1"]
    assert file_sha256(folder / "split/inputs/0-task1.provenance.jsonl") == (
        usable_proof(folder / "split").head.inputs[0].provenance
    )
    assert "provenance" in (folder / "pack/public/README.md").read_text(encoding="utf-8")
