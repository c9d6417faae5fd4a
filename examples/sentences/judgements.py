"""SpaCE2021: texts with one expression replaced, and reasons given in the four sentence patterns."""

from dataclasses import dataclass

from .notation import Replaced


@dataclass(frozen=True)
class Claim:
    """A reason as a sentence, and whether it holds."""

    words: str
    about: str
    """The first expression named; it stands in the text."""
    holds: bool


def improper(first: str, second: str, *, holds: bool = True) -> Claim:
    return Claim(f"“{first}”和“{second}”不宜搭配", first, holds)


def conflict(first: str, second: str, *, holds: bool = True) -> Claim:
    return Claim(f"“{first}”和“{second}”语义冲突", first, holds)


def context(first: str, second: str, *, holds: bool = True) -> Claim:
    return Claim(f"“{first}”与上下文“{second}”存在信息冲突", first, holds)


def absurd(first: str, why: str = "", *, holds: bool = True) -> Claim:
    return Claim(f"“{first}”不符合常识" + (f"：{why}" if why else ""), first, holds)


@dataclass(frozen=True)
class Judged:
    """An original and its replaced texts, each with the reasons offered for it."""

    text: str
    replaced: tuple[tuple[Replaced, tuple[Claim, ...]], ...]


def fine(old: str, new: str, *claims: Claim) -> tuple[Replaced, tuple[Claim, ...]]:
    return Replaced(old, new, 1), claims


def wrong(old: str, new: str, *claims: Claim) -> tuple[Replaced, tuple[Claim, ...]]:
    return Replaced(old, new, 0), claims


TRAIN = (
    Judged(
        "周末，爸爸把帐篷搭在湖边的草地上，我和妹妹钻进帐篷里数星星。",
        (
            fine("湖边", "湖畔"),
            wrong("钻进", "钻出", improper("钻出", "帐篷里"), conflict("搭在", "钻出", holds=False)),
            wrong(
                "草地上",
                "草地下",
                absurd("帐篷搭在湖边的草地下", "帐篷不能搭在地面以下"),
                improper("草地", "下", holds=False),
            ),
            fine("帐篷里", "帐篷中"),
        ),
    ),
    Judged(
        "下课铃一响，同学们就从教室里涌出来，跑到操场上踢毽子、跳皮筋。",
        (
            wrong("涌出来", "涌进来", conflict("从教室里", "涌进来"), context("涌进来", "跑到操场上")),
            fine("操场上", "操场中央"),
            fine("教室里", "教室中"),
            wrong("操场上", "操场底", improper("操场", "底"), conflict("从教室里", "操场底", holds=False)),
        ),
    ),
    Judged(
        "快递柜安装在小区北门的左侧，取件时请站在黄线后面，依次上前扫码。",
        (
            fine("左侧", "右侧"),
            fine("黄线后面", "黄线外面"),
            wrong("上前", "上后", improper("依次", "上后"), absurd("站在黄线后面", holds=False)),
            wrong("安装在", "安装向", improper("安装", "向小区北门的左侧")),
        ),
    ),
    Judged(
        "消防员顺着云梯爬到六楼窗口，砸开玻璃，把被困的老人背了下来。",
        (
            wrong(
                "背了下来",
                "背了上来",
                absurd("把被困的老人背了上来", "救人时应当把楼上的老人背到地面"),
                improper("背", "上来", holds=False),
            ),
            fine("窗口", "窗边"),
            fine("顺着", "沿着"),
            wrong("爬到", "爬出", context("爬出六楼窗口", "砸开玻璃")),
        ),
    ),
    Judged(
        "这张老地图上，图例画在右下角，比例尺标在图例的正上方，中间是一条弯弯曲曲的大河。",
        (
            fine("正上方", "上面"),
            fine("右下角", "左下角"),
            wrong(
                "右下角",
                "中下角",
                improper("画在", "中下角"),
                absurd("比例尺标在图例的正上方", "比例尺只能标在地图外面", holds=False),
            ),
            wrong("老地图上", "老地图外", context("老地图外", "图例画在右下角")),
        ),
    ),
    Judged(
        "公交车靠站以后，乘客先下后上，司机提醒大家往车厢后部走，不要挤在前门口。",
        (
            fine("车厢后部", "车厢里面"),
            fine("前门口", "前门旁"),
            wrong(
                "挤在",
                "挤从",
                improper("挤", "从前门口"),
                absurd("往车厢后部走", "司机不应该提醒乘客", holds=False),
            ),
            wrong("车厢后部", "车厢前部", context("往车厢前部走", "不要挤在前门口")),
        ),
    ),
)

DEV = (
    Judged(
        "雨停以后，蜗牛从叶子背面爬出来，沿着篱笆慢慢爬到了瓜架顶上。",
        (
            wrong("爬出来", "爬进来", conflict("从叶子背面", "爬进来")),
            fine("顶上", "顶端", absurd("瓜架顶端", "蜗牛爬不了那么高", holds=False)),
            fine("沿着", "顺着"),
            wrong("顶上", "顶内", improper("瓜架顶", "内"), context("顶内", "从叶子背面", holds=False)),
        ),
    ),
    Judged(
        "滑雪场的缆车从山脚升到山顶，游客坐在车厢里，可以俯瞰脚下的整片松林。",
        (
            wrong("山脚", "山顶", conflict("从山顶", "升到山顶")),
            fine("山脚", "山下", conflict("从山下", "升到山顶", holds=False)),
            wrong("车厢里", "车厢顶", absurd("坐在车厢顶", "游客乘缆车时应当坐在车厢内部")),
            wrong("脚下", "头顶"),
        ),
    ),
    Judged(
        "展厅入口处立着一只两米高的木马，讲解员站在木马右边，请大家围拢过来。",
        (
            fine("入口处", "入口旁"),
            fine("右边", "左边", improper("木马", "左边", holds=False)),
            wrong("过来", "出去", improper("围拢", "出去"), context("围拢出去", "入口处", holds=False)),
            wrong("入口处", "入口下"),
        ),
    ),
)
"""Texts of subtasks 1 and 3."""

DEV_REASONS = (
    Judged(
        "搬运工把钢琴从货车上卸下来，四个人一起抬进电梯，送到了七楼的客厅里。",
        (
            wrong(
                "卸下来",
                "卸上来",
                improper("卸", "上来"),
                conflict("从货车上", "卸上来"),
                absurd("抬进电梯", "钢琴不能用电梯运送", holds=False),
            ),
            wrong(
                "抬进",
                "抬出",
                context("抬出电梯", "送到了七楼的客厅里"),
                improper("抬", "出", holds=False),
            ),
        ),
    ),
    Judged(
        "潜水员背着氧气瓶沉到湖底，打着手电在水草中间寻找沉船的残骸。",
        (
            wrong("沉到", "浮到", improper("浮到", "湖底"), context("湖底", "在水草中间", holds=False)),
            wrong(
                "湖底",
                "湖面",
                conflict("沉到", "湖面"),
                context("湖面", "在水草中间"),
                absurd("背着氧气瓶", "潜水时不需要氧气", holds=False),
            ),
        ),
    ),
)
"""Texts of subtask 2: all are wrong, so they must not be those of subtasks 1 and 3."""
