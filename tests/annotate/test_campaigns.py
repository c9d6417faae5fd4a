"""Making campaigns: people, items, controls, relations, comments, single items, exports."""

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from pingce.annotate.item_problems import BadItems
from pingce.annotate.items import NewItem
from pingce.annotate.rules import changeable
from pingce.annotate.services import (
    campaigns,
    checking,
    comments,
    controls,
    export,
    items,
    manage,
    members,
    queue,
    relations,
    show,
)
from pingce.annotate.services.item_filter import ItemFilter
from pingce.annotate.services.members import MemberChange
from pingce.annotate.services.progress import progress
from pingce.annotate.services.relations import WordRelation
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup
from pingce.store.tables.history import Event
from pingce.store.tables.people import User

from .world import GLOSSES, World, rating, sense_item, senses, text_items

PLAIN: dict[str, object] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}


def builder(world: World) -> Actor:
    return world.people["builder"]


def test_a_campaign_starts_from_a_preset_and_says_what_differs(world: World) -> None:
    world.start("wsd", [sense_item(1)], annotators=["甲"], settings={"gate": 0.5})
    with world.change() as db:
        detail = campaigns.campaign_detail(db, builder(world), world.campaign)
    brief = detail.brief
    assert (brief.preset, brief.form, brief.task, brief.items, brief.decided) == ("wsd", "wsd", "wsd/senses", 1, 0)
    assert (brief.status, brief.roles) == ("open", ("builder",))
    assert (detail.settings["gate"], detail.settings["appeals"]) == (0.5, True)
    assert detail.counts == {"open": 1}


def test_any_task_of_the_catalogue_has_a_campaign(light: World) -> None:
    new = [NewItem("q1", {"text": "小明把书放在桌子上。"})]
    light.start(None, new, form="space2022/task1", annotators=["甲"], settings={"answers": 1})
    assert light.answer("甲", {"judge": 1}).item_state == "decided"
    with light.change() as db:
        assert list(export.official(db, builder(light), light.campaign)) == [
            {"qid": "q1", "context": "小明把书放在桌子上。", "judge": 1}
        ]


WRONG_CAMPAIGNS: list[tuple[dict[str, object], type[Exception]]] = [
    ({"title": "新", "preset": "nothing"}, NotFound),
    ({"title": "新"}, Refused),
    ({"title": " ", "preset": "wsd"}, Refused),
    ({"title": "试验", "preset": "wsd"}, Conflict),
    ({"title": "新", "preset": "wsd", "settings": {"answers": 51}}, UserError),
    ({"title": "新", "preset": "wsd", "rules": {"no-such-rule": "off"}}, UserError),
]


@pytest.mark.parametrize(("wanted", "problem"), WRONG_CAMPAIGNS)
def test_what_makes_no_campaign(light: World, wanted: dict[str, object], problem: type[Exception]) -> None:
    light.start("wsd", [], title="试验")
    with pytest.raises(problem), light.change() as db:
        campaigns.create_campaign(db, builder(light), **wanted)  # type: ignore[arg-type] # whatever a person may send
    with light.change() as db:
        assert [brief.title for brief in campaigns.campaigns_of(db, builder(light))] == ["试验"]


def test_only_builders_make_campaigns(light: World) -> None:
    annotator = light.person("甲", Role.ANNOTATOR)
    with light.change() as db, pytest.raises(NotAllowed):
        campaigns.create_campaign(db, annotator, title="新", preset="wsd")


def test_settings_that_items_were_laid_out_by_do_not_change_any_more(light: World) -> None:
    light.start("space-rating", text_items(1))
    with light.change() as db:
        campaigns.change_campaign(db, builder(light), light.campaign, settings={"lease_minutes": 5, "answers": 2})
        with pytest.raises(Conflict) as refused:
            campaigns.change_campaign(db, builder(light), light.campaign, settings={"answers": 3})
        assert refused.value.code == "setting-fixed"
        with pytest.raises(Refused):
            campaigns.change_campaign(db, builder(light), light.campaign, status="asleep")
        detail = campaigns.campaign_detail(db, builder(light), light.campaign)
    assert (detail.settings["lease_minutes"], detail.settings["answers"]) == (5.0, 2)


