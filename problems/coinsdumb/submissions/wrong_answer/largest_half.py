# Wrong: the sum of the largest coins, as if every half of the row could be had. Of four coins the two in the middle cannot.
n = int(input())
coin = sorted(map(int, input().split()), reverse=True)
print(sum(coin[: (n + 1) // 2]))
