"""What a careful reader says of the sentences that ``pingce corpus replace`` makes of the corpus, by genre and line.

One sentence of every passage: what was replaced by what, how right the sentence is, why it is wrong, and whether it can
still describe the scene of its original.
"""

from typing import Literal, NamedTuple

from .notation import Replaced, Why, absurd, conflict, fine, improper, wrong

Rating = Literal["fine", "someFine", "someBad", "bad"]


class Seen(NamedTuple):
    """``line`` of the genre's file; ``same_scene`` is asked of right sentences only."""

    line: int
    replaced: Replaced
    rating: Rating
    same_scene: bool | None = None


def same(line: int, old: str, new: str) -> Seen:
    """Right, and the scene is the same."""
    return Seen(line, fine(old, new), "fine", same_scene=True)


def other(line: int, old: str, new: str) -> Seen:
    """Right, of another scene."""
    return Seen(line, fine(old, new), "fine", same_scene=False)


def bad(line: int, old: str, new: str, *why: Why) -> Seen:
    return Seen(line, wrong(old, new, *why), "bad")


def doubtful(line: int, old: str, new: str, rating: Rating) -> Seen:
    """Readers will not agree: such sentences are in no data set."""
    return Seen(line, wrong(old, new), rating)


FICTION = (
    bad(1, "枣树下", "枣树上", absurd(S="母亲", P="在枣树上", E="坐")),
    doubtful(2, "门缝里", "门缝外", "someFine"),
    bad(3, "水里", "水旁", absurd(S="竹篙", P="往水旁", E="撑")),
    same(4, "屋里", "屋中"),
    bad(5, "风里", "风前", improper("风", "前")),
    doubtful(6, "椅子上", "椅子中", "someBad"),
    doubtful(7, "门前", "门里", "someBad"),
    doubtful(9, "镜子前面", "镜子左面", "someFine"),
    other(10, "车厢里", "车厢前"),
    doubtful(11, "了出来", "了出去", "someBad"),
    doubtful(12, "青石旁边", "青石外边", "someFine"),
    doubtful(13, "从里面", "从下面", "someFine"),
    other(14, "舱门边", "舱门内"),
    same(15, "她身边", "她身旁"),
    doubtful(16, "窗下", "窗内", "someBad"),
    doubtful(17, "雨中", "雨前", "someBad"),
    bad(18, "柳树下", "柳树中", absurd(S="凳子", P="在桥头的柳树中", E="放")),
    bad(19, "车把上", "车把里", absurd(S="网兜", P="车把里", E="挂")),
    doubtful(20, "沙滩上", "沙滩前", "someBad"),
    bad(21, "溪水上", "溪水前", improper("溪水", "前")),
    bad(22, "岩石后面", "岩石里面", absurd(S="猎人", P="在岩石里面", E="伏")),
    other(23, "葡萄架下", "葡萄架旁"),
    same(24, "巷子里", "巷子内"),
    bad(25, "照片上", "照片边", absurd(S="年轻人", P="照片边")),
    doubtful(26, "我面前", "我近处", "someFine"),
    bad(27, "桶里", "桶上", absurd(S="水#2", P="从桶上", E="晃出来")),
    other(28, "院子外面", "院子前面"),
    bad(29, "十字架上", "十字架里", absurd(S="风筝", P="在+教堂尖顶的十字架里", E="挂")),
    bad(30, "往上", "往边", improper("往", "边")),
    doubtful(31, "桥洞里", "桥洞边", "someBad"),
    other(32, "担子前头", "担子后头"),
    same(33, "井沿上", "井沿边"),
    doubtful(34, "土里", "土内", "someFine"),
    bad(35, "额头上", "额头中", improper("额头", "中#1")),
    doubtful(37, "河上", "河前", "someFine"),
    same(38, "院外", "院旁"),
    bad(39, "架子上", "架子前", absurd(S="酒", P="从后面的架子前", E="取下")),
    doubtful(40, "走去", "走来", "someFine"),
)
NEWS = (
    other(1, "台阶下面", "台阶右面"),
    other(2, "从东侧", "从北侧"),
    doubtful(3, "窗户里", "窗户下", "someFine"),
    other(4, "向南", "向东"),
    doubtful(5, "驾驶室后面", "驾驶室外面", "someBad"),
    other(6, "从南侧", "从西侧"),
    same(7, "基坑里", "基坑中"),
    other(8, "船舱里", "船舱外"),
    same(9, "门前", "门外"),
    doubtful(10, "到海上", "到岸上", "someBad"),
    bad(11, "往外", "往下", absurd(S="围墙", P="往下", E="移")),
    same(13, "塔身周围", "塔身周边"),
    bad(14, "开进", "开出", conflict(S1="救护车", P1="从后门+出院子", E1="开", S2="担架", P2="到抢救室门前", E2="推")),
    other(15, "村委会后面", "村委会上面"),
    doubtful(16, "木架上", "木架中", "someBad"),
    doubtful(17, "观测点附近", "观测点对面", "someFine"),
    doubtful(18, "斑马线上", "斑马线后", "someBad"),
    bad(19, "顶上", "顶前", improper("顶#1", "前#1")),
    other(20, "院里", "院边"),
    same(21, "车辙里", "车辙中"),
    doubtful(23, "配电箱里", "配电箱旁", "someFine"),
    doubtful(25, "公路边", "公路前", "someBad"),
    other(26, "的南面", "的北面"),
    doubtful(27, "花坛里", "花坛外", "someBad"),
    doubtful(28, "里面", "左面", "someFine"),
    doubtful(29, "楼下", "楼边", "someBad"),
    bad(30, "从北头", "从西头", improper("从西头", "到南头")),
    bad(31, "树下", "树中", absurd(S="长凳", P="树中", E="摆")),
    bad(32, "江面上", "江面后", improper("江面", "后#2")),
    other(33, "纸箱后面", "纸箱上面"),
    doubtful(34, "脚手架上", "脚手架后", "someFine"),
    same(35, "花园里", "花园内"),
    bad(37, "房里", "房旁", absurd(S="管制员", P="在九层高的玻璃房旁", E="坐")),
    other(38, "院外", "院内"),
    other(39, "公路南侧", "公路东侧"),
)
SPORTS = (
    bad(1, "前沿后", "前沿中", improper("前沿", "中#2")),
    same(2, "了出来", "了出去"),
    bad(3, "入水中", "入水上", improper("插入", "水上")),
    bad(4, "篮下", "篮后", improper("切入", "篮后")),
    doubtful(6, "从外侧", "从内侧", "someFine"),
    bad(7, "从后面", "从上面", absurd(S="副攻", P="从上面", E="跑上来")),
    other(8, "圆心后侧", "圆心前侧"),
    same(9, "边线外", "边线后"),
    doubtful(11, "平衡木上", "平衡木旁", "someBad"),
    bad(12, "向空中", "向太空", absurd(S="球", P="向太空", E="抛")),
    bad(13, "体育场内", "体育场外", improper("跑回", "体育场外")),
    bad(14, "双脚前后", "双脚上下", absurd(S="双脚", P="上下", E="分开")),
    bad(15, "了起来", "了起去", improper("救", "起去")),
    bad(16, "身边", "身上", absurd(S="对手", P="身上")),
    doubtful(17, "旗门外侧", "旗门上侧", "someFine"),
    doubtful(18, "面上", "面前", "someBad"),
    doubtful(19, "身上", "身边", "someFine"),
    doubtful(20, "起跳板前", "起跳板内", "someBad"),
    bad(21, "底线后面", "底线下面", absurd(S="搭档", P="在底线下面", E="站")),
    bad(22, "水里", "水前", improper("插进", "水前")),
    bad(23, "禁区里", "禁区下", improper("禁区", "下#2")),
    bad(25, "水池前面", "水池上面", absurd(S="马#1", P="到水池上面", E="跑")),
    other(26, "从身后", "从身旁"),
    doubtful(27, "架子下面", "架子里面", "someBad"),
    doubtful(28, "篮下", "篮边", "someFine"),
    bad(29, "路边", "路后", improper("路", "后")),
    doubtful(30, "区左侧", "区上侧", "someBad"),
    bad(31, "门前面", "门上面", absurd(S="门球", P="在第三道门上面", E="停")),
    same(32, "台上", "台边"),
    bad(33, "起跑线后面", "起跑线四面", improper("起跑线", "四面")),
    bad(34, "标志附近", "标志中间", improper("标志", "中间#2")),
    bad(35, "地板上", "地板下", absurd(S="手指", P="在地板下", E="画")),
    doubtful(36, "弹回来", "弹过去", "someFine"),
    doubtful(37, "向上", "向旁", "someFine"),
    bad(38, "跳起来", "跳起去", improper("跳", "起去")),
    bad(39, "网前", "网中", improper("网中", "短球")),
    bad(40, "位置上", "位置下", improper("位置", "下")),
)
TRAFFIC = (
    bad(1, "南向北", "南向南", improper("由南", "向南")),
    doubtful(2, "车后", "车前", "someBad"),
    bad(3, "它左边", "它两边", absurd(S="出租车", P="从它两边", E="超了过去")),
    bad(4, "道路右侧", "道路下侧", improper("道路", "下侧")),
    doubtful(5, "匝道上", "匝道里", "someFine"),
    bad(6, "道路南侧", "道路西侧", conflict(S1="洒水车", P1="由东向西", E1="行驶", S2="路灯杆", P2="道路西侧")),
    doubtful(7, "了对面", "了中间", "someBad"),
    bad(8, "高速公路中间", "高速公路隔壁", improper("高速公路", "隔壁")),
    doubtful(9, "冲上", "冲下", "someBad"),
    same(10, "巷子里", "巷子内"),
    other(11, "高架桥上", "高架桥边"),
    doubtful(12, "马路对面", "马路附近", "someFine"),
    bad(13, "最里面", "最四面", improper("最", "四面")),
    other(14, "了右边", "了前边"),
    bad(15, "线前面", "线下面", improper("停止线", "下面")),
    other(16, "大桥下方", "大桥前方"),
    bad(17, "直射前方", "直射右方", conflict(S1="远光灯", P1="右方", E1="直射", S2="来车", P2="对面")),
    doubtful(18, "栏杆外面", "栏杆右面", "someFine"),
    bad(19, "了下来", "了上去", improper("停", "上去")),
    bad(20, "向南", "向北", improper("由北", "向北")),
    doubtful(21, "与岛内", "与岛中", "someFine"),
    other(22, "车后", "车前"),
    doubtful(23, "向左", "向右", "someBad"),
    other(24, "出租车前", "出租车后"),
    doubtful(25, "收费站前", "收费站边", "someFine"),
    bad(26, "车道上", "车道后", improper("车道", "后")),
    doubtful(27, "坡上", "坡边", "someFine"),
    doubtful(28, "跳板上", "跳板边", "someBad"),
    other(29, "路基下面", "路基右面"),
    doubtful(30, "道上", "道外", "someBad"),
    bad(31, "桥中间", "桥对面", conflict(S1="两车", P1="在窄桥对面", E1="相遇", S2="上行的车", P2="回桥头", E2="倒")),
    bad(32, "大雾中", "大雾外", improper("大雾", "外")),
    bad(33, "边上", "边里", improper("花坛边", "里")),
    bad(34, "车上", "车旁", improper("装到", "另一辆车旁")),
    same(35, "消防通道内", "消防通道上"),
    doubtful(36, "碰到前面", "碰到左面", "someFine"),
    other(37, "由东侧", "由北侧"),
    bad(38, "田里", "田下", improper("田", "下")),
    doubtful(39, "向外", "向旁", "someFine"),
    bad(40, "桥下", "桥外", improper("驶进", "桥外")),
)
TRAVEL = (
    other(1, "沿着左侧", "沿着两侧"),
    doubtful(2, "划过去", "划回来", "someBad"),
    doubtful(3, "在水上", "在水里", "someBad"),
    doubtful(4, "两边", "侧边", "someBad"),
    bad(5, "屋顶后面", "屋顶里面", absurd(S="桅杆", P="在屋顶里面", E="移动")),
    other(6, "观景台上", "观景台旁"),
    bad(7, "在中间", "在隔壁", improper("隔壁", "那层")),
    doubtful(8, "草原上", "草原内", "someFine"),
    bad(9, "井边", "井下", absurd(S="石榴#1", P="井下", E="种")),
    other(10, "往西", "往南"),
    doubtful(11, "可以上来", "可以下来", "someFine"),
    bad(12, "走进", "走出", conflict(S1="车", P1="在林场门口", E1="停", S2="我们", P2="出林子", E2="走#1")),
    bad(13, "身边", "身中", improper("身", "中")),
    doubtful(14, "地下室里", "地下室后", "someBad"),
    doubtful(16, "茶园中间", "茶园附近", "someBad"),
    bad(18, "湖面上空", "湖面天上", improper("湖面", "天上")),
    other(19, "四面", "上面"),
    doubtful(20, "吊桥前面", "吊桥左面", "someFine"),
    doubtful(21, "浪尖上", "浪尖后", "someBad"),
    bad(22, "北坡上", "北坡外", improper("从北坡", "外山")),
    bad(23, "坡下", "坡外", improper("坡", "外#2")),
    bad(24, "长上去", "长下去", absurd(S="石笋", P="从地面+下去", E="长")),
    doubtful(25, "船身两侧", "船身一侧", "someBad"),
    doubtful(26, "往下", "往里", "someBad"),
    same(27, "帐房里", "帐房内"),
    other(28, "广场西侧", "广场南侧"),
    other(29, "巨石前面", "巨石右面"),
    doubtful(30, "亭子里", "亭子下", "someFine"),
    other(32, "往前", "往后"),
    other(33, "进下面", "进侧面"),
    doubtful(34, "吹出来", "吹出去", "someBad"),
    other(35, "屋后", "屋边"),
    doubtful(36, "下面", "里面", "someBad"),
    bad(37, "走进", "走出", improper("从第一间的沙漠", "走出第五间的雨林")),
    doubtful(38, "石墙里", "石墙边", "someFine"),
    bad(39, "往上", "往边", improper("往", "边#3")),
    doubtful(40, "云海里", "云海旁", "someFine"),
)

SEEN = {"fiction": FICTION, "news": NEWS, "sports": SPORTS, "traffic": TRAFFIC, "travel": TRAVEL}
