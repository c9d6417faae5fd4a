"""``SHA256SUMS``, as ``sha256sum --check`` reads it."""

from collections.abc import Callable, Iterable
from pathlib import Path

from pingce.formats.checksum import file_sha256
from pingce.formats.write import write_lines
from pingce.spec.words import Words

from .flaws import Flaw
from .manifest import SUMS


def files_in(folder: Path) -> list[str]:
    """Every file below a folder by its path in it, in the order of its name."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def write_sums(folder: Path) -> None:
    """Write the checksums of all other files of a folder, so that ``sha256sum -c`` can check a download."""
    lines = [f"{file_sha256(folder / name)}  {name}" for name in files_in(folder) if name != SUMS]
    write_lines(folder / SUMS, lines)


def sum_flaws(folder: Path) -> list[Flaw]:
    """Files of a folder that changed, are missing or were never listed."""
    sums = folder / SUMS
    return flaws_by_sums(
        folder.name,
        sums.read_bytes() if sums.is_file() else None,
        files_in(folder),
        lambda name: None if (folder / name).is_symlink() else file_sha256(folder / name),
    )


def flaws_by_sums(
    here: str, sums: bytes | None, names: Iterable[str], digest: Callable[[str], str | None]
) -> list[Flaw]:
    """What its ``SHA256SUMS`` say about a folder, wherever it lies; ``digest`` is None for a link."""
    missing = Words("没有这个文件", "the file is missing")
    if sums is None:
        return [Flaw(f"{here}/{SUMS}", "missing-file", missing)]
    stated: dict[str, str] = {}
    flaws = []
    for number, line in enumerate(sums.decode(errors="replace").splitlines(), start=1):
        stated_digest, gap, name = line.partition("  ")
        if not gap or len(stated_digest) != 64:
            words = Words("应为 校验和、两个空格、文件名", "expected a checksum, two spaces and a name")
            flaws.append(Flaw(f"{here}/{SUMS}:{number}", "bad-line", words))
        else:
            stated[name] = stated_digest
    there = [name for name in names if name != SUMS]
    for name in there:
        actual = digest(name)
        if actual is None:
            words = Words("发布包里不应有链接", "a release must not contain links")
            flaws.append(Flaw(f"{here}/{name}", "link", words))
        elif name not in stated:
            flaws.append(Flaw(f"{here}/{name}", "unlisted-file", Words(f"{SUMS} 没有列出", f"not listed in {SUMS}")))
        elif actual != stated[name]:
            words = Words("内容与校验和不符", "does not match its checksum")
            flaws.append(Flaw(f"{here}/{name}", "changed-file", words))
    return flaws + [Flaw(f"{here}/{name}", "missing-file", missing) for name in sorted(stated.keys() - set(there))]
