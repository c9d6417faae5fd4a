"""Tasks described in TOML: every shape, every rule, every measure, and all mistakes of a file at once."""

import pickle
import zipfile
from pathlib import Path

import pytest

from pingce.formats.taskfile import LARGEST, read_task
from pingce.formats.taskfile.examples import EXAMPLES, example
from pingce.formats.taskfile.measures import MEASURES
from pingce.formats.taskfile.places import CarriedTasks, TaskFolder, benchmark_tasks, carried_path, read_file
from pingce.spec.errors import UserError
from pingce.spec.rules import (
    Apart,
    EnoughRoles,
    Excludes,
    InTextOrder,
    LabelDependsOn,
    Needs,
    OneKind,
    RolesInTextOrder,
)
from pingce.spec.shapes import ListOf, SlotTuple
from pingce.tasks.own import answer_structure

HEAD = """
title = { zh = "甲", en = "a" }
summary = { zh = "乙", en = "b" }
[[text]]
key = "context"
title = { zh = "文本", en = "text" }
"""
ANSWER = '[[answer]]\nkey = "k"\ntitle = { zh = "答案", en = "answer" }\n'
MORE = '[[answer]]\nkey = "k2"\ntitle = { zh = "又", en = "more" }\n'
LABELS = 'labels = [{ name = "a", zh = "甲", en = "a" }, { name = "b" }]\n'
CHOICE = f'{HEAD}{ANSWER}shape = "choice"\n{LABELS}'
SLOTS = """
[[answer.slot]]
name = "who"
by_position = true
[[answer.slot]]
name = "when"
takes = "either"
labels = ["前", "后"]
"""
TUPLES = f'{HEAD}{ANSWER}shape = "tuples"\n{SLOTS}'
SPANS = f'{HEAD}{ANSWER}shape = "spans"\nroles = [{{ name = "x" }}, {{ name = "y" }}]\n'


def problems(description: str, task_id: str = "mine/t") -> list[str]:
    """What is wrong, without the file's name and the two lines around."""
    with pytest.raises(UserError) as refused:
        read_task(description, task_id, "t.toml")
    assert refused.value.code == "bad-task-file"
    return [line.removeprefix("t.toml ") for line in refused.value.message.splitlines()[1:-1]]


@pytest.mark.parametrize("shape", EXAMPLES)
def test_every_shape_has_an_example_that_can_be_used_and_sent_to_another_process(shape: str) -> None:
    task = read_task(example(shape), f"mine/{shape}", shape)
    assert (task.edition, task.human_rated) == ("mine", False)
    assert pickle.loads(pickle.dumps(task)).rank_by == task.rank_by
    assert any("一" <= character <= "鿿" for character in example(shape))


def test_what_is_left_out_is_as_usual() -> None:
    task = read_task(CHOICE, "mine/t", "t.toml")
    assert (task.id_key, task.kinds, list(task.measures), task.rank_by) == (
        "qid",
        ("jsonl", "json"),
        ["accuracy"],
        ("accuracy", "accuracy"),
    )
    two = read_task(
        f'{CHOICE}[[answer]]\nkey = "more"\ntitle = {{ zh = "又", en = "more" }}\nshape = "text"\n', "mine/t", "x"
    )
    assert list(two.measures) == ["k-accuracy", "more-wording"]


DEPENDS = 'slot = "when"\nwith_reference = ["前"]\nwithout_reference = ["后"]\n'
RULES = {
    'kind = "needs"\nany_of = ["when"]': Needs(("when",)),
    'kind = "needs"\nslot = "who"\nany_of = ["when"]': Needs(("when",), "who"),
    'kind = "excludes"\nslot = "who"\nothers = ["when"]': Excludes("who", ("when",)),
    'kind = "one-kind"\nslot = "when"': OneKind("when"),
    'kind = "in-text-order"\nfirst = "who"\nslot = "when"': InTextOrder("who", "when"),
    f'kind = "label-depends-on"\n{DEPENDS}reference = "who"': LabelDependsOn("when", ("前",), ("后",), "who"),
}


