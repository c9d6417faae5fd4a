from pathlib import Path

import pytest

from tests.release.making import Made, make_pack


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A pack of all examples with a zip and a report; tests that change it work on a copy."""
    folder = tmp_path_factory.mktemp("made")
    report = folder / "quality.html"
    report.write_text("<h1>质量报告</h1><p>训练集一览</p>", encoding="utf-8")
    return make_pack(folder, changes={"with_zip": True, "reports": [Path(report)]})
