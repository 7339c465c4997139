# Slow: sums every interval of the row separately, which takes n^3 / 6 additions. Expected: AC in groups 1 to 4, TLE in group 5,
# 70 points.
n = int(input())
coin = list(map(int, input().split()))
best = coin
for length in range(2, n + 1):
    best = [
        sum(coin[i : i + length]) - min(best[i], best[i + 1])
        for i in range(n - length + 1)
    ]
print(best[0], sum(coin) - best[0])
