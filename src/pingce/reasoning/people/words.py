"""Words for what somebody is to another, as steps from person to person.

A kinship word is a chain of simple steps: 外公 is the mother's father, 小舅子 the wife's younger brother. Other ties
have a name, a direction, and sometimes a gender.
"""

from dataclasses import dataclass
from enum import Enum

from pingce.reasoning.item import Language

from .society import Gender


class KinStep(Enum):
    """The steps kinship words are made of."""

    PARENT = "parent"
    CHILD = "child"
    SPOUSE = "spouse"
    OLDER = "older sibling"
    YOUNGER = "younger sibling"
    SIBLING = "sibling"


@dataclass(frozen=True)
class Kin:
    """One step to a relative of that gender."""

    step: KinStep
    gender: Gender | None


@dataclass(frozen=True)
class Tie:
    """One step along a tie other than kinship; ``forward`` from the one it is told of (the boss of …)."""

    name: str
    forward: bool = True
    gender: Gender | None = None
    of_gender: Gender | None = None


WordStep = Kin | Tie
M, F = Gender.MALE, Gender.FEMALE
FATHER, MOTHER = Kin(KinStep.PARENT, M), Kin(KinStep.PARENT, F)
SON, DAUGHTER = Kin(KinStep.CHILD, M), Kin(KinStep.CHILD, F)
HUSBAND, WIFE = Kin(KinStep.SPOUSE, M), Kin(KinStep.SPOUSE, F)
BIG_BROTHER, BIG_SISTER = Kin(KinStep.OLDER, M), Kin(KinStep.OLDER, F)
LITTLE_BROTHER, LITTLE_SISTER = Kin(KinStep.YOUNGER, M), Kin(KinStep.YOUNGER, F)
BROTHER, SISTER = Kin(KinStep.SIBLING, M), Kin(KinStep.SIBLING, F)

