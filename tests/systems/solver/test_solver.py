"""The solver through the commands: no training data, a proof for every item, a counted default for the others."""

import json
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.systems.interface import NoProgress
from pingce.systems.solver.system import Solver, SolverSettings, item_kind
from pingce.systems.train import load_model
from pingce.tasks.catalog import TASKS
from tests.builders import write_records
from tests.cli.conftest import Run, pingce
from tests.reasoning.booths import CLASH, MULTIPLE, en, zh

__all__ = ["pingce"]
RECORDS = [
    zh(1),
    zh(2, text=CLASH, answer=["B"]),
    zh(3, text="天晴了。", instruction=MULTIPLE, answer=["A", "C"]),
    zh(4, question="()坐在阿木对面那一排。", answer=["B", "C"], instruction=MULTIPLE),
]


def trained(pingce: Run, folder: Path, *more: object, task: str = "space2025/spr-zh") -> Path:
    ran = pingce("systems", "train", task, "--system", "solver", "--out", folder, *more)
    assert ran.code == 0, ran.err
    return folder


def test_it_needs_no_training_data_and_says_how_each_answer_came_about(pingce: Run, tmp_path: Path) -> None:
    model = trained(pingce, tmp_path / "m")
    questions = write_records(tmp_path / "q.jsonl", RECORDS[:3])
    out, proofs, page = tmp_path / "a.jsonl", tmp_path / "p.jsonl", tmp_path / "p.html"
    ran = pingce("systems", "predict", model, questions, "--out", out, "--scores", proofs, "--explain", page)
    assert ran.code == 0, ran.err
    assert "by proof 1, by convention (no proof) 1, by default 1" in ran.err
    assert 'spr-zh-train-3: could not read "天晴了。"' in ran.err
    answers = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [answer["answer"] for answer in answers] == [["A"], ["A"], ["A", "B"]]
    told = [json.loads(line) for line in proofs.read_text(encoding="utf-8").splitlines()]
    assert told[0]["readings"][0] == {
        "sentence": "阿水在阿木同侧右边",
        "meaning": "阿水: somewhere to the right of 阿木",
    }
    assert told[0]["arrangements"] == 2
    assert told[0]["options"]["A"] == {"text": "阿木", "verdict": "always"}
    assert set(told[0]["options"]["B"]["counterexample"]) == {"阿木", "阿水", "阿火", "阿土"}
    assert told[1]["conflicts"] == ["阿水在阿木同侧右边", "阿木在阿水正对面"]
    assert told[2]["unread"] == ["天晴了。"]
    html = page.read_text(encoding="utf-8")
    assert "阿水: somewhere to the right of 阿木" in html
    assert html.index("spr-zh-train-3 →") < html.index("spr-zh-train-1 →"), "items without a proof come first"


def test_defaults_come_from_data_where_there_are_some(pingce: Run, tmp_path: Path) -> None:
    data = write_records(tmp_path / "t.jsonl", [*RECORDS, zh(5, instruction=MULTIPLE, answer=["A", "C"])])
    model = trained(pingce, tmp_path / "m", "--train", data, "--dev", data)
    items = [
        Item(
            "x-1", {"text": "天晴了。", "question": "()走了。"}, {"instruction": MULTIPLE}, dict.fromkeys("ABCD", "甲")
        )
    ]
    (prediction,) = load_model(model)[0].predict(items, NoProgress())
    assert prediction.answer == {"answer": frozenset("AC")}
    assert prediction.failed is not None


def test_one_model_answers_every_reasoning_task(pingce: Run, tmp_path: Path) -> None:
    model = trained(pingce, tmp_path / "m")
    gold = write_records(tmp_path / "g.jsonl", [en(1)])
    ran = pingce("systems", "evaluate", model, gold, "--task", "space2025/spr-en", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["measures"]["choice"]["accuracy"] == 1
    other = trained(pingce, tmp_path / "m24", task="space2024/choice")
    record = {"qid": "4-x-s-1", **{k: v for k, v in zh(1).items() if k in ("text", "question", "answer")}}
    gold = write_records(tmp_path / "g24.jsonl", [{**record, "option": zh(1)["options"]}])
    assert pingce("systems", "evaluate", other, gold).code == 0


def test_without_convention_nothing_but_proofs_and_defaults(pingce: Run, tmp_path: Path) -> None:
    model = trained(pingce, tmp_path / "m", "--set", "convention=false", "--set", "single=C")
    questions = write_records(tmp_path / "q.jsonl", [RECORDS[1]])
    ran = pingce("systems", "predict", model, questions, "--out", tmp_path / "a.jsonl")
    assert "by default 1" in ran.err
    assert "nothing fulfils: 阿水在阿木同侧右边; 阿木在阿水正对面" in ran.err
    assert json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))["answer"] == ["C"]


def test_only_the_solver_explains_itself(pingce: Run, tmp_path: Path) -> None:
    data = write_records(tmp_path / "t.jsonl", [zh(1), zh(2, text="阿木走了。")])
    ran = pingce(
        "systems", "train", "space2025/spr-zh", "--system", "majority", "--train", data, "--dev", data,
        "--out", tmp_path / "m",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    out = tmp_path / "a.jsonl"
    ran = pingce("systems", "predict", tmp_path / "m", data, "--out", out, "--explain", tmp_path / "e.html")
    assert (ran.code, out.exists()) == (1, False)
    assert "The system majority gives no proofs." in ran.err


def test_an_item_of_which_no_option_holds_says_so(pingce: Run, tmp_path: Path) -> None:
    model = load_model(trained(pingce, tmp_path / "m"))[0]
    texts = {"text": zh(1)["text"], "question": "阿水和()挨着坐。"}
    (prediction,) = model.predict([Item("x", texts, {}, {"A": "阿火", "B": "阿土"})], NoProgress())
    assert prediction.failed is not None
    assert prediction.failed.en == "no option holds"


def test_the_kind_of_an_item() -> None:
    task = TASKS["space2024/choice"]
    assert item_kind(task, Item("4-x-m-1", {}, {}, {"A": "甲", "B": "乙"})) == "multiple 4 m 2"
    assert item_kind(TASKS["score2026/choice"], Item("1", {}, {"domain": "time"}, {"A": "甲"})) == "any time 1"


@pytest.mark.parametrize(
    ("kinds", "message"),
    [({"any": "AX"}, 'there are no options "AX"'), ({"any": ""}, "there are no options"), ({"s": "A"}, "no default")],
)
def test_a_damaged_folder_is_refused(tmp_path: Path, kinds: object, message: str) -> None:
    (tmp_path / "defaults.json").write_text(json.dumps({"kinds": kinds}), encoding="utf-8")
    with pytest.raises(UserError, match=message):
        Solver().load(tmp_path, TASKS["space2024/choice"], SolverSettings(), None)
