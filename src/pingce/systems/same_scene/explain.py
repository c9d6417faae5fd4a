"""The explanation, by the two templates of the guidelines: difference, entities, relation, conclusion."""

from collections.abc import Sequence
from itertools import pairwise

from .difference import SceneSide, is_phrase
from .entities import Entities
from .judge import Judgement, Why, enumerated
from .knowledge import Knowledge, base

ENDS = frozenset({"到", "进", "入", "至"})
STARTS = frozenset({"从", "自", "由"})

SAME: dict[Why, str] = {
    "nothing differs": "用词没有实质差别",
    "mirrored": "顺序与方向同时颠倒，各自所在的位置没有变",
    "synonym": "",
    "viewpoint": "只是说话人所在的位置不同，移动的路线没有变",
    "on and in": "都位于{ground}之内",
    "ground": "都在地面上",
    "hanging": "都附在{ground}上并垂在下方",
    "antonym": "",
    "centre-periphery": "",
    "other": "",
}


def explain(first: SceneSide, second: SceneSide, judgement: Judgement, entities: Entities, knowledge: Knowledge) -> str:
    """Why two texts describe the same scene or not: where they differ, which entities they name, what follows."""
    ours, other = first.said(first.unit), second.said(second.unit)
    role = role_of(first)
    about = f"“{entities.figure}”的{role}" if entities.figure else role
    parts = [f"两段文本的形式差异在于“{ours}”和“{other}”。" if ours != other else "两段文本没有形式差异。"]
    if entities.all:
        parts.append(f"两段文本中都出现了以下空间实体：{_listed(entities.all)}。")
    if ours == other:
        parts.append("因此，这两段文本可以描述相同的空间场景。")
    elif judgement.same:
        parts.append(
            f"尽管两段文本在描述{about}上有形式差异，但实际上，“{ours}”和“{other}”描述{about}是相同的，"
            f"{_both(first, second, judgement, entities, knowledge)}。因此，这两段文本可以描述相同的空间场景。"
        )
    else:
        former, latter = _places(first, entities, knowledge), _places(second, entities, knowledge)
        if former == latter:
            former, latter = f"说的是“{ours}”", f"说的是“{other}”"
        parts.append(
            f"两段文本在描述{about}上存在形式差异，表明“{ours}”和“{other}”描述{about}是不同的，"
            f"前者{former}，后者{latter}。因此，这两段文本不能描述相同的空间场景。"
        )
    return "".join(parts)


def role_of(side: SceneSide) -> str:
    """What the differing unit says of the entity."""
    if side.core and side.words[side.core.start].tag == "dv":
        return "位移方向"
    if not is_phrase(side.words, side.core):
        return "处所"
    before = {word.text for word in side.words[max(0, side.unit.start - 1) : side.unit.stop]}
    if before & ENDS:
        return "终点"
    if before & STARTS:
        return "起点"
    if before & {"向", "往", "朝"}:
        return "方向"
    return "处所"


def _both(first: SceneSide, second: SceneSide, judgement: Judgement, entities: Entities, knowledge: Knowledge) -> str:
    text = SAME[judgement.why].format(ground=entities.ground or "其中")
    if text:
        return text
    former, latter = _places(first, entities, knowledge), _places(second, entities, knowledge)
    return f"都{former}" if former == latter else f"前者{former}，后者{latter}，所指一致"


def _places(side: SceneSide, entities: Entities, knowledge: Knowledge) -> str:
    """Where the unit says something is, in other words than its own."""
    core = side.said(side.core)
    if not is_phrase(side.words, side.core):
        return _order(side, knowledge) or f"说的是“{side.said(side.unit)}”"
    if side.core and side.words[side.core.start].tag == "dv":
        moved = [knowledge.motion[character] for character in core if character in knowledge.motion]
        return "是" + "、".join(moved[:2]) if moved else f"的动作是“{core}”"
    if core in knowledge.direction:
        rest = side.said(range(side.core.stop, side.unit.stop)) or "目标"
        return knowledge.direction[core].format(rest)
    stem = base(core)
    localizer = next((character for character in (stem[-1:], stem[:1]) if character in knowledge.place), "")
    if not localizer:
        return f"位于“{side.said(side.unit)}”"
    where = knowledge.place[localizer]
    return "位于" + (where.format(entities.ground) if entities.ground else where.removeprefix("{}的"))


def _order(side: SceneSide, knowledge: Knowledge) -> str:
    """Of things told from one end to the other: who is where."""
    unit = side.words[side.unit.start : side.unit.stop]
    named = enumerated(side)
    ends = {
        before.text: knowledge.place[word.text].removeprefix("{}的")
        for before, word in pairwise(unit)
        if before.text in ("从", "到") and word.text in knowledge.place
    }
    return f"是“{named[0]}”在{ends['从']}，“{named[-1]}”在{ends['到']}" if named and len(ends) > 1 else ""


def _listed(names: Sequence[str]) -> str:
    quoted = [f"“{name}”" for name in names]
    return quoted[0] if len(quoted) == 1 else "、".join(quoted[:-1]) + "和" + quoted[-1]
