"""JSON → fragments of a text, and whether they are what they say.

Positions must lie in the text and spell the characters the record claims; every way in which they do not has a code of
its own.
"""

from collections.abc import Mapping
from itertools import pairwise

from pingce.spec.problem import Levels, Violation, shown
from pingce.spec.values import Fragment
from pingce.spec.words import Words, same

OBJECT = Words("对象", "an object")
LIST = Words("列表", "a list")
STRING = Words("字符串", "a string")
INDEX_LIST = Words("整数下标的列表", "a list of integers")
IN_ORDER = Words("按文中顺序排列", "text order")
NO_REPEATS = Words("不重复的下标", "every index once")
NOT_EMPTY = Words("至少一个字", "at least one character")


class FragmentDecoder:
    """Takes over fragments; ``text`` is what positions refer to, None where it is not known.

    ``thorough`` also asks whether the values make sense, beyond whether they can be used.
    """

    def __init__(self, *, thorough: bool) -> None:
        self.thorough = thorough
        self.text: str | None = None
        self.violations: list[Violation] = []

    def _say(self, code: str, path: str, value: str, expected: Words, levels: Levels | None = None) -> None:
        self.violations.append(Violation(code, path, value, expected, levels))

    def _string(self, raw: object, path: str) -> str | None:
        if isinstance(raw, str):
            return raw
        self._say("wrong-type", path, shown(raw), STRING)
        return None

    def _object(
        self, raw: object, path: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> Mapping[str, object] | None:
        if not isinstance(raw, dict):
            self._say("wrong-type", path, shown(raw), OBJECT)
            return None
        for key in needed:
            if key not in raw:
                self._say("missing-key", path, key_list(raw), same(key))
        if len(raw) > len(needed):
            for key in raw:
                if key not in needed and key not in optional:
                    self._say("unknown-key", f"{_without_numbers(path)}.{key}", shown(key), same("/".join(needed)))
        return raw

    def _role(self, record: Mapping[str, object], path: str) -> str | None:
        """The name of a role in an object whose keys were checked; None where it is no string."""
        role = record.get("role")
        if isinstance(role, str):
            return role
        if "role" in record:
            self._say("wrong-type", f"{path}.role", shown(role), STRING)
        return None

    def _fragment(self, record: Mapping[str, object], path: str) -> Fragment | None:
        """Text and idxes of an object whose keys were checked; None if there is nothing to keep."""
        text, idxes = record.get("text", ""), record.get("idxes", ())
        fragment = self._at_a_glance(text, idxes)
        if fragment is not None:
            return fragment
        if not isinstance(text, str):
            self._say("wrong-type", f"{path}.text", shown(text), STRING)
            text = ""
        if not isinstance(idxes, list) or not all(isinstance(i, int | float) and i == i // 1 for i in idxes):
            if "idxes" in record:
                self._say("wrong-type", f"{path}.idxes", shown(idxes), INDEX_LIST)
            return Fragment(text, ()) if text else None
        if any(type(i) is not int for i in idxes):
            self._say("loose-index", f"{path}.idxes", shown(idxes), INDEX_LIST)
        fragment = Fragment(text, tuple(int(i) for i in idxes))
        self._look_closely(fragment, record, path)
        return fragment

    def _at_a_glance(self, text: object, idxes: object) -> Fragment | None:
        """The usual case at small cost: neighbouring characters, and the text is theirs."""
        if self.text is None or type(idxes) is not list or type(text) is not str or not text:
            return None
        start = idxes[0] if idxes else None
        if type(start) is not int or start < 0 or self.text[start : start + len(idxes)] != text:
            return None
        positions = tuple(range(start, start + len(text)))
        # 7.0 and True equal an integer but are none.
        return Fragment(text, positions) if idxes == [*positions] and {*map(type, idxes)} == {int} else None

    def _look_closely(self, fragment: Fragment, record: Mapping[str, object], path: str) -> None:
        text, idxes = fragment.text, fragment.idxes
        if not idxes or ("text" in record and not text):
            if "idxes" in record:
                self._say("empty-fragment", path, shown(record), NOT_EMPTY)
            return
        if not self.thorough:
            return
        if any(a > b for a, b in pairwise(idxes)):
            self._say("unsorted-idxes", f"{path}.idxes", shown(idxes), IN_ORDER)
        if len(set(idxes)) < len(idxes):
            self._say("repeated-idx", f"{path}.idxes", shown(idxes), NO_REPEATS)
        beyond = [i for i in idxes if i < 0 or (self.text is not None and i >= len(self.text))]
        if beyond:
            last = "" if self.text is None else len(self.text) - 1
            self._say("idx-out-of-range", f"{path}.idxes", shown(beyond), Words(f"0 到 {last}", f"0 to {last}"))
        elif self.text is not None and "text" in record:
            real = "".join(self.text[i] for i in idxes)
            if real != text:
                self._say("text-mismatch", f"{path}.text", shown(text), same(shown(real)))


def key_list(record: Mapping[str, object]) -> str:
    return shown(", ".join(record)) if record else "{}"


def _without_numbers(path: str) -> str:
    """The path without list positions, so that one stray key is said once."""
    return "".join(piece if i == 0 else "[]" + piece.split("]", 1)[1] for i, piece in enumerate(path.split("[")))
