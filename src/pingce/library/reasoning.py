"""Reasoning items: made with a proof for each, and proved."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .arguments import checked
from .data import Data
from .tasks import as_task

if TYPE_CHECKING:
    from pingce.reasoning.proof import Proof

MOST_MADE = 10_000
"""Items made at once; for more there is ``pingce corpus reasoning make``, which writes as it goes."""


@checked
def generate(
    count: int, *, language: Literal["zh", "en"] = "zh", seed: int = 0, kinds: Sequence[str] = (), split: str = "new"
) -> Data:
    """Reasoning items about places as SpaCE2025 asks them, each proved to have exactly the answer it comes with.

    The same seed gives the same items; Chinese and English ones of one seed are twins. ``kinds``: only these, as
    ``pingce corpus reasoning kinds`` lists them.

    >>> import pingce
    >>> data = pingce.generate(2, seed=7)
    >>> [(item.id, len(item.options)) for item, answer in data]
    [('spr-zh-new-1', 4), ('spr-zh-new-2', 4)]
    """
    from pingce.corpus.reasoning.records import SUBTASKS, pair
    from pingce.corpus.reasoning.write import check_split, chosen_kinds
    from pingce.reasoning.generate.certify import generated
    from pingce.reasoning.generate.plan import SetSettings

    if not 1 <= count <= MOST_MADE:
        raise UserError(
            Words(f"count：实际 {count}；应为 1 到 {MOST_MADE}。", f"count: found {count}; expected 1 to {MOST_MADE}."),
            code="bad-order",
        )
    check_split(split)
    settings = SetSettings(count, seed, chosen_kinds(kinds, (), "space2025"))
    pairs = [pair("space2025", split, proved, language) for proved in generated(settings)]
    items = {item.id: item for item, _ in pairs}
    answers = {item.id: answer for item, answer in pairs if answer is not None}
    return Data(as_task(f"space2025/{SUBTASKS[language]}"), items, answers)


@checked
def prove(text: str, question: str, options: Mapping[str, str]) -> "Proof":
    """What follows for a reasoning item: readings, number of arrangements, a verdict for each option, the answer.

    An item that cannot be read is said to be unread; nothing is guessed.

    >>> import pingce
    >>> text = "小春、小夏、小秋、小冬四位学生围成一个圆圈，四人都面朝内正对圆心而坐。已知：小秋在小冬对面。"
    >>> proof = pingce.prove(text, "()与小冬相邻。", {"A": "小春", "B": "小夏", "C": "小秋"})
    >>> proof.status.value, proof.arrangements, sorted(proof.answer)
    ('proved', 2, ['A', 'B'])
    """
    from pingce.reasoning.item import ReasoningItem, language_of
    from pingce.reasoning.prove import prove as prove_item

    return prove_item(ReasoningItem(text, question, dict(options), language_of(text)))
