"""One question: ask, read, tell the model once what was wrong, keep what can be used.

Comes in: a prompt. Comes out: an answer that passes the task's own check, or why there is none, with the tokens that
were used. A second try quotes the problems of the first.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pingce.formats.encode import encode_record
from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction

from .cache import Reply
from .endpoint import Endpoint, NoReplyError
from .prompt import Message, messages
from .reading import AnswerReader, ReadAnswer

ROUNDS = 2
SHOWN = 3
"""Problems named of an answer that failed."""


@dataclass
class TokenUsage:
    """Tokens of one question: asked for now, and known from before."""

    rounds: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cached_in: int = 0
    cached_out: int = 0

    def add(self, reply: Reply, *, cached: bool) -> None:
        """Count a reply; what came from the cache costs nothing and is counted apart."""
        self.rounds += 1
        self.cached += cached
        if cached:
            self.cached_in, self.cached_out = self.cached_in + reply.tokens_in, self.cached_out + reply.tokens_out
        else:
            self.tokens_in, self.tokens_out = self.tokens_in + reply.tokens_in, self.tokens_out + reply.tokens_out

    def record(self) -> Mapping[str, int]:
        return dict(vars(self))


@dataclass
class Interview:
    """The conversation about one question."""

    task: TaskSpec
    item: Item
    inventory: Inventory
    endpoint: Endpoint
    nothing: Answer
    """The answer if there is none."""
    usage: TokenUsage = field(default_factory=TokenUsage)
    votes: int = 0
    """Samples that gave the answer, where there are several."""

    def hold(self, shown: Sequence[Example]) -> Prediction:
        """Ask, read, and tell the model once what was wrong; the answer passes the task's check or says why not."""
        if not self._can_be_asked():
            return self._predict_item(None, Words("释义表里没有这个词", "the word is not in the inventory"))
        talk = messages(self.task, self.item, shown, self.inventory)
        try:
            samples = [self._rounds(talk, sample) for sample in range(self.endpoint.settings.samples)]
        except NoReplyError as problem:
            return self._predict_item(None, problem.why)
        best = self._elected(samples)
        if not best.complete:
            told = "；".join(best.problems[:SHOWN])
            return self._predict_item(best, Words(f"回答不能用：{told}", f"the answer cannot be used: {told}"))
        return self._predict_item(best, None)

    def rehearse(self, shown: Sequence[Example]) -> None:
        """Ask every sample as far as its replies are known; one that has none does not end the others."""
        if self._can_be_asked():
            talk = messages(self.task, self.item, shown, self.inventory)
            for sample in range(self.endpoint.settings.samples):
                with suppress(NoReplyError):
                    self._rounds(talk, sample)

    def _can_be_asked(self) -> bool:
        return "word" not in self.item.texts or bool(self.inventory.get(self.item.texts["word"]))

    def _elected(self, samples: Sequence[ReadAnswer]) -> ReadAnswer:
        """The commonest of the answers that can be used, the first where two are as common; else the best there is."""
        usable = [read for read in samples if read.complete]
        if not usable:
            return max(samples, key=_worth)
        written = [json.dumps(encode_record(self.task, self.item, read.answer), sort_keys=True) for read in usable]
        votes = Counter(written)
        self.votes = votes.most_common(1)[0][1]
        return usable[written.index(max(written, key=lambda answer: votes[answer]))]

    def _rounds(self, talk: list[Message], sample: int) -> ReadAnswer:
        """The better of the two rounds; a second one that gets no reply does not undo the first."""
        reader = AnswerReader(self.task, self.item, self.inventory)
        limit = self.endpoint.settings.max_tokens
        best: ReadAnswer | None = None
        for round_ in range(ROUNDS):
            try:
                reply, cached = self.endpoint.ask(talk, max_tokens=limit, sample=sample)
            except NoReplyError:
                if best is None or not best.complete:
                    raise
                break
            self.usage.add(reply, cached=cached)
            read = reader.read(reply.content)
            if best is None or _worth(read) >= _worth(best):
                best = read
            if not read.problems or round_ + 1 == ROUNDS:
                break
            limit = limit * 2 if reply.cut else limit
            talk = [
                *talk,
                {"role": "assistant", "content": reply.content},
                {"role": "user", "content": repaired(read.problems, cut=reply.cut)},
            ]
        assert best is not None, "there is at least one round"
        return best

    def _predict_item(self, read: ReadAnswer | None, failed: Words | None) -> Prediction:
        answer = {**self.nothing, **(read.answer if read is not None else {})}
        problems = list(read.problems) if read is not None else []
        detail: dict[str, object] = {**self.usage.record(), "problems": problems}
        if self.endpoint.settings.samples > 1:
            detail["votes"] = self.votes
        return Prediction(answer, detail=detail, failed=failed)


def _worth(read: ReadAnswer) -> tuple[bool, int]:
    return read.complete, -len(read.problems)


def repaired(problems: Sequence[str], *, cut: bool) -> str:
    """What the model is told when its answer cannot be used as it is."""
    lines = [f"- {problem}" for problem in problems]
    if cut:
        lines.append("- 回答太长，被截断了，请写得短一些")
    return "\n".join(["上面的回答有以下问题：", *lines, "请改正，重新给出完整的 JSON 对象，不要写别的。"])
