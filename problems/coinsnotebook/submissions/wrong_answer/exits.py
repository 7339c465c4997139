# Ends the program from inside the functions, once in the usual way and once in a way that cannot be caught. Expected: no points.
import os
import sys


def game_mem(i, j, v, cache=None):
    sys.exit(0)


def game_bup(v):
    os._exit(0)
