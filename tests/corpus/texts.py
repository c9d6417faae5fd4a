"""A small corpus of our own: two genres, both encodings, something of everything that is dropped."""

import random
from pathlib import Path

import orjson

KEPT = (
    "他从屋里走出来，站在门口看了看院子里的树，又回到屋里去了。",
    "桥下的河水从山上流下来，绕过村子后面的小学，一直流到远处的湖里去。",
)
DROPPED = (
    "太短。",  # too-short
    "这句话一直说下去，" * 40 + "没有完。",  # too-long
    'if (x_1 == {y}) { return a[3] + b["k"] / 2; } // 注释',  # code
    "101 37 22 45 99 12 33 41 桌 椅 8 15 16 7",  # table
    "The cat sat on the mat and looked out of the window.",  # foreign
    "东风吹绿柳，小雨湿新衣。门外春山近，桥边旧客稀。",  # verse
    "吾尝登东山之巅，望其下诸峰，皆若儿孙罗列焉。余曰：此天下之奇观也。",  # classical
    "他从屋里走出来，站在门口对着院子里的人说：",  # open-end
    "第三章 他从屋里走出来站在门口的那一天",  # no-end
    "，他从屋里走出来，站在门口看着院子里的人。",  # open-start
    "他从屋里走出来，站在门口喊：“院子里的人都进来！",  # unbalanced
    "我们认为这个问题的解决需要时间，也需要耐心和方法。",  # low-weight
    "我们认为这个问题的解决需要时间，也需要耐心和方法，" * 7 + "桌子上、椅子下和门外都没有。",  # low-density
    KEPT[0].replace("，", "； "),  # near-duplicate
)
WHO = ("老人", "孩子们", "那只黄狗", "王师傅", "两个学生", "𠮷先生")
FROM = ("屋里", "河边", "山上", "车站里", "船上", "井边")
TO = ("门外", "桥上", "树下", "城里", "对岸", "楼上")
DOES = ("坐了下来", "把篮子放在地上", "朝远处看了很久", "喝了一碗水", "等了三个小时", "又走了回来")


def corpus(folder: Path) -> Path:
    """The same files every time."""
    chance = random.Random(5)

    def sentence() -> str:
        who, start, goal, does = (chance.choice(words) for words in (WHO, FROM, TO, DOES))
        return f"{who}第{chance.randrange(1000)}次从{start}出来，沿着小路走到{goal}，{does}。"

    def story() -> str:
        return "".join(sentence() for _ in range(chance.choice((1, 3, 8))))

    (folder / "news").mkdir(parents=True)
    (folder / "novel").mkdir()
    lines = [f"　　{text}" for text in (*KEPT, *DROPPED)]
    (folder / "news" / "1.txt").write_bytes("\r\n".join([*lines, *(story() for _ in range(40))]).encode())
    (folder / "novel" / "gb.txt").write_bytes("\n".join(story() for _ in range(40)).encode("gb18030"))
    records = b"".join(orjson.dumps({"content": f"{story()}\n{story()}"}) + b"\n" for _ in range(20))
    (folder / "novel" / "2.jsonl").write_bytes(records + b'{"title": 1}\n')
    return folder
