"""Building the wheel also builds the documentation, which the server shows at /help.

Without MkDocs (``pip install mkdocs-material 'mkdocstrings[python]'``) the wheel comes without it, /help says so, and
everything else works.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HELP = "src/pingce/server/help"


def is_current(root: Path) -> bool:
    """Whether the site was built after everything it is made from: make does so, and a server may be showing it."""
    page = root / HELP / "index.html"
    made_from = [root / "mkdocs.yml", *(root / "docs").rglob("*"), *(root / "src/pingce/library").glob("*.py")]
    return page.is_file() and page.stat().st_mtime >= max(path.stat().st_mtime for path in made_from)


class HelpHook(BuildHookInterface):  # type: ignore[type-arg] # hatchling's own configuration class is not public
    """Puts the built site into the package before its files are listed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (the interface's)
        root = Path(self.root)
        if version == "editable" or not (root / "mkdocs.yml").is_file():
            return
        if any(importlib.util.find_spec(module) is None for module in ("material", "mkdocstrings_handlers.python")):
            self.app.display_warning("MkDocs is not installed: the wheel comes without /help")
            return
        if is_current(root):
            return
        shutil.rmtree(root / HELP, ignore_errors=True)
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(root / HELP)]
        subprocess.run(command, cwd=root, check=True)  # noqa: S603 (our own command)
