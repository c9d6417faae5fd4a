"""Whoever follows CONTRIBUTING.md has a new annotation rule: a function and a ``Rule`` in one file, nothing else.

The two are taken from the page itself and put into a package whose other files are links to the real ones.
"""

import json
import re
from pathlib import Path

import pytest

from tests.test_new_task import ROOT, link_all, python

SECTION = (
    (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## 加一条标注规则\n")[2].partition("\n## ")[0]
)
FUNCTION, RULE = re.findall(r"^```\w+\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout after the recipe of the page."""
    clone = tmp_path_factory.mktemp("clone")
    source, target = ROOT / "src" / "pingce", clone / "src" / "pingce"
    link_all(source, target, but=("annotate",))
    link_all(source / "annotate", target / "annotate", but=("rules",))
    rules = link_all(source / "annotate" / "rules", target / "annotate" / "rules", but=("outcomes.py",))
    link_all(ROOT / "tests", clone / "tests")
    (clone / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    outcomes = (source / "annotate" / "rules" / "outcomes.py").read_text(encoding="utf-8")
    head, table, tail = outcomes.partition("\nRULES = (\n")
    assert tail.endswith("\n)\n")
    written = f"{head}\n\n{FUNCTION}\n{table}{tail.removesuffix(')' + chr(10))}{RULE})\n"
    (rules / "outcomes.py").write_text(written, encoding="utf-8")
    return clone


def test_what_holds_for_every_rule_holds_for_it(clone: Path) -> None:
    words = ("tests/annotate/rules/test_every_rule.py", "-k", "empty-remark")
    ran = python(clone, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-vv", *words)
    assert "test_its_example_triggers_it_at_its_level[empty-remark] PASSED" in ran
    assert "test_its_other_example_passes_and_blocks_nowhere[empty-remark] PASSED" in ran


def test_answers_are_checked_against_it_and_campaigns_may_switch_it_off(clone: Path) -> None:
    code = """if True:
        import json
        from pingce.annotate.forms import form_of
        from pingce.annotate.items import AnnotationItem
        from pingce.annotate.rules import check, read_levels
        form, item = form_of("space-rating"), AnnotationItem("1", {"text": "猫在屋顶上。"})
        answer = {"rating": "fine", "comment": "没有"}
        told = [(hit.rule, hit.level, hit.path, hit.found) for hit in check(form, item, answer)]
        off = check(form, item, answer, read_levels(form, {"empty-remark": "off"}))
        print(json.dumps([told, off]))
    """
    told, off = json.loads(python(clone, "-c", code))
    assert told == [["empty-remark", "info", "comment", "没有"]]
    assert off == []
