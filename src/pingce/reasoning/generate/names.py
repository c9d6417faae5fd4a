"""Names and things of generated items, in pairs so that an item and its translation have the same cast.

They are our own: none occurs in the published items, so that a system cannot know them from there.
"""

from .phrases import Wording

PEOPLE: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("程砚秋", "Amara"),
        ("罗子衿", "Bruno"),
        ("沈知远", "Celia"),
        ("孟繁星", "Dmitri"),
        ("温庭玉", "Esther"),
        ("顾长安", "Farid"),
        ("谢云帆", "Greta"),
        ("韩若冰", "Hiroshi"),
        ("苏明达", "Ingrid"),
        ("贺青松", "Jorge"),
        ("叶晚晴", "Keiko"),
        ("冯立秋", "Lionel"),
        ("陆鸣远", "Mirela"),
        ("白景行", "Nadia"),
        ("秦牧野", "Oscar"),
        ("严若水", "Paloma"),
        ("方远志", "Quentin"),
        ("姜雨桐", "Rosalind"),
        ("宋念慈", "Stefan"),
        ("魏思齐", "Tamara"),
        ("任飞扬", "Ulrich"),
        ("彭嘉禾", "Valeria"),
        ("傅青云", "Winston"),
        ("梁书意", "Yasmin"),
    )
)

PLANTS: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("文竹", "Asparagus Fern"),
        ("绿萝", "Pothos"),
        ("君子兰", "Clivia"),
        ("虎尾兰", "Snake Plant"),
        ("龟背竹", "Monstera"),
        ("吊兰", "Spider Plant"),
        ("芦荟", "Aloe"),
        ("常春藤", "Ivy"),
        ("铜钱草", "Pennywort"),
        ("薄荷", "Mint"),
        ("迷迭香", "Rosemary"),
        ("多肉", "Echeveria"),
        ("红掌", "Anthurium"),
        ("仙客来", "Cyclamen"),
        ("石斛", "Dendrobium"),
        ("袖珍椰子", "Parlour Palm"),
    )
)

WARES: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("青瓷瓶", "Celadon Vase"),
        ("漆盒", "Lacquer Box"),
        ("木雕", "Wood Carving"),
        ("铜镜", "Bronze Mirror"),
        ("砚台", "Inkstone"),
        ("玉佩", "Jade Pendant"),
        ("竹简", "Bamboo Slips"),
        ("陶俑", "Clay Figurine"),
        ("银锁", "Silver Lock"),
        ("香囊", "Perfume Pouch"),
        ("折扇", "Folding Fan"),
        ("泥壶", "Teapot"),
        ("印章", "Seal"),
        ("锦帕", "Brocade"),
    )
)

SHOPS: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("书店", "Bookshop"),
        ("面馆", "Noodle House"),
        ("花坊", "Florist"),
        ("药铺", "Pharmacy"),
        ("裁缝铺", "Tailor"),
        ("茶庄", "Teahouse"),
        ("粮油店", "Grocery"),
        ("修车铺", "Bike Repair"),
        ("文具店", "Stationer"),
        ("理发馆", "Barber"),
        ("钟表行", "Watchmaker"),
        ("糕饼店", "Bakery"),
    )
)

KNOWN_THINGS: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("菠菜", "Spinach"),
        ("芹菜", "Celery"),
        ("苹果", "Apple"),
        ("钢琴", "Piano"),
        ("小提琴", "Violin"),
        ("气球", "Balloon"),
        ("风筝", "Kite"),
        ("果汁", "Juice"),
        ("牛奶", "Milk"),
        ("毛衣", "Sweater"),
        ("围巾", "Scarf"),
        ("锤子", "Hammer"),
        ("剪刀", "Scissors"),
        ("蝴蝶", "Butterfly"),
        ("蜻蜓", "Dragonfly"),
        ("山羊", "Goat"),
        ("老虎", "Tiger"),
        ("麻雀", "Sparrow"),
    )
)
"""Things our own files know; each pair names one and the same thing there."""

ACTIVITIES: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("打网球", "plays tennis"),
        ("学剪纸", "learns paper cutting"),
        ("修自行车", "repairs bicycles"),
        ("练书法", "practises calligraphy"),
        ("做志愿者", "volunteers"),
        ("去合唱团", "joins the choir"),
        ("写日记", "writes a diary"),
        ("逛花市", "strolls around the flower market"),
        ("钓鱼", "goes fishing"),
    )
)

ERRANDS: tuple[Wording, ...] = tuple(
    Wording(zh, en)
    for zh, en in (
        ("去游泳馆", "visits the pool"),
        ("去图书馆", "visits the library"),
        ("去农贸市场", "visits the farmers' market"),
        ("去天文台", "visits the observatory"),
        ("去陶艺室", "visits the pottery"),
        ("去马场", "visits the stables"),
    )
)
