"""Requests to an OpenAI-compatible endpoint: patience, retries, and knowing when there is no point in going on.

Time-outs, 429 and 5xx are waited for with growing pauses; a refusal that repeating cannot mend ends the run with what
has been answered kept.
"""

import json
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple, NoReturn

from pingce.spec.errors import UserError, cannot_write
from pingce.spec.problem import shown
from pingce.spec.words import Words, same

from .cache import Cache, Reply
from .prompt import Message
from .settings import LlmSettings
from .wire import NOT_REACHED, TIMEOUT, Attempt, post

AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses that may be different the next time."""
LONGEST_PAUSE = 60.0
NOT_OFFERED = frozenset({400, 422, 500, 501})
"""Statuses of endpoints that do not take a key of a request; some call that an error of their own."""
LOGPROBS_REFUSED = re.compile(r"log[ _]?prob|\becho\b", re.IGNORECASE)
"""In the words of an endpoint that does not take these keys."""


class NoReplyError(Exception):
    """One question got no answer; others may."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.en)
        self.why = why


def read_completion(body: bytes) -> Reply | None:
    """The reply in what an endpoint sent; None where that is no completion."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        content = choice["message"]["content"] if "message" in choice else choice["text"]
    except (ValueError, LookupError, TypeError):
        return None
    if isinstance(content, list):  # some endpoints answer in parts
        content = "".join(str(piece.get("text", "")) for piece in content if isinstance(piece, dict))
    usage = data.get("usage") or {}
    tokens_in, tokens_out = (usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens"))
    return Reply(content or "", choice.get("finish_reason") == "length", tokens_in, tokens_out)


class NoLogprobsError(UserError):
    """The endpoint gives no log-probabilities, or not those that were asked for."""


def no_logprobs(found: str) -> NoLogprobsError:
    """What is told where an endpoint gives none, with what it sent instead."""
    return NoLogprobsError(
        Words(
            f"options=logprobs：接口没有给出对数概率，返回的是：{found}。",
            f"options=logprobs: the endpoint gives no log-probabilities; what came back: {found}.",
        ),
        hint=Words(
            "换一个给 logprobs 的接口，或用 --set options=reply 从回答里读；接口给的个数少时用 --set top_logprobs=5。",
            "Use an endpoint that gives logprobs, or --set options=reply to read replies; where it gives fewer than "
            "asked for, --set top_logprobs=5.",
        ),
        code="no-logprobs",
    )


class Request(NamedTuple):
    """What is sent where, and the text by which its reply is known again."""

    url: str
    body: Mapping[str, object]
    key: str
    read: Callable[[bytes], Reply | None] = read_completion
    """Takes the reply out of what comes back; None where it is none."""


@dataclass
class Endpoint:
    """All workers ask through one of these."""

    settings: LlmSettings
    cache: Cache
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set when somebody gave up: nobody waits any longer."""
    now: Callable[[], float] = time.monotonic
    _held_until: float = 0.0
    _unanswered: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, talk: list[Message], *, max_tokens: int, sample: int = 0) -> tuple[Reply, bool]:
        """The reply, and whether it was known already; ``sample`` tells replies to the same question apart."""
        return self.send(self.request(talk, max_tokens, sample), sample)

    def send(self, request: Request, sample: int = 0) -> tuple[Reply, bool]:
        """The reply to a request, from the cache if it is there; either way a line of the log."""
        reply, cached = self._asked(request)
        if self.settings.log:
            self._log(request.body, sample, reply, cached=cached)
        return reply, cached

    def request(
        self, talk: list[Message], max_tokens: int, sample: int, more: Mapping[str, object] | None = None
    ) -> Request:
        """What is sent for a conversation; ``more``: keys of the body beside the usual ones."""
        body = {**self._body(talk, max_tokens, sample), **(more or {})}
        url = _url(self.settings.base_url, self.settings.api)
        asked = {"url": url, "body": body} | ({"sample": sample} if sample else {})
        return Request(url, body, json.dumps(asked, ensure_ascii=False, sort_keys=True))

    def _asked(self, request: Request) -> tuple[Reply, bool]:
        cached = self.cache.get(request.key)
        if cached is not None:
            return cached, True
        try:
            reply = self._retried(request)
        except NoReplyError as problem:
            self._count_unanswered(problem.why)
            raise
        with self._lock:
            self._unanswered = 0
        self.cache.put(request.key, reply)
        return reply, False

    def _log(self, body: Mapping[str, object], sample: int, reply: Reply, *, cached: bool) -> None:
        """Add a line to the log; keys and addresses are not in it."""
        record = {"request": body, "sample": sample, "reply": reply.record(), "cached": cached}
        try:
            with self._lock, Path(self.settings.log).open("a", encoding="utf-8") as file:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
        except OSError as problem:
            raise cannot_write(self.settings.log, problem) from problem

    def _body(self, talk: list[Message], max_tokens: int, sample: int = 0) -> dict[str, object]:
        settings = self.settings
        asked: dict[str, object] = {"messages": talk} if settings.api == "chat" else {"prompt": as_text(talk)}
        body: dict[str, object] = {
            "model": settings.model,
            **asked,
            "temperature": settings.temperature,
            "max_tokens": max_tokens,
            **thinking_keys(settings.thinking),
        }
        if settings.seed is not None:
            body["seed"] = settings.seed + sample
        if settings.json_mode:
            body["response_format"] = {"type": "json_object"}
        return body

    def _retried(self, request: Request) -> Reply:
        url = request.url
        key = os.environ.get(self.settings.key_env, "")
        attempt = 0
        while True:
            self._wait_until_allowed()
            got = post(url, request.body, key=key, timeout=self.settings.timeout)
            if got.status == 200:
                reply = request.read(got.body)
                if reply is not None:
                    return reply
                got = got._replace(reason=f"no choices: {shown(got.body.decode('utf-8', 'replace'))}")
            elif "logprobs" in request.body and _refuses_logprobs(got):
                raise no_logprobs(told_by(got))
            elif got.status not in AGAIN and got.status:
                self._refused(url, got)
            if attempt >= self.settings.retries:
                self._failed(url, got)
            self._pause(got, attempt)
            attempt += 1

    def _pause(self, got: Attempt, attempt: int) -> None:
        """As long as the endpoint asks for, and then for everybody; otherwise longer each time."""
        asked = _seconds(got.retry_after)
        if asked is None:
            self._sleep(min(LONGEST_PAUSE, self.settings.pause * 2**attempt))
            return
        if asked > self.settings.longest_wait:
            raise UserError(
                Words(f"服务要求等待 {asked:.0f} 秒。", f"The endpoint asks to wait {asked:.0f} seconds."),
                hint=Words(
                    "已得到的回答都已缓存，稍后重新运行即可继续；或用 --set longest_wait=… 允许等待更久。",
                    "What was answered is cached: run again later, or allow longer waits with --set longest_wait=….",
                ),
                code="asked-to-wait",
            )
        with self._lock:
            self._held_until = max(self._held_until, self.now() + asked)

    def _wait_until_allowed(self) -> None:
        while (left := self._held_until - self.now()) > 0 and not self.stopped.is_set():
            self._sleep(left)
        if self.stopped.is_set():
            raise NoReplyError(Words("已停止", "stopped"))

    def _sleep(self, seconds: float) -> None:
        self.stopped.wait(seconds)

    def _refused(self, url: str, got: Attempt) -> NoReturn:
        """A key or an address that is wrong is wrong for all questions; anything else concerns this one."""
        told = told_by(got)
        if got.status in (401, 403):
            raise UserError(
                Words(f"{url} 拒绝访问：{told}。", f"{url} refuses access: {told}."),
                hint=Words(
                    f"密钥取自环境变量 {self.settings.key_env}。",
                    f"The key is taken from the environment variable {self.settings.key_env}.",
                ),
                code="llm-refused",
            )
        if got.status in (404, 405) or 300 <= got.status < 400:
            raise UserError(
                Words(f"{url} 不能用：{told}。", f"{url} cannot be used: {told}."),
                hint=Words(
                    f"请核对 --base-url 与 --model（{self.settings.model}）。",
                    f"Check --base-url and --model ({self.settings.model}).",
                ),
                code="llm-wrong-address",
            )
        raise NoReplyError(same(told))

    def _failed(self, url: str, got: Attempt) -> NoReturn:
        if got.reason == TIMEOUT:
            seconds = f"{self.settings.timeout:g}"
            raise NoReplyError(Words(f"{seconds} 秒内没有回答", f"no answer within {seconds} s"))
        if got.status == 0 and got.reason.startswith(NOT_REACHED):
            why = got.reason.removeprefix(NOT_REACHED)
            raise UserError(
                Words(f"连不上 {url}：{why}。", f"{url} cannot be reached: {why}."),
                hint=Words(
                    "服务是否已启动？已得到的回答都已缓存，重新运行即可继续。",
                    "Is the server running? What was answered is cached: run again to go on.",
                ),
                code="llm-unreachable",
            )
        raise NoReplyError(same(told_by(got)))

    def _count_unanswered(self, why: Words) -> None:
        with self._lock:
            self._unanswered += 1
            too_many = self._unanswered >= self.settings.give_up and not self.stopped.is_set()
        if too_many:
            raise UserError(
                Words(
                    f"连续 {self._unanswered} 题没有得到回答（{why.zh}），已停止。",
                    f"No answer to {self._unanswered} questions in a row ({why.en}); stopped.",
                ),
                hint=Words(
                    "已得到的回答都已缓存，重新运行即可继续。", "What was answered is cached: run again to go on."
                ),
                code="llm-gave-up",
            )


