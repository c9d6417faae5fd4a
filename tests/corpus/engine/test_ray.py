"""What goes wrong on Ray is told as on one machine."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pingce import __version__
from pingce.cli.main import cli
from pingce.corpus.engine import RayEngine, ordered
from pingce.corpus.engine.ray import _same_version
from pingce.formats.examples import example_folder
from pingce.spec.errors import UserError
from tests.waiting import PATIENCE

from .jobs import Lines, numbers

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def accidents() -> dict[str, tuple[int, str, str]]:
    command = [sys.executable, "-m", "tests.corpus.engine.ray_accidents"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (0, "")
    told = [
        line for line in ran.stdout.splitlines() if line.startswith("[")
    ]  # Ray reports a death in its own words too
    return {kind: (taken, error, text) for kind, taken, error, text in map(json.loads, told)}


@pytest.mark.parametrize(
    ("kind", "error", "message"),
    [("value", "ValueError", "第三批坏了"), ("user", "UserError", "No such word. Look again.")],
)
def test_errors_come_in_their_turn(
    kind: str, error: str, message: str, accidents: dict[str, tuple[int, str, str]]
) -> None:
    assert accidents[kind] == (3, error, message)


def test_a_dead_worker_is_a_message(accidents: dict[str, tuple[int, str, str]]) -> None:
    taken, error, message = accidents["killed"]
    assert taken <= 3  # an actor takes the results it had not handed over with it
    assert error == "UserError"
    assert message.startswith("A Ray worker died: ")
    assert message.endswith("Is pingce installed on every machine of the cluster, and is there enough memory?")


def test_workers_without_room_are_given_up(accidents: dict[str, tuple[int, str, str]]) -> None:
    assert accidents["crowded"] == (9, "", "")


def test_a_full_cluster_is_a_message(accidents: dict[str, tuple[int, str, str]]) -> None:
    assert accidents["full"] == (0, "UserError", "The Ray cluster had no free CPU for 1 seconds.")


def test_two_nodes_share_the_work_and_screen_to_the_same_bytes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.corpus.engine.ray_cluster", str(tmp_path / "cluster")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert (ran.returncode, ran.stdout) == (0, "2\n"), ran.stderr
    here = ["corpus", "screen", str(example_folder() / "corpus"), "--out", str(tmp_path / "here.jsonl")]
    assert CliRunner().invoke(cli, here).exit_code == 0
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes() != b""
    parts = sorted((tmp_path / "cluster").iterdir())
    assert [part.name for part in parts] == [f"part-0000{i}.jsonl" for i in range(3)]
    assert b"".join(part.read_bytes() for part in parts) == (tmp_path / "here.jsonl").read_bytes()


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match=r"^The engine 'ray' needs Ray: pip install 'pingce\[ray\]'\.$"):
        list(ordered(Lines(), numbers(3), RayEngine(None, 2)))


class FakeRay(SimpleNamespace):
    """Just enough of Ray to fail."""

    exceptions = SimpleNamespace(RayError=ArithmeticError)

    def is_initialized(self) -> bool:
        return False

    def init(self, **_: object) -> None:
        raise ConnectionError("Could not find any running Ray instance.\nMore.")

    def get(self, versions: list[str]) -> list[str]:
        if "lost" in versions:
            raise ArithmeticError("No module named 'pingce'")
        return versions


def _message(address: str | None, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "ray", FakeRay())
    with pytest.raises(UserError) as caught:
        list(ordered(Lines(), numbers(3), RayEngine(address, 2)))
    assert caught.value.code == "no-ray"
    return str(caught.value)


@pytest.mark.parametrize(("address", "where"), [("auto", "auto"), (None, "this machine")])
def test_no_cluster_is_a_message(address: str | None, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _message(address, monkeypatch) == f"Cannot reach Ray on {where}: Could not find any running Ray instance."


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_nobody_at_the_address_is_told_at_once(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as silent:  # it has the port and does not listen
        silent.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{silent.getsockname()[1]}"
        message = f"Cannot reach Ray on {address}: [Errno 111] Connection refused"
        assert _message(address, monkeypatch) == message


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_somebody_at_the_address_is_asked(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
        message = f"Cannot reach Ray on {address}: Could not find any running Ray instance."
        assert _message(address, monkeypatch) == message


def test_all_machines_need_the_same_version() -> None:
    _same_version(FakeRay(), [__version__, __version__])
    with pytest.raises(UserError) as caught:
        _same_version(FakeRay(), ["0.0.2", __version__, "0.0.1"])
    message = f"The Ray cluster has pingce 0.0.1, 0.0.2; this machine has {__version__}."
    assert str(caught.value) == f"{message} Install the same version everywhere."


def test_a_machine_without_pingce_is_a_message() -> None:
    with pytest.raises(UserError, match=r"^A Ray worker died: No module named 'pingce' Is pingce installed"):
        _same_version(FakeRay(), ["lost"])
