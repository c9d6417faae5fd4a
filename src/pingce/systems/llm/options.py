"""Tasks whose answer is one of a few: what a model may say for each, and a prompt that asks for nothing else."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice, Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters, Value
from pingce.spec.words import Words
from pingce.systems.interface import Example

from .prompt import Message, question
from .settings import LlmSettings

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Candidate(NamedTuple):
    """One of the possible answers."""

    key: str
    """The label or letter."""
    name: str
    """What the model says for it where only its first token is looked at; no two begin alike."""
    text: str
    """Its words."""


def has_one_answer(task: TaskSpec, item: Item) -> bool:
    """Whether one of the candidates is right; an item that does not say so is taken to have one."""
    return task.options is None or task.options.kind(item) != "multiple"


def list_candidates(task: TaskSpec, item: Item) -> list[Candidate]:
    """The possible answers to an item."""
    shape = task.public_answer[0].shape
    if isinstance(shape, Options):
        letters = tuple(item.options) or shape.letters
        return [Candidate(letter, letter, item.options.get(letter, "")) for letter in letters]
    assert isinstance(shape, Choice), "see check_options"
    titles = [shape.titles[label].zh if label in shape.titles else label for label in shape.labels]
    texts = titles if len(set(titles)) == len(titles) else shape.labels
    return [Candidate(*each) for each in zip(shape.labels, _names(shape.labels), texts, strict=True)]


def _names(labels: Sequence[str]) -> Sequence[str]:
    """The labels, or letters where two labels begin alike or a character may be cut into several tokens."""
    begins = {label[:1].casefold() for label in labels}
    plain = len(begins) == len(labels) and all(label.isascii() and label.strip() == label != "" for label in labels)
    return labels if plain else LETTERS[: len(labels)]


def as_value(task: TaskSpec, key: str) -> Value:
    """A label or letter as an answer."""
    return key if task.options is None else frozenset((key,))


def option_messages(task: TaskSpec, item: Item, examples: Sequence[Example], *, by_text: bool) -> list[Message]:
    """Instructions, examples and the question, answered by a label, a letter or the words of an option alone.

    Examples with several right letters are left out: they would teach to go on after the first.
    """
    talk: list[Message] = [{"role": "system", "content": _instructions(task, item, by_text=by_text)}]
    for example in examples:
        key = _right_key(task, example)
        said = [each.text if by_text else each.name for each in list_candidates(task, example.item) if each.key == key]
        if said:
            talk.append({"role": "user", "content": question(task, example.item, {})})
            talk.append({"role": "assistant", "content": said[0]})
    return [*talk, {"role": "user", "content": question(task, item, {})}]


def _right_key(task: TaskSpec, example: Example) -> str | None:
    value = example.answer.get(task.public_answer[0].name)
    if task.options is None:
        return cast("str | None", value)
    letters = cast("Letters", value or frozenset())
    return next(iter(letters)) if len(letters) == 1 else None


def _instructions(task: TaskSpec, item: Item, *, by_text: bool) -> str:
    asked = task.public_answer[0]
    begin = f"任务：{task.title.zh}。{task.summary.zh}"
    if task.options is not None:
        wanted = "文字" if by_text else "字母"
        return f"{begin}\n只写出一个正确选项的{wanted}，不要解释，不要写别的。"
    listed = [each.text if by_text else _named(each) for each in list_candidates(task, item)]
    lines = [
        begin,
        "只写出下面的一个标签，不要解释，不要写别的。",
        f"{asked.title.zh}：",
        *(f"- {each}" for each in listed),
    ]
    return "\n".join(lines)


def _named(candidate: Candidate) -> str:
    return candidate.name if candidate.text == candidate.name else f"{candidate.name}：{candidate.text}"


def check_options(task: TaskSpec, settings: LlmSettings) -> None:
    """Refuse what does not go together with log-probabilities, all at once, before anything is asked."""
    if settings.options == "logprobs":
        wrong = [*_wrong_answer(task), *_wrong_settings(settings)]
    else:
        wrong = [Words("要 options=logprobs", "it needs options=logprobs")] if settings.per_character else []
    if wrong:
        name = "options=logprobs" if settings.options == "logprobs" else "per_character=true"
        zh, en = "；".join(each.zh for each in wrong), "; ".join(each.en for each in wrong)
        raise UserError(
            Words(f"{name} 不能这样用：{zh}。", f"{name} cannot be used like this: {en}."), code="bad-options"
        )


def _wrong_answer(task: TaskSpec) -> Iterator[Words]:
    shapes = [field.shape for field in task.public_answer]
    if len(shapes) != 1 or not isinstance(shapes[0], Choice | Options):
        yield Words(
            f"{task.id} 的答案不是一个标签或选项的字母",
            f"the answer of {task.id} is not one label or letters of options",
        )
    elif isinstance(shapes[0], Choice) and len(shapes[0].labels) > len(LETTERS):
        count = len(shapes[0].labels)
        yield Words(
            f"{task.id} 有 {count} 个标签，至多 26 个", f"{task.id} has {count} labels; at most 26 can be told apart"
        )


def _wrong_settings(settings: LlmSettings) -> Iterator[Words]:
    told = {
        "samples": (settings.samples > 1, Words("概率只问一次", "probabilities are asked for once")),
        "thinking": (
            settings.thinking not in ("", "off"),
            Words("先写想法就没有首词元，只能是 off", "thoughts come before the answer; only off is possible"),
        ),
        "json_mode": (settings.json_mode, Words("回答不是 JSON", "the reply is no JSON")),
        "batch_write": (bool(settings.batch_write), Words("批处理只读回答", "batches are for replies")),
        "batch_read": (bool(settings.batch_read), Words("批处理只读回答", "batches are for replies")),
        "top_logprobs": (settings.top_logprobs < 1, Words("至少 1", "at least 1")),
        "per_character": (
            settings.per_character and settings.api == "chat",
            Words("要 api=completions", "it needs api=completions"),
        ),
    }
    for name, (wrong, why) in told.items():
        if wrong:
            value = getattr(settings, name)
            yield Words(f"{name}={value}（{why.zh}）", f"{name}={value} ({why.en})")
