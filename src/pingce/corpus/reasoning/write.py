"""The files of a generated set: a folder with official records, sidecars, proofs, and commitments where wanted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from pingce.formats.encode import Json, encode_record
from pingce.formats.provenance import sidecar_of, write_provenance
from pingce.formats.save import Pair, save
from pingce.formats.write import write_jsonl
from pingce.reasoning.generate.certify import ProvedItem, generated
from pingce.reasoning.generate.draft import LANGUAGES
from pingce.reasoning.generate.kinds import KINDS
from pingce.reasoning.generate.plan import SetSettings
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .commit import write_commitment
from .records import SUBTASKS, Edition, pair, proof_record, provenance

PROOFS = "proofs.jsonl"


@dataclass(frozen=True)
class SetFile:
    """One file of a set: its task, its name, and the items in it."""

    task: TaskSpec
    path: Path
    pairs: Sequence[Pair]


def make_set(
    settings: SetSettings,
    out: Path,
    edition: Edition,
    split: str,
    *,
    secret: str | None = None,
    watch: Callable[[Iterable[ProvedItem]], Iterable[ProvedItem]] = iter,
) -> list[ProvedItem]:
    """Generate a set and write it to a new folder; nothing is written before all of it is proved."""
    if out.exists():
        raise UserError(
            Words(f"{out} 已存在。", f"{out} exists already."),
            hint=Words("请换一个文件夹名。", "Name a folder that does not exist yet."),
            code="folder-exists",
        )
    proved = list(watch(generated(settings)))
    files = list(data_files(out, edition, split, proved))
    try:
        out.mkdir(parents=True)
    except OSError as problem:
        raise cannot_write(out, problem) from problem
    for file in files:
        save(file.task, file.path, file.pairs, kind="json" if file.path.suffix == ".json" else "jsonl")
    for file in files:
        ids = {item.id for item, _ in file.pairs}
        notes = (provenance(edition, split, item, language) for item in proved for language in LANGUAGES)
        write_provenance(sidecar_of(file.path), (note for note in notes if note.qid in ids))
    write_jsonl(out / PROOFS, (proof_record(edition, split, item) for item in proved))
    if secret is not None:
        write_commitment(out, _records(files), secret, cast("dict[str, Json]", asdict(settings)))
    return proved


def chosen_kinds(kinds: Sequence[str], domains: Sequence[str], edition: Edition) -> tuple[str, ...]:
    """The kinds asked for by name or domain; SpaCE2025 asks about places only."""
    fitting = [kind for kind in KINDS.values() if edition == "score2026" or kind.domain == "space"]
    names = [kind.name for kind in fitting]
    unknown = [name for name in kinds if name not in names]
    unknown += [domain for domain in domains if domain not in {kind.domain for kind in fitting}]
    if unknown:
        raise UserError(
            Words(
                f"{edition} 没有 {'、'.join(unknown)} 这样的题。", f"{edition} has no items of {', '.join(unknown)}."
            ),
            hint=Words(f"可用：{'、'.join(names)}。", f"There are: {', '.join(names)}."),
            code="unknown-kind-of-item",
        )
    if not kinds and not domains:
        return tuple(names)
    return tuple(kind.name for kind in fitting if kind.name in kinds or kind.domain in domains)


def check_split(split: str) -> None:
    """A split stands in ids and file names."""
    if not split.isascii() or not split.isalnum():
        raise UserError(
            Words(f"“{split}”不能作部分的名称。", f"'{split}' cannot name a split."),
            hint=Words("只用英文字母和数字，如 test。", "Use letters and digits only, such as test."),
            code="bad-split-name",
        )


def data_files(out: Path, edition: Edition, split: str, proved: Sequence[ProvedItem]) -> Iterator[SetFile]:
    """The files an edition has for such items: one for each language, or one for both."""
    if edition == "space2025":
        for language, subtask in SUBTASKS.items():
            path = out / f"{subtask.replace('-', '_')}_{split}.jsonl"
            items = [pair(edition, split, item, language) for item in proved]
            yield SetFile(find_task(f"space2025/{subtask}"), path, items)
        return
    both = [pair(edition, split, item, language) for item in proved for language in LANGUAGES]
    yield SetFile(find_task("score2026/choice"), out / f"{split}.json", both)


def _records(files: Iterable[SetFile]) -> Iterator[dict[str, Json]]:
    for file in files:
        for item, answer in file.pairs:
            yield encode_record(file.task, item, answer)
