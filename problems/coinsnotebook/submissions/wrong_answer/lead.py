# Wrong: game_mem returns the lead of the first player, and game_bup the second player's total. Expected: no points, and messages
# that name the mistakes.


def game_mem(i, j, v, cache=None):
    cache = {} if cache is None else cache
    if i == j:
        return v[i]
    if (i, j) not in cache:
        cache[i, j] = max(v[i] - game_mem(i + 1, j, v, cache), v[j] - game_mem(i, j - 1, v, cache))
    return cache[i, j]


def game_bup(v):
    lead = list(v)
    for length in range(2, len(v) + 1):
        lead = [max(v[i] - lead[i + 1], v[i + length - 1] - lead[i]) for i in range(len(v) - length + 1)]
    return (sum(v) - lead[0]) // 2
