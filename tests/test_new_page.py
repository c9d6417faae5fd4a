"""Whoever follows CONTRIBUTING.md has a whole new page: at most nine files, each step as it is written there."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.test_new_task import link_all, python

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## 加一个页面\n")[2].partition("\n## ")[0]
STEP = re.compile(
    r"^(?:\*\*\d\.\*\* )?`(?P<path>[^`]+)`，(?:新文件|在 `(?P<line>[^`]+)` 之后)[^\n]*：\n\n```\w+\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
MOST = 9


@dataclass(frozen=True)
class Step:
    """A new file (`line` is None), or text after the last line that reads so."""

    path: str
    line: str | None
    text: str

    def apply(self, root: Path) -> None:
        file = root / self.path
        if self.line is None:
            assert not file.exists(), f"{self.path} is there already"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.text, encoding="utf-8")
            return
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        places = [number for number, line in enumerate(lines, 1) if line.rstrip("\n") == self.line]
        assert places, f"{self.path} has no line {self.line!r}"
        lines[places[-1] : places[-1]] = [self.text]
        file.write_text("".join(lines), encoding="utf-8")


STEPS = [Step(match["path"], match["line"], match["text"]) for match in STEP.finditer(SECTION)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout after the steps of the page; the web without what is built or installed."""
    clone = tmp_path_factory.mktemp("clone")
    link_all(ROOT / "src" / "pingce", clone / "src" / "pingce", but=("server",))
    ignored = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "src/pingce/server", clone / "src/pingce/server", ignore=ignored)
    for folder in ("tests/server", "tests/browser", "web/src"):
        shutil.copytree(ROOT / folder, clone / folder, ignore=ignored)
    for path in (ROOT / "tests").iterdir():
        if path.name not in ("server", "browser", "__pycache__"):
            (clone / "tests" / path.name).symlink_to(path)
    (clone / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    for step in STEPS:
        step.apply(clone)
    return clone


def test_it_takes_nine_files_and_the_page_shows_them_all() -> None:
    assert len({step.path for step in STEPS}) == MOST
    assert len(STEPS) == SECTION.count("```") // 2


def test_a_step_whose_line_is_gone_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one\ntwo\none\nend\n", encoding="utf-8")
    Step("a.py", "one", "more\n").apply(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "one\ntwo\none\nmore\nend\n"
    with pytest.raises(AssertionError, match=r"a\.py has no line 'three'"):
        Step("a.py", "three", "more\n").apply(tmp_path)
    with pytest.raises(AssertionError, match=r"a\.py is there already"):
        Step("a.py", None, "").apply(tmp_path)


def test_every_role_gets_in_where_the_steps_say(clone: Path) -> None:
    ran = python(
        clone, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-vv", "tests/server/test_permissions.py"
    )
    assert "test_every_route_declares_its_action_and_is_in_the_table PASSED" in ran
    assert "test_everybody_gets_in_where_the_table_says_and_nowhere_else[annotator] PASSED" in ran


def test_the_route_answers_and_is_described(clone: Path) -> None:
    described = json.loads(python(clone, "-m", "pingce.server.openapi"))
    route = described["paths"]["/api/catalogue"]["get"]
    assert route["x-action"] == "see-catalogue"
    code = (
        "import json; from pingce.server.routes.catalogue import list_catalogue; "
        "print(json.dumps({row.id: [row.title.zh, row.title.en] for row in list_catalogue()}))"
    )
    titles = json.loads(python(clone, "-c", code))
    assert titles["space2023/task1"] == ["空间语义异常识别", "Which fragments make the text wrong?"]


def test_the_page_asks_for_texts_that_are_there(clone: Path) -> None:
    page = (clone / "web/src/pages/catalogue/CataloguePage.vue").read_text(encoding="utf-8")
    texts = (clone / "web/src/i18n/catalogue.ts").read_text(encoding="utf-8")
    asked = set(re.findall(r"\bt\('catalogue\.(\w+)'\)", page))
    assert asked == set(re.findall(r"^  (\w+): words\('[^']+', '[^']+'\),$", texts, re.MULTILINE)) == {"title"}


def test_it_has_its_browser_test(clone: Path) -> None:
    code = (
        "from tests.browser.test_pages import SHOTS; print([shot.path for shot in SHOTS if shot.name == 'catalogue'])"
    )
    assert python(clone, "-c", code).strip() == "['/catalogue']"
