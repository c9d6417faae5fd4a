"""Which function does what each kind of stage says."""

from collections.abc import Callable

from . import campaigns, contest, corpus, release, systems
from .context import StageContext, StageResult

Execute = Callable[[StageContext], StageResult]

EXECUTE: dict[str, Execute] = {
    "screen": corpus.screen,
    "sentences": corpus.sentences,
    "replace": corpus.replace,
    "campaign": campaigns.campaign,
    "cleaned": campaigns.cleaned,
    "chain": campaigns.chain,
    "tiers": campaigns.tiers,
    "export": campaigns.export,
    "split": release.split,
    "pack": release.pack,
    "train": systems.train,
    "predict": systems.predict,
    "score": systems.score,
    "curve": systems.curve,
    "competition": contest.competition,
    "board": contest.board,
}
