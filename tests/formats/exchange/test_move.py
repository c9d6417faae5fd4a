"""Exports of other tools become files of a task and go back: labels, positions and groups stay what they were."""

import json
from pathlib import Path
from typing import Any

import pytest

from pingce.formats.exchange.mapping import FieldMap, Mapping, read_mapping
from pingce.formats.exchange.move import Tool, move_in, move_out
from pingce.formats.exchange.offsets import Unit, from_points, to_points
from pingce.formats.load import BadFileError
from pingce.formats.save import Pair
from pingce.formats.source import Source
from pingce.spec.errors import UserError
from pingce.spec.values import Fragment, Item, Reason, RoleSpan, Senses, Value
from pingce.tasks.catalog import TASKS
from tests.cli.conftest import Run, pingce

__all__ = ["pingce"]

DATA = Path(__file__).parent / "data"
JUDGE, SPANS, TYPED = TASKS["space2022/task1"], TASKS["space2023/task1"], TASKS["space2022/task2"]
FIRST, SECOND, THIRD = "𠮷田把😀贴纸贴在窗户上。", "👨‍🚒消防员从楼上爬到井底下。", "茶杯放在桌子上。"
LABELS = {"正常": "1", "异常": "0"}


def role(name: str, text: str, *parts: str) -> RoleSpan:
    idxes = tuple(text.index(part) + i for part in parts for i in range(len(part)))
    return RoleSpan(name, "".join(parts), idxes)


ONE = Reason("", (role("S1", FIRST, "𠮷田"), role("P1", FIRST, "窗户上"), role("E1", FIRST, "贴")))
TWO = Reason("", (role("S1", SECOND, "👨‍🚒消防员"), role("P1", SECOND, "从楼上", "到井底下"), role("E1", SECOND, "爬")))


def spans_map(control: str = "role", **more: Any) -> Mapping:
    return Mapping({"reasons": FieldMap(control=control, **more)}, texts={"text": "context"}, id="qid")


def doccano_map(**more: Any) -> Mapping:
    return Mapping({"reasons": FieldMap(**more)}, id="qid")


def in_order(value: Value | None) -> Any:
    """Roles have no order of their own; tools sort them by position."""
    return [(one.type, sorted(one.spans)) for one in value] if isinstance(value, tuple) else value  # type: ignore[union-attr]


def taken(pairs: list[Pair], name: str = "reasons") -> dict[str, Any]:
    return {item.id: in_order(answer[name]) if answer is not None else None for item, answer in pairs}


@pytest.mark.parametrize(
    ("file", "tool", "mapping"),
    [
        ("label-studio.json", "label-studio", spans_map()),
        ("doccano-relations.jsonl", "doccano", doccano_map()),
        ("doccano-spans.jsonl", "doccano", doccano_map()),
    ],
    ids=["label-studio", "doccano-entities", "doccano-label"],
)
def test_spans_of_real_exports_have_the_characters_that_were_marked(file: str, tool: Tool, mapping: Mapping) -> None:
    found = taken(move_in(SPANS, Source(DATA / file), mapping, tool))
    assert (found["a-1"], found["a-2"]) == (in_order((ONE,)), in_order((TWO,)))
    if "a-3" in found:
        assert found["a-3"] == ([] if tool == "label-studio" else None)  # annotated as nothing; not annotated


def test_relations_say_which_spans_belong_together() -> None:
    for file, tool, mapping in (
        ("label-studio.json", "label-studio", spans_map(group="relations")),
        ("doccano-relations.jsonl", "doccano", doccano_map(group="relations")),
    ):
        found = taken(move_in(SPANS, Source(DATA / file), mapping, tool))  # type: ignore[arg-type] # a tool of the two
        apart = tuple(Reason("", (one,)) for one in ONE.spans)
        assert sorted(found["a-1"]) == sorted(in_order(apart))
        assert found["a-2"] == in_order((TWO,))


