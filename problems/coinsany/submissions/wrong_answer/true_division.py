# Wrong: `/` makes the totals floating-point numbers, which are printed with a decimal point ("22.0"). Expected: WA in every
# group, 0 points.
n = int(input())
coin = list(map(int, input().split()))
lead = coin
for length in range(2, n + 1):
    lead = [
        a - y if a - y > b - x else b - x
        for a, b, x, y in zip(coin, coin[length - 1 :], lead, lead[1:])
    ]
print((sum(coin) + lead[0]) / 2, (sum(coin) - lead[0]) / 2)
