"""The words of the project are true: commands run, the output shown is real, links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from pymdownx.slugs import slugify  # type: ignore[import-untyped] # it has no types

from pingce.cli.main import cli
from pingce.cli.reference import walk
from pingce.spec.problem import CODES
from tests.cli.conftest import Run
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
RUN = (ROOT / "README.md", DOCS / "0-tour.md")
STORIES = sorted((DOCS / "howto").glob("*.md"))
"""Each is run from its first command to its last; what needs a server or other data is in fences called ``sh``."""
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
GENERATED = DOCS / "reference"

FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"#\s*exit (\d)\s*$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


ELSEWHERE = "pingce tour "
"""Takes long and is run by tests/cli/test_tour.py."""


class Shown(NamedTuple):
    """The commands of one bash fence and the lines of output shown right after it."""

    commands: tuple[str, ...]
    output: tuple[str, ...]


class Done(NamedTuple):
    command: str
    expected: int
    code: int
    output: str


def fences(page: Path) -> Iterator[Shown]:
    blocks = FENCE.findall(page.read_text(encoding="utf-8"))
    for (language, body), (next_language, next_body) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language != "bash":
            continue
        lines = body.splitlines()
        commands = tuple(one for one in lines if one.startswith("pingce ") and not one.startswith(ELSEWHERE))
        lines = next_body.splitlines() if next_language == "text" and commands else []
        yield Shown(commands, tuple(line for line in map(plain, lines) if line and line != "…"))


def plain(line: str) -> str:
    """A line without what depends on the width of a table."""
    return " ".join(line.split())


def words(command: str) -> tuple[list[str], int]:
    """Of a command, and the exit code it should have."""
    expected = EXIT.search(command)
    return shlex.split(command, comments=True), int(expected[1]) if expected else 0


def run(command: str, folder: Path) -> Done:
    """As somebody at a terminal does."""
    arguments, expected = words(command)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PINGCE_")}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    return Done(command, expected, done.returncode, done.stdout + done.stderr)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_commands_run_as_written_and_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    # A fence of its own for every thread; commands of one fence may use each other's files.
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shown = [fence for fence in fences(page) if fence.commands]
    assert shown
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda fence: [run(command, tmp_path) for command in fence.commands], shown))
    assert [(r.command, r.code) for done in results for r in done if r.code != r.expected] == []
    for fence, done in zip(shown, results, strict=True):
        assert unseen(fence, done) == [], fence.commands


def unseen(fence: Shown, done: list[Done]) -> list[str]:
    """Lines shown after a fence that its commands did not print."""
    printed = {plain(line) for r in done for line in r.output.splitlines()}
    return [line for line in fence.output if line not in printed]


@pytest.mark.parametrize("page", STORIES, ids=lambda page: page.name)
def test_how_to_pages_run_from_top_to_bottom(
    page: Path, tmp_path: Path, pingce: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In this process: to start one for every command takes longer than the commands.
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in os.environ:
        if name.startswith("PINGCE_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def type_in(command: str) -> Done:
        (_, *arguments), expected = words(command)
        code, out, err = pingce(*arguments)
        return Done(command, expected, code, out + err)

    for fence in fences(page):
        done = [type_in(command) for command in fence.commands]
        assert [(r.command, r.output) for r in done if r.code != r.expected] == []
        assert unseen(fence, done) == [], fence.commands


def test_the_longest_how_to_pages_have_something_to_run() -> None:
    run_here = {page.stem for page in STORIES if any(fence.commands for fence in fences(page))}
    assert run_here >= {"space2022-tables", "wsd-campaign", "shared-task", "evaluate-llm"}


def test_what_the_readme_makes_can_be_made() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^make (\w+)", "\n".join(body for _, body in FENCE.findall(text)), re.MULTILINE))
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {"run", "test"}
    assert named <= targets


def test_every_command_has_help_and_a_place_in_the_docs() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES if GENERATED not in page.parents)
    commands = walk(click.Context(cli, info_name="pingce"))
    assert [context.command_path for context in commands if not context.command.help] == []
    assert [context.command_path for context in commands if context.command_path not in text] == []


def test_every_problem_code_is_in_the_reference() -> None:
    text = (GENERATED / "codes.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in text] == []


def test_every_refusal_is_in_the_reference_with_what_it_says() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    raised = set(re.findall(r'\bcode="([a-z0-9-]+)"', source)) - set(CODES)
    text = (GENERATED / "codes.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z0-9-]+)` \| \d{3} \| [^|]*\S \| (.*\S) \|$", text, re.MULTILINE))
    assert sorted(raised - set(listed)) == []
    assert [code for code, said in listed.items() if not said] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    targets = [t for t in LINK.findall(page.read_text(encoding="utf-8")) if not re.match(r"[a-z]+:", t)]
    assert [t for t in targets if t[0] != "#" and not (page.parent / t.split("#")[0]).exists()] == []


def anchors(page: Path) -> set[str]:
    """What the site makes of the headings, and anchors that are written out."""
    text = page.read_text(encoding="utf-8")
    slug = slugify(case="lower")
    headings = re.findall(r"^#+ +(.+)$", FENCE.sub("", text), re.MULTILINE)
    return {slug(heading, "-") for heading in headings} | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_headings(page: Path) -> None:
    targets = [t.split("#") for t in LINK.findall(page.read_text(encoding="utf-8")) if re.match(r"(?![a-z]+:).*#", t)]
    assert [(f, a) for f, a in targets if a not in anchors(page.parent / f if f else page)] == []


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    listed = set(re.findall(r": (\S+\.md)$", navigation, re.MULTILINE))
    assert listed == {page.relative_to(DOCS).as_posix() for page in PAGES if DOCS in page.parents}
