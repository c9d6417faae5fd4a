"""Rules of pairs of scenes (space2023/task3): the verdict, and what its explanation must name."""

from collections.abc import Iterator
from typing import cast

from pingce.annotate.templates import TEMPLATES, blanks
from pingce.formats.encode import Json
from pingce.scoring.measures.explanation import conclusion, difference, entities, names_difference
from pingce.spec.problem import shown
from pingce.spec.values import Verdict
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer
from .examples import scene
from .model import Breach, Rule, RuleExample

SCENE_FORMS = ("space-scene", "space2023/task3")


def _verdicts(answer: DecodedAnswer) -> tuple[Verdict, ...]:
    return cast("tuple[Verdict, ...]", answer.values.get("verdicts", ()))


def _several_verdicts(answer: DecodedAnswer) -> Iterator[Breach]:
    if len(_verdicts(answer)) > 1:
        yield Breach(answer.form.by_name["verdicts"].key, " / ".join(verdict.judge for verdict in _verdicts(answer)))


def _explanation_path(answer: DecodedAnswer, i: int) -> str:
    return f"{answer.form.by_name['verdicts'].key}[{i}].reason"


def _difference_unnamed(answer: DecodedAnswer) -> Iterator[Breach]:
    first, second = (answer.item.texts.get(text.name, "") for text in answer.form.task.texts)
    stretches = difference(first, second)
    for i, verdict in enumerate(_verdicts(answer)):
        for text, (start, end) in zip((first, second), stretches, strict=True):
            if not names_difference(verdict.explanation, text, (start, end)):
                yield Breach(_explanation_path(answer, i), text[start:end])


def _template_unfilled(answer: DecodedAnswer) -> Iterator[Breach]:
    first, second = (answer.item.texts.get(text.name, "") for text in answer.form.task.texts)
    (a, b), (c, d) = difference(first, second)
    for i, verdict in enumerate(_verdicts(answer)):
        if left := blanks(verdict.explanation, (first[a:b], second[c:d])):
            yield Breach(_explanation_path(answer, i), " ".join(left))


def _entities_unnamed(answer: DecodedAnswer) -> Iterator[Breach]:
    for i, verdict in enumerate(_verdicts(answer)):
        if not entities(verdict.explanation):
            yield Breach(_explanation_path(answer, i), shown(verdict.explanation))


def _conclusion_differs(answer: DecodedAnswer) -> Iterator[Breach]:
    for i, verdict in enumerate(_verdicts(answer)):
        concluded = conclusion(verdict.explanation)
        if concluded is not None and concluded != verdict.judge:
            yield Breach(_explanation_path(answer, i), f"{verdict.judge} / {concluded}")


UP, DOWN = "药箱放在书架上层。", "药箱放在书架下层。"
NAMED = "两段文本的差异是“书架上层”和“书架下层”。文中的空间实体有“药箱”、“书架”。"
WHY = f"{NAMED}两处描述的药箱的处所是不同的。所以，两段文本不能描述同一个空间场景。"
VERDICT: Json = {"judge": "false", "reason": WHY}

RULES = (
    Rule(
        "several-verdicts",
        "block",
        SCENE_FORMS,
        Words("只能有一个判断", "one judgement only"),
        _several_verdicts,
        triggers=RuleExample("space-scene", {"text1": UP, "text2": DOWN}, {"results": [VERDICT, VERDICT]}),
        passes=RuleExample("space-scene", {"text1": UP, "text2": DOWN}, {"results": [VERDICT]}),
        fixed=True,
    ),
    Rule(
        "template-not-filled",
        "block",
        SCENE_FORMS,
        Words("解释的模板还有空没有填", "the template of the explanation still has blanks to fill"),
        _template_unfilled,
        triggers=scene(UP, DOWN, "false", TEMPLATES[1].zh),
        passes=scene(UP, DOWN, "false", WHY),
    ),
    Rule(
        "difference-not-named",
        "warn",
        SCENE_FORMS,
        Words("解释要用引号写出两段文本的差异", "the explanation should quote where the texts differ"),
        _difference_unnamed,
        triggers=scene(UP, DOWN, "false", "药箱的位置不同。"),
        passes=scene(UP, DOWN, "false", WHY),
    ),
    Rule(
        "entities-not-named",
        "warn",
        SCENE_FORMS,
        Words("解释要列出空间实体", "the explanation should list the entities"),
        _entities_unnamed,
        triggers=scene(UP, DOWN, "false", "差异是“书架上层”和“书架下层”。"),
        passes=scene(UP, DOWN, "false", WHY),
    ),
    Rule(
        "conclusion-differs",
        "warn",
        SCENE_FORMS,
        Words("解释的结论与判断不一致", "the explanation concludes the opposite of the judgement"),
        _conclusion_differs,
        triggers=scene(UP, DOWN, "true", WHY),
        passes=scene(UP, DOWN, "false", WHY),
    ),
)