_ZH: dict[str, tuple[WordStep, ...]] = {
    "爸爸 父亲 老爸": (FATHER,),
    "妈妈 母亲 老妈": (MOTHER,),
    "儿子": (SON,),
    "女儿 闺女": (DAUGHTER,),
    "老公 丈夫": (HUSBAND,),
    "老婆 妻子 媳妇 太太": (WIFE,),
    "哥哥": (BIG_BROTHER,),
    "姐姐": (BIG_SISTER,),
    "弟弟": (LITTLE_BROTHER,),
    "妹妹": (LITTLE_SISTER,),
    "爷爷 祖父": (FATHER, FATHER),
    "奶奶 祖母": (FATHER, MOTHER),
    "外公 姥爷 外祖父": (MOTHER, FATHER),
    "外婆 姥姥 外祖母": (MOTHER, MOTHER),
    "孙子": (SON, SON),
    "孙女": (SON, DAUGHTER),
    "外孙": (DAUGHTER, SON),
    "外孙女": (DAUGHTER, DAUGHTER),
    "伯父 大伯 伯伯": (FATHER, BIG_BROTHER),
    "叔叔 叔父": (FATHER, LITTLE_BROTHER),
    "大姑": (FATHER, BIG_SISTER),
    "小姑": (FATHER, LITTLE_SISTER),
    "姑姑 姑妈": (FATHER, SISTER),
    "大舅": (MOTHER, BIG_BROTHER),
    "小舅": (MOTHER, LITTLE_BROTHER),
    "舅舅": (MOTHER, BROTHER),
    "大姨": (MOTHER, BIG_SISTER),
    "小姨": (MOTHER, LITTLE_SISTER),
    "阿姨 姨妈 姨": (MOTHER, SISTER),
    "侄子": (BROTHER, SON),
    "侄女": (BROTHER, DAUGHTER),
    "外甥": (SISTER, SON),
    "外甥女": (SISTER, DAUGHTER),
    "嫂子": (BIG_BROTHER, WIFE),
    "弟妹 弟媳": (LITTLE_BROTHER, WIFE),
    "姐夫": (BIG_SISTER, HUSBAND),
    "妹夫": (LITTLE_SISTER, HUSBAND),
    "公公": (HUSBAND, FATHER),
    "婆婆": (HUSBAND, MOTHER),
    "岳父 老丈人": (WIFE, FATHER),
    "岳母 丈母娘": (WIFE, MOTHER),
    "女婿": (DAUGHTER, HUSBAND),
    "儿媳 儿媳妇": (SON, WIFE),
    "大伯子": (HUSBAND, BIG_BROTHER),
    "小叔子": (HUSBAND, LITTLE_BROTHER),
    "大姑子": (HUSBAND, BIG_SISTER),
    "小姑子": (HUSBAND, LITTLE_SISTER),
    "大舅子": (WIFE, BIG_BROTHER),
    "小舅子": (WIFE, LITTLE_BROTHER),
    "大姨子": (WIFE, BIG_SISTER),
    "小姨子": (WIFE, LITTLE_SISTER),
    "领导 上司 上级": (Tie("boss"),),
    "下属 部下 下级": (Tie("boss", forward=False),),
    "师傅 师父 老师": (Tie("teacher"),),
    "徒弟 弟子 学生": (Tie("teacher", forward=False),),
    "同学 同级生": (Tie("classmate"),),
    "同事 同僚 工友": (Tie("colleague"),),
    "朋友 挚友 好友 好朋友": (Tie("friend"),),
    "好哥们儿 铁哥们儿 哥们儿": (Tie("friend", gender=M, of_gender=M),),
    "闺蜜 好闺蜜": (Tie("friend", gender=F, of_gender=F),),
    "男朋友 男友": (Tie("partner", gender=M, of_gender=F),),
    "女朋友 女友": (Tie("partner", gender=F, of_gender=M),),
    "前男友": (Tie("former partner", gender=M, of_gender=F),),
    "前女友": (Tie("former partner", gender=F, of_gender=M),),
    "前夫": (Tie("former spouse", gender=M, of_gender=F),),
    "前妻": (Tie("former spouse", gender=F, of_gender=M),),
    "邻居": (Tie("neighbour"),),
    "室友 舍友": (Tie("roommate"),),
}
_EN: dict[str, tuple[WordStep, ...]] = {
    "father, dad": (FATHER,),
    "mother, mom": (MOTHER,),
    "son": (SON,),
    "daughter": (DAUGHTER,),
    "husband": (HUSBAND,),
    "wife": (WIFE,),
    "elder brother, older brother, big brother": (BIG_BROTHER,),
    "elder sister, older sister, big sister": (BIG_SISTER,),
    "younger brother, little brother": (LITTLE_BROTHER,),
    "younger sister, little sister": (LITTLE_SISTER,),
    "brother": (BROTHER,),
    "sister": (SISTER,),
    "paternal grandfather": (FATHER, FATHER),
    "paternal grandmother": (FATHER, MOTHER),
    "maternal grandfather": (MOTHER, FATHER),
    "maternal grandmother": (MOTHER, MOTHER),
    "boss, leader, superior, supervisor, manager": (Tie("boss"),),
    "subordinate": (Tie("boss", forward=False),),
    "teacher, master, mentor": (Tie("teacher"),),
    "student, apprentice, disciple": (Tie("teacher", forward=False),),
    "classmate, schoolmate": (Tie("classmate"),),
    "colleague, coworker, co-worker, workmate": (Tie("colleague"),),
    "friend, best friend, close friend, good friend": (Tie("friend"),),
    "boyfriend": (Tie("partner", gender=M, of_gender=F),),
    "girlfriend": (Tie("partner", gender=F, of_gender=M),),
    "ex-boyfriend": (Tie("former partner", gender=M, of_gender=F),),
    "ex-girlfriend": (Tie("former partner", gender=F, of_gender=M),),
    "ex-husband": (Tie("former spouse", gender=M, of_gender=F),),
    "ex-wife": (Tie("former spouse", gender=F, of_gender=M),),
    "grandson": (Kin(KinStep.CHILD, None), SON),
    "granddaughter": (Kin(KinStep.CHILD, None), DAUGHTER),
    "nephew": (Kin(KinStep.SIBLING, None), SON),
    "niece": (Kin(KinStep.SIBLING, None), DAUGHTER),
    "son-in-law": (DAUGHTER, HUSBAND),
    "daughter-in-law": (SON, WIFE),
    "good buddy, buddy": (Tie("friend", gender=M, of_gender=M),),
    "bestie": (Tie("friend", gender=F, of_gender=F),),
    "neighbor, neighbour": (Tie("neighbour"),),
    "roommate": (Tie("roommate"),),
}
RELATION_WORDS: dict[Language, dict[str, tuple[WordStep, ...]]] = {
    "zh": {word: steps for words, steps in _ZH.items() for word in words.split()},
    "en": {word: steps for words, steps in _EN.items() for word in words.split(", ")},
}
SYMMETRIC = {"classmate", "colleague", "friend", "partner", "former partner", "former spouse", "neighbour", "roommate"}
"""Ties that hold both ways."""
