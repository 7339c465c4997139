# Wrong: for the dumb opponent, prints the sum of the largest coins, as if the first player could get every half of the row.
import sys


def smart(coin):
    stack = []
    for z in coin:
        while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
            y, x = stack.pop(), stack.pop()
            z += x - y
        stack.append(z)
    lead, sign, i, j = 0, 1, 0, len(stack) - 1
    while i <= j:
        if stack[i] > stack[j]:
            lead += sign * stack[i]
            i += 1
        else:
            lead += sign * stack[j]
            j -= 1
        sign = -sign
    return (sum(coin) + lead) // 2


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    coin = [int(next(words)) for _ in range(int(next(words)))]
    print(sum(sorted(coin)[len(coin) // 2 :]), smart(coin))
