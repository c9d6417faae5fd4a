"""The Python that the documentation shows runs, from the first line of a page to its last."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_the_python_on_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder, as after ``pip install``."""
    monkeypatch.chdir(tmp_path)
    code = "\n".join(FENCE.findall((ROOT / page).read_text(encoding="utf-8")))
    assert "import pingce" in code
    exec(compile(code, page, "exec"), {"__name__": "page"})
    assert capsys.readouterr().out
