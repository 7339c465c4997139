# Wrong: prints a prompt for its input, so that its first word is not a move.
n = int(input("Number of coins: "))
coin = list(map(int, input("Their values: ").split()))
for turn in range((n + 1) // 2):
    print("L", flush=True)
    if 2 * turn + 2 <= n:
        input("Your move: ")
