"""What the pages take over from Python is what Python says now."""

import json
import runpy
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
POSITIONS = json.loads((WEB / "src" / "text" / "positions.json").read_text(encoding="utf-8"))


def test_the_pages_know_every_form_as_it_is_described() -> None:
    script = runpy.run_path(str(WEB / "scripts" / "forms.py"))
    stored = json.loads(script["FILE"].read_text(encoding="utf-8"))
    assert stored == script["all_forms"](), "run: python web/scripts/forms.py"


@pytest.mark.parametrize("case", POSITIONS, ids=[case["fragment"] for case in POSITIONS])
def test_positions_name_the_same_characters_in_python_and_in_the_browser(case: dict[str, object]) -> None:
    text, idxes = case["text"], case["idxes"]
    assert isinstance(text, str)
    assert isinstance(idxes, list)
    assert "".join(text[i] for i in idxes) == case["fragment"]
