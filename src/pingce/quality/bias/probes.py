"""Shortcut probes: how far does a classifier get that must not see the text?

Each probe is a logistic regression on one kind of evidence, tested on originals it has not seen. What it gains over
the majority is what a system can gain without reading.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pingce.scoring.interval import Interval, resampled_sums
from pingce.spec.extras import LINEAR, missing_extra
from pingce.spec.words import Words

from .items import LabelledItem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDS = 5
SEED = 20_220_402
RESAMPLES = 1_000
STRENGTH = 4.0
"""How freely the regression may follow the training folds (C); rows are short, so 1 would hold it back."""
LEAST_ITEMS = 40
"""With fewer items a probe says nothing."""
LEAST_USES = 2
"""Items a piece of evidence must occur in; what is seen once cannot be learnt and tested."""
CLAUSE = re.compile(r"[^，。！？；：,.!?;:…\n]+")

Evidence = Callable[[LabelledItem], Sequence[str] | None]
"""What a probe may see; ``None``: nothing is known about the item, which is left out."""
Watch = Callable[[Words], None]


class Probe(NamedTuple):
    """How well one kind of evidence predicts the label."""

    key: str
    title: Words
    n: int
    originals: int
    accuracy: float
    interval: Interval
    majority: float
    gain: Interval
    """Of the accuracy over the majority's, from the same resampled originals."""
    balanced: float
    """Mean over the labels of the share recognised; guessing gives 1 / labels."""
    labels: int

    def as_json(self) -> dict[str, object]:
        return {
            "n": self.n,
            "originals": self.originals,
            "accuracy": self.accuracy,
            "interval": [*self.interval],
            "majority": self.majority,
            "gain": [*self.gain],
            "balanced": self.balanced,
            "labels": self.labels,
        }


class SkippedProbe(NamedTuple):
    """A probe that was not tried, and why: too few items or only one label."""

    key: str
    title: Words
    why: Words


def _new(labelled: LabelledItem) -> Sequence[str] | None:
    return None if labelled.changes is None else [change.new for change in labelled.changes]


def _pair(labelled: LabelledItem) -> Sequence[str] | None:
    return None if labelled.changes is None else [change.pair for change in labelled.changes]


def _count(labelled: LabelledItem) -> Sequence[str] | None:
    return None if labelled.changes is None else [str(len(labelled.changes))]


def _clause(labelled: LabelledItem) -> Sequence[str] | None:
    """Characters of the clauses with a replaced word, and nothing around them."""
    if labelled.changes is None:
        return None
    clauses = [
        clause[0]
        for clause in CLAUSE.finditer(labelled.item.text)
        if any(clause.start() <= change.at < clause.end() for change in labelled.changes)
    ]
    return [piece for clause in clauses for piece in pieces(clause)]


def pieces(text: str, longest: int = 3) -> list[str]:
    """All strings of one to three characters."""
    return [text[i : i + size] for size in range(1, longest + 1) for i in range(len(text) - size + 1)]


PROBES: Mapping[str, tuple[Words, Evidence]] = {
    "count": (Words("只看替换了几个词", "number of replaced words only"), _count),
    "new": (Words("只看换上的词", "new words only"), _new),
    "pair": (Words("只看词对", "pairs of words only"), _pair),
    "clause": (Words("只看替换所在的小句", "clause of the replacement, without its context"), _clause),
}


def probes(items: Sequence[LabelledItem], *, watch: Watch = lambda _: None) -> tuple[list[Probe], list[SkippedProbe]]:
    """Every probe that the data allow, and why the others are left out; ``watch`` hears of each before it runs."""
    done: list[Probe] = []
    skipped: list[SkippedProbe] = []
    problem = missing_extra(Words("这个探针", "This probe"), *LINEAR)
    lacking = None if problem is None else problem.words
    for key, (title, evidence) in {**PROBES, **_further_texts(items)}.items():
        seen = [(labelled, features) for labelled in items if (features := evidence(labelled)) is not None]
        why = lacking or _too_little([labelled for labelled, _ in seen], [features for _, features in seen])
        if why is not None:
            skipped.append(SkippedProbe(key, title, why))
        else:
            watch(title)
            done.append(_probe(key, title, [labelled for labelled, _ in seen], [features for _, features in seen]))
    return done, skipped


