# The published game_mem, fixed to pass its cache on. The key str(i) + str(j) is the same text for (11, 11) and (1, 111), so the
# value is wrong from 113 coins on. Expected: WA in memoised/4-keys and memoised/6-large with a message that names the key.


def game_mem(i, j, v, cache=None):
    if cache is None:
        cache = {}
    key = str(i) + str(j)
    if key in cache:
        return cache[key]
    if i == j:
        value = v[i]
    elif i + 1 == j:
        value = max(v[i], v[j])
    else:
        left = v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache))
        right = v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache))
        value = max(left, right)
    cache[key] = value
    return value


def game_bup(v):
    best = {}
    for i in range(len(v) - 1, -1, -1):
        total = 0
        for j in range(i, len(v)):
            total += v[j]
            best[i, j] = total - min(best[i + 1, j], best[i, j - 1]) if i < j else v[i]
    return best[0, len(v) - 1]
