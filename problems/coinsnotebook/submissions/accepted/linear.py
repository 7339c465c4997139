# The key is text with a separator. game_bup is linear: a coin between two that are not larger fuses with them, and a valley
# remains. There the players take the larger ends.


def game_mem(i, j, v, cache=None):
    cache = {} if cache is None else cache
    key = f"{i},{j}"
    if key not in cache:
        if i == j:
            cache[key] = v[i]
        elif i + 1 == j:
            cache[key] = max(v[i], v[j])
        else:
            cache[key] = max(
                v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
                v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
            )
    return cache[key]


def game_bup(v):
    stack = []
    for coin in v:
        stack.append(coin)
        while len(stack) > 2 and stack[-3] <= stack[-2] >= stack[-1]:
            right, middle, left = stack.pop(), stack.pop(), stack.pop()
            stack.append(left - middle + right)
    lead, sign, left, right = 0, 1, 0, len(stack) - 1
    while left <= right:
        if stack[left] >= stack[right]:
            lead, left = lead + sign * stack[left], left + 1
        else:
            lead, right = lead + sign * stack[right], right - 1
        sign = -sign
    return (sum(v) + lead) // 2
