# Wrong: the better of the even and the odd places is only a lower bound, for even n. Expected: no points.


def game_mem(i, j, v, cache=None):
    return game_bup(v[i : j + 1])


def game_bup(v):
    return max(sum(v[::2]), sum(v[1::2]))
