"""``pingce corpus dictionary improve``, ``overlaps`` and ``compare``."""

import json
from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_page, print_table, spoken_option
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("inventory", type=FILE)
@click.argument("changes", type=FILE)
@click.argument("out", type=FILE)
@spoken_option
@writes("out")
def improve(inventory: Path, changes: Path, out: Path) -> None:
    """Apply the reviewed CHANGES to INVENTORY and write OUT.

    CHANGES is JSONL: word, kind (merge, split, reword, delete, add), glosses, into, reason. All or nothing. What became
    of every gloss stands in OUT.changes.jsonl: one successor where answers can be mapped, several or none where
    somebody must decide. The same file changes a running campaign: pingce annotate glosses CAMPAIGN --apply CHANGES.
    """
    from dataclasses import asdict

    from pingce.corpus.dictionary.improve import improve as improved
    from pingce.corpus.entries import by_word, read_entries, write_entries
    from pingce.formats.gloss_edits import read_gloss_edits
    from pingce.formats.write import write_jsonl

    result = improved(by_word(read_entries(inventory)), read_gloss_edits(changes))
    write_entries(out, result.entries.values())
    told = ({**asdict(edit), "became": became} for edit, became in result.became)
    write_jsonl(out.with_name(f"{out.name}.changes.jsonl"), told)
    click.echo(json.dumps({"changes": len(result.became), "words": len(result.entries)}))


@click.command()
@click.argument("inventory", type=FILE)
@click.option("--threshold", type=click.FloatRange(0, 100), default=60, show_default=True, help="Per cent.")
@json_option("every pair")
@lang_option
def overlaps(inventory: Path, threshold: float, as_json: bool, lang: Lang) -> None:
    """Glosses of one word that are alike or contain each other: a list for the expert."""
    from dataclasses import asdict

    from pingce.corpus.dictionary.improve import overlaps as pairs_of
    from pingce.corpus.entries import by_word, read_entries

    pairs = pairs_of(by_word(read_entries(inventory)), threshold=threshold)
    if as_json:
        click.echo(json.dumps([asdict(pair) for pair in pairs], ensure_ascii=False))
        return
    header = Words("词 释义甲 释义乙 相似 包含", "word first second similar contained").say(lang).split()
    rows = [(p.word, p.first, p.second, f"{p.similarity:.1f}", "✓" if p.contained else "") for p in pairs]
    print_table("", header, rows)


@click.command()
@click.argument("word")
@click.argument("inventories", type=FILE, nargs=-1, required=True)
@json_option("the glosses by file")
@lang_option
def compare(word: str, inventories: tuple[Path, ...], as_json: bool, lang: Lang) -> None:
    """The glosses of WORD in several dictionaries side by side."""
    from pingce.corpus.dictionary.improve import side_by_side
    from pingce.corpus.entries import by_word, read_entries
    from pingce.report.dictionaries import side_by_side_page

    columns = side_by_side({path.stem: by_word(read_entries(path)) for path in inventories}, word)
    if not any(columns.values()):
        raise UserError(Words(f"哪一部词典都没有“{word}”。", f"No dictionary has '{word}'."), code="not-found")
    if as_json:
        click.echo(json.dumps({"word": word, "glosses": columns}, ensure_ascii=False))
        return
    print_page(side_by_side_page(word, columns), lang)
