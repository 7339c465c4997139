# Crashes: memoised recursion is as deep as there are pairs, and Python stops at a depth of 1000.
n = int(input())
coin = list(map(int, input().split()))
pairs = [coin[i] + coin[i + 1] for i in range(0, n, 2)]
memo = {}


def lead(i, j):
    if i == j:
        return pairs[i]
    if (i, j) not in memo:
        memo[i, j] = max(pairs[i] - lead(i + 1, j), pairs[j] - lead(i, j - 1))
    return memo[i, j]


print((sum(coin) + lead(0, n // 2 - 1)) // 2)
