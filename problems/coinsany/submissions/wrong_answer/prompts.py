# Wrong: prints prompts before the correct answer, as published programs do. Expected: WA in every group, 0 points.
n = int(input("Enter the number of coins: "))
coin = list(map(int, input("Enter their values: ").split()))
lead = coin
for length in range(2, n + 1):
    lead = [
        a - y if a - y > b - x else b - x
        for a, b, x, y in zip(coin, coin[length - 1 :], lead, lead[1:])
    ]
print((sum(coin) + lead[0]) // 2, (sum(coin) - lead[0]) // 2)
