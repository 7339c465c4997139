# Slow: correct, but sums every interval separately, which takes n^3 / 6 additions.
import sys

n, *coin = map(int, sys.stdin.read().split())
takes_left = []
best = coin
for length in range(1, n + 1):
    if length == 1:
        takes_left.append(b"\1" * n)
        continue
    takes_left.append(bytes([best[i + 1] <= best[i] for i in range(n - length + 1)]))
    best = [sum(coin[i : i + length]) - min(best[i], best[i + 1]) for i in range(n - length + 1)]
print(best[0])
moves = []
i = 0
for length in range(n, 0, -1):
    left = takes_left[length - 1][i]
    moves.append("L" if left else "R")
    i += left
print("".join(moves))
