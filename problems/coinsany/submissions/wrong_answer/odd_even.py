# Wrong: the better of all odd and all even places, which never loses for even n, but is not the most that can be had, and
# for odd n cannot be kept to at all. Expected: WA in every group, 0 points.
n = int(input())
coin = list(map(int, input().split()))
best = max(sum(coin[::2]), sum(coin[1::2]))
print(best, sum(coin) - best)
