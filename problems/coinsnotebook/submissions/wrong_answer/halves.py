# Wrong: game_mem divides with /, which makes a float, and game_bup prints its value and returns nothing. Expected: no points.


def game_mem(i, j, v, cache=None):
    lead = v[i : j + 1]
    for length in range(2, j - i + 2):
        lead = [max(v[i + k] - lead[k + 1], v[i + k + length - 1] - lead[k]) for k in range(len(lead) - 1)]
    return (sum(v[i : j + 1]) + lead[0]) / 2


def game_bup(v):
    print(int(game_mem(0, len(v) - 1, v)))
