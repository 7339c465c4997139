# Wrong: the linear algorithm, fusing only where a coin is larger than both neighbours, so that it stalls on plateaus.
# Expected: WA in every group, 0 points.
n = int(input())
coin = list(map(int, input().split()))
stack = []
for value in coin:
    stack.append(value)
    while len(stack) >= 3 and stack[-3] < stack[-2] > stack[-1]:
        z, y, x = stack.pop(), stack.pop(), stack.pop()
        stack.append(x - y + z)
left, right = 0, len(stack) - 1
difference, sign = 0, 1
while left <= right:
    if stack[left] > stack[right]:
        difference += sign * stack[left]
        left += 1
    else:
        difference += sign * stack[right]
        right -= 1
    sign = -sign
print((sum(coin) + difference) // 2, (sum(coin) - difference) // 2)
