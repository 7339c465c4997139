# The smart opponent in linear time, by fusing each coin that is no smaller than both its neighbours with them. The dumb one by
# dynamic programming over lengths with shifted lists instead of indices.
import sys
from operator import add


def smart(coin):
    stack = []
    for z in coin:
        while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
            y, x = stack.pop(), stack.pop()
            z += x - y
        stack.append(z)
    lead, sign, i, j = 0, 1, 0, len(stack) - 1
    while i <= j:
        if stack[i] > stack[j]:
            lead += sign * stack[i]
            i += 1
        else:
            lead += sign * stack[j]
            j -= 1
        sign = -sign
    return (sum(coin) + lead) // 2


def dumb(coin):
    n = len(coin)
    best = [0] * (n + 1)
    for length in range(1, n + 1):
        left, right = best[1:], best
        if (n - length) % 2 == 0:
            left = map(add, coin, left)
            right = map(add, coin[length - 1 :], right)
        best = [x if x > y else y for x, y in zip(left, right)]
    return best[0]


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    coin = [int(next(words)) for _ in range(int(next(words)))]
    print(dumb(coin), smart(coin))
