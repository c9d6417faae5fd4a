"""The word-sense campaign of the published set, section 3.3, with fewer sentences and all its people.

82 annotators and five reviewers: phase one with the same number of random items each, the best 63 admitted to phase
two; there a fixed pair per word, a gate, reviews that go back to the annotators, appeals, reports on glosses, quotas, a
person who drops out; the inventory improved afterwards. Everybody's answers follow from a rule, so the test computes
all figures by itself and asks `pingce quality` for the same.
"""

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from pingce.annotate.items import NewItem
from pingce.annotate.services import admissions, export, figures, inventory, quotas
from pingce.annotate.services.views import HeldJob
from pingce.formats.gloss_edits import GlossEdit
from pingce.store.errors import NotFound
from pingce.store.tables.annotate import Item, Job
from tests.cli.conftest import Run

from .world import World, senses

ANNOTATORS = [f"标{i:02}" for i in range(82)]
REVIEWERS = [f"审{i}" for i in range(5)]
ADMITTED, EACH = 63, 3
"""100 items each in phase one, scaled down."""
WORDS, SENTENCES, QUOTA = 32, 7, 5
"""500 answers each in phase two, scaled down."""
GLOSSES = [f"第{i}义" for i in range(8)]
DAY = 86_400.0


def number(*parts: object) -> int:
    """A number that anybody can compute again."""
    return zlib.crc32("/".join(map(str, parts)).encode())


def truth(ref: str) -> int:
    return number("truth", ref) % len(GLOSSES)


def sense_items(phase: int, words: int, sentences: int) -> list[NewItem]:
    return [
        NewItem(
            f"{phase}-{w:02}-{s}",
            {"sentence": f"第{phase}期第{w}词的第{s}句用了词{w:02}。", "word": f"词{w:02}"},
            {"glosses": [{"id": str(i), "text": gloss} for i, gloss in enumerate(GLOSSES)]},
            f"词{w:02}" if phase == 2 else "",
        )
        for w in range(words)
        for s in range(sentences)
    ]


Rule = Callable[["Story", str, str], int]
"""Which gloss somebody chooses for an item."""


@dataclass
class Story(World):
    """What everybody said and decided, beside the workbench's own record of it."""

    said: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)
    """First answers by item and person, with their time."""
    finals: dict[str, int] = field(default_factory=dict)
    reviewed: dict[str, float] = field(default_factory=dict)
    appealed: dict[str, bool] = field(default_factory=dict)
    """Items somebody objected to, and whether rightly."""

    def tick(self) -> None:
        self.now += 1

    def say(self, who: str, job: HeldJob, gloss: int) -> None:
        self.tick()
        self.submit(who, job, senses(GLOSSES[gloss]))
        self.said[job.item.ref, who] = gloss, self.now

    def work(self, who: str, gloss: Rule) -> int:
        """All that somebody gets now."""
        done = 0
        while (job := self.next(who)) is not None:
            self.say(who, job, gloss(self, who, job.item.ref))
            done += 1
        return done

    def review_all(self, decided: Rule) -> None:
        """Reviewers in turn take what waits for them."""
        idle, turn = 0, 0
        while idle < len(REVIEWERS):
            who, turn = REVIEWERS[turn % len(REVIEWERS)], turn + 1
            view = self.review(who)
            if view is None:
                idle += 1
                continue
            idle = 0
            self.tick()
            ref = view.item.ref
            gloss = decided(self, who, ref)
            self.decide(who, view, answer=senses(GLOSSES[gloss]), reason_code="sense")
            self.reviewed[ref], self.finals[ref] = self.now, gloss

    def returned(self) -> list[tuple[str, int, str]]:
        """Who has to answer to a decision: name, job, item."""
        names = {actor.id: name for name, actor in self.people.items()}
        with self.change() as db:
            query = select(Job.user_id, Job.id, Item.ref).join(Item, Item.id == Job.item_id)
            rows = db.execute(query.where(Job.campaign_id == self.campaign, Job.state == "returned").order_by(Job.id))
            return [(names[user], job, ref) for user, job, ref in rows]

    def by_item(self) -> dict[str, dict[str, tuple[int, float]]]:
        items: dict[str, dict[str, tuple[int, float]]] = defaultdict(dict)
        for (ref, who), answer in self.said.items():
            items[ref][who] = answer
        return items


def able(_: Story, who: str, ref: str) -> int:
    """Of phase one: those who go on are always right, the others never."""
    person = ANNOTATORS.index(who)
    return truth(ref) if person % 13 < 10 and person < 82 - 1 else (truth(ref) + 1 + person % 7) % len(GLOSSES)


def learning(story: Story, who: str, ref: str) -> int:
    """Of phase two: wrong in four of ten at first, in one of eight once reviewers have spoken about the word."""
    heard = any(
        decided_at < story.now and (item, who) in story.said and item.split("-")[1] == ref.split("-")[1]
        for item, decided_at in story.reviewed.items()
    )
    wrong = number("slip", who, ref) % 8 == 0 if heard else number("slip", who, ref) % 10 < 4
    return (truth(ref) + 1 + number("which", who, ref) % 7) % len(GLOSSES) if wrong else truth(ref)


