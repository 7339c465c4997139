# Crashes: memoised recursion is as deep as the row is long, and Python stops at a depth of 1000 (RecursionError).
n = int(input())
coin = list(map(int, input().split()))
memo = {}


def lead(i, j):
    if i > j:
        return 0
    if (i, j) not in memo:
        memo[i, j] = max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1))
    return memo[i, j]


i, j = 0, n - 1
while i <= j:
    if coin[i] - lead(i + 1, j) >= coin[j] - lead(i, j - 1):
        print("L", flush=True)
        i += 1
    else:
        print("R", flush=True)
        j -= 1
    if i <= j:
        if input() == "L":
            i += 1
        else:
            j -= 1
