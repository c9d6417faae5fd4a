"""How much of the published SpaCE2022 replacement does ours make again, and at what price?

    python -m benchmarks.replacement_recall --data DIR

DIR has task1_train.jsonl, task2_train.jsonl and task3_train.jsonl of SpaCE2022. The contexts of task 3 are untouched
originals; a sentence of task 1 or 2 with the same length that differs from one of them in at most two places was made
from it by replacement. We replace the same originals and look which of these sentences come out.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pingce.corpus.replace.make import ReplaceSettings, fingerprint, sentences
from pingce.corpus.replace.positions import Position, SkippedWord, judged
from pingce.corpus.replace.sentence import Original, Replaced
from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import SpatialClass
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Word

RECALL, MEAN = 0.90, 20.0
"""What must hold: share of the recovered sentences, and sentences per original on average before sampling."""
PIECES = 5
"""Two changed words touch at most four of five pieces, so one piece of the original is always intact."""
WIDEST = 4
"""Characters that two replaced words change at most."""

Run = tuple[int, int]


class Recovered(NamedTuple):
    """A published sentence and the original it was made from."""

    origin: int
    text: str
    runs: tuple[Run, ...]

    @property
    def mode(self) -> str:
        return "single" if len(self.runs) == 1 else "double"


class Analysed(NamedTuple):
    """An original as our replacement sees it."""

    original: Original
    words: list[Word]
    positions: list[Position]
    skipped: list[SkippedWord]


def contexts(path: Path) -> dict[str, object]:
    """Texts of a task file, each once, with their judgement if there is one."""
    with path.open(encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.strip()]
    return {record["context"]: record.get("judge") for record in records}


def pieces(text: str) -> Iterator[tuple[int, int, str]]:
    for i in range(PIECES):
        yield len(text), i, text[len(text) * i // PIECES : len(text) * (i + 1) // PIECES]


def runs(first: str, second: str) -> tuple[Run, ...]:
    """Stretches in which two texts of one length differ."""
    found: list[list[int]] = []
    for i, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            if found and found[-1][1] == i:
                found[-1][1] = i + 1
            else:
                found.append([i, i + 1])
    return tuple((start, end) for start, end in found)


def recover(originals: Sequence[str], published: Iterable[str]) -> list[Recovered]:
    index: dict[tuple[int, int, str], list[int]] = defaultdict(list)
    for i, text in enumerate(originals):
        for piece in pieces(text):
            index[piece].append(i)
    found = []
    untouched = set(originals)
    for text in published:
        near = {i for piece in pieces(text) for i in index.get(piece, ())} if text not in untouched else set()
        differing = [Recovered(i, text, runs(originals[i], text)) for i in sorted(near)]
        fitting = [one for one in differing if len(one.runs) <= 2 and changed(one) <= WIDEST]
        if fitting:
            found.append(min(fitting, key=changed))
    return found


def changed(one: Recovered) -> int:
    return sum(end - start for start, end in one.runs)


def analyse(texts: Sequence[str], tagger_name: str, classes: Sequence[SpatialClass]) -> list[Analysed]:
    lexicon, tagger = load_lexicon(), make_tagger(tagger_name)
    analysed = []
    for i, text in enumerate(texts):
        words = tagger.tag(text)
        found = list(judged(lexicon, text, words))
        positions = [one for one in found if isinstance(one, Position) and one.cls in classes]
        skipped = [one for one in found if isinstance(one, SkippedWord)]
        analysed.append(Analysed(Original(str(i), text), words, positions, skipped))
    return analysed


class Outcome(NamedTuple):
    """What a setting gives."""

    per_original: float
    hit: set[str]


def outcome(
    analysed: Sequence[Analysed],
    settings: ReplaceSettings,
    recovered: Sequence[Recovered],
    normal: frozenset[bytes] | None = None,
) -> Outcome:
    wanted: dict[int, set[str]] = defaultdict(set)
    for one in recovered:
        wanted[one.origin].add(one.text)
    lexicon, total, hit = load_lexicon(), 0, set[str]()
    for i, each in enumerate(analysed):
        made = sentences(lexicon, each.original, each.positions, settings, normal)
        total += len(made)
        hit.update(sentence.text for sentence in made if sentence.text in wanted[i])
    return Outcome(total / len(analysed), hit)


def single_texts(analysed: Sequence[Analysed]) -> list[dict[str, Replaced]]:
    lexicon, settings = load_lexicon(), ReplaceSettings("single")
    return [{s.text: s for s in sentences(lexicon, each.original, each.positions, settings)} for each in analysed]


def share(hit: int, n: int) -> str:
    return f"{hit:6d} /{n:6d} = {hit / n:.3f}" if n else "     –"


def show_recall(result: Outcome, recovered: Sequence[Recovered]) -> None:
    for mode in ("single", "double"):
        some = [one for one in recovered if one.mode == mode]
        print(f"  {mode:8s}{share(sum(one.text in result.hit for one in some), len(some))}")
    print(f"  {'all':8s}{share(len(result.hit), len(recovered))}")


def old_and_new(original: str, one: Recovered) -> list[tuple[str, str]]:
    return [(original[start:end], one.text[start:end]) for start, end in one.runs]


def why_missing(each: Analysed, singles: dict[str, Replaced], one: Recovered) -> str:
    """The reason at the first place that our replacement cannot change in this way."""
    text = each.original.text
    for start, end in one.runs:
        if text[:start] + one.text[start:end] + text[end:] in singles:
            continue
        here = [s for s in each.skipped if s.start < end and s.start + len(s.old) > start]
        if here:
            return f"skipped as {here[0].reason}"
        taken = [p for p in each.positions if p.start < end and p.end > start]
        if taken:
            return (
                f"taken for another word ({taken[0].cls} {taken[0].old})"
                if _other(text, one, taken)
                else "not in group"
            )
        tags = "+".join(word.tag for word in each.words if word.start < end and word.end > start)
        return "preposition or adverb" if tags in ("p", "d") else f"not seen as spatial ({tags})"
    return "two words, one of them no localizer"


def _other(text: str, one: Recovered, taken: Sequence[Position]) -> bool:
    """The published data changed something else than the word we see there."""
    return all(text[start:end] not in (p.old, p.old[:1], p.old[-1:]) for p in taken for start, end in one.runs)


def show_missing(
    analysed: Sequence[Analysed], recovered: Sequence[Recovered], result: Outcome, out: Path | None
) -> None:
    singles = single_texts(analysed)
    reasons, examples = Counter[str](), defaultdict[str, list[str]](list)
    lines = []
    for one in recovered:
        if one.text in result.hit:
            continue
        each = analysed[one.origin]
        reason = why_missing(each, singles[one.origin], one)
        reasons[reason.split(" (")[0]] += 1
        words = " ".join(f"{old}→{new}" for old, new in old_and_new(each.original.text, one))
        examples[reason.split(" (")[0]].append(words)
        lines.append({"original": each.original.text, "published": one.text, "words": words, "reason": reason})
    print(f"\nmissing: {len(lines)}")
    for reason, n in reasons.most_common():
        common = ", ".join(f"{words} {k}" for words, k in Counter(examples[reason]).most_common(8))
        print(f"  {n:5d}  {reason}: {common}")
    if out is not None:
        out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def show_groups(analysed: Sequence[Analysed], recovered: Sequence[Recovered], result: Outcome) -> None:
    lexicon = load_lexicon()
    by_class, by_pair = defaultdict[str, list[bool]](list), defaultdict[str, list[bool]](list)
    for one in recovered:
        pairs = old_and_new(analysed[one.origin].original.text, one)
        hit = one.text in result.hit
        if one.mode == "single":
            old, new = pairs[0]
            group = next((g for g in lexicon.groups if old in g.words and new in g.words), None)
            by_class[group.cls if group else "part of a word"].append(hit)
            by_pair[f"{old}→{new}"].append(hit)
        else:
            by_class["two words"].append(hit)
    print("\nrecall by class of the changed characters (来 of 出来 counts as 来)")
    for name, hits in sorted(by_class.items(), key=lambda entry: -len(entry[1])):
        print(f"  {name:16s}{share(sum(hits), len(hits))}")
    print("\nrecall by pair, the 30 most frequent")
    frequent = sorted(by_pair.items(), key=lambda entry: -len(entry[1]))[:30]
    print("  " + "  ".join(f"{pair} {sum(hits)}/{len(hits)}" for pair, hits in frequent))


def show_bounds(analysed: Sequence[Analysed], recovered: Sequence[Recovered]) -> None:
    """What even a chooser that knew the answers could not do better."""
    single = sum(one.mode == "single" for one in recovered)
    print(f"\nbounds\n  all singles and no double: {single / len(recovered):.3f} of everything")
    singles = single_texts(analysed)
    used: dict[int, set[int]] = defaultdict(set)
    for one in recovered:
        made = singles[one.origin].get(one.text)
        if made is not None:
            used[one.origin].add(made.changes[0].start)
    needed = sum(s.changes[0].start in used[i] for i, texts in enumerate(singles) for s in texts.values())
    print(
        f"  every word of the group, only at the {sum(map(len, used.values()))} places that were really used: "
        f"{needed / len(analysed):.2f} single replacements per original"
    )


def show_rounds(originals: Sequence[str], recovered: Sequence[Recovered], rated: dict[str, object]) -> None:
    """Were double replacements made on top of single ones that had been rated normal?"""
    known = {(one.origin, one.text): rated.get(one.text, 0) for one in recovered if one.mode == "single"}
    parts = Counter[str]()
    doubles = [one for one in recovered if one.mode == "double"]
    for one in doubles:
        text = originals[one.origin]
        alone = [(one.origin, text[:start] + one.text[start:end] + text[end:]) for start, end in one.runs]
        judged_parts = [known[part] for part in alone if part in known]
        normal = "one part alone was rated normal" if 1 in judged_parts else "only parts rated abnormal are known"
        parts[normal if judged_parts else "no part is known"] += 1
    normal_singles = sum(judge == 1 for judge in known.values()) / len(known)
    print(f"\ndouble replacements: {len(doubles)}; of the single ones {normal_singles:.3f} were rated normal")
    for name, n in parts.most_common():
        print(f"  {n:5d}  {name}")


def show_curve(analysed: Sequence[Analysed], recovered: Sequence[Recovered], normal: frozenset[bytes]) -> None:
    everything = ReplaceSettings("both", doubles=None)
    rows: list[tuple[str, ReplaceSettings, frozenset[bytes] | None]] = [
        ("single", ReplaceSettings("single"), None),
        *((f"single, at most {n} each", ReplaceSettings("single", n), None) for n in (5, 10, 20, 30)),
        *((f"both, {n} doubles each", ReplaceSettings("both", doubles=n), None) for n in (4, 8, 32, 128)),
        ("both, all doubles", everything, None),
        ("both, doubles onto sentences rated normal", everything, normal),
        *((f"the same, at most {n} each", replace(everything, per_original=n), normal) for n in (20, 30, 40)),
    ]
    modes = {one.text: one.mode for one in recovered}
    sizes = Counter(modes.values())
    print("\ntrade-off                                  per original   all   single  double")
    for name, settings, rated in rows:
        result = outcome(analysed, settings, recovered, rated)
        hits = Counter(modes[text] for text in result.hit)
        single, double = (hits[mode] / sizes[mode] for mode in ("single", "double"))
        print(f"  {name:42s}{result.per_original:10.2f}{len(result.hit) / len(modes):8.3f}{single:8.3f}{double:8.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tagger", default="default")
    parser.add_argument("--classes", default="f,s,dv")
    parser.add_argument("--missing", type=Path, help="write every missing sentence with its reason")
    options = parser.parse_args()
    files = [options.data / f"task{n}_train.jsonl" for n in (1, 2, 3)]
    checksum = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    rated = contexts(files[0])
    originals = list(contexts(files[2]))
    recovered = recover(originals, {**rated, **contexts(files[1])})
    print(f"data {checksum}; {len(originals)} originals, {len(recovered)} replaced sentences recovered")
    analysed = analyse(originals, options.tagger, options.classes.split(","))
    result = outcome(analysed, ReplaceSettings("both", doubles=None), recovered)
    print(f"\nmode both, everything: {result.per_original:.2f} sentences per original")
    show_recall(result, recovered)
    show_groups(analysed, recovered, result)
    show_missing(analysed, recovered, result, options.missing)
    show_bounds(analysed, recovered)
    show_rounds(originals, recovered, rated)
    normal = frozenset(fingerprint(text) for text, judge in rated.items() if judge == 1)
    show_curve(analysed, recovered, normal)
    holds = len(result.hit) >= RECALL * len(recovered) and result.per_original <= MEAN
    print(f"\nrecall ≥ {RECALL:.0%} with ≤ {MEAN:g} sentences per original: {'holds' if holds else 'does not hold'}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
