"""Writes every file of the examples from the sentences in ``sentences/``.

    python examples/make_examples.py [FOLDER]

Without a folder the files go beside this script. Running it again gives the same bytes.
"""

import sys
from pathlib import Path

from sentences import annotated, rated, score2026, space2021, space2022, space2023, space2024, space2025, wsd

HERE = Path(__file__).resolve().parent


def main(folder: Path) -> None:
    for edition in (space2021, space2022, space2023, space2024, space2025, score2026, wsd, annotated, rated):
        target = folder / edition.__name__.rsplit(".", 1)[-1]
        target.mkdir(parents=True, exist_ok=True)
        edition.write(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
