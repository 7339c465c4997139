# Wrong: prints prompts and words before the correct total and moves.
from operator import ge, sub

n = int(input("Enter the number of coins: "))
coin = list(map(int, input("Enter their values: ").split()))
lead = coin
takes_left = [b"\1" * n]
for length in range(2, n + 1):
    left = list(map(sub, coin, lead[1:]))
    right = list(map(sub, coin[length - 1 :], lead))
    takes_left.append(bytes(map(ge, left, right)))
    lead = [x if x > y else y for x, y in zip(left, right)]
print("The greatest total is", (sum(coin) + lead[0]) // 2)
i = 0
for length in range(n, 0, -1):
    left = takes_left[length - 1][i]
    print("L" if left else "R", end="")
    i += left
print()
