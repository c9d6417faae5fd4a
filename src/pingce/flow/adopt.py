"""A project's folder of earlier versions becomes a benchmark: it gets a file, and keeps everything it has."""

from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.store.tables.annotate import Campaign
from pingce.store.tables.competition import Competition
from pingce.store.tables.flow import BenchmarkPart

from .benchmark import NAME, is_benchmark, open_benchmark
from .new import write_file
from .registry import register

USUAL_NAME = "project"


def adopt_project(db: Session, folder: Path) -> int:
    """The number of the benchmark in a folder, made if there is none; campaigns and competitions that belong to no
    benchmark become parts of it, so that the people in them are its members.
    """
    if not is_benchmark(folder):
        name = folder.resolve().name
        write_file(folder, "empty", name if NAME.fullmatch(name) else USUAL_NAME)
    number = register(db, open_benchmark(folder.resolve()))
    campaigns = select(Campaign.id).where(
        Campaign.id.not_in(select(BenchmarkPart.campaign_id).where(BenchmarkPart.campaign_id.is_not(None)))
    )
    competitions = select(Competition.id).where(
        Competition.id.not_in(select(BenchmarkPart.competition_id).where(BenchmarkPart.competition_id.is_not(None)))
    )
    for campaign in db.scalars(campaigns).all():
        db.add(BenchmarkPart(benchmark_id=number, stage=f"campaign {campaign}", campaign_id=campaign))
    for competition in db.scalars(competitions).all():
        db.add(BenchmarkPart(benchmark_id=number, stage=f"competition {competition}", competition_id=competition))
    db.flush()
    return number
