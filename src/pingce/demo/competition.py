"""A shared task in its test phase: three teams and a baseline, one team waiting; every score comes from the scorer."""

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from pingce.formats.examples import example_folder
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.scoring_jobs import check_answers, score_answers, significance_groups
from pingce.leaderboard.competition.services import boards, competitions, files, queue, submissions, teams
from pingce.leaderboard.competition.services.access import enter
from pingce.leaderboard.competition.services.competitions import PhaseChange
from pingce.leaderboard.competition.services.teams import NewTeam
from pingce.leaderboard.competition.uploads import TaskAnswers
from pingce.server.people.accounts import actor_of, create_user, find_user
from pingce.server.people.secrets import make_password
from pingce.spec.chance import fraction
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition

from .people import BUILDER, People
from .slips import slipped

TITLE = "空间语义理解评测 · 演示"
EDITION = "space2022"
TASKS = tuple(f"{EDITION}/task{number}" for number in (1, 2, 3))
FORMS = {"task2": "space-attribution", "task3": "space-step"}
GOLD_ONLY = {"corefs", "non_corefs"}
DAY = 24 * 3600.0
ABOUT = """中文空间语义理解评测（演示）：判断空间表达是否正常、说明异常的原因、标出空间实体与方位的关系。

题目是本项目自己写的例句；各队的答案由程序改动而成，成绩由真正的评分程序算出。"""
AGREEMENT = "测试集只用于本次评测；不用人工作答，不公开题目。"
FLAWED = ("dev", TASKS[0])
"""The answers that had a mistake at first."""
MENDED = "第 3 题的答案有误，已更正"


@dataclass(frozen=True)
class DemoTeam:
    """``slips``: how often its answers go wrong, by part; ``systems``: the names of what it handed in on dev."""

    account: str
    team: NewTeam
    slips: Mapping[str, float]
    systems: tuple[str, ...]


TEAMS = (
    DemoTeam(
        "demo-team",
        NewTeam("远山队", "示例大学", "沈远山", "yuanshan@example.org", ["沈远山", "何溪", "罗文"]),
        {"dev": 0.2, "test": 0.3},
        ("模板与规则", "片段标注器"),
    ),
    DemoTeam(
        "qingsong",
        NewTeam("青松队", "示例研究院", "宋青", "qingsong@example.org", ["宋青", "马力"]),
        {"dev": 0.55, "test": 0.5},
        ("预训练编码器",),
    ),
    DemoTeam(
        "xinghe",
        NewTeam("星河队", "示例公司", "方星河", "xinghe@example.org", ["方星河"]),
        {"dev": 0.7, "test": 0.6},
        ("大模型提示",),
    ),
)
WAITING = DemoTeam("wanxia", NewTeam("晚霞队", "示例学院", "夏晚", "wanxia@example.org", ["夏晚", "吴霞"]), {}, ())
BASELINE = NewTeam("官方基线", "组织者")


@dataclass
class SharedTask:
    db: Session
    organiser: Actor
    id: int
    now: float

    def take_in(self, part: str) -> None:
        for task in TASKS:
            records = part_records(part, task)
            if (part, task) == FLAWED:
                records[2]["judge"] = 1 - records[2]["judge"]
            asked = [{key: one[key] for key in ("qid", "context")} for one in records]
            name = f"{short(task)}_{part}"
            for content, rows, ending in (("questions", asked, "_input.jsonl"), ("gold", records, ".jsonl")):
                new = files.prepare(task, part, content, name + ending, lines(rows))
                files.add_file(self.db, self.organiser, self.id, new, at=self.now)

    def hand_in(
        self, actor: Actor, part: str, system: str, rows: Mapping[str, bytes], at: float, team: int | None = None
    ) -> None:
        """As the upload route does it: a desk, a check, the store."""
        key = f"demo-{part}-{actor.name}-{system}"
        desk = submissions.open_intake(self.db, actor, self.id, key=key, at=at, phase=part, team=team)
        given = [TaskAnswers(task, f"{short(task)}.jsonl", data) for task, data in rows.items()]
        asked = submissions.asked(self.db, desk, given, at=at)
        checked = {
            one.task: check_answers(one.task, one.name, one.data, asked[one.task].questions, None) for one in given
        }
        submissions.refuse_invalid(list(checked.values()))
        about = f"{system}：演示用的答案，由正确答案改动而成。"
        submissions.hand_in(self.db, actor, desk, checked, key=key, system=system, description=about, at=at)
        self.score(at + 20)

    def score(self, at: float) -> None:
        """What the scoring desk of a server does."""
        while claims := queue.claim(self.db, most=20):
            for one in claims:
                found = score_answers(one.task, one.answers, one.gold, with_errors=one.with_errors)
                queue.store_score(self.db, one, found, at=at)

    def compare(self) -> None:
        for competition, kind, task in boards.boards_to_compare(self.db):
            rows = boards.rows_to_compare(self.db, competition, kind, task)
            boards.store_groups(self.db, competition, kind, task, significance_groups(task, rows))


def tell_competition(engine: Engine, *, now: float | None = None) -> None:
    """Into a database with the people of the demo that has no competition yet."""
    with transaction(engine) as db:
        wanted = (BUILDER, TEAMS[0].account)
        found = {user.name: actor_of(user) for name in wanted if (user := find_user(db, name)) is not None}
        if len(found) < len(wanted) or db.scalar(select(Competition.id).limit(1)) is not None:
            return
        _make(db, found, now=time.time() if now is None else now)


