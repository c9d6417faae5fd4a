"""Models made of several networks that are trained one after the other, each in a folder of its own."""

import shutil
from collections.abc import Callable
from dataclasses import replace

from pingce.formats.write import write_text
from pingce.systems.interface import Training


def train_part(training: Training, name: str, learn: Callable[[Training], None]) -> None:
    """Train one part into the folder ``name`` of the model; what was finished before an interruption is left alone.

    ``learn`` gets the same training with that folder, where its own checkpoints lie until it has ended.
    """
    done = training.checkpoints / f"{name}.done"
    if done.is_file():
        return
    own = replace(training, folder=training.folder / name)
    own.folder.mkdir(exist_ok=True)
    learn(own)
    shutil.rmtree(own.checkpoints)
    write_text(done, "")
