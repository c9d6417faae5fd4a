"""``pingce quality recover``: what was replaced, for sentences that do not say it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, progress
from pingce.spec.words import Lang, Words

from .inputs import FILE, certain_option, originals_option, parts_argument

if TYPE_CHECKING:
    from pingce.formats.encode import Json
    from pingce.formats.parts import Part
    from pingce.quality.recovery.recover import Recovery


@click.command()
@parts_argument
@click.option("--out", type=FILE, required=True, help="Where the sentences with their replacements go (JSONL).")
@originals_option
@certain_option
@json_option("the counts")
@lang_option
@writes("out")
def recover(
    parts: tuple[str, ...], out: Path, originals: tuple[str, ...], certain: bool, as_json: bool, lang: Lang
) -> None:
    """Find replaced words by aligning the sentences of one original.

    Each line of OUT has the form that pingce corpus replace writes: id, text, origin, mode and what was replaced where;
    and how the original was found (given, unique, likeliest). Sentences whose original cannot be told are left out.
    """
    from pingce.formats.parts import read_parts
    from pingce.formats.write import write_jsonl
    from pingce.quality.recovery import recover as recovery

    read, known_originals = read_parts(parts, watch=progress), read_parts(originals, watch=progress)
    items = recovery.sentences_of(read, known_originals)
    recovered = recovery.recover(
        (item.text for item in items),
        originals=(item.text for part in known_originals for item in part.items),
        stated=recovery.stated_origins(items),
        likely=not certain,
    )
    written = write_jsonl(out, _records(read, known_originals, recovered))
    _say({item.text for item in items}, recovered, written, as_json, lang)


def _records(read: "Sequence[Part]", originals: "Sequence[Part]", recovered: "Recovery") -> "Iterator[dict[str, Json]]":
    names = {item.text: item.id for part in originals for item in part.items}
    for part in read:
        for item in part.items:
            sentence = recovered.sentences.get(item.text)
            if sentence is None:
                continue
            replaced: list[Json] = [{**change.record()} for change in sentence.changes]
            yield {
                "id": item.id,
                "text": item.text,
                "origin": names.get(sentence.original, f"original-{sentence.group}"),
                "mode": sentence.mode,
                "replaced": replaced,
                "how": sentence.how,
                "part": part.name,
            }


def _say(texts: set[str], recovered: "Recovery", written: int, as_json: bool, lang: Lang) -> None:
    originals = len({recovered.groups[text] for text in texts})
    if as_json:
        import orjson

        counts = {
            "texts": len(texts),
            "originals": originals,
            "recovered": len(recovered.sentences),
            "records": written,
            "how": dict(recovered.how),
            "modes": dict(recovered.modes),
        }
        click.echo(orjson.dumps(counts).decode())
        return
    how = ", ".join(f"{name} {n:,}" for name, n in sorted(recovered.how.items()))
    modes = ", ".join(f"{name} {n:,}" for name, n in sorted(recovered.modes.items()))
    words = Words(
        f"{len(texts):,} 个文本，{originals:,} 个原句；{len(recovered.sentences):,} 个找到了替换（{how}；{modes}）。",
        f"{len(texts):,} texts of {originals:,} originals; "
        f"replacements found in {len(recovered.sentences):,} ({how}; {modes}).",
    )
    click.echo(words.say(lang))
