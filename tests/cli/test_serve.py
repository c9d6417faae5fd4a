"""``pingce serve``: a real process, from an empty folder to its end."""

import http.client
import json
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from shutil import copyfile

import pytest

from pingce.demo.mark import mark_demo, need_own_administrator
from pingce.demo.people import make_people
from pingce.server.people.accounts import create_user
from pingce.server.people.secrets import make_password
from pingce.server.start import Plan, _open_page
from pingce.spec.errors import UserError
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Role
from tests.server.crowd import health, start_server
from tests.waiting import PATIENCE, free_port, wait_until

from .conftest import Run


def status_for(port: int, host: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/api/editions", headers={"Host": f"{host}:{port}"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_the_first_start_makes_everything_and_answers(tmp_path: Path) -> None:
    port = free_port()
    server = start_server("data/pingce.db", tmp_path, port)
    try:
        assert health(port)["database"] == "sqlite"
        assert [status_for(port, name) for name in ("localhost", "evil.example")] == [200, 421]
        log = (tmp_path / "server.log").read_text(encoding="utf-8")
        [key] = re.findall(rf"http://127\.0\.0\.1:{port}/join/(\S+)", log)
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "data" / "secret.key").stat().st_mode) == 0o600
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        body = json.dumps({"name": "root", "password": "long enough"})
        connection.request("POST", f"/api/join/{key}", body, {"Content-Type": "application/json"})
        joined = connection.getresponse()
        assert (joined.status, json.loads(joined.read())["roles"]) == (201, ["admin", "builder", "reviewer"])
        connection.close()
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) in (0, -signal.SIGTERM)
    again = start_server("data/pingce.db", tmp_path, port)
    again.terminate()
    again.wait(PATIENCE)
    assert (tmp_path / "server.log").read_text(encoding="utf-8").count("/join/") == 1


