"""Reports look like the workbench that shows them: the same colours, light and dark, and the same fonts."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REPORT = (ROOT / "src/pingce/report/templates/page.css").read_text(encoding="utf-8")
WORKBENCH = (ROOT / "web/src/styles/base.css").read_text(encoding="utf-8")
SAME = {
    "ink": "ink",
    "quiet": "ink-3",
    "line": "line",
    "paper": "surface",
    "wash": "surface-2",
    "accent": "accent",
}
"""Names of colours here and there."""


def colours(style: str) -> tuple[dict[str, str], dict[str, str]]:
    """Those of the light and of the dark look: the first and the last that stand there."""
    pairs = [(name, _long(value)) for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]+);", style)]
    return dict(reversed(pairs)), dict(pairs)


def _long(colour: str) -> str:
    return "#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour


@pytest.mark.parametrize("dark", [False, True])
def test_reports_have_the_colours_of_the_workbench(dark: bool) -> None:
    report, workbench = colours(REPORT)[dark], colours(WORKBENCH)[dark]
    assert {name: report[name] for name in SAME} == {name: workbench[there] for name, there in SAME.items()}
    red, green, blue = (int(report["accent"][i : i + 2], 16) for i in (1, 3, 5))
    assert f"--rgb: {red} {green} {blue};" in REPORT


def test_reports_have_the_fonts_of_the_workbench() -> None:
    fonts = re.search(r"--font: (.*);", WORKBENCH)
    assert fonts is not None
    assert f"font-family: {fonts[1]};".replace("'", '"') in REPORT
