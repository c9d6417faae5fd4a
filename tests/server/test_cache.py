"""Costly views are made once, and are never older than they may be."""

from pingce.server.cache import ResponseCache


class Clock:
    def __init__(self) -> None:
        self.now = 100.0
        self.made = 0

    def make(self, cost: float) -> int:
        self.now += cost
        self.made += 1
        return self.made


def ask(views: ResponseCache[int], clock: Clock, stamp: object, *, cost: float = 2.0) -> int:
    return views.get(1, stamp, lambda: clock.make(cost))


def test_nothing_changed_so_nothing_is_made_again() -> None:
    clock = Clock()
    views = ResponseCache[int](lambda: clock.now)
    assert [ask(views, clock, "a") for _ in range(3)] == [1, 1, 1]
    clock.now += 61
    assert ask(views, clock, "a") == 2


def test_a_costly_view_of_something_that_changes_may_be_a_little_old() -> None:
    clock = Clock()
    views = ResponseCache[int](lambda: clock.now)
    assert ask(views, clock, "a") == 1
    clock.now += 9
    assert ask(views, clock, "b") == 1
    clock.now += 2
    assert ask(views, clock, "c") == 2


def test_a_cheap_view_is_always_up_to_date() -> None:
    clock = Clock()
    views = ResponseCache[int](lambda: clock.now)
    assert [ask(views, clock, stamp, cost=0.1) for stamp in "abb"] == [1, 2, 2]


def test_keys_do_not_share_values() -> None:
    views = ResponseCache[int]()
    assert (views.get(1, "a", lambda: 1), views.get(2, "a", lambda: 2)) == (1, 2)
