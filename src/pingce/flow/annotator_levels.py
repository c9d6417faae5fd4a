"""The levels of a campaign's annotators, computed from its history as ``pingce quality people`` does.

Campaigns that mix numbers of annotators go by a level that members have (``alone_levels``); the command and the page
that give it to them take it from here, since neither the annotate nor the quality stage knows the other.
"""

import tempfile
from pathlib import Path

from sqlalchemy.orm import Session

from pingce.annotate.services.download import export_chunks
from pingce.annotate.services.members import members, set_levels
from pingce.quality.levels import load_levels
from pingce.quality.people import people
from pingce.quality.reading import read_annotations
from pingce.store.people import Actor


def computed_levels(db: Session, actor: Actor, campaign_id: int, thresholds: Path | None = None) -> dict[str, str]:
    """Level by name, of those who did enough to have one; ``thresholds``: a TOML file in place of the shipped one."""
    with tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        history = Path(folder) / "history.jsonl"
        with history.open("wb") as file:
            file.writelines(export_chunks(db, actor, campaign_id, "history"))
        crowd = people(read_annotations(str(history)), load_levels(thresholds))
    return {person.name: person.level for person in crowd.people if person.level is not None}


def grade_members(
    db: Session, actor: Actor, campaign_id: int, source: int, thresholds: Path | None = None
) -> dict[str, str]:
    """Give members of a campaign the levels that they earned in it or in another; those of others stay as they are."""
    here = {member.name for member in members(db, actor, campaign_id)}
    levels = {name: level for name, level in computed_levels(db, actor, source, thresholds).items() if name in here}
    set_levels(db, actor, campaign_id, levels)
    return levels
