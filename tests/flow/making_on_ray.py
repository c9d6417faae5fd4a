"""``pingce make STAGE`` in a benchmark that says ``engine = "ray"``: FOLDER STAGE. Tells how many actors there were."""

import sys

from pingce.cli.main import cli
from pingce.corpus.engine import ray as engine
from tests.corpus.engine.patience import wait_long


def main(folder: str, stage: str) -> None:
    wait_long()
    started = 0
    real = engine._actors

    def counted(*args: object) -> object:
        nonlocal started
        actors = real(*args)  # type: ignore[arg-type] # whatever it takes
        started += len(actors)
        return actors

    setattr(engine, "_actors", counted)  # noqa: B010 (not its own)
    cli.main(["make", stage, "--benchmark", folder], standalone_mode=False)
    sys.stdout.write(f"\nactors {started}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
