# Crashes: memoised recursion is as deep as the row is long, and Python stops at a depth of 1000.
n = int(input())
coin = list(map(int, input().split()))
memo = {}


def lead(i, j):
    if i == j:
        return coin[i]
    if (i, j) not in memo:
        memo[i, j] = max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1))
    return memo[i, j]


print((sum(coin) + lead(0, n - 1)) // 2)
