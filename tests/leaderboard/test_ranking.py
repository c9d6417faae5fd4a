"""Rankings: the published tables digit for digit, and every case the rules leave open."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import fmean, pstdev, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.leaderboard.ranking import Ranking, Standing, ranking
from pingce.leaderboard.table import TeamScores, read_table
from pingce.leaderboard.zscore import places, scaled, spread, z_score
from pingce.spec.task import EditionSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import EDITIONS

EXAMPLES = Path(__file__).parents[2] / "examples" / "leaderboard"
S21, S22, S23 = EDITIONS["space2021"], EDITIONS["space2022"], EDITIONS["space2023"]
# Two subtasks are enough to show what holds for any number, and fewer numbers to read.
TWO21, TWO22 = (replace(edition, ranked=edition.ranked[:2]) for edition in (S21, S22))

MISSING = ": it does not enter the mean and deviation there, has no mean Z, and is listed last without a rank."


def make_row(
    team: str,
    *scores: str | None,
    edition: str = "space2022",
    baseline: bool = False,
    jury: str | None = None,
    finalist: bool = False,
) -> TeamScores:
    by_task = {f"{edition}/task{i}": None if s is None else Fraction(s) for i, s in enumerate(scores, start=1)}
    return TeamScores(team, by_task, baseline, None if jury is None else Fraction(jury), finalist)


def published(edition: str) -> Ranking:
    return ranking(EDITIONS[edition], read_table(EXAMPLES / f"{edition}.csv", EDITIONS[edition]))


def by_team(result: Ranking) -> dict[str, Standing]:
    return {standing.team: standing for standing in result.standings}


def ranks(result: Ranking) -> list[tuple[str, int | None]]:
    return [(standing.team, standing.rank) for standing in result.standings]


def z_of(result: Ranking, team: str) -> list[float | None]:
    return list(by_team(result)[team].z.values())


def english(result: Ranking) -> list[str]:
    """The notes beyond the edition's own."""
    return [note.en for note in result.notes[1:]]


# The published tables


def test_mean_z_and_order_of_2021_as_published() -> None:
    result = published("space2021")
    assert [(s.team, f"{s.z_mean:.3f}", s.rank) for s in result.standings] == [
        ("bombflyman", "1.328", 1),
        ("UPSIDEDOWN", "0.709", 2),
        ("稽查大队", "0.451", 3),
        ("三个火枪手", "0.103", 4),
        ("NLP学习者", "-0.021", 5),
        ("我们的名字刚好十个字", "-0.308", 6),
        ("清博AI", "-0.373", 7),
        ("Nicole", "-0.543", 8),
        ("baseline", "-1.346", None),
    ]


def test_awards_of_2021_as_published() -> None:
    assert [
        (p.rank, p.team, f"{p.evaluation:.4f}", f"{p.jury:.4f}", f"{p.final:.4f}")
        for p in published("space2021").prizes
    ] == [
        (1, "bombflyman", "1.0000", "0.8464", "0.9693"),
        (2, "UPSIDEDOWN", "0.6218", "0.5091", "0.5993"),
        (3, "稽查大队", "0.4637", "0.8030", "0.5316"),
        (4, "三个火枪手", "0.2512", "1.0000", "0.4010"),
        (5, "我们的名字刚好十个字", "0.0000", "0.7825", "0.1565"),
        (6, "NLP学习者", "0.1757", "0.0000", "0.1405"),
    ]


def test_z_and_mean_z_of_2022_as_published() -> None:
    """Two Zs differ from the page by one in the last digit, because only four digits of those scores are known.

    The page has -0.0283 for CPIC in task 3 and -0.2102 for the baseline in task 2; all means agree.
    """
    result = published("space2022")
    assert [(s.rank, s.team, *(f"{z:.4f}" for z in s.z.values()), f"{s.z_mean:.4f}") for s in result.standings] == [
        (1, "无情垫底", "-1.1536", "0.9840", "1.0139", "0.2814"),
        (2, "为章岳来", "0.6211", "0.0312", "-0.9855", "-0.1110"),
        (3, "CPIC", "0.5324", "-1.0153", "-0.0284", "-0.1704"),
        (None, "基线", "-29.1349", "-0.2101", "1.2342", "-9.3703"),
    ]
    assert result.prizes == ()


