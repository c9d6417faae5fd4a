"""Answers on disk by what was asked: a run that was interrupted, or is repeated, asks only for the rest.

The key is the whole request, so another prompt, model or temperature asks again; nothing in it depends on the order of
items.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from pingce.formats.write import write_text
from pingce.spec.errors import cannot_write


@dataclass(frozen=True)
class Reply:
    """What an endpoint answered to one request."""

    content: str
    cut: bool = False
    """Ended because the limit of tokens was reached."""
    tokens_in: int = 0
    tokens_out: int = 0
    logprobs: tuple[tuple[str, float], ...] = ()
    """Tokens with their log-probabilities, where they were asked for: those that could come first, or an option's."""

    def record(self) -> dict[str, object]:
        """For files; without log-probabilities where none were asked for."""
        return {name: value for name, value in asdict(self).items() if name != "logprobs" or value}


@dataclass(frozen=True)
class Cache:
    """A folder of replies, each under the hash of its request."""

    folder: Path

    def get(self, request: str) -> Reply | None:
        """None if it was never answered; a damaged entry is as good as none."""
        try:
            return msgspec.json.decode(self._path(request).read_bytes(), type=Reply)
        except (OSError, msgspec.DecodeError):
            return None

    def put(self, request: str, reply: Reply) -> None:
        """Keep a reply; whole or not at all."""
        path = self._path(request)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise cannot_write(path.parent, problem) from problem
        write_text(path, json.dumps(reply.record(), ensure_ascii=False))

    def _path(self, request: str) -> Path:
        name = digest(request)
        return self.folder / name[:2] / f"{name}.json"


def digest(request: str) -> str:
    """The hash under which the reply to a request is kept, and by which a batch file names the request."""
    return hashlib.sha256(request.encode()).hexdigest()


def open_cache(folder: str) -> Cache:
    """The folder named, or a place of ours in the user's cache folder."""
    if folder:
        return Cache(Path(folder))
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Cache(Path(home) / "pingce" / "llm")