def _url(base: str, api: str) -> str:
    base = base.rstrip("/")
    end = "/chat/completions" if api == "chat" else "/completions"
    return base if base.endswith(end) else f"{base}{end}"


def as_text(talk: list[Message]) -> str:
    """A conversation as one text for a model that only goes on with texts; it ends where the answer begins."""
    names = {"system": "", "user": "问：", "assistant": "答："}
    return "\n\n".join([*(f"{names[turn['role']]}{turn['content']}" for turn in talk), "答："])


EFFORTS = ("low", "medium", "high")


def thinking_keys(thinking: str) -> dict[str, object]:
    """What is sent for a budget of thinking: an effort as OpenAI names it, or switch and tokens of a chat template."""
    if not thinking:
        return {}
    if thinking in EFFORTS:
        return {"reasoning_effort": thinking}
    if thinking == "off":
        return {"chat_template_kwargs": {"enable_thinking": False}}
    if thinking.isdecimal():
        return {"chat_template_kwargs": {"enable_thinking": True, "thinking_budget": int(thinking)}}
    raise UserError(
        Words(
            f"thinking：实际 {thinking}；应为 off、low、medium、high 或词元数。",
            f"thinking: found {thinking}; expected off, low, medium, high or a number of tokens.",
        ),
        code="bad-thinking",
    )


def _seconds(retry_after: str | None) -> float | None:
    """The header is a number of seconds or a date."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (until - datetime.now(UTC)).total_seconds()) if until.tzinfo else None


def _refuses_logprobs(got: Attempt) -> bool:
    return got.status in NOT_OFFERED and LOGPROBS_REFUSED.search(told_by(got)) is not None


def told_by(got: Attempt) -> str:
    """What the endpoint says about a status, as far as it can be read."""
    try:
        error = json.loads(got.body)["error"]
        message = error["message"] if isinstance(error, dict) else error
    except (ValueError, LookupError, TypeError):
        message = ""
    message_text = str(message).strip().rstrip("。.")[:200]
    return f"{got.reason}: {message_text}" if message_text else got.reason
