# Correct, although it does many things that would break a program judged by its output. It prints, reads input, replaces
# sys.stdout, and defines input, sum and max. It fails and exits outside of functions, leaves a thread and a child running, and
# changes the recursion limit.
import atexit, os, sys, threading, time

sys.setrecursionlimit(60)
children = []
print("How many coins?")
name = input("Your name? ")


def input():
    return "8 15 3 7"


def sum(numbers):
    print("sum", *numbers)
    return 0


def max(a, b):
    return a if a > b else b


def game_mem(i, j, v, cache=None):
    print("game_mem", i, j)
    sys.stdout.write("returned 0\n")
    if cache is None:
        cache = {}
        if len(v) > 50 and not children:
            children.append(os.fork())
            if children == [0]:
                return 1
    if i > j:
        return 0
    if (i, j) not in cache:
        cache[i, j] = max(
            v[i] + min(game_mem(i + 2, j, v, cache), game_mem(i + 1, j - 1, v, cache)),
            v[j] + min(game_mem(i + 1, j - 1, v, cache), game_mem(i, j - 2, v, cache)),
        )
    return cache[i, j]


print(1 / 0)


def game_bup(v):
    print("game_bup", v, file=sys.__stdout__)
    below, here = [0] * (len(v) + 1), list(v)
    for length in range(2, len(v) + 1):
        following = []
        for i in range(len(v) - length + 1):
            j = i + length - 1
            left = v[i] + min(below[i + 2], below[i + 1])
            right = v[j] + min(below[i + 1], below[i])
            following.append(max(left, right))
        below, here = here, following
    return here[0]


class Nowhere:
    def write(self, text):
        pass


sys.stdin.close()
sys.stdout = Nowhere()
atexit.register(lambda: os._exit(1))
threading.Thread(target=time.sleep, args=(20,)).start()
if os.fork() == 0:
    time.sleep(20)
sys.exit("that was all")
