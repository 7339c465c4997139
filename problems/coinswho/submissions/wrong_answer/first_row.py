# Wrong: answers for the first row only.
input()
input()
stack = []
for z in map(int, input().split()):
    while len(stack) >= 2 and stack[-2] <= stack[-1] >= z:
        z -= stack.pop()
        z += stack.pop()
    stack.append(z)
stack.sort(reverse=True)
lead = sum(stack[::2]) - sum(stack[1::2])
print("FIRST" if lead > 0 else "SECOND" if lead < 0 else "TIE")
