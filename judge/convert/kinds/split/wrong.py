# Must be rejected: wrong if n is odd, as in a secret test.
n = int(input())
print(n // 2, n // 2)
