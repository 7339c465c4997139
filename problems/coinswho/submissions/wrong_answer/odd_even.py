# Wrong: holds the sum of the odd places against that of the even ones: the greater one is the first player's where n is even, and
# where n is odd he is taken to be kept to the odd places.
for _ in range(int(input())):
    n = int(input())
    coin = list(map(int, input().split()))
    lead = sum(coin[::2]) - sum(coin[1::2])
    if n % 2 == 0:
        lead = abs(lead)
    print("FIRST" if lead > 0 else "SECOND" if lead < 0 else "TIE")
