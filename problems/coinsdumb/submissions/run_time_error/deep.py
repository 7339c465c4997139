# Crashes: memoised recursion is as deep as the row is long, and Python stops at a depth of 1000 (RecursionError).
n = int(input())
coin = list(map(int, input().split()))
memo = {}


def best(i, j, mine):
    if i > j:
        return 0
    if (i, j) not in memo:
        left = best(i + 1, j, not mine) + mine * coin[i]
        right = best(i, j - 1, not mine) + mine * coin[j]
        memo[i, j] = max(left, right)
    return memo[i, j]


print(best(0, n - 1, True))
