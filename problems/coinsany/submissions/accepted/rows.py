# Dynamic programming over lengths without an index: lead[i] is the lead of the player to move on the interval that starts at i.
# Each length is one pass over shifted lists.
import sys

n, *coin = map(int, sys.stdin.read().split())
lead = coin
for length in range(2, n + 1):
    lead = [
        a - y if a - y > b - x else b - x
        for a, b, x, y in zip(coin, coin[length - 1 :], lead, lead[1:])
    ]
total = sum(coin)
print((total + lead[0]) // 2, (total - lead[0]) // 2)
