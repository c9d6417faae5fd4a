"""MinHash signatures of passages, made by rensa in the workers.

Passages are compared by their pieces of three characters, letters and digits only: what differs in punctuation or
spaces is the same text.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PERMUTATIONS = 64
SEED = 20220422
PLANE = 1 << 16
SIGNATURE_BYTES = 2 * PERMUTATIONS


def signatures(texts: Sequence[str]) -> bytes:
    """One signature of 64 × 16 bits for each text, one after the other."""
    if not texts:
        return b""
    import numpy as np
    from rensa import RMinHash

    # Two NULs end each text, so that no piece reaches into the next and the shortest text still has one.
    flat = np.frombuffer("".join([f"{text}\0\0" for text in texts]).encode("utf-32-le"), dtype="<u4")
    counts = np.array([0, *map(len, texts)], dtype=np.int64)
    ends = np.cumsum(counts + 2) - 2
    compared = _letters()[np.minimum(flat, PLANE - 1)]
    before = np.concatenate([[0], np.cumsum(compared)])
    flat = flat[compared | (flat == 0)].astype(np.uint64)
    pieces = flat[:-2] * np.uint64(0x9E3779B97F4A7C15)
    pieces ^= flat[1:-1] * np.uint64(0xC2B2AE3D27D4EB4F)
    pieces ^= flat[2:] * np.uint64(0x165667B19E3779F9)
    pieces ^= pieces >> np.uint64(32)
    pieces = pieces[flat[:-2] != 0]
    offsets = before[ends].astype(np.uint64)
    rows = RMinHash.digest_matrix_from_flat_token_hashes(pieces, offsets, PERMUTATIONS, SEED).to_rows()
    values = np.frombuffer(b"".join([array("I", row) for row in rows]), dtype=np.uint32)
    return values.astype("<u2").tobytes()


@cache
def _letters() -> "NDArray[np.bool_]":
    """Which characters count; those beyond the first plane are rare Chinese characters and do."""
    import numpy as np

    table = np.array([chr(code).isalnum() for code in range(PLANE)])
    table[-1] = True
    return table
