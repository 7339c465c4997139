# game_bup is the linear algorithm with strict comparisons: it misses peaks that are as high as a neighbour. Expected: WA where
# rows have equal neighbours; game_mem is correct.


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
    stack = []
    for coin in v:
        stack.append(coin)
        while len(stack) > 2 and stack[-3] < stack[-2] > stack[-1]:
            right, middle, left = stack.pop(), stack.pop(), stack.pop()
            stack.append(left - middle + right)
    lead, sign = 0, 1
    while stack:
        lead += sign * stack.pop(0 if stack[0] >= stack[-1] else -1)
        sign = -sign
    return (sum(v) + lead) // 2
