# Wrong: prints a prompt for its input, so that its first word is not a move.
n = int(input("Number of coins: "))
coin = list(map(int, input("Their values: ").split()))
mine = 0 if sum(coin[::2]) >= sum(coin[1::2]) else 1
left = 0
for turn in range(n // 2):
    if left % 2 == mine:
        print("L", flush=True)
        left += 1
    else:
        print("R", flush=True)
    if input("Your move: ") == "L":
        left += 1
