"""The best one-to-one matching of predicted and gold tuples.

Written out rather than taken from SciPy: the groups are tiny, and loading ``scipy.optimize`` takes longer than
scoring a whole data set. The tests compare with SciPy.
"""

from collections import Counter
from collections.abc import Mapping

Pair = tuple[int, int]


def best_pairs(weights: Mapping[Pair, float]) -> list[Pair]:
    """Pairs of row and column, each used at most once, with the greatest total weight.

    Only positive weights are given. Where every row can have the column it likes best, nothing can be better;
    only where two rows want the same column do all have to be weighed against each other.
    """
    liked: dict[int, tuple[float, Pair]] = {}
    for pair, weight in weights.items():
        row = pair[0]
        if row not in liked or weight > liked[row][0]:
            liked[row] = (weight, pair)
    best = [pair for _, pair in liked.values()]
    if len({j for _, j in best}) == len(best):
        return best
    return _weighed(weights)


def _weighed(weights: Mapping[Pair, float]) -> list[Pair]:
    """Rows and columns that have only each other are settled; the others are weighed together."""
    rows, columns = Counter(i for i, _ in weights), Counter(j for _, j in weights)
    settled = [(i, j) for i, j in weights if rows[i] == 1 == columns[j]]
    contested = [(i, j) for i, j in weights if rows[i] > 1 or columns[j] > 1]
    return settled + _solve(sorted({i for i, _ in contested}), sorted({j for _, j in contested}), weights)


def _solve(rows: list[int], columns: list[int], weights: Mapping[Pair, float]) -> list[Pair]:
    if len(rows) <= len(columns):
        costs = [[-weights.get((i, j), 0.0) for j in columns] for i in rows]
        pairs = [(rows[i], columns[j]) for i, j in _cheapest(costs)]
    else:
        costs = [[-weights.get((i, j), 0.0) for i in rows] for j in columns]
        pairs = [(rows[i], columns[j]) for j, i in _cheapest(costs)]
    return [pair for pair in pairs if pair in weights]


def _cheapest(costs: list[list[float]]) -> list[Pair]:
    """The Hungarian method by shortest augmenting paths; not more rows than columns.

    Rows enter one by one. For each, the cheapest alternating path to a free column is grown (as Dijkstra
    would, on costs reduced by the potentials of rows and columns) and turned around.
    """
    width = len(costs[0])
    row_potential = [0.0] * len(costs)
    column_potential = [0.0] * (width + 1)
    row_at = [-1] * (width + 1)  # the row matched to each column; the last column is where a new row starts
    for new_row in range(len(costs)):
        row_at[width], column = new_row, width
        distance, came_from, done = [float("inf")] * width, [width] * width, [False] * (width + 1)
        while row_at[column] >= 0:
            done[column] = True
            row, nearest, step = row_at[column], width, float("inf")
            for j in range(width):
                if done[j]:
                    continue
                reduced = costs[row][j] - row_potential[row] - column_potential[j]
                if reduced < distance[j]:
                    distance[j], came_from[j] = reduced, column
                if distance[j] < step:
                    step, nearest = distance[j], j
            for j in range(width + 1):
                if done[j]:
                    row_potential[row_at[j]] += step
                    column_potential[j] -= step
                elif j < width:
                    distance[j] -= step
            column = nearest
        while column != width:
            row_at[column] = row_at[came_from[column]]
            column = came_from[column]
    return [(row_at[j], j) for j in range(width) if row_at[j] >= 0]
