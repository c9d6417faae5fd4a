"""``pingce systems senses``: which sense has this word here?"""

import json
from pathlib import Path

import click

from pingce.cli.systems.predict import given_option, inventory_option
from pingce.cli.terminal import json_option, lang_option, number, print_table
from pingce.spec.words import Lang, Words

HEADER = (Words("选定", "chosen"), Words("分数", "score"), Words("释义", "gloss"))


@click.command()
@click.argument("sentence", metavar="SENTENCE")
@click.argument("word", metavar="WORD")
@click.option("--model", type=click.Path(path_type=Path), metavar="DIR", help="A trained model of wsd/senses.")
@inventory_option
@click.option("--gloss", "glosses", multiple=True, metavar="TEXT", help="A gloss of WORD; may be repeated.")
@given_option
@json_option("the glosses")
@lang_option
def senses(
    sentence: str,
    word: str,
    model: Path | None,
    inventory: str | None,
    glosses: tuple[str, ...],
    changes: tuple[str, ...],
    as_json: bool,
    lang: Lang,
) -> None:
    """The glosses of WORD, best first, as they fit it in SENTENCE.

    Without --model they are ranked by the characters they share with the sentence. WORD need not occur in any
    training data: its glosses come from --gloss, --inventory or the model's own inventory.
    """
    from pingce.formats.load import load_inventory
    from pingce.systems.senses.try_one import read_word

    senses_of = load_inventory(inventory) if inventory is not None else None
    if glosses:
        senses_of = {**(senses_of or {}), word: list(dict.fromkeys(glosses))}
    reading = read_word(sentence, word, model=model, inventory=senses_of, changes=changes)
    if as_json:
        told = {
            "sentence": sentence,
            "word": word,
            "occurrences": reading.occurrences,
            "senses": [{"gloss": s.gloss, "score": s.score, "chosen": s.chosen} for s in reading.senses],
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    if reading.occurrences != 1:
        note = Words(
            f"“{word}”在句中出现 {reading.occurrences} 次。",
            f"{word} occurs {reading.occurrences} times in the sentence.",
        )
        click.echo(note.say(lang), err=True)
    body = [["✓" * s.chosen, "–" if s.score is None else number(s.score), s.gloss] for s in reading.senses]
    print_table("", [heading.say(lang) for heading in HEADER], body)
