# Slow: plain recursion for both functions. Expected: 2 of 6 points for each.


def game_mem(i, j, v, cache=None):
    if i == j:
        return v[i]
    return sum(v[i : j + 1]) - min(game_mem(i + 1, j, v), game_mem(i, j - 1, v))


def game_bup(v):
    def lead(v):
        return max(v[0] - lead(v[1:]), v[-1] - lead(v[:-1])) if v else 0

    return (sum(v) + lead(v)) // 2
