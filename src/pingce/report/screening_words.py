"""What reasons, kinds of odd characters and unusable lines are called."""

from pingce.spec.words import Words

REASON_TITLES = {
    "too-short": Words("太短", "too short"),
    "too-long": Words("没有断句处，太长", "too long, no sentence end"),
    "open-start": Words("开头不完整", "begins in the middle"),
    "open-end": Words("以逗号、顿号或冒号结尾", "ends in a comma or colon"),
    "no-end": Words("没有句末标点", "no end mark"),
    "unbalanced": Words("引号或括号不成对", "quotes or brackets without partner"),
    "code": Words("程序代码", "program text"),
    "table": Words("表格或数字", "table or numbers"),
    "foreign": Words("外文", "another language"),
    "verse": Words("韵文", "verse"),
    "classical": Words("文言", "classical Chinese"),
    "low-weight": Words("空间词太少", "too few spatial words"),
    "low-density": Words("空间词太稀", "spatial words too thin"),
    "near-duplicate": Words("与前文重复", "near-duplicate of an earlier one"),
}
ODDITIES = {
    "control": Words("控制字符", "control characters"),
    "full-width": Words("全角字母和数字", "full-width letters and digits"),
    "half-width": Words("汉字之间的半角标点", "half-width marks between Chinese characters"),
    "hidden": Words("零宽和不可见字符", "zero-width and invisible characters"),
    "private-use": Words("私用区字符", "private-use characters"),
    "replacement": Words("替换字符（U+FFFD）", "replacement characters (U+FFFD)"),
    "traditional": Words("繁体字", "traditional characters"),
}
TROUBLES = {
    "bad-bytes": Words("无法解码的字节", "bytes that cannot be decoded"),
    "bad-record": Words("无法使用的 JSON 行", "JSON line that cannot be used"),
}
