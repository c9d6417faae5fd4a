"""Prizes by rank and by decision, certificates of all teams in one file, and numbers that anybody verifies."""

import re
import zlib
from base64 import a85decode

import pytest
from fastapi.testclient import TestClient

from pingce.leaderboard.competition.certificate_pdf import CertificateFacts, certificates_pdf
from pingce.leaderboard.competition.services import certificates
from pingce.spec.words import Words
from pingce.store.people import Role

from .builders import Clients
from .shared_task import SharedTask, answers, make_shared_task


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def scored(task: SharedTask) -> tuple[TestClient, TestClient]:
    """On test wang is before li overall."""
    li, wang = task.team("li"), task.team("wang")
    task.phase("test")
    task.handed_in(li, answers("b"))
    task.handed_in(wang, answers("a"))
    return li, wang


def set_preset(task: SharedTask, edition: str) -> None:
    presets = {row["id"]: row["prizes"] for row in task.organiser.get("/api/prizes").json()}
    answer = task.organiser.put(f"{task.url}/prizes", json={"prizes": presets[edition]})
    assert answer.status_code == 200, answer.text


def printed_text(pdf: bytes) -> str:
    """All strings of the pages: content streams are packed, Chinese is written as UTF-16 in the strings."""
    said = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            page = zlib.decompress(a85decode(stream.strip().removesuffix(b"~>")))
        except (ValueError, zlib.error):
            continue
        for raw in re.findall(rb"\(((?:\\.|[^\\)])*)\) Tj", page, re.DOTALL):
            plain = re.sub(rb"\\(\d{3}|.)", lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else m[1], raw)
            said.append(plain.decode("utf-16-be", "replace"))
    return "\n".join(said)


def test_classes_are_those_of_the_page_of_2022(task: SharedTask) -> None:
    set_preset(task, "space2022")
    view = task.organiser.get(f"{task.url}/prizes").json()
    assert [(p["title"]["zh"], p["most"], p["money"], p["each"]) for p in view["prizes"]] == [
        ("一等奖", 2, 20000, None),
        ("二等奖", 2, 15000, None),
        ("三等奖", 4, 15000, None),
    ]
    assert sum(prize["money"] for prize in view["prizes"]) == 50_000


def test_prizes_by_rank_are_seen_by_everybody_once_results_are_out(task: SharedTask, clients: Clients) -> None:
    scored(task)
    set_preset(task, "space2025")
    given = task.organiser.post(f"{task.url}/prizes/by-rank").json()["prizes"]
    assert [[(a["name"], a["rank"]) for a in prize["awards"]] for prize in given] == [
        [("wang队", 1)],
        [("li队", 2)],
        [],
    ]
    assert [prize["each"] for prize in given] == [12000, 12000, None]
    visitor = clients.anonymous()
    assert [prize["awards"] for prize in visitor.get(f"{task.url}/prizes").json()["prizes"]] == [[], [], []]
    task.phase("published")
    assert visitor.get(f"{task.url}/prizes").json()["prizes"][0]["awards"][0]["name"] == "wang队"


def test_organisers_decide_otherwise_within_the_places_of_a_class(task: SharedTask) -> None:
    scored(task)
    set_preset(task, "space2025")
    address = {name: f"{task.url}/teams/{number}/prize" for name, number in task.teams.items()}
    first = task.organiser.put(address["li"], json={"position": 1, "note": "评委会决定"}).json()["prizes"][0]
    assert [(a["name"], a["rank"], a["note"]) for a in first["awards"]] == [("li队", 2, "评委会决定")]
    full = task.organiser.put(address["wang"], json={"position": 1})
    assert (full.status_code, full.json()["code"]) == (422, "prize-full")
    assert task.organiser.put(address["wang"], json={"position": 9}).status_code == 404
    barred = f"{task.url}/teams/{task.teams['wang']}/disqualification"
    assert task.organiser.put(barred, json={"reason": "无法复现"}).status_code == 200
    refused = task.organiser.put(address["wang"], json={"position": 2})
    assert (refused.status_code, refused.json()["code"]) == (403, "cannot-win")
    none = task.organiser.put(address["li"], json={"position": None}).json()["prizes"]
    assert [prize["awards"] for prize in none] == [[], [], []]
    bad = task.organiser.put(f"{task.url}/prizes", json={"prizes": [{"title": "奖", "most": 0}]})
    assert bad.status_code == 422


