"""What holds for every request: limits, ids, headers, one form for errors, bugs that look like bugs."""

import json
import logging

import pytest
from fastapi.routing import APIRoute
from sqlalchemy.exc import IntegrityError, OperationalError

from pingce.server.http.middleware import BODY_MOST, JsonLines
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Role

from .builders import Clients, add_person


def test_health_answers_without_signing_in(clients: Clients) -> None:
    body = clients.anonymous().get("/api/health").json()
    assert (body["status"], body["database"]) == ("ok", "sqlite")


def test_every_answer_has_its_id_and_the_headers_that_keep_others_out(clients: Clients) -> None:
    answer = clients.anonymous().get("/api/health")
    assert len(answer.headers["x-request-id"]) == 16
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [part.strip() for part in answer.headers["content-security-policy"].split(";")][-3:] == [
        *("frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'"),
    ]
    assert "strict-transport-security" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_who_came_by_https_is_told_to_do_so_again(clients: Clients) -> None:
    client = clients.anonymous()
    client.base_url = "https://pingce.test"
    for path in ("/api/health", "/", "/api/nothing"):
        assert client.get(path).headers["strict-transport-security"] == "max-age=31536000"


def test_the_id_of_a_proxy_is_kept_unless_it_is_nonsense(clients: Clients) -> None:
    client = clients.anonymous()
    assert client.get("/api/health", headers={"X-Request-ID": "proxy-0001"}).headers["x-request-id"] == "proxy-0001"
    assert client.get("/api/health", headers={"X-Request-ID": "a b"}).headers["x-request-id"] != "a b"


def test_unknown_addresses_of_the_api_are_json_and_others_are_the_page(clients: Clients) -> None:
    client = clients.anonymous()
    answer = client.get("/api/nothing/here")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-address")
    assert client.get("/campaigns/3").headers["content-type"].startswith("text/html")
    assert client.get("/assets/nothing.js").status_code == 404
    assert client.put("/api/health").json()["code"] == "wrong-method"
    assert client.get(f"/{'long' * 100}").headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd"])
