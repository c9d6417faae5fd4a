"""Decides what a word is by its neighbours: 上 after a verb, after a noun, or on its own."""

from collections.abc import Callable, Container, Sequence

from .cover import Pair
from .dictionary import Dictionary
from .tables import Tables

NOMINAL = frozenset({"n", "nr", "ns", "nt", "nz", "s", "x", "j", "q", "m", "l", "i", "b", "f"})
MODIFIER = frozenset({"a", "d", "z", "i", "l", "o"})
OPENING = frozenset({"在", "从", "到", "往", "朝", "向", "自", "由", "沿", "于"})
GOALS = frozenset({"到", "往", "朝", "向"})
PERSONS = frozenset({"我", "你", "他", "她", "它", "我们", "你们", "他们", "她们", "它们", "谁", "大家", "咱们"})
ENDING = frozenset({"了", "的", "吗", "呢", "吧", "过", "着", "啊"})
PAUSES = frozenset("，。；！？、：…") | {""}
EDGE: Pair = ("", "w")
REACH = 8
"""Words to look back for the preposition that a localizer closes."""

Judge = Callable[[list[Pair], Pair, Sequence[Pair]], None]
"""Appends its decision to the words so far; the last argument is what follows, nearest first."""


class Context:
    """Goes through the words once and touches only those that need it."""

    def __init__(self, tables: Tables, dictionary: Dictionary, *, leave: Container[str] = ()) -> None:
        self.tables = tables
        self.dictionary = dictionary
        self.judges: dict[str, Judge] = dict.fromkeys(tables.compound_directions, self._compound)
        self.judges |= dict.fromkeys(("上", "下"), self._up_down)
        self.judges |= dict.fromkeys(tables.after_one_character - {"上", "下", "边"}, self._localizer)
        closed = (word for word, tag in tables.fixed.items() if tag == "s" and word[-1] in tables.single_localizers)
        self.judges |= dict.fromkeys(closed, self._place)
        self.judges |= dict.fromkeys(("起", "开"), self._start)
        self.judges |= dict.fromkeys(("来", "去"), self._come_go)
        self.judges |= dict.fromkeys(("进", "出", "回"), self._enter)
        self.judges |= dict.fromkeys(tables.particle_first, self._particle)
        self.judges |= {
            "过": self._past,
            "着": self._lasting,
            "过去": self._gone,
            "在": self._at,
            "到": self._arrive,
            "正在": self._just_at,
            "边": self._side,
            "一边": self._one_side,
            "另一边": self._one_side,
            "马上": self._horse,
        }
        self.judges = {word: judge for word, judge in self.judges.items() if word not in leave}
        self.leave = leave
        self.first = tables.localizer_first | tables.directions

    def settle(self, pairs: list[Pair]) -> list[Pair]:
        """The same characters; some words cut, joined or tagged anew."""
        out: list[Pair] = []
        judges, first, leave = self.judges, self.first, self.leave
        for i, pair in enumerate(pairs):
            word = pair[0]
            judge = judges.get(word)
            if judge is not None:
                judge(out, pair, pairs[i + 1 : i + 1 + REACH] or (EDGE,))
            elif word[0] in first and len(word) == 2 and pair[1] != "f" and word not in leave:
                self._two(out, pair, pairs[i + 1] if i + 1 < len(pairs) else EDGE)
            else:
                out.append(pair)
        return out

    def _up_down(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        word, (before, tag), following = pair[0], out[-1] if out else EDGE, after[0]
        if tag == "p":
            decided = "f"  # 往上
        elif is_verbal(out):
            decided = "f" if self._circumstance(out, following) else "dv"
        elif before in PERSONS:
            decided = "f" if following[1] == "w" or following[0] == "的" else "v"  # 他上楼
        elif tag in NOMINAL or tag == "r":
            decided = "v" if following[0] in ("了", "过") and not opened(out) else "f"  # 孩子上了车
        elif before == "的":
            decided = "f"
        else:
            decided = "v" if following[1] in NOMINAL or following[0] in ENDING else "f"
        self._close(out, (word, decided))

    def _localizer(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        self._close(out, pair)

    def _close(self, out: list[Pair], pair: Pair) -> None:
        """水 + 里 is the same place word as 水里, however a library cut the sentence."""
        word, tag = pair
        if tag == "f" and out and out[-1][1] == "n" and self.tables.fixed.get(out[-1][0] + word) == "s":
            out[-1] = (out[-1][0] + word, "s")
        else:
            out.append(pair)

    def _place(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        """大 + 门前 is 大门 + 前."""
        noun, localizer = pair[0][:-1], pair[0][-1]
        if out and len(out[-1][0]) == 1 and self.dictionary.tag(out[-1][0] + noun) == "n":
            out[-1] = (out[-1][0] + noun, "n")
            out.append((localizer, "f"))
        else:
            out.append((pair[0], "s"))

    def _circumstance(self, out: list[Pair], following: Pair) -> bool:
        """照耀下, 工作上: a verb of two characters used as a noun; 追赶上了, 覆盖上一层 are the exceptions."""
        return len(out[-1][0]) > 1 and following[0] != "了" and following[1] != "m"

    def _past(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        if not is_verbal(out):
            out.append((pair[0], "v"))
        else:
            out.append((pair[0], "dv" if out[-1][0] in self.tables.passing and after[0][0] != "的" else "u"))

    def _lasting(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        """画着: what stands before 着 is a verb, though the dictionary has it as a noun too."""
        if out and out[-1][0] in self.tables.stems:
            out[-1] = (out[-1][0], "v")
        out.append(pair)

    def _start(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002 (every judge alike)
        counted = bool(out) and out[-1][1] == "m" and pair[0] == "起"
        out.append((pair[0], "dv" if is_verbal(out) else "q" if counted else "v"))

    def _come_go(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        word = pair[0]
        if out and out[-1][1] == "dv" and out[-1][0] + word in self.tables.compound_directions:
            out[-1] = (out[-1][0] + word, "dv")  # 坐 下 + 来
        elif word == "来" and out and out[-1][1] == "m" and out[-1][0][-1] in "十百千万":
            out.append((word, "m"))  # 三百来个
        else:
            out.append((word, "dv"))

    def _enter(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        counted = bool(out) and out[-1][1] == "m"
        out.append((pair[0], "q" if counted else "dv"))

    def _compound(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        word = pair[0]
        if word[0] in "上下" and out and out[-1][1] in NOMINAL and opened(out, GOALS):
            out += ((word[0], "f"), (word[1], "dv"))  # 到月球上 + 去
        elif word[0] == "开" and not is_verbal(out):
            out += (("开", "v"), (word[1], "dv"))  # 汽车开 + 来
        else:
            out.append((word, "dv"))

    def _gone(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        """过去 is a time at the start of a clause and before 的."""
        moved = is_verbal(out) or (bool(out) and out[-1][1] != "w" and (after[0][1] == "w" or after[0][0] in "了吧"))
        out.append((pair[0], "dv" if moved else "t"))

    def _at(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        """在 is a verb where nothing follows, an adverb before a verb without a place, otherwise a preposition."""
        following, tag = after[0]
        if following in PAUSES or (following in ENDING and not is_verbal(out)):
            decided = "v"
        elif tag == "v" and len(following) == 1 and not closed(after):
            decided = "d"
        else:
            decided = "p"
        out.append((pair[0], decided))

    def _arrive(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        """到 is a verb where no place follows, otherwise a preposition, also after a verb."""
        ends = after[0][0] in PAUSES or (after[0][0] in ENDING and not is_verbal(out))
        out.append((pair[0], "v" if ends else "p"))

    def _just_at(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        if after[0][1] in NOMINAL or after[0][1] == "r":
            out += (("正", "d"), ("在", "p"))
        else:
            out.append((pair[0], "d"))

    def _side(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        noun = bool(out) and (out[-1][1] in NOMINAL or out[-1][1] == "r")
        self._close(out, (pair[0], "d" if after[0][1] == "v" and not noun else "f"))

    def _one_side(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        """一边走一边唱, against 站在一边."""
        out.append((pair[0], "d" if after[0][1] in ("v", "d", "p") and not opened(out) else "f"))

    def _horse(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:  # noqa: ARG002
        """骑在马上, against 马上就来."""
        if out and out[-1][0] in OPENING:
            out += (("马", "n"), ("上", "f"))
        else:
            out.append((pair[0], "d"))

    def _particle(self, out: list[Pair], pair: Pair, after: Sequence[Pair]) -> None:
        """平安地上了岸, against 坐在地上."""
        if out and out[-1][1] in MODIFIER and after[0][0] in self.tables.particle_objects:
            out += (("地", "u"), (pair[0][1], "v"))
        else:
            out.append((pair[0], "s"))

    def _two(self, out: list[Pair], pair: Pair, following: Pair) -> None:
        """水面上浮着; 往上爬; 站起身."""
        head, rest, tag = pair[0][0], pair[0][1], out[-1][1] if out else "w"
        t = self.tables
        if pair[0] in t.after_noun and tag in NOMINAL:
            out += ((head, "f"), (rest, "v"))
        elif head in t.localizer_first and self._is_verb(rest) and tag in NOMINAL | {"p"} and pair[1] == "v":
            split = tag == "p" or (following[0] == "着" and tag != "f")
            out += ((head, "f"), (rest, "v")) if split else (pair,)
        elif (
            head in t.directions
            and tag == "v"
            and out[-1][0] in t.stems
            and (self.dictionary.tag(rest) == "n" or pair[0] not in self.dictionary)
        ):
            out += ((head, "dv"), (rest, "n"))
        else:
            out.append(pair)

    def _is_verb(self, word: str) -> bool:
        return word in self.tables.stems or self.dictionary.tag(word) == "v"


def is_verbal(out: Sequence[Pair]) -> bool:
    """Whether the words so far end in a verb, or in a verb with 得 or 不 that a direction completes."""
    if not out:
        return False
    word, tag = out[-1]
    if word in ("得", "不") and len(out) > 1:
        tag = out[-2][1]
    return tag == "v"


def opened(out: Sequence[Pair], prepositions: Container[str] = OPENING) -> bool:
    """Whether a preposition of place waits for its localizer."""
    for word, tag in reversed(out[-REACH:]):
        if tag == "w" or tag == "f" or tag == "s":
            return False
        if word in prepositions:
            return True
    return False


def closed(after: Sequence[Pair]) -> bool:
    """Whether a localizer or place follows in the clause."""
    for _, tag in after:
        if tag == "w":
            return False
        if tag == "f" or tag == "s":
            return True
    return False
