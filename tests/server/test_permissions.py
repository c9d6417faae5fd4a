"""Every role at every address: who gets in, who does not."""

import re

import pytest

from pingce.server.app import create_app
from pingce.server.openapi import declared_actions
from pingce.server.policies import POLICIES, Action
from pingce.store.people import Role

from .builders import Clients

ANYONE, SIGNED_IN = "anyone", "admin builder reviewer annotator team nobody"
WORKERS = "admin builder reviewer annotator"
PARTAKERS = "admin builder team"

EXPECTED = {
    "GET /api/about": ANYONE,
    "GET /api/health": ANYONE,
    "GET /api/openapi.json": ANYONE,
    "POST /api/login": ANYONE,
    "GET /api/join/{key}": ANYONE,
    "POST /api/join/{key}": ANYONE,
    "GET /api/demo/users": ANYONE,
    "POST /api/demo/login": ANYONE,
    "GET /metrics": "admin",
    "GET /{path:path}": ANYONE,
    "GET /help": ANYONE,
    "GET /help/{path:path}": ANYONE,
    "HEAD /help": ANYONE,
    "HEAD /help/{path:path}": ANYONE,
    "HEAD /{path:path}": ANYONE,
    "POST /api/logout": SIGNED_IN,
    "GET /api/me": SIGNED_IN,
    "PATCH /api/me": SIGNED_IN,
    "POST /api/me/password": SIGNED_IN,
    "GET /api/tokens": SIGNED_IN,
    "GET /api/home": SIGNED_IN,
    "GET /api/search": SIGNED_IN,
    "GET /api/notifications": SIGNED_IN,
    "POST /api/notifications/read": SIGNED_IN,
    "GET /api/me/mail": SIGNED_IN,
    "PUT /api/me/mail": SIGNED_IN,
    "POST /api/tokens": SIGNED_IN,
    "DELETE /api/tokens/{token}": SIGNED_IN,
    "GET /api/people": "admin builder",
    "POST /api/people": "admin",
    "PATCH /api/people/{person}": "admin",
    "POST /api/people/import": "admin",
    "GET /api/invites": "admin",
    "POST /api/invites": "admin",
    "DELETE /api/invites/{invite}": "admin",
    "GET /api/groups": "admin builder",
    "POST /api/groups": "admin",
    "PATCH /api/groups/{group}": "admin",
    "DELETE /api/groups/{group}": "admin",
    "GET /api/presets": "admin builder",
    "GET /api/campaigns": WORKERS,
    "POST /api/campaigns": "admin builder",
    "GET /api/campaigns/{campaign}": WORKERS,
    "PATCH /api/campaigns/{campaign}": "admin builder",
    "GET /api/campaigns/{campaign}/removal": "admin builder",
    "DELETE /api/campaigns/{campaign}": "admin builder",
    "POST /api/campaigns/{campaign}/archive": "admin builder",
    "POST /api/campaigns/{campaign}/restore": "admin builder",
    "GET /api/put-away": "admin builder",
    "GET /api/campaigns/{campaign}/invites": "admin builder",
    "POST /api/campaigns/{campaign}/invites": "admin builder",
    "DELETE /api/campaigns/{campaign}/invites/{invite}": "admin builder",
    "GET /api/campaigns/{campaign}/members": "admin builder reviewer",
    "POST /api/campaigns/{campaign}/members": "admin builder",
    "POST /api/campaigns/{campaign}/levels/from": "admin builder",
    "GET /api/campaigns/{campaign}/cleaning": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/votes": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/votes/excluded": "admin builder",
    "POST /api/campaigns/{campaign}/items": "admin builder",
    "POST /api/campaigns/{campaign}/items/file": "admin builder",
    "GET /api/campaigns/{campaign}/items": "admin builder reviewer",
    "POST /api/imports/preview": "admin builder",
    "POST /api/imports/campaigns": "admin builder",
    "GET /api/imports/samples/{kind}": "admin builder",
    "GET /api/studies/tasks": "admin builder",
    "POST /api/studies/preview": "admin builder",
    "POST /api/studies": "admin builder",
    "GET /api/campaigns/{campaign}/study": "admin builder",
    "GET /api/items/{item}": "admin builder reviewer",
    "GET /api/trace": SIGNED_IN,
    "POST /api/items/{item}/withdraw": "admin builder",
    "POST /api/items/{item}/reopen": "admin builder",
    "POST /api/items/{item}/escalate": "admin builder",
    "GET /api/items/{item}/comments": "admin builder reviewer",
    "POST /api/items/{item}/comments": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/chain": "admin builder",
    "POST /api/campaigns/{campaign}/chain": "admin builder",
    "POST /api/campaigns/{campaign}/chain/preview": "admin builder",
    "GET /api/campaigns/{campaign}/export/counts": "admin builder",
    "POST /api/campaigns/{campaign}/preannotations": "admin builder",
    "GET /api/campaigns/{campaign}/export": "admin builder",
    "GET /api/campaigns/{campaign}/progress": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/figures": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/controls": "admin builder",
    "POST /api/campaigns/{campaign}/controls": "admin builder",
    "GET /api/campaigns/{campaign}/relations": WORKERS,
    "PUT /api/campaigns/{campaign}/relations": "admin builder",
    "GET /api/campaigns/{campaign}/training": WORKERS,
    "GET /api/campaigns/{campaign}/training/items": "admin builder",
    "POST /api/campaigns/{campaign}/training/items/file": "admin builder",
    "POST /api/campaigns/{campaign}/training/items/drop": "admin builder",
    "GET /api/campaigns/{campaign}/training/examples": "annotator",
    "POST /api/campaigns/{campaign}/training/examples/{item}": "annotator",
    "POST /api/campaigns/{campaign}/training/test": "annotator",
    "GET /api/campaigns/{campaign}/training/test": "annotator",
    "PUT /api/campaigns/{campaign}/training/test/{item}": "annotator",
    "POST /api/campaigns/{campaign}/training/test/finish": "annotator",
    "GET /api/campaigns/{campaign}/admissions": "admin builder",
    "POST /api/campaigns/{campaign}/admissions": "admin builder",
    "GET /api/campaigns/{campaign}/admissions/candidates": "admin builder",
    "POST /api/campaigns/{campaign}/admissions/from": "admin builder",
    "GET /api/campaigns/{campaign}/quotas": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/quota": "annotator",
    "GET /api/campaigns/{campaign}/people/{person}/left": "admin builder",
    "POST /api/campaigns/{campaign}/reassign": "admin builder",
    "POST /api/jobs/{job}/gloss-reports": "annotator",
    "GET /api/campaigns/{campaign}/gloss-reports": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/glosses": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/glosses/overlaps": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/gloss-changes": "admin builder reviewer",
    "POST /api/campaigns/{campaign}/gloss-changes": "admin builder",
    "POST /api/campaigns/{campaign}/glosses/send-back": "admin builder",
    "POST /api/campaigns/{campaign}/next": "annotator",
    "GET /api/jobs/{job}": "annotator",
    "GET /api/campaigns/{campaign}/waiting": "annotator",
    "POST /api/jobs/{job}/take": "annotator",
    "PUT /api/jobs/{job}/draft": "annotator",
    "POST /api/jobs/{job}/submit": "annotator",
    "POST /api/jobs/{job}/heartbeat": "annotator",
    "POST /api/jobs/{job}/skip": "annotator",
    "POST /api/jobs/{job}/check": "annotator",
    "GET /api/jobs/{job}/comments": "annotator",
    "POST /api/jobs/{job}/comments": "annotator",
    "POST /api/campaigns/{campaign}/check": "admin builder reviewer",
    "GET /api/campaigns/{campaign}/mine": "annotator",
    "GET /api/inbox": "annotator",
    "POST /api/jobs/{job}/learned": "annotator",
    "POST /api/jobs/{job}/appeal": "annotator",
    "POST /api/campaigns/{campaign}/reviews/next": "admin reviewer",
    "GET /api/reviews/{review}": "admin reviewer",
    "POST /api/reviews/{review}/decide": "admin reviewer",
    "POST /api/reviews/{review}/heartbeat": "admin reviewer",
    "POST /api/reviews/{review}/pass": "admin reviewer",
    "POST /api/campaigns/{campaign}/appeals/next": "admin reviewer",
    "POST /api/appeals/{appeal}/decide": "admin reviewer",
    "GET /api/editions": ANYONE,
    "GET /api/published": ANYONE,
    "GET /api/published/{edition}/export": ANYONE,
    "GET /api/packs": "admin builder",
    "POST /api/competitions/{competition}/packs": "admin builder",
    "GET /api/competitions": ANYONE,
    "POST /api/competitions": "admin builder",
    "GET /api/competitions/{competition}": ANYONE,
    "PATCH /api/competitions/{competition}": "admin builder",
    "GET /api/competitions/{competition}/removal": "admin builder",
    "DELETE /api/competitions/{competition}": "admin builder",
    "POST /api/competitions/{competition}/archive": "admin builder",
    "POST /api/competitions/{competition}/restore": "admin builder",
    "GET /api/put-away/competitions": "admin builder",
    "PUT /api/competitions/{competition}/phases": "admin builder",
    "GET /api/calendars": "admin builder",
    "GET /api/competitions/{competition}/calendar": ANYONE,
    "PUT /api/competitions/{competition}/calendar": "admin builder",
    "POST /api/competitions/{competition}/calendar/preset": "admin builder",
    "POST /api/competitions/{competition}/files": "admin builder",
    "POST /api/competitions/{competition}/pack": "admin builder",
    "POST /api/competitions/{competition}/table": "admin builder",
    "GET /api/competitions/{competition}/files/{file}": ANYONE,
    "GET /api/competitions/{competition}/board": ANYONE,
    "GET /api/competitions/{competition}/board/export": ANYONE,
    "GET /api/competitions/{competition}/history": ANYONE,
    "POST /api/competitions/{competition}/rescore": "admin builder",
    "GET /api/competitions/{competition}/ratings": "admin builder",
    "POST /api/competitions/{competition}/ratings": "admin builder",
    "POST /api/competitions/{competition}/ratings/collect": "admin builder",
    "POST /api/competitions/{competition}/signup": ANYONE,
    "GET /api/competitions/{competition}/teams": ANYONE,
    "POST /api/competitions/{competition}/teams": "team",
    "PATCH /api/competitions/{competition}/teams/{team}": "admin builder",
    "GET /api/competitions/{competition}/registrations": "admin builder",
    "POST /api/competitions/{competition}/baselines": "admin builder",
    "PUT /api/competitions/{competition}/texts": "admin builder",
    "GET /api/competitions/{competition}/news": ANYONE,
    "GET /api/competitions/{competition}/news/rss": ANYONE,
    "POST /api/competitions/{competition}/news": "admin builder",
    "PUT /api/competitions/{competition}/news/{item}": "admin builder",
    "DELETE /api/competitions/{competition}/news/{item}": "admin builder",
    "POST /api/competitions/{competition}/news/{item}/mail": "admin builder",
    "GET /api/competitions/{competition}/questions": ANYONE,
    "POST /api/competitions/{competition}/questions": SIGNED_IN,
    "PUT /api/competitions/{competition}/questions/{question}": "admin builder",
    "GET /api/prizes": "admin builder",
    "GET /api/competitions/{competition}/prizes": ANYONE,
    "PUT /api/competitions/{competition}/prizes": "admin builder",
    "POST /api/competitions/{competition}/prizes/by-rank": "admin builder",
    "PUT /api/competitions/{competition}/teams/{team}/prize": "admin builder",
    "POST /api/competitions/{competition}/certificates": "admin builder",
    "POST /api/competitions/{competition}/certificates/revoke": "admin builder",
    "GET /api/competitions/{competition}/certificates/pdf": PARTAKERS,
    "GET /api/certificates/{number}": ANYONE,
    "GET /api/competitions/{competition}/deliveries": PARTAKERS,
    "PUT /api/competitions/{competition}/deliveries": "admin builder",
    "POST /api/competitions/{competition}/deliveries": "team",
    "GET /api/deliveries/{delivery}/file": PARTAKERS,
    "PUT /api/competitions/{competition}/declaration": "team",
    "POST /api/competitions/{competition}/teams/{team}/reproductions": "admin builder",
    "PUT /api/competitions/{competition}/teams/{team}/disqualification": "admin builder",
    "POST /api/competitions/{competition}/texts/accept": "team",
    "GET /api/competitions/{competition}/registrations/export": "admin builder",
    "POST /api/competitions/{competition}/agreements": "team",
    "GET /api/competitions/{competition}/left": PARTAKERS,
    "POST /api/competitions/{competition}/submissions": PARTAKERS,
    "GET /api/competitions/{competition}/submissions": PARTAKERS,
    "GET /api/submissions/{submission}": PARTAKERS,
    "PATCH /api/submissions/{submission}": PARTAKERS,
    "POST /api/submissions/{submission}/withdraw": PARTAKERS,
    "GET /api/submissions/{submission}/warnings": PARTAKERS,
    "GET /api/submissions/{submission}/errors": PARTAKERS,
    "GET /api/submissions/{submission}/compare/{other}": PARTAKERS,
    "GET /api/submissions/{submission}/compare/{other}/significance": PARTAKERS,
    "GET /api/tasks/{edition}/{task}": ANYONE,
    "GET /api/measures": ANYONE,
    "GET /api/systems": ANYONE,
    "GET /api/try": ANYONE,
    "POST /api/try/reading": ANYONE,
    "POST /api/try/{edition}/{task}": ANYONE,
    "GET /api/project": SIGNED_IN,
    "GET /api/project/reports/{name}": "admin builder",
    "GET /api/project/files": "admin builder",
    "GET /api/benchmarks": SIGNED_IN,
    "GET /api/benchmarks/{name}": "admin builder",
    "POST /api/benchmarks": "admin builder",
    "GET /api/benchmarks/{name}/forms": "admin builder",
    "GET /api/benchmarks/{name}/stages/{stage}": "admin builder",
    "POST /api/benchmarks/{name}/stages": "admin builder",
    "PUT /api/benchmarks/{name}/stages/{stage}": "admin builder",
    "DELETE /api/benchmarks/{name}/stages/{stage}": "admin builder",
    "POST /api/benchmarks/{name}/sources": "admin builder",
    "GET /api/benchmarks/{name}/files": "admin builder",
    "GET /api/benchmarks/{name}/files/{file}": "admin builder",
    "PUT /api/benchmarks/{name}/files/{file}": "admin builder",
    "GET /api/benchmarks/{name}/output": "admin builder",
    "POST /api/benchmarks/{name}/answers": "admin builder",
    "GET /api/benchmarks/{name}/runs/{run}/pages": "admin builder",
    "GET /api/benchmarks/{name}/runs/{run}/items": "admin builder",
    "GET /api/benchmarks/{name}/packs/{stage}": "admin builder",
    "POST /api/benchmarks/{name}/packs/{stage}/verify": "admin builder",
    "GET /api/benchmarks/{name}/packs/{stage}/archive": "admin builder",
    "GET /api/benchmarks/{name}/lexicon": "admin builder",
    "PUT /api/benchmarks/{name}/lexicon": "admin builder",
    "POST /api/benchmarks/{name}/stages/{stage}/preview": "admin builder",
    "GET /api/benchmarks/{name}/plan": "admin builder",
    "GET /api/benchmarks/{name}/counts": "admin builder",
    "GET /api/benchmarks/{name}/tables": "admin builder",
    "GET /api/benchmarks/{name}/runs": "admin builder",
    "GET /api/benchmarks/{name}/runs/{run}": "admin builder",
    "GET /api/benchmarks/{name}/runs/{run}/log": "admin builder",
    "POST /api/benchmarks/{name}/runs/{run}/cancel": "admin builder",
    "POST /api/benchmarks/{name}/make": "admin builder",
    "GET /api/benchmarks/{name}/orders": "admin builder",
    "POST /api/benchmarks/{name}/orders/{order}/cancel": "admin builder",
    "GET /api/benchmarks/{name}/tasks": "admin builder",
    "POST /api/benchmarks/{name}/tasks/check": "admin builder",
    "PUT /api/benchmarks/{name}/tasks/{task}": "admin builder",
    "GET /api/benchmarks/{name}/members": "admin builder",
    "POST /api/benchmarks/{name}/members": "admin",
    "DELETE /api/benchmarks/{name}/members/{user}": "admin",
}
"""Written down a second time on purpose: who changes a policy says so here, too."""

