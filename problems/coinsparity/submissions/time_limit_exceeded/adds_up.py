# Slow: correct, but sums the remaining row at every turn, n^2 / 4 additions.
n = int(input())
coin = list(map(int, input().split()))
left, right = 0, n
for turn in range(n // 2):
    if sum(coin[left:right:2]) >= sum(coin[left + 1 : right : 2]):
        print("L", flush=True)
        left += 1
    else:
        print("R", flush=True)
        right -= 1
    if input() == "L":
        left += 1
    else:
        right -= 1
