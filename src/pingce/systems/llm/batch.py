"""Batch files as OpenAI takes them: the requests of a run in one file, the results of another into the cache.

A request is named by the hash under which the cache keeps its reply, so that results find their way back whatever their
order, and results of anything else are recognised.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import msgspec

from pingce.formats.encode import Json
from pingce.formats.write import write_jsonl
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.problem import shown
from pingce.spec.words import Words, same

from .cache import Reply, digest
from .endpoint import Endpoint, NoReplyError, Request, read_completion, told_by
from .prompt import Message
from .wire import Attempt

PATH = re.compile(r"(/v\d+)?(/chat)?/completions$")
"""What a batch file has of an address: the version and what follows."""


@dataclass
class Listing(Endpoint):
    """An endpoint that asks nobody: it tells the replies that are known, and remembers what it was asked."""

    requests: dict[str, Request] = field(default_factory=dict)
    """All of them by hash, each once."""
    open: dict[str, Request] = field(default_factory=dict)
    """Those without a reply."""

    def ask(self, talk: list[Message], *, max_tokens: int, sample: int = 0) -> tuple[Reply, bool]:
        """The reply of the cache; where there is none the request is open."""
        request = self.request(talk, max_tokens, sample)
        name = digest(request.key)
        self.requests[name] = request
        reply = self.cache.get(request.key)
        if reply is None:
            self.open[name] = request
            raise NoReplyError(Words("还没有回答", "no reply yet"))
        return reply, True


def write_requests(path: Path, requests: Mapping[str, Request]) -> int:
    """A batch file; returns the number of requests."""
    return write_jsonl(path, (_line(name, request) for name, request in requests.items()))


def _line(name: str, request: Request) -> dict[str, Json]:
    path = PATH.search(request.url)
    assert path is not None, "every request goes to completions"
    return {"custom_id": name, "method": "POST", "url": path[0], "body": cast("Json", request.body)}


class _Response(msgspec.Struct):
    status_code: int
    body: msgspec.Raw = msgspec.Raw(b"null")


class _Result(msgspec.Struct):
    custom_id: str
    response: _Response | None = None
    error: object = None


def read_results(path: Path, listing: Listing) -> None:
    """Put the replies of a results file into the cache; rows that are of no use are told all at once.

    The others are kept even then: they have been paid for.
    """
    kept: set[str] = set()
    problems: list[Words] = []
    for where, line in _lines(path):
        try:
            result = msgspec.json.decode(line, type=_Result)
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            problems.append(
                Words(f"{where}：不是批处理的结果（{problem}）", f"{where}: no result of a batch ({problem})")
            )
            continue
        name = result.custom_id
        reply = _reply(result)
        if name not in listing.requests:
            named = shown(name)
            told = Words(f"{named} 不是这次运行的请求", f"{named} is no request of this run")
        elif name in kept:
            told = Words(f"{name} 出现两次", f"{name} comes twice")
        elif isinstance(reply, Words):
            told = Words(f"{name} 没有成功（{reply.zh}）", f"{name} failed ({reply.en})")
        else:
            kept.add(name)
            if name in listing.open:
                listing.cache.put(listing.requests[name].key, reply)
            continue
        problems.append(Words(f"{where}：{told.zh}", f"{where}: {told.en}"))
    if problems:
        raise _refused(path, problems, len(kept))


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield f"{path}:{number}", line
    except OSError as problem:
        raise cannot_read(path, problem) from problem


def _reply(result: _Result) -> Reply | Words:
    """The reply of a row, or why it has none."""
    response = result.response
    if response is not None and response.status_code != 200:
        return same(told_by(Attempt(response.status_code, f"HTTP {response.status_code}", bytes(response.body))))
    if result.error is not None:
        return same(shown(result.error))
    if response is None:
        return Words("没有回答", "no response")
    reply = read_completion(bytes(response.body))
    return reply if reply is not None else Words("不是回答", "no completion")


def _refused(path: Path, problems: list[Words], kept: int) -> UserError:
    zh, en = ("\n".join(f"  {told}" for told in listed) for listed in zip(*problems, strict=True))
    count = len(problems)
    return UserError(
        Words(
            f"{path} 有 {count} 行不能用（另外 {kept} 行已存入缓存）：\n{zh}\n",
            f"{path} has {count} row{'s' * (count != 1)} of no use (the other {kept} went into the cache):\n{en}\n",
        ),
        hint=Words(
            "服务地址、模型、例子和各项设置要与写请求时相同；不带 --batch-read 再运行，只问还没有回答的。",
            "Address, model, examples and settings have to be those the requests were written with; run again without "
            "--batch-read to ask only for what has no reply.",
        ),
        code="bad-batch",
    )


def batch_only(file: str) -> UserError:
    """A model folder that is asked for answers cannot write requests instead."""
    return UserError(
        Words(
            f"batch_write={file}：写的是请求，没有答案可给。",
            f"batch_write={file}: requests are written, and there are no answers to give.",
        ),
        hint=Words("请用 pingce systems llm --batch-write。", "Use pingce systems llm --batch-write."),
        code="batch-without-answers",
    )
