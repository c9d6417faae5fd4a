"""Originals → replaced sentences, and back.

Two passes. The first makes every sentence, in parallel, and can be interrupted; its candidates lie beside the output.
The second, a matter of seconds, chooses among them with the whole corpus in view and puts the output in place.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import IO

import orjson

from pingce.corpus.engine import Engine, fingerprint_of, interrupted, ordered, resumable_output
from pingce.corpus.engine.work import batched
from pingce.formats.replacement import undone
from pingce.formats.source import Source, find_source
from pingce.formats.write import atomic
from pingce.language.lexicon.load import load_lexicon
from pingce.language.tagging.catalog import make_tagger
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .items import read_originals, read_rated, read_replaced
from .lines import ReplacementCandidate
from .make import fingerprint
from .select import SelectionLimits, read_candidates, selected
from .sentence import Original, Replaced
from .summary import Summary
from .work import ReplaceWork

Advance = Callable[[int], None]
BATCH = 64


def replace_file(
    source: Source,
    out: Path,
    work: ReplaceWork,
    choice: SelectionLimits,
    engine: Engine,
    *,
    advance: Advance = lambda _: None,
) -> Summary:
    """Writes the chosen sentences to ``out``; ``advance`` hears how many originals are done.

    All candidates are written first, those that ``choice`` wants are then chosen from them; an interrupted run goes
    on with the candidates it has.
    """
    if work.onto is not None:
        deque(read_rated(find_source(work.onto)), maxlen=0)  # what is wrong with it is said before the work begins
    key = fingerprint_of([source.path, *([work.onto] if work.onto else [])], _settings(source, work))
    candidates, tally = (out.with_name(f".{out.name}.{name}") for name in ("candidates", "tally"))
    # A run killed in the second pass does not repeat the first.
    if not _complete(candidates, tally, key):
        deque(read_originals(source), maxlen=0)  # likewise: reading costs little beside tagging
        _make(source, candidates, tally, work, engine, key, advance)
    summary = _choose(candidates, tally, out, choice, work.settings.seed)
    for file in (candidates, tally):
        file.unlink()
    return summary


def _settings(source: Source, work: ReplaceWork) -> Mapping[str, object]:
    """What the sentences depend on besides the input: every option, and the content behind the names."""
    tagger = make_tagger(work.tagger, user_dictionary=work.user_dictionary)
    return {
        **asdict(work),
        "tagger": tagger.version,
        "lexicon": load_lexicon(work.lexicon).version,
        "member": source.member,
    }


def _make(
    source: Source, candidates: Path, tally: Path, work: ReplaceWork, engine: Engine, key: str, advance: Advance
) -> None:
    """Every sentence and the tallies of the batches, under a first line with the key of the run."""
    with resumable_output(candidates, key, sidecars=[tally]) as output:
        batches = _counted(batched(read_originals(source), BATCH), advance)
        first = [key.encode()] if not output.done else []
        for made in ordered(work, output.remaining(batches), engine):
            output.write([made.lines] if made.lines else [], sidecars=[[*first, made.tally]])
            first = []


def _complete(candidates: Path, tally: Path, key: str) -> bool:
    """Both files appear under these names only when the first pass is done."""
    if interrupted(candidates) or not candidates.exists() or not tally.exists():
        return False
    with tally.open(encoding="utf-8") as file:
        return file.readline().rstrip() == key


def _counted(batches: Iterable[list[Original]], advance: Advance) -> Iterator[list[Original]]:
    for batch in batches:
        yield batch
        advance(len(batch))


def _choose(candidates: Path, tally: Path, out: Path, choice: SelectionLimits, seed: int) -> Summary:
    summary = Summary()
    with tally.open("rb") as file:
        for line in islice(file, 1, None):
            summary.add_tally(orjson.loads(line))
    with atomic(out) as written:
        summary.count(_written(selected(lambda: read_candidates(candidates), choice, seed), written))
    return summary


def _written(chosen: Iterable[ReplacementCandidate], file: IO[bytes]) -> Iterator[ReplacementCandidate]:
    for candidate in chosen:
        file.write(candidate.line)
        yield candidate


def undo_file(source: Source, out: Path) -> int:
    """The originals of replaced sentences, each once, in the order they first appear; returns how many."""
    seen: dict[str, bytes] = {}
    with atomic(out) as written:
        for sentence in read_replaced(source):
            original = _original(source, sentence)
            mark = fingerprint(original)
            if sentence.origin not in seen:
                seen[sentence.origin] = mark
                record: dict[str, object] = {"id": sentence.origin, "text": original}
                if sentence.source is not None:
                    record["source"] = sentence.source
                written.write(orjson.dumps(record) + b"\n")
            elif seen[sentence.origin] != mark:
                raise UserError(
                    Words(
                        f"{source.name}：{sentence.origin} 的各句还原出不同的原句。",
                        f"{source.name}: the sentences of {sentence.origin} go back to different originals.",
                    ),
                    hint=Words(f"{sentence.id} 的文字被改动过。", f"The text of {sentence.id} was changed."),
                    code="undo-differs",
                )
    return len(seen)


def _original(source: Source, sentence: Replaced) -> str:
    original = undone(sentence.text, sentence.changes)
    if original is None:
        words = ", ".join(f"{change.new} at {change.at}" for change in sentence.changes)
        raise UserError(
            Words(
                f"{source.name}（{sentence.id}）：文字不同；应为 {words}。",
                f"{source.name} ({sentence.id}): found another text; expected {words}.",
            ),
            hint=Words("替换以后文字又被改动过。", "The text was changed after the replacement."),
            code="undo-mismatch",
        )
    return original
