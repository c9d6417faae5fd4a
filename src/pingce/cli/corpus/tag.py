"""``pingce corpus tag``: words and parts of speech of lines of text."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from pingce.cli.terminal import print_table, progress, spoken, spoken_option
from pingce.language.tagging.words import Tagger, Word
from pingce.spec.errors import not_utf8
from pingce.spec.words import Words


@click.command()
@click.argument("file", default="-")
@click.option("--tagger", "name", default="default", metavar="NAME", help="Not the default but this one; see --list.")
@click.option(
    "--user-dictionary",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Words that are always one word: 'word' or 'word tag' per line.",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep results here; worth it for taggers slower than the default.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON object per line: text, words as [word, tag, start]."
)
@click.option("--list", "show_list", is_flag=True, help="List the taggers and whether they are installed.")
@spoken_option
def tag(file: str, name: str, user_dictionary: Path | None, cache: Path | None, as_json: bool, show_list: bool) -> None:
    """Tag the lines of FILE (or stdin) with parts of speech.

    Prints a line for every line: word/tag word/tag …. Tags are those of the Peking University corpus (f localizer,
    s place, p preposition, d adverb, v verb …) and dv for directional verbs.
    """
    from pingce.language.tagging.cache import CachedTagger
    from pingce.language.tagging.catalog import make_tagger

    if show_list:
        _list(as_json)
        return
    tagger = make_tagger(name, user_dictionary=user_dictionary)
    if cache is None:
        _print(tagger, _lines(file), as_json)
        return
    with CachedTagger(tagger, cache) as cached:
        _print(cached, _lines(file), as_json)


def _print(tagger: Tagger, lines: Iterator[str], as_json: bool) -> None:
    # Bytes, because a redirected stdout has the system's encoding and not every one knows every character.
    out = sys.stdout.buffer
    for line in lines:
        words = tagger.tag(line)
        out.write((_json_line(line, words) if as_json else _text_line(words)) + b"\n")
    out.flush()


def _text_line(words: list[Word]) -> bytes:
    return " ".join([f"{word.text}/{word.tag}" for word in words]).encode()


def _json_line(text: str, words: list[Word]) -> bytes:
    import orjson

    return orjson.dumps({"text": text, "words": [list(word) for word in words]})


def _lines(file: str) -> Iterator[str]:
    from pingce.formats.source import find_source

    if file == "-":
        yield from _decoded(sys.stdin.buffer, "stdin")
        return
    source = find_source(file, progress)
    with source.open() as reader:
        yield from _decoded(reader, source.name)


def _decoded(reader: IO[bytes], name: str) -> Iterator[str]:
    for number, raw in enumerate(reader, start=1):
        raw = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        try:
            yield raw.decode().rstrip("\r\n")
        except UnicodeDecodeError as problem:
            raise not_utf8(f"{name}:{number}", problem) from None


def _list(as_json: bool) -> None:
    from pingce.language.tagging.catalog import DEFAULT, LIBRARIES, RULES

    rows = [
        {
            "name": name + ending,
            "default": name + ending == DEFAULT,
            "installed": entry.installed,
            "package": entry.package,
            "about": entry.about + (", with our rules" if ending else ""),
        }
        for name, entry in LIBRARIES.items()
        for ending in (RULES, "")
    ]
    if as_json:
        import orjson

        click.echo(orjson.dumps({"taggers": rows}, option=orjson.OPT_INDENT_2))
        return
    cells = [
        (
            f"{row['name']}{spoken(Words('（默认）', ' (default)'))}" if row["default"] else str(row["name"]),
            spoken(Words("是", "yes")) if row["installed"] else f"pip install {row['package']}",
            str(row["about"]),
        )
        for row in rows
    ]
    print_table("", (spoken(Words("标注器", "tagger")), spoken(Words("已安装", "installed")), ""), cells)
