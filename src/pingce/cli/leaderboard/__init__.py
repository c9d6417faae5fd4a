"""``pingce leaderboard``: run a shared task, from registration to published ranking."""

import gc

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "rank": "pingce.cli.leaderboard.rank:rank",
        "create": "pingce.cli.leaderboard.create:create",
        "phase": "pingce.cli.leaderboard.phase:phase",
        "calendar": "pingce.cli.leaderboard.calendar:calendar",
        "text": "pingce.cli.leaderboard.text:text",
        "teams": "pingce.cli.leaderboard.teams:teams",
        "submit": "pingce.cli.leaderboard.submit:submit",
        "status": "pingce.cli.leaderboard.status:status",
        "export": "pingce.cli.leaderboard.export:export",
        "deliveries": "pingce.cli.leaderboard.deliveries:deliveries",
        "prizes": "pingce.cli.leaderboard.prizes:prizes",
        "news": "pingce.cli.leaderboard.news:news",
        "rescore": "pingce.cli.leaderboard.rescore:rescore",
    },
)
def leaderboard() -> None:
    """Submissions of teams → phases, limits, scores, Z-scores, ranking.

    \b
    rank     a table of scores, without any server
    create   a competition from an edition, a pack, or a published table
    phase    dates and rules of a phase
    calendar dates of files and events; calendars of past editions
    text     agreement and data licence, accepted at registration
    teams    registrations: list, admit, refuse, export
    submit   hand in answers to a server, as a team
    status   competitions and submissions
    export   a board as CSV, JSON, Markdown or LaTeX
    deliveries  final models, code, prompts and reports; systems that were run again; disqualified teams
    prizes   classes, winners, certificates as PDF
    news     announcements
    rescore  score again after a mended scorer or answer file

    Organisers' commands work on the database itself and may be used while `pingce serve` runs on it; `submit` and
    `status --server` talk to a server with an API token.
    """
    gc.enable()  # scoring may take minutes