def test_choices_ratings_and_texts_of_real_exports_are_taken_over() -> None:
    texts = {"text": "context"}
    choices = Mapping({"judge": FieldMap(labels=LABELS)}, texts=texts, id="qid")
    stars = {"4": "1", "1": "0"}
    ratings = Mapping({"judge": FieldMap(control="level", kind="rating", labels=stars)}, texts=texts, id="qid")
    classes = Mapping({"judge": FieldMap(labels=LABELS)}, id="qid")
    studio = Source(DATA / "label-studio.json")
    assert taken(move_in(JUDGE, studio, choices, "label-studio"), "judge") == {"a-1": "1", "a-2": "0", "a-3": "1"}
    assert taken(move_in(JUDGE, studio, ratings, "label-studio"), "judge") == {"a-1": "1", "a-2": "0", "a-3": None}
    found = move_in(JUDGE, Source(DATA / "doccano-classes.jsonl"), classes, "doccano")
    assert taken(found, "judge") == {"a-1": "1", "a-2": "0", "a-3": "1"}
    assert [item.text for item, _ in found] == [FIRST, SECOND, THIRD]


@pytest.mark.parametrize(
    ("file", "tool", "task", "mapping"),
    [
        ("label-studio.json", "label-studio", SPANS, spans_map()),
        ("label-studio.json", "label-studio", SPANS, spans_map(group="relations")),
        ("doccano-relations.jsonl", "doccano", SPANS, doccano_map(group="relations")),
        ("doccano-spans.jsonl", "doccano", SPANS, doccano_map()),
        ("doccano-classes.jsonl", "doccano", JUDGE, Mapping({"judge": FieldMap(labels=LABELS)}, id="qid")),
    ],
    ids=["studio", "studio-relations", "doccano-relations", "doccano-spans", "doccano-classes"],
)
def test_what_goes_back_says_what_the_export_said(
    file: str, tool: Tool, task: Any, mapping: Mapping, tmp_path: Path
) -> None:
    pairs = move_in(task, Source(DATA / file), mapping, tool)
    back = list(move_out(task, pairs, mapping, tool))
    again = tmp_path / "again.jsonl"
    again.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in back), encoding="utf-8")
    assert move_in(task, Source(again), mapping, tool) == pairs
    lines = (DATA / file).read_text(encoding="utf-8")
    original = json.loads(lines) if tool == "label-studio" else [json.loads(line) for line in lines.splitlines()]
    assert [said(one, tool) for one in back] == [said(one, tool) for one in original]


def said(record: dict[str, Any], tool: Tool) -> Any:
    """What a record of a tool says, without numbers, times and the order that tools do not keep."""
    if tool == "doccano":
        entities = [(e["start_offset"], e["end_offset"], e["label"]) for e in record.get("entities", [])]
        return record["text"], record["qid"], sorted(entities), sorted(map(json.dumps, record.get("label", [])))
    results = [one for note in record["annotations"] for one in note["result"] if one.get("from_name") == "role"]
    kept = ("from_name", "to_name", "type", "value")
    return record["data"], sorted(json.dumps({key: one[key] for key in kept}, sort_keys=True) for one in results)


def studio(text: str, *spans: tuple[int, int, str | None], **more: Any) -> dict[str, Any]:
    values = [{"start": a, "end": b, "labels": ["S1"], **({"text": t} if t is not None else {})} for a, b, t in spans]
    results = [
        {"id": str(i), "from_name": "role", "to_name": "text", "type": "labels", "value": v}
        for i, v in enumerate(values)
    ]
    return {"id": 7, "data": {"context": text}, "annotations": [{"completed_by": 3, "result": results, **more}]}


def studio_file(tmp_path: Path, *records: dict[str, Any]) -> Source:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return Source(path)


def test_old_exports_that_count_utf16_units_are_recognised_by_their_texts(tmp_path: Path) -> None:
    source = studio_file(tmp_path, studio(FIRST, (10, 13, "窗户上")))
    (pair,) = move_in(SPANS, source, spans_map(), "label-studio")
    assert taken([pair]) == {"7": in_order((Reason("", (role("S1", FIRST, "窗户上"),)),))}


def test_positions_without_a_text_are_what_the_tool_counts_today_unless_told_otherwise(tmp_path: Path) -> None:
    source = studio_file(tmp_path, studio(FIRST, (8, 11, None)))
    assert taken(move_in(SPANS, source, spans_map(), "label-studio"))["7"][0][1][0].text == "窗户上"
    source = studio_file(tmp_path, studio(FIRST, (10, 13, None)))
    assert taken(move_in(SPANS, source, spans_map(), "label-studio", unit="utf-16"))["7"][0][1][0].text == "窗户上"


