"""Figures for Prometheus: what was asked, how long it took, what waits.

Several server processes write into files of one folder (``PROMETHEUS_MULTIPROC_DIR``, made by `pingce serve`); whoever
is asked adds them up.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from sqlalchemy import event, func, select

from pingce.store.database import CONNECTIONS, MORE_CONNECTIONS, reading
from pingce.store.tables.competition import Entry

from ..settings import METRICS_VARIABLE

if TYPE_CHECKING:
    from sqlalchemy import Engine

disable_created_metrics()  # type: ignore[no-untyped-call] # a second series beside each, which nobody asks for

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
WAITING = ("queued", "scoring")
JOBS = {
    ("POST", "/api/campaigns/{campaign}/next", 200): "claimed",
    ("POST", "/api/jobs/{job}/submit", 200): "submitted",
}
"""Requests that are steps of the work itself."""


class Metrics:
    """The figures of one server process, and of all of them together when asked."""

    def __init__(self, engine: "Engine") -> None:
        self._registry = registry = CollectorRegistry()
        self._queue = ScoringQueue(engine)
        self.requests = Counter(
            "pingce_requests", "Requests answered", ("method", "route", "status"), registry=registry
        )
        self.seconds = Histogram(
            "pingce_request_seconds", "Seconds per request", ("method", "route"), buckets=BUCKETS, registry=registry
        )
        self.under_way = Gauge(
            "pingce_requests_under_way", "Requests being answered", registry=registry, multiprocess_mode="livesum"
        )
        self.jobs = Counter("pingce_jobs", "Jobs claimed and answers acknowledged", ("event",), registry=registry)
        self.connections = Gauge(
            "pingce_database_connections", "In use", registry=registry, multiprocess_mode="livesum"
        )
        most = Gauge("pingce_database_connections_most", "Allowed", registry=registry, multiprocess_mode="livesum")
        most.set(CONNECTIONS + MORE_CONNECTIONS)
        event.listen(engine, "checkout", lambda *_: self.connections.inc())
        event.listen(engine, "checkin", lambda *_: self.connections.dec())

    def note(self, method: str, route: str, status: int, started: float) -> None:
        """A request that was answered; the route is the pattern of its address, so that there are few of them."""
        method = method if method in METHODS else "OTHER"
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(method, route).observe(time.perf_counter() - started)
        if step := JOBS.get((method, route, status)):
            self.jobs.labels(step).inc()

    def text(self) -> bytes:
        """In the format that Prometheus reads."""
        asked = self._registry
        if folder := os.environ.get(METRICS_VARIABLE):
            _forget_the_dead(Path(folder))
            asked = CollectorRegistry()
            MultiProcessCollector(asked)  # type: ignore[no-untyped-call] # the library's own
        return generate_latest(asked) + generate_latest(_only(self._queue))


def _only(collector: Collector) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(collector)
    return registry


def _forget_the_dead(folder: Path) -> None:
    """What a killed process had under way is not under way any more."""
    for path in folder.glob("gauge_live*_*.db"):
        process = path.stem.rpartition("_")[2]
        if process.isdigit() and not Path(f"/proc/{process}").exists() and Path("/proc/self").exists():
            mark_process_dead(int(process), str(folder))  # type: ignore[no-untyped-call] # the library's own


class ScoringQueue(Collector):
    """Looked up when asked: the queue is in the database, whoever put something into it."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine

    def collect(self) -> Iterator[GaugeMetricFamily]:
        waiting = GaugeMetricFamily("pingce_scoring_entries", "Submissions that wait or are scored", labels=["state"])
        with reading(self._engine) as db:
            rows = db.execute(select(Entry.state, func.count()).where(Entry.state.in_(WAITING)).group_by(Entry.state))
            counts = {str(state): number for state, number in rows}
        for state in WAITING:
            waiting.add_metric([state], counts.get(state, 0))
        yield waiting