def right(_: Story, __: str, ref: str) -> int:
    """Reviewers of phase one."""
    return truth(ref)


def human(_: Story, __: str, ref: str) -> int:
    """Reviewers err, too: in one of six."""
    return (truth(ref) + 3) % len(GLOSSES) if number("review", ref) % 6 == 0 else truth(ref)


@pytest.fixture
def story(sqlite_engine: Engine) -> Story:
    return Story(sqlite_engine)


def agreed(story: Story) -> None:
    """Where both said the same, that is the answer."""
    for ref, answers in story.by_item().items():
        glosses = {gloss for gloss, _ in answers.values()}
        if len(answers) == 2 and len(glosses) == 1:
            story.finals.setdefault(ref, glosses.pop())


def phase_one(story: Story) -> int:
    new = sense_items(1, 41, 82 * EACH // 2 // 41)
    campaign = story.start(
        "wsd-phase1",
        new,
        annotators=ANNOTATORS,
        reviewers=REVIEWERS,
        settings={"person_least": EACH, "person_most": EACH, "learn_days": 1},
        title="一期",
    )
    for who in ANNOTATORS:
        story.work(who, able)
    for who in ANNOTATORS:
        story.work(who, able)
    assert Counter(who for _, who in story.said) == dict.fromkeys(ANNOTATORS, EACH)
    agreed(story)
    story.review_all(right)
    story.now += 2 * DAY  # nobody has to press a button: what came back counts as learned
    while story.returned():
        story.next(ANNOTATORS[0])
    assert set(story.states()) == {"decided"}
    return campaign


def phase_two(story: Story, first: int) -> int:
    campaign = story.start(
        "wsd-phase2",
        sense_items(2, WORDS, SENTENCES),
        reviewers=REVIEWERS,
        settings={"person_least": QUOTA, "learn_days": 0},
        title="二期",
    )
    builder = story.people["builder"]
    with story.change() as db:
        ranked = admissions.admit_from(db, builder, first, campaign, best=ADMITTED, least_answers=EACH, at=story.now)
    chosen = [person.name for person in ranked if person.admitted]
    assert (len(ranked), len(chosen)) == (82, ADMITTED)
    for person in ranked:  # as the test itself computes it
        mine = [(ref, said) for (ref, who), (said, _) in story.said.items() if who == person.name]
        assert (person.accuracy.part, person.accuracy.whole) == (sum(story.finals[r] == s for r, s in mine), EACH)
    left_out = next(name for name in ANNOTATORS if name not in chosen)
    with pytest.raises(NotFound):
        story.next(left_out)
    story.said, story.finals, story.reviewed = {}, {}, {}

    report_on(story, chosen[0])
    gates = rounds = 0
    gone = ""
    while True:
        rounds += 1
        done = sum(story.work(who, learning) for who in chosen if who != gone)
        agreed(story)
        story.review_all(human)
        answer_to_decisions(story)
        if rounds == 1:
            gates = locked(story)
            gone = drop_out(story, chosen)
        if not done and not story.returned():
            break
    assert gates > 0, "the rest of a word waits until its first sentences are decided"
    assert set(story.states()) == {"decided"}
    with story.change() as db:
        due = {view.name: view.due for view in quotas.quotas(db, builder, campaign)}
    assert {name for name in chosen if due[name]} <= {gone}
    return campaign


def report_on(story: Story, who: str) -> None:
    """Somebody finds two glosses alike while annotating."""
    job = story.take(who)
    with story.change() as db:
        actor = story.people[who]
        inventory.report_gloss(db, actor, job.job, code="overlaps", gloss=GLOSSES[7], at=story.now)


def locked(story: Story) -> int:
    return story.states().get("locked", 0)


def drop_out(story: Story, chosen: list[str]) -> str:
    """One of those who began a word stops; another takes the word over."""
    builder = story.people["builder"]
    with story.change() as db:
        views = [quotas.left_by(db, builder, story.campaign, story.people[name].id) for name in chosen]
        view = next(view for view in views if view.groups and view.groups[0].items and not view.returned)
        who, group = view.name, view.groups[0].group
        heir = next(name for name in reversed(chosen) if name != who and name not in view.groups[0].others)
        quotas.reassign(
            db,
            builder,
            story.campaign,
            group,
            from_user=story.people[who].id,
            to_user=story.people[heir].id,
            reason="退出",
            at=story.now,
        )
    return who


def answer_to_decisions(story: Story) -> None:
    """Who was right after all objects, and some who were not; everybody else learns. Another reviewer decides."""
    for who, job, ref in story.returned():
        said, stubborn = story.said[ref, who][0], number("stubborn", who, ref) % 7 == 0
        objects = said == truth(ref) != story.finals[ref] or (stubborn and said != story.finals[ref])
        story.tick()
        if objects and ref not in story.appealed:
            story.appeal(who, job)
            story.appealed[ref] = story.finals[ref] != truth(ref)
        else:
            story.learn(who, job)
    idle, turn = 0, 0
    while idle < len(REVIEWERS):
        who, turn = REVIEWERS[turn % len(REVIEWERS)], turn + 1
        view = story.review(who, appeals=True)
        if view is None:
            idle += 1
            continue
        idle = 0
        story.tick()
        ref = view.item.ref
        upheld = story.appealed[ref]
        story.decide_appeal(who, view, uphold=upheld, answer=senses(GLOSSES[truth(ref)]) if upheld else None)
        if upheld:
            story.finals[ref] = truth(ref)


def phases(story: Story) -> dict[str, list[bool]]:
    """Whether the two agree, item by item: both before they heard a reviewer about the word, both after, or mixed."""
    items = story.by_item()
    heard: dict[tuple[str, str], float] = {}
    for ref, decided_at in story.reviewed.items():
        for who in items[ref]:
            key = (who, ref.split("-")[1])
            heard[key] = min(heard.get(key, decided_at), decided_at)
    told: dict[str, list[bool]] = defaultdict(list)
    for ref, answers in items.items():
        after = {at > heard.get((who, ref.split("-")[1]), float("inf")) for who, (_, at) in answers.items()}
        phase = "mixed" if len(after) > 1 else "after" if after == {True} else "before"
        told[phase].append(len({gloss for gloss, _ in answers.values()}) == 1)
    return told


def test_the_campaign_of_section_3_3_and_its_figures(story: Story, pingce: Run, tmp_path: Path) -> None:
    first = phase_one(story)
    campaign = phase_two(story, first)
    builder = story.people["builder"]
    history = tmp_path / "history.jsonl"
    with story.change() as db:
        lines = list(export.history(db, builder, campaign))
        now = figures.figures(db, builder, campaign)
    history.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    people = json.loads(pingce("quality", "people", history, "--json").out)
    agreement = json.loads(pingce("quality", "agreement", history, "--json").out)

    rights = [gloss == story.finals[ref] for (ref, _), (gloss, _) in story.said.items()]
    assert people["accuracy"]["n"] == len(rights) == 2 * WORDS * SENTENCES
    assert people["accuracy"]["value"] == pytest.approx(sum(rights) / len(rights))
    assert (now.accuracy.part, now.accuracy.whole) == (sum(rights), len(rights))

    reviewed, appealed, upheld = len(story.reviewed), len(story.appealed), sum(story.appealed.values())
    assert 0 < upheld < appealed < reviewed
    assert people["reviews"] == {
        "reviewed": reviewed,
        "appealed": appealed,
        "upheld": upheld,
        "appeal_rate": pytest.approx(appealed / reviewed),
        "upheld_rate": pytest.approx(upheld / appealed),
    }
    assert (now.appealed.part, now.appealed.whole) == (appealed, reviewed)
    assert (now.upheld.part, now.upheld.whole) == (upheld, appealed)

    told = phases(story)
    (by_sense,) = [part for part in agreement["fields"] if part["field"] == "senses"]
    for phase, same in told.items():
        numbers = by_sense["parts"]["feedback"][phase]
        assert numbers["exact"]["n"] == len(same)
        assert numbers["exact"]["value"] == pytest.approx(sum(same) / len(same))
    before, after = told["before"], told["after"]
    assert sum(before) / len(before) < sum(after) / len(after), "they learn"

    improve(story, campaign, [line["answers"] for line in lines[1:]])


def improve(story: Story, campaign: int, answers: list[object]) -> None:
    """Two glosses become one after the report; every answer stays as it was given and is read in the new wording."""
    builder = story.people["builder"]
    with story.change() as db:
        (report,) = inventory.gloss_reports(db, builder, campaign)
        edits = [
            GlossEdit(word, "merge", (GLOSSES[6], GLOSSES[7]), (GLOSSES[6],), "两义难分") for word in [report.word]
        ]
        inventory.change_glosses(db, builder, campaign, edits, reports=[report.id], at=story.now)
        assert inventory.gloss_reports(db, builder, campaign)[0].change is not None
        after = list(export.history(db, builder, campaign))[1:]
        assert [line["answers"] for line in after] == answers, "no stored answer changed"
        exported = {record["id"]: record for record in map(keyed, export.official(db, builder, campaign))}
    for ref, gloss in story.finals.items():
        merged = gloss == 7 and ref.split("-")[1] == report.word.removeprefix("词")
        assert exported[ref]["senses"] == [GLOSSES[6 if merged else gloss]]


def keyed(record: dict[str, object]) -> dict[str, object]:
    return {"id": record.get("id") or record.get("qid"), "senses": record.get("senses") or record.get("sense")}
