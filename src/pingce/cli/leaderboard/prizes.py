"""``pingce leaderboard prizes``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option
from pingce.formats.write import write_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words


@click.command()
@click.argument("competition")
@click.option("--preset", help="Classes as an edition announced them: space2021, space2022, space2024, space2025.")
@click.option("--by-rank", is_flag=True, help="Give all prizes by the ranking on the test board.")
@click.option("--issue", type=click.Choice(("winners", "everybody")), help="Issue certificates.")
@click.option("--revoke", nargs=2, metavar="NUMBER REASON", help="Say that a certificate no longer holds.")
@click.option("--pdf", type=click.Path(path_type=Path), help="Write all certificates that hold to a PDF file.")
@click.option("--pdf-lang", type=click.Choice(("zh", "en")), default="zh", show_default=True, help="Its language.")
@as_option
@database_option
@spoken_option
def prizes(
    competition: str,
    preset: str | None,
    by_rank: bool,
    issue: str | None,
    revoke: tuple[str, str] | None,
    pdf: Path | None,
    pdf_lang: Literal["zh", "en"],
    as_name: str | None,
    database_url: str,
) -> None:
    """Prizes of COMPETITION, winners and certificates, as JSON; set and give them.

    \b
    pingce leaderboard prizes 1 --preset space2022 --by-rank --issue winners --pdf certificates.pdf
    """
    from pingce.leaderboard.competition.certificate_pdf import certificates_pdf
    from pingce.leaderboard.competition.services import certificates, competitions
    from pingce.leaderboard.competition.services import prizes as services
    from pingce.store.database import transaction

    if preset is not None and preset not in services.PRIZE_PRESETS:
        known = ", ".join(services.PRIZE_PRESETS)
        raise UserError(
            Words(f"没有“{preset}”的奖项；有 {known}。", f"There are no prizes of '{preset}', but of {known}."),
            code="no-such-preset",
        )
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        if preset is not None:
            services.set_prizes(db, actor, number, services.PRIZE_PRESETS[preset])
        if by_rank:
            services.award_by_rank(db, actor, number)
        if issue is not None:
            certificates.issue(db, actor, number, everybody=issue == "everybody")
        if revoke is not None:
            certificates.revoke(db, actor, number, *revoke)
        view = services.prizes(db, actor, number)
        facts = certificates.printed(db, actor, number) if pdf is not None else []
    if pdf is not None:
        write_bytes(pdf, certificates_pdf(facts, pdf_lang))
    click.echo(json.dumps(asdict(view), ensure_ascii=False))
