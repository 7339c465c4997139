# Dynamic programming with index loops, one row of the table in memory. The code is in a function because local variables are
# faster.
def main():
    n = int(input())
    coin = list(map(int, input().split()))
    best = [0] * n
    total = 0
    for i in range(n - 1, -1, -1):
        total = coin[i]
        best[i] = coin[i]
        for j in range(i + 1, n):
            total += coin[j]
            if best[j - 1] < best[j]:
                best[j] = total - best[j - 1]
            else:
                best[j] = total - best[j]
    print(best[n - 1], total - best[n - 1])


main()
