"""What can be wrong with items that are to come in: told all at once, before anything is stored.

The same checks serve the preview of a file (:mod:`.files.preview`) and the import itself (:mod:`.services.imports`).
"""

from collections.abc import Iterable, Sequence

from pingce.annotate.forms import Form
from pingce.annotate.items import AnnotationItem, NewItem
from pingce.annotate.rules import blocks, check
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.store.tables.annotate import KEY_LENGTH

NUL = "\x00"
"""PostgreSQL takes it in no text, not even in a question."""
TWICE = Words("题号重复", "the id occurs twice")
TOLD = 20
"""So many problems of a file are told one by one."""


class BadItems(Refused):
    """Items that cannot be taken; tells the first of ``count`` problems one by one."""

    def __init__(self, problems: Sequence[PlacedProblem], count: int) -> None:
        super().__init__(
            Words(
                f"有 {count} 处问题，没有导入任何题目。", f"{count} problem{'s' * (count != 1)}; nothing was imported."
            ),
            code="bad-items",
        )
        self.problems = tuple(problems)
        self.more = count - len(self.problems)


def item_problems(form: Form, given: Sequence[NewItem]) -> Iterable[tuple[NewItem, Words]]:
    """What is wrong with these items by themselves, each problem beside its item."""
    needed = {text.name for text in form.task.texts}
    seen: set[str] = set()
    for item in given:
        if not item.id or len(item.id) > KEY_LENGTH:
            yield item, Words(f"题号应有 1 到 {KEY_LENGTH} 个字符", f"an id has 1 to {KEY_LENGTH} characters")
        if item.id in seen:
            yield item, TWICE
        seen.add(item.id)
        if len(item.group) > KEY_LENGTH:
            yield (
                item,
                Words(f"组名最多 {KEY_LENGTH} 个字符", f"the name of a group has at most {KEY_LENGTH} characters"),
            )
        if any(NUL in text for text in (item.id, item.group, *item.texts.values())):
            yield item, Words("含有 NUL 字符", "there is a NUL character in it")
        if set(item.texts) != needed:
            names = ", ".join(sorted(needed))
            given_names = ", ".join(sorted(item.texts))
            yield item, Words(f"文本有 {given_names}；应为 {names}", f"the texts are {given_names}; expected {names}")
        elif item.gold is not None and item.is_control:
            yield from _gold_problems(form, item)


def _gold_problems(form: Form, item: NewItem) -> Iterable[tuple[NewItem, Words]]:
    hits = check(form, AnnotationItem(item.id, item.texts, item.extra), item.gold)
    if blocks(hits):
        listed = [hit for hit in hits if hit.level == "block"]
        zh, en = "；".join(hit.message.zh for hit in listed), "; ".join(hit.message.en for hit in listed)
        yield item, Words(f"标准答案有误：{zh}", f"the gold answer is wrong: {en}")