def test_a_title_hides_no_number(light: World) -> None:
    light.start("space-rating", [])
    first = light.campaign
    with light.change() as db:
        second = campaigns.create_campaign(db, builder(light), title=str(first), preset="wsd")
        campaigns.create_campaign(db, builder(light), title="2021", preset="wsd")
        assert campaigns.campaign_named(db, builder(light), str(first)) == first
        assert campaigns.campaign_named(db, builder(light), "2021") not in (first, second)
        for nobody in ("²", "9" * 30):
            with pytest.raises(UserError, match="There is no campaign"):
                campaigns.campaign_named(db, builder(light), nobody)


def test_a_changed_campaign_keeps_its_history(light: World) -> None:
    light.start("space-rating", [])
    with light.change() as db:
        campaigns.change_campaign(db, builder(light), light.campaign, title="改名", settings={"blind": False})
        told = db.scalars(select(Event).where(Event.step == "changed").order_by(Event.id)).all()
        assert campaigns.campaign_named(db, builder(light), "改名") == light.campaign
        assert campaigns.campaign_named(db, builder(light), str(light.campaign)) == light.campaign
        with pytest.raises(UserError, match="改名"):
            campaigns.campaign_named(db, builder(light), "别的")
    assert told[-1].details["changes"] == {"title": "改名", "settings": {"blind": False}}