def test_rounded_scores_give_other_digits_so_fractions_are_kept() -> None:
    rows = [make_row("a", ".7865"), make_row("b", ".7992"), make_row("c", ".7985")]
    result = ranking(replace(S22, ranked=S22.ranked[:1]), rows)
    assert [f"{z_of(result, team)[0]:.4f}" for team in "abc"] == ["-1.1533", "0.6257", "0.5276"]


def test_single_team_of_2023_gets_no_z_as_published() -> None:
    rows = [
        make_row("MOSS", ".5782", ".4739", "37.40", edition="space2023"),
        make_row("基线", ".5547", ".4803", None, edition="space2023", baseline=True),
        make_row("ChatGPT", ".2521", ".1378", "40.40", edition="space2023", baseline=True),
    ]
    result = ranking(S23, rows)
    assert ranks(result) == [("MOSS", None), ("基线", None), ("ChatGPT", None)]
    assert [z_of(result, row.team) for row in rows] == [[None, None, None]] * 3
    assert [s.z_mean for s in result.standings] == [None, None, None]
    too_few = (
        "fewer than two teams have a score, so there is no sample standard deviation and no Z "
        "(as published in 2023), hence no mean Z and no rank."
    )
    assert english(result) == [
        "A baseline stands where its mean Z puts it, but takes no rank.",
        *(f"task{i}: {too_few}" for i in (1, 2, 3)),
        f"基线 has no score in task3{MISSING}",
    ]


# Cases the rules leave open


def test_baseline_moves_nobody_in_2022_but_everybody_in_2021() -> None:
    teams = {
        e: [make_row("a", "0.2", "0.2", edition=e), make_row("b", "0.4", "0.4", edition=e)]
        for e in ("space2021", "space2022")
    }
    half = 0.7071067811865476
    with_baseline = ranking(TWO22, [*teams["space2022"], make_row("base", "0.6", "0.6", baseline=True)])
    assert z_of(with_baseline, "b") == pytest.approx([half, half], abs=1e-15)
    assert z_of(with_baseline, "base") == pytest.approx([3 * half, 3 * half], abs=1e-15)
    with_baseline = ranking(
        TWO21, [*teams["space2021"], make_row("base", "0.6", "0.6", edition="space2021", baseline=True)]
    )
    assert z_of(with_baseline, "b") == [0.0, 0.0]


@pytest.mark.parametrize(("edition", "name"), [(TWO21, "space2021"), (TWO22, "space2022")])
def test_baseline_stands_by_its_mean_z_without_taking_a_rank(edition: EditionSpec, name: str) -> None:
    rows = [
        make_row("low", "0.1", "0.1", edition=name),
        make_row("base", "0.3", "0.3", edition=name, baseline=True),
        make_row("high", "0.5", "0.5", edition=name),
    ]
    assert ranks(ranking(edition, rows)) == [("high", 1), ("base", None), ("low", 2)]


def test_baseline_stands_below_a_team_with_the_same_mean_z() -> None:
    rows = [
        make_row("base", "0.5", "0.5", baseline=True),
        make_row("low", "0.1", "0.1"),
        make_row("high", "0.5", "0.5"),
    ]
    assert ranks(ranking(TWO22, rows)) == [("high", 1), ("base", None), ("low", 2)]


def test_equal_scores_give_z_0_and_leave_the_other_subtask_to_decide() -> None:
    result = ranking(TWO22, [make_row("a", "0.5", "0.1"), make_row("b", "0.5", "0.3")])
    assert [z_of(result, "a")[0], z_of(result, "b")[0]] == [0.0, 0.0]
    assert ranks(result) == [("b", 1), ("a", 2)]
    assert english(result) == ["task1: all scores are equal, so the standard deviation is 0 and every Z is 0."]


def test_equal_scores_are_recognised_however_they_are_written() -> None:
    result = ranking(TWO22, [make_row("a", "1/10", "0.1"), make_row("b", "0.1", "0.3"), make_row("c", "0.10", "0.2")])
    assert [z_of(result, team)[0] for team in "abc"] == [0.0, 0.0, 0.0]


def test_baseline_off_equal_scores_has_no_z() -> None:
    rows = [
        make_row("a", "0.5", "0.1"),
        make_row("b", "0.5", "0.3"),
        make_row("same", "0.5", "0.2", baseline=True),
        make_row("other", "0.4", "0.2", baseline=True),
    ]
    result = ranking(TWO22, rows)
    assert z_of(result, "same") == [0.0, 0.0]
    assert z_of(result, "other") == [None, 0.0]
    assert ranks(result) == [("b", 1), ("same", None), ("a", 2), ("other", None)]
    assert english(result)[1:] == [
        "task1: all scores are equal, so the standard deviation is 0 and every Z is 0.",
        "task1: the baseline differs from them, and its Z is undefined (–).",
    ]


