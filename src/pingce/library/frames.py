"""Records as a pandas frame."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pingce.spec.extras import missing_extra
from pingce.spec.words import Words

if TYPE_CHECKING:
    import pandas as pd


def frame_of(records: Sequence[dict[str, Any]], *, nested: bool = False) -> "pd.DataFrame":
    """A row per record; ``nested``: what stands in dicts of dicts becomes columns ``outer.inner``."""
    missing = missing_extra(Words("表格（to_pandas）", "A frame (to_pandas)"), "pandas", extra="notebook")
    if missing is not None:
        raise missing
    import pandas as pd

    return pd.json_normalize([*records]) if nested else pd.DataFrame.from_records([*records])