def test_a_number_is_valid_unknown_or_revoked(task: SharedTask, clients: Clients) -> None:
    li, wang = scored(task)
    set_preset(task, "space2025")
    task.organiser.post(f"{task.url}/prizes/by-rank")
    issued = task.organiser.post(f"{task.url}/certificates", json={}).json()["certificates"]
    assert [(c["team"], c["prize"]["zh"]) for c in issued] == [("li队", "二等奖"), ("wang队", "一等奖")]
    again = task.organiser.post(f"{task.url}/certificates", json={"everybody": True}).json()["certificates"]
    assert again == issued  # who has one for the prize gets no second
    number = issued[1]["number"]
    visitor = clients.anonymous()
    shown = visitor.get(f"/api/certificates/{number.lower()}").json()
    assert (shown["state"], shown["team"], shown["rank"]) == ("valid", "wang队", 1)
    unknown = visitor.get("/api/certificates/PC-2222222222").json()
    assert (unknown["state"], unknown["team"]) == ("unknown", "")
    for body, code in (({"number": number, "reason": " "}, 422), ({"number": "PC-0", "reason": "x"}, 404)):
        assert task.organiser.post(f"{task.url}/certificates/revoke", json=body).status_code == code
    sent = {"number": number, "reason": "成绩无法复现"}
    assert task.organiser.post(f"{task.url}/certificates/revoke", json=sent).status_code == 200
    gone = visitor.get(f"/api/certificates/{number}").json()
    assert (gone["state"], gone["revoked_reason"]) == ("revoked", "成绩无法复现")
    own = li.get(f"{task.url}/prizes").json()["certificates"]
    assert [c["team"] for c in own] == ["li队"]
    text = printed_text(li.get(f"{task.url}/certificates/pdf").content)
    assert "li队" in text
    assert "wang队" not in text
    assert wang.get(f"{task.url}/certificates/pdf").status_code == 404  # its only one was revoked
    other = {"number": issued[0]["number"]}
    assert wang.get(f"{task.url}/certificates/pdf", params=other).status_code == 404
    stranger = clients.person("stranger", Role.TEAM)
    assert stranger.get(f"{task.url}/certificates/pdf").status_code == 404
    assert task.organiser.patch(task.url, json={"open": False}).status_code == 200
    assert visitor.get(f"/api/certificates/{issued[0]['number']}").json()["state"] == "unknown"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_everybody_who_took_part_is_in_one_file(task: SharedTask, lang: str) -> None:
    scored(task)
    answer = task.organiser.post(f"{task.url}/certificates", json={"everybody": True})
    assert len(answer.json()["certificates"]) == 2
    pdf = task.organiser.get(f"{task.url}/certificates/pdf", params={"lang": lang})
    assert pdf.headers["content-type"] == "application/pdf"
    text = printed_text(pdf.content)
    for certificate in answer.json()["certificates"]:
        assert certificate["number"] in text
        assert certificate["team"] in text
    assert ("荣誉证书" in text, "CERTIFICATE" in text) == (lang == "zh", lang == "en")


def test_a_hundred_certificates_are_a_hundred_pages() -> None:
    facts = [
        CertificateFacts(
            f"PC-{i}", "评测", f"队{i}𠮷", "大学" * 60, ("甲", "乙"), Words("一等奖", "first prize"), i, 0.0
        )
        for i in range(100)
    ]
    pdf = certificates_pdf(facts, "zh", "https://example.org/certificates")
    assert pdf.startswith(b"%PDF-")
    assert re.search(rb"/Count 100\b", pdf)
    text = printed_text(pdf)
    assert "PC-99" in text
    assert "总排名第 99" in text


def test_numbers_do_not_repeat_and_have_no_letters_that_look_alike() -> None:
    assert not set("01IO") & set(certificates.LETTERS)
