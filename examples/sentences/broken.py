"""A submission to SpaCE2022 task 3 with one mistake of each kind, to show what checking says."""

from typing import cast

from pingce.formats.encode import Json

Record = dict[str, Json]
Array = list[Json]

ENTITY, TIME_LABEL, TIME_WORDS, PLACE, DISTANCE = 0, 6, 4, 7, 17


def break_it(records: list[Record]) -> list[Record]:
    """Six right records become six wrong ones, the third twice, the last under a qid nobody asked for."""
    snow, ferry, driving, kitchen, alarm, bridges = records

    tuples = _tuples(snow)
    _fragment(tuples[0], ENTITY)["idxes"] = [500, 501]  # beyond the text
    _fragment(tuples[1], PLACE)["text"] = "高速公路入口处"  # not what stands at idxes
    tuples[2][DISTANCE] = "很远"  # no such label, and a distance beside a direction without a second entity

    tuples = _tuples(ferry)
    tuples[1][PLACE] = "在码头上"  # a string where a fragment belongs
    tuples[3][1] = None  # a distance needs two entities
    tuples[4].pop()  # 17 slots

    tuples = _tuples(driving)
    tuples[1][TIME_LABEL] = "之后"  # needs a reference event
    tuples[3][9] = None  # neither place nor distance is left

    tuples = _tuples(kitchen)
    _fragment(tuples[0], ENTITY)["idxes"] = []  # an empty fragment
    _fragment(tuples[1], ENTITY)["idxes"] = "5-6"  # no list
    tuples.append(tuples[5])  # said twice

    tuples = _tuples(alarm)
    tuples[4][TIME_LABEL] = "将来"  # time in words and as a label
    alarm["comment"] = "第二次提交"

    bridges["qid"] = "3-dev-99"
    return [snow, ferry, driving, driving, kitchen, alarm, bridges]


def _tuples(record: Record) -> list[Array]:
    return cast("list[Array]", record["outputs"])


def _fragment(one: Array, slot: int) -> Record:
    return cast("Record", one[slot])
