"""A task from its description in TOML; all mistakes of the file are told at once.

A description is foreign data: it names no file, address or program, has no pattern to match, and is short.
"""

from functools import lru_cache

from pingce.formats.settings import Settings, SettingsProblem
from pingce.formats.tomlfile import toml_table
from pingce.spec.errors import UserError
from pingce.spec.shapes import Options, SenseChoice, Shape
from pingce.spec.task import AnswerField, FileKind, TaskSpec, TextField
from pingce.spec.words import Words, same
from pingce.tasks.catalog import BUILT_IN_EDITIONS
from pingce.tasks.own import id_flaw

from .measures import read_measures, read_rank
from .parts import all_different, clean, names, words
from .shapes import NAMES, kind_of, read_shape

LARGEST = 64 * 1024
"""Bytes of a description; those of SpaCE2022's largest task would take a tenth of it."""
MOST_FIELDS = 8
"""Texts, and answers, of one task."""
KINDS: tuple[FileKind, ...] = ("jsonl", "json")
OWN_SCRIPT = "described in TOML; no script"
RESERVED = ("comment", "rating", "outcome", "special", "span")
"""Keys that forms add to an answer themselves."""
TASK_NAME = "task"
"""Where the problems of a task's name are told, which stands in no file but is the file's own."""
WORD, SENTENCE = "word", "sentence"
"""By these names the parts that deal with senses know the texts."""


@lru_cache(maxsize=256)
def read_task(description: str, task_id: str, where: str) -> TaskSpec:
    """The task that a description stands for; ``where`` is the file it comes from, for messages."""
    if len(description.encode()) > LARGEST:
        raise too_large(where)
    try:
        values = toml_table(description.encode(), where)
    except RecursionError as problem:
        words = Words(f"{where} 嵌套过深。", f"{where} is nested too deeply.")
        raise UserError(words, code="bad-toml") from problem
    task, problems = task_of(values, task_id, where)
    if task is None:
        raise _unusable(problems)
    return task


def task_of(values: dict[str, object], task_id: str, where: str) -> tuple[TaskSpec | None, list[SettingsProblem]]:
    """The task that the values of a description stand for, or None beside everything that is wrong with them."""
    settings = Settings(values, where, "", [])
    flaw = id_flaw(task_id, BUILT_IN_EDITIONS)
    if flaw is not None:
        settings.problems.append(SettingsProblem(where, TASK_NAME, same(task_id), flaw))
    task = _task(settings, task_id)
    return (None if settings.problems else task), settings.problems


def _unusable(problems: list[SettingsProblem]) -> UserError:
    told = [
        Words("任务的描述不能用：", "The description of the task cannot be used:"),
        *(problem.line for problem in problems),
        Words("pingce tasks init 写出每种形状的例子。", "pingce tasks init writes an example of every shape."),
    ]
    return UserError(
        Words("\n".join(line.zh for line in told), "\n".join(line.en for line in told)), code="bad-task-file"
    )


def too_large(where: str) -> UserError:
    """The refusal of a task file that is too large."""
    return UserError(
        Words(f"{where} 超过 {LARGEST // 1024} KB。", f"{where} is larger than {LARGEST // 1024} KB."),
        hint=Words("任务的描述应当短小。", "The description of a task is short."),
        code="bad-task-file",
    )


def _task(settings: Settings, task_id: str) -> TaskSpec | None:
    settings.only(
        *("title", "summary", "id_key", "text", "answer", "measure", "rank_by", "attributes", "gold_attributes")
    )
    title, summary = words(settings, "title"), words(settings, "summary")
    id_key = clean(settings, "id_key", "qid")
    answers = _answers(settings)
    texts = _texts(settings, senses=any(isinstance(answer.shape, SenseChoice) for answer in answers))
    attributes, gold_attributes = names(settings, "attributes"), names(settings, "gold_attributes")
    given = settings.values.get("answer")
    whole = isinstance(given, list) and len(answers) == len(given)
    measures = read_measures(settings, answers, complete=whole)
    rank_by = read_rank(settings, measures) if whole else None
    keys = [id_key, *(text.key for text in texts), *(answer.key for answer in answers), *attributes, *gold_attributes]
    options = [answer.shape.key for answer in answers if isinstance(answer.shape, Options)]
    all_different(settings, "key", [*keys, *options])
    if not texts or not answers or rank_by is None:
        return None
    return TaskSpec(
        id=task_id,
        title=title,
        summary=summary,
        texts=texts,
        answer=answers,
        measures=measures,
        rank_by=rank_by,
        official=OWN_SCRIPT,
        id_key=id_key,
        kinds=KINDS,
        attributes=attributes,
        gold_attributes=gold_attributes,
        people_rate=False,
    )


def _texts(settings: Settings, *, senses: bool) -> tuple[TextField, ...]:
    texts = []
    for i, table in enumerate(settings.tables("text")):
        table.only("key", "title", "passage")
        key = clean(table, "key")
        # A word is looked up among glosses; elsewhere it is a text like any other.
        name = (SENTENCE, WORD)[i] if senses and i < 2 else "word_text" if key == WORD else key
        passage = table.boolean("passage", default=not (senses and i == 1))
        texts.append(TextField(name, key, words(table, "title"), passage))
    if len(texts) > MOST_FIELDS:
        settings.note("text", len(texts), Words(f"至多 {MOST_FIELDS} 个", f"at most {MOST_FIELDS}"))
    if senses and texts and ([text.key for text in texts[:2]] != [SENTENCE, WORD] or len(texts) != 2):
        keys = ", ".join(text.key for text in texts)
        settings.note(
            "text", keys, Words("词义任务的文本：sentence 和 word", "the texts of a sense task: sentence and word")
        )
    return tuple(texts)


def _answers(settings: Settings) -> tuple[AnswerField, ...]:
    answers: list[AnswerField] = []
    for table in settings.tables("answer"):
        key = clean(table, "key")
        if key in RESERVED:
            table.note("key", key, Words(f"别的名称；表单自己用 {key}", f"another name; forms use {key} themselves"))
        shape = read_shape(table)
        title = words(table, "title")
        gold_only = table.boolean("gold_only", default=False)
        if shape is not None:
            answers.append(AnswerField(_name(key, shape), key, shape, title, gold_only))
    if len(answers) > MOST_FIELDS:
        settings.note("answer", len(answers), Words(f"至多 {MOST_FIELDS} 个", f"at most {MOST_FIELDS}"))
    if answers and all(answer.gold_only for answer in answers):
        settings.note("answer", "gold_only", Words("至少一个要提交的答案", "at least one answer that is submitted"))
    fixed = [answer.name for answer in answers if answer.name in NAMES.values()]
    twice = sorted({name for name in fixed if fixed.count(name) > 1})
    if twice:
        settings.note(
            "answer",
            ", ".join(twice),
            Words("片段、元组、判断加解释、词义每种至多一个", "at most one each of spans, tuples, judged and senses"),
        )
    return tuple(answers)


def _name(key: str, shape: Shape) -> str:
    """Parts that deal with spans, tuples, judgements and senses know them by one name in every task."""
    fixed = NAMES.get(kind_of(shape))
    if fixed is not None:
        return fixed
    return f"{key}_field" if key in NAMES.values() else key
