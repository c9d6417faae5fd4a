import pytest

from pingce.annotate.sampling import is_drawn, shuffled_position

RATES = [0.05, 0.08, 0.15, 0.3, 0.5, 0.7, 1.0]


def numbers(rate: float, count: int, *, secret: str = "a", who: int = 1) -> list[int]:
    return [n for n in range(count) if is_drawn(n, rate, secret=secret, who=who, what="audit")]


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("who", range(5))
def test_the_share_is_kept_within_one(rate: float, who: int) -> None:
    for count in (1, 7, 40, 333, 1000):
        assert abs(len(numbers(rate, count, who=who)) - rate * count) <= 1


@pytest.mark.parametrize("who", range(20))
def test_of_forty_at_fifteen_percent_six_are_drawn_as_the_audit_guide_asks(who: int) -> None:
    assert len(numbers(0.15, 40, who=who)) == 6


def test_nothing_is_drawn_at_rate_zero() -> None:
    assert numbers(0, 1000) == []


def test_people_and_secrets_draw_differently_and_always_the_same() -> None:
    assert numbers(0.1, 200, who=1) != numbers(0.1, 200, who=2)
    assert numbers(0.1, 200, secret="a") != numbers(0.1, 200, secret="b")
    assert numbers(0.1, 200, secret="a") == numbers(0.1, 200, secret="a")


def test_places_differ() -> None:
    assert len({shuffled_position("a", f"q{i}") for i in range(10_000)}) == 10_000
