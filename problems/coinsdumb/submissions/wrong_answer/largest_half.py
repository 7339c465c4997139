# Wrong: the sum of the largest coins, as if the first player could get every half of the row. Of four coins, the first player
# cannot get the two in the middle.
n = int(input())
coin = sorted(map(int, input().split()), reverse=True)
print(sum(coin[: (n + 1) // 2]))
