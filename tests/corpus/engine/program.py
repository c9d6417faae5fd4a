"""A long command in small, run as a process of its own so that tests can kill it.

python -m tests.corpus.engine.program OUT --workers 2
"""

import signal
import sys
from pathlib import Path

import click

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar
from pingce.corpus.engine import ordered, resumable_output

from .jobs import Lines, numbers
from .patience import wait_long

BATCHES = 400


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--wait", is_flag=True, help="After each batch say so and wait for an answer.")
@engine_options
def main(out: Path, wait: bool, workers: int, engine: str, address: str | None) -> None:
    if engine == "ray":
        wait_long()
    chosen = make_engine(engine, workers, address)
    with (
        interruptible(),
        progress_bar("Lines", total_items=BATCHES) as advance,
        resumable_output(out, "the same", sidecars=[out.with_suffix(".side")], every=0.0) as output,
    ):
        seen = sum(len(state) for state in output.states)
        for lines in ordered(Lines(), output.remaining(numbers(BATCHES)), chosen):
            seen += len(lines)
            output.write(lines, b"." * len(lines), sidecars=[[b"%d" % seen]])
            advance(1)
            if wait:
                sys.stdout.write("batch\n")
                sys.stdout.flush()
                sys.stdin.readline()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests run in the background of a shell inherit none
    main()
