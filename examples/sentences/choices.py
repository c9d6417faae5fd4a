"""Questions with options of their own: five abilities of SpaCE2024, reasoning in two languages, four domains."""

from typing import NamedTuple

NONE_ZH, NONE_EN = "以上选项都不是", "None of the above"


class Asked(NamedTuple):
    """A question with its options in order; ``right`` are the letters. ``mark`` is an ability or a domain."""

    mark: str
    text: str
    question: str
    options: tuple[str, ...]
    right: str


class Twin(NamedTuple):
    """One reasoning item in both languages; options and letters are the same, one by one."""

    zh: tuple[str, str, tuple[str, ...]]
    en: tuple[str, str, tuple[str, ...]]
    right: str


class JudgedText(NamedTuple):
    """A text, or two, with what is asked about it, the answer and, where files have it, why."""

    texts: tuple[str, ...]
    answer: str
    why: str = ""


_LAMP = "书桌靠着北墙，台灯放在书桌左角，右角摆着一盆文竹。猫蹲在文竹旁边，望着窗外的麻雀。"
_HARBOUR = "渡船绕过灯塔驶进港湾，船头的水手把缆绳抛上码头，岸上的人接住绳子，在木桩上绕了三圈。"
_KITCHEN = "奶奶把蒸笼端下灶台，揭开盖子，热气一下子扑到她脸上。小孙女踮着脚，从奶奶身后探出头来。"
_GARDEN = "园丁推着小车穿过月洞门，在池边停下，把新到的睡莲一盆盆放进水里。"

TRAIN_2024 = (
    Asked("1", _LAMP, "猫蹲在()旁边。", ("台灯", "文竹", "窗户", NONE_ZH), "B"),
    Asked("1", _LAMP, "“左角”是()的左角。", ("北墙", "书桌", "台灯", NONE_ZH), "B"),
    Asked("1", _HARBOUR, "“岸上”指()的岸上。", ("港湾", "灯塔", "渡船", NONE_ZH), "A"),
    Asked("2", _HARBOUR, "缆绳移动的终点是()。", ("船头", "码头", "灯塔", NONE_ZH), "B"),
    Asked(
        "2",
        _HARBOUR,
        "“渡船绕过灯塔”发生在()。",
        ("驶进港湾之前", "缆绳抛上码头之后", "绕木桩之后", "绕木桩的同时"),
        "A",
    ),
    Asked("2", _KITCHEN, "()从奶奶身后探出头来。", ("奶奶", "小孙女", "蒸笼", NONE_ZH), "B"),
    Asked(
        "3",
        "他把信投进邮筒外面，拍了拍筒身，转身走了。",
        "text中异常的空间方位信息是()。",
        ("他转身走了", "信投进邮筒外面", "他拍了拍筒身", NONE_ZH),
        "B",
    ),
    Asked(
        "3", _GARDEN, "text中异常的空间方位信息是()。", ("小车穿过月洞门", "在池边停下", "睡莲放进水里", NONE_ZH), "D"
    ),
    Asked(
        "3",
        "电梯从地下二层升到地下三层，门开了，一股凉风涌进来。",
        "text中异常的空间方位信息是()。",
        ("从地下二层升到地下三层", "门开了", "凉风涌进来", NONE_ZH),
        "A",
    ),
    Asked(
        "4",
        "梅、兰、竹、菊四人围着方桌坐下，每边一人，都面朝桌子。已知：\n(1)兰在梅的右手边挨着坐；\n(2)竹在梅的正对面。",
        "()和兰面对面坐着。",
        ("梅", "竹", "菊", NONE_ZH),
        "C",
    ),
    Asked(
        "4",
        "架子有三层，每层一件：瓷瓶、木匣、铜铃。已知：\n(1)瓷瓶在木匣上面；\n(2)铜铃在最下层。",
        "()在铜铃的上面。",
        ("瓷瓶", "木匣", "铜铃", NONE_ZH),
        "AB",
    ),
    Asked(
        "5",
        _KITCHEN,
        "“从奶奶身后探出头来”中的“后”替换为()形成的新句可以与原句表达相同的空间场景。",
        ("前", "后面", "下", "上"),
        "B",
    ),
    Asked(
        "5",
        _GARDEN,
        "“在池边停下”中的“边”替换为()形成的新句可以与原句表达相同的空间场景。",
        ("畔", "里", "底", "旁"),
        "AD",
    ),
)
_ROW = "赵、钱、孙三人坐成一排看戏，都面朝舞台。已知：\n(1)钱坐在赵的左边；\n(2)孙坐在赵的右边。"
DEV_2024 = (
    Asked(
        "1",
        "老井在村口，井边长着一棵槐树，树下停着一辆板车。",
        "板车停在()下。",
        ("老井", "槐树", "村口", NONE_ZH),
        "B",
    ),
    Asked(
        "2",
        "消防员架起云梯，从三楼窗口把孩子抱了出来，顺着梯子下到地面。",
        "孩子移动的起点是()。",
        ("三楼窗口", "地面", "云梯", NONE_ZH),
        "A",
    ),
    Asked(
        "3",
        "邮差骑车下了坡顶，在桥头歇了歇脚，又推车过了桥。",
        "text中异常的空间方位信息是()。",
        ("骑车下了坡顶", "在桥头歇脚", "推车过了桥", NONE_ZH),
        "D",
    ),
    Asked("4", _ROW, "()坐在中间。", ("赵", "钱", "孙", NONE_ZH), "A"),
    Asked("4", _ROW, "()坐在中间。", ("孙", "赵", "钱", NONE_ZH), "B"),
    Asked("4", _ROW, "()挨着赵坐。", ("赵", "钱", "孙", NONE_ZH), "BC"),
    Asked("4", _ROW, "坐在正中的是()。", ("赵", "钱", "孙", NONE_ZH), "A"),
    Asked(
        "5",
        "戏已经散场了，他还靠在剧院的门边等人。",
        "“靠在门边”中的“边”替换为()形成的新句可以与原句表达相同的空间场景。",
        ("里", "旁", "上", "底"),
        "B",
    ),
)
GUESSED_2024_A = ("B", "A", "C", "A", "B", "BC", "A", "B")
GUESSED_2024_B = ("B", "B", "D", "A", "A", "B", None, "A")
"""None: left unanswered."""

