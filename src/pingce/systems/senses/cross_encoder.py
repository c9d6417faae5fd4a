"""Sentence and glosses in one input, read by one encoder: what GlossBERT and ESCHER share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch

from pingce.systems.learning.device import Precision, device
from pingce.systems.learning.encoder import Pretrained, padded

from .target import marked, windows


@dataclass(frozen=True)
class CrossEncoderSettings:
    """How the sentence is written."""

    marks: str = "【】"
    """Before and after the target; characters of the encoder's vocabulary that sentences rarely have."""
    width: int = 120
    """Characters of a sentence seen at once; a longer one is read in windows around the target."""
    precision: Precision = "float32"


class JoinedTokens(NamedTuple):
    """Token numbers of both parts, where the second begins, and first and last token of every gloss in it."""

    ids: list[int]
    second: int
    spans: tuple[tuple[int, int], ...]


class CrossEncoder(torch.nn.Module):
    """Two numbers for every token: start and end of the right gloss, or no and yes at the first token."""

    def __init__(self, pretrained: Pretrained) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.head = torch.nn.Linear(pretrained.width, 2)
        self.fill: int = pretrained.tokenizer.pad_token_id
        self.typed = getattr(pretrained.encoder.config, "type_vocab_size", 0) > 1

    def forward(self, batch: Sequence[JoinedTokens]) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (text, token, 2) and the mask of real tokens."""
        ids = padded([joined.ids for joined in batch], self.fill).to(device())
        mask = padded([[1] * len(joined.ids) for joined in batch], 0).to(device())
        types = {"token_type_ids": padded([_types(joined) for joined in batch], 0).to(device())} if self.typed else {}
        vectors = self.encoder(input_ids=ids, attention_mask=mask, **types).last_hidden_state
        return self.head(vectors).float(), mask.bool()


def _types(joined: JoinedTokens) -> list[int]:
    return [0] * joined.second + [1] * (len(joined.ids) - joined.second)


class PairWriter:
    """Writes sentences and glosses as tokens; a gloss is cut into tokens once."""

    def __init__(self, pretrained: Pretrained, settings: CrossEncoderSettings) -> None:
        self._tokenizer = pretrained.tokenizer
        self._settings = settings
        self._known: dict[str, list[int]] = {}
        self.longest: int = pretrained.encoder.config.max_position_embeddings  # type: ignore[union-attr, assignment]

    def contexts(self, sentence: str, word: str) -> list[list[int]]:
        """A sentence's windows with the target marked."""
        half = len(self._settings.marks) // 2
        before, after = self._settings.marks[:half], self._settings.marks[half:]
        texts = [marked(window, before, after) for window in windows(sentence, word, self._settings.width)]
        ids: list[list[int]] = self._tokenizer(texts, add_special_tokens=False)["input_ids"]
        return ids

    def tokens(self, text: str) -> list[int]:
        """Of a gloss, which will be needed again."""
        if text not in self._known:
            self._known[text] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return self._known[text]

    def join(self, context: Sequence[int], glosses: Sequence[str]) -> JoinedTokens:
        """[CLS] context [SEP] glosses [SEP]; a context that leaves no room for the glosses loses its end."""
        parts = [self.tokens(gloss) for gloss in glosses]
        room = max(0, self.longest - 3 - sum(map(len, parts)))
        start, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        ids = [start, *context[:room], end]
        second = len(ids)
        spans = []
        for piece in parts:
            spans.append((len(ids), len(ids) + len(piece) - 1))
            ids += piece
        return JoinedTokens([*ids, end], second, tuple(spans))
