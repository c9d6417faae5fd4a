"""``pingce quality dataset``, ``bias``, ``leaks`` and ``recover``, from files to tables and pages."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pingce.cli.main import cli
from pingce.corpus.replace.items import read_replaced
from pingce.formats.parts import read_part
from pingce.formats.replacement import undone
from pingce.formats.source import find_source
from pingce.quality.bias.measure import measure_bias
from pingce.report.bias import describe_page
from pingce.report.charts import BarTable
from pingce.report.sections import Chart, Table
from pingce.spec.words import Words
from tests.quality.data_sets import EXAMPLES, judged, scene

TASK1, TASK2, TASK3 = (f"space2022/task{n}={EXAMPLES / 'space2022' / f'task{n}_train.jsonl'}" for n in (1, 2, 3))
SENSES = f"wsd/senses={EXAMPLES / 'wsd' / 'train.data.txt'}"
EVIL = "<script>alert(1)</script>"


def run(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["quality", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def train(tmp_path: Path) -> Path:
    part = judged()
    records = [
        {"qid": item.id, "context": item.text, "judge": int(str((answer or {})["judge"]))}
        for item, answer in zip(part.items, part.answers, strict=True)
    ]
    return write(tmp_path / "train.jsonl", records)


def write(path: Path, records: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), encoding="utf-8")
    return path


def test_dataset_prints_its_tables_in_both_languages() -> None:
    english, chinese = run("dataset", TASK1).stdout, run("dataset", TASK1, "--lang", "zh").stdout
    assert re.search(r"items: 40\n", english)
    assert re.search(r"题：40\n", chinese)
    for out in (english, chinese):
        assert re.search(r"0 \S+ +24 +0\.6000", out)
        assert re.search(r"1 \S+ +16 +0\.4000", out)
        assert re.search(r" 0\.67 ", out)


def test_dataset_as_json_has_every_number() -> None:
    found = json.loads(run("dataset", TASK1, TASK3, "--json").stdout)
    assert found["tasks"]["space2022/task1"]["judge"]["tables"]["labels"]["train"] == {"0": 24, "1": 16}
    assert found["parts"]["space2022/task3 train"]["items"] == 12
    assert found["total"]["items"] == 52


def test_dataset_of_senses_needs_the_inventory_for_coverage() -> None:
    inventory = EXAMPLES / "wsd" / "inventory.json"
    without, covered = (
        json.loads(run("dataset", SENSES, *more, "--json").stdout)["tasks"]["wsd/senses"]["coverage"]["all"]
        for more in ((), ("--inventory", inventory))
    )
    assert without["coverage"] is None
    assert covered["coverage"] == covered["senses"] / covered["known"]


def test_leaks_are_printed_counted_and_listed(tmp_path: Path) -> None:
    listing = tmp_path / "leaks.jsonl"
    out = run("leaks", TASK1, TASK2, TASK3, "--out", listing).stdout
    assert "⚠ judge of space2022/task1 train = 0, seen in space2022/task2 train" in out
    records = [json.loads(line) for line in listing.read_text(encoding="utf-8").splitlines()]
    assert [record["level"] for record in records] == ["identical"] * 8
    assert {item["part"] for item in records[0]["items"]} >= {"space2022/task1 train", "space2022/task2 train"}
    counts = json.loads(run("leaks", TASK1, TASK2, "--json").stdout)
    assert counts["overlaps"][0]["shared"]["identical"] == 20
    assert [one["telling"] for one in counts["given_away"]] == [True, False]
    assert counts["originals_in_several_parts"] == 8


def test_recovered_sentences_have_the_form_of_replaced_ones(tmp_path: Path, train: Path) -> None:
    out = tmp_path / "recovered.jsonl"
    said = run("recover", f"space2022/task1={train}", "--out", out)
    assert said.stdout == ("144 texts of 24 originals; replacements found in 144 (unique 144; single 144).\n")
    sentences = list(read_replaced(find_source(out)))
    assert len(sentences) == 144
    assert {undone(one.text, one.changes) for one in sentences} == {scene(i) for i in range(24)}


def test_given_originals_name_the_origin(tmp_path: Path, train: Path) -> None:
    originals = write(tmp_path / "originals.jsonl", [{"qid": f"o{i}", "context": scene(i)} for i in range(24)])
    out = tmp_path / "recovered.jsonl"
    arguments = ("recover", f"space2022/task1={train}", "--originals", f"space2022/task1={originals}", "--out", out)
    assert json.loads(run(*arguments, "--certain", "--json").stdout) == {
        "texts": 144,
        "originals": 24,
        "recovered": 144,
        "records": 144,
        "how": {"given": 144},
        "modes": {"single": 144},
    }
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(one["origin"], one["how"], one["mode"]) for one in records[:2]] == [("o0", "given", "single")] * 2


def test_bias_takes_stated_replacements(tmp_path: Path, train: Path) -> None:
    stated = tmp_path / "stated.jsonl"
    run("recover", f"space2022/task1={train}", "--out", stated)
    found = json.loads(run("bias", f"space2022/task1={train}", "--replaced", stated, "--no-probes", "--json").stdout)
    assert found["how"] == {"stated": 144}
    pairs = {row["name"]: row["share"] for row in found["tasks"]["space2022/task1"]["tables"]["pair"]["rows"]}
    assert pairs == {"上→下": 0, "前→后": 0, "旁→下": 0, "旁→边": 1, "里→中": 1, "里→外": 0}


def test_bias_prints_tables_and_shortcuts(train: Path) -> None:
    out = run("bias", f"space2022/task1={train}").stdout
    assert re.search(r"pairs of words only +144 +0\.6667 +0\.3333 +0\.3333 +1\.0000 +1\.0000 +1\.0000 +1\.0000", out)
    assert "V = 1.000" in out


@pytest.mark.parametrize(
    ("content", "line"),
    [('{"text": "无"}\n', ":1"), ('{"text": "有", "replaced": [{"start": -1}]}\n', ":1"), ("[\n", "")],
)
def test_stated_replacements_in_another_form_are_refused(tmp_path: Path, train: Path, content: str, line: str) -> None:
    stated = tmp_path / "stated.jsonl"
    stated.write_text(content, encoding="utf-8")
    result = run("bias", f"space2022/task1={train}", "--replaced", stated, code=1)
    assert f"stated.jsonl{line}" in result.stderr


@pytest.mark.parametrize("command", ["dataset", "bias", "leaks"])
def test_pages_open_offline_and_hold_no_foreign_code(tmp_path: Path, train: Path, command: str) -> None:
    # Two records with the same text, so that the texts of leaks are shown.
    records: list[dict[str, object]] = [{"qid": EVIL, "context": EVIL * 3, "judge": 1, "genre": EVIL}]
    evil = write(tmp_path / "dev.jsonl", records)
    page = tmp_path / f"{command}.html"
    parts = (f"space2022/task1={train}", f"space2022/task1={evil}", f"space2022/task1:other={evil}")
    run(command, *parts, TASK2, TASK3, "--html", page)
    html = page.read_text(encoding="utf-8")
    assert EVIL not in html
    assert re.search(r'(src|href)="(?!#)', html) is None
    assert 'lang="zh"' in html
    assert 'lang="en"' in html
    assert html.count("<svg") == html.count("</svg>")
    assert html.count('class="histogram"') <= html.count('class="beside')


def test_every_histogram_stands_beside_its_table(tmp_path: Path) -> None:
    page = tmp_path / "dataset.html"
    run("dataset", TASK2, TASK3, SENSES, "--html", page)
    html = page.read_text(encoding="utf-8")
    charts = re.findall(r'<div class="beside(?: few)?">.*?</div>', html, re.DOTALL)
    assert len(charts) == html.count('class="histogram"') == 11
    assert all("<table>" in chart for chart in charts)


def example(task: str, *names: str) -> list[str]:
    return [f"{task}={EXAMPLES / name}" for name in names]


def test_pages_of_several_splits_compare_them(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    senses = example("wsd/senses", "wsd/train.data.txt", "wsd/val.data.txt")
    run("dataset", *senses, "--html", page)
    assert "unseen in training" in page.read_text(encoding="utf-8")
    run("bias", *example("space2022/task3", "space2022/task3_train.jsonl", "space2022/task3_dev.jsonl"), "--html", page)
    assert "dependence on the split" in page.read_text(encoding="utf-8")
    old = example("space2022/task3", "space2022/task3_dev.jsonl")
    new = example("space2023/task2", "space2023/task2_dev.jsonl")
    run("leaks", *old, *new, "--html", page)
    assert "same characters marked" in page.read_text(encoding="utf-8")


def test_short_tables_say_how_much_is_left_out(train: Path) -> None:
    page = describe_page(measure_bias([read_part(f"space2022/task1={train}")], with_probes=False), most=2)
    notes = {
        block.title.en: block.note
        for section in page.sections
        for block in section.blocks
        if isinstance(block, Table | BarTable | Chart)
    }
    assert notes["Pair"] == Words("V = 1.000；列出最多的 2 个，共 6 个", "V = 1.000; the 2 most frequent of 6")


def test_a_file_may_be_a_part_and_hold_the_originals(tmp_path: Path, train: Path) -> None:
    originals = (
        f"space2022/task3={write(tmp_path / 'task3.jsonl', [{'qid': f'o{i}', 'context': scene(i)} for i in range(24)])}"
    )
    asked = (f"space2022/task1={train}", originals, "--originals", originals)
    counts = json.loads(run("recover", *asked, "--out", tmp_path / "out.jsonl", "--json").stdout)
    assert (counts["texts"], counts["how"]) == (144, {"given": 144})
    found = json.loads(run("bias", *asked, "--no-probes", "--json").stdout)
    assert (found["texts"], found["originals"], found["how"]) == (144, 24, {"given": 144})


def test_small_counts_are_whole_numbers() -> None:
    out = run("dataset", TASK3).stdout
    assert re.search(r"fragments not in text order +0\n", re.sub(r" +\n", "\n", out))
