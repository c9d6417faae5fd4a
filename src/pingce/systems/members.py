"""Models inside a model: who they are, for those that ask them and for those that must not."""

from dataclasses import dataclass
from pathlib import Path

from .model_folder import CARD, parse_card
from .stored import read_json

MEMBERS = "members.json"


@dataclass(frozen=True)
class EnsembleMember:
    """One model of an ensemble."""

    system: str
    seed: int
    changes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.system}-{self.seed}"


def read_members(folder: Path) -> list[EnsembleMember]:
    return read_json(folder / MEMBERS, list[EnsembleMember])


def systems_inside(folder: Path) -> frozenset[str]:
    """The systems of a model and of all models in it, by every card and every list of members below the folder."""
    systems = {parse_card(path.parent).system for path in folder.rglob(CARD)}
    for path in folder.rglob(MEMBERS):
        systems |= {member.system for member in read_members(path.parent)}
    return frozenset(systems)