def test_missing_subtask_is_left_out_there_and_the_team_comes_last_unranked() -> None:
    rows = [make_row("gap", "0.9", None), make_row("a", "0.1", "0.1"), make_row("b", "0.2", "0.3")]
    result = ranking(TWO22, rows)
    assert ranks(result) == [("b", 1), ("a", 2), ("gap", None)]
    half = 0.7071067811865476
    assert [z_of(result, team)[1] for team in ("gap", "a", "b")] == [None, pytest.approx(-half), pytest.approx(half)]
    assert z_of(result, "gap")[0] == pytest.approx(1.147078669352809)
    assert by_team(result)["gap"].z_mean is None
    assert english(result) == [f"gap has no score in task2{MISSING}"]


def test_subtask_with_one_score_leaves_everybody_unranked_in_table_order() -> None:
    result = ranking(TWO22, [make_row("b", "0.1", "0.1"), make_row("a", "0.2", None)])
    assert ranks(result) == [("b", None), ("a", None)]
    assert english(result)[0].startswith("task2: fewer than two teams have a score")


def test_single_row_has_z_0_with_the_population_deviation() -> None:
    result = ranking(TWO21, [make_row("a", "0.5", "0.7", edition="space2021")])
    assert z_of(result, "a") == [0.0, 0.0]
    assert ranks(result) == [("a", 1)]


def test_subtask_nobody_took_part_in_has_no_z() -> None:
    result = ranking(TWO21, [make_row("a", "0.5", None, edition="space2021")])
    assert z_of(result, "a") == [0.0, None]
    assert "task2: nobody has a score, so there is no Z and no rank." in english(result)


def test_equal_mean_z_shares_a_rank_and_the_next_is_left_out() -> None:
    rows = [make_row("c", "0.1", "0.1"), make_row("a", "0.2", "0.3"), make_row("b", "0.3", "0.2")]
    result = ranking(TWO22, rows)
    assert sorted(ranks(result)) == [("a", 1), ("b", 1), ("c", 3)]
    assert english(result) == ["Teams with the same mean Z share a rank."]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([1.0], [1]),
        ([1.0, 1.0 - 5e-13, 0.5], [1, 1, 3]),
        ([1.0, 1.0 - 2e-12, 0.5], [1, 2, 3]),
        # each equals its neighbour but not the first of its place: a place does not stretch
        ([1.0, 1.0 - 8e-13, 1.0 - 16e-13], [1, 1, 3]),
        ([3.0, 2.0, 2.0, 2.0, 1.0], [1, 2, 2, 2, 5]),
    ],
)
def test_places(values: list[float], expected: list[int]) -> None:
    assert places(values) == expected


def test_percentages_among_shares_are_pointed_out() -> None:
    result = ranking(TWO22, [make_row("a", "79.92", "40.4"), make_row("b", "0.7865", "0")])
    assert english(result) == [
        "task1: some scores are above 1 and some are not; check that none is a percentage among shares."
    ]


def test_z_of_tiny_differences_does_not_vanish() -> None:
    among = spread([Fraction(0), Fraction("1e-200")], ddof=0)
    assert among is not None
    assert [z_score(Fraction(0), among), z_score(Fraction("1e-200"), among)] == [-1.0, 1.0]


def test_every_note_is_said_in_both_languages() -> None:
    rows = [
        make_row("a", "0.5", None, jury="3"),
        make_row("b", "0.5", "7"),
        make_row("c", "0.5", "0.7"),
        make_row("base", "0.4", "0.7", baseline=True),
    ]
    result = ranking(TWO22, rows)
    assert [note.zh for note in result.notes[1:]] == [
        "基线按平均 Z 排入表中，但不占名次。",
        "task1：得分全部相同，标准差为 0，Z 记 0。",
        "task1：基线与之不同，其 Z 无定义（–）。",
        "task2：有的得分大于 1，有的不大于 1，请核对是否混用了百分数。",
        "a 没有 task2 的成绩：不计入其均值与标准差，没有平均 Z，列在最后，没有名次。",
        "space2022 没有评奖规则：jury 和 finalist 列未使用。",
    ]
    assert [note for note in result.notes if not note.en] == []


# Awards


