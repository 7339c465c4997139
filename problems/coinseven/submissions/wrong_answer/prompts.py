# Wrong: prints prompts before the correct answer, as the published program does. Expected: WA in every group, 0 points.
n = int(input("Enter the number of coins: "))
coin = list(map(int, input("Enter their values: ").split()))
lead = coin
for length in range(2, n + 1):
    lead = [max(coin[i] - lead[i + 1], coin[i + length - 1] - lead[i]) for i in range(n - length + 1)]
print("The greatest total is", (sum(coin) + lead[0]) // 2)
