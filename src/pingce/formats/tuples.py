"""JSON → tuples of slots and sets of fragments; see ``decode``.

Arrays of slots (2022) and objects of roles (2023) become the same ``StepTuple``; rules between slots are looked at
here, and well-formed records pass by in :mod:`.quick`.
"""

from collections.abc import Mapping

from pingce.spec.problem import SCORED, Levels, shown
from pingce.spec.shapes import FragmentSets, Slot, SlotTuple
from pingce.spec.values import Fragment, FragmentSet, SlotFill, StepTuple
from pingce.spec.words import Words, same

from .fragments import LIST, FragmentDecoder, key_list

NO_TUPLE = StepTuple((), well_formed=False)
"""What is no list still counts as a tuple that earns nothing; left out, it would raise the precision."""


class TupleDecoder(FragmentDecoder):
    """Decodes tuples, written as arrays of slots or as lists of objects with roles."""

    def _tuples(self, shape: SlotTuple, raw: list[object], path: str) -> tuple[StepTuple, ...]:
        steps: list[StepTuple] = []
        seen: set[StepTuple] = set()
        for i, element in enumerate(raw):
            where = f"{path}[{i}]"
            step = (
                self._array(shape, element, where) if shape.layout == "array" else self._objects(shape, element, where)
            )
            steps.append(step)
            if not self.thorough:
                continue
            if step in seen:
                self._say("repeated-tuple", where, _fills(step), Words("不同的元组", "a different tuple"))
            seen.add(step)
            if step.well_formed:
                self._slot_rules(shape, step, where)
        return tuple(steps)

    def _slot_rules(self, shape: SlotTuple, step: StepTuple, path: str) -> None:
        by_slot = {fill.slot: fill for fill in step.fills}
        for slot in (None, *by_slot):
            for rule in shape.rules_about.get(slot, ()):
                broken = rule.broken(by_slot)
                if broken is not None:
                    self._say(rule.code, path, broken, rule.demand(), rule.levels)

    def _array(self, shape: SlotTuple, raw: object, path: str) -> StepTuple:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return NO_TUPLE
        slots = shape.slots
        filled = [i for i, element in enumerate(raw[: len(slots)]) if element is not None]
        fills = [self._fill(slots[i], raw[i], f"{path}[{i}]") for i in filled]
        well_formed = len(raw) == len(slots)
        if not well_formed:
            self._say("wrong-length", path, str(len(raw)), same(str(len(slots))))
        return StepTuple(tuple(fills), well_formed)

    def _fill(self, slot: Slot, raw: object, path: str) -> SlotFill:
        """One element of an array: a label or a fragment; anything else fills the slot with nothing right."""
        if isinstance(raw, str):
            self._slot_label(slot, raw, path)
            return SlotFill(slot.name, None, raw)
        count_before = len(self.violations)
        record = self._object(raw, path, ("text", "idxes"))
        fragment = self._fragment(record, path) if record is not None else None
        if slot.takes == "label":
            # It equals no label, whatever else is wrong with it.
            del self.violations[count_before:]
            self._say("slot-kind", path, shown(raw), _slot_expects(slot), SCORED)
        return SlotFill(slot.name, fragment or Fragment("", ()), None)

    def _slot_label(self, slot: Slot, label: str, path: str, levels: Levels | None = None) -> None:
        if slot.takes == "fragment":
            self._say("slot-kind", path, shown(label), _slot_expects(slot), levels)
        elif label not in slot.labels:
            self._say("unknown-slot-label", path, shown(label), same("/".join(slot.labels)))

    def _objects(self, shape: SlotTuple, raw: object, path: str) -> StepTuple:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return NO_TUPLE
        fills = []
        named: set[str] = set()
        for i, element in enumerate(raw):
            fill = self._role_object(shape, element, f"{path}[{i}]")
            if fill is None:
                continue
            if fill.slot in named:
                expected = Words("每个角色一次", "every role once")
                self._say("repeated-role", f"{path}[{i}].role", fill.slot, expected, SCORED)
            named.add(fill.slot)
            fills.append(fill)
        return StepTuple(tuple(fills))

    def _role_object(self, shape: SlotTuple, raw: object, path: str) -> SlotFill | None:
        record = self._object(raw, path, ("role",), ("fragment", "label"))
        if record is None:
            return None
        role = self._role(record, path)
        if role is None:
            return None
        slot = shape.slot(role)
        if slot is None:
            self._say("unknown-role", f"{path}.role", shown(role), same("/".join(s.name for s in shape.slots)))
        fragment = self._object_fragment(slot, record, path)
        label = record.get("label")
        if label is not None:
            label = self._string(label, f"{path}.label")
            if label is not None and slot is not None:
                self._slot_label(slot, label, f"{path}.label", SCORED)
        if fragment is None and label is None:
            self._say("missing-key", path, key_list(record), Words("fragment 或 label", "fragment or label"), SCORED)
        return SlotFill(role, fragment, label)

    def _object_fragment(self, slot: Slot | None, record: Mapping[str, object], path: str) -> Fragment | None:
        raw = record.get("fragment")
        if raw is None:
            return None
        if slot is not None and slot.takes == "label":
            self._say("slot-kind", f"{path}.fragment", shown(raw), _slot_expects(slot), SCORED)
        inner = self._object(raw, f"{path}.fragment", ("text", "idxes"))
        return None if inner is None else self._fragment(inner, f"{path}.fragment")

    def _fragment_sets(self, shape: FragmentSets, raw: object, path: str) -> tuple[FragmentSet, ...] | None:
        if not isinstance(raw, list):
            self._say("wrong-type", path, shown(raw), LIST)
            return None
        sets = []
        for i, listed in enumerate(raw):
            if not isinstance(listed, list):
                self._say("wrong-type", f"{path}[{i}]", shown(listed), LIST)
                continue
            members = []
            for j, member in enumerate(listed):
                record = self._object(member, f"{path}[{i}][{j}]", ("text", "idxes"))
                fragment = self._fragment(record, f"{path}[{i}][{j}]") if record is not None else None
                if fragment is not None:
                    members.append(fragment)
            if len(listed) < shape.at_least:
                expected = Words(f"至少 {shape.at_least} 个成员", f"at least {shape.at_least} members")
                self._say("few-members", f"{path}[{i}]", str(len(listed)), expected)
            sets.append(tuple(members))
        return tuple(sets)


def _slot_expects(slot: Slot) -> Words:
    if slot.takes == "label":
        return Words(f"{slot.name} 的标签 {'/'.join(slot.labels)}", f"a label of {slot.name}: {'/'.join(slot.labels)}")
    return Words(f"{slot.name} 的片段（text 与 idxes）", f"a fragment for {slot.name} (text and idxes)")


def _fills(step: StepTuple) -> str:
    return shown({f.slot: f.label or (f.fragment.text if f.fragment else "") for f in step.fills})