@pytest.mark.parametrize("rule", RULES)
def test_rules_between_slots(rule: str) -> None:
    shape = read_task(f"{TUPLES}[[answer.rule]]\n{rule}\n", "mine/t", "t.toml").answer[0].shape
    assert isinstance(shape, ListOf)
    assert isinstance(shape.each, SlotTuple)
    assert shape.each.rules == (RULES[rule],)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ('kind = "enough-roles"\nat_least = 2', EnoughRoles(2)),
        ('kind = "apart"\nroles = ["x", "y"]', Apart(("x", "y"))),
        ('kind = "in-text-order"\nfirst = "x"\nsecond = "y"', RolesInTextOrder("x", "y")),
    ],
)
def test_rules_between_roles(rule: str, expected: object) -> None:
    shape = read_task(f"{SPANS}[[answer.rule]]\n{rule}\n", "mine/t", "t.toml").answer[0].shape
    assert shape.each.rules == (expected,)  # type: ignore[union-attr] # a list of fragments in roles


def test_a_rule_says_how_grave_it_is() -> None:
    rule = '[[answer.rule]]\nkind = "enough-roles"\nat_least = 2\nlevel = "{}"\n'
    levels = []
    for level in ("usual", "error", "warning"):
        shape = read_task(SPANS + rule.format(level), "mine/t", "t.toml").answer[0].shape
        levels.append(shape.each.rules[0].levels)  # type: ignore[union-attr] # a list of fragments in roles
    assert levels == [None, ("error", "error"), ("warning", "warning")]


PARAMETERS = {"exact-set": "threshold = 0.3", "chosen-senses": "threshold = 0.3", "macro-senses": 'by = "sense"'}
SHAPE_OF = {
    "accuracy": "choice",
    "balanced-accuracy": "judged",
    "overlap": "spans",
    "role-mean": "typed-spans",
    "any-type": "typed-spans",
    "chosen-options": "options",
    "stability": "options",
    "explanation": "judged",
    "wording": "text",
    "links": "fragment-sets",
    **dict.fromkeys(("role-match", "element-sum", "slot-match", "pooled-tuples"), "tuples"),
    **dict.fromkeys(("derived", "prefix", "top-one", "exact-set", "chosen-senses", "macro-senses"), "senses"),
}


@pytest.mark.parametrize("kind", MEASURES)
def test_every_measure_can_be_named_and_ranks(kind: str) -> None:
    start = example(SHAPE_OF[kind]).partition("\n[[measure]]")[0]
    start = "\n".join(line for line in start.splitlines() if not line.startswith("rank_by"))
    description = f'{start}\n[[measure]]\nname = "m"\nkind = "{kind}"\n{PARAMETERS.get(kind, "")}\n'
    task = read_task(description, "mine/t", "t.toml")
    assert task.rank_by == ("m", MEASURES[kind].ranks)