def test_rules_can_be_levelled_per_campaign(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"])
    rule = next(iter(changeable("space-rating")))
    with light.change() as db:
        campaigns.change_campaign(db, builder(light), light.campaign, rules={rule: "off"})
        assert campaigns.campaign_detail(db, builder(light), light.campaign).rules == {rule: "off"}


def test_everybody_sees_their_own_campaigns(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"])
    admin = light.person("管", Role.ADMIN)
    outsider = light.person("外人", Role.ANNOTATOR)
    light.take("甲")
    with light.change() as db:
        mine = campaigns.campaigns_of(db, light.people["甲"])
        assert [(brief.roles, brief.waiting_for_me) for brief in mine] == [(("annotator",), 1)]
        assert [brief.roles for brief in campaigns.campaigns_of(db, admin)] == [("admin", "builder", "reviewer")]
        assert campaigns.campaigns_of(db, outsider) == []
        with pytest.raises(NotFound):
            campaigns.campaign_detail(db, outsider, light.campaign)


def test_members_need_their_roles_in_general(light: World) -> None:
    light.start("space-rating", [], annotators=["甲"], reviewers=["审"])
    with light.change() as db:
        listed = members.members(db, builder(light), light.campaign)
        wrong = MemberChange(light.people["甲"].id, frozenset({Role.REVIEWER}))
        with pytest.raises(Refused):
            members.set_members(db, builder(light), light.campaign, [wrong])
        change = MemberChange(light.people["甲"].id, frozenset({Role.ANNOTATOR}), audit_rate=2.0)
        with pytest.raises(Refused):
            members.set_members(db, builder(light), light.campaign, [change])
        with pytest.raises(NotFound):
            members.set_members(db, builder(light), light.campaign, [MemberChange(999, frozenset())])
    assert {(member.name, member.roles) for member in listed} == {
        ("builder", ("builder",)),
        ("甲", ("annotator",)),
        ("审", ("reviewer",)),
    }


def test_who_leaves_gives_the_seat_of_an_unfinished_group_to_another(world: World) -> None:
    new = [sense_item(i) for i in range(4)]
    world.start("wsd", new, annotators=["甲", "乙", "丙"], settings={"gate": 1.0})
    world.answer("甲", senses(GLOSSES[0]))
    world.answer("乙", senses(GLOSSES[0]))
    assert world.next("丙") is None
    with world.change() as db:
        members.set_members(db, builder(world), world.campaign, [MemberChange(world.people["甲"].id, frozenset())])
    assert [world.answer("丙", senses(GLOSSES[0])).state for _ in range(3)] == ["submitted"] * 3
    assert world.next("丙") is None


def test_the_same_import_again_changes_nothing(world: World) -> None:
    world.start("space-rating", text_items(3))
    with world.change() as db:
        done = items.import_items(db, builder(world), world.campaign, text_items(5))
    assert (done.added, done.already, done.total) == (2, 3, 5)


WRONG_ITEMS = [
    (NewItem("q00000", {"text": "别的句子。"}), "the id is there already with another text"),
    (NewItem("", {"text": "句子。"}), "an id has 1 to 200 characters"),
    (NewItem("x" * 201, {"text": "句子。"}), "an id has 1 to 200 characters"),
    (NewItem("new", {"context": "句子。"}), "the texts are context; expected text"),
    (NewItem("new", {"text": "句子。"}, gold={"rating": "splendid"}), "the gold answer is wrong"),
    (NewItem("twice", {"text": "句子。"}), "the id occurs twice"),
]


def test_all_wrong_items_are_told_at_once_and_none_is_imported(light: World) -> None:
    light.start("space-rating", text_items(1))
    new = [*(item for item, _ in WRONG_ITEMS), WRONG_ITEMS[-1][0], *text_items(3)]
    with light.change() as db, pytest.raises(BadItems) as refused:
        items.import_items(db, builder(light), light.campaign, new)
    listed = " ".join(one.message.en for one in refused.value.problems)
    assert [told for _, told in WRONG_ITEMS if told not in listed] == []
    with light.change() as db:
        assert db.scalar(select(func.count()).select_from(Item)) == 1


def test_an_id_that_occurs_twice_is_found_in_another_batch_and_what_is_wrong_there_too(
    light: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pingce.annotate.services.imports.CHUNK", 2)
    light.start("space-rating", text_items(1))
    again, bad = NewItem("q00001", {"text": "句子。"}), NewItem("bad", {"context": "句子。"})
    with light.change() as db, pytest.raises(BadItems) as refused:
        items.import_items(db, builder(light), light.campaign, [bad, *text_items(5), again, bad])
    assert [one.where for one in refused.value.problems] == ["bad", "bad", "q00001"]
    assert refused.value.message == "3 problems; nothing was imported."
    with light.change() as db:
        assert db.scalar(select(func.count()).select_from(Item)) == 1


def test_a_file_that_goes_wrong_at_its_end_leaves_nothing(light: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pingce.annotate.services.imports.CHUNK", 2)
    light.start("space-rating", text_items(1))

    def coming() -> Iterator[NewItem]:
        yield from text_items(5)
        raise UserError(Words("坏了", "broken"), code="bad-file")

    with light.change() as db, pytest.raises(UserError, match="broken"):
        items.import_items(db, builder(light), light.campaign, coming())
    with light.change() as db:
        assert db.scalar(select(func.count()).select_from(Item)) == 1


def test_batches_are_laid_out_as_if_all_came_at_once(light: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_out(title: str) -> list[tuple[object, ...]]:
        new = [sense_item(i, word=f"词{i % 3}") for i in range(25)]
        campaign = light.start("wsd", new, annotators=["甲", "乙"], title=title)
        with light.change() as db:
            rows = db.execute(
                select(Item.ref, Item.position, Item.state, Item.queue, Item.early, ItemGroup.key, ItemGroup.early_open)
                .join(ItemGroup, ItemGroup.id == Item.group_id)
                .where(Item.campaign_id == campaign)
                .order_by(Item.ref)
            )
            return [tuple(row) for row in rows]

    at_once = laid_out("一次")
    assert {row[-2:] for row in at_once} == {("词0", 3), ("词1", 3), ("词2", 3)}
    monkeypatch.setattr("pingce.annotate.services.imports.CHUNK", 4)
    assert laid_out("几批") == at_once


def test_later_items_of_a_word_stay_behind_its_gate(world: World) -> None:
    world.start("wsd", [sense_item(i) for i in range(10)], annotators=["甲", "乙"], settings={"order": "given"})
    assert world.states() == {"open": 3, "locked": 7}
    with world.change() as db:
        items.import_items(db, builder(world), world.campaign, [sense_item(i) for i in range(10, 20)])
    assert world.states() == {"open": 6, "locked": 14}, "30 % of what there is now"
    for _ in range(6):
        world.answer("甲", senses(GLOSSES[0]))
        world.answer("乙", senses(GLOSSES[0]))
    assert world.states() == {"decided": 6, "open": 14}
    with world.change() as db:
        items.import_items(db, builder(world), world.campaign, [sense_item(i) for i in range(20, 25)])
    assert world.states() == {"decided": 6, "open": 19}, "a gate that is open stays open"


def test_sentences_that_differ_in_a_word_differ_in_the_list_of_items_too(world: World) -> None:
    before = "清早起了雾，村口的老人照例提着篮子沿河堤走了一大圈，回来的时候太阳已经升得老高，他把篮子放在桌子"
    new = [NewItem(word, {"text": f"{before}{word}，坐下歇了歇。"}, {"replaced": [len(before)]}) for word in "上下里"]
    world.start("space-rating", new, settings=PLAIN)
    with world.change() as db:
        _, rows = items.find_items(db, builder(world), world.campaign)
    assert [row.ref in row.preview for row in rows] == [True] * 3
    assert len({row.preview for row in rows}) == 3


def test_items_are_found_by_id_text_state_and_group(world: World) -> None:
    new = [*text_items(3, group="一"), NewItem("特别_1", {"text": "一百%的𠮷利_话。"}, group="二")]
    world.start("space-rating", new, settings=PLAIN)

    def refs(*, offset: int = 0, limit: int = 50, **wanted: object) -> list[str]:
        meant = ItemFilter(**wanted)  # type: ignore[arg-type]
        with world.change() as db:
            total, rows = items.find_items(db, builder(world), world.campaign, meant, offset=offset, limit=limit)
        assert total >= len(rows)
        return [row.ref for row in rows]

    assert refs(query="𠮷利") == ["特别_1"]
    assert refs(query="百%的") == ["特别_1"]
    assert refs(query="特别_") == ["特别_1"]
    assert refs(query="特别%") == []
    assert refs(group="一") == ["q00000", "q00001", "q00002"]
    assert refs(state="open", offset=1, limit=2) == ["q00001", "q00002"]
    assert refs(state="decided") == []
    assert refs(control=True) == []


def test_items_become_controls_and_ordinary_again_until_somebody_has_them(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=["甲"], settings={**PLAIN, "control_rate": 0.5})
    with world.change() as db:
        ids = list(db.scalars(select(Item.id).order_by(Item.id)))
        controls.set_controls(db, builder(world), world.campaign, {ids[0]: rating("bad"), ids[1]: rating("fine")})
        controls.set_controls(db, builder(world), world.campaign, {ids[1]: None})
        with pytest.raises(Refused):
            controls.set_controls(db, builder(world), world.campaign, {ids[1]: {"rating": "splendid"}})
        with pytest.raises(NotFound):
            controls.set_controls(db, builder(world), world.campaign, {999: None})
    assert world.states() == {"control": 1, "open": 1}
    for _ in range(2):
        world.answer("甲", rating("bad"))
    with world.change() as db:
        view = controls.controls(db, builder(world), world.campaign)
        with pytest.raises(Conflict):
            controls.set_controls(db, builder(world), world.campaign, {ids[0]: None})
    assert [(one.item, one.gold, one.given, one.right) for one in view] == [(ids[0], rating("bad"), 1, 1)]


def test_relations_of_glosses_reach_the_rules(world: World) -> None:
    world.start("wsd", [sense_item(1)], annotators=["甲"], settings={"gate": 1.0})
    both = senses(GLOSSES[0], GLOSSES[1])
    with world.change() as db:
        given = [WordRelation("打开", "0", "1", "disjoint")]
        relations.set_relations(db, builder(world), world.campaign, given)
        assert relations.relations(db, builder(world), world.campaign) == given
    job = world.take("甲")
    assert job.item.extra["relations"] == [{"kind": "disjoint", "a": "0", "b": "1"}]
    with pytest.raises(Refused):
        world.submit("甲", job, both)
    with world.change() as db:
        hits = checking.check_job(db, world.people["甲"], job.job, both)
        assert [hit.level for hit in hits] == ["block"]
        overlapping = [WordRelation("打开", "0", "1", "overlapping")]
        relations.set_relations(db, builder(world), world.campaign, overlapping)
    assert world.submit("甲", job, both).state == "submitted"


@pytest.mark.parametrize(
    "wrong",
    [
        [WordRelation("打开", "0", "1", "hostile")],
        [WordRelation("打开", "0", "0", "disjoint")],
        [WordRelation("打开", "0", "1", "disjoint"), WordRelation("打开", "1", "0", "overlapping")],
    ],
)
def test_wrong_relations_are_refused(light: World, wrong: list[WordRelation]) -> None:
    light.start("wsd", [sense_item(1)])
    with light.change() as db, pytest.raises(Refused):
        relations.set_relations(db, builder(light), light.campaign, wrong)


def test_checking_needs_an_item_of_the_campaign(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"])
    first, job = light.campaign, light.take("甲")
    second = light.start("space-rating", text_items(1), title="另一个", reviewers=["审"])
    item, reviewer = job.item.id, light.people["审"]
    with light.change() as db:
        assert checking.check_answer(db, reviewer, first, item, rating("fine")) == []
        with pytest.raises(Conflict):
            checking.check_answer(db, reviewer, second, item, rating("fine"))
        with pytest.raises(NotFound):
            checking.check_answer(db, reviewer, first, 999, rating("fine"))
        assert checking.check_job(db, light.people["甲"], job.job, rating("fine")) == []
        with pytest.raises(NotAllowed):
            checking.check_answer(db, light.people["甲"], first, item, rating("fine"))
        with pytest.raises(NotAllowed):
            checking.check_job(db, light.people["乙"], job.job, rating("fine"))


def said(world: World, who: str, job: int) -> list[tuple[str, str]]:
    with world.change() as db:
        return [(one.by, one.text) for one in comments.job_comments(db, world.people[who], job)]


def say(world: World, who: str, job: int, text: str) -> None:
    with world.change() as db:
        comments.add_job_comment(db, world.people[who], job, text, at=world.now)


def test_people_comment_on_items_they_have(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings={"blind": False})
    job = light.take("甲")
    say(light, "甲", job.job, "“窗边”指哪边？")
    with light.change() as db:
        comments.add_comment(db, light.people["审"], job.item.id, "屋里。", at=light.now)
    both = [("甲", "“窗边”指哪边？"), ("审", "屋里。")]
    assert said(light, "甲", job.job) == both
    with light.change() as db:
        assert [(one.by, one.text) for one in comments.comments(db, light.people["审"], job.item.id)] == both
        with pytest.raises(NotAllowed):
            comments.comments(db, light.people["乙"], job.item.id)
        with pytest.raises(NotAllowed):
            comments.job_comments(db, light.people["乙"], job.job)
        with pytest.raises(Refused):
            comments.add_comment(db, light.people["审"], job.item.id, " ")
    assert said(light, "乙", light.take("乙").job) == both, "not blind"


def test_in_a_blind_campaign_nobody_reads_what_others_say_before_answering(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"])
    first, second = world.take("甲"), world.take("乙")
    say(world, "甲", first.job, "我觉得不通。")
    say(world, "乙", second.job, "再看看。")
    with world.change() as db:
        comments.add_comment(db, world.people["审"], first.item.id, "前一位说得对。", at=world.now)
    assert said(world, "乙", second.job) == [("乙", "再看看。")]
    world.submit("乙", second, rating("fine"))
    assert [by for by, _ in said(world, "乙", second.job)] == ["甲", "乙", "审"]
    assert [by for by, _ in said(world, "甲", first.job)] == ["甲"]


def test_people_are_called_by_their_titles_and_told_apart_where_those_are_alike(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["li", "li2", "wang"], reviewers=["审"])
    job = light.take("li").job
    with light.change() as db:
        for name, title in (("li", "李静"), ("审", "赵老师")):
            db.get_one(User, light.people[name].id).title = title
        told = comments.add_job_comment(db, light.people["li"], job, "这里？", at=light.now)
        assert told.by == "李静"
        everybody = [light.people[name].id for name in ("li", "li2", "wang", "审")]
        assert [*show.shown_names(db, [*everybody, None]).values()] == ["—", "李静", "li2", "wang", "赵老师"]
        db.get_one(User, light.people["li2"].id).title = "李静"
        found = show.shown_names(db, everybody)
        assert [found[one] for one in everybody] == ["李静 (li)", "李静 (li2)", "wang", "赵老师"]
        assert show.names(db, everybody)[everybody[0]] == "li"


def test_a_withdrawn_item_is_gone_for_annotators_and_from_the_export(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    held = world.take("甲")
    with world.change() as db:
        assert manage.withdraw(db, builder(world), held.item.id, "原文有错", at=world.now) == "withdrawn"
        with pytest.raises(Refused):
            manage.reopen(db, builder(world), held.item.id, " ")
        with pytest.raises(Conflict):
            manage.withdraw(db, builder(world), held.item.id, "又一次")
    with pytest.raises(Conflict):
        world.submit("甲", held, rating("fine"))
    assert world.next("乙") is None
    with world.change() as db:
        assert list(export.official(db, builder(world), world.campaign)) == []
        assert manage.reopen(db, builder(world), held.item.id, "原文没错") == "review"
    turn = world.review("审")
    assert turn is not None
    assert world.decide("审", turn, answer=rating("bad")).item_state == "decided"


def test_a_decided_item_can_be_decided_anew(world: World) -> None:
    world.start("space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    job = world.answer("甲", rating("fine")).job
    world.answer("乙", rating("fine"))
    item = world.item("q00000").id
    with world.change() as db:
        manage.reopen(db, builder(world), item, "两人都看漏了")
    turn = world.review("审")
    assert turn is not None
    world.decide("审", turn, answer=rating("bad"), reason_code="context")
    view = world.item("q00000")
    assert (view.final, view.outcome, world.again("甲", job).state) == (rating("bad"), "reviewed", "done")
    assert [decision.answer for decision in view.decisions] == [rating("fine"), rating("bad")]


def test_an_item_nobody_is_left_for_is_shown_and_can_be_sent_to_review(world: World) -> None:
    world.start("space-rating", text_items(2), annotators=["甲", "乙"], reviewers=["审"], settings=PLAIN)
    skipped = world.take("甲")
    with world.change() as db:
        queue.skip(db, world.people["甲"], skipped.job, "难")
    for _ in range(2):
        world.answer("乙", rating("fine"))
    world.answer("甲", rating("fine"))
    with world.change() as db:
        assert progress(db, builder(world), world.campaign).stuck == 1
        assert manage.escalate(db, builder(world), skipped.item.id, "没有第三个人") == "review"
    turn = world.review("审")
    assert turn is not None
    assert world.decide("审", turn, accept=turn.answers[0].job).item_state == "decided"


def test_escalating_an_audit_ends_it(world: World) -> None:
    settings = {"answers": 1, "audit_rate": 1.0, "control_rate": 0.0}
    world.start("space-rating", text_items(1), annotators=["甲"], reviewers=["审"], settings=settings)
    receipt = world.answer("甲", rating("fine"))
    turn = world.review("审")
    assert turn is not None
    world.decide("审", turn, reason="不对")
    with world.change() as db:
        manage.escalate(db, builder(world), turn.item.id, "标注员已离开")
    last = world.review("审")
    assert last is not None
    assert last.kind == "review"
    assert world.decide("审", last, answer=rating("bad")).item_state == "decided"
    assert world.again("甲", receipt.job).state == "done"


def test_only_builders_manage(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"], reviewers=["审"])
    item = light.take("甲").item.id
    for who in ("甲", "审"):
        actor = light.people[who]
        with light.change() as db:
            for refused in (
                lambda: manage.withdraw(db, actor, item, "不要了"),  # noqa: B023 # called at once
                lambda: items.import_items(db, actor, light.campaign, []),  # noqa: B023
                lambda: campaigns.change_campaign(db, actor, light.campaign, title="x"),  # noqa: B023
                lambda: members.set_members(db, actor, light.campaign, []),  # noqa: B023
                lambda: controls.controls(db, actor, light.campaign),  # noqa: B023
                lambda: relations.set_relations(db, actor, light.campaign, []),  # noqa: B023
                lambda: list(export.official(db, actor, light.campaign)),  # noqa: B023
                lambda: list(export.history(db, actor, light.campaign)),  # noqa: B023
                lambda: list(export.table(db, actor, light.campaign)),  # noqa: B023
            ):
                with pytest.raises(NotAllowed):
                    refused()


def test_the_table_has_a_row_per_answer_with_a_column_per_field(light: World) -> None:
    light.start("space-rating", text_items(1), annotators=["甲"], settings={**PLAIN, "answers": 1})
    span = {"text": "桌子", "idxes": [10, 11]}
    light.answer("甲", {"rating": "other", "span": span, "comment": "有错字，“卓子”"})
    with light.change() as db:
        header, row = export.table(db, builder(light), light.campaign)
    cells = dict(zip(header, row, strict=True))
    assert (cells["rating"], cells["comment"]) == ("other", "有错字，“卓子”")
    assert cells["span"] == '{"text":"桌子","idxes":[10,11]}'
    assert re.fullmatch(r"2023-11-14T22:13:20\.000\+00:00", cells["submitted_at"])
