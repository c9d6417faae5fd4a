"""The best one-to-one matching of predicted and gold tuples."""

from collections.abc import Iterable, Mapping

Pair = tuple[int, int]

SMALL = 6
"""Up to this many rows or columns, trying all subsets is quicker than loading SciPy."""


def best_pairs(weights: Mapping[Pair, float]) -> list[Pair]:
    """Pairs of row and column, each used at most once, with the greatest total weight.

    Only positive weights are given. Rows and columns that share no weight fall apart into small
    groups, most of them a single pair, and each group is solved on its own.
    """
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for i, j in weights:
        rows.setdefault(i, []).append(j)
        columns.setdefault(j, []).append(i)
    if len(rows) == len(weights) == len(columns):
        return list(weights)
    chosen: list[Pair] = []
    seen: set[int] = set()
    for start in rows:
        if start in seen:
            continue
        group_rows, group_columns = _group(start, rows, columns)
        seen.update(group_rows)
        chosen += _solve(sorted(group_rows), sorted(group_columns), weights)
    return chosen


def _group(start: int, rows: Mapping[int, list[int]], columns: Mapping[int, list[int]]) -> tuple[set[int], set[int]]:
    group_rows, group_columns, todo = {start}, set[int](), [start]
    while todo:
        for j in rows[todo.pop()]:
            if j not in group_columns:
                group_columns.add(j)
                fresh = [i for i in columns[j] if i not in group_rows]
                group_rows.update(fresh)
                todo += fresh
    return group_rows, group_columns


def _solve(rows: list[int], columns: list[int], weights: Mapping[Pair, float]) -> list[Pair]:
    if len(columns) == 1 or len(rows) == 1:
        pairs = [(i, j) for i in rows for j in columns if (i, j) in weights]
        return [max(pairs, key=weights.__getitem__)]
    if min(len(rows), len(columns)) > SMALL:
        return _solve_large(rows, columns, weights)
    if len(columns) > len(rows):
        turned = {(j, i): w for (i, j), w in weights.items()}
        return [(i, j) for j, i in _by_subsets(columns, rows, turned)]
    return _by_subsets(rows, columns, weights)


def _by_subsets(rows: Iterable[int], columns: list[int], weights: Mapping[Pair, float]) -> list[Pair]:
    """Row by row, remember the best result for every subset of used columns (there are few columns)."""
    best: dict[int, tuple[float, tuple[Pair, ...]]] = {0: (0.0, ())}
    for i in rows:
        options = [(1 << k, (i, j), weights[i, j]) for k, j in enumerate(columns) if (i, j) in weights]
        following = dict(best)
        for used, (total, pairs) in best.items():
            for bit, pair, weight in options:
                if used & bit:
                    continue
                known = following.get(used | bit)
                if known is None or total + weight > known[0]:
                    following[used | bit] = (total + weight, (*pairs, pair))
        best = following
    return list(max(best.values(), key=lambda result: result[0])[1])


def _solve_large(rows: list[int], columns: list[int], weights: Mapping[Pair, float]) -> list[Pair]:
    from scipy.optimize import linear_sum_assignment

    matrix = [[weights.get((i, j), 0.0) for j in columns] for i in rows]
    picked = zip(*linear_sum_assignment(matrix, maximize=True), strict=True)
    pairs = [(rows[int(i)], columns[int(j)]) for i, j in picked]
    return [pair for pair in pairs if pair in weights]