MISTAKES = {
    "": [
        "title: found –; expected",
        "summary: found –; expected",
        "answer: found –; expected one or more [[answer]]",
        "text: found –; expected one or more [[text]]",
    ],
    f"{CHOICE}[[more]]\n": ["more: found [{}]; expected only title,"],
    CHOICE.replace('"context"', '"k"'): ["key: found k twice; expected each once"],
    CHOICE.replace('"context"', '"a\\u0000b"'): ["text[0].key: found"],
    CHOICE.replace('zh = "甲", en = "a" }\ns', 'zh = "甲" }\ns'): ["title: found"],
    CHOICE.replace('key = "k"', 'key = "rating"'): ['answer[0].key: found "rating"; expected another name'],
    CHOICE.replace('shape = "choice"', 'shape = "list"'): ['answer[0].shape: found "list"; expected choice/options'],
    CHOICE.replace(', { name = "b" }', ""): ['answer[0].labels: found "a"; expected at least two labels'],
    CHOICE.replace(LABELS, 'labels = "x"\n'): ['answer[0].labels: found "x"; expected a list of names'],
    CHOICE.replace('{ name = "b" }', '{ name = "b", zh = "" }'): ['answer[0].labels[1].zh: found ""'],
    CHOICE.replace('{ name = "b" }', '{ name = "a" }'): [
        "answer[0].labels: found a twice",
        "answer[0].labels: found",
    ],
    f'{CHOICE}encoding = "bool"\n': ['answer[0].encoding: found "bool"; expected str'],
    f"{CHOICE}gold_only = true\n": ["answer: found", "rank"],
    f'rank_by = "x.y"\n{CHOICE}': ['rank_by: found "x.y"; expected accuracy.accuracy'],
    f'attributes = "genre"\n{CHOICE}': ['attributes: found "genre"; expected a list'],
    f'{CHOICE}[[measure]]\nkind = "overlap"\n': ["measure[0].answer: found –; expected an answer that overlap fits"],
    f'{CHOICE}[[measure]]\nkind = "accuracy"\n[[measure]]\nkind = "accuracy"\n': ["measure[1].name: found –"],
    f'{CHOICE}[[measure]]\nkind = "accuracy"\npositive = "z"\n': ['measure[0].positive: found "z"; expected a/b'],
    CHOICE + '[[measure]]\nkind = "accuracy"\nname = "m{}"\n' * 13: ["measure"],
    HEAD * 1 + '[[text]]\nkey = "t{}"\ntitle = { zh = "文", en = "t" }\n' * 8 + CHOICE.removeprefix(HEAD): [
        "text: found 9"
    ],
    CHOICE + '[[answer]]\nkey = "k{}"\ntitle = { zh = "又", en = "more" }\nshape = "text"\n' * 8: ["answer: found 9"],
    f"{SPANS}at_least = 3\nat_most = 2\n": ["answer[0].at_most: found 2; expected no less than 3"],
    f"{SPANS}at_most = 1000\n": ["answer[0].at_most: found 1000; expected a whole number from 1 to 100"],
    f'{SPANS}[[answer.rule]]\nkind = "needs"\n': ['answer[0].rule[0].kind: found "needs"; expected enough-roles/apart'],
    f'{SPANS}[[answer.rule]]\nkind = "enough-roles"\n': ["answer[0].rule[0].at_least: found –"],
    f'{SPANS}[[answer.rule]]\nkind = "apart"\nroles = ["z"]\n': ["answer[0].rule[0].roles: found"],
    f'{SPANS}[[answer.rule]]\nkind = "apart"\n': ["answer[0].rule[0].roles: found –; expected at least one name"],
    SPANS + '[[answer.rule]]\nkind = "apart"\nroles = ["x", "y"]\n' * 101: ["answer[0].rule: found"],
    f'{SPANS}{MORE}shape = "spans"\nroles = [{{ name = "x" }}]\n': ["answer: found"],
    f'{TUPLES}[[answer.rule]]\nkind = "one-kind"\nslot = "who"\n': [
        'answer[0].rule[0].slot: found "who"; expected when'
    ],
    TUPLES.replace("by_position = true", "by_position = false"): ["answer[0].slot: found"],
    TUPLES.replace('takes = "either"', 'takes = "fragment"'): ["answer[0].slot[1].labels: found"],
    TUPLES.replace('takes = "either"', 'takes = "either"\nby_position = true'): [
        "answer[0].slot[1].by_position: found"
    ],
    f"{TUPLES}" + "".join(f'[[answer.slot]]\nname = "s{i}"\n' for i in range(60)): ["answer[0].slot: found"],
    f'{HEAD}{ANSWER}shape = "options"\nletters = ["A"]\n': ["answer[0].letters: found"],
    f'{HEAD}{ANSWER}shape = "senses"\n': ["answer[0].key: found", "text: found"],
    f'{HEAD}{ANSWER}shape = "judged"\n{LABELS}judge_key = "x"\nexplanation_key = "x"\n': [
        "answer[0].explanation_key: found x twice"
    ],
    example("senses").replace("threshold = 0.5", "threshold = 5"): ["measure[1].threshold: found 5"],
}


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_every_mistake_is_told_with_its_place(number: int) -> None:
    description, expected = list(MISTAKES.items())[number]
    for name in ("m{}", "t{}", "k{}"):
        for i in range(description.count(name)):
            description = description.replace(name, name.format(i), 1)
    told = problems(description)
    assert [line for line in expected if line != "rank" and not any(one.startswith(line) for one in told)] == [], told


def test_all_mistakes_are_told_at_once() -> None:
    wrong = CHOICE.replace('shape = "choice"', 'shape = "choice"\nencoding = "x"').replace("title = ", "titel = ", 1)
    assert [line.partition(":")[0] for line in problems(f'rank_by = "x"\n{wrong}')] == [
        "titel",
        "title",
        "answer[0].encoding",
        "rank_by",
    ]


