"""The organisers' baseline for tuples: what its three networks learn, and that they learn it."""

from pathlib import Path

from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.tokens import Tokens
from pingce.systems.train import load_model
from pingce.systems.tuples.baseline import SLOTS, event_tags, events_in, slot_tags, slots_in, with_marks
from pingce.systems.tuples.scenes import Scene

from ..checked import problems
from ..runs import EXAMPLES, run
from ..tiny import tiny_encoder

FILE = EXAMPLES / "space2022" / "task3_train.jsonl"
FEW = 4
LEARN = ("epochs=60", "batch=4", "lr=0.002", "head_lr=0.01", "dropout=0", "checkpoint_every=1000")
TOKENS = Tokens(tuple(range(10, 19)), ((0, 0), *((i, i + 1) for i in range(7)), (0, 0)))


class Marks:
    """A tokenizer that knows one of the two marks."""

    unk_token_id, sep_token_id = 1, 3

    def convert_tokens_to_ids(self, token: str) -> int:
        return {"[unused1]": 7}.get(token, self.unk_token_id)


def test_a_few_sentences_are_learned_by_heart(tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(FILE.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    encoder = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8")])
    card, _ = run("space2022/task3", "baseline-tuples", tmp_path / "m", *LEARN, train=few, dev=few, encoder=encoder)
    assert card.dev["f1.macro_f1"] >= 0.5  # tuples without an event are beyond it
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    assert any(prediction.answer["tuples"] for prediction in predictions)


def test_events_side_by_side_and_of_several_pieces_are_told_apart() -> None:
    events = [(2, 3), (4,), (5, 7)]
    tags = event_tags([*events, (3, 4)], len(TOKENS))
    assert tags == (0, 0, 1, 2, 1, 1, 0, 3, 0)
    assert events_in(tags, TOKENS) == events
    assert events_in((3, 0, 2, 3, 0, 0, 0, 0, 1), TOKENS) == [(2, 3)]  # outside the text nothing begins


def test_marks_stand_around_the_event_and_for_no_characters() -> None:
    marked = with_marks(TOKENS, (2, 4), Marks())
    assert marked.ids == (10, 11, 7, 12, 13, 14, 3, 15, 16, 17, 18)
    assert [marked.positions([i]) for i in (2, 6)] == [(), ()]
    assert marked.positions(range(len(marked))) == TOKENS.positions(range(len(TOKENS)))


def test_slots_come_back_as_they_were_given() -> None:
    scene = Scene({"空间实体": (0,), "事件": (1,), "处所": (3, 5)}, {})
    tags = slot_tags(scene, TOKENS)
    assert {SLOTS[tag] for tag in tags} == {"", "空间实体", "处所"}
    assert slots_in(tags, TOKENS) == {"空间实体": (0,), "处所": (3, 5)}
