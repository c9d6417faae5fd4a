"""A server of pingce from Python: competitions and campaigns, with an API token."""

import hashlib
import json
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from .arguments import checked
from .calling import Caller, ServerRefusedError
from .sources import DataSource, as_file

LOOK_EVERY = 0.5
"""Seconds between two looks at a submission that waits for its score."""
BUSY = ("queued", "scoring")


@checked
def client(url: str, token: str) -> "Client":
    """A server and who asks it: a token from the page *my account*, with the scopes for what is to be done.

    The token goes to the server named here and to no other, whatever the server answers. Nothing is asked before a
    method is called.

    >>> import pingce
    >>> client = pingce.client("https://example.org", "a token")
    >>> type(client).__name__
    'Client'
    """
    return Client(url, token)


class Client:
    """What a token may do at one server; answers are the JSON of the API (docs at ``/api/docs``)."""

    def __init__(self, url: str, token: str) -> None:
        self._caller = Caller(url, token)

    def competitions(self) -> list[dict[str, Any]]:
        """The competitions that can be seen."""
        return list(self._caller.get("/api/competitions"))

    def board(self, competition: int, *, phase: str | None = None) -> dict[str, Any]:
        """The board of a competition, by default of the phase that is shown."""
        return dict(self._caller.get(f"/api/competitions/{competition}/board{_query(phase=phase)}"))

    def submissions(self, competition: int, *, offset: int = 0, limit: int = 50) -> list[dict[str, Any]]:
        """The submissions that can be seen, newest first: a team's own, all of them for organisers."""
        query = _query(offset=str(offset), limit=str(limit))
        return list(self._caller.get(f"/api/competitions/{competition}/submissions{query}")["rows"])

    def submit(
        self,
        competition: int,
        answers: DataSource,
        *,
        system: str,
        task: str = "",
        description: str = "",
        key: str | None = None,
        wait: bool = True,
    ) -> dict[str, Any]:
        """Hand in answers (a file, or what :func:`pingce.predict` gave) and wait for their score.

        The same answers sent again are the same submission; to hand them in anew choose another ``key``.
        """
        with as_file(answers, task.rpartition("/")[2] or "answers") as opened:
            name, data = Path(opened.path).name, Path(opened.path).read_bytes()
        made = hand_in(
            self._caller, competition, name, data, system=system, task=task, description=description, key=key
        )
        now = made
        for now in scoring(self._caller, made) if wait else ():
            if is_busy(now):
                time.sleep(LOOK_EVERY)
        return now

    def campaigns(self) -> list[dict[str, Any]]:
        """The campaigns that can be seen."""
        return list(self._caller.get("/api/campaigns"))

    def export(self, campaign: int, *, form: str = "official", tiers: str = "") -> list[dict[str, Any]]:
        """What a campaign brought, as records: ``official``, ``provenance``, ``history`` for :func:`pingce.agreement`.

        ``tiers``: names with commas, or ``all``; by default what is released.
        """
        text = self._caller.get_text(f"/api/campaigns/{campaign}/export{_query(format=form, tiers=tiers)}")
        return [json.loads(line) for line in text.splitlines() if line]

    def next_job(self, campaign: int) -> dict[str, Any] | None:
        """The item one holds, else a new one to annotate; nothing if there is none for now."""
        job = self._caller.post(f"/api/campaigns/{campaign}/next")
        return None if job is None else dict(job)

    def answer(self, job: dict[str, Any], answer: dict[str, Any], *, key: str | None = None) -> dict[str, Any]:
        """Hand in the answer to a job; sent again with the same ``key`` it is stored once."""
        body = {"answer": answer, "key": key or uuid.uuid4().hex, "version": job["version"]}
        return dict(self._caller.post(f"/api/jobs/{job['job']}/submit", body))


def hand_in(
    caller: Caller,
    competition: int,
    name: str,
    data: bytes,
    *,
    system: str,
    task: str = "",
    description: str = "",
    phase: str = "",
    key: str | None = None,
    told: Callable[[ServerRefusedError], None] = lambda _: None,
) -> dict[str, Any]:
    """Send a file once: if the answer of the server got lost and it is sent again, it is the same submission.

    ``told`` hears that the server had it already.

    ``competition`` is its number, ``name`` what the file is called, ``data`` its bytes. ``task`` is needed where the
    name of the file does not say it; ``phase`` empty: the later one of those that take answers. ``key`` marks the
    submission; without one it is made from what is sent, so that the same file twice is one submission.
    """
    named = f"|{system}|{task}|{competition}" + (f"|{phase}" if phase else "")
    mark = key or hashlib.sha256(data + named.encode()).hexdigest()[:40]
    fields = {"key": mark, "system": system, "task": task, "description": description, "phase": phase}
    try:
        return dict(caller.post_file(f"/api/competitions/{competition}/submissions", fields, name, data))
    except ServerRefusedError as refused:
        if refused.code != "already-received" or refused.location is None:
            raise
        told(refused)
        return dict(caller.get(refused.location))


def is_busy(made: dict[str, Any]) -> bool:
    """Whether an entry of a submission still waits for its score."""
    return any(entry["state"] in BUSY for entry in made["entries"])


def scoring(caller: Caller, made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The submission as it stands, again and again until every entry is scored or given up; the last is final."""
    while is_busy(made):
        yield made
        made = dict(caller.get(f"/api/submissions/{made['id']}"))
    yield made


def _query(**values: str | None) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
