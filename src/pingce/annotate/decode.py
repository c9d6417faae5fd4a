"""Answers of annotators: JSON → values, with everything that is wrong with them.

The task's own decoder does the work; a form adds fields of its own and leaves out those that are not shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pingce.formats.decode import Decoder
from pingce.formats.fragments import OBJECT, FragmentDecoder
from pingce.formats.senses import gloss_violations
from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import Choice
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Fragment, Senses, Value
from pingce.spec.words import Words, same

from .forms import OWN_SHAPES, Form, FormField, MendedText, Number
from .items import AnnotationItem, as_item, glosses_of

FormValue = Value | Fragment | float
Values = dict[str, FormValue]
Raw = Mapping[str, object]


def decode_answer(form: Form, item: AnnotationItem, raw: object) -> tuple[Values, list[Violation]]:
    """The values of the fields that are shown, by field name, and what is wrong with them."""
    if not isinstance(raw, dict):
        return {}, [Violation("wrong-type", "", shown(raw), OBJECT)]
    given = {key: value for key, value in raw.items() if not is_empty(value)}
    violations = [
        Violation("unknown-key", key, shown(key), same("/".join(form.by_key))) for key in raw if key not in form.by_key
    ]
    fields = [field for field in form.fields if is_shown(form, field, given)]
    # A list that must not be empty says so itself; every other unanswered field is a missing key.
    asked = [field for field in fields if field.key in given or (not field.optional and raw.get(field.key) is not None)]
    violations += [
        Violation("missing-key", field.key, "", field.title)
        for field in fields
        if field not in asked and not field.optional
    ]
    text = item.texts.get(form.task.texts[0].name, "")
    shaped = tuple(field.name for field in asked if not isinstance(field.shape, OWN_SHAPES))
    decoded, problems = Decoder(_as_task(form, shaped), gold=True).answer(raw, text, as_item(form.task, item))
    values: Values = {**decoded}
    own = _OwnFields(text)
    for field in asked:
        if isinstance(field.shape, OWN_SHAPES):
            value = own.value(field.shape, raw[field.key], field.key)
            if value is not None:
                values[field.name] = value
    senses = values.get("senses")
    glosses = _senses(item, senses, raw) if isinstance(senses, Senses) else ()
    return values, [*violations, *problems, *own.violations, *glosses]


def is_empty(value: object) -> bool:
    """Null, an empty string and an empty list say that a field is not answered."""
    return value is None or value in ("", [])


def is_shown(form: Form, field: FormField, raw: Raw) -> bool:
    """Whether a field is asked for, given what was chosen in the others."""
    return all(chosen(form, name, raw) in labels for name, labels in field.shown_if.items())


def chosen(form: Form, name: str, raw: Raw) -> str | None:
    """The label of a choice field as it is written in the answer; None if there is none."""
    field = form.by_name[name]
    value = raw.get(field.key)
    if not isinstance(field.shape, Choice):
        return None
    if field.shape.encoding == "str":
        return value if isinstance(value, str) else None
    return str(int(value)) if isinstance(value, bool | int) else None


def is_dropped(form: Form, values: Mapping[str, object]) -> bool:
    """The answer says that the item does not belong in the data set."""
    return any(values.get(name) in labels for name, labels in form.drops.items())


def _as_task(form: Form, names: tuple[str, ...]) -> TaskSpec:
    """The form's task with the form's fields as its answer, so that the task's decoder reads them."""
    made = form.decoders.get(names)
    if made is None:
        made = form.decoders[names] = _with_fields(form, [form.by_name[name] for name in names])
    return made


def _with_fields(form: Form, fields: Sequence[FormField]) -> TaskSpec:
    return replace(
        form.task,
        answer=tuple(
            AnswerField(field.name, field.key, field.shape, field.title)
            for field in fields
            if not isinstance(field.shape, OWN_SHAPES)
        ),
    )


class _OwnFields(FragmentDecoder):
    """Decodes the shapes only forms have."""

    def __init__(self, text: str) -> None:
        super().__init__(thorough=True)
        self.text = text

    def value(self, shape: OWN_SHAPES, raw: object, path: str) -> Fragment | float | str | None:
        if isinstance(shape, Number):
            return self._number(shape, raw, path)
        if isinstance(shape, MendedText):
            return self._text(raw, path)
        record = self._object(raw, path, ("text", "idxes"))
        return None if record is None else self._fragment(record, path)

    def _text(self, raw: object, path: str) -> str | None:
        if isinstance(raw, str):
            return raw
        self._say("wrong-type", path, shown(raw), Words("字符串", "a string"))
        return None

    def _number(self, shape: Number, raw: object, path: str) -> float | None:
        if not isinstance(raw, int | float) or isinstance(raw, bool):
            self._say("wrong-type", path, shown(raw), Words("数", "a number"))
            return None
        if not shape.least <= raw <= shape.most or (raw - shape.least) % shape.step:
            expected = Words(
                f"{shape.least:g} 到 {shape.most:g}，每 {shape.step:g} 一档",
                f"{shape.least:g} to {shape.most:g} in steps of {shape.step:g}",
            )
            self._say("rating-out-of-range", path, shown(raw), expected)
            return None
        return raw


def _senses(item: AnnotationItem, senses: Senses, raw: Raw) -> Iterator[Violation]:
    if senses.scores or senses.picks:  # systems write these, people choose
        yield Violation("wrong-type", "senses", shown(raw.get("senses")), Words("释义的列表", "a list of glosses"))
    if "glosses" not in item.extra:
        return
    word = item.texts.get("word", "")
    # What is wrong with the sentence is not the annotator's mistake.
    yield from gloss_violations(word, senses, {word: list(glosses_of(item).values())})
