"""A cluster of two nodes on this machine, run as a process of its own: Ray's own warnings would fail the tests.

python -m tests.corpus.engine.ray_cluster OUT screens the example corpus on it, to the file OUT.jsonl and in three
partitions to the folder OUT, and prints how many nodes did work.
"""

import contextlib
import io
import sys
from pathlib import Path
from typing import Any

from ray.cluster_utils import Cluster

from pingce.cli.main import cli
from pingce.corpus.engine import RayEngine, ordered
from pingce.formats.examples import example_folder

from .jobs import Nodes
from .patience import wait_long

STORE = 100_000_000


def main(out: Path) -> None:
    wait_long()
    cluster: Any = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False},
    )
    cluster.add_node(num_cpus=1, object_store_memory=STORE)
    cluster.wait_for_nodes()
    nodes = set(ordered(Nodes(), range(8), RayEngine(cluster.address, 2)))
    screen = ["corpus", "screen", str(example_folder() / "corpus")]
    on_cluster = ["--engine", "ray", "--address", cluster.address, "--workers", "2"]
    with contextlib.redirect_stdout(io.StringIO()):
        for place in (["--out", str(out.with_suffix(".jsonl"))], ["--out", str(out), "--partitions", "3"]):
            cli.main([*screen, *place, *on_cluster], standalone_mode=False)
    cluster.shutdown()
    sys.stdout.write(f"{len(nodes)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
