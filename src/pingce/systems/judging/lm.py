"""Neural language models that say how well each word of a group stands in a gap.

A causal model reads the left side once and goes on with every word and what follows it; a masked model fills the gap,
both sides in view; a discriminator (ELECTRA) reads the text with every word in turn and says of each token whether it
was replaced.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import torch

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.systems.interface import Progress
from pingce.systems.learning.device import Precision, device
from pingce.systems.learning.encoder import from_library, not_loaded, padded, quiet, refuse_own_code
from pingce.systems.learning.gaps import Fit, Gap, GapScorer, chunks

Kind = Literal["causal", "masked", "discriminator"]
COMPARING = Words("比较同组词", "comparing words")
BATCH = 24
"""Places at a time."""
Tokens = list[int]


class _Neural:
    """A model with its tokenizer."""

    def __init__(self, model: Any, tokenizer: Any) -> None:  # noqa: ANN401 (any model of the library)
        self.model, self.tokenizer = model, tokenizer

    def save(self, folder: Path) -> None:
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def _tokens(self, text: str) -> Tokens:
        ids: Tokens = self.tokenizer.encode(text, add_special_tokens=False)
        return ids


class CausalScorer(_Neural):
    """A model that reads from left to right."""

    def __init__(self, model: Any, tokenizer: Any) -> None:  # noqa: ANN401
        super().__init__(model, tokenizer)
        start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.cls_token_id
        self._start: Tokens = [start] if start is not None else [tokenizer.eos_token_id]

    def fits(self, gaps: Sequence[Gap], progress: Progress) -> list[Fit]:
        fit_of: dict[Gap, Fit] = {}
        asked = sorted(dict.fromkeys(gaps), key=lambda gap: (len(self._left(gap)), gap))
        progress.begin(COMPARING, len(asked))
        # Left sides of one length need no padding, so nothing a word is compared by depends on its neighbours.
        for _, same in groupby(asked, key=lambda gap: len(self._left(gap))):
            for batch in chunks(list(same), BATCH):
                fit_of.update(zip(batch, self._batch(batch), strict=True))
                progress.advance(len(batch))
        return [fit_of[gap] for gap in gaps]

    def _left(self, gap: Gap) -> Tokens:
        return self._start + self._tokens(gap.left)

    @torch.no_grad()
    def _batch(self, batch: Sequence[Gap]) -> list[Fit]:
        words = [[self._tokens(word) for word in gap.words] for gap in batch]
        rows = [(i, len(word), word + self._tokens(gap.right)) for i, gap in enumerate(batch) for word in words[i]]
        lefts = torch.tensor([self._left(gap) for gap in batch], device=device())
        read = self.model(input_ids=lefts, use_cache=True, logits_to_keep=1)
        of = torch.tensor([i for i, _, _ in rows], device=device())
        first = torch.log_softmax(read.logits[:, -1].float(), -1)[of]
        read.past_key_values.batch_select_indices(of)
        ids = padded([tokens for _, _, tokens in rows], 0).to(device())
        seen = torch.ones(len(rows), lefts.shape[1] + ids.shape[1], dtype=torch.long, device=device())
        logits = self.model(input_ids=ids, past_key_values=read.past_key_values, attention_mask=seen).logits
        following = torch.log_softmax(logits[:, :-1].float(), -1).gather(-1, ids[:, 1:, None])[..., 0]
        steps = torch.cat([first.gather(-1, ids[:, :1]), following], dim=1).cpu()
        word_sums = [float(row[:length].sum()) for row, (_, length, _) in zip(steps, rows, strict=True)]
        sums = [float(row[: len(tokens)].sum()) for row, (_, _, tokens) in zip(steps, rows, strict=True)]
        return _by_gap(batch, word_sums, sums)


class MaskedScorer(_Neural):
    """A model that fills gaps; words of different length are gaps of different length."""

    def fits(self, gaps: Sequence[Gap], progress: Progress) -> list[Fit]:
        asked = list(dict.fromkeys(gaps))
        fit_of: dict[Gap, Fit] = {}
        progress.begin(COMPARING, len(asked))
        for batch in chunks(sorted(asked, key=lambda gap: (len(gap.left), gap)), BATCH):
            fit_of.update(zip(batch, self._batch(batch), strict=True))
            progress.advance(len(batch))
        return [fit_of[gap] for gap in gaps]

    @torch.no_grad()
    def _batch(self, batch: Sequence[Gap]) -> list[Fit]:
        words = [[self._tokens(word) for word in gap.words] for gap in batch]
        masks = [(i, size) for i in range(len(batch)) for size in sorted({len(word) for word in words[i]})]
        rows, starts = [], []
        for i, size in masks:
            before = [self.tokenizer.cls_token_id, *self._tokens(batch[i].left)]
            after = [*self._tokens(batch[i].right), self.tokenizer.sep_token_id]
            rows.append([*before, *[self.tokenizer.mask_token_id] * size, *after])
            starts.append(len(before))
        ids = padded(rows, self.tokenizer.pad_token_id).to(device())
        seen = padded([[1] * len(row) for row in rows], 0).to(device())
        shares = torch.log_softmax(self.model(input_ids=ids, attention_mask=seen).logits.float(), -1).cpu()
        row_of_mask = {mask: k for k, mask in enumerate(masks)}
        values = []
        for i, listed in enumerate(words):
            for word in listed:
                k = row_of_mask[i, len(word)]
                values.append(sum(float(shares[k, starts[k] + j, token]) for j, token in enumerate(word)))
        return _by_gap(batch, values, values)


class DiscriminatorScorer(_Neural):
    """A model that was trained to tell replaced tokens: for every word, how surely its tokens are the original ones."""

    def fits(self, gaps: Sequence[Gap], progress: Progress) -> list[Fit]:
        asked = sorted(dict.fromkeys(gaps), key=lambda gap: (len(gap.left) + len(gap.right), gap))
        fit_of: dict[Gap, Fit] = {}
        progress.begin(COMPARING, len(asked))
        for batch in chunks(asked, BATCH):
            fit_of.update(zip(batch, self._batch(batch), strict=True))
            progress.advance(len(batch))
        return [fit_of[gap] for gap in gaps]

    @torch.no_grad()
    def _batch(self, batch: Sequence[Gap]) -> list[Fit]:
        rows, places = [], []
        for gap in batch:
            before = [self.tokenizer.cls_token_id, *self._tokens(gap.left)]
            after = [*self._tokens(gap.right), self.tokenizer.sep_token_id]
            for word in gap.words:
                tokens = self._tokens(word)
                rows.append([*before, *tokens, *after])
                places.append(range(len(before), len(before) + len(tokens)))
        ids = padded(rows, self.tokenizer.pad_token_id).to(device())
        seen = padded([[1] * len(row) for row in rows], 0).to(device())
        # The logit is that of replaced.
        original = torch.nn.functional.logsigmoid(-self.model(input_ids=ids, attention_mask=seen).logits.float()).cpu()
        words = [float(row[place.start : place.stop].sum()) for row, place in zip(original, places, strict=True)]
        wholes = [float(row[1 : len(tokens) - 1].sum()) for row, tokens in zip(original, rows, strict=True)]
        return _by_gap(batch, words, wholes)


def _by_gap(batch: Sequence[Gap], words: Sequence[float], wholes: Sequence[float]) -> list[Fit]:
    fits, start = [], 0
    for gap in batch:
        end = start + len(gap.words)
        fits.append(Fit(tuple(words[start:end]), tuple(wholes[start:end])))
        start = end
    return fits


def load_language_model(name: Path, precision: Precision) -> GapScorer:
    """From a folder or a hub name; it must have kept the head that predicts words, or tells replaced ones."""
    from transformers import (
        AutoConfig,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoTokenizer,
        ElectraForPreTraining,
    )

    quiet()
    dtype = torch.bfloat16 if precision == "bfloat16" else torch.float32
    try:
        refuse_own_code(name)
        kind = _kind(name, from_library(AutoConfig, name).architectures or [])
        maker = {
            "causal": AutoModelForCausalLM,
            "masked": AutoModelForMaskedLM,
            "discriminator": ElectraForPreTraining,
        }[kind]
        model: torch.nn.Module = from_library(maker, name, dtype=dtype)
        tokenizer = from_library(AutoTokenizer, name)
    except (OSError, ValueError, KeyError) as problem:
        raise not_loaded(name, problem) from problem
    model.to(device()).eval()
    return SCORERS[kind](model, tokenizer)


SCORERS: dict[Kind, type[CausalScorer | MaskedScorer | DiscriminatorScorer]] = {
    "causal": CausalScorer,
    "masked": MaskedScorer,
    "discriminator": DiscriminatorScorer,
}


def _kind(name: Path, architectures: Sequence[str]) -> Kind:
    if any(architecture.endswith("ForCausalLM") for architecture in architectures):
        return "causal"
    if any(architecture.endswith("ForMaskedLM") for architecture in architectures):
        return "masked"
    if "ElectraForPreTraining" in architectures:
        return "discriminator"
    listed = ", ".join(architectures) or "–"
    raise UserError(
        Words(
            f"{name} 是 {listed}，不是语言模型。",
            f"{name} is {listed}, no language model.",
        ),
        hint=Words(
            "需要保留词预测层的模型：…ForCausalLM、…ForMaskedLM，或 ElectraForPreTraining。",
            "A model with its head is needed: …ForCausalLM, …ForMaskedLM or ElectraForPreTraining.",
        ),
        code="no-encoder",
    )
