"""The command, under a name that does not hide the library."""

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def pingce_command(pingce: Run) -> Run:
    return pingce
