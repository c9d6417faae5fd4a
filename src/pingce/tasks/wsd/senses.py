"""Word-sense disambiguation of modern Chinese (SUDA): which glosses fit the word in its sentence?"""

from pingce.scoring.measures.senses import ChosenSenses, DerivedAccuracy, ExactSet, MacroDerived, PrefixScore, TopOne
from pingce.spec.shapes import SenseChoice
from pingce.spec.task import AnswerField, TaskSpec, TextField
from pingce.spec.words import Words

TASK = TaskSpec(
    id="wsd/senses",
    title=Words("现代汉语词义消歧", "Word senses of modern Chinese"),
    summary=Words(
        "为句中的目标词选出合适的释义，可以不止一条。",
        "Choose the glosses that fit the target word; several may be right.",
    ),
    texts=(
        TextField("sentence", "sentence", Words("句子", "sentence")),
        TextField("word", "word", Words("目标词", "target word"), passage=False),
    ),
    answer=(AnswerField("senses", "senses", SenseChoice(), Words("义项", "senses")),),
    kinds=("lines", "jsonl", "escher", "glossbert", "by-gloss", "micls"),
    attributes=("micls",),
    measures={
        "derived": DerivedAccuracy(),
        "prefix": PrefixScore(),
        "top1": TopOne(),
        "exact": ExactSet(),
        "chosen": ChosenSenses(),
        "macro_word": MacroDerived(by="word"),
        "macro_sense": MacroDerived(by="sense"),
    },
    rank_by=("derived", "accuracy"),
    official="SUDA-LA: ESCHER and BEM scorers (derived), count_glossbert_F (prefix)",
    differences=(
        Words(
            "论文写 Macro-F1，代码算的是派生单选题上的准确率（微平均）。",
            "The paper says Macro-F1; the code computes accuracy over derived single-choice questions, a micro figure.",
        ),
        Words(
            "官方程序在测试时丢掉超长的句子，分母因此变小；我们每题都算。",
            "The published program drops over-long sentences at test time, which shrinks the denominator; we "
            "count every one.",
        ),
        Words(
            "GlossBERT 最初的评分只写一个义项，多答案句的召回因此丢失；修订后用前缀分。",
            "GlossBERT's first scorer writes one sense only and loses recall on multi-answer sentences; the revision "
            "uses the prefix score.",
        ),
    ),
)
