"""``pingce backup`` and ``pingce restore`` as commands; what they do is tested in tests/server/test_backup.py."""

import zipfile
from pathlib import Path

import pytest

from pingce.store.database import migrate, open_database

from .conftest import Run


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "work.db"
    (path.parent / "models" / "m").mkdir(parents=True)
    (path.parent / "models" / "m" / "model.toml").write_text("[model]\n", encoding="utf-8")
    engine = open_database(str(path))
    migrate(engine)
    engine.dispose()
    return path


@pytest.mark.parametrize(
    ("options", "models"),
    [((), False), (("--models",), True), (("--hold", "--lang", "zh"), False), (("--no-hold", "--models"), True)],
)
def test_a_backup_has_models_when_asked_and_can_be_restored(
    pingce: Run, database: Path, tmp_path: Path, options: tuple[str, ...], models: bool
) -> None:
    out = tmp_path / "backup.zip"
    ran = pingce("backup", database, out, *options)
    assert (ran.code, str(out) in ran.err) == (0, True)
    with zipfile.ZipFile(out) as archive:
        assert any("models/m/model.toml" in name for name in archive.namelist()) == models
    elsewhere = tmp_path / "elsewhere" / "again.db"
    ran = pingce("restore", out, elsewhere, "--lang", "zh")
    assert (ran.code, "行（其中答案 0）" in ran.err) == (0, True)
    assert (elsewhere.parent / "models").exists() == models
