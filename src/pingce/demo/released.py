"""What the campaigns of the demo have brought, released: the steps of the tour from export to pack."""

from fractions import Fraction
from pathlib import Path

from sqlalchemy.orm import Session

from pingce.annotate.services.campaigns import campaign_named
from pingce.annotate.services.download import export_files
from pingce.formats.examples import example_folder
from pingce.formats.load import BadFileError
from pingce.release.inputs import may_be_split, named_inputs, read_all
from pingce.release.pack.about import read_about
from pingce.release.pack.run import PackOrder, pack
from pingce.release.split.proof import make_proof
from pingce.release.split.run import SplitSettings, split
from pingce.store.people import Actor

from .campaigns import RELEASED
from .tour.building import RATIO


def release(db: Session, builder: Actor, folder: Path) -> Path:
    """The folder of the pack."""
    arguments = []
    for task, title in RELEASED.items():
        file = folder / f"{task.rpartition('/')[2]}.jsonl"
        export_files(db, builder, campaign_named(db, builder, title), file)
        arguments.append(f"{task}={file}")
    inputs = named_inputs(arguments)
    decided = read_all(inputs, may_be_split, _refuse, lambda _: None)
    train, dev, test = (Fraction(share) for share in RATIO.split(":"))
    proof = make_proof(inputs, decided, split(decided, SplitSettings((train, dev, test))))
    about, toml = read_about(example_folder() / "release/release.toml")
    pack(PackOrder(about, toml, (), None, (), with_zip=False, organisers=()), decided, proof, folder / "pack")
    return folder / "pack"


def _refuse(problem: BadFileError) -> None:
    raise problem
