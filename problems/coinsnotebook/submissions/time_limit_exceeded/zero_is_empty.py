# Slow on rows with zeros: a list of zeros is the cache, and a value of 0 is computed again and again. Expected: TLE in
# memoised/5-zeros, 5 of 6 points for game_mem.


def game_mem(i, j, v, cache=None):
    if cache is None:
        cache = [[0] * len(v) for _ in v]
    if i > j:
        return 0
    if cache[i][j] == 0:
        cache[i][j] = max(
            v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
            v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
        )
    return cache[i][j]


def game_bup(v):
    best = {}
    for i in range(len(v) - 1, -1, -1):
        total = 0
        for j in range(i, len(v)):
            total += v[j]
            best[i, j] = total - min(best[i + 1, j], best[i, j - 1]) if i < j else v[i]
    return best[0, len(v) - 1]
