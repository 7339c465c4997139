# Wrong: both players take the larger end coin.
for _ in range(int(input())):
    left, right = 0, int(input()) - 1
    coin = list(map(int, input().split()))
    lead, sign = 0, 1
    while left <= right:
        if coin[left] >= coin[right]:
            lead += sign * coin[left]
            left += 1
        else:
            lead += sign * coin[right]
            right -= 1
        sign = -sign
    print("FIRST" if lead > 0 else "SECOND" if lead < 0 else "TIE")
