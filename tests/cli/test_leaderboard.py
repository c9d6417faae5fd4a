"""``pingce leaderboard`` for organisers and teams, on a database and against a real server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from pingce.cli.annotate import annotate
from pingce.cli.leaderboard import leaderboard
from pingce.formats.load import BadFileError
from pingce.leaderboard.competition.services import deliveries as delivery_services
from pingce.leaderboard.competition.services import teams as team_services
from pingce.server.people.accounts import create_user, find_user
from pingce.server.people.tokens import create_token
from pingce.spec.errors import UserError
from pingce.store.database import open_database, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition, Submission
from tests.release.making import make_pack
from tests.server.builders import quick_password
from tests.server.crowd import kill, start_server
from tests.server.shared_task import EDITION, EXAMPLES, TASKS, answers
from tests.waiting import free_port

FILES = [
    f"{task}:dev:{content}={EXAMPLES}/{task}_dev{ending}.jsonl"
    for task in TASKS
    for content, ending in (("questions", "_input"), ("gold", ""))
]


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "work.db")
    made = CliRunner().invoke(annotate, ["users", "add", "boss", "--role", "admin", "--database", path])
    assert made.exit_code == 0, made.output
    return path


def run(database: str | None, *arguments: str, env: dict[str, str | None] | None = None) -> Result:
    more = ["--database", database] if database is not None else []
    clean: dict[str, str | None] = {
        "PINGCE_LANG": None,
        "PINGCE_SERVER": None,
        "PINGCE_TOKEN": None,
        "PINGCE_USER": None,
    }
    return CliRunner().invoke(leaderboard, [*arguments, *more], env=clean | (env or {}))


def done(result: Result) -> dict[str, object]:
    assert result.exit_code == 0, (result.output, result.exception)
    found: dict[str, object] = json.loads(result.stdout)
    return found


def competition(database: str) -> None:
    """In its dev phase, with one admitted team."""
    options = [part for file in FILES for part in ("--file", file)]
    made = done(run(database, "create", "评测", "--edition", EDITION, *options, "--open"))
    assert made["id"] == 1
    assert made["files"] == [f"{task} dev {content} ({n})" for task, n in zip(TASKS, (20, 10, 6), strict=True)
                             for content in ("questions", "gold")]  # fmt: skip
    done(run(database, "phase", "评测", "registration", "--from", "2020-01-01"))
    shown = done(run(database, "phase", "1", "dev", "--from", "2020-02-01T09:00", "--set", "counts=last"))
    assert (shown["starts_at"], shown["per_day"]) == ("2020-02-01T09:00:00+08:00", 20)


def token_of(database: str) -> str:
    engine = open_database(database)
    with transaction(engine) as db:
        person = create_user(db, "li", roles=[Role.TEAM], password=quick_password(), now=0.0)
        li = Actor(person.id, person.name, frozenset(person.roles))
        team_services.register(db, li, 1, team_services.NewTeam("李队", "示例大学"))
        token = create_token(db, li, title="t", scopes=["submit", "read"], days=None, now=0.0).token
    engine.dispose()
    return token


@pytest.fixture
def served(database: str, tmp_path: Path) -> Iterator[tuple[str, dict[str, str | None]]]:
    competition(database)
    token = token_of(database)
    listed = run(database, "teams", "1", "--admit", "李队", "--lang", "en")
    assert "approved" in listed.output
    port = free_port()
    server = start_server(database, tmp_path, port)
    yield database, {"PINGCE_SERVER": f"http://127.0.0.1:{port}", "PINGCE_TOKEN": token}
    kill(server)


def test_a_competition_in_ten_minutes(served: tuple[str, dict[str, str | None]], tmp_path: Path) -> None:
    database, env = served
    (tmp_path / "all.zip").write_bytes(answers("a"))
    arguments = ["submit", str(tmp_path / "all.zip"), "--competition", "1", "--system", "甲"]
    made = done(run(None, *arguments, env=env))
    values = {one["task"]: one["scores"][0]["value"] for one in made["entries"]}  # type: ignore[attr-defined]
    assert values[TASKS[0]] == 0.85
    again = run(None, *arguments, "--no-wait", env=env)
    assert done(again)["id"] == made["id"]
    assert "received before, as number 1" in again.stderr
    closed = run(None, *arguments, "--phase", "test", env=env)
    assert isinstance(closed.exception, UserError)
    assert closed.exception.code == "phase-closed"
    bad = run(
        None, "submit", f"{EXAMPLES}/{EDITION}/broken-task3.jsonl", "--competition", "1", "--system", "乙", env=env
    )
    assert isinstance(bad.exception, UserError)
    assert bad.exception.code == "invalid-answers"
    assert "broken-task3.jsonl:" in bad.exception.say("en")
    asked = done(run(None, "status", "1", "--json", env=env))
    assert [one["system"] for one in asked["submissions"]] == ["甲"]  # type: ignore[attr-defined]
    looked = run(database, "status", "评测", "--lang", "en", env=env)
    assert "李队" in looked.output, "--database wins over PINGCE_SERVER"
    both = run(database, "status", "--server", env["PINGCE_SERVER"] or "")
    assert (both.exit_code, "Give --server or --database, not both." in both.output) == (2, True)
    assert "0.8500" in looked.output
    assert "评测" in run(database, "status", "--lang", "zh").output
    for name in (TASKS[0], "task1"):
        table = run(database, "export", "1", "--phase", "dev", "--task", name, "--lang", "en")
        assert table.output.splitlines()[1].startswith("1,李队,0.8500,0.7000–1.0000,")
    run(database, "export", "1", "--phase", "dev", "--format", "md", "--out", str(tmp_path / "board.md"))
    assert "李队" in (tmp_path / "board.md").read_text(encoding="utf-8")


def test_rescoring_with_a_mended_answer_file(served: tuple[str, dict[str, str | None]], tmp_path: Path) -> None:
    database, env = served
    (tmp_path / "task1.jsonl").write_bytes((EXAMPLES / EDITION / "pred-a-task1.jsonl").read_bytes())
    done(run(None, "submit", str(tmp_path / "task1.jsonl"), "--competition", "1", "--system", "甲", env=env))
    lines = (EXAMPLES / f"{TASKS[0]}_dev.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    mended = [json.dumps(first | {"judge": 1 - first["judge"]}, ensure_ascii=False), *lines[1:]]
    (tmp_path / "gold.jsonl").write_text("\n".join(mended), encoding="utf-8")
    options = ["--task", "task1", "--phase", "dev", "--gold", str(tmp_path / "gold.jsonl")]
    found = done(run(database, "rescore", "1", "--reason", "第一题", *options))
    assert found["queued"] == 1
    assert done(run(database, "rescore", "1", "--reason", "核对")) == {"queued": 0, "scored": 0}
    assert run(database, "rescore", "1", "--reason", "x", "--gold", str(tmp_path / "gold.jsonl")).exit_code == 2


def test_a_published_table_becomes_a_board(database: str) -> None:
    table = EXAMPLES / "leaderboard" / "space2022-published.csv"
    done(run(database, "create", "SpaCE2022", "--edition", "space2022", "--table", str(table), "--open"))
    shown = run(database, "export", "SpaCE2022", "--lang", "zh").output.splitlines()
    assert shown[0] == "名次,队伍,task1,task2,task3,Z task1,Z task2,Z task3,平均 Z"
    assert shown[3] == "3,CPIC,0.7985,0.2822,0.4387,0.5324,-1.0153,-0.0283,-0.1704"
    assert shown[4] == "–,基线（基线）,0.5864,0.4403,0.5069,-29.1349,-0.2102,1.2342,-9.3703"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["create", "x", "--edition", "space2029"], "unknown-edition"),
        (["create", "x"], "no-tasks"),
        (["create", "x", "--edition", "space2022", "--task", "wsd/senses"], "other-edition"),
        (["create", "x", "--edition", "space2022", "--file", "task1"], "bad-setting"),
        (["create", "x", "--edition", "space2022", "--file", "space2022/task1:dev:gold=none.jsonl"], "cannot-read"),
        (["create", "x", "--edition", "space2022", "--pack", "/nowhere"], "no-release"),
        (["phase", "none", "dev", "--from", "2020-01-01"], "not-found"),
        (["phase", "1", "dev", "--from", "gestern"], "bad-time"),
        (["phase", "1", "dev", "--from", "2020-01-01", "--set", "x"], "bad-setting"),
        (["phase", "1", "dev", "--from", "2020-01-01", "--agreement", "/nowhere"], "cannot-read"),
        (["teams", "7"], "not-found"),
        (["status", "--server", "ftp://x", "--token", "t"], "bad-server"),
        (["status", "--server", "http://127.0.0.1:1", "--token", "t"], "no-connection"),
        (["status", "--server", "http://127.0.0.1:1"], "no-token"),
        (["status", "评测", "--server", "http://127.0.0.1:1", "--token", "t"], "bad-number"),
    ],
)
def test_mistakes_are_told(database: str, arguments: list[str], code: str) -> None:
    result = run(None if "--server" in arguments else database, *arguments)
    assert isinstance(result.exception, UserError), result.output
    assert result.exception.code == code


def test_a_file_to_hand_in_that_is_not_there_is_told() -> None:
    options = ["--server", "http://127.0.0.1:1", "--token", "t", "--competition", "1", "--system", "s"]
    problem = run(None, "submit", "/nowhere", *options).exception
    assert isinstance(problem, UserError)
    assert problem.code == "cannot-read"


def test_settings_and_teams_that_do_not_exist_are_told(database: str) -> None:
    done(run(database, "create", "评测", "--edition", EDITION))
    cases = [
        (["phase", "1", "dev", "--from", "2020-01-01", "--set", "colour=red"], "bad-phases"),
        (["phase", "1", "dev", "--from", "2020-01-02", "--to", "2020-01-01"], "bad-phases"),
        (["teams", "1", "--admit", "无"], "no-such-team"),
        (["rescore", "1", "--reason", " "], "reason-missing"),
        (["rescore", "1", "--reason", "x", "--task", "task1", "--phase", "dev", "--gold", "/nowhere"], "cannot-read"),
        (["rescore", "1", "--reason", "x", "--task", "nope"], "unknown-task"),
        (["export", "1", "--task", "nope"], "unknown-task"),
    ]
    found = []
    for arguments, _ in cases:
        problem = run(database, *arguments).exception
        assert isinstance(problem, UserError)
        found.append(problem.code)
    assert found == [code for _, code in cases]
    engine = open_database(database)
    with transaction(engine) as db:
        assert find_user(db, "boss") is not None
    engine.dispose()


def test_an_organiser_refuses_describes_and_rounds(database: str, tmp_path: Path) -> None:
    acting = ("--as", "boss")
    made = done(run(database, "create", "评测", "--edition", EDITION, "--description", "欢迎参加", "--open", *acting))
    (tmp_path / "agreement.txt").write_text("只用于研究。", encoding="utf-8")
    registration = ("phase", "1", "registration", "--from", "2020-01-01", *acting)
    shown = done(run(database, *registration, "--agreement", str(tmp_path / "agreement.txt")))
    assert (made["id"], shown["agreement"]) == (1, "只用于研究。")
    engine = open_database(database)
    with transaction(engine) as db:
        assert db.get_one(Competition, 1).about == "欢迎参加"
        person = create_user(db, "li", roles=[Role.TEAM], password=quick_password(), now=0.0)
        li = Actor(person.id, person.name, frozenset(person.roles))
        team_services.register(db, li, 1, team_services.NewTeam("李队"))
    engine.dispose()
    refused = run(database, "teams", "1", "--refuse", "李队", "--reason", "名额已满", "--lang", "en", *acting)
    assert "refused" in refused.output
    assert "评测" in run(database, "status", *acting).output
    table = EXAMPLES / "leaderboard" / "space2022-published.csv"
    done(run(database, "create", "旧榜", "--edition", "space2022", "--table", str(table), "--open"))
    rounded = run(database, "export", "旧榜", "--digits", "2", *acting).output.splitlines()
    assert rounded[3] == "3,CPIC,0.7985,0.2822,0.4387,0.53,-1.02,-0.03,-0.17"


def test_what_is_handed_in_has_a_method_and_a_key_of_its_own(
    served: tuple[str, dict[str, str | None]], tmp_path: Path
) -> None:
    database, env = served
    (tmp_path / "mine.jsonl").write_bytes((EXAMPLES / EDITION / "pred-a-task1.jsonl").read_bytes())
    where = ("--server", str(env["PINGCE_SERVER"]), "--token", str(env["PINGCE_TOKEN"]), "--competition", "1")
    what = ("--system", "甲", "--task", TASKS[0], "--description", "规则", "--lang", "zh")
    hand_in = ("submit", str(tmp_path / "mine.jsonl"), *where, *what)
    first, second = (done(run(None, *hand_in, "--key", f"key-number-{n}"))["id"] for n in (1, 2))
    assert (first, second) == (1, 2)
    assert done(run(None, *hand_in, "--key", "key-number-1"))["id"] == 1
    engine = open_database(database)
    with transaction(engine) as db:
        assert {one.description for one in db.scalars(select(Submission))} == {"规则"}
    engine.dispose()
    again = done(run(database, "rescore", "1", "--reason", "全部再算", "--all", "--queue", "--as", "boss"))
    assert again == {"queued": 2, "scored": 0}


def test_a_task_that_is_not_there_is_told_with_those_that_are(database: str) -> None:
    done(run(database, "create", "评测", "--edition", EDITION))
    problem = run(database, "export", "1", "--task", "nope").exception
    assert isinstance(problem, UserError)
    assert problem.say("en") == f"Which task is 'nope'? This competition has {', '.join(TASKS)}."
    assert problem.say("zh") == f"“nope”是哪个子任务？本评测有 {'、'.join(TASKS)}。"


def test_a_short_name_that_two_tasks_share_is_not_enough(database: str) -> None:
    done(run(database, "create", "评测", "--task", "space2022/task1", "--task", "space2023/task1"))
    problem = run(database, "export", "1", "--task", "task1").exception
    assert isinstance(problem, UserError)
    assert problem.code == "unknown-task"
    assert run(database, "export", "1", "--task", "space2023/task1").exit_code == 0


@pytest.mark.parametrize(("text", "code"), [("{", "bad-file"), ('{"qid": "1", "context": "猫。"}', "no-gold-answers")])
def test_a_bad_answer_file_is_told_by_the_path_its_owner_gave(
    database: str, tmp_path: Path, text: str, code: str
) -> None:
    gold = tmp_path / "mended.jsonl"
    gold.write_text(text + "\n", encoding="utf-8")
    done(run(database, "create", "评测", "--edition", EDITION))
    for arguments in (
        ("rescore", "1", "--reason", "x", "--task", TASKS[0], "--phase", "dev", "--gold", str(gold)),
        ("create", "又一次", "--edition", EDITION, "--file", f"{TASKS[0]}:dev:gold={gold}"),
    ):
        problem = run(database, *arguments).exception
        assert isinstance(problem, UserError)
        assert (problem.code, problem.say("en").split(" ")[0]) == (code, str(gold))
        if isinstance(problem, BadFileError):
            assert {one.file for one in problem.findings.problems} == {str(gold)}


def test_what_a_phase_still_lacks_is_said_when_it_is_made(database: str) -> None:
    gold = f"{TASKS[0]}:dev:gold={EXAMPLES}/{TASKS[0]}_dev.jsonl"
    made = run(database, "create", "评测", "--task", TASKS[0], "--file", gold, "--open")
    tail = "until they are in place teams cannot hand in answers."
    test = f"warning: test phase still lacks questions of {TASKS[0]}; answers of {TASKS[0]}; {tail}"
    assert made.stderr.splitlines() == [f"warning: dev phase still lacks questions of {TASKS[0]}; {tail}", test]
    assert done(made)["open"]
    assert run(database, "phase", "1", "registration", "--from", "2020-01-01").stderr == ""
    dev = run(database, "phase", "1", "dev", "--from", "2020-01-02", "--lang", "zh")
    assert dev.stderr == f"警告：开发集阶段还缺 {TASKS[0]} 的题目；放好之前队伍不能提交。\n"


def test_a_damaged_pack_makes_no_competition(database: str, tmp_path: Path) -> None:
    made = make_pack(tmp_path, [f"{task}={task}_train.jsonl" for task in TASKS])
    (made.path / "public" / "LICENSE").unlink()
    gold = made.path / "private" / f"{TASKS[0]}_test.jsonl"
    gold.write_text(gold.read_text(encoding="utf-8").replace('"judge":1', '"judge":0'), encoding="utf-8")
    create = ("create", "评测", "--edition", EDITION, "--pack", str(made.path), "--open")
    refused = run(database, *create)
    assert isinstance(refused.exception, UserError)
    assert refused.exception.code == "bad-pack"
    assert refused.stderr.splitlines() == [
        "public/LICENSE: the file is missing [missing-file]",
        f"private/{TASKS[0]}_test.jsonl: does not match its checksum [changed-file]",
    ]
    assert json.loads(run(database, "status", "--json").stdout) == {"competitions": []}


def test_a_whole_pack_makes_a_competition_that_lacks_nothing(database: str, tmp_path: Path) -> None:
    made = make_pack(tmp_path, [f"{task}={task}_train.jsonl" for task in TASKS])
    created = run(database, "create", "评测", "--edition", EDITION, "--pack", str(made.path), "--open")
    assert (done(created)["tasks"], created.stderr) == (list(TASKS), "")


def test_a_calendar_is_taken_over_and_set_by_command(database: str, tmp_path: Path) -> None:
    done(run(database, "create", "评测", "--edition", EDITION))
    first = done(run(database, "calendar", "评测", "--preset", "space2022", "--year", "2027", "--json"))
    assert first["changes"] == []
    assert len(first["files"]) == 12  # type: ignore[arg-type] # four kinds of three subtasks
    printed = run(database, "calendar", "1", "--lang", "zh", env={"COLUMNS": "200"}).output
    assert "2027-08-12T00:00:00+08:00" in printed
    toml = tmp_path / "calendar.toml"
    toml.write_text(
        '[[file]]\ntask = "space2022/task1"\nwhat = "train"\nat = "2027-08-10"\npublic = true\n'
        '[[event]]\ntitle = "研讨会"\nfrom = "2027-10-14"\nto = "2027-10-17"\n',
        encoding="utf-8",
    )
    arguments = ["calendar", "1", "--file", str(toml), "--reason", "会期改动"]
    moved = done(run(database, *arguments, "--json"))
    assert moved["files"] == [{"task": "space2022/task1", "what": "train", "at": 1_817_827_200.0, "public": True}]
    assert {change["reason"] for change in moved["changes"]} == {"会期改动"}  # type: ignore[attr-defined]
    assert "会期改动" in run(database, "calendar", "1", "--lang", "zh", env={"COLUMNS": "200"}).output
    toml.write_text('[[file]]\ntask = "x"\nwhat = "all"\nat = 3\n', encoding="utf-8")
    wrong = run(database, *arguments)
    assert isinstance(wrong.exception, UserError)
    said = wrong.exception.say("en")
    assert "file[0].what" in said
    assert "file[0].at" in said


def test_texts_are_set_and_registrations_exported_by_command(database: str, tmp_path: Path) -> None:
    competition(database)
    wording = tmp_path / "agreement.md"
    wording.write_text("参赛协议", encoding="utf-8")
    (text,) = json.loads(run(database, "text", "1", "agreement", str(wording)).stdout)
    assert (text["kind"], text["version"], text["text"]) == ("agreement", 1, "参赛协议")
    assert run(database, "text", "1", "agreement").exit_code == 2
    wording.write_text("", encoding="utf-8")
    assert json.loads(run(database, "text", "1", "agreement", str(wording)).stdout) == []
    missing = run(database, "text", "1", "agreement", str(tmp_path / "none.md"))
    assert isinstance(missing.exception, UserError)
    token_of(database)
    for name, start in (("list.csv", "id,team,state"), ("list.json", "[")):
        assert run(database, "teams", "1", "--export", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_deliveries_by_command(database: str, tmp_path: Path) -> None:
    competition(database)
    token_of(database)
    assert run(database, "teams", "1", "--admit", "all").exit_code == 0
    asked = done(run(database, "deliveries", "1", "--ask", "report", "2100-01-01", "--ask", "model", "2100-01-01"))
    assert [rule["kind"] for rule in asked["rules"]] == ["model", "report"]  # type: ignore[attr-defined]
    engine = open_database(database)
    with transaction(engine) as db:
        person = find_user(db, "li")
        assert person is not None
        li = Actor(person.id, person.name, frozenset({Role.TEAM}))
        delivery_services.deliver(db, li, 1, delivery_services.NewDelivery("report", "", "r.pdf", b"%PDF-1.7"))
    engine.dispose()
    out = tmp_path / "out"
    taken = done(run(database, "deliveries", "1", "--out", str(out)))
    assert taken["teams"][0]["missing"] == ["model"]  # type: ignore[index]
    assert [(file.name, file.read_bytes()) for file in out.rglob("*.pdf")] == [("report-r.pdf", b"%PDF-1.7")]
    barred = done(run(database, "deliveries", "1", "--team", "李队", "--disqualify", "迟交"))
    assert barred["teams"][0]["disqualified_reason"] == "迟交"  # type: ignore[index]
    for arguments, code in (
        (("--team", "李队", "--reproduced", TASKS[0], "0.5"), "no-score"),
        (("--team", "李队", "--reproduced", TASKS[0], "half"), "bad-setting"),
        (("--team", "无", "--disqualify", "x"), "no-such-team"),
    ):
        refused = run(database, "deliveries", "1", *arguments)
        assert isinstance(refused.exception, UserError)
        assert refused.exception.code == code
    assert run(database, "deliveries", "1", "--disqualify", "x").exit_code == 2
    assert run(database, "deliveries", "1", "--ask", "car", "2100-01-01").exit_code == 2


def test_prizes_by_command(database: str, tmp_path: Path) -> None:
    competition(database)
    token_of(database)
    assert run(database, "teams", "1", "--admit", "all").exit_code == 0
    pdf = tmp_path / "certificates.pdf"
    arguments = ["--preset", "space2022", "--by-rank", "--issue", "everybody", "--pdf", str(pdf), "--pdf-lang", "en"]
    shown = done(run(database, "prizes", "1", *arguments))
    assert [prize["most"] for prize in shown["prizes"]] == [2, 2, 4]  # type: ignore[attr-defined]
    certificate = shown["certificates"][0]  # type: ignore[index]
    assert (certificate["team"], certificate["prize"]) == ("李队", None)
    assert pdf.read_bytes().startswith(b"%PDF-")
    revoked = done(run(database, "prizes", "1", "--revoke", certificate["number"], "误发"))
    assert revoked["certificates"][0]["state"] == "revoked"  # type: ignore[index]
    unknown = run(database, "prizes", "1", "--preset", "space2023")
    assert isinstance(unknown.exception, UserError)
    assert unknown.exception.code == "no-such-preset"


def test_news_by_command(database: str, tmp_path: Path) -> None:
    competition(database)
    text = tmp_path / "news.md"
    text.write_text("# 测试集已发布\n\n请到*数据*下载。\n", encoding="utf-8")
    (item,) = json.loads(run(database, "news", "1", "--add", str(text), "--at", "2027-09-15T09:00").stdout)
    assert (item["title"], item["html"]) == ("测试集已发布", "<p>请到<em>数据</em>下载。</p>\n")
    assert json.loads(run(database, "news", "1", "--take-off", str(item["id"])).stdout) == []
    text.write_bytes("# 测试集已发布".encode("gb18030"))
    recoded = run(database, "news", "1", "--add", str(text))
    assert isinstance(recoded.exception, UserError)
    assert recoded.exception.message == f"Cannot read {text}: it is not UTF-8."
    missing = run(database, "news", "1", "--add", str(tmp_path / "none.md"))
    assert isinstance(missing.exception, UserError)
