"""What a network learns about tuples: where anchors are, and for each its entity, the slots of tokens, and labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from pingce.language.text import tag_text
from pingce.scoring.measures.tuples import Mentions, mention_sets, variants
from pingce.systems.interface import Example
from pingce.systems.learning.anchored import AnchoredNetwork, TextStates, anchor_weights, read_states
from pingce.systems.learning.token_features import TokenFeatures, featurize
from pingce.systems.learning.tokens import Tokens, tokenize

from .anchors import KINDS, Cluster, Design, Kind, clusters, scenes_of
from .scenes import ENTITY, EVENT, LABELS, MARKED, Scene

TAGS = ("", *MARKED)
NO_LABEL = 0
VALUES: Mapping[str, tuple[str, ...]] = {slot: ("", *labels) for slot, labels in LABELS.items()}
ENDS = 2
"""Numbers per token and anchor behind those of the tags: the entity's first and last token."""
SIZES = {"anchors": 2, "tags": len(TAGS) + ENDS, "labels": sum(map(len, VALUES.values())) + 1}
"""Numbers per token and kind of anchor (begins, goes on); per token and anchor; per anchor, the last of which says
whether it is one: having looked at what would belong to it, the network knows better than at first sight."""
SCALE = 10.0
"""Divides the loss of slots, which is summed over the tokens of a text."""
ANCHOR_SCALE = 2.0
"""Likewise; a text has few anchors, and what is not found is lost."""
LABEL_WEIGHT = 0.3
POSSIBLE = 0.1
"""What is this likely an anchor at first sight gets a second look."""
MOST_DOUBTS = 8
"""Of those that are none, so many of a text, the likeliest, are learned from."""
MOST_LOOKS = 40
"""In a text."""


@dataclass(frozen=True)
class AnchorTarget:
    """An anchor with the slot of every token, the ends of what names its entity, and the number of every label."""

    kind: Kind
    anchor: tuple[int, ...]
    tags: Mapping[int, int]
    entities: tuple[tuple[int, int], ...]
    """First and last token of every mention of it: any will do."""
    labels: tuple[int, ...]


@dataclass(frozen=True)
class TupleTrainingRow:
    """A text as the network sees it, and every anchor in it with what belongs to it."""

    features: TokenFeatures
    rows: tuple[AnchorTarget, ...]


def training_rows(examples: Sequence[Example], design: Design, tokenizer: Any, longest: int) -> list[TupleTrainingRow]:  # noqa: ANN401
    """Examples as the network learns from them: features of the tokens, and the tuples around each anchor."""
    tokens = tokenize(tokenizer, [example.item.text for example in examples], longest)
    return [
        TupleTrainingRow(
            featurize(tag_text(example.item.text), text_tokens),
            tuple(_rows(scenes_of(example.answer), design, text_tokens, mention_sets(example.answer))),
        )
        for example, text_tokens in zip(examples, tokens, strict=True)
    ]


def _rows(scenes: Sequence[Scene], design: Design, tokens: Tokens, corefs: Mentions) -> Iterator[AnchorTarget]:
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
        yield AnchorTarget(cluster.kind, anchor, tags, _entities(cluster, tokens, corefs), labels)


def _entities(cluster: Cluster, tokens: Tokens, corefs: Mentions) -> tuple[tuple[int, int], ...]:
    if cluster.kind == "entity":
        return ()
    spans = (
        tokens.covering(variant)
        for scene in cluster.scenes
        for variant in variants(frozenset(scene.spans.get(ENTITY, ())), corefs)
    )
    return tuple(dict.fromkeys((span[0], span[-1]) for span in spans if span))


OWN: Mapping[Kind, str] = {"event": EVENT, "entity": ENTITY}
"""The slot an anchor fills itself; a place may have any of several and is tagged."""


class AnchorCandidate(NamedTuple):
    """What may be an anchor: in which text of a batch, and how likely at first sight."""

    text: int
    kind: Kind
    tokens: tuple[int, ...]
    share: float = 1.0


def batch_loss(network: AnchoredNetwork, chosen: Sequence[TupleTrainingRow], design: Design, pad: int) -> torch.Tensor:
    """What training minimises: finding anchors, and the roles and labels around each."""
    texts = read_states(network, [example.features for example in chosen], pad)
    first_sight = network.anchor(texts.states).float()
    loss = _anchor_loss(first_sight, chosen, KINDS[design])
    rows = [(text, row) for text, example in enumerate(chosen) for row in example.rows]
    anchors = [AnchorCandidate(text, row.kind, row.anchor) for text, row in rows]
    anchors += [
        doubt for text, example in enumerate(chosen) for doubt in _doubts(first_sight[text], text, example, design)
    ]
    if not anchors:
        return loss / len(chosen)
    outputs, labels = look_from(network, texts, anchors, design)
    right = torch.tensor([1.0] * len(rows) + [0.0] * (len(anchors) - len(rows)), device=labels.device)
    loss = loss + binary_cross_entropy_with_logits(labels[:, -1], right, reduction="sum")
    if rows:
        loss = loss + _slot_loss(outputs[: len(rows)], labels[: len(rows)], texts, chosen, rows)
    return loss / len(chosen)


