# Must be rejected: tries one number after another, which is fast enough for the sample only.
import sys

for guess in range(1, 1001):
    print(guess, flush=True)
    if sys.stdin.readline().strip() in ("correct", ""):
        break
