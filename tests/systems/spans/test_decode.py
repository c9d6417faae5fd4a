"""Reasons keep the rules of their task, or are not given."""

import pytest
import torch

from pingce.spec.shapes import RoleSpans
from pingce.spec.values import Reason
from pingce.systems.spans.decode import Likely, Positions, make_reason
from pingce.systems.spans.heads import Pointers, RoleHead, Tags
from pingce.systems.spans.rows import ReasonTarget
from pingce.systems.spans.shape import UNTYPED, reason_shape
from pingce.tasks.catalog import find_task

TEXT = "花盆摆在窗台里"
TYPED, PLAIN = reason_shape(find_task("space2022/task2")), reason_shape(find_task("space2023/task1"))


def spans(reason: Reason | None) -> dict[str, str] | None:
    return None if reason is None else {span.role: span.text for span in reason.spans}


@pytest.mark.parametrize(
    ("kind", "found", "likely", "expected"),
    [
        ("C", {"P": (3, 4, 5, 6), "S": (0, 1)}, {}, {"S": "花盆", "P": "在窗台里"}),
        ("C", {"P": (3, 6)}, {}, None),
        ("C", {"P": (3, 6)}, {"S": [(6,), (0, 1)]}, {"S": "花盆", "P": "在里"}),
        ("C", {"S": (0, 1), "P": (1, 2)}, {}, {"S": "花盆", "P": "摆"}),
        ("A", {"text1": (6,), "text2": (4, 5)}, {}, {"text1": "窗台", "text2": "里"}),
        ("A", {"text2": (6,)}, {}, None),
        (
            "B",
            {"S1": (0, 1), "P1": (3, 6), "E1": (2,)},
            {"S2": [(0, 1), (4,)]},
            {"S1": "花盆", "P1": "在里", "E1": "摆", "S2": "窗"},
        ),
    ],
)
def test_a_reason_is_made_to_fit_its_rules(
    kind: str, found: Positions, likely: Likely, expected: dict[str, str] | None
) -> None:
    assert spans(make_reason(kind, TYPED.cases[kind], TEXT, found, likely)) == expected


def test_one_role_is_enough_where_nothing_says_otherwise() -> None:
    case: RoleSpans = PLAIN.cases[UNTYPED]
    assert spans(make_reason(UNTYPED, case, TEXT, {"P1": (5, 4)}, {})) == {"P1": "台窗"}
    assert make_reason(UNTYPED, case, TEXT, {}, {}) is None


ROLES = {"S": (1, 2), "P": (4, 5, 7)}


def perfect(head: RoleHead, row: ReasonTarget, tokens: int) -> torch.Tensor:
    """Outputs that the loss cannot improve: found by following its slope."""
    outputs = torch.zeros(tokens, head.size, requires_grad=True)
    optimizer = torch.optim.Adam([outputs], lr=1.0)
    for _ in range(60):
        optimizer.zero_grad()
        head.loss(outputs, row).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return outputs.detach()


def test_tags_give_back_what_was_learned_also_in_pieces() -> None:
    head = Tags(TYPED)
    outputs = perfect(head, ReasonTarget("C", (5,), ROLES), 10)
    assert head.tokens_by_role(outputs, "C") == {"S": [1, 2], "P": [4, 5, 7]}
    assert head.tokens_by_role(torch.zeros(10, head.size), "A") == {}
    assert head.likely(outputs, "C")["S"][0] in ([1], [2])


def test_pointers_give_first_to_last_and_know_no_span() -> None:
    head = Pointers(TYPED)
    outputs = perfect(head, ReasonTarget("C", (5,), ROLES), 10)
    assert head.tokens_by_role(outputs, "C") == {"S": [1, 2], "P": [4, 5, 6, 7]}
    assert head.likely(outputs, "C")["P"][0] == [4, 5, 6, 7]
    assert len(head.likely(outputs, "C")["E"][0]) >= 1


@pytest.mark.parametrize("head", [Tags(PLAIN), Pointers(PLAIN)])
def test_types_and_roles_have_numbers_of_their_own(head: RoleHead) -> None:
    assert head.size == (7 if isinstance(head, Tags) else 12)


def test_a_task_without_fragments_has_no_reasons() -> None:
    with pytest.raises(ValueError, match="space2022/task1"):
        reason_shape(find_task("space2022/task1"))
