"""Errors as JSON: one form for everything that goes wrong."""

import errno
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import Response
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from pingce.formats.load import BadFileError
from pingce.release.flaws import FlawsError
from pingce.spec.errors import UserError
from pingce.spec.problem import Problem
from pingce.spec.words import Words, same

from .errors import ComeBackError, NoRoomError, SameMomentError, UnavailableError

log = logging.getLogger("pingce.server")

FIRST = 50
"""Problems of a file that are told one by one."""

BUG = Words("服务器内部出错，已记入日志。", "Something went wrong in the server; it is in the log.")
BAD_REQUEST = Words("请求的内容不符合要求。", "The request is not as it should be.")
NO_SUCH_PAGE = Words("没有这个地址。", "There is no such address.")

PLAIN: dict[int, tuple[str, Words]] = {
    400: ("bad-body", Words("请求的内容无法读取。", "The request cannot be read.")),
    404: ("no-such-address", NO_SUCH_PAGE),
    413: ("too-large", Words("请求过大。", "The request is too large.")),
    405: ("wrong-method", Words("这个地址不接受这种请求方法。", "This address does not take this method.")),
}

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG})

SAID = {
    "missing": Words("缺少", "is missing"),
    "extra_forbidden": Words("不认识的键", "unknown key"),
    "string_too_long": Words("太长（最多 {max_length} 个字符）", "too long (at most {max_length} characters)"),
    "string_too_short": Words("太短（至少 {min_length} 个字符）", "too short (at least {min_length} characters)"),
    "string_pattern_mismatch": Words("含有不允许的字符", "has characters that are not allowed"),
    "string_type": Words("应为字符串", "should be a string"),
    "int_type": Words("应为整数", "should be a whole number"),
    "int_parsing": Words("应为整数", "should be a whole number"),
    "float_type": Words("应为数", "should be a number"),
    "float_parsing": Words("应为数", "should be a number"),
    "bool_type": Words("应为 true 或 false", "should be true or false"),
    "bool_parsing": Words("应为 true 或 false", "should be true or false"),
    "dict_type": Words("应为对象", "should be an object"),
    "model_attributes_type": Words("应为对象", "should be an object"),
    "list_type": Words("应为数组", "should be a list"),
    "literal_error": Words("应为 {expected}", "should be {expected}"),
    "enum": Words("应为 {expected}", "should be {expected}"),
    "greater_than_equal": Words("应不小于 {ge}", "should be at least {ge}"),
    "less_than_equal": Words("应不大于 {le}", "should be at most {le}"),
    "too_short": Words("太少（至少 {min_length} 个）", "too few (at least {min_length})"),
    "too_long": Words("太多（最多 {max_length} 个）", "too many (at most {max_length})"),
    "json_invalid": Words("不是 JSON", "this is not JSON"),
}
"""Pydantic says these in English only."""


ERROR_HEADERS = {"wait": "Retry-After", "location": "Location"}
"""What an error may tell programs: when to try again, where the thing is that they wanted to make."""


def error_headers(problem: UserError) -> dict[str, str]:
    return {name: str(getattr(problem, key)) for key, name in ERROR_HEADERS.items() if hasattr(problem, key)}


def error_body(
    problem: UserError | None,
    request_id: str,
    *,
    problems: Iterable[tuple[str, Words]] = (),
) -> bytes:
    """`None` is our own bug: nothing about it goes out but where to find it."""
    message = BUG if problem is None else problem.words
    hint = Words(f"请求编号 {request_id}。", f"Request {request_id}.") if problem is None else problem.advice
    hits = getattr(problem, "hits", ())
    listed = [*problems, *((entry.where, entry.message) for entry in getattr(problem, "problems", ()))]
    if isinstance(problem, BadFileError):
        message = Words(*(words.replace(problem.findings.file, _name(problem.findings.file)) for words in message))
        listed += [_file_problem(file_problem) for file_problem in problem.findings.problems[:FIRST]]
    if isinstance(problem, FlawsError):
        listed += [(flaw.file, Words(flaw.text("zh"), flaw.text("en"))) for flaw in problem.flaws[:FIRST]]
    return orjson.dumps(
        {
            "code": "bug" if problem is None else problem.code,
            "message": message._asdict(),
            "hint": hint._asdict(),
            "request": request_id,
            "hits": [hit_json(hit) for hit in hits],
            "problems": [{"where": where, "message": words._asdict()} for where, words in listed],
        },
        default=str,
    )


