"""The notebooks run from the first cell to the last, and what they show is what is stored in them.

``PINGCE_REWRITE=1`` stores what they show now.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient

nbformat: Any = import_module("nbformat")  # it has no types
FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
SECONDS = 300


def executed(path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The notebook after a fresh kernel ran it, in an empty folder, with nothing of this machine in it."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.delenv("PINGCE_LANG", raising=False)
    monkeypatch.delenv("PINGCE_LLM_URL", raising=False)
    notebook = nbformat.read(path, as_version=4)
    there = {"metadata": {"path": home}}
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=there, coalesce_streams=True).execute()
    for cell in notebook.cells:
        cell.metadata.clear()  # when each cell ran
    return nbformat.reads(nbformat.writes(notebook).replace(str(FOLDER.parent), "examples"), as_version=4)


def test_there_are_five() -> None:
    assert NOTEBOOKS == ["agreement", "build", "llm", "reasoning", "score"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_shows_what_it_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / f"{name}.ipynb"
    stored = nbformat.read(path, as_version=4)
    ran = executed(path, tmp_path, monkeypatch)
    if os.environ.get("PINGCE_REWRITE"):
        nbformat.write(ran, path)
        return
    assert [cell.get("outputs") for cell in ran.cells] == [cell.get("outputs") for cell in stored.cells]
