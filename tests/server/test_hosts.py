"""A page that gives its own name our address gets nothing."""

import pytest

from pingce.server.http.hosts import Hosts, host_name
from pingce.spec.errors import UserError

from .builders import Clients

OURS = Hosts(["127.0.0.1", "bench.example.org"])


@pytest.mark.parametrize(
    "header",
    [
        *("localhost", "LocalHost:8000", "localhost.:8000", "127.0.0.1", "127.9.9.9:80", "[::1]:8000", "[fe80::1]"),
        *("192.168.1.5:8000", "bench.example.org", "Bench.Example.Org:443", "bench.example.org."),
    ],
)
def test_our_names_and_addresses_are_taken(header: str) -> None:
    assert OURS.takes(header.encode())


@pytest.mark.parametrize(
    "header",
    [
        *(
            "",
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "xbench.example.org",
        ),
        *(
            "xbench.example.org",
            "bench.example.org.evil",
            "bench.example.org@evil.example",
            "[::1].evil",
            "2130706433",
            "评测.example",
            "*",
        ),
    ],
)
def test_other_names_are_not(header: str) -> None:
    assert not OURS.takes(header.encode())


def test_a_star_takes_any_name() -> None:
    assert Hosts(["127.0.0.1", "*"]).takes(b"evil.example")


def test_names_are_kept_as_browsers_send_them() -> None:
    assert [host_name(name) for name in ("Bench.Example.Org.", "评测.example", "*", "build_1")] == [
        *("bench.example.org", "xn--0zwz36d.example", "*", "build_1"),
    ]


@pytest.mark.parametrize("given", ["", "https://a.example", "a.example:80", "a.example/x", "*.example", "a..b", "-a"])
def test_what_is_no_name_is_refused(given: str) -> None:
    with pytest.raises(UserError) as caught:
        host_name(given)
    assert caught.value.code == "bad-host"


def test_programs_are_told_in_json_and_nothing_is_done(clients: Clients) -> None:
    clients.server.hosts = OURS
    answer = clients.anonymous().get("/api/editions", headers={"Host": "Evil.example:8000"})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (421, "wrong-host")
    assert body["message"] == {
        "zh": "这个服务器不叫“evil.example”。",
        "en": "This server does not go by the name 'evil.example'.",
    }
    assert clients.anonymous().get("/api/editions", headers={"Host": "bench.example.org"}).status_code == 200


def test_people_get_a_page_in_which_the_name_is_only_text(clients: Clients) -> None:
    clients.server.hosts = OURS
    headers = {"Host": "<script>", "Accept": "text/html,*/*"}
    answer = clients.anonymous().get("/campaigns", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "<script>" not in answer.text
    assert "&lt;script&gt;" in answer.text
    assert "--allowed-host" in answer.text


def test_health_answers_by_any_name(clients: Clients) -> None:
    clients.server.hosts = OURS
    assert clients.anonymous().get("/api/health", headers={"Host": "10-0-0-7.pod.cluster"}).json()["status"] == "ok"
