# game_mem is correct for whole rows, but does not use i and j. Expected: WA in memoised/2-parts, 5 of 6 points for game_mem.


def game_mem(i, j, v, cache=None):
    def best(i, j):
        if i > j:
            return 0
        if (i, j) not in cache:
            cache[i, j] = max(v[i] + min(best(i + 2, j), best(i + 1, j - 1)), v[j] + min(best(i + 1, j - 1), best(i, j - 2)))
        return cache[i, j]

    cache = {}
    return best(0, len(v) - 1)


def game_bup(v):
    best = {}
    for i in range(len(v) - 1, -1, -1):
        total = 0
        for j in range(i, len(v)):
            total += v[j]
            best[i, j] = total - min(best[i + 1, j], best[i, j - 1]) if i < j else v[i]
    return best[0, len(v) - 1]
