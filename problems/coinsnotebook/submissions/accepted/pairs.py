# The intended solution: recursion by the turns of both players with a cache whose key is (i, j), and a table that is filled by
# lengths.


def game_mem(i, j, v, cache=None):
    if cache is None:
        cache = {}
    if i > j:
        return 0
    if (i, j) not in cache:
        left = v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache))
        right = v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache))
        cache[i, j] = max(left, right)
    return cache[i, j]


def game_bup(v):
    n = len(v)
    best = [[0] * n for _ in range(n)]
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            if length <= 2:
                best[i][j] = max(v[i], v[j])
            else:
                left = v[i] + min(best[i + 2][j], best[i + 1][j - 1])
                right = v[j] + min(best[i + 1][j - 1], best[i][j - 2])
                best[i][j] = max(left, right)
    return best[0][n - 1]
