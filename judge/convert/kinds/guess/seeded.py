# Makes a test from a seed: the same seed, the same test.
import random
import sys

random.seed(int(sys.argv[1]))
print(random.randint(1, 1000))
