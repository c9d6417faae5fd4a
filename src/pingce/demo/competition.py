"""A shared task in its test phase: three teams and a baseline, one team waiting; every score comes from the scorer."""

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from pingce.annotate.services.campaigns import campaign_named
from pingce.annotate.services.download import export_files
from pingce.flow.packs import PackFile, files_of_folder
from pingce.formats.examples import example_folder
from pingce.formats.load import BadFileError
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.scoring_jobs import check_answers, score_submission, significance_groups
from pingce.leaderboard.competition.services import boards, competitions, files, queue, submissions, teams
from pingce.leaderboard.competition.services.access import enter
from pingce.leaderboard.competition.services.competitions import PhaseChange
from pingce.leaderboard.competition.services.teams import NewTeam
from pingce.leaderboard.competition.uploads import TaskAnswers
from pingce.release.inputs import may_be_split, named_inputs, read_all
from pingce.release.pack.about import read_about
from pingce.release.pack.run import PackOrder, pack
from pingce.release.split.proof import make_proof
from pingce.release.split.run import SplitSettings, split
from pingce.server.people.accounts import actor_of, create_user, find_user
from pingce.server.people.secrets import make_password
from pingce.spec.chance import fraction
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.competition import Competition, Submission, Team

from .campaigns import RELEASED
from .people import BUILDER, People
from .tour.building import RATIO

TITLE = "空间语义理解评测 · 演示"
EDITION = "space2022"
TASKS = tuple(f"{EDITION}/task{number}" for number in (1, 2, 3))
GOLD_ONLY = {"corefs", "non_corefs"}
DAY = 24 * 3600.0
ABOUT = """中文空间语义理解评测（演示）：判断空间表达是否正常、说明异常的原因、标出空间实体与方位的关系。

题目是演示的标注活动里定下的句子；各队的答案由程序从标准答案改动而成，成绩由真正的评分程序算出。"""
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
        {"dev": 0.35, "test": 0.4},
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
MAJORITY = "多数类与模板"
FIRST_TRY = 0.6
"""How often the first system of the first team goes wrong."""
WAITING = DemoTeam("wanxia", NewTeam("晚霞队", "示例学院", "夏晚", "wanxia@example.org", ["夏晚", "吴霞"]), {}, ())
BASELINE = NewTeam("官方基线", "组织者")


@dataclass
class SharedTask:
    """The competition of the demo as it is told: files, teams, submissions, results."""

    db: Session
    organiser: Actor
    id: int
    now: float
    gold: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict)
    """The answers of a split to a task."""

    def take_in(self, pack: Path) -> None:
        """Questions and answers as they were released; one answer was wrong at first."""
        for file in files_of_folder(pack, TASKS):
            if file.content == "gold":
                self.gold[file.part, file.task] = [json.loads(line) for line in file.data.splitlines()]
            self._add(file if (file.part, file.task, file.content) != (*FLAWED, "gold") else self._flawed(file))

    def _flawed(self, file: PackFile) -> PackFile:
        records = [dict(record) for record in self.gold[FLAWED]]
        records[2]["judge"] = 1 - records[2]["judge"]
        return file._replace(data=lines(records))

    def _add(self, file: PackFile, reason: str = "", at: float | None = None) -> None:
        files.add_file(
            self.db, self.organiser, self.id, files.prepare(*file), reason=reason, at=self.now if at is None else at
        )

    def mend(self, at: float) -> None:
        split, task = FLAWED
        self._add(PackFile(task, split, "gold", f"{short(task)}_{split}.jsonl", lines(self.gold[FLAWED])), MENDED, at)
        queue.rescore(self.db, self.organiser, self.id, reason=MENDED, task=task)
        self.score(at)

    def everything(self, split: str, slips: float) -> dict[str, bytes]:
        """Answers to all subtasks, so often wrong in the way such answers usually are."""
        return {task: lines([_answer(task, record, slips) for record in self.gold[split, task]]) for task in TASKS}

    def hand_in(
        self,
        actor: Actor,
        split: str,
        system: str,
        rows: Mapping[str, bytes],
        at: float,
        team: int | None = None,
        about: str = "",
    ) -> None:
        """As the upload route does it: an intake, a check, the store."""
        key = f"demo-{split}-{actor.name}-{system}"
        intake = submissions.open_intake(self.db, actor, self.id, key=key, at=at, phase=split, team=team)
        given = [TaskAnswers(task, f"{short(task)}.jsonl", data) for task, data in rows.items()]
        asked = submissions.asked(self.db, intake, given, at=at)
        checked = {
            answers.task: check_answers(answers.task, answers.name, answers.data, asked[answers.task].questions, None)
            for answers in given
        }
        submissions.refuse_invalid(list(checked.values()))
        about = about or f"{system}：演示用的答案，由正确答案改动而成。"
        submissions.hand_in(self.db, actor, intake, checked, key=key, system=system, description=about, at=at)

    def score_at_once(
        self, actor: Actor, split: str, system: str, slips: float, at: float, team: int | None = None
    ) -> None:
        """Answers that go wrong so often, handed in and scored."""
        self.hand_in(actor, split, system, self.everything(split, slips), at, team)
        self.score(at + 20)

    def questions(self, split: str, team: int) -> dict[str, bytes]:
        """What the competition asks."""
        intake = submissions.open_intake(self.db, self.organiser, self.id, key="", phase=split, team=team)
        given = [TaskAnswers(task, "", b"") for task in TASKS]
        asked = submissions.asked(self.db, intake, given, at=self.now)
        return {task: asked[task].questions.data for task in TASKS}

    def score(self, at: float) -> None:
        """What the scoring thread of a server does."""
        while claims := queue.claim(self.db, most=20):
            for claim in claims:
                result = score_submission(claim.task, claim.answers, claim.gold, with_errors=claim.with_errors)
                queue.store_score(self.db, claim, result, at=at)

    def compare(self) -> None:
        for competition, kind, task in boards.boards_to_compare(self.db):
            rows = boards.rows_to_compare(self.db, competition, kind, task)
            boards.store_groups(self.db, competition, kind, task, significance_groups(task, rows))