def _further_texts(items: Sequence[LabelledItem]) -> dict[str, tuple[Words, Evidence]]:
    """Where an item has several texts (a text and a reason), each after the first alone."""
    names = list(items[0].item.texts)[1:] if items else []
    return {
        f"only-{name}": (
            Words(f"只看 {name}", f"{name} only"),
            lambda labelled, name=name: pieces(labelled.item.texts.get(name, "")),  # type: ignore[misc]
        )
        for name in names
    }


def _too_little(items: Sequence[LabelledItem], features: Sequence[Sequence[str]]) -> Words | None:
    if len(items) < LEAST_ITEMS:
        return Words(f"只有 {len(items)} 题可用", f"only {len(items)} items can be used")
    labels = Counter(item.label for item in items)
    if len(labels) < 2:
        return Words("只有一种标签", "there is one label only")
    if len({item.group for item in items}) < FOLDS:
        return Words(f"原句不足 {FOLDS} 个", f"fewer than {FOLDS} originals")
    if all(n < LEAST_USES for n in Counter(feature for some in features for feature in set(some)).values()):
        return Words("没有重复出现的线索", "no evidence occurs twice")
    return None


def _probe(key: str, title: Words, items: Sequence[LabelledItem], features: Sequence[Sequence[str]]) -> Probe:
    import numpy as np

    labels = np.array([labelled.label for labelled in items])
    groups = np.unique([labelled.group for labelled in items], return_inverse=True)[1]
    predicted, majority = _predicted(features, labels, groups)
    right, base = (predicted == labels).astype(float), (majority == labels).astype(float)
    # Items of one original stand or fall together, so originals are resampled, not items.
    sums = np.zeros((groups.max() + 1, 3))
    np.add.at(sums, groups, np.stack([right, base, np.ones(len(items))], axis=1))
    drawn = np.array([total for (total,) in resampled_sums([sums], RESAMPLES)])
    low, high = np.percentile(drawn[:, 0] / drawn[:, 2], [2.5, 97.5])
    gain_low, gain_high = np.percentile((drawn[:, 0] - drawn[:, 1]) / drawn[:, 2], [2.5, 97.5])
    kinds = np.unique(labels)
    return Probe(
        key=key,
        title=title,
        n=len(items),
        originals=int(groups.max()) + 1,
        accuracy=float(right.mean()),
        interval=Interval(float(low), float(high)),
        majority=float(base.mean()),
        gain=Interval(float(gain_low), float(gain_high)),
        balanced=float(np.mean([right[labels == kind].mean() for kind in kinds])),
        labels=len(kinds),
    )


def _predicted(
    features: Sequence[Sequence[str]], labels: "NDArray[np.str_]", groups: "NDArray[np.intp]"
) -> "tuple[NDArray[np.str_], NDArray[np.str_]]":
    """What the probe and the majority of the other folds say about each item."""
    import numpy as np
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.preprocessing import normalize

    # Rows of length one let the solver end soon.
    seen = normalize(CountVectorizer(analyzer=list, min_df=LEAST_USES).fit_transform(features))
    predicted, majority = labels.copy(), labels.copy()
    for train, test in GroupKFold(FOLDS, shuffle=True, random_state=SEED).split(seen, labels, groups):
        kinds, counts = np.unique(labels[train], return_counts=True)
        majority[test] = kinds[counts.argmax()]
        if len(kinds) < 2:
            predicted[test] = kinds[0]
            continue
        model = OneVsRestClassifier(LogisticRegression(solver="liblinear", C=STRENGTH))
        predicted[test] = model.fit(seen[train], labels[train]).predict(seen[test])
    return predicted, majority
