"""UIE: prompts and texts as one input, answers as first and last tokens, and folders that know it already."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from pingce.scoring.run import score_answers
from pingce.systems.data import read_examples
from pingce.systems.interface import Model, NoProgress
from pingce.systems.learning.encoder import load_pretrained
from pingce.systems.learning.prompts import (
    PieceEnds,
    Prompt,
    PromptedPiece,
    UieSettings,
    ends_loss,
    ends_of,
    fragments,
    likeliest,
    prompt_reader,
    prompted,
    with_negatives,
)
from pingce.systems.learning.tokens import Tokens
from pingce.systems.spans import uie as spans
from pingce.systems.spans.shape import reason_shape
from pingce.systems.train import load_model
from pingce.systems.tuples import uie as tuples
from pingce.systems.tuples.scenes import Scene
from pingce.systems.tuples.uie import RELATIONS, at_nearest, by_entity, chosen_label, ends_of_slot, question
from pingce.tasks.catalog import find_task

from ..checked import problems
from ..runs import EXAMPLES, run
from ..tiny import tiny_encoder

TRAIN = {
    "space2022/task2": EXAMPLES / "space2022" / "task2_train.jsonl",
    "space2022/task3": EXAMPLES / "space2022" / "task3_train.jsonl",
}
FEW = 3
LEARN = ("epochs=150", "batch=8", "lr=0.003", "head_lr=0.02", "dropout=0", "keep=last", "checkpoint_every=1000")
TEXT = "杯子放在桌上，离灯很远"
WORDS = "".join(
    (
        *(question(slot, "杯子") for slot in RELATIONS),
        *spans.prompts_of(reason_shape(find_task("space2022/task2"))).values(),
    )
)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [TEXT, WORDS])


def test_prompt_and_text_know_their_own_characters(encoder: Path) -> None:
    tokenizer = load_pretrained(encoder).tokenizer
    (row,) = prompted(tokenizer, [Prompt("杯子的处所", TEXT)], 14)
    assert row.question.positions(range(len(row.ids))) == tuple(range(5))
    assert row.text.positions(range(len(row.ids))) == tuple(range(6)), "the end of the text is cut off"


def test_fragments_begin_and_end_at_the_nearest_likely_tokens() -> None:
    tokens = Tokens(tuple(range(9)), ((0, 0), (0, 0), *((i, i + 1) for i in range(6)), (0, 0)))
    numbers = torch.full((9, 2), -5.0)
    for token, column in ((2, 0), (3, 0), (4, 1), (6, 0), (6, 1), (1, 0), (8, 1)):
        numbers[token, column] = 5.0
    found = fragments(numbers, tokens, 0.5)
    assert [(piece.first, piece.last) for piece in found] == [(3, 4), (6, 6)]
    assert all(0.99 < piece.share < 1 for piece in found)
    assert likeliest(numbers, tokens)[0] in ([3, 4], [2, 3, 4], [6])
    assert all(2 <= token <= 7 for piece in likeliest(numbers, tokens) for token in piece)


def test_the_loss_is_least_for_what_the_numbers_say() -> None:
    numbers = torch.full((6, 2), -4.0)
    numbers[2, 0] = numbers[3, 1] = 4.0
    right, wrong = ends_of([(2, 3)]), ends_of([(2,), (4, 5)])
    assert (right, wrong) == (PieceEnds((2,), (3,)), PieceEnds((2, 4), (2, 5)))
    assert float(ends_loss(numbers, right)) < 0.1 < float(ends_loss(numbers, wrong))


def test_negatives_are_drawn_by_the_seed_and_answers_all_stay() -> None:
    rows = [((n,), PieceEnds((1,), (1,)) if n % 4 == 0 else PieceEnds((), ())) for n in range(20)]
    drawn = [ids for ids, _ in with_negatives(rows, 1.0, seed=1)]
    assert len(drawn) == 10
    assert {(0,), (4,), (8,), (12,), (16,)} <= set(drawn)
    assert drawn == [ids for ids, _ in with_negatives(rows, 1.0, seed=1)]
    assert drawn != [ids for ids, _ in with_negatives(rows, 1.0, seed=2)]
    assert len(with_negatives(rows, 9.0, seed=1)) == 20


def test_labels_are_fragments_of_the_prompt(encoder: Path) -> None:
    scenes = [Scene({"空间实体": (0, 1)}, {"距离标签": "变远", "事实性": "假"})]
    for slot in ("距离标签", "事实性"):
        (row,) = prompted(load_pretrained(encoder).tokenizer, [Prompt(question(slot, "杯子"), TEXT)], 60)
        ends = ends_of_slot(scenes, slot, "杯子", row)
        found = PromptedPiece(ends.first[0], ends.last[0], 1.0)
        assert chosen_label(slot, "杯子", row, found) == scenes[0].labels[slot]
        assert chosen_label(slot, "杯子", row, PromptedPiece(1, 2, 1.0)) == "", "the entity is no label"
    assert ends_of_slot(scenes, "时间标签", "杯子", row) == PieceEnds((), ())


def test_tuples_of_one_word_go_to_the_nearest_mention() -> None:
    text = "他坐下，他站起"
    scenes = [Scene({"空间实体": (0,), "事件": (1, 2)}, {}), Scene({"空间实体": (4,), "事件": (5, 6)}, {})]
    assert by_entity(scenes, text) == {"他": scenes}
    assert [at_nearest(Scene({**scene.spans, "空间实体": ()}, {}), [(0,), (4,)]) for scene in scenes] == scenes


@pytest.mark.parametrize("layout", ["model.safetensors", "pytorch_model.bin"])
def test_a_folder_of_uie_starts_with_its_encoder_and_its_heads(tmp_path: Path, layout: str) -> None:
    """An ERNIE whose weights stand under ``encoder``, as the usual conversions write them."""
    from safetensors.torch import save_file
    from transformers import ErnieConfig, ErnieModel

    folder = tiny_encoder(tmp_path / "uie", [TEXT, WORDS])
    (folder / "model.safetensors").unlink()
    size = len(load_tokenizer(folder))
    config = ErnieConfig(
        vocab_size=size,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=64,
        use_task_id=True,
    )
    torch.manual_seed(5)
    ernie = ErnieModel(config)
    config.save_pretrained(folder)
    heads = {
        f"linear_{side}.{name}": torch.randn(shape)
        for side in ("start", "end")
        for name, shape in (("weight", (1, 32)), ("bias", (1,)))
    }
    tensors = {f"encoder.{name}": tensor.contiguous() for name, tensor in ernie.state_dict().items()} | heads
    if layout == "model.safetensors":
        save_file(tensors, folder / layout)
    else:
        torch.save(tensors, folder / layout)
    pretrained = load_pretrained(folder)
    network = prompt_reader(0.0, knows=folder)(pretrained)
    learned = network.state_dict()
    assert all(torch.equal(learned[name], tensor) for name, tensor in tensors.items())
    (row,) = prompted(pretrained.tokenizer, [Prompt("处所", TEXT)], 60)
    with torch.no_grad():
        numbers = network.train(False)([row.ids], 0)[0]
        sides = torch.tensor([[0] * 4 + [1] * (len(row.ids) - 4)])
        states = ernie.train(False)(input_ids=torch.tensor([row.ids]), token_type_ids=sides).last_hidden_state[0]
    asked = torch.stack(
        [states @ heads[f"linear_{side}.weight"][0] + heads[f"linear_{side}.bias"] for side in ("start", "end")], 1
    )
    assert torch.allclose(numbers, asked, atol=1e-5)


def load_tokenizer(folder: Path) -> list[str]:
    return (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()


class Knows(torch.nn.Module):
    """A network that gives every prompt its right answer."""

    def __init__(self, rows: Sequence[tuple[Sequence[int], PieceEnds]]) -> None:
        super().__init__()
        self.answers = {tuple(ids): ends for ids, ends in rows}

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        numbers = torch.full((len(rows), max(map(len, rows)), 2), -9.0)
        for n, ids in enumerate(rows):
            for column, tokens in enumerate(self.answers.get(tuple(ids), ((), ()))):
                numbers[n, list(tokens), column] = 9.0
        return numbers


@pytest.mark.parametrize(("task", "least"), [("space2022/task2", 0.9), ("space2022/task3", 0.7)])
def test_right_answers_to_all_prompts_make_right_answers_to_the_items(tmp_path: Path, task: str, least: float) -> None:
    """Not all of it: reasons beyond the shortest, and of an entity of many tuples what belongs to which."""
    spec = find_task(task)
    examples = read_examples(spec, str(TRAIN[task]))[0][:20]
    texts = [example.item.text for example in examples]
    pretrained = load_pretrained(tiny_encoder(tmp_path / "tiny", [*texts, WORDS]))
    settings = UieSettings()
    if spec.tuple_shape is None:
        shape = reason_shape(spec)
        knows = Knows(spans.training_rows(examples, shape, pretrained.tokenizer, settings.longest))
        model: Model = spans.UieSpanModel(shape, settings, knows, pretrained)
    else:
        knows = Knows(tuples.training_rows(examples, pretrained.tokenizer, settings.longest))
        model = tuples.UieTupleModel(spec.tuple_shape, settings, knows, pretrained)
    items = [example.item for example in examples]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    assert score_answers(spec, examples, [prediction.answer for prediction in predictions]).main >= least


def test_types_of_which_nothing_was_found_need_not_be_answered(tmp_path: Path) -> None:
    spec = find_task("space2022/task2")
    examples = read_examples(spec, str(TRAIN[spec.id]))[0][:6]
    pretrained = load_pretrained(tiny_encoder(tmp_path / "tiny", [*(e.item.text for e in examples), WORDS]))
    shape = reason_shape(spec)
    knows = Knows(spans.training_rows(examples, shape, pretrained.tokenizer, 290))
    model = spans.UieSpanModel(shape, UieSettings(answer_all=False), knows, pretrained)
    answers = [p.answer for p in model.predict([example.item for example in examples], NoProgress())]
    assert score_answers(spec, examples, answers).measures["strict"].numbers["type_accuracy"] == 1.0


def test_a_few_sentences_are_learned_by_heart(tmp_path: Path) -> None:
    task = "space2022/task2"
    few = tmp_path / "few.jsonl"
    few.write_text("".join(TRAIN[task].read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    tiny = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8"), WORDS])
    card, _ = run(task, "uie", tmp_path / "m", *LEARN, train=few, dev=few, encoder=tiny)
    assert card.dev["strict.macro_f1"] >= 0.6  # dropout is drawn for each part of a batch
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    assert problems(spec, items, model.predict(items, NoProgress()), tmp_path) == []
