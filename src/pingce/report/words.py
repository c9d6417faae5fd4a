"""What measures, their numbers and the fields of breakdowns are called on a page; other names stand for themselves."""

from pingce.spec.words import Words

NUMBERS = {
    "accuracy": Words("准确率", "accuracy"),
    "precision": Words("精确率", "precision"),
    "recall": Words("召回率", "recall"),
    "f1": Words("F1", "F1"),
    "macro_f1": Words("宏 F1（各题 F1 的平均）", "macro F1 (mean of the items' F1)"),
    "micro_f1": Words("微 F1（由平均精确率与召回率算出）", "micro F1 (from mean precision and recall)"),
    "avg_precision": Words("平均精确率", "mean precision"),
    "avg_recall": Words("平均召回率", "mean recall"),
    "type_accuracy": Words("类型准确率", "type accuracy"),
    "score": Words("得分", "score"),
    "names_both": Words("点明两处差异", "names both differences"),
    "entity_coverage": Words("实体覆盖", "entities covered"),
    "template": Words("模板要素", "parts of the template"),
    "balanced_accuracy": Words("平衡准确率", "balanced accuracy"),
    "stability": Words("稳定性", "stability"),
    "copy": Words("重复题", "copies"),
    "question": Words("换问法", "reworded questions"),
    "option": Words("换选项顺序", "options in another order"),
    "bleu": Words("字 BLEU", "character BLEU"),
    "rouge_l": Words("ROUGE-L", "ROUGE-L"),
}
MEASURES = {
    "accuracy": Words("判断", "judgement"),
    "judge": Words("判断", "judgement"),
    "joint": Words("两步判断", "both judgements"),
    "balanced": Words("判断", "judgement"),
    "choice": Words("选择", "choice"),
    "ability": Words("能力", "ability"),
    "kind": Words("题型", "kind"),
    "stability": Words("扰动", "disturbed items"),
    "human": Words("人工评分", "human rating"),
    "f1": Words("元组匹配", "matched tuples"),
    "page": Words("规则页的公式", "formula of the rules page"),
    "formula": Words("说明文件的公式", "formula of task3-eval.md"),
    "type": Words("类型", "type"),
    "text": Words("文本", "text"),
    "element": Words("元素", "elements"),
    "strict": Words("严格（区分角色）", "strict (same role)"),
    "loose": Words("宽松（不分角色）", "loose (any role)"),
    "explanation": Words("解释（自动辅助指标）", "explanation (automatic helpers)"),
    "derived": Words("派生单选题", "derived questions"),
    "prefix": Words("前缀分", "prefix score"),
    "top1": Words("首选", "first choice"),
    "exact": Words("义项集合全对", "exact set"),
    "chosen": Words("所选义项", "chosen senses"),
    "macro_word": Words("按词平均", "mean over words"),
    "macro_sense": Words("按义项平均", "mean over senses"),
}


def number_title(measure: str, number: str) -> Words:
    """What one number of a measure is called; a measure of one number lends it its name."""
    if measure == number and number in NUMBERS:
        return NUMBERS[number]
    shown = [titles.get(name, Words(name, name)) for titles, name in ((MEASURES, measure), (NUMBERS, number))]
    return Words(" · ".join(words.zh for words in shown), " · ".join(words.en for words in shown))


FIELDS = {
    "length": Words("文本长度（字）", "length of the text (characters)"),
    "label": Words("标准标签", "gold label"),
    "type": Words("类型", "type"),
    "tuples": Words("标准元组数", "number of gold tuples"),
    "word": Words("目标词", "target word"),
    "role": Words("角色", "role"),
    "slot": Words("槽位", "slot"),
    "sense_count": Words("义项数", "number of senses"),
    "frequency": Words("训练集中的义项频次", "how often training has the sense"),
}
SUBSETS = {
    "mfs": Words("最频义项", "most frequent sense"),
    "frequent": Words("其他常见义项", "other frequent sense"),
    "few": Words("少见义项", "rare sense"),
    "zero": Words("训练集中没有", "not in training"),
}
