"""Tables by genre and kind of source come from the sidecar beside a file, which has no keys for them itself."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pingce.formats.parts import read_part
from pingce.quality.dataset.encode import as_dict
from pingce.quality.dataset.summary import describe
from pingce.report.dataset import dataset_page
from tests.cli.conftest import Run

JUDGED = [
    {"qid": "1", "context": "她从楼上走下来。", "judge": 1},
    {"qid": "2", "context": "球滚进了抽屉外面的里边。", "judge": 0},
    {"qid": "3", "context": "船停在桥的左边。", "judge": 1},
    {"qid": "4", "context": "他站在门口。", "judge": 1},
]
ORIGINS = [
    {"qid": "1", "genre": "小说", "kind": "professional"},
    {"qid": "2", "genre": "小说", "kind": "professional"},
    {"qid": "3", "genre": "新闻", "kind": "web"},
]
SENSES = [
    {"qid": "1", "sentence": "他打了一壶水。", "word": "打", "senses": ["舀取"]},
    {"qid": "2", "sentence": "他打开门。", "word": "打", "senses": ["揭；凿开"]},
]


def write(path: Path, records: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records), encoding="utf-8")
    return path


def test_labels_are_counted_by_genre_and_kind_of_source(tmp_path: Path) -> None:
    file = write(tmp_path / "task1_train.jsonl", JUDGED)
    write(tmp_path / "task1_train.provenance.jsonl", ORIGINS)
    dataset = describe([read_part(f"space2022/task1={file}")])
    numbers = as_dict(dataset)
    assert {name: some["items"] for name, some in numbers["kinds"].items()} == {"professional": 2, "": 1, "web": 1}  # type: ignore[attr-defined] # JSON
    judge = numbers["tasks"]["space2022/task1"]["judge"]  # type: ignore[index] # JSON
    assert judge["by_genre"]["labels"]["小说"] == {"0": 1, "1": 1}
    assert judge["by_kind"]["labels"]["web"] == {"0": 0, "1": 1}
    page = dataset_page(dataset)
    assert "标签 × 体裁" in page
    assert "标签 × 来源" in page
    assert "专业" in page


def test_without_a_sidecar_there_are_no_such_tables(tmp_path: Path) -> None:
    dataset = describe([read_part(f"space2022/task1={write(tmp_path / 'task1_train.jsonl', JUDGED)}")])
    assert (dataset.kinds, dataset.genres, dataset.tasks[0].by_genre, dataset.tasks[0].by_kind) == ({}, {}, [], [])


def test_words_and_senses_are_counted_by_kind_of_source_with_the_length_of_glosses(pingce: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "train.jsonl", SENSES)
    write(tmp_path / "train.provenance.jsonl", [{"qid": "1", "kind": "web"}, {"qid": "2", "kind": "professional"}])
    ran = pingce("quality", "dataset", f"wsd/senses={file}", "--json")
    coverage = json.loads(ran.out)["tasks"]["wsd/senses"]["coverage"]
    assert {name: some["gloss_length"] for name, some in coverage["kinds"].items()} == {"professional": 4.0, "web": 2.0}
    assert coverage["all"]["gloss_length"] == 3.0
    shown = pingce("quality", "dataset", f"wsd/senses={file}", "--lang", "zh").out
    assert "平均释义长度" in shown
    assert "网络" in shown


def test_a_broken_sidecar_is_refused(pingce: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "task1_train.jsonl", JUDGED)
    write(tmp_path / "task1_train.provenance.jsonl", [{"qid": "1", "kind": "paper"}])
    ran = pingce("quality", "dataset", f"space2022/task1={file}")
    assert (ran.code, "task1_train.provenance.jsonl:1" in ran.err) == (1, True)
