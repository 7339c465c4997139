# The solution that the course published, in other words. game_mem fills its cache, but never passes it on: each call begins with
# an empty one, so the values are correct and the time is exponential. game_bup has the key str(i) + str(j), which can be
# ambiguous, but never reads a wrong entry. Expected: 2 of 6 points for game_mem, 6 of 6 for game_bup.


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
        left = v[i] + min(game_mem(i + 2, j, v), game_mem(i + 1, j - 1, v))
        right = v[j] + min(game_mem(i + 1, j - 1, v), game_mem(i, j - 2, v))
        value = max(left, right)
    cache[key] = value
    return value


def game_bup(v):
    cache = {}
    for length in range(1, len(v) + 1):
        for i in range(len(v) - length + 1):
            j = i + length - 1
            if i == j:
                value = v[i]
            elif i + 1 == j:
                value = max(v[i], v[j])
            else:
                left = v[i] + min(cache[str(i + 2) + str(j)], cache[str(i + 1) + str(j - 1)])
                right = v[j] + min(cache[str(i + 1) + str(j - 1)], cache[str(i) + str(j - 2)])
                value = max(left, right)
            cache[str(i) + str(j)] = value
    return cache[str(0) + str(len(v) - 1)]
