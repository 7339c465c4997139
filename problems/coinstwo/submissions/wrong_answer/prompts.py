# Wrong: prints prompts before the correct answer, as published programs do.
n = int(input("Enter the number of coins: "))
coin = list(map(int, input("Enter their values: ").split()))
stack = []
for z in map(sum, zip(coin[::2], coin[1::2])):
    while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
        z -= stack.pop()
        z += stack.pop()
    stack.append(z)
stack.sort(reverse=True)
print((sum(coin) + sum(stack[::2]) - sum(stack[1::2])) // 2)
