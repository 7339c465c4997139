# SPDX-License-Identifier: MIT
# Threads, a child, random numbers, big integers, deep recursion. Right: prints "fine", exit status 0.
import os
import random
import subprocess
import sys
import threading

sys.setrecursionlimit(20000)


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


results = []
workers = [threading.Thread(target=lambda: results.append(depth(500))) for _ in range(4)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
child = subprocess.run([sys.executable, "-S", "-c", "print(6 * 7)"], capture_output=True, text=True)
assert results == [500] * 4
assert depth(10000) == 10000
assert child.stdout == "42\n", child
assert len(os.urandom(8)) == 8 and 0 <= random.random() < 1
assert (3 ** 10000).bit_length() == 15850
print("fine")
