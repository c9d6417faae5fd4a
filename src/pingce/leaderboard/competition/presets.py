"""The rules past editions were held by, which a competition made from one begins with."""

from collections.abc import Mapping
from dataclasses import replace

from pingce.spec.words import Words

from .phases import USUAL, PhaseKind, PhaseRules

AGREEMENT = """\
参赛须知 · Terms

1. 所用模型的参数总量不超过 70 亿（7B），报名和提交说明中写明模型名称与参数量。
   The models used have at most seven billion parameters (7B) in all; name and size are declared with the submission.
2. 每队每天至多提交三次，取成绩最好的一次。
   At most three submissions a day; the best counts.
3. 获奖队伍交出模型、代码和提示词；重现的成绩与提交的相差不超过 2 %。
   Teams that win hand in model, code and prompts; reproduced scores are within 2 % of those handed in.
4. 数据只用于研究。
   The data are for research only.
"""
_LATER = {
    PhaseKind.DEV: replace(USUAL[PhaseKind.DEV], per_day=3, counts="best"),
    PhaseKind.TEST: replace(
        USUAL[PhaseKind.TEST], per_day=3, in_all=None, shows="all", counts="best", agreement=AGREEMENT
    ),
}
PRESETS: Mapping[str, Mapping[PhaseKind, PhaseRules]] = {
    "space2024": _LATER,
    "space2025": _LATER,
    "score2026": _LATER,
}
"""By edition; phases that are not here have the usual rules."""
_TOLD = Words(
    "预设：每队每任务每天提交三次，取最好的一次；申明模型不超过 7B。",
    "Preset: three submissions per task and day, the best counts; models of at most 7B are declared.",
)
_ONE_FILE = Words("五个子任务的答案交在一个文件里。", "The answers to all five subtasks are handed in as one file.")


def preset_rules(edition: str | None, kind: PhaseKind) -> PhaseRules:
    """The rules a new phase begins with: those of the edition, or the usual ones."""
    return PRESETS.get(edition or "", {}).get(kind, USUAL[kind])


def preset_words(edition: str | None) -> Words:
    """What is told of an edition's preset; nothing where the usual rules hold."""
    if edition not in PRESETS:
        return Words("", "")
    if edition == "space2025":
        return Words(f"{_TOLD.zh}{_ONE_FILE.zh}", f"{_TOLD.en} {_ONE_FILE.en}")
    return _TOLD
