"""Write the descriptions of all forms for the tests of the pages: ``python web/scripts/forms.py``."""

import json
from pathlib import Path

from pingce.annotate.describe import describe
from pingce.annotate.forms import FORMS, PLAIN
from pingce.formats.encode import Json

FILE = Path(__file__).parent.parent / "src" / "widgets" / "forms.json"


def all_forms() -> dict[str, Json]:
    return {name: describe(form) for name, form in {**FORMS, **PLAIN}.items()}


def written(forms: dict[str, Json]) -> str:
    return json.dumps(forms, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(all_forms()), encoding="utf-8")
