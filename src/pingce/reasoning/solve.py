"""All arrangements of things on seats that fulfil a set of statements.

Six things on six seats have 720 arrangements, so plain backtracking that crosses out seats as it goes is exact and
takes a fraction of a millisecond; a general constraint solver spends longer building its model.
"""

from collections.abc import Iterator, Sequence

from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.layout import Layout, Table, absolute, full_row, places_only, relation_table, transpose

Arrangement = tuple[int, ...]
"""The seat of each thing."""


def holds(layout: Layout, statement: Statement, arrangement: Arrangement) -> bool:
    """Whether a statement is true of an arrangement."""
    table = relation_table(layout, statement.relation)
    seat = arrangement[statement.x]
    if statement.y is None:
        return table[seat] != 0
    return bool(table[seat] >> arrangement[statement.y] & 1)


def arrangements(layout: Layout, things: int, statements: Sequence[Statement]) -> list[Arrangement]:
    """Every arrangement in which all statements hold.

    Where turning the whole circle changes nothing that is said, the first thing keeps the first seat.
    """
    domains, links = _constraints(layout, things, statements)
    return list(_place(domains, links, [-1] * things))


def search_size(layout: Layout, things: int, statements: Sequence[Statement]) -> int:
    """How many seats the search tries until it knows all arrangements: the solver's own measure of difficulty."""
    tried: list[int] = []
    domains, links = _constraints(layout, things, statements)
    for _ in _place(domains, links, [-1] * things, tried):
        pass
    return len(tried)


Links = list[list[tuple[int, Table]]]
"""For each thing, the others it is spoken of with and the seats that leaves them."""


def _constraints(layout: Layout, things: int, statements: Sequence[Statement]) -> tuple[list[int], Links]:
    """The seats each thing may have, as bits, and what a seat of one forbids the others."""
    domains = [full_row(layout)] * things
    links: Links = [[] for _ in range(things)]
    for statement in statements:
        table = relation_table(layout, statement.relation)
        if statement.y is None or places_only(statement.relation):
            domains[statement.x] &= sum(1 << seat for seat, row in enumerate(table) if row)
        elif statement.y == statement.x:
            domains[statement.x] &= sum(1 << seat for seat, row in enumerate(table) if row >> seat & 1)
        else:
            links[statement.x].append((statement.y, table))
            links[statement.y].append((statement.x, transpose(table)))
    if layout.turning and not any(absolute(statement.relation) for statement in statements):
        domains[0] &= 1
    return domains, links


def _place(domains: list[int], links: Links, seats: list[int], tried: list[int] | None = None) -> Iterator[Arrangement]:
    """Seat the thing with the fewest seats left, cross out what that forbids, and go on."""
    thing, fewest = -1, 99
    for at, domain in enumerate(domains):
        if seats[at] < 0:
            count = domain.bit_count()
            if count < fewest:
                thing, fewest = at, count
    if thing < 0:
        yield tuple(seats)
        return
    left = domains[thing]
    while left:
        bit = left & -left
        left ^= bit
        seat = bit.bit_length() - 1
        if tried is not None:
            tried.append(seat)
        narrowed = [domain & ~bit for domain in domains]
        narrowed[thing] = bit
        for other, table in links[thing]:
            narrowed[other] &= table[seat]
        if all(narrowed):
            seats[thing] = seat
            yield from _place(narrowed, links, seats, tried)
            seats[thing] = -1
