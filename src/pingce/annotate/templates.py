"""How an explanation may be worded, and what of a template nobody has filled in yet.

Offered by the form for explanations of same or different scenes; the rules warn when a blank of a template is still in
the text.
"""

import re

from pingce.spec.words import same

GAP, DOTS = "“”", "……"
TEMPLATES = (
    same(
        "两段文本的差异是“”和“”。文中的空间实体有“”、“”。虽然用词有别，“”和“”描述的……却是相同的：……。"
        "所以，两段文本可以描述同一个空间场景。"
    ),
    same(
        "两段文本的差异是“”和“”。文中的空间实体有“”、“”。“”和“”描述的……是不同的：前者……，后者……。"
        "所以，两段文本不能描述同一个空间场景。"
    ),
)
"""How an explanation may be worded, same scene first; the empty quotation marks and the dots are to be filled."""
_DOTTED = tuple(dict.fromkeys(fragment for words in TEMPLATES for fragment in re.findall(f".{{2}}{DOTS}.", words.zh)))
"""The dots of the templates with what stands around them: dots elsewhere are the writer's own."""


def blanks(explanation: str, differing: tuple[str, str]) -> list[str]:
    """What still stands as the template has it; a text that differs by having nothing is rightly quoted as nothing."""
    first, second = differing
    own_words = explanation if first and second else explanation.replace(f"“{first}”和“{second}”", "")
    return [blank for blank in (GAP, *_DOTTED) if blank in own_words]
