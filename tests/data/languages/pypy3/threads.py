#!/usr/bin/env pypy3
import sys
import threading

numbers = list(map(int, sys.stdin.read().split()[1:]))
sums = [0, 0]


def add(which):
    sums[which] = sum(numbers[which::2])


threads = [threading.Thread(target=add, args=(which,)) for which in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sum(sums))