_FOUR_ZH = "{}四人走进面馆，选了四人卡座坐下。卡座分列长桌两侧，每侧坐两人，面对面而坐。已知：\n"
_FOUR_EN = (
    "{} chose a booth for four. Its benches stand on both sides of a table, with two people on each, face to face. "
    "It is known that:\n"
)


def _booth(zh: tuple[str, str, str, str], en: tuple[str, str, str, str], ask: int) -> Twin:
    """The second sits right of the first, the fourth right of the third; ``ask`` chooses the question."""
    text_zh = _FOUR_ZH.format("、".join(zh)) + f"(1){zh[1]}在{zh[0]}同侧右边；\n(2){zh[3]}在{zh[2]}右手边挨着坐。"
    text_en = _FOUR_EN.format(f"{', '.join(en[:3])} and {en[3]}") + (
        f"(1){en[1]} is on {en[0]}'s right on the same side;\n(2){en[3]} sits next to {en[2]} on the right-hand side."
    )
    (question_zh, question_en, asked, right) = _BOOTH_QUESTIONS[ask]
    options = [i for i in range(4) if i != asked]
    return Twin(
        (text_zh, question_zh.format(zh[asked]), (*(zh[i] for i in options), NONE_ZH)),
        (text_en, question_en.format(en[asked]), (*(en[i] for i in options), NONE_EN)),
        "".join("ABC"[options.index(i)] for i in right),
    )


