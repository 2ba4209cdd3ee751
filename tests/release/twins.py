"""A slow twin of the near twins of the program and the Python package: compares two boards piece by piece."""


def lines(board):
    """For each row and then each column its pieces as lengths and its walls as ("x", place), in order."""
    n = int(len(board) ** 0.5)
    cells = {letter: [k for k in range(n * n) if board[k] == letter] for letter in set(board) - {"o", "."}}
    found = [[] for _ in range(2 * n)]
    for cell in cells.pop("x", []):
        found[cell // n].append((cell % n, ("x", cell % n)))
        found[n + cell % n].append((cell // n, ("x", cell // n)))
    for first, second, *third in cells.values():
        across = second == first + 1
        found[first // n if across else n + first % n].append((first % n if across else first // n, 2 + len(third)))
    return tuple(tuple(item for _, item in sorted(line, key=lambda pair: pair[0])) for line in found)


def upside_down(board):
    n = int(len(board) ** 0.5)
    return "".join(board[k : k + n] for k in range(n * (n - 1), -1, -n))


def shorter(one, other):
    """The items that `one` has more than `other`, at each place where that is possible."""
    return {one[k] for k in range(len(one)) if one[:k] + one[k + 1 :] == other}


def walls(found):
    return {(row, item[1]) for row, line in enumerate(found[: len(found) // 2]) for item in line if isinstance(item, tuple)}


def without_wall(found, row, column):
    n = len(found) // 2
    kept = list(found)
    kept[row] = tuple(item for item in kept[row] if item != ("x", column))
    kept[n + column] = tuple(item for item in kept[n + column] if item != ("x", row))
    return kept


def are_near(one, other):
    """Whether lines are the same, or one change apart."""
    n = len(one) // 2
    changed = [k for k in range(2 * n) if one[k] != other[k]]
    if len(changed) > 4:
        return False
    only_one, only_other = sorted(walls(one) - walls(other)), sorted(walls(other) - walls(one))
    if only_one or only_other:
        if len(only_one) > 1 or len(only_other) > 1:
            return False
        if only_one and only_other:
            (row, column), (other_row, other_column) = only_one[0], only_other[0]
            if abs(row - other_row) + abs(column - other_column) != 1:
                return False
        one = without_wall(one, *only_one[0]) if only_one else list(one)
        other = without_wall(other, *only_other[0]) if only_other else list(other)
        return one == other
    if len(changed) == 0:
        return True
    k = changed[0]
    if len(changed) == 1:
        if shorter(one[k], other[k]) or shorter(other[k], one[k]):
            return True
        return len(one[k]) == len(other[k]) and sum(a != b for a, b in zip(one[k], other[k])) == 1
    if len(changed) == 2 and changed[1] == k + 1 and k + 1 != n:
        away, back = (shorter(a[k], b[k]) & shorter(b[k + 1], a[k + 1]) for a, b in [(one, other), (other, one)])
        return bool(away or back)
    return False


def have_twin(boards, others):
    """Which of the boards have a near twin among the others."""
    of_others = {lines(text) for board in others for text in [board, upside_down(board)][: 1 + len(board) % 2]}
    of_boards = {lines(board) for board in boards}
    near = {found for found in of_boards if found in of_others or any(are_near(found, other) for other in of_others)}
    return {board for board in boards if lines(board) in near}
