"""What a function cannot take is told in one error: every argument, in the language that was set."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import pingce

TASK = "space2022/task1"
ROWS = [{"qid": str(i), "context": "猫从桌子上跳下来。", "judge": i % 2} for i in range(4)]
ANSWERS = [{"qid": str(i), "judge": 1} for i in range(4)]
untyped: Any = pingce
"""As a notebook sees it, where no type checker looks."""


@pytest.fixture
def chinese() -> Iterator[None]:
    pingce.set_language("zh")
    yield
    pingce.set_language("en")


def test_all_wrong_arguments_are_told_at_once() -> None:
    with pytest.raises(pingce.UserError) as caught:
        untyped.score(None, 5, {"a": 1}, rules="mine")
    assert caught.value.code == "wrong-arguments"
    told = str(caught.value).splitlines()
    assert [line.partition(": ")[0] for line in told] == ["task", "predictions", "gold", "rules"]
    assert "found NoneType; expected the id of a task" in told[0]
    assert told[3] == "rules: found 'mine'; expected 'official' or 'page' or 'page-task2'."


@pytest.mark.usefixtures("chinese")
def test_they_are_told_in_chinese() -> None:
    with pytest.raises(pingce.UserError, match=r"ratio：实际 0.8；应为列表，3 个数。"):
        untyped.split(TASK, ROWS, ratio=0.8)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a text": (lambda: untyped.tag(5), "text: found int; expected a text."),
    "a word of several": (lambda: untyped.replace("猫。", mode="triple"), "mode: found 'triple'; expected 'single' or"),
    "a list": (lambda: untyped.replace("猫在桌子上。", classes="dv"), "classes: found str; expected a list"),
    "a list of texts": (lambda: untyped.replace("猫。", classes=["f", 3]), "classes[1]: found int; expected a text."),
    "a number": (lambda: untyped.generate("3"), "count: found str; expected an integer."),
    "a dict": (lambda: untyped.compare(TASK, [ANSWERS], ROWS), "systems: found list; expected a dict"),
    "a member of a dict": (lambda: untyped.leaks(TASK, {"train": 7}), "parts['train']: found int; expected a path"),
    "shares": (lambda: untyped.split(TASK, ROWS, ratio=(1, 1)), "ratio: found (1, 1); expected a list of 3"),
    "shares in words": (lambda: untyped.split(TASK, ROWS, ratio="8:1:1"), "ratio: found '8:1:1'; expected"),
    "a folder": (lambda: untyped.Benchmark(3), "folder: found int; expected a text or a path."),
    "a token": (lambda: untyped.client("https://example.org", None), "token: found NoneType; expected a text."),
    "a role": (lambda: untyped.check(TASK, ROWS, role="golden"), "role: found 'golden'; expected 'gold' or"),
    "options": (lambda: untyped.prove("甲。", "()", ["甲"]), "options: found list; expected a dict"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_is_told(case: str) -> None:
    call, told = WRONG[case]
    with pytest.raises(pingce.UserError) as caught:
        call()
    assert told in str(caught.value)


def test_what_can_be_taken_is() -> None:
    assert len(untyped.split(TASK, ROWS, ratio=[np.float64(1), 0, np.int64(1)]).groups) == 4
    assert len(untyped.generate(np.int64(1), seed=7)) == 1
    with pytest.raises(TypeError, match="unexpected keyword argument 'golden'"):
        untyped.score(TASK, ANSWERS, golden=ROWS)


def test_a_number_that_a_score_does_not_have_is_told_with_those_it_has() -> None:
    score = pingce.score(TASK, ANSWERS, ROWS)
    assert score.interval("accuracy.accuracy") == score.interval()
    with pytest.raises(pingce.UserError, match=r"no number 'accuracy'\. There are: accuracy.accuracy"):
        score.interval("accuracy")


def test_records_are_named_as_the_caller_knows_them() -> None:
    with pytest.raises(pingce.UserError) as caught:
        pingce.agreement([{"item": 3}])
    assert str(caught.value).startswith("<annotations> holds 0 tasks")
    with pytest.raises(pingce.UserError) as caught:
        pingce.agreement([])
    assert all(line.startswith("<annotations>") for line in str(caught.value).splitlines())


def test_a_frame_without_pandas_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    score = pingce.score(TASK, ANSWERS, ROWS)
    monkeypatch.setattr("pingce.spec.extras.missing_modules", lambda *modules: [*modules])
    for call in (score.to_pandas, pingce.read(TASK, ROWS).to_pandas):
        with pytest.raises(pingce.UserError, match=r"needs pandas: pip install 'pingce\[notebook\]'"):
            call()
