# Always takes the better of the odd and the even places; uses only input() and print().
n = int(input())
coin = list(map(int, input().split()))
mine = 0 if sum(coin[::2]) >= sum(coin[1::2]) else 1
left = 0
for turn in range(n // 2):
    if left % 2 == mine:
        print("L", flush=True)
        left += 1
    else:
        print("R", flush=True)
    if input() == "L":
        left += 1
