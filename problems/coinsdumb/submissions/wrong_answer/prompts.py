# Wrong: prints prompts before the correct answer.
from operator import add

n = int(input("Enter the number of coins: "))
coin = list(map(int, input("Enter their values: ").split()))
best = [0] * (n + 1)
for length in range(1, n + 1):
    left, right = best[1:], best
    if (n - length) % 2 == 0:
        left = map(add, coin, left)
        right = map(add, coin[length - 1 :], right)
    best = [x if x > y else y for x, y in zip(left, right)]
print("The greatest total is", best[0])
