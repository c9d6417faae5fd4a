"""Passwords, sessions, CSRF, tokens, the limit on failed sign-ins."""

import time
from typing import Any, Literal
from urllib.parse import quote

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from pingce.server.people import devices
from pingce.server.people.attempts import LIMITS, attempt_keys
from pingce.server.people.secrets import make_password, password_fits
from pingce.server.people.sessions import SESSION_DAYS
from pingce.server.request_context import COOKIE, CSRF_HEADER
from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.people import ApiToken, LoginAttempt, LoginSession, User

from .builders import PASSWORD, Clients, add_person

COUNTED = attempt_keys(b"", "", "")
"""What an attempt is counted under."""


def login(clients: Clients, name: str, password: str = PASSWORD) -> tuple[TestClient, Any]:
    client = clients.anonymous()
    return client, client.post("/api/login", json={"name": name, "password": password})


def test_signing_in_says_who_one_is_and_sets_a_cookie_scripts_cannot_read(clients: Clients) -> None:
    add_person(clients.server, "小李", Role.ANNOTATOR, Role.REVIEWER)
    client, answer = login(clients, "小李")
    assert answer.status_code == 200
    me = answer.json()
    assert {key: me[key] for key in ("name", "roles", "lang", "demo")} == {
        "name": "小李",
        "roles": ["annotator", "reviewer"],
        "lang": "zh",
        "demo": False,
    }
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"max-age={SESSION_DAYS * 86_400}" in cookie
    assert "secure" not in cookie
    assert client.get("/api/me").json() == me


def test_the_cookie_is_secure_over_https(clients: Clients) -> None:
    add_person(clients.server, "li")
    client = clients.anonymous()
    client.base_url = "https://pingce.test"
    answer = client.post("/api/login", json={"name": "li", "password": PASSWORD})
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize(("name", "password"), [("li", "wrong horse"), ("nobody", PASSWORD), ("", "")])
def test_a_wrong_name_and_a_wrong_password_look_the_same(clients: Clients, name: str, password: str) -> None:
    add_person(clients.server, "li")
    _, answer = login(clients, name, password)
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-password")
    assert "set-cookie" not in answer.headers


