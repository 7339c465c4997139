# Slow: correct, but fills the table again at every turn, n^3 / 12 cells.
n = int(input())
coin = list(map(int, input().split()))
while coin:
    lead, before = coin, [0] * (len(coin) + 1)
    for length in range(2, len(coin) + 1):
        before = lead
        lead = [max(a - x, b - y) for a, b, x, y in zip(coin, coin[length - 1 :], lead[1:], lead)]
    if coin[0] - before[-1] >= coin[-1] - before[0]:
        print("L", flush=True)
        coin = coin[1:]
    else:
        print("R", flush=True)
        coin = coin[:-1]
    if coin:
        coin = coin[1:] if input() == "L" else coin[:-1]
