# The textbook table with index loops, as in a course. They are in a function because local variables are faster: at the top level
# of the file the loops take 50 % longer, which still passes.
def main():
    n = int(input())
    coin = list(map(int, input().split()))
    best = [[0] * n for _ in range(n)]
    total = [0] * (n + 1)
    for i in range(n):
        total[i + 1] = total[i] + coin[i]
        best[i][i] = coin[i]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best[i][j] = total[j + 1] - total[i] - min(best[i + 1][j], best[i][j - 1])
    print(best[0][n - 1])


main()
