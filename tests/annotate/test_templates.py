import pytest

from pingce.annotate.templates import TEMPLATES, blanks

DIFFERING = ("上层", "下层")
FILLED = (
    "两段文本的差异是“上层”和“下层”。文中的空间实体有“药箱”、“书架”。“上层”和“下层”描述的处所……是不同的：前者高，后者低。"
    "所以，两段文本不能描述同一个空间场景。"
)


def named(text: str) -> str:
    """As the page begins it: the difference is filled in."""
    return text.replace("“”和“”", "“上层”和“下层”")


@pytest.mark.parametrize(
    ("explanation", "left"),
    [
        (TEMPLATES[0].zh, ["“”", "述的……却", "的：……。"]),
        (named(TEMPLATES[1].zh), ["“”", "述的……是", "前者……，", "后者……。"]),
        (named(TEMPLATES[0].zh).replace("“”、“”", "“药箱”、“书架”"), ["述的……却", "的：……。"]),
        (FILLED.replace("前者高", "前者……"), ["前者……，"]),
        (FILLED, []),
        ("药箱……不在一处。", []),
    ],
)
def test_what_a_template_leaves_to_be_filled(explanation: str, left: list[str]) -> None:
    assert blanks(explanation, DIFFERING) == left


def test_a_text_that_has_nothing_there_is_quoted_as_nothing() -> None:
    assert blanks("两段文本的差异是“”和“旁边”。", ("", "旁边")) == []
    assert blanks("两段文本的差异是“”和“旁边”，实体有“”。", ("", "旁边")) == ["“”"]
