"""Items of a decided campaign go on to the next one, with where they come from."""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select

from pingce.annotate.forms import form_of
from pingce.annotate.items import NewItem
from pingce.annotate.services.chain import ChainAs, Chained, Where, chain, preview, read_where
from pingce.annotate.services.chain_choices import KeptOut, TierCount, chain_choices, export_counts
from pingce.annotate.services.export import with_provenance
from pingce.annotate.services.tiers import store_tiers
from pingce.formats.provenance import Provenance, ReplacementRecord, SourcePlace
from pingce.formats.replacement import Change
from pingce.formats.tiers import RELEASED, GradedItem, TierChoice, tier_choice
from pingce.spec.errors import UserError
from pingce.store.errors import NotFound, Refused
from pingce.store.people import Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.provenance import ItemOrigin

from .world import NOON, World, rating

ORIGINAL = "书在屋子里面，灯在桌子上。"
LIGHT = {"answers": 1, "audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0, "order": "given"}
PLACE = SourcePlace("corpus/news/town.txt", 12, 3)


def replaced(ref: str, new: str, *, original: str = "o1", genre: str = "news") -> NewItem:
    """A sentence in which 里面 was exchanged."""
    change = Change(4, 4, "里面", new, "f", "g", "other")
    text = ORIGINAL.replace("里面", new)
    origin = Provenance(ref, PLACE, genre, "web", original, replacement=ReplacementRecord((change,)))
    return NewItem(ref, {"text": text}, {"replaced": [4, 5], "genre": genre}, origin=origin)


NEW = {"r1": "上面", "r2": "外面", "r3": "旁边", "r4": "后面"}
ITEMS = [replaced(ref, new, genre="fiction" if ref == "r4" else "news") for ref, new in NEW.items()]
KEPT_BACK = [GradedItem(ref, "poor", False, "alone", ["true"]) for ref in ("r2", "r3")]
RATINGS = {"r1": "bad", "r2": "fine", "r3": "someBad", "r4": "bad"}


@pytest.fixture
def rated(world: World) -> World:
    """One person has rated four sentences of one original."""
    world.start("space-rating", ITEMS, annotators=["li"], settings=LIGHT, title="评级")
    for item in ITEMS:
        world.answer("li", rating(RATINGS[item.id]))
    return world


def next_campaign(world: World, form: str, title: str = "下一个", **settings: object) -> int:
    first = world.campaign
    second = world.start(form, (), settings=settings, title=title)
    world.campaign = first
    return second


def chained(
    world: World,
    target: int,
    *,
    where: Where | None = None,
    chain_as: ChainAs | None = None,
    tiers: TierChoice = RELEASED,
    seed: int = 0,
) -> Chained:
    with world.change() as db:
        builder = world.people["builder"]
        return chain(
            db, builder, world.campaign, target, where=where, chain_as=chain_as, tiers=tiers, seed=seed, at=NOON
        )


def items_of(world: World, campaign: int) -> dict[str, tuple[dict[str, str], dict[str, Any]]]:
    with world.change() as db:
        wanted = select(Item, ItemOrigin.record).join(ItemOrigin).where(Item.campaign_id == campaign).order_by(Item.id)
        return {item.ref: (item.texts, record) for item, record in db.execute(wanted)}


def test_what_was_rated_abnormal_is_asked_for_its_reasons(rated: World) -> None:
    second = next_campaign(rated, "space-attribution")
    done = chained(rated, second)
    assert (done.decided, done.chosen, dict(done.left_out), done.added, done.already) == (4, 2, {"answer": 2}, 2, 0)
    found = items_of(rated, second)
    assert [texts for texts, _ in found.values()] == [ITEMS[0].texts, ITEMS[3].texts]
    assert found["r1"][1] == {
        **{key: value for key, value in ITEMS[0].origin.record().items() if key != "qid"},  # type: ignore[union-attr]
        "earlier": [{"campaign": "评级", "qid": "r1", "answer": {"rating": "bad"}}],
    }
    assert rated.item("r1").extra["replaced"] == [4, 5]


def test_chaining_again_adds_only_what_was_decided_meanwhile(rated: World) -> None:
    second = next_campaign(rated, "space-attribution")
    chained(rated, second)
    again = chained(rated, second)
    assert (again.chosen, again.added, again.already) == (2, 0, 2)
    with rated.change() as db:
        from pingce.annotate.services.items import import_items

        import_items(db, rated.people["builder"], rated.campaign, [replaced("r5", "下面")], at=NOON)
    rated.answer("li", rating("bad"))
    later = chained(rated, second)
    assert (later.decided, later.chosen, later.added, later.already) == (5, 3, 1, 2)


def test_what_was_rated_normal_becomes_a_pair_with_its_original(rated: World) -> None:
    second = next_campaign(rated, "space-scene")
    assert chained(rated, second).added == 1
    texts, record = items_of(rated, second)["r2"]
    assert sorted(texts.values()) == sorted([ORIGINAL, ITEMS[1].texts["text"]])
    assert (record["original"], record["genre"], record["source"]["offset"]) == ("o1", "news", 12)


def test_which_text_of_a_pair_comes_first_is_up_to_the_seed(rated: World) -> None:
    firsts = set()
    for seed in range(8):
        second = next_campaign(rated, "space-scene", title=f"场景 {seed}")
        chained(rated, second, seed=seed)
        texts, _ = items_of(rated, second)["r2"]
        firsts.add(next(iter(texts.values())) == ORIGINAL)
    assert firsts == {True, False}


def test_the_untouched_original_is_asked_once_whatever_was_said_of_its_sentences(rated: World) -> None:
    second = next_campaign(rated, "space-step")
    done = chained(rated, second)
    assert (done.chosen, done.added) == (4, 1)
    texts, record = items_of(rated, second)["o1"]
    assert texts == {"text": ORIGINAL}
    assert record == {
        "source": {"file": "corpus/news/town.txt", "offset": 12, "line": 3},
        "genre": "news",
        "kind": "web",
        "original": "o1",
        "earlier": [{"campaign": "评级", "qid": "o1"}],
    }


@pytest.mark.parametrize(
    ("where", "refs"),
    [
        ({"rating": "bad,someBad"}, ["r1", "r3", "r4"]),
        ({"genre": "fiction"}, ["r4"]),
        ({"rating": "bad", "genre": "news"}, ["r1"]),
        ({"kind": "web", "rating": "fine"}, ["r2"]),
    ],
)
def test_any_field_of_the_answer_or_of_the_origin_can_choose(
    rated: World, where: Mapping[str, str], refs: list[str]
) -> None:
    second = next_campaign(rated, "space-attribution")
    chained(rated, second, where=read_where(where))
    assert list(items_of(rated, second)) == refs


def test_a_pair_of_items_somebody_asked_for_by_hand(rated: World) -> None:
    second = next_campaign(rated, "space-scene")
    chained(rated, second, where=read_where({"rating": "bad"}), chain_as="pair")
    assert list(items_of(rated, second)) == ["r1", "r4"]


def test_what_tiers_keep_back_goes_no_further_unless_asked_for(rated: World) -> None:
    tiers = [GradedItem(item.id, "gold", True, "both") for item in ITEMS[1:]]
    with rated.change() as db:
        graded = [GradedItem("r1", "disputed", False, "apart", ["bad"]), *tiers]
        store_tiers(db, rated.people["builder"], rated.campaign, graded)
    second = next_campaign(rated, "space-attribution")
    done = chained(rated, second)
    assert (dict(done.left_out), list(items_of(rated, second))) == ({"tier": 1, "answer": 2}, ["r4"])
    assert chained(rated, second, tiers=tier_choice("all")).added == 1


def test_an_item_without_original_gives_neither_pair_nor_original(world: World) -> None:
    world.start("space-rating", [NewItem("x", {"text": ORIGINAL})], annotators=["li"], settings=LIGHT)
    world.answer("li", rating("fine"))
    for form in ("space-scene", "space-step"):
        done = chained(world, next_campaign(world, form, title=form))
        assert (dict(done.left_out), done.added) == ({"no-original": 1}, 0)


def test_a_passage_that_nothing_was_replaced_in_is_its_own_original(world: World) -> None:
    own = NewItem("p", {"text": ORIGINAL}, origin=Provenance("p", PLACE, original="p"))
    world.start("space-rating", [own], annotators=["li"], settings=LIGHT)
    world.answer("li", rating("fine"))
    step, scene = (next_campaign(world, form, title=form) for form in ("space-step", "space-scene"))
    assert chained(world, step).added == 1
    assert dict(chained(world, scene).left_out) == {"no-original": 1}


def test_the_chain_goes_on_and_remembers_every_campaign(rated: World) -> None:
    second = next_campaign(rated, "space-attribution", title="归因", answers=1)
    chained(rated, second)
    rated.campaign = second
    with rated.change() as db:
        from pingce.annotate.services import campaigns, members

        change = members.MemberChange(rated.people["li"].id, frozenset({Role.ANNOTATOR}))
        members.set_members(db, rated.people["builder"], second, [change], at=NOON)
        campaigns.change_campaign(db, rated.people["builder"], second, status="open", at=NOON)
    rated.answer("li", {"outcome": "fine"})
    third = next_campaign(rated, "space-scene", title="场景")
    chained(rated, third, where=read_where({"outcome": "fine"}))
    [(_, record)] = items_of(rated, third).values()
    assert [(one["campaign"], one["answer"]) for one in record["earlier"]] == [
        ("评级", {"rating": "bad"}),
        ("归因", {"outcome": "fine"}),
    ]


@pytest.mark.parametrize(
    ("form", "where", "chain_as", "code"),
    [
        ("space2022/task1", None, None, "no-choice"),
        ("space-attribution", {"colour": "red"}, None, "unknown-field"),
        ("space-attribution", {"rating": "bad"}, "pair", "wrong-shape"),
        ("space-scene", {"rating": "bad"}, "text", "wrong-shape"),
    ],
)
def test_what_cannot_be_chained_is_refused(
    rated: World, form: str, where: Mapping[str, str] | None, chain_as: ChainAs | None, code: str
) -> None:
    first = rated.campaign
    preset = None if "/" in form else form
    second = rated.start(preset, (), form=form, title="下一个")
    rated.campaign = first
    with pytest.raises(Refused) as caught:
        chained(rated, second, where=read_where(where), chain_as=chain_as)
    assert caught.value.code == code


def test_a_campaign_is_not_chained_to_itself(rated: World) -> None:
    with pytest.raises(Refused) as caught:
        chained(rated, rated.campaign, where={})
    assert caught.value.code == "same-campaign"


def test_a_text_that_is_not_what_its_replacement_says_is_refused(world: World) -> None:
    from dataclasses import replace

    world.start("space-rating", [replace(ITEMS[0], texts={"text": "别的"})], annotators=["li"], settings=LIGHT)
    world.answer("li", rating("fine"))
    with pytest.raises(UserError) as caught:
        chained(world, next_campaign(world, "space-scene"))
    assert caught.value.code == "undo-mismatch"


def test_only_builders_of_both_campaigns_chain(rated: World) -> None:
    second = next_campaign(rated, "space-attribution")
    stranger = rated.person("stranger", Role.BUILDER)
    with pytest.raises(NotFound), rated.change() as db:
        chain(db, stranger, rated.campaign, second)


def test_without_tiers_everything_decided_is_exported_with_its_provenance(rated: World) -> None:
    with rated.change() as db:
        found = list(with_provenance(db, rated.people["builder"], rated.campaign))
    assert [(one.record["qid"], one.record["judge"]) for one in found] == [("r1", 0), ("r2", 1), ("r4", 0)]
    first = found[0].provenance
    assert {key: first[key] for key in ("qid", "genre", "kind", "original")} == {
        "qid": "r1",
        "genre": "news",
        "kind": "web",
        "original": "o1",
    }
    assert first["campaign"] == {
        "title": "评级",
        "form": "space-rating",
        "outcome": "agreed",
        "answers": 1,
        "decided_at": "2023-11-14T22:13:20.000+00:00",
    }
    assert "tier" not in first


def test_what_can_be_chosen_is_counted(rated: World) -> None:
    with rated.change() as db:
        builder = rated.people["builder"]
        store_tiers(db, builder, rated.campaign, [GradedItem("r1", "gold", True, "agreed"), *KEPT_BACK], at=NOON)
        choices = chain_choices(db, builder, rated.campaign)
        taken = export_counts(db, builder, rated.campaign)
        near = export_counts(db, builder, rated.campaign, tiers=tier_choice("gold,poor"))
    assert choices.counts == {
        "rating": {"bad": 2, "fine": 1, "someBad": 1},
        "genre": {"news": 3, "fiction": 1},
        "kind": {"web": 4},
    }
    assert choices.tiers == taken.tiers == [TierCount("gold", True, 1), TierCount("poor", False, 2)]
    assert (taken.decided, taken.taken, taken.dropped) == (4, 1, 1)
    assert taken.kept_out == [KeptOut("poor", "alone", "true", 1), KeptOut("ungraded", "ungraded", "", 1)]
    assert (near.taken, near.dropped, near.kept_out) == (2, 1, [KeptOut("ungraded", "ungraded", "", 1)])


def test_a_preview_tells_what_chaining_would_do_and_changes_nothing(rated: World) -> None:
    target = next_campaign(rated, "space-attribution")
    with rated.change() as db:
        builder = rated.people["builder"]
        foreseen = preview(db, builder, rated.campaign, target)
        for_new = preview(db, builder, rated.campaign, form_of("space-attribution"))
    assert items_of(rated, target) == {}
    assert foreseen == chained(rated, target)
    assert (for_new.campaign, for_new.added) == (0, foreseen.added)
    with rated.change() as db:
        again = preview(db, builder, rated.campaign, target)
    assert (again.added, again.already) == (0, 2)
