"""The learning curve of a model: what the checkpoints knew, kept beside the weights."""

import json
import math
from pathlib import Path

from pingce.systems.learning.curves import EpochPoint, epoch_point, keep_curves, read_curves


def test_the_curves_of_all_parts_are_kept_and_read_again(tmp_path: Path) -> None:
    checkpoints, model = tmp_path / "checkpoints", tmp_path / "model"
    (checkpoints / "types").mkdir(parents=True)
    model.mkdir()
    (checkpoints / "state.json").write_text(json.dumps({"curve": [[0.5, 0.25], [0.25, None]]}), encoding="utf-8")
    (checkpoints / "types" / "state.json").write_text(json.dumps({"curve": [[1.0, 0.5]]}), encoding="utf-8")
    keep_curves(checkpoints, model)
    assert read_curves(model) == {
        "": [EpochPoint(0.5, 0.25), EpochPoint(0.25, None)],
        "types": [EpochPoint(1.0, 0.5)],
    }


def test_what_does_not_learn_in_epochs_has_no_curve(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(json.dumps({"step": 3}), encoding="utf-8")
    keep_curves(tmp_path, tmp_path)
    assert not (tmp_path / "curves.json").exists()
    assert read_curves(tmp_path) == {}


def test_a_loss_without_end_is_no_point() -> None:
    assert epoch_point(math.nan, 0.5) == EpochPoint(None, 0.5)
    assert epoch_point(math.inf, None) == EpochPoint(None, None)
