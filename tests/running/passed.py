"""Runs the tests unless they passed on exactly this: ``python -m tests.running.passed [--again] COMMAND …``.

As make does with files: what has not changed since is not made again. What counts is the content of every file of the
project, the Python and the packages that run it, and which programs are there that tests are skipped without. A run
that fails or is interrupted, or during which a file changed, leaves no record.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.browser.chromium import CHROMIUM
from tests.postgres import program

ROOT = Path(__file__).parents[2]
RECORD = ROOT / ".venv/passed.json"
RESULTS = ROOT / ".venv/tests.xml"
"""Where the command leaves what pytest counted."""
NOT_OURS = frozenset({"__pycache__", "build", "dist", "node_modules", "pingce-data", "site", "static"})
"""Folders that are made, where there is no git to ask."""


def main(arguments: Sequence[str]) -> int:
    again = arguments[0] == "--again"
    state = fingerprint(ROOT)
    if not again and (said := what_passed(state)):
        print(said)
        return 0
    RECORD.unlink(missing_ok=True)
    RESULTS.unlink(missing_ok=True)
    if code := subprocess.run(arguments[again:], check=False, cwd=ROOT).returncode:
        return code
    if fingerprint(ROOT) == state:
        RECORD.write_text(json.dumps({"state": state, **counts(RESULTS)}), encoding="utf-8")
    return 0


def what_passed(state: str) -> str | None:
    """What to say instead of running them, if there is a record of exactly this."""
    try:
        record = json.loads(RECORD.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    if record["state"] != state:
        return None
    return (
        f"Nothing has changed since all tests passed on {record['when']} "
        f"({record['passed']:,} passed, {record['skipped']:,} skipped). To run them all the same: make test AGAIN=1"
    )


def counts(results: Path) -> dict[str, str | int]:
    suites = ET.parse(results).getroot().findall("testsuite")
    skipped = sum(int(suite.attrib["skipped"]) for suite in suites)
    run = sum(int(suite.attrib["tests"]) for suite in suites)
    return {"when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "passed": run - skipped, "skipped": skipped}


def fingerprint(root: Path) -> str:
    """Changes with everything the outcome of the tests may depend on."""
    found = hashlib.sha256()
    for line in surroundings():
        found.update(f"{line}\n".encode())
    for path in sorted(files(root)):
        found.update(f"{path.relative_to(root)}\n".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def surroundings() -> Iterator[str]:
    yield sys.version
    for name, where in (("chromium", CHROMIUM), ("postgresql", program("initdb")), ("node", shutil.which("node"))):
        yield f"{name} {where}"
    yield from sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))


def files(root: Path) -> Iterator[Path]:
    """What git tracks or would; without git whatever is not hidden and not made."""
    asked = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, check=False, capture_output=True) if shutil.which("git") else None
    if listed and listed.returncode == 0:
        paths = (root / name for name in os.fsdecode(listed.stdout).split("\0") if name)
        yield from (path for path in set(paths) if path.is_file())
        return
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in NOT_OURS and not name.startswith(".")]
        yield from (Path(folder, name) for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
