# Wrong: both players take the larger end. Expected: no points.


def game_mem(i, j, v, cache=None):
    if i == j:
        return v[i]
    total = sum(v[i : j + 1])
    return total - (game_mem(i + 1, j, v) if v[i] >= v[j] else game_mem(i, j - 1, v))


def game_bup(v):
    return game_mem(0, len(v) - 1, v)
