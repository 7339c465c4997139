# Wrong: reads the row and says nothing.
n = int(input())
coin = list(map(int, input().split()))
