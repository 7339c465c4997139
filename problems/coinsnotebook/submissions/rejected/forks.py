# Starts more processes than it may: fork fails in the function, and those that were started end with the run. Expected: no points.
import os
import time


def game_mem(i, j, v, cache=None):
    for _ in range(100):
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    return 0


def game_bup(v):
    return game_mem(0, 0, v)
