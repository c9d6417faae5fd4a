"""Contexts and glosses as vectors in one space; a gloss fits as well as its vector is near the target's.

Gloss vectors do not depend on the sentence. They are computed once, kept beside the model, and only the sentence is
encoded when a question comes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import torch

from pingce.formats.senses import Inventory
from pingce.systems.learning.checkpoint import ENCODER, load_module, load_tensors, save_module, save_tensors
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained, load_untrained
from pingce.systems.learning.trainer import bucketed
from pingce.systems.stored import read_json

from .model import INVENTORY, softmax
from .questions import Question
from .target import Window, windows
from .tokens import TargetTokens, context_tokens, first_vectors, pooled, target_vectors, text_tokens

GLOSSES = "glosses.safetensors"
BATCH = 64

Pooling = Literal["target", "cls", "both"]
POOLING: dict[Pooling, Callable[[torch.Tensor, Sequence[TargetTokens]], torch.Tensor]] = {
    "target": target_vectors,
    "cls": first_vectors,
    "both": lambda vectors, batch: (target_vectors(vectors, batch) + first_vectors(vectors, batch)) / 2,
}
Key = tuple[str, str]


@dataclass(frozen=True)
class VectorSettings:
    """How texts become vectors."""

    pooling: Pooling = "target"
    """The context's vector: mean of the target's tokens, the first token, or the mean of both."""
    name_word: bool = True
    """Write the word before the gloss."""
    similarity: Literal["cosine", "dot"] = "cosine"
    """Cosine times a learned scale suits encoders made for similarity; the paper's is the dot product."""
    scale: float = 20.0
    """Of the cosine, at first."""
    width: int = 120
    """Characters of a sentence seen at once; a longer one is read in windows around the target."""
    precision: Precision = "float32"


class BiEncoder(torch.nn.Module):
    """One encoder for both sides, or one for each."""

    def __init__(self, pretrained: Pretrained, other: Pretrained | None, settings: VectorSettings) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.encoder_of_glosses = other.encoder if other is not None else None
        self.scale = torch.nn.Parameter(torch.tensor(settings.scale))
        self.settings = settings
        self.fill: int = pretrained.tokenizer.pad_token_id

    def contexts(self, batch: Sequence[TargetTokens]) -> torch.Tensor:
        """A vector per sentence, for its target word."""
        return pooled(self.encoder, batch, self.fill, POOLING[self.settings.pooling])

    def glosses(self, batch: Sequence[TargetTokens]) -> torch.Tensor:
        """A vector per gloss."""
        return pooled(self.encoder_of_glosses or self.encoder, batch, self.fill, first_vectors)

    def logits(self, contexts: torch.Tensor, glosses: torch.Tensor) -> torch.Tensor:
        """Every context with every gloss."""
        if self.settings.similarity == "dot":
            return contexts @ glosses.T
        normal = torch.nn.functional.normalize
        return self.scale * (normal(contexts, dim=-1) @ normal(glosses, dim=-1).T)


@dataclass
class GlossVectors:
    """Vectors of glosses, computed when first asked for; a sense is a word with its gloss."""

    module: BiEncoder
    pretrained: Pretrained
    known: dict[Key, torch.Tensor] = field(default_factory=dict)

    def of(self, word: str, glosses: Iterable[str]) -> torch.Tensor:
        """The vectors of a word's glosses; those not made yet are made now."""
        keys = [(word, gloss) for gloss in glosses]
        self.add(keys)
        return torch.stack([self.known[key] for key in keys])

    def add(self, keys: Iterable[Key]) -> None:
        """Make the vectors that are missing, in batches of similar length."""
        new = sorted(dict.fromkeys(key for key in keys if key not in self.known), key=lambda key: len(key[1]))
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            tokens = text_tokens(self.pretrained, [gloss_text(*key, self.module.settings) for key in batch])
            with torch.no_grad(), autocast(self.module.settings.precision):
                vectors = self.module.glosses(tokens)
            self.known.update(zip(batch, vectors.unbind(), strict=True))

    def save(self, folder: Path, inventory: Inventory) -> None:
        """All vectors of an inventory, in its order."""
        keys = inventory_keys(inventory)
        self.add(keys)
        save_tensors(folder / GLOSSES, {"glosses": torch.stack([self.known[key] for key in keys]).cpu()})

    def load(self, folder: Path, inventory: Inventory) -> None:
        """What ``save`` wrote, for the same inventory."""
        vectors = load_tensors(folder / GLOSSES)["glosses"].to(device())
        self.known.update(zip(inventory_keys(inventory), vectors.unbind(), strict=True))


def inventory_keys(inventory: Inventory) -> list[Key]:
    """Every word with every gloss, in the order of the inventory."""
    return [(word, gloss) for word, glosses in inventory.items() for gloss in glosses]


def gloss_text(word: str, gloss: str, settings: VectorSettings) -> str:
    """A gloss as the encoder reads it, perhaps with its word before it."""
    return f"{word}：{gloss}" if settings.name_word else gloss


@dataclass
class VectorScorer:
    """Scores with a bi-encoder whose gloss vectors are kept."""

    module: BiEncoder
    pretrained: Pretrained
    glosses: GlossVectors

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        """The mean over the windows of a long sentence, then shares of one."""
        asked = [(i, window) for i, q in enumerate(questions) if q.glosses for window in self._windows(q)]
        tokens = context_tokens(self.pretrained, [window for _, window in asked]) if asked else []
        self.glosses.add((q.word, gloss) for q in questions for gloss in q.glosses)
        logits_of: dict[int, list[torch.Tensor]] = {}
        for batch in bucketed([len(encoded.ids) for encoded in tokens], BATCH, seed=0, epoch=0) if asked else []:
            with torch.no_grad(), autocast(self.module.settings.precision):
                contexts = self.module.contexts([tokens[k] for k in batch])
            for k, context in zip(batch, contexts, strict=True):
                question = questions[asked[k][0]]
                logits = self.module.logits(context[None], self.glosses.of(question.word, question.glosses))
                logits_of.setdefault(asked[k][0], []).append(logits[0].detach().double())
        return [
            softmax(torch.stack(logits_of[i]).mean(0).tolist()) if question.glosses else []
            for i, question in enumerate(questions)
        ]

    def _windows(self, question: Question) -> list[Window]:
        return windows(question.sentence, question.word, self.module.settings.width)


def new_scorer(module: BiEncoder, pretrained: Pretrained) -> VectorScorer:
    """A scorer around a network that has made no gloss vectors yet."""
    module.eval()
    return VectorScorer(module, pretrained, GlossVectors(module, pretrained))


def save_vectors(folder: Path, scorer: VectorScorer, inventory: Inventory) -> None:
    """Network and gloss vectors into a model folder."""
    save_module(folder, scorer.module, scorer.pretrained)
    scorer.glosses.save(folder, inventory)


def load_vectors(folder: Path, settings: VectorSettings, *, tied: bool) -> VectorScorer:
    """What ``save_vectors`` wrote."""
    module, pretrained = load_module(
        folder, lambda encoder: BiEncoder(encoder, None if tied else load_untrained(folder / ENCODER), settings)
    )
    scorer = new_scorer(module, pretrained)
    scorer.glosses.load(folder, read_json(folder / INVENTORY, dict[str, list[str]]))
    return scorer
