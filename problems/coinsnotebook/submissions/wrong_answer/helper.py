# Wrong: the opponent leaves the best part for the first player, because of max instead of min. Expected: no points.


def game_mem(i, j, v, cache=None):
    cache = {} if cache is None else cache
    if i > j:
        return 0
    if (i, j) not in cache:
        cache[i, j] = max(
            v[i] + max(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
            v[j] + max(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
        )
    return cache[i, j]


def game_bup(v):
    return game_mem(0, len(v) - 1, v)
