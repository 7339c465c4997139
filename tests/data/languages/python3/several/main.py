import total

print(total.read())
