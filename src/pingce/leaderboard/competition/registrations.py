"""The registrations as a file for organisers: all that teams said of themselves, and what they accepted when."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Literal

from .calendar import BEIJING
from .export import harmless
from .views import TeamView

RegistrationFormat = Literal["csv", "json"]
HEADER = (
    *("id", "team", "state", "reason", "organisation", "affiliation", "leader", "email", "phone", "members"),
    *("registered_at", "agreement", "agreement_accepted_at", "licence", "licence_accepted_at"),
)


def export_registrations(teams: Sequence[TeamView], kind: RegistrationFormat) -> str:
    """One line per team, baselines left out; times in Beijing; texts by version."""
    listed = [team for team in teams if not team.baseline]
    if kind == "json":
        return json.dumps([asdict(team) for team in listed], ensure_ascii=False, indent=2) + "\n"
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for team in listed:
        writer.writerow([harmless(cell) for cell in _cells(team)])
    return out.getvalue()


def _cells(team: TeamView) -> list[str]:
    newest = {text.kind: text for text in team.accepted_texts}
    texts = []
    for kind in ("agreement", "licence"):
        text = newest.get(kind)
        texts += [str(text.version), _moment(text.at)] if text is not None else ["", ""]
    contact = [team.organisation, team.affiliation, team.leader, team.email, team.phone, "；".join(team.members)]
    return [str(team.id), team.name, team.state, team.decided_reason, *contact, _moment(team.created_at), *texts]


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, BEIJING).isoformat(timespec="seconds")
