# Starts more processes than the limit: fork fails in the function, and the others end with the run. Expected: no points.
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
