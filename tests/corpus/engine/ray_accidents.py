"""Accidents on Ray, run as a process of its own: Ray's own warnings would fail the tests.

python -m tests.corpus.engine.ray_accidents prints one JSON line for each.
"""

import json
import logging
import sys
from typing import Any

import ray

from pingce.corpus.engine import RayEngine, ordered
from pingce.corpus.engine import ray as engine
from pingce.spec.errors import UserError

from .jobs import Accident, Lines, numbers
from .patience import wait_long


def main() -> None:
    wait_long()
    # Without an address Ray would join a cluster that another test has just started on this machine.
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    for kind in ("value", "user", "killed"):
        taken: list[object] = []
        try:
            taken.extend(ordered(Accident(kind), range(100), RayEngine(None, 2)))
        except Exception as problem:
            _tell(kind, len(taken), type(problem).__name__, str(problem))
    engine.GRACE = 0.0
    _tell("crowded", len(list(ordered(Lines(), numbers(9), RayEngine(None, 3)))), "", "")
    _take_all()
    engine.PATIENCE = 1.0
    try:
        list(ordered(Lines(), numbers(9), RayEngine(None, 1)))
    except UserError as problem:
        _tell("full", 0, type(problem).__name__, str(problem))


def _take_all() -> None:
    cluster: Any = ray
    actor = cluster.remote(num_cpus=2, lifetime="detached", name="busy")(Accident).remote("none")
    ray.get(actor.open.remote())


def _tell(*parts: object) -> None:
    sys.stdout.write(json.dumps(parts) + "\n")


if __name__ == "__main__":
    main()
