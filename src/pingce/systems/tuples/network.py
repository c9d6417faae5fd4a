"""What a network learns about tuples: where anchors are, which slot every token has seen from an anchor, and labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from pingce.systems.interface import Example
from pingce.systems.neural.anchored import AnchoredNetwork, anchor_weights, read_states
from pingce.systems.neural.places import Tokens, tokenize

from .anchors import KINDS, Design, Kind, clusters, scenes_of
from .scenes import ENTITY, EVENT, LABELS, MARKED, Scene

TAGS = ("", *MARKED)
NO_LABEL = 0
VALUES: Mapping[str, tuple[str, ...]] = {slot: ("", *labels) for slot, labels in LABELS.items()}
SIZES = {"anchors": 2, "tags": len(TAGS), "labels": sum(map(len, VALUES.values()))}
"""Numbers per token and kind of anchor (begins, goes on); per token and anchor; per anchor."""
SCALE = 10.0
"""Divides losses that are summed over the tokens of a text."""
LABEL_WEIGHT = 0.3


@dataclass(frozen=True)
class Row:
    """An anchor with the slot of every token and the number of every label."""

    kind: Kind
    anchor: tuple[int, ...]
    tags: Mapping[int, int]
    labels: tuple[int, ...]


@dataclass(frozen=True)
class Lesson:
    tokens: Tokens
    rows: tuple[Row, ...]


def lessons(examples: Sequence[Example], design: Design, tokenizer: Any, longest: int) -> list[Lesson]:  # noqa: ANN401
    tokens = tokenize(tokenizer, [example.item.text for example in examples], longest)
    return [
        Lesson(one, tuple(_rows(scenes_of(example.answer), design, one)))
        for example, one in zip(examples, tokens, strict=True)
    ]


def _rows(scenes: Sequence[Scene], design: Design, tokens: Tokens) -> Iterator[Row]:
    for cluster in clusters(scenes, design):
        anchor = tuple(tokens.covering(cluster.positions))
        if not anchor:
            continue  # behind the cut
        tags: dict[int, int] = {}
        for scene in cluster.scenes:
            for slot, positions in scene.spans.items():
                if slot != OWN.get(cluster.kind):
                    for token in tokens.covering(positions):
                        tags.setdefault(token, TAGS.index(slot))
        labels = tuple(
            next((values.index(scene.labels[slot]) for scene in cluster.scenes if slot in scene.labels), NO_LABEL)
            for slot, values in VALUES.items()
        )
        yield Row(cluster.kind, anchor, tags, labels)


OWN: Mapping[Kind, str] = {"event": EVENT, "entity": ENTITY}
"""The slot an anchor fills itself; a place may have any of several and is tagged."""


def batch_loss(network: AnchoredNetwork, chosen: Sequence[Lesson], kinds: Sequence[Kind], pad: int) -> torch.Tensor:
    states = read_states(network, [lesson.tokens.ids for lesson in chosen], pad)
    loss = _anchor_loss(network.anchor(states).float(), chosen, kinds)
    rows = [(text, row) for text, lesson in enumerate(chosen) for row in lesson.rows]
    if not rows:
        return loss / len(chosen)
    weights = anchor_weights([row.anchor for _, row in rows], states.shape[1]).to(states.device)
    outputs, labels = network(states, torch.tensor([text for text, _ in rows], device=states.device), weights)
    tags = torch.full(outputs.shape[:2], -1, dtype=torch.long)
    for i, (text, row) in enumerate(rows):
        tags[i, : len(chosen[text].tokens)] = 0
        for token, tag in row.tags.items():
            tags[i, token] = tag
    tags = tags.to(states.device)
    loss = loss + cross_entropy(outputs.float().transpose(1, 2), tags, ignore_index=-1, reduction="sum") / SCALE
    for part, wanted in zip(
        label_parts(labels.float()), zip(*(row.labels for _, row in rows), strict=True), strict=True
    ):
        loss = loss + LABEL_WEIGHT * cross_entropy(part, torch.tensor(wanted, device=part.device), reduction="sum")
    return loss / len(chosen)


def _anchor_loss(logits: torch.Tensor, chosen: Sequence[Lesson], kinds: Sequence[Kind]) -> torch.Tensor:
    wanted, real = torch.zeros(logits.shape), torch.zeros(logits.shape)
    for text, lesson in enumerate(chosen):
        real[text, : len(lesson.tokens)] = 1.0
        for row in lesson.rows:
            place = 2 * kinds.index(row.kind)
            wanted[text, list(row.anchor), place + 1] = 1.0
            wanted[text, row.anchor[0], place] = 1.0
    return (
        binary_cross_entropy_with_logits(
            logits, wanted.to(logits.device), weight=real.to(logits.device), reduction="sum"
        )
        / SCALE
    )


def label_parts(labels: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The numbers of every label slot."""
    return torch.split(labels, [len(values) for values in VALUES.values()], dim=-1)


def anchors_in(logits: torch.Tensor, design: Design, threshold: float) -> list[tuple[Kind, tuple[int, ...]]]:
    """From a text's numbers (tokens × kinds · 2): a token begins an anchor, those after it may go on.

    Where nothing is likely enough, the likeliest token is one.
    """
    shares = logits.sigmoid().tolist()
    found: list[tuple[Kind, tuple[int, ...]]] = []
    for k, kind in enumerate(KINDS[design]):
        for i in range(1, len(shares) - 1):
            if shares[i][2 * k] < threshold:
                continue
            last = i
            while last + 2 < len(shares) and shares[last + 1][2 * k + 1] >= 0.5 and shares[last + 1][2 * k] < threshold:
                last += 1
            found.append((kind, tuple(range(i, last + 1))))
    if not found and len(shares) > 2:
        best = max(range(1, len(shares) - 1), key=lambda i: (max(shares[i][::2]), -i))
        likeliest = max(range(len(KINDS[design])), key=lambda k: shares[best][2 * k])
        return [(KINDS[design][likeliest], (best,))]
    return found
