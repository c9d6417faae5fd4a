"""The pages' client is generated from what the server says now."""

import subprocess
import sys
from pathlib import Path

STORED = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_stored_description_is_the_servers() -> None:
    command = [sys.executable, "-m", "pingce.server.openapi"]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert STORED.read_text(encoding="utf-8") == printed, (
        "run: python -m pingce.server.openapi > web/openapi.json && npm --prefix web run api"
    )
