# Linear except for the sorting: peaks are fused; what is left falls and rises, so it is taken in the order of value.
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
