# Linear time: a coin no smaller than both its neighbours fuses with them to x - y + z. Then taking the larger end is optimal.
from collections import deque

n = int(input())
coin = list(map(int, input().split()))
stack = []
for value in coin:
    stack.append(value)
    while len(stack) >= 3 and stack[-3] <= stack[-2] >= stack[-1]:
        z, y, x = stack.pop(), stack.pop(), stack.pop()
        stack.append(x - y + z)
row = deque(stack)
lead, sign = 0, 1
while row:
    lead += sign * (row.popleft() if row[0] > row[-1] else row.pop())
    sign = -sign
print((sum(coin) + lead) // 2)
