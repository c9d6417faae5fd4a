"""The page of a scoring run: every task, every answer shape, nothing from elsewhere, nothing executable."""

import re
from collections.abc import Mapping
from html.parser import HTMLParser

import pytest

from pingce import __version__
from pingce.evaluation.files import Compared
from pingce.formats.findings import Findings
from pingce.report.score import comparison_page, score_page
from pingce.report.sections import sections_page
from pingce.scoring.breakdown import Breakdown, BreakdownGroup, fields
from pingce.scoring.interval import intervals
from pingce.scoring.measures.explanation import HumanRating
from pingce.scoring.run import ScoreResult, score
from pingce.spec.measure import Case
from pingce.spec.problem import Violation
from pingce.spec.values import (
    Answer,
    Fragment,
    Item,
    Reason,
    RoleSpan,
    Senses,
    SlotFill,
    StepTuple,
    Value,
    Verdict,
)
from pingce.spec.words import LANGS, Lang, Words
from pingce.tasks.catalog import TASKS

TEXT = "𠮷先生把伞放在门的里面。"
PAIR = {"text1": "猫从桌上跳下来。", "text2": "猫从桌前跳下来。"}
ASKED = {"text": TEXT, "question": "伞在()。"}
OPTIONS = {"A": "门里", "B": "门外"}
EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>'
VOID = {"meta", "link", "img", "br", "hr", "input"}

UMBRELLA = SlotFill("空间实体", Fragment("伞", (4,)), None)
TUPLES: dict[str, Value] = {
    "tuples": (StepTuple((UMBRELLA, SlotFill("处所", Fragment("门里面", (7, 9, 10)), None))),),
    "corefs": ((Fragment("𠮷先生", (0, 1, 2)), Fragment("他", (40,))),),
    "non_corefs": (),
}
OTHER_TUPLES: dict[str, Value] = {"tuples": (StepTuple((UMBRELLA, SlotFill("事实性", None, "假")), well_formed=False),)}


def reasons(kind: str, *spans: RoleSpan) -> dict[str, Value]:
    return {"reasons": (Reason(kind, spans),)}


PIECES = (RoleSpan("S", "伞", (4,)), RoleSpan("P", "门里面", (7, 9, 10)))
GROUPED = (RoleSpan("S1", "伞", (4,)), RoleSpan("P1", "门里面", (7, 9, 10)))
BEYOND = (RoleSpan("S1", "书", (99, -3)), RoleSpan("nobody", "门", (7,)), RoleSpan("P1", "门的", (7, 8)))

ANSWERS: dict[str, tuple[Mapping[str, str], Answer, Answer]] = {
    "space2021/task1": ({"text": TEXT}, {"judge1": "1"}, {"judge1": "0"}),
    "space2021/task2": ({"text": TEXT, "reason": "门没有里面"}, {"judge2": "1"}, {"judge2": "0"}),
    "space2021/task3": (
        {"text": TEXT, "reason": "门没有里面"},
        {"judge1": "0", "judge2": "1"},
        {"judge1": "1", "judge2": "1"},
    ),
    "space2022/task1": ({"text": TEXT}, {"judge": "0"}, {"judge": "1"}),
    "space2022/task2": ({"text": TEXT}, reasons("C", *PIECES), reasons("A", RoleSpan("text1", "伞", (4,)))),
    "space2022/task3": ({"text": TEXT}, TUPLES, OTHER_TUPLES),
    "space2023/task1": ({"text": TEXT}, reasons("", *GROUPED), reasons("", *BEYOND)),
    "space2023/task2": ({"text": TEXT}, TUPLES, OTHER_TUPLES),
    "space2023/task3": (
        PAIR,
        {"verdicts": (Verdict("false", "桌上和桌前不是一处。"),)},
        {"verdicts": (Verdict("true", "没有差别。"),)},
    ),
    "space2024/choice": (ASKED, {"answer": frozenset("A")}, {"answer": frozenset("BE")}),
    "space2025/jsi": ({"text": TEXT}, {"answer": "错误"}, {"answer": "正确"}),
    "space2025/rsr": (
        {"text": TEXT, "interpretation": "“里面”以“门”为基准。"},
        {"answer": "正确"},
        {"answer": "错误"},
    ),
    "space2025/rse": (PAIR, {"answer": "不同"}, {"answer": "相同"}),
    "space2025/spr-zh": (ASKED, {"answer": frozenset("AC")}, {"answer": frozenset("A")}),
    "space2025/spr-en": (ASKED, {"answer": frozenset("D")}, {"answer": frozenset("ABC")}),
    "score2026/choice": (ASKED, {"answer": frozenset("B")}, {"answer": frozenset("A")}),
    "wsd/senses": (
        {"sentence": "他把算盘打得很响。", "word": "算盘"},
        {"senses": Senses(("一种计算工具", "比喻计划"))},
        {"senses": Senses((), scores=(("比喻计划", 0.25), ("旧式盘子", 0.75)))},
    ),
}