def test_somebody_who_left_cannot_sign_in_and_is_signed_out(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    li = clients.person("li", Role.ANNOTATOR)
    person = li.get("/api/me").json()["id"]
    assert admin.patch(f"/api/people/{person}", json={"active": False}).status_code == 200
    assert li.get("/api/me").status_code == 401
    assert login(clients, "li")[1].status_code == 401


def test_the_database_keeps_no_key_and_no_password(clients: Clients) -> None:
    add_person(clients.server, "li")
    client, _ = login(clients, "li")
    key = client.cookies[COOKIE]
    with transaction(clients.server.engine) as db:
        assert key not in {row.token_hash for row in db.query(LoginSession)}
        assert all(row.password.startswith("$argon2id$") for row in db.query(User))


def test_signing_out_ends_the_session_for_good(clients: Clients) -> None:
    li = clients.person("li")
    key = li.cookies[COOKIE]
    assert li.post("/api/logout").status_code == 200
    again = clients.anonymous()
    again.cookies.set(COOKIE, key)
    assert again.get("/api/me").status_code == 401


def test_a_session_ends_by_itself(clients: Clients) -> None:
    li = clients.person("li")
    with transaction(clients.server.engine) as db:
        db.query(LoginSession).update({"expires_at": time.time() - 1})
    assert li.get("/api/me").status_code == 401


@pytest.mark.parametrize("csrf", ["", "0" * 64, None])
def test_a_change_without_the_right_csrf_token_is_refused(clients: Clients, csrf: str | None) -> None:
    li = clients.person("li")
    if csrf is None:
        del li.headers[CSRF_HEADER]
    else:
        li.headers[CSRF_HEADER] = csrf
    answer = li.patch("/api/me", json={"title": "changed"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert li.get("/api/me").json()["title"] == "li"


def test_the_csrf_token_of_another_session_does_not_fit(clients: Clients) -> None:
    li, other = clients.person("li"), clients.person("wang")
    li.headers[CSRF_HEADER] = other.headers[CSRF_HEADER]
    assert li.patch("/api/me", json={"title": "x"}).json()["code"] == "csrf"


def test_a_form_of_another_site_cannot_sign_anybody_in(clients: Clients) -> None:
    add_person(clients.server, "li")
    body = f'{{"name":"li","password":"{PASSWORD}"}}'
    answer = clients.anonymous().post("/api/login", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


def test_changing_the_password_needs_the_old_one_and_signs_out_elsewhere(clients: Clients) -> None:
    here, there = clients.person("li"), clients.of("li")
    body = {"old": "not it", "new": "a new password"}
    assert here.post("/api/me/password", json=body).json()["code"] == "wrong-password"
    assert here.post("/api/me/password", json=body | {"old": PASSWORD}).status_code == 200
    assert here.get("/api/me").status_code == 200
    assert there.get("/api/me").status_code == 401
    assert login(clients, "li", "a new password")[1].status_code == 200
    assert login(clients, "li")[1].status_code == 401


def test_after_five_failures_the_right_password_has_to_wait_too(clients: Clients) -> None:
    add_person(clients.server, "li")
    limit = LIMITS["name-and-address"].most
    codes = [login(clients, "li", "guess")[1].status_code for _ in range(limit)]
    assert codes == [401] * limit
    answer = login(clients, "li")[1]
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-attempts")
    assert 1 <= int(answer.headers["retry-after"]) <= LIMITS["name-and-address"].seconds
    add_person(clients.server, "wang")
    assert login(clients, "wang")[1].status_code == 200


def fail_from_many_addresses(clients: Clients, name: str) -> None:
    """Until nobody who is unknown may try this name any more."""
    stranger = {"name": name, "password": "guess"}
    for i in range(LIMITS["name"].most):
        client = TestClient(clients.app, base_url="http://pingce.test", client=(f"203.0.113.{i}", 1))
        assert client.post("/api/login", json=stranger).status_code == 401


def test_strangers_cannot_lock_somebody_out_of_a_browser_that_knows_them(clients: Clients) -> None:
    add_person(clients.server, "li")
    known, first = login(clients, "li")
    assert first.status_code == 200
    fail_from_many_addresses(clients, "li")
    right = {"name": "li", "password": PASSWORD}
    assert clients.anonymous().post("/api/login", json=right).status_code == 429
    assert known.post("/api/login", json=right).status_code == 200
    known.headers[CSRF_HEADER] = known.get("/api/me").json()["csrf"]
    assert known.post("/api/me/password", json={"old": PASSWORD, "new": "a new password"}).status_code == 200


def test_a_browser_that_knows_somebody_has_a_limit_of_its_own(clients: Clients) -> None:
    add_person(clients.server, "li")
    known, _ = login(clients, "li")
    limit = LIMITS["known"].most
    wrong = {"name": "li", "password": "guess"}
    assert [known.post("/api/login", json=wrong).status_code for _ in range(limit + 1)] == [401] * limit + [429]
    assert login(clients, "li")[1].status_code == 200


def test_the_cookie_of_a_browser_cannot_be_made_up_nor_used_for_another_name(clients: Clients) -> None:
    add_person(clients.server, "li")
    add_person(clients.server, "wang")
    known, _ = login(clients, "wang")
    fail_from_many_addresses(clients, "li")
    right = {"name": "li", "password": PASSWORD}
    assert known.post("/api/login", json=right).status_code == 429
    for made_up in ("", ".", "0" * 48, "é"):
        client = clients.anonymous()
        client.cookies.set(devices.COOKIE, quote(made_up))
        assert client.post("/api/login", json=right).status_code == 429


def test_a_browser_remembers_the_people_who_share_it_and_keeps_their_counts() -> None:
    secret, cookie = b"s" * 32, ""
    for i in range(devices.MOST + 1):
        cookie = devices.with_device(secret, cookie, f"p{i}")
    assert devices.known_device(secret, cookie, "p0") is None
    first = devices.known_device(secret, cookie, "p1")
    assert first is not None
    cookie = devices.with_device(secret, cookie, "p1")
    assert cookie.split(".")[0] == first
    assert len(cookie.split(".")) == devices.MOST
    assert devices.known_device(b"t" * 32, cookie, "p1") is None


def test_a_new_password_of_ones_own_ends_tokens_too(clients: Clients) -> None:
    li, script = clients.person("li"), clients.anonymous()
    made = li.post("/api/tokens", json={"title": "script", "scopes": ["read"]}).json()
    script.headers["Authorization"] = f"Bearer {made['token']}"
    assert script.get("/api/me").status_code == 200
    assert li.post("/api/me/password", json={"old": PASSWORD, "new": "a new password"}).status_code == 200
    assert (li.get("/api/me").status_code, script.get("/api/me").status_code) == (200, 401)
    assert li.get("/api/tokens").json() == []


def test_success_forgets_earlier_failures(clients: Clients) -> None:
    add_person(clients.server, "li")
    for _ in range(3):
        for _ in range(LIMITS["name-and-address"].most - 1):
            assert login(clients, "li", "guess")[1].status_code == 401
        assert login(clients, "li")[1].status_code == 200


def test_failures_are_counted_in_the_database_and_end_with_time(clients: Clients) -> None:
    add_person(clients.server, "li")
    for _ in range(LIMITS["name-and-address"].most):
        login(clients, "li", "guess")
    with transaction(clients.server.engine) as db:
        assert db.query(LoginAttempt).count() == LIMITS["name-and-address"].most * len(COUNTED)
        assert not [row.key for row in db.query(LoginAttempt) if "li" in row.key]
        db.query(LoginAttempt).update({"at": time.time() - 100_000})
    assert login(clients, "li")[1].status_code == 200


def test_an_attempt_that_was_refused_does_not_lengthen_the_wait_that_was_told(clients: Clients) -> None:
    add_person(clients.server, "li")
    limit = LIMITS["name-and-address"]
    for _ in range(limit.most):
        login(clients, "li", "guess")
    assert [login(clients, "li")[1].status_code for _ in range(3)] == [429] * 3
    with transaction(clients.server.engine) as db:
        first = db.query(LoginAttempt).order_by(LoginAttempt.id).limit(len(COUNTED))
        for row in first:
            row.at -= limit.seconds
    clients.server.sign_in_lines.refusals.forget()
    assert login(clients, "li")[1].status_code == 200


def test_a_password_made_here_fails_no_sooner_than_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, checked = PasswordHasher(time_cost=2, memory_cost=64, parallelism=1), list[str]()
    nobody = slow.hash("nobody")

    class Watched(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 (its name)
            checked.append("slow" if str(hash).startswith(nobody.rpartition("$")[0].rpartition("$")[0]) else "quick")
            return super().verify(hash, password)

    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: Watched(2, 64, 1))
    monkeypatch.setattr("pingce.server.people.secrets._nobody", lambda: nobody)
    made = make_password()
    for stored in ("", slow.hash("own"), made.hashed, "no hash at all"):
        checked.clear()
        assert not password_fits(stored, "guess")
        assert checked.count("slow") == 1
    assert password_fits(made.hashed, made.shown or "")


def test_one_address_cannot_try_name_after_name(clients: Clients) -> None:
    limit = LIMITS["address"].most
    codes = [login(clients, f"somebody{i}", "guess")[1].status_code for i in range(limit + 1)]
    assert codes == [401] * limit + [429]


def test_a_token_is_shown_once_and_works_within_its_scopes_without_csrf(clients: Clients) -> None:
    li = clients.person("li", Role.ADMIN)
    made = li.post("/api/tokens", json={"title": "script", "scopes": ["read"], "days": 1})
    assert made.status_code == 201
    token = made.json()["token"]
    assert [entry.keys() & {"token", "token_hash"} for entry in li.get("/api/tokens").json()] == [set()]
    with transaction(clients.server.engine) as db:
        assert token not in {row.token_hash for row in db.query(ApiToken)}
    script = clients.anonymous()
    script.headers["Authorization"] = f"Bearer {token}"
    assert script.get("/api/me").json()["csrf"] == ""
    assert li.get("/api/tokens").json()[0]["last_used_at"] is not None
    refused = script.get("/api/people")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert script.post("/api/people", json={"name": "wang"}).json()["code"] == "token-not-enough"
    assert script.get("/api/tokens").json()["code"] == "token-not-enough"


def test_a_token_with_the_scope_may_do_what_its_person_may(clients: Clients) -> None:
    li = clients.person("li", Role.ADMIN)
    token = li.post("/api/tokens", json={"title": "script", "scopes": ["manage"]}).json()["token"]
    script = clients.anonymous()
    script.headers["Authorization"] = f"Bearer {token}"
    assert script.get("/api/people").status_code == 200


def test_a_deleted_and_an_expired_token_do_not_work(clients: Clients) -> None:
    li = clients.person("li")
    for spoil in ("delete", "expire"):
        made = li.post("/api/tokens", json={"title": "script", "scopes": ["read"]}).json()
        script = clients.anonymous()
        script.headers["Authorization"] = f"Bearer {made['token']}"
        assert script.get("/api/me").status_code == 200
        if spoil == "delete":
            assert li.delete(f"/api/tokens/{made['id']}").status_code == 200
        else:
            with transaction(clients.server.engine) as db:
                db.query(ApiToken).update({"expires_at": time.time() - 1})
            clients.server.memory.forget()
        assert script.get("/api/me").status_code == 401


def test_a_password_that_an_administrator_sets_ends_sessions_and_tokens(clients: Clients) -> None:
    li, admin = clients.person("li"), clients.person("boss", Role.ADMIN)
    script = clients.anonymous()
    made = li.post("/api/tokens", json={"title": "script", "scopes": ["read"]}).json()
    script.headers["Authorization"] = f"Bearer {made['token']}"
    number = script.get("/api/me").json()["id"]
    assert admin.patch(f"/api/people/{number}", json={"password": "another password"}).status_code == 200
    assert (li.get("/api/me").status_code, script.get("/api/me").status_code) == (401, 401)


def test_nobody_deletes_somebody_elses_token(clients: Clients) -> None:
    li, wang = clients.person("li"), clients.person("wang")
    made = li.post("/api/tokens", json={"title": "script", "scopes": ["read"]}).json()
    assert wang.delete(f"/api/tokens/{made['id']}").status_code == 404
    assert len(li.get("/api/tokens").json()) == 1


def test_a_session_key_is_no_token_and_a_token_no_session_key(clients: Clients) -> None:
    li = clients.person("li")
    token = li.post("/api/tokens", json={"title": "script", "scopes": ["read"]}).json()["token"]
    swapped = clients.anonymous()
    swapped.headers["Authorization"] = f"Bearer {li.cookies[COOKIE]}"
    assert swapped.get("/api/me").status_code == 401
    swapped = clients.anonymous()
    swapped.cookies.set(COOKIE, token)
    assert swapped.get("/api/me").status_code == 401