def look_from(
    network: AnchoredNetwork, texts: TextStates, anchors: Sequence[AnchorCandidate], design: Design
) -> tuple[torch.Tensor, torch.Tensor]:
    """The numbers per token and anchor, and per anchor."""
    where, kinds = texts.states.device, KINDS[design]
    outputs, labels = network(
        texts,
        torch.tensor([anchor.text for anchor in anchors], device=where),
        anchor_weights([anchor.tokens for anchor in anchors], texts.width).to(where),
        torch.tensor([kinds.index(anchor.kind) for anchor in anchors], device=where),
    )
    return outputs.float(), labels.float()


def _doubts(first_sight: torch.Tensor, text: int, example: TupleTrainingRow, design: Design) -> list[AnchorCandidate]:
    """What looks like an anchor and is none."""
    right = {(row.kind, row.anchor) for row in example.rows}
    possible = anchors_in(first_sight[: len(example.features.ids)].detach(), design, text)
    return [candidate for candidate in possible if (candidate.kind, candidate.tokens) not in right][:MOST_DOUBTS]


def _slot_loss(
    outputs: torch.Tensor,
    labels: torch.Tensor,
    texts: TextStates,
    chosen: Sequence[TupleTrainingRow],
    rows: Sequence[tuple[int, AnchorTarget]],
) -> torch.Tensor:
    """Of what belongs to the anchors: slots of tokens, ends of the entity, labels."""
    tags = torch.full(outputs.shape[:2], -1, dtype=torch.long)
    for i, (text, row) in enumerate(rows):
        tags[i, : len(chosen[text].features.ids)] = 0
        for token, tag in row.tags.items():
            tags[i, token] = tag
    slots = outputs[..., : len(TAGS)].transpose(1, 2)
    loss = cross_entropy(slots, tags.to(outputs.device), ignore_index=-1, reduction="sum") / SCALE
    real = texts.real[[text for text, _ in rows]]
    loss = loss + _entity_loss(outputs[..., len(TAGS) :].masked_fill(~real.unsqueeze(-1), -1e4), rows)
    for logits, targets in zip(label_parts(labels), zip(*(row.labels for _, row in rows), strict=True), strict=True):
        loss = loss + LABEL_WEIGHT * cross_entropy(logits, torch.tensor(targets, device=logits.device), reduction="sum")
    return loss


def _entity_loss(ends: torch.Tensor, rows: Sequence[tuple[int, AnchorTarget]]) -> torch.Tensor:
    """The mentions of an entity together should have all the probability."""
    shares = ends.log_softmax(dim=1)
    total = shares.new_zeros(())
    for i, (_, row) in enumerate(rows):
        if row.entities:
            first, last = (list(end) for end in zip(*row.entities, strict=True))
            total = total - torch.logsumexp(shares[i, first, 0] + shares[i, last, 1], dim=0)
    return total / 2


def _anchor_loss(logits: torch.Tensor, chosen: Sequence[TupleTrainingRow], kinds: Sequence[Kind]) -> torch.Tensor:
    targets, real = torch.zeros(logits.shape), torch.zeros(logits.shape)
    for text, example in enumerate(chosen):
        real[text, : len(example.features.ids)] = 1.0
        for row in example.rows:
            column = 2 * kinds.index(row.kind)
            targets[text, list(row.anchor), column + 1] = 1.0
            targets[text, row.anchor[0], column] = 1.0
    return (
        binary_cross_entropy_with_logits(
            logits, targets.to(logits.device), weight=real.to(logits.device), reduction="sum"
        )
        / ANCHOR_SCALE
    )


def label_parts(labels: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The numbers of every label slot."""
    return torch.split(labels[..., :-1], [len(values) for values in VALUES.values()], dim=-1)


def anchors_in(logits: torch.Tensor, design: Design, text: int) -> list[AnchorCandidate]:
    """From a text's numbers (tokens × kinds · 2): a token begins an anchor, those after it may go on.

    They may overlap. Where nothing is likely enough, the likeliest token is one.
    """
    shares = logits.sigmoid().tolist()
    candidates: list[AnchorCandidate] = []
    for k, kind in enumerate(KINDS[design]):
        begins, goes_on = (
            [token_shares[2 * k] for token_shares in shares],
            [token_shares[2 * k + 1] for token_shares in shares],
        )
        for i in range(1, len(shares) - 1):
            if begins[i] >= POSSIBLE:
                last = i
                while last + 2 < len(shares) and goes_on[last + 1] >= 0.5 > begins[last + 1]:
                    last += 1
                candidates.append(AnchorCandidate(text, kind, tuple(range(i, last + 1)), begins[i]))
    if not candidates and len(shares) > 2:
        candidates = [
            AnchorCandidate(text, kind, (i,), shares[i][2 * k])
            for k, kind in enumerate(KINDS[design])
            for i in range(1, len(shares) - 1)
        ]
        return [max(candidates, key=lambda candidate: candidate.share)]
    return sorted(candidates, key=lambda candidate: -candidate.share)[:MOST_LOOKS]


def kept(looks: Sequence[tuple[AnchorCandidate, float]], threshold: float) -> list[int]:
    """Which of a text's anchors stay after the second look: the sure enough that do not overlap a surer one of the
    kind, in the order of the text; the surest where none is.
    """
    by_share = sorted(range(len(looks)), key=lambda n: -looks[n][1])
    chosen: list[int] = []
    for n in by_share:
        look, share = looks[n]
        if share >= threshold and not any(
            looks[m][0].kind == look.kind and set(looks[m][0].tokens) & set(look.tokens) for m in chosen
        ):
            chosen.append(n)
    return sorted(chosen or by_share[:1], key=lambda n: (looks[n][0].kind, looks[n][0].tokens))