def hand_in_systems(db: Session, title: str, models: Sequence[Path]) -> SharedTask:
    """Let trained systems, one for each task, answer the test questions; handed in once, as the baseline."""
    from pingce.systems.interface import NoProgress
    from pingce.systems.predict import predict_file

    user = find_user(db, BUILDER)
    assert user is not None, "the demo has one"
    organiser = actor_of(user)
    shared = SharedTask(db, organiser, competitions.competition_named(db, organiser, title), time.time())
    [baseline] = db.scalars(select(Team).where(Team.competition_id == shared.id, Team.name == BASELINE.name))
    named = " · ".join(model.name for model in models)
    if db.scalar(select(Submission.id).where(Submission.team_id == baseline.id, Submission.system == named)):
        return shared
    questions = shared.questions("test", baseline.id)
    answers: dict[str, bytes] = {}
    with TemporaryDirectory(prefix="pingce-") as folder:
        for task, model in zip(TASKS, models, strict=True):
            asked, out = Path(folder) / f"{short(task)}_input.jsonl", Path(folder) / f"{short(task)}.jsonl"
            asked.write_bytes(questions[task])
            predict_file(model, str(asked), out, NoProgress())
            answers[task] = out.read_bytes()
    about = f"{named}：用演示自己的数据包训练的系统。"
    shared.hand_in(organiser, "test", named, answers, shared.now, team=baseline.id, about=about)
    return shared


def fill_competition(engine: Engine, *, now: float | None = None) -> None:
    """Into a database with the people of the demo that has no competition yet."""
    with transaction(engine) as db:
        names = (BUILDER, TEAMS[0].account)
        actors = {user.name: actor_of(user) for name in names if (user := find_user(db, name)) is not None}
        if len(actors) < len(names) or db.scalar(select(Competition.id).limit(1)) is not None:
            return
        _make(db, actors, now=time.time() if now is None else now)


def _make(db: Session, people: People, *, now: float) -> None:
    organiser = people[BUILDER]
    start = now - 21 * DAY
    made = competitions.create_competition(db, organiser, title=TITLE, edition=EDITION, about=ABOUT, at=start)
    task = SharedTask(db, organiser, made, start)
    competitions.set_phases(db, organiser, made, _phases(now))
    competitions.change_competition(db, organiser, made, open=True)
    with TemporaryDirectory(prefix="pingce-") as folder:
        task.take_in(release(db, organiser, Path(folder)))
    accounts = _accounts(db, people, at=start)
    baseline = teams.add_baseline(db, organiser, made, BASELINE, at=start)
    for i, team in enumerate((*TEAMS, WAITING)):
        at = now - (3 if team is WAITING else 20 - i) * DAY
        registered = teams.register(db, accounts[team.account], made, team.team, at=at)
        if team is not WAITING:
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
    for team in (*TEAMS[1:], WAITING):
        made = create_user(db, team.account, roles=[Role.TEAM], title=team.team.name, password=make_password(), now=at)
        accounts[team.account] = Actor(made.id, made.name, frozenset({Role.TEAM}))
    return accounts


