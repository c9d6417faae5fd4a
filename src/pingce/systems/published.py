"""Scores that were published for these tasks, with the system here that follows each method.

On the official test sets, as organisers and participants reported them; near the rows measured here, not the same: the
test sets are not public, and nearly all of these started from encoders of 100 to 400 million parameters.
"""

from .measured import PublishedScore

ORGANISERS, TRIED = "官方基线 official baseline", "System4SpaCE2022"

PUBLISHED: tuple[PublishedScore, ...] = (
    PublishedScore("space2021/task1", "bombflyman", 0.7343),
    PublishedScore("space2021/task1", "JunnYu (dev)", 0.6985, "encoder", "RoFormer-char, R-Drop"),
    PublishedScore("space2021/task1", ORGANISERS, 0.6725, "baseline-judge", "bert-wwm-ext, classifier"),
    PublishedScore("space2021/task2", "bombflyman", 0.8412),
    PublishedScore("space2021/task2", "JunnYu (dev)", 0.7969, "encoder", "UER-large"),
    PublishedScore("space2021/task2", ORGANISERS, 0.7290, "baseline-judge", "bert-wwm-ext, classifier"),
    PublishedScore("space2021/task3", "三个火枪手", 0.6610),
    PublishedScore("space2021/task3", "JunnYu (dev)", 0.5868, "joint", "RoBERTa-large, task 1 then task 2"),
    PublishedScore("space2021/task3", ORGANISERS, 0.5267, "joint", "task 1 then task 2"),
    PublishedScore("space2022/task1", "为章岳来", 0.7992, "encoder", "ELECTRA, localizers replaced"),
    PublishedScore("space2022/task1", "CPIC", 0.7985, "ensemble", "ELECTRA, ensemble"),
    PublishedScore("space2022/task1", "无情垫底", 0.7865, "ensemble", "ELECTRA-large, vote of 5 seeds"),
    PublishedScore("space2022/task1", TRIED, 0.6678, "baseline-judge", "bert-wwm-ext, classifier"),
    PublishedScore("space2022/task1", ORGANISERS, 0.5864, "baseline-judge", "bert-wwm-ext, classifier"),
    PublishedScore(
        "space2022/task2", "无情垫底", 0.6748, "mrc", "DeBERTa-large, reading, one model per type, all types"
    ),
    PublishedScore("space2022/task2", TRIED, 0.6397, "", "three B/I taggers, all types"),
    PublishedScore("space2022/task2", "为章岳来", 0.4877, "span-tagger", "tagger S/P/E/O"),
    PublishedScore(
        "space2022/task2", ORGANISERS, 0.4403, "baseline-spans", "type model and a tagger per type, 4 encoders"
    ),
    PublishedScore("space2022/task2", "CPIC", 0.2822, "w2ner", "W2NER, all types at once"),
    PublishedScore(
        "space2022/task3", ORGANISERS, 0.5069, "baseline-tuples", "trigger, arguments, facticity, 3 encoders"
    ),
    PublishedScore(
        "space2022/task3", "无情垫底", 0.4950, "extract-generate", "DeBERTa finds entities, CPT-large writes"
    ),
    PublishedScore("space2022/task3", TRIED, 0.4541, "tuple-entity", "entities first, labels folded into tags"),
    PublishedScore("space2022/task3", "CPIC", 0.4387, "gplinker", "GPLinker, triples merged"),
    PublishedScore("space2022/task3", "为章岳来", 0.3870, "uie", "UIE, prompted spans"),
    PublishedScore("space2023/task1", "MOSS", 0.5782, "mrc", "DeBERTa-large, 12 pointers"),
    PublishedScore("space2023/task1", ORGANISERS, 0.5547, "baseline-spans", "one tagger, 7 tags"),
    PublishedScore("space2023/task2", ORGANISERS, 0.4803, "baseline-tuples", "trigger, arguments"),
    PublishedScore("space2023/task2", "MOSS", 0.4739, "extract-generate", "DeBERTa finds entities, CPT-large writes"),
    PublishedScore("wsd/senses", "ESCHER, large (dev)", 0.7585, "escher", "RoBERTa-wwm-ext-large"),
    PublishedScore("wsd/senses", "BEM, large (dev)", 0.7098, "bem", "RoBERTa-wwm-ext-large"),
    PublishedScore("wsd/senses", "GlossBERT, large (dev)", 0.6993, "glossbert", "RoBERTa-wwm-ext-large"),
)
