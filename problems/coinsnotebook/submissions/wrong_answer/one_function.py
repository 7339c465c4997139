# game_mem is not defined, since a statement before it fails. Expected: WA for it in all tests, and 6 of 6 points for game_bup.
import numpy as np

def game_bup(v):
    best = {}
    for i in range(len(v) - 1, -1, -1):
        total = 0
        for j in range(i, len(v)):
            total += v[j]
            best[i, j] = total - min(best[i + 1, j], best[i, j - 1]) if i < j else v[i]
    return best[0, len(v) - 1]


@np.vectorize
def game_mem(i, j, v, cache=None):
    return 0
