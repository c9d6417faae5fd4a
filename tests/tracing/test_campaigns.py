"""An item's life in campaigns: who sees what of it, and how it is found."""

from pathlib import Path

import pytest

from pingce.annotate.items import NewItem
from pingce.annotate.services import comments
from pingce.annotate.services.chain import chain
from pingce.annotate.services.tiers import store_tiers
from pingce.formats.provenance import Provenance, ReplacementRecord, SourcePlace
from pingce.formats.replacement import Change
from pingce.formats.tiers import GradedItem
from pingce.report.trace import trace_page
from pingce.store.errors import NotFound
from pingce.store.people import Role
from pingce.trace.database import LIVES, trace
from pingce.trace.model import ItemLife, Trace
from tests.annotate.world import NOON, World, rating

RAW = "院子很大。书在屋子里面，灯在桌子上。门开着。\n"
ORIGINAL = "书在屋子里面，灯在桌子上。"
TEXT = ORIGINAL.replace("里面", "外面")
CHANGE = Change(4, 4, "里面", "外面", "f", "方位", "antonym")
PLACE = SourcePlace("corpus/news/town.txt", 5, 1, {"byte": 15})
ORIGIN = Provenance("r1", PLACE, "news", "web", "o1", replacement=ReplacementRecord((CHANGE,)))
ITEM = NewItem("r1", {"text": TEXT}, {}, origin=ORIGIN)
OTHER = NewItem("r2", {"text": ORIGINAL.replace("里面", "后面")}, {}, origin=Provenance("r2", original="o1"))
STEADY = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0, "order": "given", "answers": 2}
DISPUTED = {**STEADY, "on_disagreement": "review", "return_to": "all", "appeals": True}


@pytest.fixture
def rated(world: World) -> World:
    """Two people differ about a sentence, a reviewer decides, one of them objects in vain."""
    world.start("space-rating", [ITEM, OTHER], annotators=["li", "wang"], reviewers=["zhao", "qian"], settings=DISPUTED)
    first = world.take("li")
    world.submit("li", first, rating("bad"))
    second = world.take("wang")
    world.submit("wang", second, rating("fine"))
    with world.change() as db:
        comments.add_comment(db, world.people["zhao"], first.item.id, "灯在桌子上，没有问题", at=NOON)
    turn = world.review("zhao")
    assert turn is not None
    world.decide("zhao", turn, answer=rating("bad"))
    world.appeal("wang", second.job)
    appeal = world.review("qian", appeals=True)
    assert appeal is not None
    world.decide_appeal("qian", appeal, uphold=False)
    return world


def traced(world: World, who: str, query: str, root: Path | None = None) -> Trace:
    with world.change() as db:
        return trace(db, world.people[who], query, roots=[] if root is None else [root])


def only(found: Trace) -> ItemLife:
    [life] = found.lives
    return life


@pytest.mark.parametrize("query", ["r1", TEXT, f" {TEXT}\n"])
def test_a_builder_sees_everything_from_the_raw_line_to_the_decision(rated: World, tmp_path: Path, query: str) -> None:
    (tmp_path / "corpus/news").mkdir(parents=True)
    (tmp_path / "corpus/news/town.txt").write_text(RAW, encoding="utf-8")
    with rated.change() as db:
        graded = [GradedItem("r1", "gold", True, "reviewed", ("bad",))]
        store_tiers(db, rated.people["builder"], rated.campaign, graded, at=NOON)
    life = only(traced(rated, "builder", query, tmp_path))
    assert (life.qid, life.genre, life.kind, life.original, life.original_text) == ("r1", "news", "web", "o1", ORIGINAL)
    assert life.source is not None
    raw = life.source.raw
    assert (life.source.file, life.source.line, life.source.offset) == ("corpus/news/town.txt", 1, 5)
    assert (raw.state, raw.before, raw.text, raw.after) == ("found", "院子很大。", ORIGINAL, "门开着。")
    assert life.replacement is not None
    assert [(one.at, one.old, one.new, one.word_class, one.group) for one in life.replacement.changes] == [
        (4, "里面", "外面", "f", "方位")
    ]
    [campaign] = life.campaigns
    assert (campaign.title, campaign.form, campaign.ref, campaign.state) == ("试验", "space-rating", "r1", "decided")
    said = {one.by: one.answer for one in campaign.answers}
    assert said["li"] == rating("bad")
    assert said["wang"] == rating("fine")
    assert [one.kind for one in campaign.reviews] == ["review", "appeal"]
    assert [(one.by, one.text) for one in campaign.appeals] == [("wang", "按释义二更合适")]
    assert [(one.by, one.text) for one in campaign.comments] == [("zhao", "灯在桌子上，没有问题")]
    assert [one.by for one in campaign.decisions] == ["zhao", "qian"]
    assert campaign.final == rating("bad")
    assert campaign.tier is not None
    assert (campaign.tier.tier, campaign.tier.release, campaign.tier.rule) == ("gold", True, "reviewed")
    assert campaign.exported
    assert [one.ref for one in life.siblings] == ["r2"]
    shown = "\n".join(
        line.zh
        for section in trace_page(Trace(query, (life,))).sections
        for block in section.blocks
        for line in getattr(block, "lines", ())
    )
    assert f"院子很大。【{ORIGINAL}】门开着。" in shown