def _dev(task: SharedTask, accounts: Mapping[str, Actor], baseline: int, now: float) -> None:
    """A baseline first; after it what the teams made, and an answer that had to be mended."""
    first, second, third = TEAMS
    task.score_at_once(task.organiser, "dev", MAJORITY, 1.0, now - 13 * DAY, team=baseline)
    for team, system, slips, days in (
        (first, first.systems[0], FIRST_TRY, 12),
        (second, second.systems[0], second.slips["dev"], 10),
        (third, third.systems[0], third.slips["dev"], 9),
        (first, first.systems[1], first.slips["dev"], 5),
    ):
        task.score_at_once(accounts[team.account], "dev", system, slips, now - days * DAY)
    task.mend(now - 4 * DAY)


def _test(task: SharedTask, accounts: Mapping[str, Actor], baseline: int, now: float) -> None:
    task.score_at_once(task.organiser, "test", MAJORITY, 1.0, now - 2 * DAY, team=baseline)
    plan = enter(task.db, None, task.id, at=now).plan(PhaseKind.TEST)
    assert plan is not None
    digest = teams.agreement_digest(plan)
    for i, team in enumerate(TEAMS):
        at = now - (1.8 - 0.3 * i) * DAY
        actor = accounts[team.account]
        teams.accept(task.db, actor, task.id, phase="test", text_sha256=digest, at=at - 60)
        task.score_at_once(actor, "test", team.systems[-1], team.slips["test"], at)


def _answer(task: str, record: dict[str, Any], slips: float) -> dict[str, Any]:
    right = {key: value for key, value in record.items() if key not in GOLD_ONLY and key != "context"}
    if "reasons" in right:  # gold may have two reasons of a type, answers may not
        right["reasons"] = list({reason["type"]: reason for reason in right["reasons"]}.values())
    return right if fraction("demo-competition", slips, record["qid"]) >= slips else {**right, **_WRONG[task](right)}


def _commonest(_: Mapping[str, Any]) -> dict[str, Any]:
    """Always wrong would be right again the other way round: what a baseline says."""
    return {"judge": 0}


def _other_type(right: Mapping[str, Any]) -> dict[str, Any]:
    """The words that matter, taken for another kind of anomaly."""
    first, second, *_ = right["reasons"][0]["fragments"]
    kind, roles = ("C", ("S", "P")) if right["reasons"][0]["type"] == "A" else ("A", ("text1", "text2"))
    fragments = [{**fragment, "role": role} for fragment, role in zip((first, second), roles, strict=True)]
    return {"reasons": [{"fragments": fragments, "type": kind}]}


def _only_the_first(right: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the rest of the text was not found."""
    return {"outputs": right["outputs"][:1]}


_WRONG: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = dict(
    zip(TASKS, (_commonest, _other_type, _only_the_first), strict=True)
)


def short(task: str) -> str:
    return task.rpartition("/")[2]


def lines(records: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def release(db: Session, builder: Actor, folder: Path) -> Path:
    """The folder of the pack."""
    arguments = []
    for task, title in RELEASED.items():
        file = folder / f"{task.rpartition('/')[2]}.jsonl"
        export_files(db, builder, campaign_named(db, builder, title), file)
        arguments.append(f"{task}={file}")
    inputs = named_inputs(arguments)
    decided = read_all(inputs, may_be_split, _refuse, lambda _: None)
    train, dev, test = (Fraction(share) for share in RATIO.split(":"))
    proof = make_proof(inputs, decided, split(decided, SplitSettings((train, dev, test))))
    about, toml = read_about(example_folder() / "release/release.toml")
    pack(PackOrder(about, toml, (), None, (), with_zip=False, organisers=()), decided, proof, folder / "pack")
    return folder / "pack"


def _refuse(problem: BadFileError) -> None:
    raise problem
