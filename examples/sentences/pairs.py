"""SpaCE2023 task 3: pairs of texts that differ in one expression, judged and explained."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """Two texts, by the sentence with a gap and what fills it."""

    sentence: str
    first: str
    second: str
    same: bool
    entities: tuple[str, ...]
    about: str
    """What the expressions say of the entities: 处所, 方向 …"""
    scene: str
    """The scene in words: what is common to both, or how they differ."""

    @property
    def texts(self) -> tuple[str, str]:
        return self.sentence.format(self.first), self.sentence.format(self.second)

    @property
    def explanation(self) -> str:
        named = "、".join(f"“{name}”" for name in self.entities)
        start = f"两段文本的差异是“{self.first}”和“{self.second}”。文中的空间实体有{named}。"
        if self.same:
            return (
                f"{start}虽然用词有别，“{self.first}”和“{self.second}”描述的{self.about}却是相同的：{self.scene}。"
                "所以，两段文本可以描述同一个空间场景。"
            )
        return (
            f"{start}“{self.first}”和“{self.second}”描述的{self.about}是不同的：{self.scene}。"
            "所以，两段文本不能描述同一个空间场景。"
        )


PAIRS = (
    Pair(
        "{}坐满了放学的孩子，司机把空调开到了最大。",
        "公交车上",
        "公交车里",
        True,
        ("公交车", "孩子"),
        "孩子的处所",
        "孩子都坐在公交车的车厢内部",
    ),
    Pair(
        "奶奶把药箱放在{}，叮嘱我们不要乱动里面的东西。",
        "书架上层",
        "书架下层",
        False,
        ("药箱", "书架"),
        "药箱的处所",
        "前者的药箱在书架靠上的隔板上，后者的药箱在书架靠下的隔板上",
    ),
    Pair(
        "小狗趴在{}打盹，尾巴偶尔轻轻摇一下。",
        "炉子旁边",
        "炉子跟前",
        True,
        ("小狗", "炉子"),
        "小狗的处所",
        "小狗都趴在离炉子很近的地方",
    ),
    Pair(
        "出租车沿着匝道{}高架，很快汇入了晚高峰的车流。",
        "驶上",
        "驶下",
        False,
        ("出租车", "高架"),
        "出租车的方向",
        "前者的出租车由地面开到高架路上，后者的出租车由高架路开到地面",
    ),
    Pair(
        "客厅{}挂着一幅山水画，画的左下角盖着一枚红印章。",
        "墙上",
        "墙面上",
        True,
        ("山水画", "墙"),
        "山水画的处所",
        "山水画都附着在客厅的墙壁表面",
    ),
    Pair(
        "罚球哨响，守门员{}扑了出去，皮球擦着手套飞进球网。",
        "向左",
        "向右",
        False,
        ("守门员", "皮球"),
        "守门员的方向",
        "前者的守门员朝自己的左侧移动，后者的守门员朝自己的右侧移动",
    ),
    Pair(
        "李老师从教室里{}，手里抱着一摞厚厚的作业本。",
        "走出来",
        "走出去",
        True,
        ("李老师", "教室"),
        "李老师的移动",
        "李老师都由教室内部移到教室外部，只是说话人所在的位置不一样",
    ),
    Pair(
        "一只绿色的邮筒立在{}，来寄信的人总要绕着它走。",
        "邮局门前",
        "邮局门内",
        False,
        ("邮筒", "邮局"),
        "邮筒的处所",
        "前者的邮筒在邮局外面靠近大门的地方，后者的邮筒在邮局里面",
    ),
)