def test_reviewers_of_a_blind_campaign_do_not_learn_who_said_what(rated: World) -> None:
    [campaign] = only(traced(rated, "zhao", "r1")).campaigns
    said = {answer.by for answer in campaign.answers} | {remark.by for remark in campaign.appeals}
    assert said | {decision.by for decision in campaign.decisions} | {turn.by for turn in campaign.reviews} == {"—"}


def test_an_annotator_finds_their_own_answer_by_the_text_and_nothing_else(rated: World) -> None:
    life = only(traced(rated, "li", TEXT))
    assert (life.qid, life.source, life.original, life.replacement, life.siblings) == ("", None, None, None, ())
    [campaign] = life.campaigns
    assert {one.by for one in campaign.answers} == {"li"}
    assert (campaign.sight, campaign.ref, campaign.decisions, campaign.final, campaign.tier) == (
        "own",
        "",
        (),
        None,
        None,
    )
    with pytest.raises(NotFound):
        traced(rated, "li", "r1")
    with pytest.raises(NotFound):
        traced(rated, "li", OTHER.texts["text"])


def test_nobody_who_holds_an_item_sees_more_than_its_text_before_they_answered(world: World) -> None:
    both = world.person("both", Role.ANNOTATOR, Role.REVIEWER)
    world.start("space-rating", [ITEM], annotators=["both", "li"], reviewers=["both"], settings=STEADY)
    world.answer("li", rating("bad"))
    job = world.take("both")
    life = only(traced(world, "both", "r1"))
    assert (life.waits, life.texts, life.campaigns, life.original) == (True, {"text": TEXT}, (), None)
    assert "You hold this item" in trace_page(Trace("r1", (life,))).sections[0].blocks[0].lines[-1].en  # type: ignore[union-attr]
    world.submit("both", job, rating("bad"))
    assert len(only(traced(world, "both", "r1")).campaigns[0].answers) == 2
    assert both.id


def test_of_campaigns_one_does_not_belong_to_nothing_is_known(rated: World) -> None:
    rated.person("stranger", Role.BUILDER, Role.REVIEWER, Role.ANNOTATOR)
    rated.person("team", Role.TEAM)
    for who in ("stranger", "team"):
        for query in ("r1", TEXT):
            with pytest.raises(NotFound) as caught:
                traced(rated, who, query)
            assert caught.value.code == "no-item"


@pytest.mark.parametrize("query", ["", "\x00", "nothing", "没有这样的一句话。", "x" * 500])
def test_what_is_nowhere_is_not_found(rated: World, query: str) -> None:
    with pytest.raises(NotFound):
        traced(rated, "builder", query)


def test_an_item_that_was_chained_is_one_life_in_several_campaigns(rated: World) -> None:
    first = rated.campaign
    targets = {form: rated.start(form, (), title=form) for form in ("space-attribution", "space-step")}
    with rated.change() as db:
        for target in targets.values():
            chain(db, rated.people["builder"], first, target, at=NOON)
    life = only(traced(rated, "builder", "r1"))
    assert [campaign.title for campaign in life.campaigns] == ["试验", "space-attribution"]
    assert [(one.ref, one.title) for one in life.siblings] == [("r2", "试验"), ("o1", "space-step")]
    assert [campaign.title for campaign in only(traced(rated, "builder", "o1")).campaigns] == ["space-step"]


def test_a_pair_belongs_to_the_sentence_it_was_made_of(light: World) -> None:
    light.start("space-rating", [ITEM, OTHER], annotators=["li"], settings={**STEADY, "answers": 1})
    for _ in range(2):
        light.answer("li", rating("fine"))
    first = light.campaign
    second = light.start("space-scene", (), title="场景")
    with light.change() as db:
        from pingce.formats.tiers import ALL_TIERS

        chain(db, light.people["builder"], first, second, tiers=ALL_TIERS, at=NOON)
    for query in ("r1", TEXT):
        assert [campaign.title for campaign in only(traced(light, "builder", query)).campaigns] == ["试验", "场景"]


def test_an_id_that_means_too_many_items_says_how_many_more(light: World) -> None:
    for number in range(LIVES + 2):
        item = NewItem("q", {"text": f"第{number}句。"})
        light.start("space-rating", [item], title=f"活动 {number}")
    found = traced(light, "builder", "q")
    assert (len(found.lives), found.more) == (LIVES, 2)
    assert trace_page(found).facts[-1][1].en == "2 more items"


def test_an_item_that_tiers_keep_back_or_nobody_graded_is_not_exported(rated: World) -> None:
    assert only(traced(rated, "builder", "r1")).campaigns[0].exported
    with rated.change() as db:
        store_tiers(db, rated.people["builder"], rated.campaign, [GradedItem("r2", "x", False, "x")], at=NOON)
    assert not only(traced(rated, "builder", "r1")).campaigns[0].exported