def award_rows(*marks: tuple[str, str | None, bool]) -> list[TeamScores]:
    """Teams a, b, c … with a score in both subtasks, a jury mark and a flag."""
    return [
        make_row(chr(97 + i), score, score, edition="space2021", jury=jury, finalist=finalist)
        for i, (score, jury, finalist) in enumerate(marks)
    ]


def won(result: Ranking) -> list[tuple[int, str, float, float, float]]:
    return [(p.rank, p.team, p.evaluation, p.jury, p.final) for p in result.prizes]


def test_jury_marks_on_any_scale_are_scaled_and_scaling_again_changes_nothing() -> None:
    raw = award_rows(("0.9", "60", False), ("0.5", "90", False), ("0.1", "70", False))
    first = ranking(TWO21, raw)
    assert won(first) == [
        (1, "a", 1.0, 0.0, 0.8),
        (2, "b", 0.5, 1.0, pytest.approx(0.6)),
        (3, "c", 0.0, pytest.approx(1 / 3), pytest.approx(0.2 / 3)),
    ]
    marks = {p.team: Fraction(p.jury) for p in first.prizes}
    again = ranking(TWO21, [replace(row, jury=marks[row.team]) for row in raw])
    assert again.prizes == first.prizes


def test_only_flagged_rows_are_finalists_once_any_row_is_flagged() -> None:
    result = ranking(TWO21, award_rows(("0.9", "1", True), ("0.5", "0", True), ("0.1", "1", False)))
    assert won(result) == [(1, "a", 1.0, 1.0, 1.0), (2, "b", 0.0, 0.0, 0.0)]
    assert english(result) == ["Jury marks of rows that are not finalists are not used: c."]


def test_finalist_without_mark_has_no_prize() -> None:
    result = ranking(TWO21, award_rows(("0.9", "1", True), ("0.5", "0", True), ("0.1", None, True)))
    assert [p.team for p in result.prizes] == ["a", "b"]
    assert english(result) == ["Finalists without a jury mark or without a mean Z have no final score: c."]


def test_finalist_without_mean_z_has_no_prize() -> None:
    rows = award_rows(("0.9", "1", False), ("0.5", "0", False), ("0.1", "1", False))
    rows[2] = replace(rows[2], scores={**rows[2].scores, "space2021/task2": None})
    result = ranking(TWO21, rows)
    assert [p.team for p in result.prizes] == ["a", "b"]
    assert english(result)[-1] == "Finalists without a jury mark or without a mean Z have no final score: c."


def test_no_finalist_is_complete_so_there_is_no_prize() -> None:
    result = ranking(TWO21, award_rows(("0.9", None, True), ("0.5", "1", False)))
    assert result.prizes == ()
    assert english(result) == [
        "Finalists without a jury mark or without a mean Z have no final score: a.",
        "Jury marks of rows that are not finalists are not used: b.",
    ]


def test_baseline_with_a_mark_wins_nothing() -> None:
    rows = award_rows(("0.9", "1", False), ("0.5", "0", False), ("0.1", "1", False))
    rows[0] = replace(rows[0], baseline=True)
    result = ranking(TWO21, rows)
    assert won(result) == [(1, "b", 1.0, 0.0, 0.8), (2, "c", 0.0, 1.0, 0.2)]
    assert english(result)[-1] == "Jury marks of rows that are not finalists are not used: a."


def test_equal_marks_and_equal_z_scale_to_1_and_share_a_place() -> None:
    result = ranking(TWO21, award_rows(("0.5", "3", False), ("0.5", "3", False)))
    assert won(result) == [(1, "a", 1.0, 1.0, 1.0), (1, "b", 1.0, 1.0, 1.0)]
    assert english(result)[-2:] == [
        "All finalists have the same mean Z: their evaluation score is 1.",
        "All finalists have the same jury mark: it is scaled to 1.",
    ]


def test_flags_without_any_mark_give_no_awards_and_say_so() -> None:
    result = ranking(TWO21, award_rows(("0.9", None, True), ("0.5", None, True)))
    assert result.prizes == ()
    assert english(result) == ["There are no jury marks, so no final scores."]


@pytest.mark.parametrize(("jury", "finalist"), [("1", False), (None, True)])
def test_award_columns_of_an_edition_without_awards_are_not_used(jury: str | None, finalist: bool) -> None:
    rows = [make_row("a", "0.1", "0.1", jury=jury, finalist=finalist), make_row("b", "0.2", "0.2")]
    result = ranking(TWO22, rows)
    assert result.prizes == ()
    assert english(result) == ["space2022 has no awards: the columns jury and finalist are not used."]


