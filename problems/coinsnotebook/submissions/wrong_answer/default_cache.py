# The cache is a default argument, so all calls share one: it has the values of the first row when the second row is solved.
# Expected: WA in memoised/1-small and 2-parts with a message that names this mistake; tests of a single row pass.


def game_mem(i, j, v, cache={}):
    if i > j:
        return 0
    if (i, j) not in cache:
        cache[i, j] = max(
            v[i] + min(game_mem(i + 2, j, v), game_mem(i + 1, j - 1, v)),
            v[j] + min(game_mem(i + 1, j - 1, v), game_mem(i, j - 2, v)),
        )
    return cache[i, j]


def game_bup(v):
    best = {}
    for i in range(len(v) - 1, -1, -1):
        total = 0
        for j in range(i, len(v)):
            total += v[j]
            best[i, j] = total - min(best[i + 1, j], best[i, j - 1]) if i < j else v[i]
    return best[0, len(v) - 1]
