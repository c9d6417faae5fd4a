"""What must hold for every task and edition of the catalogue."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pingce.tasks
from pingce.scoring.run import score
from pingce.spec.errors import UserError
from pingce.spec.measure import Measure, column_sums
from pingce.spec.shapes import Choice, Judged, ListOf, Options, RoleSpans, SlotTuple, TypedSpans
from pingce.spec.task import EditionSpec, TaskSpec
from pingce.spec.values import Answer, Fragment, Item, Reason, RoleSpan, Senses, SlotFill, StepTuple, Value, Verdict
from pingce.spec.words import Words
from pingce.tasks.catalog import EDITIONS, TASKS, find_edition, find_task
from tests.builders import TEXT, make_case

every_task = pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
ROOT = Path(pingce.tasks.__file__).parent


def _item(task: TaskSpec) -> Item:
    return Item("1", {field.name: TEXT for field in task.texts})


def _gold(task: TaskSpec) -> Answer:
    """A small answer of the task's shape."""
    return {field.name: _value(task, field.name) for field in task.answer}


def _value(task: TaskSpec, name: str) -> Value:
    shape = task.field(name).shape
    match shape:
        case Choice(labels=labels):
            return labels[0]
        case Options(letters=letters):
            return frozenset(letters[:1])
        case ListOf(each=TypedSpans(cases=cases)):
            kind, roles = next(iter(cases.items()))
            return (Reason(kind, tuple(RoleSpan(r, TEXT[i], (i,)) for i, r in enumerate(roles.roles))),)
        case ListOf(each=RoleSpans(roles=roles)):
            return (Reason("", tuple(RoleSpan(r, TEXT[i], (i,)) for i, r in enumerate(roles))),)
        case ListOf(each=SlotTuple(slots=slots)):
            filled = [s for s in slots if s.name in ("空间实体", "处所")]
            return (StepTuple(tuple(SlotFill(s.name, Fragment("书", (3,)), None) for s in filled)),)
        case ListOf(each=Judged(judge=judge)):
            return (Verdict(judge.labels[0], "同"),)
        case _:
            return Senses(("张开",)) if name == "senses" else ()


def _measures(task: TaskSpec) -> Iterator[tuple[str, Measure]]:
    yield from task.measures.items()
    yield from task.page_measures.items()
    yield from task.older_page_measures.items()


def _words(task: TaskSpec) -> Iterator[Words]:
    yield from (task.title, task.summary, *task.differences)
    yield from (text.title for text in task.texts)
    yield from (answer.title for answer in task.answer)
    for field in task.answer:
        if isinstance(field.shape, Choice):
            yield from field.shape.titles.values()
        if isinstance(field.shape, ListOf) and isinstance(field.shape.each, SlotTuple):
            yield from (slot.title for slot in field.shape.each.slots)


