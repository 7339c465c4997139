# Slow: right, but plain recursion in the two-step form, three calls for every two coins: 3^(n/2).
import sys


def best(i, j, choose):
    if i > j:
        return 0
    if i == j:
        return coin[i]
    inner = best(i + 1, j - 1, choose)
    return max(coin[i] + choose(best(i + 2, j, choose), inner), coin[j] + choose(inner, best(i, j - 2, choose)))


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    coin = [int(next(words)) for _ in range(int(next(words)))]
    print(best(0, len(coin) - 1, max), best(0, len(coin) - 1, min))