@pytest.mark.parametrize("task_id", ["space2022/mood", "wsd/x", "mine", "mine/a b", "mine/../x", f"mine/{'x' * 40}"])
def test_an_id_never_hides_a_built_in_task_nor_leads_anywhere(task_id: str) -> None:
    [told] = problems(CHOICE, task_id)
    assert told.startswith(f"task: found {task_id}; expected")


@pytest.mark.parametrize(
    ("description", "code"),
    [(CHOICE + "#" * LARGEST, "bad-task-file"), ("x = " + "[" * 30_000, "bad-toml"), ("x =", "bad-toml")],
)
def test_a_description_that_is_none_is_refused(description: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        read_task(description, "mine/t", "t.toml")
    assert refused.value.code == code


def test_files_are_ordinary_short_and_utf8(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_bytes(b"#" * (LARGEST + 1))
    (tmp_path / "latin.toml").write_bytes(b"title = '\xff'")
    (tmp_path / "link.toml").symlink_to(tmp_path / "long.toml")
    (tmp_path / "mood.toml").write_text(f"\ufeff{example('choice')}", encoding="utf-8")
    codes = {}
    for name in ("long", "latin", "link", "gone"):
        with pytest.raises(UserError) as refused:
            read_file(tmp_path / f"{name}.toml", f"mine/{name}")
        codes[name] = refused.value.code
    assert codes == {"long": "bad-task-file", "latin": "not-utf8", "link": "cannot-read", "gone": "cannot-read"}
    place = TaskFolder(tmp_path, "mine")
    assert [own.task.id for own in place.listed().tasks] == ["mine/mood"]
    assert [problem.code for problem in place.listed().problems] == ["not-utf8", "cannot-read", "bad-task-file"]
    found = [place.find(task_id) is not None for task_id in ("mine/mood", "other/mood", "mine/../mood")]
    assert found == [True, False, False]


def test_a_benchmark_without_a_name_has_no_tasks(tmp_path: Path) -> None:
    (tmp_path / "benchmark.toml").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(UserError) as refused:
        benchmark_tasks(tmp_path)
    assert refused.value.code == "bad-settings"


def test_packs_and_models_carry_their_tasks_and_no_other_folder_does(tmp_path: Path) -> None:
    inside = tmp_path / "pack" / "public" / carried_path("mine/mood")
    inside.parent.mkdir(parents=True)
    inside.write_text(example("choice"), encoding="utf-8")
    data = tmp_path / "pack" / "private" / "mine" / "mood_dev.jsonl"
    assert CarriedTasks([data]).find("mine/mood") is None
    (tmp_path / "pack" / "public" / "release.json").touch()
    assert [own.task.id for own in CarriedTasks([data, tmp_path / "pack"]).listed().tasks] == ["mine/mood"]
    assert CarriedTasks([data]).find("mine/mood") is not None
    assert CarriedTasks([data]).find("mine/../mood") is None
    with zipfile.ZipFile(tmp_path / "public.zip", "w") as archive:
        archive.write(inside, f"public/{carried_path('mine/mood')}")
    zipped = CarriedTasks([tmp_path / "public.zip" / "public" / "mood.jsonl"])
    assert zipped.find("mine/mood") is not None
    assert zipped.find("mine/other") is None
    with zipfile.ZipFile(tmp_path / "odd.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.write(inside, str(carried_path("mine/mood")))
    assert CarriedTasks([tmp_path / "odd.zip"]).find("mine/mood") is None
    broken = bytearray((tmp_path / "public.zip").read_bytes())
    broken[broken.index(b"PK\x01\x02") : broken.index(b"PK\x01\x02") + 4] = b"XXXX"
    (tmp_path / "public.zip").write_bytes(broken)
    with pytest.raises(UserError) as refused:
        CarriedTasks([tmp_path / "public.zip"]).find("mine/mood")
    assert refused.value.code == "bad-zip"


def test_words_are_no_part_of_what_answers_look_like() -> None:
    task, renamed, other = (
        read_task(text, "mine/t", "t.toml")
        for text in (CHOICE, CHOICE.replace("答案", "回答"), CHOICE.replace('name = "b"', 'name = "c"'))
    )
    assert answer_structure(task) == answer_structure(renamed)
    assert answer_structure(task) != answer_structure(other)
