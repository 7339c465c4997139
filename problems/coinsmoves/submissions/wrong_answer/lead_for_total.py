# Wrong: correct moves, but the first line is the first player's lead, not the total.
import sys
from operator import ge, sub

n, *coin = map(int, sys.stdin.read().split())
lead = coin
takes_left = [b"\1" * n]
for length in range(2, n + 1):
    left = list(map(sub, coin, lead[1:]))
    right = list(map(sub, coin[length - 1 :], lead))
    takes_left.append(bytes(map(ge, left, right)))
    lead = [x if x > y else y for x, y in zip(left, right)]
moves = []
i = 0
for length in range(n, 0, -1):
    left = takes_left[length - 1][i]
    moves.append("L" if left else "R")
    i += left
print(lead[0])
print("".join(moves))
