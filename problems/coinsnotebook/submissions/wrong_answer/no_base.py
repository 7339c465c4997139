# Wrong: game_mem has no base case, and game_bup reads beyond the row. Expected: no points; a crash of a function is not a crash of
# the program.


def game_mem(i, j, v, cache=None):
    return max(v[i] + game_mem(i + 1, j, v), v[j] + game_mem(i, j - 1, v)) if v else 0


def game_bup(v):
    return max(v[0] + v[len(v)], 0)
