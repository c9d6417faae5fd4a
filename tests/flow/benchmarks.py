"""Small benchmarks that no people are needed for: texts to screen and to replace words in, and items with answers."""

from pathlib import Path

from pingce.flow.new import ABOUT, new_benchmark

from ..cli.conftest import EXAMPLES
from ..systems.tiny import tiny_encoder

TO_SPLIT = """\
name = "{name}"
tasks = ["space2022/task1"]
[[sources]]
name = "texts"
path = "sources"
kind = "professional"
[[sources]]
name = "gold"
path = "gold.jsonl"
task = "space2022/task1"
[[stages]]
name = "passages"
run = "screen"
from = ["texts"]
settings = {{ shortest = 15 }}
[[stages]]
name = "replaced"
run = "replace"
from = ["passages"]
settings = {{ sample = 20 }}
[[stages]]
name = "split"
run = "split"
from = ["gold"]
settings = {{ ratio = "2:1:1" }}
"""
TO_SCORES = """\
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = {{ about = "release.toml", zip = true }}
[[stages]]
name = "linear"
run = "train"
from = ["pack"]
settings = {{ task = "space2022/task1", system = "linear" }}
[[stages]]
name = "encoder"
run = "train"
from = ["pack"]
settings = {{ task = "space2022/task1", system = "encoder", encoder = "small", settings = {{ reads = "text", epochs = 2, batch = 8, checkpoint_every = 1 }} }}
[[stages]]
name = "answers"
run = "predict"
from = ["linear"]
[[stages]]
name = "scores"
run = "score"
from = ["answers"]
"""  # noqa: E501 (TOML has its inline tables on one line)


def tiny(folder: Path) -> Path:
    """Texts and a gold file, no people."""
    (folder / "sources" / "news").mkdir(parents=True)
    text = (EXAMPLES / "corpus" / "news" / "town.txt").read_text(encoding="utf-8")
    (folder / "sources" / "news" / "town.txt").write_text(text, encoding="utf-8")
    gold = (EXAMPLES / "space2022" / "task1_train.jsonl").read_bytes()
    (folder / "gold.jsonl").write_bytes(gold)
    (folder / "benchmark.toml").write_text(TO_SPLIT.format(name=folder.name), encoding="utf-8")
    return folder


def packable(folder: Path, *, encoder: bool = True) -> Path:
    """Texts, items with answers and a small encoder; nothing in it waits for people."""
    new_benchmark(folder, "space2022")
    gold = (EXAMPLES / "space2022" / "task1_train.jsonl").read_text(encoding="utf-8")
    (folder / "gold.jsonl").write_text(gold, encoding="utf-8")
    if encoder:
        tiny_encoder(folder / "small", [gold])
    (folder / "benchmark.toml").write_text((TO_SPLIT + TO_SCORES).format(name=folder.name), encoding="utf-8")
    assert (folder / ABOUT).is_file()
    return folder
