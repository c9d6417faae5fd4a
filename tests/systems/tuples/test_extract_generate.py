"""Entities are extracted and a language model writes their tuples: what it may write, and that it learns it."""

from pathlib import Path

import pytest

from pingce.scoring.run import score_answers
from pingce.spec.errors import UserError
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.encoder import load_pretrained
from pingce.systems.learning.writing import CopiedPiece, Marks, Writer, WritingDraft, add_marks, copy_source, write
from pingce.systems.train import load_model
from pingce.systems.tuples.assemble import written
from pingce.systems.tuples.extract_generate import (
    MARK_WORDS,
    SLOTS,
    answer,
    by_entity,
    first_token,
    follows,
    marks_of,
    question,
    scenes_in,
)
from pingce.systems.tuples.scenes import Scene
from pingce.tasks.catalog import find_task

from ..checked import problems
from ..runs import EXAMPLES, run
from ..tiny import tiny_causal_model, tiny_encoder

FILE = EXAMPLES / "space2022" / "task3_train.jsonl"
TASK = find_task("space2022/task3")
FEW = 2
LEARN = ("epochs=60", "lr=0.003", "head_lr=0.02", "dropout=0", "writer_epochs=60", "writer_lr=0.005", "writer_batch=4")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("few") / "few.jsonl"
    file.write_text("".join(FILE.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def writer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_causal_model(tmp_path_factory.mktemp("writer"), [FILE.read_text(encoding="utf-8")])


def test_what_is_learned_may_be_written_and_says_the_tuples(writer: Path) -> None:
    """Of a piece that stands in several places the nearest is taken, which is not always right."""
    tokenizer = load_pretrained(writer, "writer").tokenizer
    marks = Marks(MARK_WORDS, len(tokenizer))
    examples = read_examples(TASK, str(FILE))[0]
    said = []
    for example in examples:
        source = copy_source(tokenizer, example.item.text, 400)
        scenes: list[Scene] = []
        for entity, own in by_entity(example).items():
            draft = WritingDraft(source, marks, follows, frozenset(SLOTS))
            for token in answer(own, source, marks):
                assert token in draft.allowed()
                draft.add(token)
            assert draft.allowed() == []
            scenes += scenes_in(draft.pieces, entity)
        assert TASK.tuple_shape is not None
        said.append({"tuples": written(scenes, TASK.tuple_shape, example.item.text)})
    assert score_answers(TASK, examples, said).main >= 0.9


def test_a_model_that_knows_nothing_writes_pieces_of_the_text_all_the_same(writer: Path) -> None:
    pretrained = load_pretrained(writer, "writer")
    marks = marks_of(pretrained)
    add_marks(pretrained, marks)
    text = read_examples(TASK, str(FILE))[0][0].item.text
    source = copy_source(pretrained.tokenizer, text, 400)
    start = first_token(pretrained.tokenizer)
    rows = [question(source, entity, marks, start) for entity in ((3, 4), (12,), (13, 14))]
    drafts = [WritingDraft(source, marks, follows, frozenset(SLOTS)) for _ in rows]
    assert sorted(write(Writer(pretrained), rows, drafts, 2, 30)) == [0, 1, 2]
    assert all(draft.said for draft in drafts)
    for piece in (piece for draft in drafts for piece in draft.pieces if piece.mark in SLOTS):
        assert piece.places
        assert len({"".join(text[i] for i in place) for place in piece.places}) == 1


def test_characters_of_several_tokens_are_copied_whole() -> None:
    class Bytes:
        """A tokenizer that knows 上 as two tokens, of which the first is also 在's."""

        def encode(self, character: str, *, add_special_tokens: bool) -> list[int]:
            assert not add_special_tokens
            return {"上": [1, 2], "在": [1, 3], "桌": [4], " ": []}[character]

    source = copy_source(Bytes(), "在 桌上", 9)
    assert source.characters == (0, 0, 2, 3, 3)
    assert copy_source(Bytes(), "在 桌上", 4).characters == (0, 0, 2), "no half characters"
    draft = WritingDraft(source, Marks(MARK_WORDS, 10), follows, frozenset(SLOTS))
    draft.add(draft.marks.number("处所"))
    assert sorted(set(draft.allowed())) == [1, 4]
    draft.add(1)
    assert sorted(draft.allowed()) == [2, 3]
    draft.add(2)
    assert set(draft.allowed()) == {draft.marks.number(word) for word in follows(["处所"])}
    draft.add(draft.marks.number("完"))
    assert draft.pieces == [CopiedPiece("处所", ((3,),)), CopiedPiece("完", ())]


def test_a_few_sentences_are_learned_by_heart(tmp_path: Path, few: Path, writer: Path) -> None:
    encoder = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8")])
    changes = (*LEARN, f"writer={writer}", "checkpoint_every=1000")
    card, _ = run(TASK.id, "extract-generate", tmp_path / "m", *changes, train=few, dev=few, encoder=encoder)
    assert card.dev["f1.macro_f1"] >= 0.6
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    again = model.predict(items[::-1], NoProgress())[::-1]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]


@pytest.mark.parametrize("named", ["nothing", "an encoder"])
def test_without_a_language_model_it_says_so(tmp_path: Path, few: Path, named: str) -> None:
    encoder = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8")])
    changes = () if named == "nothing" else (f"writer={encoder}", "steps=1")
    with pytest.raises(UserError, match="language model"):
        run(TASK.id, "extract-generate", tmp_path / "m", *changes, train=few, dev=few, encoder=encoder)
