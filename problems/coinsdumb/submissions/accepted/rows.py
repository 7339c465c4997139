# Dynamic programming over lengths with shifted lists instead of indices. best[i] is the amount that the first player can still
# collect from the coins of the current length that start at i.
import sys
from operator import add

n, *coin = map(int, sys.stdin.read().split())
best = [0] * (n + 1)
for length in range(1, n + 1):
    left, right = best[1:], best
    if (n - length) % 2 == 0:
        left = map(add, coin, left)
        right = map(add, coin[length - 1 :], right)
    best = [x if x > y else y for x, y in zip(left, right)]
print(best[0])
