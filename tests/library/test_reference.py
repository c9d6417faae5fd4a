"""The reference of ``import pingce`` has every public name, and the documentation builds with its examples as code."""

import re
import subprocess
import sys
from pathlib import Path

import pingce

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "python.md"


def test_every_public_name_is_in_the_reference() -> None:
    listed = re.findall(r"^::: pingce\.([\w.]+)\.(\w+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: home for home, name in listed if name in pingce.__all__} == vars(pingce)["_HOMES"]


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "site" / "reference" / "python.html").read_text(encoding="utf-8")
    plain = re.sub(r"<[^>]+>", "", html)
    assert "pingce.score" in plain
    assert "&gt;&gt;&gt; pingce.compare" in plain
    assert "<blockquote>" not in html
    assert ":class:" not in plain
