"""Records of provenance: what is kept, what is refused, what may be public."""

import json
from pathlib import Path
from typing import Any

import pytest

from pingce.formats.load import BadFileError
from pingce.formats.provenance import (
    Provenance,
    SourcePlace,
    decode_provenance,
    is_inside,
    joined,
    load_sidecar,
    sidecar_of,
    stated_provenance,
    write_provenance,
)

CHANGE = {"start": 1, "at": 1, "old": "里", "new": "外", "class": "f", "group": "g", "relation": "antonym"}
FULL: dict[str, Any] = {
    "qid": "q1",
    "source": {"file": "corpus/news/a.txt", "offset": 7, "line": 2, "byte": 30},
    "genre": "news",
    "kind": "web",
    "original": "o1",
    "original_text": "屋里有人。",
    "replacement": {"mode": "single", "changes": [CHANGE]},
    "campaign": {"title": "评级"},
    "tier": "gold",
    "split": "train",
    "pack": "p",
    "earlier": [{"campaign": "评级"}],
    "pair": {"d1": 1},
}


def written(folder: Path, *records: object) -> Path:
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    sidecar_of(folder / "x.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder / "x.jsonl"


def test_a_record_comes_back_as_it_was_with_keys_nobody_here_knows() -> None:
    assert decode_provenance(FULL).record() == FULL
    assert decode_provenance({"qid": "q"}).record() == {"qid": "q"}


def test_a_sidecar_lies_beside_its_file_and_is_read_by_qid(tmp_path: Path) -> None:
    data = tmp_path / "x.jsonl"
    assert load_sidecar(data) is None
    records = [decode_provenance(FULL), Provenance("q2", genre="fiction")]
    assert write_provenance(tmp_path / "x.provenance.jsonl", records) == 2
    assert load_sidecar(data) == load_sidecar(tmp_path / "x.txt") == {"q1": records[0], "q2": records[1]}


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"qid": ""}, "qid", "wrong-type"),
        ({"genre": 3}, "genre", "wrong-type"),
        ({"kind": "radio"}, "kind", "unknown-label"),
        ({"source": "a.txt"}, "source", "wrong-type"),
        ({"campaign": []}, "campaign", "wrong-type"),
        ({"source": {"file": "/etc/passwd"}}, "source.file", "wrong-type"),
        ({"source": {"file": "../secret"}}, "source.file", "wrong-type"),
        ({"source": {"offset": -1}}, "source.offset", "wrong-type"),
        ({"source": {"line": True}}, "source.line", "wrong-type"),
        ({"replacement": {"mode": "single", "changes": [{"at": 1}]}}, "replacement", "wrong-type"),
        ({"replacement": "里→外"}, "replacement", "wrong-type"),
    ],
)
def test_what_is_not_in_form_is_told_with_its_place(
    tmp_path: Path, change: dict[str, object], path: str, code: str
) -> None:
    data = written(tmp_path, {"qid": "fine"}, {**FULL, **change})
    with pytest.raises(BadFileError) as caught:
        load_sidecar(data)
    assert [(one.line, one.path, one.code) for one in caught.value.findings.problems] == [(2, path, code)]


def test_an_id_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        load_sidecar(written(tmp_path, {"qid": "q"}, {"qid": "q"}))
    assert [(one.line, one.code) for one in caught.value.findings.problems] == [(2, "duplicate-qid")]


@pytest.mark.parametrize("file", ["", "/a", "\\a", "a/../../b", "..", "C:/a", "c:a", "a\\..\\b", "a\0b"])
def test_no_name_leads_out_of_the_benchmark(file: str) -> None:
    assert not is_inside(file)


@pytest.mark.parametrize("file", ["a.txt", "语料/新闻/a.txt", "a/..b/c"])
def test_names_inside_the_benchmark(file: str) -> None:
    assert is_inside(file)


def test_what_the_corpus_stage_writes_states_its_origin() -> None:
    source = {"file": "corpus/news/a.txt", "line": 2, "offset": 7, "byte": 30, "genre": "news", "kind": "web"}
    place = SourcePlace("corpus/news/a.txt", 7, 2, {"byte": 30})
    passage = stated_provenance("p", {"id": "p", "text": "…", "source": source})
    assert passage == Provenance("p", place, "news", "web", "p")
    replaced = stated_provenance("p-1", {"origin": "p", "replaced": [CHANGE], "source": source})
    assert (replaced.original, replaced.replacement and replaced.replacement.mode) == ("p", "single")
    sentence = stated_provenance("s", {"word": "打", "source": source})
    assert (sentence.original, sentence.kind) == (None, "web")


@pytest.mark.parametrize(
    ("record", "original"),
    [({"originId": "o"}, "o"), ({"group": "g", "origin": "o"}, "o"), ({"original": {"id": "o", "changes": 3}}, "o")],
)
def test_other_keys_that_state_an_original(record: dict[str, object], original: str) -> None:
    assert stated_provenance("q", record).original == original


def test_keys_of_another_meaning_state_nothing() -> None:
    record = {"source": "人民日报", "kind": "origin-replaced", "genre": "", "original": 7, "replaced": "里"}
    assert stated_provenance("q", record) == Provenance("q")
    assert stated_provenance("q", {"source": {"file": "/abs", "genre": "news"}}) == Provenance("q", genre="news")


def test_the_sidecar_speaks_where_both_do() -> None:
    stated = Provenance("q", genre="news", original="o")
    assert joined(stated, None) == stated
    assert joined(stated, Provenance("q", genre="fiction", kind="web")) == Provenance(
        "q", genre="fiction", kind="web", original="o"
    )


def test_of_what_is_held_back_neither_original_nor_replacement_is_public() -> None:
    full = decode_provenance(FULL)
    public = {"qid": "q1", "genre": "news", "kind": "web", "split": "train", "pack": "p"}
    assert full.for_everybody(held_back=True).record() == public
    told = full.for_everybody(held_back=False).record()
    assert told == {**public, "original": "o1", "replacement": FULL["replacement"]}


def test_what_grouping_and_tables_ask_for() -> None:
    assert decode_provenance(FULL).extra == {"original": "o1", "genre": "news", "kind": "web", "tier": "gold"}
    assert Provenance("q").extra == {}
