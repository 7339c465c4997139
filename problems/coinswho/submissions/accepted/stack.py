# Linear time: a coin no smaller than both its neighbours fuses with them to x - y + z. The resulting row falls and rises, so its
# coins are taken in descending order.
def lead(coin):
    stack = []
    for z in coin:
        while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
            z -= stack.pop()
            z += stack.pop()
        stack.append(z)
    stack.sort(reverse=True)
    return sum(stack[::2]) - sum(stack[1::2])


for _ in range(int(input())):
    input()
    difference = lead(map(int, input().split()))
    print("FIRST" if difference > 0 else "SECOND" if difference < 0 else "TIE")
