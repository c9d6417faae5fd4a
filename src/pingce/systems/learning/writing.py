"""A causal language model that writes what it may copy: marks, and behind a mark a piece of the text it was given.

The text goes in character by character, so a copied piece is a place in the text and not a string to be looked for.
Marks are tokens of their own behind the vocabulary, which start from the words they stand for. While the model writes,
only what continues some piece of the text, or ends one, can come next.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

import torch
from torch.nn.functional import cross_entropy

from .anchored import stacked
from .device import device
from .encoder import Pretrained


@dataclass(frozen=True)
class Marks:
    """Marks by the words they stand for, as numbers behind the vocabulary."""

    words: tuple[str, ...]
    vocabulary: int

    def number(self, word: str) -> int:
        return self.vocabulary + self.words.index(word)

    def word(self, number: int) -> str:
        """Empty for an ordinary token."""
        return self.words[number - self.vocabulary] if number >= self.vocabulary else ""


class CopySource(NamedTuple):
    """A text to copy from: its tokens, and the character each belongs to."""

    tokens: tuple[int, ...]
    characters: tuple[int, ...]

    def of(self, positions: Sequence[int]) -> list[int]:
        """The tokens of some characters."""
        asked = set(positions)
        return [token for token, i in zip(self.tokens, self.characters, strict=True) if i in asked]


def copy_source(tokenizer: Any, text: str, longest: int) -> CopySource:  # noqa: ANN401 (has no type of its own)
    """Every character by itself, as many as fit; blanks that have no token cannot be copied."""
    ids = {character: tokenizer.encode(character, add_special_tokens=False) for character in set(text)}
    pairs = [(token, i) for i, character in enumerate(text) for token in ids[character]]
    kept = [(token, i) for token, i in pairs if i < pairs[min(longest, len(pairs) - 1)][1] or len(pairs) <= longest]
    return CopySource(tuple(token for token, _ in kept), tuple(i for _, i in kept))


class Writer(torch.nn.Module):
    """A causal language model with marks behind its vocabulary."""

    def __init__(self, pretrained: Pretrained) -> None:
        super().__init__()
        self.lm = pretrained.encoder

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        ids, real = (tensor.to(device()) for tensor in stacked(rows, pad))
        logits: torch.Tensor = self.lm(input_ids=ids, attention_mask=real).logits
        return logits


def add_marks(pretrained: Pretrained, marks: Marks) -> None:
    """Room for the marks; each begins as the mean of the tokens of its word."""
    lm: Any = pretrained.encoder
    lm.resize_token_embeddings(marks.vocabulary + len(marks.words), mean_resizing=False)
    tables = {id(table.weight): table.weight for table in (lm.get_input_embeddings(), lm.get_output_embeddings())}
    with torch.no_grad():
        for word in marks.words:
            tokens = pretrained.tokenizer.encode(word, add_special_tokens=False)
            for weights in tables.values():
                weights[marks.number(word)] = weights[tokens or [0]].mean(dim=0)


class Written(NamedTuple):
    """What a text is learned to be followed by: all tokens, and where the written part begins."""

    ids: tuple[int, ...]
    start: int


def writing_loss(numbers: torch.Tensor, target: Written) -> torch.Tensor:
    """The mean over the written tokens."""
    right = torch.tensor(target.ids[target.start :], device=numbers.device)
    return cross_entropy(numbers[target.start - 1 : len(target.ids) - 1], right)


class CopiedPiece(NamedTuple):
    """A mark and the characters copied behind it; where the same characters stand in several places, all of them."""

    mark: str
    places: tuple[tuple[int, ...], ...]


@dataclass
class WritingDraft:
    """What has been written about one row, and what may follow."""

    source: CopySource
    marks: Marks
    follows: Callable[[Sequence[str]], Sequence[str]]
    """By the marks so far, the marks that may come next; none: the end."""
    copies: frozenset[str]
    """Marks that a copy follows."""
    said: list[str] = field(default_factory=list)
    pieces: list[CopiedPiece] = field(default_factory=list)
    copying: list[tuple[int, int]] = field(default_factory=list)
    """First and last token of every piece of the text that is the same as what was copied."""
    waiting: bool = False
    """A copy has to begin."""

    def allowed(self) -> list[int]:
        """Tokens that may come next."""
        if self.waiting:
            return [token for n, token in enumerate(self.source.tokens) if self._begins(n)]
        onward = [self.source.tokens[last + 1] for _, last in self.copying if last + 1 < len(self.source.tokens)]
        if self.copying and not any(self._ends(last) for _, last in self.copying):
            return onward
        return [*onward, *(self.marks.number(word) for word in self.follows(self.said))]

    def add(self, token: int) -> None:
        """Take a token that was allowed."""
        word = self.marks.word(token)
        if word:
            self.close()
            self.said.append(word)
            self.waiting = word in self.copies
            if not self.waiting:
                self.pieces.append(CopiedPiece(word, ()))
        elif self.waiting:
            tokens = enumerate(self.source.tokens)
            self.copying = [(n, n) for n, other in tokens if other == token and self._begins(n)]
            self.waiting = False
        else:
            after = [(first, last + 1) for first, last in self.copying if last + 1 < len(self.source.tokens)]
            self.copying = [(first, last) for first, last in after if self.source.tokens[last] == token]

    def close(self) -> None:
        """What was copied is a piece, unless it ends within a character."""
        whole = [(first, last) for first, last in self.copying if self._ends(last)]
        if whole:
            at = self.source.characters
            places = tuple(tuple(sorted({at[n] for n in range(first, last + 1)})) for first, last in whole)
            self.pieces.append(CopiedPiece(self.said[-1], places))
        self.copying = []

    def _begins(self, n: int) -> bool:
        return n == 0 or self.source.characters[n] != self.source.characters[n - 1]

    def _ends(self, n: int) -> bool:
        return n + 1 == len(self.source.tokens) or self.source.characters[n + 1] != self.source.characters[n]


@torch.no_grad()
def write(
    network: Writer, rows: Sequence[Sequence[int]], drafts: Sequence[WritingDraft], batch: int, most: int
) -> Iterator[int]:
    """Let every draft be written behind its row, the likeliest token that is allowed each time; gives those done.

    Rows of one length go together and need no padding; ``most`` tokens are written at the most.
    """
    order = sorted(range(len(rows)), key=lambda n: len(rows[n]))
    for _, same in groupby(order, key=lambda n: len(rows[n])):
        numbers = list(same)
        for start in range(0, len(numbers), batch):
            chosen = numbers[start : start + batch]
            _write([rows[n] for n in chosen], [drafts[n] for n in chosen], network, most)
            yield from chosen


def _write(rows: Sequence[Sequence[int]], drafts: Sequence[WritingDraft], network: Writer, most: int) -> None:
    lm: Any = network.lm
    read = lm(input_ids=torch.tensor(rows, device=device()), use_cache=True, logits_to_keep=1)
    open_drafts = list(drafts)
    for _ in range(most):
        scores = read.logits[:, -1].float()
        choices = [draft.allowed() for draft in open_drafts]
        going = [n for n, allowed in enumerate(choices) if allowed]
        if not going:
            break
        next_tokens = []
        for n in going:
            allowed = sorted(set(choices[n]))
            token = allowed[int(scores[n, allowed].argmax())]
            open_drafts[n].add(token)
            next_tokens.append(token)
        if len(going) < len(open_drafts):
            read.past_key_values.batch_select_indices(torch.tensor(going, device=device()))
            open_drafts = [open_drafts[n] for n in going]
        ids = torch.tensor(next_tokens, device=device()).unsqueeze(1)
        read = lm(input_ids=ids, past_key_values=read.past_key_values, use_cache=True)
    for draft in drafts:
        draft.close()
