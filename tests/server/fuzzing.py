"""Random requests made from the description of the API, sent by somebody who is signed in."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pingce.server.request_context import CSRF_HEADER

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance, content_type_conformance]
STORED = Path(__file__).parents[2] / "web/openapi.json"
"""What the client of the pages is made from."""


def fuzz(operation: Any, examples: int, prepare: Callable[[Any, int], TestClient]) -> Counter[int]:
    """Answers by status; a server error or an answer off the description fails.

    ``prepare`` gets every case before it is sent, with a number to choose by, and says who sends it.
    """
    seen: Counter[int] = Counter()

    @given(case=operation.as_strategy(), number=st.integers(0, 9999))
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any, number: int) -> None:
        client = prepare(case, number)
        # The description says how one signs in, so cases come with keys of their own, which open nothing.
        case.cookies = dict(client.cookies)
        case.headers = {name: value for name, value in (case.headers or {}).items() if name != "Authorization"}
        response = case.call_and_validate(headers={CSRF_HEADER: client.headers[CSRF_HEADER]}, checks=CHECKS)
        seen[response.status_code] += 1

    send()
    return seen
