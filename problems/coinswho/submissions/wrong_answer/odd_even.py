# Wrong: compares the sums of the odd and the even places. For even n it gives the greater sum to the first player; for odd n it
# assumes that the first player gets the odd places.
for _ in range(int(input())):
    n = int(input())
    coin = list(map(int, input().split()))
    lead = sum(coin[::2]) - sum(coin[1::2])
    if n % 2 == 0:
        lead = abs(lead)
    print("FIRST" if lead > 0 else "SECOND" if lead < 0 else "TIE")
