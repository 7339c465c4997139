# Wrong: reads the row and writes nothing.
n = int(input())
coin = list(map(int, input().split()))
