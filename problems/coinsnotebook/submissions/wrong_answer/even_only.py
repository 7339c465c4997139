# Wrong for odd n: only parts of even length are in the table, and other parts get the value of all their coins but the last.
# Expected: WA where a row or a part has odd length.


def game_mem(i, j, v, cache=None):
    if cache is None:
        cache = {}
    if i > j:
        return 0
    if (i, j) not in cache:
        cache[i, j] = max(
            v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
            v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
        )
    return cache[i, j]


def game_bup(v):
    n = len(v) - len(v) % 2
    best = [[0] * n for _ in range(n)]
    for length in range(2, n + 1, 2):
        for i in range(n - length + 1):
            j = i + length - 1
            if length == 2:
                best[i][j] = max(v[i], v[j])
            else:
                left = v[i] + min(best[i + 2][j], best[i + 1][j - 1])
                right = v[j] + min(best[i + 1][j - 1], best[i][j - 2])
                best[i][j] = max(left, right)
    return best[0][n - 1] if n else v[0]