def test_edition_without_a_note_of_its_own_has_none() -> None:
    silent = replace(TWO22, note=Words("", ""))
    assert ranking(silent, [make_row("a", "0.1", "0.1"), make_row("b", "0.2", "0.2")]).notes == ()


# What holds for any scores

SCORE = st.fractions(min_value=0, max_value=100, max_denominator=10_000)
EDITION = st.sampled_from((TWO21, TWO22))


@st.composite
def tables(draw: st.DrawFn) -> tuple[EditionSpec, list[TeamScores]]:
    edition = draw(EDITION)
    cells = draw(st.lists(st.tuples(SCORE, SCORE, st.booleans()), min_size=1, max_size=8))
    rows = [
        TeamScores(f"team {i}", dict(zip(edition.ranked, scores, strict=True)), baseline)
        for i, (*scores, baseline) in enumerate(cells)
    ]
    return edition, rows


@given(tables())
def test_z_of_the_counted_rows_has_mean_0_and_deviation_1(table: tuple[EditionSpec, list[TeamScores]]) -> None:
    edition, rows = table
    result = by_team(ranking(edition, rows))
    counted = [row for row in rows if edition.baseline_counts or not row.baseline]
    for task in edition.ranked:
        z = [result[row.team].z[task] for row in counted]
        if len(counted) <= edition.ddof:
            assert z == [None] * len(counted)
        elif len({row.scores[task] for row in counted}) == 1:
            assert z == [0.0] * len(counted)
        else:
            known = [value for value in z if value is not None]
            assert len(known) == len(z)
            assert fmean(known) == pytest.approx(0, abs=1e-12)
            assert (stdev if edition.ddof else pstdev)(known) == pytest.approx(1, abs=1e-12)


@given(tables(), st.randoms(use_true_random=False))
def test_order_of_the_rows_changes_no_digit(table: tuple[EditionSpec, list[TeamScores]], chance: Random) -> None:
    edition, rows = table
    mixed = list(rows)
    chance.shuffle(mixed)
    assert by_team(ranking(edition, mixed)) == by_team(ranking(edition, rows))


@given(tables(), st.fractions(min_value=Fraction(1, 100), max_value=100), SCORE)
def test_scaling_and_shifting_a_subtask_changes_no_z(
    table: tuple[EditionSpec, list[TeamScores]], factor: Fraction, shift: Fraction
) -> None:
    edition, rows = table
    task = edition.ranked[0]

    def moved(score: Fraction | None) -> Fraction | None:
        return None if score is None else score * factor + shift

    changed = [replace(row, scores={**row.scores, task: moved(row.scores[task])}) for row in rows]
    assert [s.z for s in ranking(edition, changed).standings] == [s.z for s in ranking(edition, rows).standings]


@given(st.lists(SCORE, min_size=1, max_size=8))
def test_scaling_to_0_and_1_twice_is_scaling_once(marks: Sequence[Fraction]) -> None:
    once = scaled(marks)
    assert scaled([Fraction(value) for value in once]) == once


def test_the_mean_of_means_ranks_where_an_edition_says_so() -> None:
    edition = EDITIONS["space2025"]
    tasks = dict.fromkeys(edition.ranked, Fraction(1, 2))
    weak = TeamScores("weak", {**tasks, "space2025/jsi": Fraction(1, 5)})
    strong = TeamScores("strong", {**tasks, "space2025/spr-zh": Fraction(1)})
    lacking = TeamScores("lacking", {**tasks, "space2025/rse": None})
    base = TeamScores("base", tasks, baseline=True)
    again = TeamScores("again", dict(strong.scores))
    result = ranking(edition, [weak, lacking, base, strong, again])
    assert [(row.team, row.rank) for row in result.standings] == [
        ("strong", 1),
        ("again", 1),
        ("base", None),
        ("weak", 3),
        ("lacking", None),
    ]
    first, *_, last = result.standings
    assert first.means == {"language": Fraction(1, 2), "reasoning": Fraction(3, 4)}
    assert (first.total, first.z, first.z_mean) == (0.625, {}, None)
    assert last.means == {"language": None, "reasoning": Fraction(1, 2)}
    told = " ".join(note.en for note in result.notes)
    assert all(words in told for words in ("mean of the two", "takes no rank", "lacking has no score in rse", "share"))
