# Makes a test from a seed: the same seed, the same test.
import random
import sys

random.seed(int(sys.argv[1]))
print("encode")
print("".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(1, 100))))