def _make(db: Session, people: People, *, now: float) -> None:
    organiser = people[BUILDER]
    start = now - 21 * DAY
    made = competitions.create_competition(db, organiser, title=TITLE, edition=EDITION, about=ABOUT, at=start)
    task = SharedTask(db, organiser, made, start)
    competitions.set_phases(db, organiser, made, _phases(now))
    competitions.change_competition(db, organiser, made, open=True)
    for part in ("dev", "test"):
        task.take_in(part)
    accounts = _accounts(db, people, at=start)
    baseline = teams.add_baseline(db, organiser, made, BASELINE, at=start)
    for i, one in enumerate((*TEAMS, WAITING)):
        at = now - (3 if one is WAITING else 20 - i) * DAY
        registered = teams.register(db, accounts[one.account], made, one.team, at=at)
        if one is not WAITING:
            teams.decide(db, organiser, made, registered.id, state="approved")
    _dev(task, accounts, baseline.id, now)
    _test(task, accounts, baseline.id, now)
    task.compare()


def _phases(now: float) -> list[PhaseChange]:
    test = {"shows": "own", "agreement": AGREEMENT, "counts": "last"}
    return [
        PhaseChange(PhaseKind.REGISTRATION, now - 21 * DAY, None, {}),
        PhaseChange(PhaseKind.DEV, now - 14 * DAY, now - 2 * DAY, {}),
        PhaseChange(PhaseKind.TEST, now - 2 * DAY, now + 3 * DAY, test),
        PhaseChange(PhaseKind.PUBLISHED, now + 7 * DAY, None, {}),
    ]


def _accounts(db: Session, people: People, *, at: float) -> dict[str, Actor]:
    """The demo's own team can be signed in as; the others only stand on the board."""
    accounts = {TEAMS[0].account: people[TEAMS[0].account]}
    for one in (*TEAMS[1:], WAITING):
        made = create_user(db, one.account, roles=[Role.TEAM], title=one.team.name, password=make_password(), now=at)
        accounts[one.account] = Actor(made.id, made.name, frozenset({Role.TEAM}))
    return accounts


def _dev(task: SharedTask, accounts: Mapping[str, Actor], baseline: int, now: float) -> None:
    """The example systems first; after them what the teams made of it, and an answer that had to be mended."""
    task.hand_in(task.organiser, "dev", "多数类与模板", everything("dev", 1.0), now - 13 * DAY, team=baseline)
    first, second, third = (accounts[one.account] for one in TEAMS)
    task.hand_in(first, "dev", TEAMS[0].systems[0], example_answers("a"), now - 12 * DAY)
    task.hand_in(second, "dev", TEAMS[1].systems[0], example_answers("b"), now - 10 * DAY)
    task.hand_in(third, "dev", TEAMS[2].systems[0], everything("dev", TEAMS[2].slips["dev"]), now - 9 * DAY)
    task.hand_in(first, "dev", TEAMS[0].systems[1], everything("dev", TEAMS[0].slips["dev"]), now - 5 * DAY)
    _mend(task, now - 4 * DAY)


def _mend(task: SharedTask, at: float) -> None:
    part, flawed = FLAWED
    new = files.prepare(flawed, part, "gold", f"{short(flawed)}_{part}.jsonl", lines(part_records(part, flawed)))
    files.add_file(task.db, task.organiser, task.id, new, reason=MENDED, at=at)
    queue.rescore(task.db, task.organiser, task.id, reason=MENDED, task=flawed)
    task.score(at)


def _test(task: SharedTask, accounts: Mapping[str, Actor], baseline: int, now: float) -> None:
    task.hand_in(task.organiser, "test", "多数类与模板", everything("test", 1.0), now - 2 * DAY, team=baseline)
    plan = enter(task.db, None, task.id, at=now).plan(PhaseKind.TEST)
    assert plan is not None
    digest = teams.agreement_digest(plan)
    for i, one in enumerate(TEAMS):
        at = now - (1.8 - 0.3 * i) * DAY
        actor = accounts[one.account]
        teams.accept(task.db, actor, task.id, phase="test", text_sha256=digest, at=at - 60)
        task.hand_in(actor, "test", one.systems[-1], everything("test", one.slips["test"]), at)


def part_records(part: str, task: str) -> list[dict[str, Any]]:
    """Our own sentences: those of dev, and for the test part those of training under other numbers."""
    source = "dev" if part == "dev" else "train"
    text = (example_folder() / f"{task}_{source}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line.replace(f"-{source}-", f"-{part}-", 1)) for line in text.splitlines()]


def example_answers(system: str) -> dict[str, bytes]:
    return {task: (example_folder() / EDITION / f"pred-{system}-{short(task)}.jsonl").read_bytes() for task in TASKS}


def everything(part: str, slips: float) -> dict[str, bytes]:
    """Answers to all subtasks, so often wrong in the way such answers usually are."""
    return {task: lines([_answer(task, one, slips) for one in part_records(part, task)]) for task in TASKS}


def _answer(task: str, record: dict[str, Any], slips: float) -> dict[str, Any]:
    right = {key: value for key, value in record.items() if key not in GOLD_ONLY and key != "context"}
    if "reasons" in right:  # gold may have two reasons of a type, answers may not
        right["reasons"] = list({reason["type"]: reason for reason in right["reasons"]}.values())
    if fraction("demo-competition", slips, record["qid"]) >= slips:
        return right
    name = short(task)
    if name == "task1":
        # Always wrong would be right again the other way round: the commonest answer, as a baseline gives it.
        return {**right, "judge": 0}
    wrong = slipped(FORMS[name], right, {})
    return {**right, **wrong} if "outcome" not in wrong else right


def short(task: str) -> str:
    return task.rpartition("/")[2]


def lines(records: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()
