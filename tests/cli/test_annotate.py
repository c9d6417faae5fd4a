"""``pingce annotate``: a campaign from the command line, straight on the database."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from pingce.annotate.services import queue, submit
from pingce.annotate.services.kept import catch_up
from pingce.server.people.accounts import actor_of, find_user
from pingce.server.people.secrets import password_fits
from pingce.store.database import open_database, transaction
from pingce.store.tables.figures import CampaignFigures
from pingce.store.tables.people import Invite

from .conftest import EXAMPLES, Ran, Run

Annotate = Callable[..., Ran]


@pytest.fixture
def annotate(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Annotate:
    """The commands on a database of their own, with an administrator."""
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("pingce.server.people.secrets._hasher", lambda: quick)
    monkeypatch.setenv("PINGCE_DATABASE", str(tmp_path / "data" / "work.db"))

    def call(*arguments: str | Path) -> Ran:
        return pingce("annotate", *arguments)

    assert call("users", "add", "root", "--role", "admin", "--title", "主管").code == 0
    return call


def answer_all(tmp_path: Path, name: str, answer: dict[str, object]) -> int:
    engine = open_database(str(tmp_path / "data" / "work.db"))
    done = 0
    while True:
        with transaction(engine) as db:
            user = find_user(db, name)
            assert user is not None
            job = queue.next_job(db, actor_of(user), 1)
            if job is None:
                break
            submit.submit(db, actor_of(user), job.job, answer, key=f"cli-{job.job:08}", version=job.version)
            done += 1
    engine.dispose()
    return done


def need_the_same_when_counted_anew(annotate: Annotate, tmp_path: Path) -> None:
    """Also of sums that were stored; wrong ones are named, and dropped when asked."""
    assert annotate("recount", "评级一期", "--lang", "zh").out == "保存的统计与重新计数一致。\n"
    engine = open_database(str(tmp_path / "data" / "work.db"))
    catch_up(engine, 1)
    with transaction(engine) as db:
        sums = db.scalars(select(CampaignFigures)).one()
        sums.counts = {**sums.counts, "item decided": 19, "item review": 1}
    engine.dispose()
    wrong = annotate("recount", "1")
    assert (wrong.code, "items.decided 19 20" in " ".join(wrong.out.split())) == (1, True)
    repaired = annotate("recount", "1", "--repair", "--json")
    found = [
        {"name": "items.decided", "kept": 19, "recounted": 20},
        {"name": "items.review", "kept": 1, "recounted": None},
    ]
    assert (repaired.code, json.loads(repaired.out)) == (1, {"differences": found, "repaired": True})
    assert annotate("recount", "1").out == "The kept figures are those of the recount.\n"


def test_a_campaign_runs_from_create_to_export(annotate: Annotate, tmp_path: Path) -> None:
    options = [
        "--set",
        "audit_rate=0",
        "--set",
        "audit_rate_first=0",
        "--set",
        "control_rate=0.0",
        "--set",
        "order=given",
    ]
    created = annotate("create", "评级一期", "--preset", "space-rating", *options, "--open")
    shown = json.loads(created.out)
    assert (shown["id"], shown["status"], shown["settings"]["order"]) == (1, "open", "given")
    questions = EXAMPLES / "space2022/task1_dev_input.jsonl"
    assert json.loads(annotate("import", "评级一期", questions).out) == {"added": 20, "already": 0, "total": 20}
    assert json.loads(annotate("import", "1", questions).out) == {"added": 0, "already": 20, "total": 20}
    predictions = EXAMPLES / "space2022/pred-a-task1.jsonl"
    suggested = annotate("preannotate", "1", predictions, "--system", "template")
    assert json.loads(suggested.out) == {"suggested": 20, "passed_over": 0}
    for name in ("li", "wang"):
        annotate("users", "add", name, "--group", "一组")
    assigned = annotate("users", "assign", "1", "li", "--group", "一组", "--audit-rate", "0")
    assert json.loads(assigned.out)["members"] == {"li": ["annotator"], "root": ["builder"], "wang": ["annotator"]}
    assert (answer_all(tmp_path, "li", {"rating": "fine"}), answer_all(tmp_path, "wang", {"rating": "fine"})) == (
        20,
        20,
    )
    out = tmp_path / "out.jsonl"
    assert annotate("export", "评级一期", "--out", out).code == 0
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert (len(records), {record["judge"] for record in records}) == (20, {1})
    table = list(csv.reader(io.StringIO(annotate("export", "1", "--format", "csv").out.lstrip("\ufeff"))))
    assert len(table) == 41
    assert len(annotate("export", "1", "--format", "history").out.splitlines()) == 21
    status = json.loads(annotate("status", "1", "--json").out)
    assert (status["progress"]["items"], status["figures"]["agreement"]["test"]) == (
        {"decided": 20},
        {"part": 20, "whole": 20},
    )
    assert "1.000 20/20" in " ".join(annotate("status", "评级一期").out.split())
    assert "评级一期 space-rating open 20 20" in " ".join(annotate("status").out.split())
    assert json.loads(annotate("status", "--json").out)["campaigns"][0]["decided"] == 20
    assert "一致" in annotate("status", "1", "--lang", "zh").out
    need_the_same_when_counted_anew(annotate, tmp_path)


def test_glosses_controls_and_explanations_come_from_files(annotate: Annotate) -> None:
    annotate("create", "词义", "--preset", "wsd")
    wsd = EXAMPLES / "wsd"
    missing = annotate("import", "词义", wsd / "val.data.txt", "--group-by", "word")
    assert (missing.code, "needs the glosses" in missing.err) == (1, True)
    added = annotate(
        "import", "词义", wsd / "val.data.txt", "--group-by", "word", "--inventory", wsd / "inventory.json"
    )
    assert json.loads(added.out)["added"] == 37
    annotate("create", "评分", "--preset", "explanation-rating")
    space = EXAMPLES / "space2023"
    rated = annotate("import", "评分", space / "pred-a-task3.jsonl", "--questions", space / "task3_examples.jsonl")
    assert json.loads(rated.out)["added"] == 8
    annotate("create", "归因", "--form", "space-attribution")
    gold = annotate("import", "归因", EXAMPLES / "space2022/task2_dev.jsonl", "--control")
    assert json.loads(gold.out)["added"] == 10
    no_gold = annotate("import", "归因", EXAMPLES / "space2022/task2_dev_input.jsonl", "--control")
    assert (no_gold.code, no_gold.err.count("expected reasons [missing-key]")) == (1, 10)
    no_key = annotate("import", "归因", EXAMPLES / "space2022/task2_dev_input.jsonl", "--group-by", "origin")
    assert (no_key.code, "has no origin to group by" in no_key.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["create", "x", "--preset", "space-rating", "--set", "answers"], "'answers' should be NAME=VALUE"),
        (["create", "x", "--preset", "space-rating", "--set", "answers=51"], "answers: 51; expected"),
        (["create", "x", "--preset", "space-rating", "--rule", "nonsense=off"], "nonsense: no rule of space-rating"),
        (["create", "x", "--preset", "nonsense"], "There is no preset nonsense"),
        (["create", "x"], "Name a preset or a form"),
        (["status", "nothing"], "There is no campaign 'nothing'"),
        (["status", "²"], "There is no campaign '²'"),
        (["status", "9" * 30], f"There is no campaign '{'9' * 30}'"),
        (["create", "长" * 129, "--preset", "wsd"], "A title has at most 128 characters"),
        (["users", "add", "li", "--title", "长" * 129], "A title has at most 128 characters"),
        (["users", "add", "li", "--group", "长" * 65], "The name of a group has 1 to 64 characters"),
        (["users", "assign", "only", "nobody", "neither"], "There are no such users: nobody, neither"),
        (["users", "password", "nobody"], "There is no user 'nobody'"),
        (["users", "add", "root"], "The name 'root' is taken"),
        (["users", "import", "nowhere.csv"], "Cannot read nowhere.csv: No such file"),
        (["users", "invite", "--as", "nobody"], "There is no user 'nobody'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes_are_told_and_nothing_is_made(annotate: Annotate, arguments: list[str], said: str) -> None:
    annotate("create", "only", "--preset", "space-step")
    ran = annotate(*arguments)
    assert (ran.code, said in ran.err) == (1, True), ran.err
    assert len(json.loads(annotate("status", "--json").out)["campaigns"]) == 1
    assert len(json.loads(annotate("users", "list", "--json").out)["people"]) == 1


def test_without_an_administrator_a_command_says_how_to_make_one(pingce: Run, tmp_path: Path) -> None:
    database = tmp_path / "new" / "work.db"
    pingce("annotate", "users", "add", "wang", "--database", database)
    ran = pingce("annotate", "create", "x", "--preset", "wsd", "--database", database)
    assert (ran.code, "users add NAME --role admin" in ran.err) == (1, True)


def test_a_mistyped_database_is_not_made(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("annotate", "status", "--database", tmp_path / "typo" / "work.db")
    assert (ran.code, "There is no database" in ran.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_a_campaign_called_by_a_number_is_found_by_it(annotate: Annotate) -> None:
    annotate("create", "2023", "--preset", "space-step")
    assert json.loads(annotate("status", "2023", "--json").out)["progress"]["items"] == {}


def test_a_campaign_without_answers_is_told_by_its_name(annotate: Annotate, pingce: Run) -> None:
    assert annotate("status").code == 0
    drawn = ("--items", "5", "--by", "nothing", "--labels", "as-they-are", "--for", "audit", "--campaign", "复核")
    assert pingce("quality", "draw", f"space2022/task3={EXAMPLES / 'space2022' / 'task3_dev.jsonl'}", *drawn).code == 0
    ran = pingce("quality", "audit", "--campaign", "复核")
    assert (ran.code, ran.err) == (1, "Error: Nobody has answered in the campaign '复核' yet.\n")


def test_a_database_that_cannot_be_made_is_told(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for database, said in ((tmp_path / "file" / "work.db", "cannot be made"), (tmp_path, "Is a directory")):
        ran = pingce("annotate", "users", "add", "wang", "--database", database)
        assert (ran.code, said in ran.err, "Traceback" in ran.err) == (1, True, False), ran.err


def test_people_are_listed_imported_and_removed_from_campaigns(annotate: Annotate, tmp_path: Path) -> None:
    roster = tmp_path / "people.csv"
    roster.write_text("name,roles,password\n小李,annotator reviewer,\n小王,,own password\n", encoding="utf-8")
    made = [line.split(",") for line in annotate("users", "import", roster).out.splitlines()]
    assert [(name, bool(password)) for name, password in made] == [("小李", True), ("小王", False)]
    assert "小李 annotator reviewer" in " ".join(annotate("users", "list").out.replace("小李 小李", "小李").split())
    roster.write_text("name\n小李\na b\n", encoding="utf-8")
    wrong = annotate("users", "import", roster, "--lang", "zh")
    assert wrong.code == 1
    assert "people.csv: line 2: 用户名“小李”已有人使用" in wrong.err
    assert "people.csv: line 3: “a b”不能作用户名" in wrong.err
    annotate("create", "活动", "--preset", "wsd")
    annotate("users", "assign", "活动", "小李", "--role", "reviewer", "--role", "annotator")
    removed = json.loads(annotate("users", "assign", "活动", "小李", "--remove").out)
    assert removed == {"members": {"root": ["builder"]}}


def test_passwords_are_read_from_a_file_or_made_anew(annotate: Annotate, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from a file\n", encoding="utf-8")
    added = json.loads(annotate("users", "add", "li", "--password-file", tmp_path / "secret").out)
    assert added["password"] is None
    made = annotate("users", "password", "li").out.strip()
    engine = open_database(str(tmp_path / "data" / "work.db"))
    with transaction(engine) as db:
        user = find_user(db, "li")
        assert user is not None
        assert (password_fits(user.password, made), password_fits(user.password, "from a file")) == (True, False)
    engine.dispose()


@pytest.mark.parametrize(("password", "said"), [("short", "at least 8 characters"), ("x" * 201, "at most 200 char")])
def test_a_password_nobody_could_sign_in_with_is_refused(
    annotate: Annotate, tmp_path: Path, password: str, said: str
) -> None:
    (tmp_path / "secret").write_text(f"{password}\n", encoding="utf-8")
    refused = annotate("users", "add", "wang", "--password-file", tmp_path / "secret")
    assert (refused.code, said in refused.err) == (1, True)
    assert "wang" not in annotate("users", "list").out


def test_an_invite_is_an_address(annotate: Annotate) -> None:
    link = annotate("users", "invite", "--role", "reviewer", "--server", "https://pingce.example/").out.strip()
    assert link.startswith("https://pingce.example/join/")


def test_every_command_takes_a_database_and_whom_to_act_as(
    annotate: Annotate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PINGCE_DATABASE")
    where = ("--database", tmp_path / "data" / "work.db")
    acting = (*where, "--as", "bao")
    roster = tmp_path / "people.csv"
    roster.write_text("name,roles\nbao,builder\nli,annotator\n", encoding="utf-8")
    assert annotate("users", "import", roster, *where).code == 0
    assert len(annotate("users", "password", "li", *where).out.strip()) > 8
    listed = json.loads(annotate("users", "list", "--json", *where).out)["people"]
    assert [one["name"] for one in listed] == ["bao", "li", "root"]
    assert json.loads(annotate("create", "评级", "--preset", "space-rating", *acting).out)["id"] == 1
    questions, predictions = (EXAMPLES / "space2022" / name for name in ("task1_dev_input.jsonl", "pred-a-task1.jsonl"))
    assert json.loads(annotate("import", "1", questions, *acting).out)["added"] == 20
    assert json.loads(annotate("preannotate", "1", predictions, "--system", "t", *acting).out)["suggested"] == 20
    members = json.loads(annotate("users", "assign", "1", "li", *acting).out)["members"]
    assert members == {"bao": ["builder"], "li": ["annotator"]}
    assert json.loads(annotate("status", "1", "--json", *acting).out)["progress"]["items"] == {"open": 20}
    assert len(annotate("export", "1", "--format", "history", *acting).out.splitlines()) >= 1
    assert "There is no user 'nobody'" in annotate("status", "1", *where, "--as", "nobody").err


def test_an_invite_says_for_whom_for_how_long_and_how_often(annotate: Annotate, tmp_path: Path) -> None:
    where = tmp_path / "data" / "work.db"
    annotate("users", "add", "li", "--group", "一组")
    more = ("--days", "3", "--uses", "2", "--group", "一组", "--as", "root", "--database", where)
    assert annotate("users", "invite", *more).code == 0
    engine = open_database(str(where))
    with transaction(engine) as db:
        [made] = db.scalars(select(Invite))
        assert (made.uses_left, round((made.expires_at - made.created_at) / 86400)) == (2, 3)
    engine.dispose()


def test_items_that_cannot_be_taken_are_listed_by_file_and_line(annotate: Annotate, tmp_path: Path) -> None:
    annotate("create", "评级", "--preset", "space-rating", "--open")
    file = tmp_path / "items.jsonl"

    def written(text: str) -> Path:
        lines = [json.dumps({"qid": f"q{i}", "context": text}, ensure_ascii=False) for i in range(1, 26)]
        file.write_text("\n".join(lines), encoding="utf-8")
        return file

    assert annotate("import", "1", written("猫在树下。")).code == 0
    refused = annotate("import", "1", written("猫在树上。"))
    same = [f"{file}:{i} (qid q{i}): the id is there already with another text" for i in range(1, 21)]
    tail = ["… and 5 more", "Error: 25 problems; nothing was imported."]
    assert (refused.code, refused.err.splitlines()) == (1, [*same, *tail])
    said = annotate("import", "1", file, "--lang", "zh").err.splitlines()
    assert (said[0], said[-2]) == (f"{file}:1 (qid q1)：题号已有，但文本不同", "……另有 5 处")


def test_passages_that_cannot_be_taken_are_listed_by_their_lines_too(annotate: Annotate, tmp_path: Path) -> None:
    annotate("create", "评级", "--preset", "space-rating", "--open")
    file = tmp_path / "passages.jsonl"
    for text in ("猫在树下。", "猫在树上。"):
        file.write_text(json.dumps({"id": "p1", "text": text}, ensure_ascii=False), encoding="utf-8")
        ran = annotate("import", "1", file)
    assert ran.err.splitlines() == [
        f"{file}:1 (qid p1): the id is there already with another text",
        "Error: 1 problem; nothing was imported.",
    ]


def test_a_campaign_is_removed_and_restored(annotate: Annotate) -> None:
    annotate("create", "评级", "--preset", "space-rating")
    assert json.loads(annotate("remove", "评级", "--dry-run").out)["items"] == 0
    assert json.loads(annotate("remove", "评级", "--archive").out)["campaign"] == 1
    assert json.loads(annotate("restore", "1").out) == {"id": 1, "title": "评级", "status": "draft"}
    assert annotate("remove", "1").code == 0
    assert annotate("status", "1").code == 1
    assert json.loads(annotate("restore", "1").out)["title"] == "评级"


def test_own_sentences_are_imported_by_the_columns_named(annotate: Annotate, tmp_path: Path) -> None:
    own = tmp_path / "句子.csv"
    own.write_text("甲,乙\n7,椅子在树下。\n8,猫在屋里。\n", encoding="utf-8")
    text = tmp_path / "段落.txt"
    text.write_text("椅子在树下。\n猫在屋里。\n\n狗在门外。\n", encoding="utf-8")
    annotate("create", "评级", "--preset", "space-rating")
    named = annotate("import", "评级", own, "--column", "id=甲", "--column", "text=乙")
    assert json.loads(named.out)["added"] == 2
    assert json.loads(annotate("import", "评级", text, "--paragraphs").out)["added"] == 2
    strange = annotate("import", "评级", own, "--column", "句子=乙")
    assert (strange.code, "text" in strange.err) == (1, True)
