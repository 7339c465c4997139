# Correct values by the wrong methods: game_mem fills a table, and game_bup is recursive. Expected: all points, and two items for
# a person, who decides on the points.


def game_mem(i, j, v, cache=None):
    best = {}
    for a in range(j, i - 1, -1):
        total = 0
        for b in range(a, j + 1):
            total += v[b]
            best[a, b] = total - min(best[a + 1, b], best[a, b - 1]) if a < b else v[a]
    return best[i, j]


def game_bup(v):
    cache = {}

    def best(i, j):
        if i > j:
            return 0
        if (i, j) not in cache:
            cache[i, j] = max(
                v[i] + min(best(i + 2, j), best(i + 1, j - 1)),
                v[j] + min(best(i + 1, j - 1), best(i, j - 2)),
            )
        return cache[i, j]

    return best(0, len(v) - 1)
