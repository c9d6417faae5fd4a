"""Two experts vote on words: who agrees, who decides otherwise, and the list of words that are left out."""

import json
from pathlib import Path

import pytest

from pingce.annotate.files.items import read_new_items
from pingce.annotate.forms import form_of
from pingce.annotate.services import votes
from pingce.corpus.sample.word_files import read_exclusions
from pingce.formats.load import BadFileError
from pingce.store.errors import NotAllowed, Refused

from .world import World, text_items

KEEP = {"vote": "keep"}
INVENTORY = {
    "打开": ["拉开", "开展"],
    "等待": ["不采取行动"],
    "意思": ["含义", "心意", "趣味"],
    "东西": ["方位", "物件"],
}


def out(reason: str = "one-sense", comment: str = "") -> dict[str, str]:
    return {"vote": "exclude", "reason": reason} | ({"comment": comment} if comment else {})


def write(folder: Path, *words: dict[str, object]) -> tuple[str, str]:
    (folder / "inventory.json").write_text(json.dumps(INVENTORY, ensure_ascii=False), encoding="utf-8")
    lines = "".join(json.dumps(word, ensure_ascii=False) + "\n" for word in words)
    (folder / "words.jsonl").write_text(lines, encoding="utf-8")
    return str(folder / "words.jsonl"), str(folder / "inventory.json")


def start(world: World, folder: Path, **settings: object) -> None:
    listed: list[dict[str, object]] = [{"word": word, "senses": len(senses)} for word, senses in INVENTORY.items()]
    words, inventory = write(folder, *listed)
    new = list(read_new_items(form_of("word-vote"), words, inventory=inventory))
    people = ["甲", "乙", "丙"] if settings.get("on_disagreement") == "third" else ["甲", "乙"]
    world.start(
        "word-vote", new, annotators=people, reviewers=["审"], settings={"order": "given", **settings}, title="选词"
    )
    for answer in (KEEP, out(), out(comment="口语里都只这一个"), KEEP):
        world.answer("甲", answer)
    for answer in (KEEP, out("rare"), KEEP, out("name")):
        world.answer("乙", answer)


def seen(world: World) -> votes.VotesView:
    with world.change() as db:
        return votes.votes(db, world.people["builder"], world.campaign)


def results(world: World) -> dict[str, tuple[str, str]]:
    return {word.word: (word.result, word.outcome) for word in seen(world).words}


def test_a_third_person_decides_with_a_reason_and_the_list_goes_to_the_choice_of_words(
    world: World, tmp_path: Path
) -> None:
    start(world, tmp_path)
    assert results(world) == {
        "打开": ("keep", "agreed"),
        "等待": ("exclude", "agreed"),
        "意思": ("", ""),
        "东西": ("", ""),
    }
    for _ in range(2):
        turn = world.review("审")
        assert turn is not None
        keeps = turn.item.texts["word"] == "东西"
        world.decide("审", turn, answer=KEEP if keeps else out(), reason_code="other", reason="查语料")
    view = seen(world)
    assert results(world)["意思"] == ("exclude", "reviewed")
    assert results(world)["东西"] == ("keep", "reviewed")
    assert (view.voted, view.agreed, view.excluded) == (4, 2, 2)
    (voted,) = [word for word in view.words if word.word == "意思"]
    assert [(vote.by, vote.vote) for vote in voted.votes] == [("甲", "exclude"), ("乙", "keep")]

    listed = tmp_path / "exclude.csv"
    listed.write_text(votes.exclusions_csv(view), encoding="utf-8")
    assert read_exclusions(listed) == {
        "等待": "今天只用一个义项；罕用",
        "意思": "今天只用一个义项；口语里都只这一个；查语料",
    }


def test_a_third_expert_votes(world: World, tmp_path: Path) -> None:
    start(world, tmp_path, on_disagreement="third")
    for _ in range(2):
        world.answer("丙", out())
    assert results(world)["意思"] == ("exclude", "majority")
    assert results(world)["东西"] == ("exclude", "majority")


def test_words_on_which_experts_differ_can_be_kept(world: World, tmp_path: Path) -> None:
    start(world, tmp_path, on_disagreement="leave")
    assert results(world)["意思"] == ("keep", "undetermined")
    assert "意思" not in votes.exclusions_csv(seen(world))


def test_words_come_with_their_glosses_and_all_that_is_wrong_is_told(tmp_path: Path) -> None:
    form = form_of("word-vote")
    words, inventory = write(tmp_path, {"word": "打开", "frequency": 9}, {"word": "东西", "excluded": "早已不要"})
    (item,) = read_new_items(form, words, inventory=inventory)
    assert (item.id, item.texts["glosses"], item.extra) == ("打开", "1. 拉开\n2. 开展", {"frequency": 9})
    assert [item.id for item in read_new_items(form, inventory, inventory=inventory)] == list(INVENTORY)
    words, inventory = write(tmp_path, {"word": "没有"}, {"word": "打开"}, {"word": "打开"})
    with pytest.raises(BadFileError) as refused:
        list(read_new_items(form, words, inventory=inventory))
    assert [problem.line for problem in refused.value.findings.problems] == [1, 3]


def test_votes_are_for_builders_and_reviewers_of_a_vote(world: World, tmp_path: Path) -> None:
    start(world, tmp_path)
    with world.change() as db, pytest.raises(NotAllowed):
        votes.votes(db, world.people["甲"], world.campaign)
    job = world.next("甲")
    assert job is None
    world.start("space-rating", text_items(1), title="评级")
    with pytest.raises(Refused, match="no vote"):
        seen(world)
