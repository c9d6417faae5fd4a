from collections.abc import Iterator
from pathlib import Path

import pytest

from pingce.formats.findings import Findings
from pingce.formats.load import BadFileError, collect_problems, is_unreadable, loses_values, refuse_invalid
from pingce.formats.source import find_source
from pingce.formats.textlines import text_lines
from pingce.spec.problem import Violation
from pingce.spec.words import Words

EXPECTED = Words("别的", "something else")
ODD = Violation("unknown-key", "x", "x", EXPECTED)
LOST = Violation("unknown-label", "judge", "?", EXPECTED)


def test_all_problems_are_raised_when_the_file_has_been_read() -> None:
    findings = Findings("a.jsonl")
    with pytest.raises(BadFileError, match=r"a\.jsonl cannot be used") as raised, refuse_invalid(findings):
        findings.extend([LOST, LOST], line=2, qid=None)
    assert [problem.code for problem in raised.value.findings.problems] == ["unknown-label"] * 2


def test_oddities_are_no_reason_to_refuse_a_file() -> None:
    findings = Findings("a.jsonl")
    findings.role = "submission"
    for when in (loses_values, is_unreadable):
        with refuse_invalid(findings, when=when):
            findings.add(ODD, line=1)
    with pytest.raises(BadFileError), refuse_invalid(findings, when=loses_values):
        findings.add(LOST, line=2)


def test_a_file_that_cannot_be_read_on_is_refused_or_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes("左\n右\n".encode() + b"\xff\n")
    findings, lines = Findings("words.txt"), []
    with collect_problems():
        for _, line in text_lines(find_source(file), findings):
            lines.append(line)
    assert lines == ["左", "右"]
    assert [problem.code for problem in findings.errors] == ["not-utf8"]
    with pytest.raises(BadFileError), refuse_invalid(findings, when=lambda _: False):
        list(text_lines(find_source(file), findings))


def test_what_was_yielded_stands_until_the_end_of_the_file() -> None:
    findings = Findings("a.jsonl")

    def read() -> Iterator[int]:
        with refuse_invalid(findings):
            for line in (1, 2):
                findings.add(LOST, line=line)
                yield line

    lines = read()
    assert [next(lines), next(lines)] == [1, 2]
    with pytest.raises(BadFileError):
        next(lines)