def test_no_file_outside_the_built_pages_is_shown(clients: Clients, path: str) -> None:
    answer = clients.anonymous().get(path)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_a_body_that_is_too_large_is_refused_with_and_without_a_length(clients: Clients) -> None:
    client = clients.anonymous()
    big = b'{"name": "' + b"x" * BODY_MOST + b'"}'
    headers = {"Content-Type": "application/json"}
    told = client.post("/api/login", content=big, headers=headers)
    assert (told.status_code, told.json()["code"]) == (413, "too-large")
    chunks = (big[i : i + 100_000] for i in range(0, len(big), 100_000))
    untold = client.post("/api/login", content=chunks, headers=headers)
    assert (untold.status_code, untold.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"name": NaN, "password": "x"}',
        b'{"name": "\\ud800", "password": "x"}',
        b'{"name": "a\\u0000b", "password": "x"}',
        b'{"name": "\xff", "password": "x"}',
        b'{"name": ' + b"[" * 100 + b"]" * 100 + b', "password": ""}',
        b"[" * 1_000_000,
    ],
    ids=["cut", "nan", "surrogate", "nul", "not-utf-8", "deep", "very-deep"],
)
def test_what_is_not_strict_json_is_refused(clients: Clients, body: bytes) -> None:
    answer = clients.anonymous().post("/api/login", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-body")


@pytest.mark.parametrize("path", ["/api/people?search=%00", "/api/join/%00"])
def test_a_nul_in_the_address_is_refused(clients: Clients, path: str) -> None:
    assert clients.anonymous().get(path).json()["code"] == "bad-address"


def test_all_wrong_keys_are_told_in_both_languages(clients: Clients) -> None:
    answer = clients.anonymous().post("/api/login", json={"name": 3, "passwort": ""})
    assert answer.status_code == 422
    assert [(p["where"], p["message"]) for p in answer.json()["problems"]] == [
        ("body.name", {"zh": "应为字符串", "en": "should be a string"}),
        ("body.password", {"zh": "缺少", "en": "is missing"}),
        ("body.passwort", {"zh": "不认识的键", "en": "unknown key"}),
    ]


def test_ids_that_no_database_holds_are_refused(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    for number in ("0", "-1", str(2**31), "9" * 40, "x"):
        answer = admin.patch(f"/api/people/{number}", json={})
        assert (answer.status_code, answer.json()["problems"][0]["where"]) == (422, "path.person")


def test_a_body_is_not_even_read_from_those_who_may_not(clients: Clients) -> None:
    annotator = clients.person("li", Role.ANNOTATOR)
    for client, status in ((clients.anonymous(), 401), (annotator, 403)):
        answer = client.post("/api/people", content=b"{", headers={"Content-Type": "application/json"})
        assert answer.status_code == status


class Hit:
    rule, level, path, message, found = "r", "block", "answer[0]", Words("错", "wrong"), [1, 2]


ERRORS = [
    (NotFound(Words("题目 3", "item 3")), 404, "not-found"),
    (NotAllowed(Words("不行", "no")), 403, "not-allowed"),
    (Conflict(Words("晚了", "late"), code="stale-version"), 409, "stale-version"),
    (Refused(Words("不对", "wrong"), hits=[Hit()], code="answer-refused"), 422, "answer-refused"),
    (UserError(Words("文件不对", "bad file"), code="bad-file"), 422, "bad-file"),
]


def broken(clients: Clients, problem: Exception) -> Clients:
    """Those of an application with an address that fails."""

    def fail() -> None:
        raise problem

    others = Clients(clients.server)
    others.app.router.routes.insert(0, APIRoute("/api/fail", fail))
    return others


@pytest.mark.parametrize(("problem", "status", "code"), ERRORS, ids=[code for _, _, code in ERRORS])
def test_a_persons_error_becomes_its_status_and_words(
    clients: Clients, problem: UserError, status: int, code: str
) -> None:
    answer = broken(clients, problem).anonymous().get("/api/fail")
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert body["message"] == problem.words._asdict()
    assert body["hits"] == (
        [{"rule": "r", "level": "block", "path": "answer[0]", "message": {"zh": "错", "en": "wrong"}, "found": [1, 2]}]
        if code == "answer-refused"
        else []
    )


def test_a_bug_is_a_500_with_an_id_and_its_traceback_only_in_the_log(
    clients: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "pingce.server"):
        answer = broken(clients, ValueError("secret detail")).anonymous().get("/api/fail")
    assert (answer.status_code, answer.json()["code"]) == (500, "bug")
    assert "secret detail" not in answer.text
    bug = next(record for record in caplog.records if record.getMessage() == "bug")
    line = json.loads(JsonLines().format(bug))
    assert line["request"] == answer.json()["request"] == answer.headers["x-request-id"]
    assert "ValueError: secret detail" in line["traceback"]


def test_the_log_has_one_line_per_request_and_no_secrets(clients: Clients, caplog: pytest.LogCaptureFixture) -> None:
    add_person(clients.server, "li")
    with caplog.at_level(logging.INFO, "pingce.server"):
        clients.anonymous().post("/api/login?x=1", json={"name": "li", "password": "not the password"})
    [line] = [json.loads(JsonLines().format(r)) for r in caplog.records if r.name == "pingce.server"]
    assert {key: line[key] for key in ("what", "method", "path", "status")} == {
        "what": "request",
        "method": "POST",
        "path": "/api/login",
        "status": 401,
    }
    assert "not the password" not in json.dumps(line)


def test_the_log_does_not_give_invites_away(clients: Clients, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pingce.server"):
        clients.anonymous().get("/api/join/a-key-that-still-works")
    [line] = [json.loads(JsonLines().format(r)) for r in caplog.records if r.name == "pingce.server"]
    assert (line["path"], line["status"]) == ("/api/join/…", 404)


def test_a_database_that_cannot_answer_is_a_503_worth_another_try(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("deadlock detected"))

    monkeypatch.setattr("pingce.server.routes.health.text", gone)
    answer = clients.anonymous().get("/api/health")
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "1")
    assert "deadlock" not in answer.text
    assert "deadlock detected" in caplog.text


def test_two_who_write_the_same_at_once_are_told_apart_from_a_bug_and_it_is_in_the_log(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def taken(*_: object, **__: object) -> None:
        raise IntegrityError("INSERT INTO users", {}, Exception("UNIQUE constraint failed"))

    monkeypatch.setattr("pingce.server.routes.health.text", taken)
    answer = clients.anonymous().get("/api/health")
    assert (answer.status_code, answer.json()["code"]) == (409, "same-moment")
    assert "UNIQUE" not in answer.text
    assert "UNIQUE constraint failed" in caplog.text
