"""What the default tagger makes of spatial words; the sentences are ours."""

import pytest

from pingce.language.tagging.tables import load_tables, parse_cut
from pingce.language.tagging.tags import TAGS
from tests.language.tagging.builders import tagged

NOUN_AND_LOCALIZER = [
    ("桌子上放着一本书", "桌子/n 上/f 放/v 着/u 一/m 本/q 书/n"),
    ("有人站在船尾巴上", "有人/r 站/v 在/p 船/n 尾巴/n 上/f"),
    ("湖面上浮着一片叶子", "湖面/n 上/f 浮/v 着/u 一片/m 叶子/n"),
    ("猫从箱子里钻出来", "猫/n 从/p 箱子/n 里/f 钻/v 出来/dv"),
    ("床上有一只猫", "床/n 上/f 有/v 一只/m 猫/n"),
    ("他骑在马上", "他/r 骑/v 在/p 马/n 上/f"),
    ("在灯光的照耀下，", "在/p 灯光/n 的/u 照耀/v 下/f ，/w"),
    ("他在工作上很努力", "他/r 在/p 工作/v 上/f 很/d 努力/d"),
    ("他们在大门前等", "他们/r 在/p 大门/n 前/f 等/v"),
    ("到月球上去", "到/p 月球/n 上/f 去/dv"),
    ("把书放到水里去", "把/p 书/n 放/v 到/p 水里/s 去/dv"),
    ("他把画挂在墙上", "他/r 把/p 画/n 挂/v 在/p 墙/n 上/f"),
    ("它趴在我背上", "它/r 趴/v 在/p 我/r 背/n 上/f"),
]

LOCALIZERS_AND_PLACES = [
    ("柜子里面", "柜子/n 里面/f"),
    ("学校旁边有一家店", "学校/n 旁边/f 有/v 一家/m 店/n"),
    ("车的左侧", "车/n 的/u 左侧/f"),
    ("桥的前方", "桥/n 的/u 前方/f"),
    ("云层之上", "云层/n 之上/f"),
    ("站在大门口", "站/v 在/p 大门口/s"),
    ("她在门前等我", "她/r 在/p 门前/s 等/v 我/r"),
    ("家里没有人", "家里/s 没有/v 人/n"),
    ("远处传来歌声", "远处/s 传/v 来/dv 歌声/n"),
    ("站在一边看", "站/v 在/p 一边/f 看/v"),
    ("一边走一边唱", "一边/d 走/v 一边/d 唱/v"),
    ("河边走过一个人", "河边/s 走/v 过/dv 一个/m 人/n"),
    ("边走边唱", "边/d 走/v 边/d 唱/v"),
]

DIRECTIONS = [
    ("鸟往北飞去", "鸟/n 往/p 北/f 飞/v 去/dv"),
    ("他走进来", "他/r 走/v 进来/dv"),
    ("兔子跑出树林", "兔子/n 跑/v 出/dv 树林/n"),
    ("她爬上树", "她/r 爬/v 上/dv 树/n"),
    ("他坐下来", "他/r 坐/v 下来/dv"),
    ("他跳了下来", "他/r 跳/v 了/u 下来/dv"),
    ("站起来", "站/v 起来/dv"),
    ("在院里走来走去", "在/p 院/n 里/f 走/v 来/dv 走/v 去/dv"),
    ("汽车开来了，车进不来", "汽车/n 开/v 来/dv 了/u ，/w 车/n 进/dv 不/d 来/dv"),
    ("她抬起头来", "她/r 抬/v 起/dv 头/n 来/dv"),
    ("他伸出手", "他/r 伸/v 出/dv 手/n"),
    ("他走过去开门", "他/r 走/v 过去/dv 开门/v"),
    ("过去的日子", "过去/t 的/u 日子/n"),
    ("他走过小桥", "他/r 走/v 过/dv 小桥/n"),
    ("他看过这本书", "他/r 看/v 过/u 这/r 本/q 书/n"),
    ("他回家了", "他/r 回/dv 家/n 了/u"),
    ("消息传开来", "消息/n 传开/v 来/dv"),
    ("他过了桥", "他/r 过/v 了/u 桥/n"),
    ("三百来个人", "三百/m 来/m 个人/n"),
    ("她走下车去", "她/r 走/v 下/dv 车/n 去/dv"),
    ("他说得出来", "他/r 说/v 得/u 出来/dv"),
    ("爬不上去", "爬/v 不/d 上去/dv"),
    ("孩子走开", "孩子/n 走/v 开/dv"),
    ("灯光照射进来", "灯光/n 照射/v 进来/dv"),
    ("一群人拥出", "一群/m 人/n 拥/v 出/dv"),
    ("墙上画着花草", "墙/n 上/f 画/v 着/u 花草/n"),
    ("她慢慢蹲下去", "她/r 慢慢/d 蹲/v 下去/dv"),
    ("鸭子游到对岸", "鸭子/n 游/v 到/p 对岸/n"),
]

