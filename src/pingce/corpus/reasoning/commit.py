"""Commit and reveal: publish salted checksums of items first, open them later, and let anybody check.

Each item's checksum is SHA-256 over a salt of its own and the item's record, answer included, as one line of JSON with
sorted keys. The salts come from one secret; without it the checksums say nothing about the items, with it each can be
recomputed. The seed that made the items would give them away just as well and is kept with the secret.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records, whole_json
from pingce.formats.load import refuse_invalid
from pingce.formats.source import find_source
from pingce.formats.write import atomic
from pingce.spec.errors import UserError
from pingce.spec.words import Words

COMMITMENT = "commitment.json"
OPENING = "opening.json"
FORM = "pingce-commitment-1"
SHORTEST_SECRET = 32
"""Hexadecimal digits: 128 bits nobody tries out."""
Record = Mapping[str, object]


@dataclass(frozen=True)
class CommitmentCheck:
    """What became of the items committed to."""

    equal: int
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]
    """Never committed to, or shown more than once."""

    @property
    def holds(self) -> bool:
        return not (self.changed or self.missing or self.added)


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_hex(32)


def item_checksum(secret: str, item_id: str, record: Record) -> str:
    """The salted checksum of one record."""
    salt = hmac.new(bytes.fromhex(secret), item_id.encode(), hashlib.sha256).digest()
    return hashlib.sha256(salt + orjson.dumps(record, option=orjson.OPT_SORT_KEYS)).hexdigest()


def write_commitment(folder: Path, records: Iterable[Record], secret: str, settings: Mapping[str, Json]) -> int:
    """Write what is published now and what is kept until the reveal; returns the number of items."""
    check_secret(secret)
    checksums: dict[str, Json] = {
        str(record["id"]): item_checksum(secret, str(record["id"]), record) for record in records
    }
    public: dict[str, Json] = {"form": FORM, "items": len(checksums), "checksums": checksums}
    private: dict[str, Json] = {"form": FORM, "secret": secret, "settings": dict(settings)}
    for name, content in ((COMMITMENT, public), (OPENING, private)):
        with atomic(folder / name, private=name == OPENING) as file:
            file.write(orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return len(checksums)


def check_secret(secret: str) -> None:
    """Refuse what is no hexadecimal number or short enough to be found by trying."""
    try:
        bytes.fromhex(secret)
    except ValueError:
        digits = -1
    else:
        digits = len(secret)
    if digits < SHORTEST_SECRET:
        raise UserError(
            Words(
                f"密钥应是至少 {SHORTEST_SECRET} 位的十六进制数。",
                f"A secret is a hexadecimal number of at least {SHORTEST_SECRET} digits.",
            ),
            hint=Words("不给 --secret 时会自动生成。", "Without --secret one is made."),
            code="bad-secret",
        )


def compare(commitment: Path, opening: Path, files: Iterable[Path]) -> CommitmentCheck:
    """Whether the records of files are those that were committed to."""
    promised = _checksums(commitment)
    secret = _secret(opening)
    shown = [(str(record.get("id")), record) for file in files for record in _records(file)]
    counts = Counter(item_id for item_id, _ in shown)
    added = [item_id for item_id, count in counts.items() if item_id not in promised or count > 1]
    changed = [
        item_id
        for item_id, record in shown
        if item_id in promised and item_checksum(secret, item_id, record) != promised[item_id]
    ]
    missing = [item_id for item_id in promised if item_id not in counts]
    equal = len(promised) - len(missing) - len(set(changed))
    return CommitmentCheck(equal, tuple(dict.fromkeys(changed)), tuple(missing), tuple(added))


def _checksums(path: Path) -> dict[str, str]:
    content = _object(path, "checksums")
    checksums = content["checksums"]
    if not isinstance(checksums, dict) or not all(isinstance(value, str) for value in checksums.values()):
        raise _unusable(path)
    return {str(item_id): str(value) for item_id, value in checksums.items()}


def _secret(path: Path) -> str:
    secret = _object(path, "secret")["secret"]
    if not isinstance(secret, str):
        raise _unusable(path)
    check_secret(secret)
    return secret


def _object(path: Path, key: str) -> dict[str, object]:
    source = find_source(path)
    findings = Findings(source.name)
    with refuse_invalid(findings):
        content = whole_json(source, findings)
    if not isinstance(content, dict) or content.get("form") != FORM or key not in content:
        raise _unusable(path)
    return content


def _unusable(path: Path) -> UserError:
    return UserError(
        Words(f"{path} 不是承诺或开启文件。", f"{path} is no commitment or opening."),
        hint=Words(
            f"应是 pingce corpus reasoning make --commit 写的 {COMMITMENT} 和 {OPENING}。",
            f"Expected {COMMITMENT} and {OPENING} as pingce corpus reasoning make --commit writes them.",
        ),
        code="no-commitment",
    )


def _records(path: Path) -> list[Record]:
    source = find_source(path)
    findings = Findings(source.name)
    with refuse_invalid(findings):
        return [record for _, record in json_records(source, findings)]
