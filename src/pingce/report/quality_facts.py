"""What stands at the head of a quality report: which answers it rests on."""

from pingce.quality.annotations import Annotations
from pingce.spec.words import Words, same

Fact = tuple[Words, str | Words]


def facts(data: Annotations) -> list[Fact]:
    first = data.first()
    found: list[Fact] = [
        (Words("文件", "File"), data.source),
        (Words("任务", "Task"), data.task.id if data.task is not None else Words("标签表", "table of labels")),
        (Words("人数", "People"), str(len(data.annotators))),
        (Words("题数", "Items"), str(len({one.item for one in first}))),
        (Words("答案", "Answers"), str(len(first))),
        (Words("已定案", "Decided"), str(len(data.final))),
    ]
    if data.left_out:
        left = ", ".join(f"{state} {n}" for state, n in data.left_out.items())
        found.append((Words("未完成，不计", "Unfinished, left out"), same(left)))
    return found
