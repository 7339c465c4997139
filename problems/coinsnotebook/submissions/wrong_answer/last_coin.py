# Wrong for odd n: the recursion ends at two coins and counts a single coin as 0. Expected: WA where a row or a part has odd
# length, 3 of 6 points for each function.


def game_mem(i, j, v, cache=None):
    cache = {} if cache is None else cache
    if i >= j:
        return 0
    if i + 1 == j:
        return max(v[i], v[j])
    if (i, j) not in cache:
        cache[i, j] = max(
            v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
            v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
        )
    return cache[i, j]


def game_bup(v):
    n = len(v)
    best = [[0] * n for _ in v]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            if length == 2:
                best[i][j] = max(v[i], v[j])
            else:
                left = v[i] + min(best[i + 2][j], best[i + 1][j - 1])
                right = v[j] + min(best[i + 1][j - 1], best[i][j - 2])
                best[i][j] = max(left, right)
    return best[0][n - 1]