_BOOTH_QUESTIONS = (
    ("{}和()挨着坐。", "{} and () sit next to each other.", 1, (0,)),
    ("()的正对面是{}。", "() sits directly opposite {}.", 0, (3,)),
    ("()坐在{}的对面一侧。", "() sits on the other side of the table from {}.", 0, (2, 3)),
    ("()在{}的斜对面。", "() is diagonally opposite {}.", 1, (3,)),
)
"""In both languages, who is asked about, and who is right, by place in the list of names."""
_THINGS_ZH, _THINGS_EN = ("字典", "地图", "相册", NONE_ZH), ("dictionary", "map", "album", NONE_EN)


def _shelf(room_zh: str, room_en: str, ask: int) -> Twin:
    text_zh = (
        f"{room_zh}的书架有三层，从上到下放着字典、地图、相册各一件。已知：\n(1)字典在地图的上一层；\n(2)相册在最下层。"
    )
    text_en = (
        f"A shelf in the {room_en} has three tiers, each with one thing: a dictionary, a map and an album. It is known "
        "that:\n(1)The dictionary is one tier above the map;\n(2)The album is on the lowest tier."
    )
    question_zh, question_en, right = _SHELF_QUESTIONS[ask]
    return Twin((text_zh, question_zh, _THINGS_ZH), (text_en, question_en, _THINGS_EN), right)


_SHELF_QUESTIONS = (
    ("()在最上层。", "The () is on the highest tier.", "A"),
    ("()在地图的下面。", "The () is below the map.", "C"),
    ("()在相册的上面。", "The () is above the album.", "AB"),
)

TRAIN_TWINS = (
    _booth(("青禾", "白露", "立夏", "小满"), ("Ivy", "Rose", "Fern", "Moss"), 0),
    _booth(("长风", "晚晴", "知秋", "若水"), ("Finn", "Nora", "Owen", "Tess"), 1),
    _booth(("阿木", "阿水", "阿火", "阿土"), ("Wes", "Lily", "Hugo", "Pia"), 2),
    _booth(("东来", "西望", "南飞", "北归"), ("Otto", "Gwen", "Ruth", "Carl"), 3),
    _shelf("书房", "study", 0),
    _shelf("客厅", "living room", 1),
)
DEV_TWINS = (
    _booth(("春生", "夏荷", "秋实", "冬青"), ("Bea", "Saul", "Vera", "Glen"), 3),
    _shelf("阁楼", "attic", 1),
    _shelf("走廊", "corridor", 2),
)

JSI = (
    JudgedText(("雨点打在油纸伞面上，顺着伞边往下滴。",), "正确", "文本没有异常的空间表达。"),
    JudgedText(("潜水员浮到海底上空，揭开面镜深深吸了一口气。",), "错误", "文本存在异常的空间表达：【浮到海底上空】。"),
    JudgedText(("他推开门走进屋外，伸手把墙上的灯打开。",), "错误", "文本存在异常的空间表达：【走进屋外】。"),
    JudgedText(("风筝越飞越高，最后挂在了村口的树梢上。",), "正确", "文本没有异常的空间表达。"),
    JudgedText(
        ("汽车沿着盘山公路开上山顶，停在了观景台下面的云层里。",), "错误", "文本存在异常的空间表达：【停在云层里】。"
    ),
    JudgedText(("她把晒干的被子从阳台抱回卧室，铺在床上。",), "正确", "文本没有异常的空间表达。"),
)
RSR = (
    JudgedText(("小店开在石桥桥头，店前停着两辆三轮车。", "“店前”是以“小店”为基准，确定“前”所指的具体方位。"), "正确"),
    JudgedText(
        ("小店开在石桥桥头，店前停着两辆三轮车。", "“店前”是以“三轮车”为基准，确定“前”所指的具体方位。"), "错误"
    ),
    JudgedText(
        ("她把钥匙放进抽屉里面，随手锁上了柜门。", "“里面”是以“抽屉”为基准，确定“里面”所指的具体方位。"), "正确"
    ),
    JudgedText(
        ("向导站在崖边，指着对面的瀑布给大家讲故事。", "“对面”是以“瀑布”为基准，确定“对面”所指的具体方位。"), "错误"
    ),
    JudgedText(
        ("队伍最前面是旗手，旗手身后跟着一名鼓手。", "“身后”是以“旗手”为基准，确定“后”所指的具体方位。"), "正确"
    ),
)
RSE = (
    JudgedText(
        ("夜里很冷，孩子们围坐在火堆旁取暖。", "夜里很冷，孩子们围坐在火堆边取暖。"),
        "相同",
        "“火堆旁”和“火堆边”所指相同。",
    ),
    JudgedText(
        ("长长的列车拉响汽笛，缓缓驶出隧道。", "长长的列车拉响汽笛，缓缓驶入隧道。"),
        "不同",
        "一个离开隧道，一个进入隧道。",
    ),
    JudgedText(
        ("他收起湿淋淋的雨伞，把它靠在门后。", "他收起湿淋淋的雨伞，把它靠在门前。"), "不同", "门后和门前方位相反。"
    ),
    JudgedText(
        ("老人把摇椅搬到院子中间，晒起太阳来。", "老人把摇椅搬到院子中央，晒起太阳来。"),
        "相同",
        "“中间”和“中央”所指相同。",
    ),
    JudgedText(
        ("小船顺流而下，天黑前到了下游的渡口。", "小船逆流而上，天黑前到了上游的渡口。"), "不同", "两只船走的方向相反。"
    ),
)

