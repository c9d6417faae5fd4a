"""People, invites, groups and lists of people over HTTP."""

import time

import pytest
from fastapi.testclient import TestClient

from pingce.store.database import transaction
from pingce.store.people import Role
from pingce.store.tables.people import Invite, User

from .builders import PASSWORD, Clients


def test_an_added_person_gets_a_password_that_is_shown_once_and_works(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    made = admin.post("/api/people", json={"name": "小王", "roles": ["annotator"], "groups": ["一组"]})
    assert made.status_code == 201
    person = made.json()
    answer = clients.anonymous().post("/api/login", json={"name": "小王", "password": person["password"]})
    assert answer.json()["roles"] == ["annotator"]
    listed = admin.get("/api/people", params={"group": "一组"}).json()
    assert [(row["name"], row["groups"]) for row in listed["rows"]] == [("小王", ["一组"])]
    assert "password" not in listed["rows"][0]


def test_a_name_is_taken_once_even_when_composed_differently(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    assert admin.post("/api/people", json={"name": "Zoe\u0308"}).status_code == 201
    again = admin.post("/api/people", json={"name": "Zo\u00eb"})
    assert (again.status_code, again.json()["code"]) == (409, "name-taken")


@pytest.mark.parametrize("name", ["", "a b", "a/b", "<b>", "a" * 65, "a,b"])
def test_names_that_would_break_pages_or_lists_are_refused(clients: Clients, name: str) -> None:
    admin = clients.person("root", Role.ADMIN)
    answer = admin.post("/api/people", json={"name": name})
    assert (answer.status_code, [p["where"] for p in answer.json()["problems"]]) == (422, ["body.name"])


@pytest.mark.parametrize("change", [{"active": False}, {"roles": ["builder"]}])
def test_the_last_administrator_stays(clients: Clients, change: dict[str, object]) -> None:
    admin = clients.person("root", Role.ADMIN)
    person = admin.get("/api/me").json()["id"]
    answer = admin.patch(f"/api/people/{person}", json=change)
    assert (answer.status_code, answer.json()["code"]) == (409, "last-admin")
    assert admin.get("/api/me").json()["roles"] == ["admin"]


def test_a_role_taken_away_is_gone_at_the_next_request(clients: Clients) -> None:
    admin, li = clients.person("root", Role.ADMIN), clients.person("li", Role.BUILDER)
    assert li.get("/api/people").status_code == 200
    person = li.get("/api/me").json()["id"]
    admin.patch(f"/api/people/{person}", json={"roles": ["annotator"]})
    assert li.get("/api/people").status_code == 403


def test_people_are_found_by_name_title_and_role_a_page_at_a_time(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    for i in range(5):
        admin.post("/api/people", json={"name": f"p{i}", "title": "百分之50%" if i == 3 else "", "roles": ["team"]})
    page = admin.get("/api/people", params={"role": "team", "offset": 2, "limit": 2}).json()
    assert (page["total"], [row["name"] for row in page["rows"]]) == (5, ["p2", "p3"])
    assert [row["name"] for row in admin.get("/api/people", params={"search": "0%"}).json()["rows"]] == ["p3"]


def test_an_invite_makes_one_account_with_its_roles_and_signs_in(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    body = {"roles": ["reviewer"], "group": "二组", "title": "审核组"}
    path = admin.post("/api/invites", json=body).json()["path"]
    guest = clients.anonymous()
    offered = guest.get(f"/api{path}").json()
    assert (offered["roles"], offered["group"], offered["title"]) == (["reviewer"], "二组", "审核组")
    joined = guest.post(f"/api{path}", json={"name": "li", "password": "long enough"})
    assert joined.status_code == 201
    assert guest.get("/api/me").json()["roles"] == ["reviewer"]
    assert admin.get("/api/people", params={"group": "二组"}).json()["total"] == 1
    second = clients.anonymous().post(f"/api{path}", json={"name": "wang", "password": "long enough"})
    assert (second.status_code, second.json()["code"]) == (404, "no-such-invite")
    assert admin.get("/api/invites").json() == []


def test_a_name_that_is_taken_does_not_use_up_the_invite(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    path = admin.post("/api/invites", json={"roles": ["annotator"]}).json()["path"]
    taken = clients.anonymous().post(f"/api{path}", json={"name": "root", "password": "long enough"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
    assert clients.anonymous().post(f"/api{path}", json={"name": "li", "password": "long enough"}).status_code == 201


@pytest.mark.parametrize("spoil", ["expire", "delete"])
def test_an_expired_or_withdrawn_invite_does_not_work(clients: Clients, spoil: str) -> None:
    admin = clients.person("root", Role.ADMIN)
    made = admin.post("/api/invites", json={"roles": ["admin"]}).json()
    if spoil == "delete":
        assert admin.delete(f"/api/invites/{made['id']}").status_code == 200
    else:
        with transaction(clients.server.engine) as db:
            db.query(Invite).update({"expires_at": time.time() - 1})
    answer = clients.anonymous().post(f"/api{made['path']}", json={"name": "li", "password": "long enough"})
    assert answer.status_code == 404


def test_a_list_of_people_is_added_whole(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    text = "\ufeffname,title,roles,groups,password\n小李,李四,annotator reviewer,一组 二组,\n小王,,,,my own password\n"
    answer = admin.post("/api/people/import", files={"file": ("people.csv", text.encode())})
    assert answer.status_code == 201
    first, second = answer.json()["people"]
    assert (first["title"], first["roles"], first["groups"]) == ("李四", ["annotator", "reviewer"], ["一组", "二组"])
    assert (second["roles"], second["password"]) == (["annotator"], None)
    for name, password in (("小李", first["password"]), ("小王", "my own password")):
        assert clients.anonymous().post("/api/login", json={"name": name, "password": password}).status_code == 200


def test_roles_may_be_named_as_the_pages_show_them(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    text = "name,roles\n小李,标注员 审核员\n小王,annotator 参赛队\n"
    answer = admin.post("/api/people/import", files={"file": ("people.csv", text.encode())})
    assert answer.status_code == 201, answer.text
    assert [one["roles"] for one in answer.json()["people"]] == [["annotator", "reviewer"], ["annotator", "team"]]


def test_all_problems_of_a_list_are_told_and_nobody_is_added(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    lines = [
        "name,roles,password",
        "root,annotator,",
        "a b,,",
        "li,king queen,",
        "wang,,short",
        "li,,",
        ",,long enough",
    ]
    answer = admin.post("/api/people/import", files={"file": ("people.csv", "\n".join(lines).encode())})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-roster")
    assert [(p["where"], p["message"]["en"]) for p in answer.json()["problems"]] == [
        ("line 2", "the name 'root' is taken"),
        ("line 3", "'a b' cannot be a name"),
        ("line 4", "there is no role 'king'; known: admin, builder, reviewer, annotator, team"),
        ("line 4", "there is no role 'queen'; known: admin, builder, reviewer, annotator, team"),
        ("line 5", "a password has 8 to 200 characters"),
        ("line 6", "the same name as in line 4"),
        ("line 7", "'' cannot be a name"),
    ]
    [king] = [p["message"]["zh"] for p in answer.json()["problems"] if "king" in p["message"]["zh"]]
    assert king == "没有角色“king”；可用：管理员、建设者、审核员、标注员、参赛队"
    with transaction(clients.server.engine) as db:
        assert db.query(User).count() == 1


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        (b"", ["the first line needs a column 'name'"]),
        (
            b"who,name,name\n",
            ["unknown column 'who'; known: name, title, roles, groups, password", "a column appears twice"],
        ),
        ("name\n小李".encode("gb18030"), ["this is not UTF-8 text"]),
        (b"name\nli\n\x00\n", ["'\\x00' cannot be a name"]),
        (b"name,title\nli,a\x00b\n", ["there is a NUL character in it"]),
        (b"name,title\nli," + b"x" * 129 + b"\n", ["the title is too long (at most 128 characters)"]),
        (b"name,groups\nli," + b"g" * 65 + b"\n", ["the name of a group is too long (at most 64 characters)"]),
        (b"name\n" + b"\n".join(b"p%d" % i for i in range(1001)), ["at most 1000 at once"]),
        (b"name\n" + b"x" * 200_000, ["this is not CSV: field larger than field limit (131072)"]),
    ],
)
def test_a_list_that_cannot_be_read_says_why(clients: Clients, data: bytes, problems: list[str]) -> None:
    admin = clients.person("root", Role.ADMIN)
    answer = admin.post("/api/people/import", files={"file": ("people.csv", data)})
    assert answer.status_code == 422
    assert [p["message"]["en"].replace("\x00", "\\x00") for p in answer.json()["problems"]] == problems


def test_groups_have_members_that_exist_and_names_that_differ(clients: Clients) -> None:
    admin = clients.person("root", Role.ADMIN)
    person = admin.get("/api/me").json()["id"]
    group = admin.post("/api/groups", json={"name": "一组", "members": [person, person]}).json()
    assert group["members"] == [person]
    assert admin.post("/api/groups", json={"name": "一组"}).json()["code"] == "name-taken"
    other = admin.post("/api/groups", json={"name": "二组"}).json()
    assert admin.patch(f"/api/groups/{other['id']}", json={"name": "一组"}).json()["code"] == "name-taken"
    answer = admin.patch(f"/api/groups/{group['id']}", json={"members": [person, 999]})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-person")
    assert [one["members"] for one in admin.get("/api/groups").json()] == [[person], []]
    assert admin.delete(f"/api/groups/{group['id']}").status_code == 200
    assert admin.delete(f"/api/groups/{group['id']}").status_code == 404
    assert admin.get("/api/people").json()["rows"][0]["groups"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("patch", "/api/people/999"),
        ("patch", "/api/groups/999"),
        ("delete", "/api/invites/999"),
        ("delete", "/api/tokens/999"),
    ],
)
def test_what_does_not_exist_is_not_found(clients: Clients, method: str, path: str) -> None:
    admin = clients.person("root", Role.ADMIN)
    answer = admin.request(method, path, json={} if method == "patch" else None)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def campaign_of(builder: TestClient, title: str) -> str:
    made = builder.post("/api/campaigns", json={"title": title, "preset": "space-rating"})
    assert made.status_code == 201, made.text
    return f"/api/campaigns/{made.json()['id']}"


def test_whoever_a_builder_invites_lands_in_the_campaign(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    url = campaign_of(builder, "评级")
    made = builder.post(f"{url}/invites", json={"roles": ["annotator"], "uses": 2}).json()
    assert made["campaign_title"] == "评级"
    newcomer = clients.anonymous()
    assert newcomer.get(f"/api{made['path']}").json()["campaign"] == made["campaign"]
    joined = newcomer.post(f"/api{made['path']}", json={"name": "xin", "password": PASSWORD}).json()
    assert joined["roles"] == ["annotator"]
    assert [row["title"] for row in newcomer.get("/api/campaigns").json()] == ["评级"]
    members = {row["name"]: row["roles"] for row in builder.get(f"{url}/members").json()}
    assert members == {"builder": ["builder"], "xin": ["annotator"]}
    assert [row["uses_left"] for row in builder.get(f"{url}/invites").json()] == [1]


def test_builders_invite_into_their_own_campaigns_and_to_work_only(clients: Clients) -> None:
    builder, other = clients.person("builder", Role.BUILDER), clients.person("other", Role.BUILDER)
    url, elsewhere = campaign_of(builder, "一"), campaign_of(other, "二")
    body = {"roles": ["reviewer", "annotator"]}
    made = builder.post(f"{url}/invites", json=body).json()
    assert other.post(f"{url}/invites", json=body).status_code == 404
    assert other.get(f"{url}/invites").status_code == 404
    assert other.delete(f"{elsewhere}/invites/{made['id']}").status_code == 404
    for roles in (["admin"], ["builder"], ["team"], []):
        assert builder.post(f"{url}/invites", json={"roles": roles}).status_code == 422
    assert builder.delete(f"{url}/invites/{made['id']}").status_code == 200
    assert clients.anonymous().get(f"/api{made['path']}").status_code == 404


def test_nobody_joins_a_campaign_that_was_put_away(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    url = campaign_of(builder, "旧")
    path = builder.post(f"{url}/invites", json={"roles": ["annotator"]}).json()["path"]
    assert builder.post(f"{url}/archive").status_code == 200
    refused = clients.anonymous().post(f"/api{path}", json={"name": "xin", "password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-such-invite")