def stopped_with_a_request_under_way(server: subprocess.Popen[bytes], port: int) -> tuple[bytes, int]:
    """How the answer begins to a request that was half sent when the server was told to stop, and the exit code."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as slow:
        body = b'{"name": "x", "password": "y"}'
        head = f"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n"
        slow.sendall(head.encode() + body[:10])
        assert slow.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"  # it is being answered
        server.send_signal(signal.SIGTERM)
        time.sleep(0.3)  # for the server to hear it; if that takes longer, the request is simply answered before
        slow.sendall(body[10:])
        answer = slow.recv(65_536)
    return answer[:12], server.wait(PATIENCE)


def test_a_request_under_way_is_finished_before_the_server_stops(tmp_path: Path) -> None:
    port = free_port()
    answer, code = stopped_with_a_request_under_way(start_server("pingce.db", tmp_path, port), port)
    assert answer == b"HTTP/1.1 401"
    assert code in (0, -signal.SIGTERM)


def test_several_processes_finish_their_requests_and_leave_no_files(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    port = free_port()
    server = start_server(postgres_url, tmp_path, port, "--workers", "2")
    assert [path.name[:15] for path in (tmp_path / "tmp").iterdir()] == ["pingce-metrics-"]
    answer, code = stopped_with_a_request_under_way(server, port)
    assert answer == b"HTTP/1.1 401"
    assert code in (0, -signal.SIGTERM)
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--demo", "--demo-for-everybody"], "in the demo anybody can be an administrator"),
        ([], "put an https proxy in front"),
    ],
    ids=["demo", "real"],
)
def test_who_lets_other_machines_in_is_warned(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    monkeypatch.setattr("pingce.server.start.prepare", lambda _: "")
    monkeypatch.setattr("pingce.server.start.run", lambda *_: None)
    where = ["--port", str(free_port()), "--database", str(tmp_path / "work.db"), *options]
    assert said in pingce("serve", "--host", "0.0.0.0", *where).err
    assert "other machines" not in pingce("serve", *where).err


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "bench.example.org"])
def test_a_demo_is_shown_to_other_machines_only_if_that_is_said(pingce: Run, tmp_path: Path, host: str) -> None:
    refused = pingce(
        "serve", "--demo", "--host", host, "--port", str(free_port()), "--database", str(tmp_path / "w.db")
    )
    assert refused.code == 1
    assert "--demo-for-everybody" in refused.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.2", True), ("::1", True), ("LOCALHOST", True), ("0.0.0.0", False), ("", False)]
)
def test_which_hosts_only_this_machine_reaches(host: str, local: bool) -> None:
    assert Plan(host, 8000, 1, "x.db", True, False, "info").is_local == local


def test_names_for_the_server_come_from_option_environment_and_file(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []
    monkeypatch.setattr("pingce.server.start.prepare", lambda _: "")
    monkeypatch.setattr("pingce.server.start.run", lambda plan, _: plans.append(plan))
    where = ["--port", str(free_port()), "--database", str(tmp_path / "work.db")]
    file = tmp_path / "pingce.toml"
    file.write_text('[serve]\nallowed-host = ["file.example"]\n', encoding="utf-8")
    pingce("--config", file, "serve", *where)
    monkeypatch.setenv("PINGCE_SERVE_ALLOWED_HOST", "one.example two.example")
    pingce("--config", file, "serve", *where)
    pingce("--config", file, "serve", *where, "--allowed-host", "option.example")
    assert [plan.allowed_hosts for plan in plans] == [
        ("file.example",),
        ("one.example", "two.example"),
        ("option.example",),
    ]


def test_a_name_that_is_none_is_told_before_anything_is_made(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("serve", "--database", tmp_path / "work.db", "--allowed-host", "https://bench.example.org/")
    assert (ran.code, "'https://bench.example.org/' is not the name of a host" in ran.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_sqlite_takes_one_process_and_says_so(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("serve", "--workers", "2", "--database", tmp_path / "work.db")
    assert ran.code == 1
    assert "SQLite takes one server process" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told_before_anything_is_made(pingce: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = pingce("serve", "--port", port, "--database", tmp_path / "new" / "work.db")
    assert (ran.code, f"Cannot listen on 127.0.0.1:{port}" in ran.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = pingce("serve", "--port", str(free_port()), "--database", tmp_path / "file" / "work.db")
    assert (ran.code, "cannot be made" in ran.err) == (1, True)


@pytest.mark.parametrize("url", ["nonsense://x", "postgresql+nothing://u:secret@h/d"])
def test_a_database_that_is_none_is_told_without_its_password(pingce: Run, url: str) -> None:
    ran = pingce("serve", "--port", str(free_port()), "--database", url)
    assert ran.code == 1
    assert "secret" not in ran.err


def test_help_loads_neither_the_server_nor_the_database() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "argon2", "prometheus_client")
    code = "import sys, pingce.cli.main, pingce.cli.serve, pingce.cli.annotate;"
    code += f"print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout.strip() == "[]"


def test_a_demo_is_served_at_once_and_filled_beside(told_demo: Path, tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "data").mkdir()
    copyfile(told_demo, tmp_path / "data/pingce.db")
    server = start_server("data/pingce.db", tmp_path, port, "--demo")
    state = tmp_path / "data/tour.json"
    try:
        assert health(port)["demo"] is True
        wait_until(
            lambda: state.is_file() and json.loads(state.read_bytes())["done"],
            said=lambda: (tmp_path / "data/tour.log").read_text(encoding="utf-8"),
        )
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) in (0, -signal.SIGTERM)
    left = json.loads(state.read_bytes())
    assert left["kind"] == "demo"
    assert not Path(f"/proc/{left['pid']}").exists()


def make_admin(database: str, name: str) -> None:
    engine = open_database(database)
    with transaction(engine) as db:
        create_user(db, name, roles=[Role.ADMIN], password=make_password(), now=1.0)
    engine.dispose()


def test_a_demos_database_is_not_served_as_if_it_were_a_new_one(
    pingce: Run, told_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []
    monkeypatch.setattr("pingce.server.start.run", lambda plan, _: plans.append(plan))
    database = copyfile(told_demo, str(tmp_path / "work.db"))
    where = ["--port", str(free_port()), "--database", database]
    refused = pingce("serve", *where)
    assert (refused.code, plans) == (1, [])
    assert f"{database} is a demo's database" in refused.err
    assert "pingce serve --database work/pingce.db" in refused.err
    assert f"pingce serve --demo --database {database}" in refused.err
    assert pingce("serve", "--demo", *where).code == 0
    make_admin(database, "zhou")
    assert pingce("serve", *where).code == 0, "somebody can sign in, and nothing was lost"
    assert [plan.demo for plan in plans] == [True, False]


def test_of_a_demo_in_postgresql_the_address_is_not_repeated(postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    with transaction(engine) as db:
        make_people(db, now=1.0)
        mark_demo(db)
    with reading(engine) as db, pytest.raises(UserError) as refused:
        need_own_administrator(db, None)
    engine.dispose()
    assert (refused.value.code, "postgresql" in str(refused.value)) == ("demo-database", False)


def test_the_page_is_opened_when_the_server_answers(
    pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []
    opened: list[str] = []
    monkeypatch.setattr("pingce.server.start.prepare", lambda _: "")
    monkeypatch.setattr("pingce.server.start.run", lambda plan, _: plans.append(plan))
    monkeypatch.setattr(webbrowser, "open", opened.append)
    free = free_port()
    pingce("serve", "--port", str(free), "--database", str(tmp_path / "work.db"), "--open")
    [plan] = plans
    assert plan.open_page
    with socket.create_server(("127.0.0.1", free)):
        _open_page(plan)
    assert opened == [f"http://127.0.0.1:{free}"]
