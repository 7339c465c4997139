# Dynamic programming over lengths with shifted lists instead of indices: lead[i] is the lead of the player to move on the
# interval that starts at i. For each interval only one byte is kept: whether its left end is the better one.
from operator import ge, sub

n = int(input())
coin = list(map(int, input().split()))
lead = coin
takes_left = [b"\1" * n]
for length in range(2, n + 1):
    left = list(map(sub, coin, lead[1:]))
    right = list(map(sub, coin[length - 1 :], lead))
    takes_left.append(bytes(map(ge, left, right)))
    lead = [x if x > y else y for x, y in zip(left, right)]
i = 0
for length in range(n, 0, -2):
    if takes_left[length - 1][i]:
        print("L", flush=True)
        i += 1
    else:
        print("R", flush=True)
    if length > 1 and input() == "L":
        i += 1