def make_result(task_id: str, *, n: int = 4) -> ScoreResult:
    """The wrong answer, the right one, none, an empty one, and again."""
    texts, gold, wrong = ANSWERS[task_id]
    said: tuple[Answer | None, ...] = (wrong, gold, None, {})
    cases = [
        Case(Item(f"q{i}", texts, {"genre": "故事"}, OPTIONS if "question" in texts else {}), gold, said[i % 4])
        for i in range(n)
    ]
    return score(TASKS[task_id], cases, data="dev@0000")


def make_page(result: ScoreResult, lang: Lang = "zh") -> str:
    return sections_page(score_page(result, gold="gold.jsonl", predicted="pred.jsonl"), lang=lang)


class Balance(HTMLParser):
    """Collects texts, marks and tags; every tag must close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.marks: list[tuple[str | None, str]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "mark":
            self.marks.append((dict(attrs).get("data-role"), ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open[-1:] == ["mark"]:
            self.marks[-1] = (self.marks[-1][0], self.marks[-1][1] + data)


def test_every_task_has_an_example_here() -> None:
    assert list(ANSWERS) == list(TASKS)


@pytest.mark.parametrize("task_id", ANSWERS)
@pytest.mark.parametrize("lang", LANGS)
def test_the_page_is_whole_and_needs_nothing_from_elsewhere(task_id: str, lang: Lang) -> None:
    page = make_page(make_result(task_id), lang)
    parsed = Balance(page)
    assert parsed.open == []
    assert parsed.tags & {"link", "img", "iframe", "object", "base"} == set()
    assert parsed.attributes & {"src", "srcset", "style", "onclick"} == set()
    assert re.findall(r"https?:|url\(|@import|\bsrc=", page) == []
    assert f'<html lang="{"zh-Hans" if lang == "zh" else "en"}" class="{lang}">' in page


@pytest.mark.parametrize("task_id", ANSWERS)
def test_every_number_interval_and_signature_is_on_the_page(task_id: str) -> None:
    result = make_result(task_id, n=7)
    texts = "\n".join(Balance(make_page(result)).texts)
    for measured in result.measures.values():
        around = intervals(measured.measure, measured.rows)
        wanted = [measured.signature, *(f"{value:.4f}" for value in measured.numbers.values())]
        wanted += [f"[{low:.4f}, {high:.4f}]" for low, high in around.values()]
        assert [text for text in wanted if text not in texts] == []


@pytest.mark.parametrize("task_id", ANSWERS)
def test_header_names_task_files_and_counts(task_id: str) -> None:
    texts = Balance(make_page(make_result(task_id))).texts
    title = TASKS[task_id].title
    wanted = {task_id, title.zh, title.en, "gold.jsonl", "pred.jsonl", "4", "3 / 1", __version__, "没有作答"}
    assert wanted - set(texts) == set()


@pytest.mark.parametrize("task_id", ANSWERS)
def test_every_field_has_a_bar_table(task_id: str) -> None:
    result = make_result(task_id)
    assert make_page(result).count('<table class="bars') == 1 + len(fields(result))


@pytest.mark.parametrize(
    ("task_id", "marks"),
    [
        # gold: neighbours drawn together, a gap starts a new piece; prediction: its own piece
        ("space2022/task2", [("S", "伞"), ("P", "门"), ("P", "里面"), ("text1", "伞")]),
        # positions outside the text are passed over, shared characters name both roles
        ("space2023/task1", [("S1", "伞"), ("P1", "门"), ("P1", "里面"), ("nobody+P1", "门"), ("P1", "的")]),
        ("space2023/task3", [(None, "上"), (None, "前")]),
        ("wsd/senses", [(None, "算盘")]),
    ],
)
def test_marked_characters_are_code_points_of_the_text(task_id: str, marks: list[tuple[str | None, str]]) -> None:
    assert Balance(make_page(make_result(task_id, n=1))).marks == marks


@pytest.mark.parametrize(
    ("task_id", "said"),
    [
        ("space2022/task1", ["0 异常", "1 正常"]),
        ("space2022/task3", ["门里面 ", "7, 9–10", "#1（长度不对）", "[假]", "𠮷先生 = 他"]),
        ("space2023/task1", ["S1 空间实体一", "99, -3", "nobody"]),
        ("space2023/task3", ["false 不同", "桌上和桌前不是一处。", "true 可以相同", "没有差别。"]),
        ("wsd/senses", ["一种计算工具", "比喻计划", "0.750", "旧式盘子"]),
    ],
)
def test_worst_items_show_both_answers(task_id: str, said: list[str]) -> None:
    texts = Balance(make_page(make_result(task_id, n=1))).texts
    assert [text for text in said if text not in texts] == []


def test_picked_senses_and_free_order_are_listed() -> None:
    texts, gold, _ = ANSWERS["wsd/senses"]
    picked: Answer = {"senses": Senses((), picks=("旧式盘子", None))}
    page = make_page(score(TASKS["wsd/senses"], [Case(Item("q", texts), gold, picked)]))
    assert {"旧式盘子", "—"} <= set(Balance(page).texts)


def test_script_in_any_text_stays_text() -> None:
    explained: Answer = {"verdicts": (Verdict("false", EVIL),)}
    item = Item(EVIL, {"text1": EVIL + "上", "text2": EVIL + "前"}, {EVIL: EVIL})
    result = score(TASKS["space2023/task3"], [Case(item, explained, {"verdicts": (Verdict(EVIL, EVIL),)})], data=EVIL)
    findings = Findings(EVIL)
    findings.add(Violation("unknown-label", EVIL, EVIL, Words(EVIL, EVIL)), qid=EVIL)
    page = sections_page(score_page(result, gold=EVIL, predicted=EVIL, findings=findings))
    parsed = Balance(page)
    assert "img" not in parsed.tags
    assert page.count("<script") == 1
    # two file names, field and group, a column of the confusions, id, two texts, two explanations, the judgement
    assert parsed.texts.count(EVIL) == 11


@pytest.mark.parametrize("task_id", ["space2022/task2", "space2022/task3", "wsd/senses"])
def test_script_in_roles_slots_and_glosses_stays_text(task_id: str) -> None:
    texts, gold, _ = ANSWERS[task_id]
    said: dict[str, Answer] = {
        "space2022/task2": reasons("C", RoleSpan(EVIL, EVIL, (4,))),
        "space2022/task3": {"tuples": (StepTuple((SlotFill(EVIL, Fragment(EVIL, (4,)), EVIL),)),)},
        "wsd/senses": {"senses": Senses((EVIL,), scores=((EVIL, 1.0),))},
    }
    page = make_page(score(TASKS[task_id], [Case(Item("q", texts), gold, said[task_id])]))
    assert page.count("<script") == 1
    assert "img" not in Balance(page).tags


def test_policy_admits_only_our_own_style_and_script() -> None:
    page = make_page(make_result("space2022/task1"))
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    policy = re.sub(r"sha256-[\w+/=]{44}", "hash", found[1].replace("&#39;", "'"))
    assert policy == ("default-src 'none'; style-src 'hash'; script-src 'hash'; base-uri 'none'; form-action 'none'")


def test_problems_are_counted_with_a_first_example_and_without_the_folder() -> None:
    findings = Findings("/home/somebody/pred.jsonl")
    findings.role = "submission"
    for line in (3, 5):
        findings.add(Violation("wrong-type", "reasons[0]", "S", Words("列表", "a list")), line=line, qid="q1")
    findings.add(Violation("few-roles", "reasons[0]", "1", Words("两个", "two")), line=9, qid="q2")
    result = make_result("space2022/task2")
    page = sections_page(score_page(result, gold="g", predicted="pred.jsonl", findings=findings))
    texts = Balance(page).texts
    assert [text for text in texts if text in ("wrong-type", "few-roles", "错误", "提醒", "2", "1")][-6:] == [
        *("wrong-type", "错误", "2"),
        *("few-roles", "提醒", "1"),
    ]
    assert "pred.jsonl:3 (q1) reasons[0]：实际 S；应为 列表 [wrong-type]" in texts
    assert "pred.jsonl:3 (q1) reasons[0]: found S; expected a list [wrong-type]" in texts
    assert "/home/somebody" not in page


def test_frequency_subsets_are_shown_where_given() -> None:
    subsets = Breakdown(
        "frequency",
        "derived",
        [BreakdownGroup("mfs", 31, {"accuracy": 0.8125}), BreakdownGroup("zero", 0, {"accuracy": 0})],
    )
    page = sections_page(score_page(make_result("wsd/senses"), gold="g", predicted="p", asked=[subsets]))
    assert {"最频义项", "most frequent sense", "31", "0.8125", "训练集中没有"} <= set(Balance(page).texts)


def test_only_the_most_frequent_values_of_a_field_are_shown() -> None:
    texts, gold, _ = ANSWERS["wsd/senses"]
    # Five words once, twenty words twice; names and order of the file do not matter.
    words = [f"词{i}" for i in range(25) for _ in range(1 if i < 5 else 2)]
    cases = [Case(Item(str(i), {**texts, "word": word}), gold, gold) for i, word in enumerate(words)]
    page = make_page(score(TASKS["wsd/senses"], cases))
    assert {int(i) for i in re.findall(r'<th scope="row">词(\d+)</th>', page)} == set(range(5, 25))
    assert "最多的 20 个，共 25 个" in Balance(page).texts


def test_long_answers_are_cut_and_say_so() -> None:
    steps: Answer = {"tuples": (StepTuple((UMBRELLA,)),) * 15}
    result = score(TASKS["space2023/task2"], [Case(Item("q", {"text": TEXT}), TUPLES, steps)])
    texts = Balance(make_page(result)).texts
    assert {"#12", "另有 3 条"} <= set(texts)
    assert "#13" not in texts


def test_ratings_beyond_one_have_no_bar() -> None:
    texts, gold, _ = ANSWERS["space2023/task3"]
    rated = HumanRating({"q": (80.0, 90.0)})
    result = score(TASKS["space2023/task3"], [Case(Item("q", texts), gold, gold)], extra={"human": rated})
    page = make_page(result)
    assert "85.0000" in Balance(page).texts
    assert "8500" not in page


def test_nothing_to_score_is_a_page_too() -> None:
    assert Balance(make_page(make_result("space2022/task2", n=0))).open == []


def test_items_without_texts_show_their_fragments() -> None:
    _, gold, wrong = ANSWERS["space2023/task1"]
    page = make_page(score(TASKS["space2023/task1"], [Case(Item("q", {}), gold, wrong)]))
    assert Balance(page).marks == []
    assert "门里面 " in Balance(page).texts


@pytest.mark.parametrize(("lang", "title"), [("zh", "准确率"), ("en", "accuracy")])
def test_pages_for_people_call_numbers_by_their_titles_alone(lang: Lang, title: str) -> None:
    result = make_result("space2022/task1")
    compared = Compared(TASKS["space2022/task1"], ("accuracy", "accuracy"), {"a": 1.0, "b": 0.5}, [], [], [])
    pages = [
        score_page(result, gold="g", predicted="p", with_names=False),
        comparison_page(compared, gold="g"),
    ]
    for shown in (sections_page(page, lang=lang) for page in pages):
        assert re.search(rf">{title}<", shown)
        assert "accuracy.accuracy" not in shown


def test_commands_print_the_name_of_a_number_beside_its_title() -> None:
    assert "accuracy.accuracy" in make_page(make_result("space2022/task1"))
