"""A task in words: for ``pingce tasks``, the reference pages and anyone who asks by JSON.

The same description feeds the terminal, docs/reference and ``pingce tasks show --json``; nothing about a task is
written down twice.
"""

from typing import assert_never

from .measure import Measure
from .rules import SlotRule, SpanRule
from .shapes import (
    Choice,
    Element,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    SlotTuple,
    TypedSpans,
)
from .task import TaskSpec
from .words import Lang, Words

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def describe(task: TaskSpec) -> dict[str, Json]:
    """All that the specification says, as plain data."""
    return {
        "id": task.id,
        "title": both(task.title),
        "summary": both(task.summary),
        "files": list(task.kinds),
        "id_key": task.id_key,
        "texts": [{"name": t.name, "key": t.key, "title": both(t.title)} for t in task.texts],
        "attributes": list(task.attributes),
        "gold_attributes": list(task.gold_attributes),
        "answer": [
            {
                "name": a.name,
                "key": a.key,
                "title": both(a.title),
                "gold_only": a.gold_only,
                "shape": _shape(a.shape),
            }
            for a in task.answer
        ],
        "measures": {name: _measure(m) for name, m in task.measures.items()},
        "page_measures": {name: _measure(m) for name, m in task.page_measures.items()},
        "older_page_measures": {name: _measure(m) for name, m in task.older_page_measures.items()},
        "rank_by": list(task.rank_by),
        "official": task.official,
        "differences": [both(words) for words in task.differences],
    }


def both(words: Words) -> Json:
    return {"zh": words.zh, "en": words.en}


def _measure(measure: Measure) -> Json:
    parameters = {name: _plain(value) for name, value in measure.parameters().items()}
    return {"kind": type(measure).__name__, "parameters": parameters, "columns": list(measure.columns)}