EVERYBODY = ("admin", "builder", "reviewer", "annotator", "team", "nobody", "anonymous")


def test_every_route_declares_its_action_and_is_in_the_table(clients: Clients) -> None:
    declared = {f"{method} {path}": action for path, method, action in declared_actions(clients.app)}
    assert [route for route, action in declared.items() if action is None] == []
    assert sorted(declared) == sorted(EXPECTED)


def test_a_route_without_an_action_is_noticed(clients: Clients) -> None:
    app = create_app(clients.server)
    app.get("/api/forgotten")(lambda: None)
    assert ("/api/forgotten", "GET", None) in list(declared_actions(app))


def test_every_action_has_a_policy_and_a_route(clients: Clients) -> None:
    assert set(POLICIES) == set(Action)
    assert {action for _, _, action in declared_actions(clients.app)} == set(Action)


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_gets_in_where_the_table_says_and_nowhere_else(clients: Clients, who: str) -> None:
    if who == "anonymous":
        client = clients.anonymous()
    else:
        client = clients.person(who, *([Role(who)] if who != "nobody" else []))
    wrong = {}
    for route, allowed in EXPECTED.items():
        if route == "POST /api/logout" or "{path" in route:
            continue
        method, _, path = route.partition(" ")
        path = re.sub(r"\{\w+\}", "77", path)
        answer = client.request(method, path)
        if allowed != ANYONE and who == "anonymous":
            expected = answer.status_code == 401
        elif allowed == ANYONE or who in allowed.split():
            # In: nothing is there or the body is wrong, but nobody says "not you".
            expected = answer.status_code in (200, 201, 404, 422)
        else:
            expected = answer.status_code == 403 and answer.json()["code"] == "not-allowed"
        if not expected:
            wrong[route] = answer.status_code
    assert wrong == {}
