"""One question whose answer is one of a few: the candidate that the model finds most probable.

By the first token of a reply, which is the label or letter; or, where an endpoint repeats the prompt with the
log-probabilities of its tokens, by all tokens of the candidate's own words. The model writes no answer that could be
misread; an item whose candidates are not among the likeliest tokens fails and says which tokens were.
"""

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from pingce.spec.problem import shown
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction

from .asking import TokenUsage
from .cache import Reply
from .endpoint import Endpoint, NoLogprobsError, NoReplyError, Request, as_text
from .logprobs import read_echoed, read_first
from .options import Candidate, as_value, list_candidates, option_messages

Way = Literal["first-token", "text", "text-per-character"]
"""How candidates are compared, as files and signatures call it."""
MOST_SHOWN = 5
"""Tokens named where none of them is an answer."""


@dataclass
class Weighing:
    """One question and its candidates."""

    task: TaskSpec
    item: Item
    endpoint: Endpoint
    nothing: Answer
    """The answer if there is none."""
    by_text: bool = False
    usage: TokenUsage = field(default_factory=TokenUsage)
    replies: dict[str, Reply] = field(default_factory=dict)
    """Those to this question so far; the one that was asked to see what the endpoint offers is not asked again."""

    def hold(self, examples: Sequence[Example]) -> Prediction:
        """Ask, and take the most probable candidate, the first of several that are as probable."""
        candidates = list_candidates(self.task, self.item)
        try:
            logprobs = self._texts(candidates, examples) if self.by_text else self._first_tokens(candidates, examples)
        except NoReplyError as problem:
            return Prediction(self.nothing, detail=self._detail({}), failed=problem.why)
        weights = self._compared(candidates, logprobs)
        best = max(weights, key=weights.__getitem__)
        answer = {**self.nothing, self.task.public_answer[0].name: as_value(self.task, best)}
        probabilities = _shares(weights)
        detail = self._detail({"logprobs": logprobs, "probabilities": probabilities})
        return Prediction(answer, probabilities[best], detail)

    def _compared(self, candidates: Sequence[Candidate], logprobs: Mapping[str, float | None]) -> dict[str, float]:
        """Candidates that have a log-probability, per character if so wished."""
        weights = {key: logprob for key, logprob in logprobs.items() if logprob is not None}
        if self.by_text and self.endpoint.settings.per_character:
            return {each.key: weights[each.key] / len(each.text) for each in candidates}
        return weights

    def _detail(self, more: Mapping[str, object]) -> dict[str, object]:
        scored: Way = "first-token"
        if self.by_text:
            scored = "text-per-character" if self.endpoint.settings.per_character else "text"
        return {**self.usage.record(), "problems": [], "scored": scored, **more}

    def _first_tokens(self, candidates: Sequence[Candidate], examples: Sequence[Example]) -> dict[str, float | None]:
        """The log-probability of every candidate that is among the likeliest first tokens."""
        talk = option_messages(self.task, self.item, examples, by_text=False)
        most = self.endpoint.settings.top_logprobs
        chat = self.endpoint.settings.api == "chat"
        more = {"logprobs": True, "top_logprobs": most} if chat else {"logprobs": most}
        reply = self._sent(self.endpoint.request(talk, 1, 0, more)._replace(read=read_first))
        logprobs = {each.key: _sum_of(reply.logprobs, each.name) for each in candidates}
        if all(logprob is None for logprob in logprobs.values()):
            names = "/".join(each.name for each in candidates)
            likeliest = sorted(reply.logprobs, key=lambda pair: -pair[1])[:MOST_SHOWN]
            tokens = ", ".join(shown(token) for token, _ in likeliest)
            raise NoReplyError(
                Words(
                    f"最可能的首词元里没有 {names}，而是 {tokens}",
                    f"none of {names} is among the likeliest first tokens: {tokens}",
                )
            )
        return logprobs

    def _texts(self, candidates: Sequence[Candidate], examples: Sequence[Example]) -> dict[str, float | None]:
        """The log-probability of every candidate's words after the question."""
        empty = [each.key for each in candidates if not each.text]
        if empty:
            letters = "/".join(empty)
            raise NoReplyError(Words(f"选项 {letters} 没有文字", f"option {letters} has no text"))
        replies = [self._sent(request) for request in self._text_requests(candidates, examples)]
        return {
            each.key: sum(logprob for _, logprob in reply.logprobs)
            for each, reply in zip(candidates, replies, strict=True)
        }

    def _text_requests(self, candidates: Iterable[Candidate], examples: Sequence[Example]) -> list[Request]:
        talk = option_messages(self.task, self.item, examples, by_text=True)
        return [_text_request(self.endpoint, as_text(talk) + each.text, each.text) for each in candidates]

    def is_echoed(self, examples: Sequence[Example]) -> bool:
        """Whether the endpoint repeats a prompt with the log-probabilities of its tokens, asked with this item."""
        candidates = [each for each in list_candidates(self.task, self.item) if each.text]
        if not candidates:
            raise NoReplyError(Words("选项没有文字", "the options have no text"))
        [request] = self._text_requests(candidates[:1], examples)
        try:
            self._sent(request)
        except NoLogprobsError:
            if self.endpoint.settings.per_character:
                raise
            return False
        return True

    def _sent(self, request: Request) -> Reply:
        if request.key not in self.replies:
            reply, cached = self.endpoint.send(request)
            self.usage.add(reply, cached=cached)
            self.replies[request.key] = reply
        return self.replies[request.key]


def echo_offered(weighings: Iterable[Weighing], examples_shown: Iterable[Sequence[Example]]) -> bool:
    """Whether whole texts can be weighed; settled once for a run by the first question that gets a reply."""
    for weighing, examples in zip(weighings, examples_shown, strict=True):
        with suppress(NoReplyError):
            return weighing.is_echoed(examples)
    return True


def _text_request(endpoint: Endpoint, whole: str, text: str) -> Request:
    more = {"prompt": whole, "logprobs": 1, "echo": True}
    request = endpoint.request([], 1, 0, more)
    return request._replace(read=lambda body: read_echoed(body, whole, text))


def _sum_of(tokens: Iterable[tuple[str, float]], name: str) -> float | None:
    """All tokens with which a name begins, however they are spaced; None where there is none."""
    name = name.casefold()
    plain = [(unicodedata.normalize("NFKC", token).strip(" \t\n▁Ġ").casefold(), logprob) for token, logprob in tokens]
    begun = [logprob for token, logprob in plain if token and name.startswith(token)]
    return _log_sum(begun) if begun else None


def _log_sum(logprobs: Sequence[float]) -> float:
    highest = max(logprobs)
    return highest + math.log(sum(math.exp(logprob - highest) for logprob in logprobs))


def _shares(weights: Mapping[str, float]) -> dict[str, float]:
    """Probabilities among the candidates alone."""
    total = _log_sum(list(weights.values()))
    return {key: round(math.exp(weight - total), 6) for key, weight in weights.items()}