def _plain(value: object) -> Json:
    if isinstance(value, tuple):
        return [_plain(element) for element in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _shape(shape: Shape) -> Json:
    match shape:
        case Choice():
            labels: dict[str, Json] = {
                label: both(shape.titles.get(label, Words(label, label))) for label in shape.labels
            }
            return {"kind": "choice", "labels": labels, "encoding": shape.encoding}
        case Options():
            told = None if shape.mark is None else shape.mark.key or "id"
            return {"kind": "options", "key": shape.key, "letters": list(shape.letters), "kind_told_by": told}
        case ListOf():
            return {
                "kind": "list",
                "at_least": shape.at_least,
                "at_most": shape.at_most,
                "one_per_type": shape.one_per_type,
                "each": _element(shape.each),
            }
        case FragmentSets():
            return {"kind": "fragment sets", "at_least": shape.at_least}
        case SenseChoice():
            return {"kind": "senses"}
        case FreeText():
            return {"kind": "text"}
        case _:
            assert_never(shape)


def _element(element: Element) -> Json:
    match element:
        case RoleSpans():
            return {
                "kind": "fragments in roles",
                "roles": {name: both(title) for name, title in element.roles.items()},
                "rules": [{"code": rule.code, "demand": both(rule.demand())} for rule in element.rules],
            }
        case TypedSpans():
            cases: dict[str, Json] = {
                name: {"title": both(element.titles[name]), "fragments": _element(case)}
                for name, case in element.cases.items()
            }
            return {"kind": "fragments by type", "types": cases}
        case SlotTuple():
            return {
                "kind": "tuple",
                "layout": element.layout,
                "slots": [
                    {"name": s.name, "title": both(s.title), "takes": s.takes, "labels": list(s.labels)}
                    for s in element.slots
                ],
                "rules": [{"code": rule.code, "demand": both(rule.demand())} for rule in element.rules],
            }
        case Judged():
            return {
                "kind": "judgement with explanation",
                "judge": _shape(element.judge),
                "judge_key": element.judge_key,
                "explanation_key": element.explanation_key,
            }
        case _:
            assert_never(element)


def task_page(task: TaskSpec, lang: Lang) -> str:
    """One task as Markdown: the terminal shows it, the reference pages hold it."""
    say = Words.say
    lines = [f"# {task.id} · {say(task.title, lang)}", "", say(task.summary, lang), ""]
    lines += [_head(Words("文件", "Files"), lang), f"- {', '.join(task.kinds)}; id: `{task.id_key}`"]
    lines += [f"- `{t.key}`: {say(t.title, lang)}" for t in task.texts]
    if task.options is not None:
        lines.append(f"- `{task.options.key}`: {say(Words('选项', 'options'), lang)}")
    lines += [f"- `{key}`: {say(Words('可有', 'if any'), lang)}" for key in (*task.attributes, *task.gold_attributes)]
    for answer in task.answer:
        only = say(Words("（仅标准答案）", " (gold only)"), lang) if answer.gold_only else ""
        lines.append(f"- `{answer.key}`: {say(answer.title, lang)}{only}")
    for answer in task.answer:
        body = _shape_lines(answer.shape, lang)
        if body:
            lines += ["", _head(Words(f"答案 `{answer.key}`", f"Answer `{answer.key}`"), lang), *body]
    lines += ["", _head(Words("指标", "Measures"), lang)]
    lines += [_measure_line(name, m) for name, m in task.measures.items()]
    lines.append(say(Words("- 排名依据：", "- ranked by: "), lang) + f"`{'.'.join(task.rank_by)}`")
    if task.page_measures:
        lines += ["", _head(Words("规则页的指标（--rules page）", "Measures of the rules page (--rules page)"), lang)]
        lines += [_measure_line(name, m) for name, m in task.page_measures.items()]
    if task.older_page_measures:
        older = Words("规则页旧文的指标（--rules page-task2）", "Measures of the older page (--rules page-task2)")
        lines += ["", _head(older, lang)]
        lines += [_measure_line(name, m) for name, m in task.older_page_measures.items()]
    lines += ["", _head(Words("官方脚本", "Official script"), lang), f"- {task.official}"]
    if task.differences:
        lines += ["", _head(Words("已知差异", "Known differences"), lang)]
        lines += [f"- {say(words, lang)}" for words in task.differences]
    return "\n".join(lines)


def _head(words: Words, lang: Lang) -> str:
    return f"## {words.say(lang)}"


def _measure_line(name: str, measure: Measure) -> str:
    parameters = ", ".join(f"{key}={value}" for key, value in measure.parameters().items())
    first = (type(measure).__doc__ or "").split("\n")[0]
    return f"- `{name}` ({type(measure).__name__}{': ' + parameters if parameters else ''}): {first}"


def _shape_lines(shape: Shape, lang: Lang) -> list[str]:
    match shape:
        case Choice():
            return [f"- `{label}`: {title.say(lang)}" for label, title in shape.titles.items()]
        case ListOf():
            lines = _element_lines(shape.each, lang)
            if shape.at_most is not None:
                lines.append(Words(f"- 至多 {shape.at_most} 条", f"- at most {shape.at_most}").say(lang))
            if shape.one_per_type:
                lines.append(Words("- 每种类型只有第一条计分", "- only the first of each type counts").say(lang))
            return lines
        case Options():
            return _option_lines(shape, lang)
        case FragmentSets() | SenseChoice() | FreeText():
            return []
        case _:
            assert_never(shape)


def _option_lines(shape: Options, lang: Lang) -> list[str]:
    letters = "/".join(shape.letters)
    words = [
        Words(
            f"- 题目自带 {shape.fewest} 到 {len(shape.letters)} 个选项（`{shape.key}`，字母 {letters}），"
            "答案是全部正确选项的字母",
            f"- the item brings {shape.fewest} to {len(shape.letters)} options along (`{shape.key}`, letters "
            f"{letters}); the answer is the letters of all that are right",
        )
    ]
    if shape.mark is not None:
        where = f"`{shape.mark.key}`" if shape.mark.key is not None else "id"
        single, multiple = "/".join(shape.mark.single), "/".join(shape.mark.multiple)
        words.append(
            Words(
                f"- {where} 写明单选（{single}）还是多选（{multiple}）",
                f"- {where} tells whether one ({single}) or several ({multiple}) are right",
            )
        )
    return [line.say(lang) for line in words]


def _element_lines(element: Element, lang: Lang) -> list[str]:
    match element:
        case RoleSpans():
            roles = [f"- `{name}`: {title.say(lang)}" for name, title in element.roles.items()]
            return roles + [_rule(rule, lang) for rule in element.rules]
        case TypedSpans():
            lines = []
            for name, case in element.cases.items():
                lines += [f"- **{name}** {element.titles[name].say(lang)}"]
                lines += [f"  {line}" for line in _element_lines(case, lang)]
            return lines
        case SlotTuple():
            slots = [
                f"- {i} `{s.name}`: {s.title.say(lang)} ({'/'.join(s.labels) if s.takes == 'label' else s.takes}"
                f"{', ' + '/'.join(s.labels) if s.takes == 'either' else ''})"
                for i, s in enumerate(element.slots)
            ]
            return slots + [_rule(rule, lang) for rule in element.rules]
        case Judged():
            return [
                f"- `{element.judge_key}`: {'/'.join(element.judge.labels)}",
                f"- `{element.explanation_key}`: {Words('解释', 'explanation').say(lang)}",
            ]
        case _:
            assert_never(element)


def _rule(rule: SlotRule | SpanRule, lang: Lang) -> str:
    """With its level where that is not the code's."""
    own = "" if rule.levels is None else f" {rule.levels.gold}"
    return f"- {rule.demand().say(lang)} `[{rule.code}]`{own}"
