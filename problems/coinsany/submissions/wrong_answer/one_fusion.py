# Wrong: the linear algorithm with `if` instead of `while`: it fuses once for each coin and does not check whether that makes
# another peak. Expected: WA in every group, 0 points.
n = int(input())
coin = list(map(int, input().split()))
stack = []
for value in coin:
    stack.append(value)
    if len(stack) >= 3 and stack[-3] <= stack[-2] >= stack[-1]:
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
