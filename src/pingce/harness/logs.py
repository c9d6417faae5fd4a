"""What another harness logged, as answers to our questions: ``samples_….jsonl`` of lm-eval, ``.json`` or ``.eval`` of
inspect_ai. Replies are read as our own language-model system reads them.
"""

import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words

from .task import read_reply

MOST_TOLD = 20
LARGEST_SAMPLE = 64 * 1024 * 1024
"""Bytes of one sample of a log; none of a text benchmark comes near."""


class LoggedReply(NamedTuple):
    """What a model wrote about one question."""

    where: str
    id: str
    reply: str


@dataclass
class LoggedAnswers:
    """The answers of a log by item, and what became of the replies that gave none."""

    answers: dict[str, Answer] = field(default_factory=dict)
    unread: dict[str, list[str]] = field(default_factory=dict)
    """Replies without anything usable, by id, with what was wrong."""
    unanswered: list[str] = field(default_factory=list)
    """Questions that the log does not have."""


def answers_of_log(task: TaskSpec, log: Path, questions: Mapping[str, Item], inventory: Inventory) -> LoggedAnswers:
    """Read every reply of a log; ids that are unknown or come twice are told all at once."""
    logged = LoggedAnswers()
    seen: set[str] = set()
    problems: list[Words] = []
    for where, item_id, reply in read_log(log, task.id_key):
        key = task.match_key(item_id)
        if key not in questions:
            problems.append(Words(f"{where}：没有题目 {item_id}", f"{where}: there is no question {item_id}"))
            continue
        if key in seen:
            problems.append(Words(f"{where}：题目 {item_id} 出现两次", f"{where}: question {item_id} comes twice"))
            continue
        seen.add(key)
        answer, wrong = read_reply(task, questions[key], inventory, reply)
        if answer is None:
            logged.unread[item_id] = wrong
        else:
            logged.answers[key] = answer
    if problems:
        raise _refused(log, problems)
    if not seen:
        raise UserError(Words(f"{log} 里没有样本。", f"{log} has no samples."), hint=KINDS, code="empty-log")
    logged.unanswered = [item.id for key, item in questions.items() if key not in seen]
    return logged


KINDS = Words(
    "应为 lm-eval 的 samples_….jsonl（--log_samples），或 inspect_ai 的 .json、.eval。",
    "Expected samples_….jsonl of lm-eval (--log_samples), or .json or .eval of inspect_ai.",
)


def read_log(path: Path, id_key: str) -> Iterator[LoggedReply]:
    """The replies of a log, whichever harness wrote it."""
    try:
        if zipfile.is_zipfile(path):
            yield from _inspect_archive(path)
        elif path.suffix == ".jsonl":
            yield from _lm_eval_samples(path, id_key)
        else:
            yield from _inspect_json(path)
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    except (UnicodeDecodeError, zipfile.BadZipFile) as problem:
        raise _not_a_log(str(path), problem) from problem


def _lm_eval_samples(path: Path, id_key: str) -> Iterator[LoggedReply]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            where = f"{path}:{number}"
            sample = _parsed(line, where)
            try:
                doc, reply = sample["doc"], sample["resps"][0][0]
                item_id = doc["id"] if "id" in doc else doc[id_key]
            except (LookupError, TypeError) as problem:
                raise _not_a_log(where, f"no {problem}") from problem
            yield LoggedReply(where, str(item_id), str(reply))


def _inspect_json(path: Path) -> Iterator[LoggedReply]:
    log = _parsed(path.read_text(encoding="utf-8"), str(path))
    samples = log.get("samples") if isinstance(log, dict) else None
    if not isinstance(samples, list):
        raise _not_a_log(str(path), "no samples")
    for number, sample in enumerate(samples):
        yield _inspect_sample(sample, f"{path} samples[{number}]")


def _inspect_archive(path: Path) -> Iterator[LoggedReply]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.filename.startswith("samples/") or not info.filename.endswith(".json"):
                continue
            where = f"{path}/{info.filename}"
            try:
                with archive.open(info) as file:
                    content = file.read(LARGEST_SAMPLE)
            except NotImplementedError as problem:  # packed in a way this Python does not know
                words = Words(f"{path} 的压缩方式无法读取。", f"{path} is packed in a way that cannot be read here.")
                hint = Words("用 inspect log convert --to json 转换。", "Convert it: inspect log convert --to json.")
                raise UserError(words, hint=hint, code="packed-log") from problem
            yield _inspect_sample(_parsed(content.decode("utf-8"), where), where)


def _inspect_sample(sample: Any, where: str) -> LoggedReply:  # noqa: ANN401 (somebody else's JSON)
    try:
        choices = sample["output"]["choices"]
        content = choices[0]["message"]["content"] if choices else ""
        item_id = sample["id"]
    except (LookupError, TypeError) as problem:
        raise _not_a_log(where, f"no {problem}") from problem
    if isinstance(content, list):
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return LoggedReply(where, str(item_id), str(content))


def _parsed(text: str, where: str) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise _not_a_log(where, problem) from problem


def _not_a_log(where: str, problem: object) -> UserError:
    words = Words(f"{where} 不是可用的日志：{problem}。", f"{where} is no log that can be used: {problem}.")
    return UserError(words, hint=KINDS, code="bad-log")


def _refused(log: Path, problems: list[Words]) -> UserError:
    more = len(problems) - MOST_TOLD
    listed = Words(
        "\n".join(problem.zh for problem in problems[:MOST_TOLD]) + (f"\n……另有 {more} 处" if more > 0 else ""),
        "\n".join(problem.en for problem in problems[:MOST_TOLD]) + (f"\n… and {more} more" if more > 0 else ""),
    )
    return UserError(
        Words(f"{log} 不能用：\n{listed.zh}", f"{log} cannot be used:\n{listed.en}"),
        hint=Words("问题文件是否是同一部分？", "Are the questions those of the same split?"),
        code="bad-log",
    )
