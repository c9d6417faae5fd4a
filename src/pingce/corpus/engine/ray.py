"""Workers on a Ray cluster, or on a Ray of our own on this machine.

The same contract as :mod:`.local`: ordered results, errors told by the batch they came from. For corpora that one
machine would take days for.
"""

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pingce import __version__
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .pool import pooled
from .work import Batch, Result, Station, Work

PATIENCE = 60.0
"""Seconds a cluster has to answer, and to find room for the first of our actors."""

GRACE = 15.0
"""Seconds the other actors then have; those without room by then are given up."""

STORE = 256 * 1024 * 1024
"""Bytes of shared memory of a Ray of our own; batches are small and few are in flight."""


@dataclass(frozen=True)
class RayEngine:
    """``address`` None starts Ray on this machine and ends it afterwards."""

    address: str | None = None
    workers: int = 1

    @contextmanager
    def session(self) -> "Iterator[RaySession]":
        """For several works one after the other by the same actors: starting them takes seconds."""
        with _connected(self.address, self.workers) as ray:
            actors = _actors(ray, b"", self.workers)
            try:
                yield RaySession(ray, actors)
            finally:
                for actor in actors:
                    actor.stop(now=True)

    def results(self, work: Work[Batch, Result], batches: Iterable[Batch]) -> Iterator[Result]:
        with self.session() as session:
            yield from session.results(work, batches)


@dataclass(frozen=True)
class RaySession:
    """Actors that have no work at the moment."""

    ray: Any
    actors: "list[RayWorker]"

    def results(self, work: Work[Batch, Result], batches: Iterable[Batch]) -> Iterator[Result]:
        pickled = self.ray.cloudpickle.dumps(work)
        for actor in self.actors:
            actor.take(pickled)
        # Each actor twice: its next batch is already on the way while it works on the last one.
        yield from pooled([LentWorker(actor) for actor in self.actors * 2], batches)


@contextmanager
def _connected(address: str | None, workers: int) -> Iterator[Any]:
    ray = _imported()
    if ray.is_initialized():
        yield ray  # the program around us has a cluster already
        return
    if address is not None:
        _reach(address)
    ours = {"num_cpus": workers, "object_store_memory": STORE, "include_dashboard": False} if address is None else {}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **ours)
    except (ImportError, ConnectionError, ValueError, RuntimeError) as problem:
        raise _unreachable(address or "this machine", problem) from problem
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Ray itself goes on knocking for many minutes at a machine that is not there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdigit()):
        return  # "auto" and the like
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as problem:
        raise _unreachable(address, problem) from problem


def _unreachable(where: str, problem: Exception) -> UserError:
    return UserError(
        Words(
            f"连不上 {where} 的 Ray：{str(problem).splitlines()[0]}",
            f"Cannot reach Ray on {where}: {str(problem).splitlines()[0]}",
        ),
        code="no-ray",
    )


def _imported() -> Any:  # noqa: ANN401 (Ray is an extra; its types are not always there)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError as problem:
        raise UserError(
            Words(
                "引擎 ray 需要 Ray：pip install 'pingce[ray]'。",
                "The engine 'ray' needs Ray: pip install 'pingce[ray]'.",
            ),
            code="missing-extra",
        ) from problem
    return ray


def _actors(ray: Any, work: bytes, workers: int) -> list["RayWorker"]:  # noqa: ANN401
    remote = ray.remote(num_cpus=1, max_concurrency=1)(Station)
    actors = [remote.remote(work) for _ in range(workers)]
    versions = [actor.version.remote() for actor in actors]
    ray.wait(versions, num_returns=1, timeout=PATIENCE)
    ready, _ = ray.wait(versions, num_returns=workers, timeout=GRACE)
    usable = [RayWorker(ray, actor) for actor, version in zip(actors, versions, strict=True) if version in ready]
    for actor, version in zip(actors, versions, strict=True):
        if version not in ready:
            ray.kill(actor)
    if not usable:
        raise UserError(
            Words(
                f"Ray 集群 {PATIENCE:.0f} 秒内没有空闲的 CPU。",
                f"The Ray cluster had no free CPU for {PATIENCE:.0f} seconds.",
            ),
            code="no-ray",
        )
    _same_version(ray, ready)
    return usable


def _same_version(ray: Any, versions: list[Any]) -> None:  # noqa: ANN401
    """Two versions at work on one output could write two kinds of lines."""
    try:
        others = sorted({version for version in ray.get(versions) if version != __version__})
    except ray.exceptions.RayError as problem:
        raise _death(problem) from problem
    if others:
        theirs = ", ".join(others)
        message = Words(
            f"Ray 集群上是 pingce {theirs}，本机是 {__version__}。",
            f"The Ray cluster has pingce {theirs}; this machine has {__version__}.",
        )
        raise UserError(
            message, hint=Words("请在各处安装同一版本。", "Install the same version everywhere."), code="no-ray"
        )


@dataclass(frozen=True)
class LentWorker:
    """An actor that stays when this work ends, but not when it fails: nobody waits for the batch it is at."""

    actor: "RayWorker"

    def ask(self, batch: bytes) -> bytes:
        return self.actor.ask(batch)

    def stop(self, *, now: bool) -> None:
        if now:
            self.actor.stop(now=True)


class RayWorker:
    """A worker of the engine that is an actor on a Ray cluster; a lost machine counts as a dead worker."""

    def __init__(self, ray: Any, actor: Any) -> None:  # noqa: ANN401
        self._ray = ray
        self._actor = actor

    def take(self, work: bytes) -> None:
        """Before its next batch; an actor does one thing after the other."""
        self._actor.take.remote(work)

    def ask(self, batch: bytes) -> bytes:
        try:
            answer = self._ray.get(self._actor.answer.remote(batch))
        except self._ray.exceptions.RayError as problem:
            raise _death(problem) from problem
        assert isinstance(answer, bytes)
        return answer

    def stop(self, *, now: bool) -> None:  # noqa: ARG002 (an actor without work has nothing to finish)
        self._ray.kill(self._actor)


def _death(problem: Exception) -> UserError:
    reason = str(problem).splitlines()[0]
    hint = Words(
        "集群的每台机器都装了 pingce、内存也够吗？",
        "Is pingce installed on every machine of the cluster, and is there enough memory?",
    )
    return UserError(
        Words(f"一个 Ray 工作进程中断：{reason}", f"A Ray worker died: {reason}"), hint=hint, code="worker-died"
    )
