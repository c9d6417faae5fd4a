"""Generates reasoning items and proves every one again by brute force, apart from the solver.

    python -m benchmarks.generated [--items 10000] [--seed 1]

Prints how long generation took, how even the answer positions are, and whether ids, texts, numbers of arrangements,
answers and the need for every premise are as promised in both languages.
"""

import argparse
import time
from collections import Counter

from pingce.corpus.reasoning.records import item_id
from pingce.reasoning.generate.certify import ProvedItem, generated
from pingce.reasoning.generate.draft import LANGUAGES
from pingce.reasoning.generate.plan import LETTERS, SetSettings
from pingce.reasoning.generate.scenes import SCENES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = time.process_time()
    proved = list(generated(SetSettings(arguments.items, arguments.seed, tuple(SCENES))))
    seconds = time.process_time() - start
    print(f"{len(proved)} items in two languages in {seconds:.1f} s, {seconds / len(proved) * 1000:.1f} s per 1,000")
    print_positions(proved)
    start = time.process_time()
    faults = [
        item.text for made in proved for item in made.draft.items.values() if not as_promised(made, item.language)
    ]
    print(f"proved again by brute force: {2 * len(proved) - len(faults)} of {2 * len(proved)}", end="")
    print(f" in {time.process_time() - start:.1f} s")
    for text in faults[:10]:
        print(text)


def print_positions(proved: list[ProvedItem]) -> None:
    """Answer positions, ids and texts."""
    counts = Counter(letter for made in proved for letter in made.draft.answer)
    even = counts.total() / len(LETTERS)
    print("answers:", ", ".join(f"{letter} {counts[letter] / even - 1:+.2%}" for letter in LETTERS), "from even")
    for language in LANGUAGES:
        ids = {item_id("space2025", "new", made.draft.plan.number, language) for made in proved}
        texts = {made.draft.items[language].text for made in proved}
        print(f"{language}: {len(ids)} different ids, {len(texts)} different texts")


def as_promised(made: ProvedItem, language: str) -> bool:
    """Whether brute force finds what the generator said of an item."""
    from tests.reasoning.brute_force import check

    item = next(item for item in made.draft.items.values() if item.language == language)
    checked = check(item.text, item.question, item.options)
    single = checked.arrangements == made.draft.arrangements == 1
    return single and checked.answer == made.draft.answer and min(checked.needed) > 1 and not checked.told


if __name__ == "__main__":
    main()
