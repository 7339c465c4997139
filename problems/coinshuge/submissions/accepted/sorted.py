# Linear except for the sorting: peaks are fused; the resulting row falls and rises, so its coins are taken in descending order.
import sys


def main():
    coin = list(map(int, sys.stdin.buffer.read().split()))[1:]
    stack = []
    for z in coin:
        while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
            z -= stack.pop()
            z += stack.pop()
        stack.append(z)
    stack.sort(reverse=True)
    print((sum(coin) + sum(stack[::2]) - sum(stack[1::2])) // 2)


main()
