"""Recorded replies to the documents of an export: right ones, wrong ones, wordy ones and useless ones."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pingce.harness.task import HarnessTask, Outcome
from tests.systems.llm.endpoint import Say, Script, Server, Talk

USELESS = "这个问题我不会回答。"


def recorded_replies(task: HarnessTask, split: str) -> dict[str, str]:
    """A reply by the id of every document; most are right, every way of writing one occurs."""
    documents = task.documents(split)
    replies = {}
    for i, document in enumerate(documents):
        other = documents[i - 1].target
        replies[document.id] = [
            document.target,
            f"<think>先想一想：{other}</think>\n```json\n{document.target}\n```",
            other,
            USELESS,
        ][i % 4]
    return replies


def expected_outcomes(task: HarnessTask, split: str) -> list[Outcome]:
    """What our own reader makes of the replies."""
    return [task.outcome(split, item_id, reply) for item_id, reply in recorded_replies(task, split).items()]


def write_answers(outcomes: list[Outcome], path: Path) -> Path:
    """The answers as a submission."""
    lines = [json.dumps(outcome["answer"], ensure_ascii=False) for outcome in outcomes if outcome["answer"] is not None]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@contextmanager
def recorded_server(task: HarnessTask, *splits: str) -> Iterator[Server]:
    """A server that has recorded the replies by the questions of some splits."""
    by_question = {
        document.question: recorded_replies(task, split)[document.id]
        for split in splits
        for document in task.documents(split)
    }

    def reply(talk: Talk, asked: int) -> Say:
        return Say(by_question[talk[-1]["content"].strip()])

    server = Server(Script(reply))
    try:
        yield server
    finally:
        server.stop()