OLD_DOCCANO = {
    "labels": {"id": 3, "text": THIRD, "labels": [[0, 2, "S1"]], "meta": {"qid": "x"}},
    "label": {"id": 3, "text": THIRD, "label": [[0, 2, "S1"]], "metadata": {"qid": "x"}},
    "entities": {"text": THIRD, "qid": "x", "entities": [{"id": 0, "label": "S1", "start_offset": 0, "end_offset": 2}]},
}


@pytest.mark.parametrize("record", OLD_DOCCANO.values(), ids=OLD_DOCCANO)
def test_all_forms_of_doccano_say_the_same(record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    found = taken(move_in(SPANS, Source(path), doccano_map(), "doccano"))
    assert found == {"x": in_order((Reason("", (role("S1", THIRD, "茶杯"),)),))}


PROBLEMS: dict[str, tuple[Tool, Any, list[str]]] = {
    "beyond-the-text": ("label-studio", studio(THIRD, (0, 99, None)), ["idx-out-of-range"]),
    "no-number": ("label-studio", studio(THIRD, ("0", 2, None)), ["idx-out-of-range"]),  # type: ignore[arg-type]
    "other-text": ("label-studio", studio(THIRD, (0, 2, "茶壶")), ["text-mismatch"]),
    "json-min": ("label-studio", {"id": 1, "context": THIRD, "role": []}, ["wrong-type"]),
    "no-text": ("label-studio", {"data": {}, "annotations": []}, ["missing-key"]),
    "half-a-character": ("doccano", {"text": FIRST, "label": [[1, 3, "S1"]]}, ["idx-out-of-range"]),
    "unknown-role": ("doccano", {"text": THIRD, "label": [[0, 2, "X9"], [2, 3, "Y"]]}, ["unknown-label"] * 2),
    "odd-label": ("doccano", {"text": THIRD, "label": [[0, 2]]}, ["wrong-type"]),
    "odd-entity": ("doccano", {"text": THIRD, "entities": [{"id": 1, "start_offset": "0"}, 3]}, ["wrong-type"] * 2),
    "odd-relation": ("doccano", {"text": THIRD, "label": [[0, 2, "S1"]], "relations": [7]}, ["wrong-type"]),
    "no-export": ("doccano", {"qid": "x", "text": THIRD, "judge1": 1}, ["missing-key"]),
    "without-text": ("doccano", {"data": THIRD, "label": []}, ["missing-key"]),
}


@pytest.mark.parametrize(("tool", "record", "codes"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_cannot_be_taken_over_is_told_all_at_once(
    tool: Tool, record: Any, codes: list[str], tmp_path: Path
) -> None:
    mapping = spans_map() if tool == "label-studio" else doccano_map()
    with pytest.raises(BadFileError) as problem:
        move_in(SPANS, studio_file(tmp_path, record), mapping, tool)
    assert [one.code for one in problem.value.findings.problems] == codes


@pytest.mark.parametrize("tool", ["label-studio", "doccano"])
def test_items_that_share_an_id_are_told_all_at_once(tool: Tool, tmp_path: Path) -> None:
    name, mapping = {
        "label-studio": ("label-studio.json", spans_map()),
        "doccano": ("doccano-spans.jsonl", doccano_map()),
    }[tool]
    text = (DATA / name).read_text(encoding="utf-8")
    records = json.loads(text) if tool == "label-studio" else [json.loads(line) for line in text.splitlines()]
    twice = tmp_path / "twice.jsonl"
    twice.write_text("".join(json.dumps(one) + "\n" for one in [*records, *records[:2]]), encoding="utf-8")
    with pytest.raises(BadFileError) as problem:
        move_in(SPANS, Source(twice), mapping, tool)
    first = len(records) + 1
    assert [(one.code, one.line, one.qid) for one in problem.value.findings.problems] == [
        ("duplicate-qid", first, "a-1"),
        ("duplicate-qid", first + 1, "a-2"),
    ]


def judged(*labels: list[str]) -> dict[str, Any]:
    notes = [
        {
            "completed_by": {"id": i, "email": f"p{i}@example.com"},
            "was_cancelled": i == 9,
            "result": [
                {"id": "r", "from_name": "judge", "to_name": "text", "type": "choices", "value": {"choices": chosen}}
            ],
        }
        for i, chosen in enumerate(labels)
    ]
    return {"id": 1, "data": {"context": THIRD}, "annotations": notes}


def test_several_annotations_of_an_item_must_agree_or_be_chosen_from(tmp_path: Path) -> None:
    mapping = Mapping({"judge": FieldMap(labels=LABELS)}, texts={"text": "context"})
    agreed = studio_file(tmp_path, judged(["正常"], ["正常"]))
    assert taken(move_in(JUDGE, agreed, mapping, "label-studio"), "judge") == {"1": "1"}
    differing = studio_file(tmp_path, judged(["正常"], ["异常"]))
    with pytest.raises(BadFileError) as problem:
        move_in(JUDGE, differing, mapping, "label-studio")
    assert [one.code for one in problem.value.findings.problems] == ["several-answers"]
    for by in ("1", "p1@example.com"):
        assert taken(move_in(JUDGE, differing, mapping, "label-studio", by=by), "judge") == {"1": "0"}
    twice = studio_file(tmp_path, judged(["正常", "异常"]))
    with pytest.raises(BadFileError) as problem:
        move_in(JUDGE, twice, mapping, "label-studio")
    assert [one.code for one in problem.value.findings.problems] == ["several-answers"]
    cancelled = studio_file(tmp_path, judged(*[["正常"]] * 9, ["异常"]))
    assert taken(move_in(JUDGE, cancelled, mapping, "label-studio"), "judge") == {"1": "1"}


def both_ways(task_id: str, answer: Any, mapping: Mapping, tool: Tool, tmp_path: Path, texts: dict[str, str]) -> Any:
    task = TASKS[task_id]
    (record,) = move_out(task, [(Item("q", texts), answer)], mapping, tool)
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    ((_, again),) = move_in(task, Source(path), mapping, tool)
    return again


FRAGMENTS = (tuple(Fragment(part, role("", SECOND, part).idxes) for part in ("消防员", "👨‍🚒")),)


@pytest.mark.parametrize("tool", ["label-studio", "doccano"])
def test_every_shape_that_can_be_moved_comes_back(tool: Tool, tmp_path: Path) -> None:
    text = {"text": SECOND}
    kinds = list(TYPED.field("reasons").shape.each.cases)  # type: ignore[union-attr]
    first = next(iter(TYPED.field("reasons").shape.each.cases[kinds[0]].roles))  # type: ignore[union-attr]
    typed = {"reasons": tuple(Reason(kind, (role(first, SECOND, "井", "楼"),)) for kind in kinds[:1] * 2)}
    mapping = Mapping({"reasons": FieldMap(group="relations")}, id="qid")
    assert both_ways("space2022/task2", typed, mapping, tool, tmp_path, text) == typed
    corefs = {"corefs": FRAGMENTS}
    assert both_ways("space2022/task3", corefs, Mapping({"corefs": FieldMap()}), tool, tmp_path, text) == corefs
    senses = {"senses": Senses(("舀取", "撞击𠮷"))}
    sentence = {"sentence": "他打了一壶水。", "word": "打"}
    mapping = Mapping({"senses": FieldMap()}, texts={"sentence": "text"})
    assert both_ways("wsd/senses", senses, mapping, tool, tmp_path, sentence) == senses


def test_ratings_and_several_controls_go_back_to_label_studio() -> None:
    mapping = Mapping({"judge": FieldMap(kind="rating", labels={"5": "1", "1": "0"})})
    (record,) = move_out(JUDGE, [(Item("q", {"text": THIRD}), {"judge": "1"})], mapping, "label-studio")
    assert record["annotations"][0]["result"][0]["value"] == {"rating": 5}  # type: ignore[index,call-overload]
    (record,) = move_out(JUDGE, [(Item("q", {"text": THIRD}), None)], mapping, "label-studio")
    assert record == {"data": {"text": THIRD}}


def test_what_a_tool_cannot_hold_is_refused() -> None:
    two = {"reasons": (ONE, ONE)}
    gap = {"corefs": ((Fragment("消上", (2, 8)), Fragment("爬", (9,))),)}
    codes = []
    for task, answer, mapping, tool in (
        ("space2023/task1", two, doccano_map(), "doccano"),
        ("space2022/task3", gap, Mapping({"corefs": FieldMap()}), "label-studio"),
        ("space2021/task3", {}, Mapping({"judge1": FieldMap(), "judge2": FieldMap()}), "doccano"),
    ):
        with pytest.raises(UserError) as problem:
            list(move_out(TASKS[task], [(Item("q", {"text": SECOND}), answer)], mapping, tool))  # type: ignore[arg-type]
        codes.append(problem.value.code)
    assert codes == ["cannot-move", "cannot-move", "bad-mapping"]


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (
            '[answers.nothing]\n[texts]\nbody = "x"',
            "no text is called body; there are text; no answer is called nothing",
        ),
        ('[answers.reasons]\nlabels = {A = "S9"}', "reasons has no S9"),
        ('[answers.reasons]\ncolour = "red"', "is not in form"),
        ("answers = ", "is not TOML"),
        ("answers = 3", "is not in form"),
    ],
)
def test_a_mapping_that_does_not_fit_the_task_is_told(toml: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(toml, encoding="utf-8")
    with pytest.raises(UserError) as problem:
        read_mapping(SPANS, path)
    assert said in problem.value.message
    with pytest.raises(UserError, match="Cannot read"):
        read_mapping(SPANS, tmp_path / "none.toml")


def test_shapes_that_other_tools_lack_are_told(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text("[answers.tuples]\n", encoding="utf-8")
    with pytest.raises(UserError, match="shape that other tools lack"):
        read_mapping(TASKS["space2022/task3"], path)


@pytest.mark.parametrize("unit", ["code-points", "utf-16"])
def test_positions_come_back_wherever_characters_need_two_units(unit: Unit) -> None:
    for text in (FIRST, SECOND, THIRD, "abc"):
        for start in range(len(text)):
            for end in range(start + 1, len(text) + 1):
                given = from_points(text, start, end, unit)
                raw = text.encode("utf-16-le")
                if unit == "utf-16":
                    assert raw[2 * given[0] : 2 * given[1]].decode("utf-16-le") == text[start:end]
                assert to_points(text, *given, unit) == (start, end)


def test_the_commands_move_in_and_out(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(
        'id = "qid"\n[texts]\ntext = "context"\n[answers.reasons]\ncontrol = "role"\n', encoding="utf-8"
    )
    given = ("--map", tmp_path / "map.toml")
    out, back = tmp_path / "out.jsonl", tmp_path / "back.json"
    ran = pingce("move", "in", SPANS.id, DATA / "label-studio.json", out, "--from", "label-studio", *given)
    assert (ran.code, ran.err) == (0, f"{out}: 3 items, 3 with an answer\n")
    assert pingce("check", SPANS.id, out).code == 0
    ran = pingce(
        "move", "out", SPANS.id, out, back, "--to", "label-studio", "--offsets", "utf-16", "--lang", "zh", *given
    )
    assert (ran.code, ran.err) == (0, f"{back}：3 题\n")
    again = tmp_path / "again.jsonl"
    ran = pingce(
        "move", "in", SPANS.id, back, again, "--from", "label-studio", "--person", "None", *given, "--offsets", "utf-16"
    )
    assert (ran.code, again.read_bytes()) == (0, out.read_bytes())
    ran = pingce("move", "in", SPANS.id, back, tmp_path / "no.toml", "--from", "label-studio", *given)
    assert (ran.code, ran.err) == (
        1,
        "Error: no.toml does not say which kind of file to write. Expected a name that ends in .json or .jsonl.\n",
    )
    for broken in (b'{"qid": "1", "context": 3}\n', b"\xff"):
        out.write_bytes(broken)
        assert pingce("move", "out", SPANS.id, out, tmp_path / "no.json", "--to", "doccano", *given).code == 1
        assert not (tmp_path / "no.json").exists()
    ran = pingce("move", "in", SPANS.id, out, tmp_path / "no.jsonl", "--from", "doccano", *given)
    assert ran.code == 1
    assert "not-utf8" in ran.err
    assert not (tmp_path / "no.jsonl").exists()
