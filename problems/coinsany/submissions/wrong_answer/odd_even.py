# Wrong: the better of all odd and all even places, a strategy that never loses for even n but is not optimal. It is impossible
# for odd n. Expected: WA in every group, 0 points.
n = int(input())
coin = list(map(int, input().split()))
best = max(sum(coin[::2]), sum(coin[1::2]))
print(best, sum(coin) - best)