def test_the_catalogue_holds_exactly_the_task_files() -> None:
    files = {
        f"{path.parent.name}/{path.stem.replace('_', '-')}"
        for path in ROOT.glob("*/*.py")
        if re.search(r"^TASK = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert files == set(TASKS)


@every_task
def test_everything_is_named_in_both_languages(task: TaskSpec) -> None:
    for words in _words(task):
        assert words.zh
        assert words.en
        assert re.search(r"[\u4e00-\u9fff]", words.zh)
        assert re.search(r"[a-z]", words.en)


@every_task
def test_an_official_script_is_named_and_keys_are_unique(task: TaskSpec) -> None:
    assert task.official
    keys = [task.id_key, *(t.key for t in task.texts), *(a.key for a in task.answer)]
    names = [*(t.name for t in task.texts), *(a.name for a in task.answer)]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    options = [] if task.options is None else [task.options.key]
    keys += [*options, *task.attributes, *task.gold_attributes]
    assert len(set(keys)) == len(keys)
    assert task.known_keys == set(keys)
    assert set(task.key_order) in (set(), set(keys))
    assert set(task.aliases.values()) <= set(keys)
    assert set(task.aliases).isdisjoint(keys)
    assert task.public_answer
    assert task.edition == task.id.split("/")[0]


@every_task
def test_slots_are_unique_and_rules_speak_of_slots_there_are(task: TaskSpec) -> None:
    shape = task.tuple_shape
    if shape is None:
        return
    names = [slot.name for slot in shape.slots]
    assert len(set(names)) == len(names)
    for slot in shape.slots:
        assert (slot.takes != "fragment") == bool(slot.labels)
        assert len(set(slot.labels)) == len(slot.labels)
        assert shape.slot(slot.name) is slot
    for rule in shape.rules:
        for value in (value for name, value in vars(rule).items() if name != "levels"):
            mentioned = (value,) if isinstance(value, str) and re.search(r"[\u4e00-\u9fff]", value) else ()
            labels = {label for slot in shape.slots for label in slot.labels}
            assert {*mentioned, *(value if isinstance(value, tuple) else ())} <= {*names, *labels}
        assert rule.demand().zh != rule.demand().en


@every_task
def test_the_ranking_number_exists(task: TaskSpec) -> None:
    for rules in task.rule_sets:
        result = score(task, [make_case(_gold(task), None, _item(task))], rules=rules)
        measure, number = task.ranked_by(rules)
        assert number in result.measures[measure].numbers
        assert result.main == result.measures[measure].numbers[number]


@every_task
def test_every_measure_runs_on_nothing_an_empty_answer_and_gold(task: TaskSpec) -> None:
    gold, item = _gold(task), _item(task)
    cases = [make_case(gold, said, item) for said in (None, {}, gold)]
    for _, measure in _measures(task):
        for chosen in ([], cases[:1], cases[1:2], cases):
            rows = measure.rows(chosen)
            assert [len(row) for row in rows] == [len(measure.columns)] * len(chosen)
            numbers = measure.combine(column_sums(rows, len(measure.columns)), len(chosen))
            assert all(0.0 <= value <= 1.0 for value in numbers.values())
        for case in cases:
            for share in measure.parts(case).values():
                assert 0 <= share.points <= min(share.predicted, share.gold)


@every_task
def test_gold_wins_the_ranking_number_and_nothing_loses_it(task: TaskSpec) -> None:
    gold, item = _gold(task), _item(task)
    for rules in task.rule_sets:
        assert score(task, [make_case(gold, gold, item)], rules=rules).main == 1.0
    unanswered = score(task, [make_case(gold, None, item)])
    # SpaCE2021's script takes an unanswered item as 0, which is what gold says here.
    assert unanswered.main == (1.0 if task.edition == "space2021" else 0.0)
    assert unanswered.answered == 0


@every_task
def test_signatures_name_task_measure_data_size_and_version(task: TaskSpec) -> None:
    for rules in task.rule_sets:
        result = score(task, [], rules=rules, data="dev@0000")
        for name, measured in result.measures.items():
            assert re.fullmatch(
                rf"{task.id}\|{name}(\|\w+:[^|]*)*\|data:dev@0000\|n:0\|v:[\w.]+",
                measured.signature,
            )


@every_task
def test_page_rules_fall_back_to_the_script_where_the_page_agrees(task: TaskSpec) -> None:
    assert task.rules("official") is task.measures
    assert task.rules("page") is (task.page_measures or task.measures)
    assert task.page_rank_by is None or task.page_measures
    assert task.ranked_by("page")[0] in task.rules("page")


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_editions_rank_their_own_tasks(edition: EditionSpec) -> None:
    assert edition.tasks == tuple(name for name in TASKS if name.startswith(f"{edition.id}/"))
    assert set(edition.ranked) <= set(edition.tasks)
    assert edition.title.zh
    assert edition.title.en
    assert edition.ddof in (0, 1)
    if edition.award is not None:
        assert edition.award.ranking_share + edition.award.jury_share == pytest.approx(1.0)


def test_answers_of_2021_are_matched_by_the_last_part_of_the_id() -> None:
    assert TASKS["space2021/task1"].match_key("1-dev-17") == "17"
    assert TASKS["space2022/task1"].match_key("1-dev-17") == "1-dev-17"


def test_known_names_are_found() -> None:
    assert [find_task(name).id for name in TASKS] == list(TASKS)
    assert [find_edition(name).id for name in EDITIONS] == list(EDITIONS)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("space2023/task11", "There is no task 'space2023/task11'. Did you mean space2023/task1?"),
        ("Space2022/Task3", "There is no task 'Space2022/Task3'. Did you mean space2022/task3?"),
        ("wsd/sense", "There is no task 'wsd/sense'. Did you mean wsd/senses?"),
        ("天气", f"There is no task '天气'. Known: {', '.join(TASKS)}."),
    ],
)
def test_an_unknown_task_suggests_the_nearest(name: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        find_task(name)
    assert (caught.value.code, str(caught.value)) == ("unknown-task", message)


def test_an_unknown_edition_suggests_the_nearest() -> None:
    with pytest.raises(UserError) as caught:
        find_edition("space2020")
    assert caught.value.code == "unknown-edition"
    assert re.fullmatch(r"There is no edition 'space2020'\. Did you mean space202\d\?", str(caught.value))