PREPOSITIONS = [
    ("坐在椅子上", "坐/v 在/p 椅子/n 上/f"),
    ("碗放在了桌子上", "碗/q 放/v 在/p 了/u 桌子/n 上/f"),
    ("他不在。", "他/r 不/d 在/v 。/w"),
    ("他在看书", "他/r 在/p 看书/v"),
    ("他在听，门前有人", "他/r 在/d 听/v ，/w 门前/s 有人/r"),
    ("他跟着我", "他/r 跟着/v 我/r"),
    ("瓶内装着水", "瓶/n 内/f 装/v 着/u 水/n"),
    ("院子的东南面", "院子/n 的/u 东南面/f"),
    ("他到了。", "他/r 到/v 了/u 。/w"),
    ("他到北京", "他/r 到/p 北京/ns"),
    ("他正在学习", "他/r 正在/d 学习/v"),
    ("他正在水里游泳", "他/r 正/d 在/p 水里/s 游泳/v"),
    ("风是从海上来的", "风/n 是/v 从/p 海上/s 来/dv 的/u"),
    ("他朝里面看", "他/r 朝/p 里面/f 看/v"),
    ("慢慢往下沉", "慢慢/d 往/p 下/f 沉/v"),
    ("他来自湖南", "他/r 来/dv 自/p 湖南/ns"),
    ("走向窗口", "走/v 向/p 窗口/s"),
    ("由西向东行驶", "由/p 西/f 向/p 东/f 行驶/v"),
]

FALSE_FRIENDS = [
    ("老人平安地上了岸", "老人/n 平安/a 地/u 上/v 了/u 岸/n"),
    ("他坐在地上", "他/r 坐/v 在/p 地上/s"),
    ("他上了车", "他/r 上/v 了/u 车/n"),
    ("孩子上了车", "孩子/n 上/v 了/u 车/n"),
    ("上海下午有雨", "上海/ns 下午/t 有雨/n"),
    ("前天在中国", "前天/t 在/p 中国/ns"),
    ("后来他去了外国", "后来/t 他/r 去/dv 了/u 外国/ns"),
    ("等一下", "等/v 一下/m"),
    ("十个人以上", "十个/m 人/n 以上/f"),
    ("马上就来", "马上/d 就/d 来/dv"),
    ("他买了东西", "他/r 买/v 了/u 东西/n"),
    ("他提出了意见", "他/r 提出/v 了/u 意见/n"),
    ("他离开了房间", "他/r 离开/v 了/u 房间/n"),
    ("看起来不错", "看起来/v 不错/a"),
    ("实际上没有", "实际上/d 没有/v"),
    ("徐向前在看地图", "徐向前/nr 在/d 看/v 地图/n"),
    ("湖南在南方", "湖南/ns 在/p 南方/f"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    NOUN_AND_LOCALIZER + LOCALIZERS_AND_PLACES + DIRECTIONS + PREPOSITIONS + FALSE_FRIENDS,
)
def test_the_default_tags_spatial_words(text: str, expected: str) -> None:
    assert tagged(text) == expected


def test_a_word_of_the_tables_is_not_both_kept_and_cut() -> None:
    tables = load_tables()
    assert sorted(tables.keep & tables.cuts.keys()) == []
    assert sorted(tables.fixed.keys() & tables.cuts.keys()) == []


def test_the_tables_use_only_our_tags() -> None:
    tables = load_tables()
    assert set(tables.fixed.values()) | {tag for cut in tables.cuts.values() for _, tag in cut} <= TAGS


def test_a_cut_names_its_parts() -> None:
    assert parse_cut("回/dv+家/n") == ("回家", (("回", "dv"), ("家", "n")))
