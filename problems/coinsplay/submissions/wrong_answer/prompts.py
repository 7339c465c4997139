# Wrong: prompts for what it reads, so that its first word is no move.
n = int(input("Number of coins: "))
coin = list(map(int, input("Their values: ").split()))
for turn in range((n + 1) // 2):
    print("L", flush=True)
    if 2 * turn + 2 <= n:
        input("Your move: ")