def _file_problem(problem: Problem) -> tuple[str, Words]:
    shown = problem._replace(file=_name(problem.file))
    where = shown.file if shown.line is None else f"{shown.file}:{shown.line}"
    return where, Words(shown.text("zh"), shown.text("en"))


def _name(file: str) -> str:
    """Where an upload lay for a moment is nobody's business."""
    return file.rpartition("/")[2]


def hit_json(hit: Any) -> dict[str, object]:  # noqa: ANN401 (any stage's hit: what counts are its attributes)
    """A broken rule as the body of an error tells it."""
    return {
        "rule": hit.rule,
        "level": hit.level,
        "path": hit.path,
        "message": hit.message._asdict(),
        "found": hit.found,
    }


async def answer_user_error(request: Request, problem: Exception) -> Response:
    """Not in a thread of the pages, which a crowd that is refused would take up."""
    assert isinstance(problem, UserError)
    if isinstance(problem, ComeBackError):
        await problem.hold_back()
    return _respond(getattr(problem, "status", 422), error_body(problem, _id(request)), error_headers(problem) or None)


async def answer_unavailable(request: Request, problem: Exception) -> Response:
    """Worth another try, and worth a look into the log."""
    log.error("database", exc_info=problem, extra={"pingce": {"request": _id(request)}})
    return await answer_user_error(request, UnavailableError())


async def answer_same_moment(request: Request, problem: Exception) -> Response:
    """Services look before they write; what still collides was written in between, or is a bug the log must show."""
    log.warning("collision", exc_info=problem, extra={"pingce": {"request": _id(request)}})
    return await answer_user_error(request, SameMomentError())


async def answer_os_error(request: Request, problem: Exception) -> Response:
    """A disk that is full is nobody's bug, and not the fault of who sent something."""
    if not isinstance(problem, OSError) or problem.errno not in NO_ROOM:
        raise problem
    return await _answer_no_room(request, problem)


async def _answer_no_room(request: Request, problem: BaseException) -> Response:
    log.error("storage", exc_info=problem, extra={"pingce": {"request": _id(request)}})
    return await answer_user_error(request, NoRoomError())


async def answer_bad_request(request: Request, problem: Exception) -> Response:
    """Every key that is wrong, not the first."""
    assert isinstance(problem, RequestValidationError)
    errors = list(problem.errors())
    if any(error["type"] == "json_invalid" for error in errors):
        code, words = PLAIN[400]
        return _respond(400, error_body(UserError(words, code=code), _id(request)))
    listed = [(_where(error["loc"]), _said(error)) for error in errors]
    return _respond(422, error_body(UserError(BAD_REQUEST, code="bad-request"), _id(request), problems=listed))


async def answer_http(request: Request, problem: Exception) -> Response:
    """The answer to a request that the framework itself refused: the same shape as every other refusal."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 400 and isinstance(problem.__cause__, OSError):  # FastAPI's, while it put an upload aside
        return await _answer_no_room(request, problem.__cause__)
    code, words = PLAIN.get(problem.status_code, ("http-error", same(str(problem.detail))))
    headers = dict(problem.headers) if problem.headers else None
    return _respond(problem.status_code, error_body(UserError(words, code=code), _id(request)), headers)


ANSWERS: Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    UserError: answer_user_error,
    RequestValidationError: answer_bad_request,
    HTTPException: answer_http,
    OperationalError: answer_unavailable,
    PoolTimeout: answer_unavailable,
    IntegrityError: answer_same_moment,
    OSError: answer_os_error,
}
"""What went wrong and what is said of it; anything else is a bug of ours."""


async def answer_problem(request: Request, problem: Exception) -> Response:
    """What is said of something that went wrong; what nobody foresaw is raised again."""
    for kind in type(problem).__mro__:
        if kind in ANSWERS:
            return await ANSWERS[kind](request, problem)
    raise problem


def _said(error: Mapping[str, Any]) -> Words:
    words = SAID.get(error["type"])
    if words is None:
        return same(str(error["msg"]))
    values = error.get("ctx") or {}
    return Words(words.zh.format(**values), words.en.format(**values))


def _where(path: Sequence[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _id(request: Request) -> str:
    return str(request.scope.get("pingce.request", ""))


def _respond(status: int, body: bytes, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, headers, media_type="application/json")