TRAIN_2026 = (
    Asked("space cn", _ROW, "____坐在最左边。", ("赵", "钱", "孙"), "B"),
    Asked(
        "space en",
        "Three jars stand in a row. The red jar is left of the blue jar; the green jar is right of the blue jar.",
        "The ____ jar stands in the middle.",
        ("red", "blue", "green", NONE_EN),
        "B",
    ),
    Asked(
        "time cn",
        "读书会在周二，展览比读书会晚三天，讲座比展览早一天。",
        "讲座在____。",
        ("周三", "周四", "周五", "周六"),
        "B",
    ),
    Asked(
        "time en",
        "Mia was born in 1960. She moved to the town 4 years after she was born. She opened a bakery 20 years later.",
        "Mia opened the bakery in ___.",
        ("1980", "1984", "1964"),
        "B",
    ),
    Asked(
        "nature cn",
        "三个盆里分别种着仙人掌、睡莲和水稻。已知：1号盆里的植物长在沙土里；2号盆里的植物结的米可以吃。",
        "3号盆里种的是_。",
        ("仙人掌", "睡莲"),
        "B",
    ),
    Asked(
        "nature en",
        "Three pens hold a spider, a hen and a goat. The animal in pen 1 has eight legs, that in pen 2 has feathers.",
        "The animal in pen 3 is the ____.",
        ("spider", "hen", "goat"),
        "C",
    ),
    Asked(
        "social cn",
        "林溪是林山的女儿，林山只有一个妹妹林月。",
        "林月是林溪的____。",
        ("姑姑", "姨妈", "妹妹", "母亲"),
        "A",
    ),
    Asked(
        "space+nature cn",
        "兔子、鸡和鱼缸排成一行，兔子在最左边，有羽毛的动物不在最右边。",
        "中间的是____。",
        ("兔子", "鸡", "鱼缸"),
        "B",
    ),
)
DEV_2026 = (
    Asked(
        "time cn",
        "小店搬家在三月六日，开张比搬家晚五天。",
        "开张在____。",
        ("三月十日", "三月十一日", "三月十二日"),
        "B",
    ),
    Asked(
        "space en",
        "Two cups stand on a tray. The white cup is left of the black cup.",
        "The ___ cup is on the right.",
        ("white", "black"),
        "B",
    ),
    Asked(
        "time+social cn",
        "何平的哥哥比何平早出生三年，何平出生在1990年。",
        "以下说法正确的是____。",
        ("何平的哥哥出生在1987年", "何平的哥哥出生在1993年", "何平是弟弟或妹妹", NONE_ZH),
        "AC",
    ),
)
