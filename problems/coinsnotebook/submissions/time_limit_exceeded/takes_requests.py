# Reads the request in place of the harness, which then waits for it forever. Expected: no points, and TLE in every test.
import os


def take():
    for number in range(3, 50):
        try:
            if os.fstat(number).st_mode & 0o170000 == 0o010000:
                os.read(number, 1000000)
        except OSError:
            pass


def game_mem(i, j, v, cache=None):
    take()


def game_bup(v):
    take()
