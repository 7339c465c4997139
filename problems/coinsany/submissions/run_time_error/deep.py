# Crashes: memoised recursion is as deep as the row is long, and Python stops at a depth of 1000. The memo has n^2 / 2 intervals,
# too many for 64 MiB. Expected: AC in group 1, RTE in groups 2 to 5 (exit status 1, RecursionError, or out of memory, which
# counts as RTE), 10 points.
n = int(input())
coin = list(map(int, input().split()))
memo = {}


def lead(i, j):
    if i == j:
        return coin[i]
    if (i, j) not in memo:
        memo[i, j] = max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1))
    return memo[i, j]


total = sum(coin)
best = lead(0, n - 1)
print((total + best) // 2, (total - best) // 2)
