"""The wheel alone: built, installed where nothing of the checkout and no Node can be found, it serves the demo."""

import os
import signal
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import MakeOnce
from tests.server.crowd import health
from tests.waiting import PATIENCE, free_port, wait_until

from .profiles import Profiles

ROOT = Path(__file__).parents[2]


def run(*command: object, cwd: Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def installed(make_once: MakeOnce) -> Path:
    """An environment with the wheel in it. What pingce needs is lent by ours: tests fetch nothing from elsewhere."""
    return make_once("wheel", install) / "env/bin"


def install(folder: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    [wheel] = folder.glob("pingce-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    [site] = (folder / "env").glob("lib/python*/site-packages")
    # Only the path: what our own environment has as an editable install is not followed.
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command = [str(installed / "pingce"), "serve", "--demo", "--port", str(port)]
    environment = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C.UTF-8")}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)
    try:
        _wait(server, port, tmp_path / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=PATIENCE)


def _wait(server: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    def answers() -> bool:
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            return bool(health(port))
        except OSError:
            return False

    wait_until(answers, said=lambda: log.read_text(encoding="utf-8"))


def test_the_wheel_alone_serves_the_demo(installed: Path, served: str, tmp_path: Path, profiles: Profiles) -> None:
    where = subprocess.check_output(
        [installed / "python", "-c", "import pingce; print(pingce.__file__)"], cwd=tmp_path, encoding="utf-8"
    )
    assert Path(where.strip()).is_relative_to(installed.parent)
    page = profiles.page(served)
    page.goto("/")
    expect(page.get_by_text("演示模式")).to_be_visible()
    page.locator(".demo button", has_text="标注员").first.click()
    expect(page.get_by_role("link", name="收件箱")).to_be_visible()
    page.goto("/work/1")
    expect(page.locator(".answer-form")).to_be_visible()
    page.goto("/try?ask=tuples")
    expect(page.locator("main h1")).to_be_visible()
    page.goto("/competitions")
    expect(page.locator("main h1")).to_be_visible()


@pytest.mark.parametrize("like", ["space2022", "space2023", "wsd", "empty"])
def test_the_wheel_alone_makes_a_benchmark_from_nothing(installed: Path, tmp_path: Path, like: str) -> None:
    """Recipes, samples and tables of words come with it; it goes as far as it can without people."""
    environment = {"PATH": str(installed), "HOME": str(tmp_path), "LANG": "C.UTF-8", "PINGCE_LANG": "en"}

    def pingce(*arguments: str, cwd: Path) -> str:
        command = [str(installed / "pingce"), *arguments]
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
        return done.stdout

    pingce("new", "mine", "--like", like, cwd=tmp_path)
    made = pingce("make", cwd=tmp_path / "mine")
    if like == "empty":
        return
    assert "Waiting for the campaign" in made
    assert "are not decided" in made
    assert list((tmp_path / "mine" / "corpus").glob("*.jsonl"))
