"""Tiers for a campaign of the demo, as ``pingce quality tiers --campaign`` gives them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.orm import Session

from pingce.annotate.services.download import export_chunks
from pingce.annotate.services.tiers import store_tiers
from pingce.store.people import Actor


def grade(db: Session, builder: Actor, campaign: int, *, at: float) -> None:
    """By the task's own rules."""
    from pingce.quality.levels import load_levels
    from pingce.quality.people import people
    from pingce.quality.reading import read_annotations
    from pingce.quality.tiers.rules import load_rules
    from pingce.quality.tiers.run import graded_items, tiers

    with TemporaryDirectory(prefix="pingce-") as folder:
        file = Path(folder) / "history.jsonl"
        file.write_bytes(b"".join(export_chunks(db, builder, campaign, "history")))
        data = read_annotations(str(file))
    assert data.task is not None, "a campaign says its task"
    rules = load_rules(data.task.id.replace("/", "-"))
    store_tiers(db, builder, campaign, graded_items(tiers(data, people(data, load_levels(None)), rules)), at=at)
