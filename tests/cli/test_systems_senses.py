"""``pingce systems`` for word senses: asking about one sentence, measuring, the learning curve."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.systems.model_folder import read_card
from tests.systems.tiny import tiny_encoder

from .conftest import EXAMPLES, Ran, Run

WSD = EXAMPLES / "wsd"
TRAIN, VAL, INVENTORY = WSD / "train.data.txt", WSD / "val.data.txt", WSD / "inventory.json"
JUDGING = EXAMPLES / "space2022" / "task1_train.jsonl"
JOKE = "相声、快板中逗人发笑的内容"
ASK = ("systems", "senses", "这段相声一共抖了八个包袱。", "包袱")


Train = Callable[..., Path]


@pytest.fixture
def model(pingce: Run, tmp_path: Path) -> Train:
    def train(system: str, name: str = "") -> Path:
        out = tmp_path / (name or system)
        files = ("--train", TRAIN, "--dev", VAL, "--inventory", INVENTORY)
        ran = pingce("systems", "train", "wsd/senses", "--system", system, *files, "--out", out)
        assert ran.code == 0, ran.err
        return out

    return train


def judge(pingce: Run, tmp_path: Path) -> Path:
    """A model of quite another task."""
    out = tmp_path / "judge"
    files = ("--train", JUDGING, "--dev", JUDGING, "--out", out)
    assert pingce("systems", "train", "space2022/task1", "--system", "majority", *files).code == 0
    return out


def glosses(ran: Ran) -> list[tuple[str, bool]]:
    assert ran.code == 0, ran.err
    return [(sense["gloss"], sense["chosen"]) for sense in json.loads(ran.out)["senses"]]


def test_without_a_model_glosses_are_ranked_by_overlap(pingce: Run) -> None:
    found = glosses(pingce(*ASK, "--inventory", INVENTORY, "--json"))
    assert found[0] == (JOKE, True)
    assert len(found) == 3


def test_the_table_has_scores_and_marks_what_is_chosen(pingce: Run) -> None:
    ran = pingce(*ASK, "--inventory", INVENTORY)
    marked = [line for line in ran.out.splitlines() if "✓" in line]
    assert (ran.code, len(marked), JOKE in marked[0], ran.err) == (0, 1, True, "")


def test_any_word_can_be_asked_with_its_glosses(pingce: Run) -> None:
    ran = pingce("systems", "senses", "他在书桌前写信。", "桌前", "--gloss", "写字的地方", "--gloss", "别处", "--json")
    assert glosses(ran) == [("写字的地方", True), ("别处", False)]


def test_how_often_the_word_occurs_is_told_when_it_is_not_once(pingce: Run) -> None:
    twice = pingce("systems", "senses", "包袱里还有包袱。", "包袱", "--inventory", INVENTORY)
    assert twice.err == "包袱 occurs 2 times in the sentence.\n"
    never = pingce("systems", "senses", "他走了。", "包袱", "--inventory", INVENTORY, "--lang", "zh")
    assert never.err == "“包袱”在句中出现 0 次。\n"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "or a model with --model."),
        (("--inventory", INVENTORY), "Near to it: 包袱."),
    ],
)
def test_a_word_without_glosses_says_how_to_give_some(pingce: Run, options: tuple[str | Path, ...], told: str) -> None:
    ran = pingce("systems", "senses", "他打开包裹。", "包裹", *options)
    assert ran.code == 1
    assert "There are no glosses for 包裹." in ran.err
    assert told in ran.err


def test_a_model_knows_its_inventory_and_takes_another(pingce: Run, model: Train) -> None:
    folder = model("gloss-overlap")
    assert glosses(pingce(*ASK, "--model", folder, "--json"))[0] == (JOKE, True)
    assert glosses(pingce(*ASK, "--model", folder, "--gloss", "相声", "--gloss", "布", "--json"))[0] == ("相声", True)


def test_a_system_that_only_chooses_shows_no_scores(pingce: Run, model: Train) -> None:
    folder = model("mfs")
    told = json.loads(pingce(*ASK, "--model", folder, "--json").out)
    assert [sense["score"] for sense in told["senses"]] == [None] * 3
    assert [sense["chosen"] for sense in told["senses"]] == [True, False, False]
    assert "–" in pingce(*ASK, "--model", folder).out


def test_predictions_pass_the_check(pingce: Run, model: Train, tmp_path: Path) -> None:
    folder = model("gloss-overlap")
    out = tmp_path / "answers.jsonl"
    assert pingce("systems", "predict", folder, VAL, "--out", out).code == 0
    checked = pingce("check", "wsd/senses", out, "--questions", VAL, "--inventory", INVENTORY, "--json")
    assert (checked.code, json.loads(checked.out)["counts"]) == (0, {})


def test_another_inventory_is_answered_and_measured_with(pingce: Run, model: Train, tmp_path: Path) -> None:
    folder, other, out = model("gloss-overlap"), tmp_path / "other.json", tmp_path / "answers.jsonl"
    glosses = ["布包", "笑料"]
    other.write_text(json.dumps({"包袱": glosses}, ensure_ascii=False), encoding="utf-8")
    assert pingce("systems", "predict", folder, VAL, "--out", out, "--inventory", other).code == 0
    said = [json.loads(line)["senses"] for line in out.read_text(encoding="utf-8").splitlines()]
    asked = [line.split()[1] for line in VAL.read_text(encoding="utf-8").splitlines()]
    offered = [{one["gloss"] for one in senses if isinstance(one, dict)} for senses in said]
    assert {word for word, found in zip(asked, offered, strict=True) if found & set(glosses)} == {"包袱"}
    counts = []
    for options in ((), ("--inventory", other)):
        report = json.loads(pingce("systems", "evaluate", folder, VAL, *options, "--json").out)
        counts.append({group["name"]: group["n"] for group in report["breakdown"]["sense_count"]})
    moved = sum(word == "包袱" for word in asked) + 1  # one of them has two gold senses, asked about one by one
    assert (counts[1]["2"] - counts[0]["2"], counts[0]["3"] - counts[1]["3"]) == (moved, moved)


def test_evaluation_has_subsets_sense_counts_words_and_confusions(pingce: Run, model: Train) -> None:
    folder = model("gloss-overlap")
    options = (VAL, "--train", TRAIN, "--by", "word", "--confusions", "3")
    report = json.loads(pingce("systems", "evaluate", folder, *options, "--json").out)
    assert list(report["breakdown"]) == ["frequency", "word", "sense_count"]
    total = report["counts"]["derived"]["instances"]
    assert sum(group["n"] for group in report["breakdown"]["frequency"]) == total
    assert sum(group["n"] for group in report["breakdown"]["sense_count"]) == total
    assert len(report["gloss_confusions"]) == 3
    assert all(one["said"] != one["gold"] for one in report["gloss_confusions"])
    printed = pingce("systems", "evaluate", folder, *options).out
    assert "number of senses" in printed
    assert report["gloss_confusions"][0]["gold"][:5] in printed


def test_several_models_give_means(pingce: Run, model: Train) -> None:
    folders = [model("first", name="one"), model("mfs", name="two")]
    report = json.loads(pingce("systems", "evaluate", *folders, VAL, "--json").out)
    found = report["numbers"]["derived.accuracy"]
    assert found["mean"] == pytest.approx(sum(found["values"]) / 2)
    assert found["stdev"] == pytest.approx(abs(found["values"][0] - found["values"][1]) / 2**0.5)
    assert "standard deviation" in pingce("systems", "evaluate", *folders, VAL).out


def test_models_of_different_tasks_have_no_mean(pingce: Run, model: Train, tmp_path: Path) -> None:
    other = judge(pingce, tmp_path)
    mixed = pingce("systems", "evaluate", model("first"), other, VAL)
    assert (mixed.code, "is a model for wsd/senses" in mixed.err) == (1, True)
    without = pingce("systems", "evaluate", other, JUDGING, "--confusions", "2")
    assert (without.code, "has no glosses" in without.err) == (1, True)


def test_the_curve_is_printed_and_can_be_asked_again(pingce: Run, tmp_path: Path) -> None:
    command = ("systems", "curve", "--system", "mfs", "--train", TRAIN, "--dev", VAL, "--out", tmp_path / "curve")
    options = ("--words", "3", "--words", "6", "--seed", "0", "--seed", "1", "--inventory", INVENTORY)
    points = json.loads(pingce(*command, *options, "--json").out)
    assert [(point["words"], point["seed"]) for point in points[:4]] == [(3, 0), (3, 1), (6, 0), (6, 1)]
    assert points[0]["accuracy"] < points[-1]["accuracy"]
    printed = pingce(*command, *options).out
    assert "standard deviation" in printed
    assert printed.count("0.0000") >= 3  # the most frequent sense does not depend on the seed


def test_a_curve_has_its_settings_encoder_and_models_that_are_kept(pingce: Run, tmp_path: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (TRAIN, VAL, INVENTORY)]
    encoder, settings, out = tiny_encoder(tmp_path / "encoder", texts), tmp_path / "settings.toml", tmp_path / "curve"
    settings.write_text('pooling = "cls"\nscale = 5.0\n', encoding="utf-8")
    command = (
        *("systems", "curve", "--system", "embed", "--train", TRAIN, "--dev", VAL, "--inventory", INVENTORY),
        *("--encoder", encoder, "--settings", settings, "--set", "scale=7", "--words", "100", "--out", out, "--json"),
    )
    ran = pingce(*command, "--keep")
    assert ran.code == 0, ran.err
    (point,) = json.loads(ran.out)
    card = read_card(out / f"words-{point['words']}-seed-0")
    assert (card.encoder, card.settings["pooling"], card.settings["scale"]) == (str(encoder), "cls", 7.0)
    settings.write_text('pooling = "target"\n', encoding="utf-8")
    changed = pingce(*command)
    assert (changed.code, "holds another curve" in changed.err) == (1, True)


def test_a_model_for_another_task_is_refused(pingce: Run, tmp_path: Path) -> None:
    out = judge(pingce, tmp_path)
    ran = pingce(*ASK, "--model", out, "--inventory", INVENTORY)
    assert (ran.code, "is for space2022/task1, not wsd/senses" in ran.err) == (1, True)
