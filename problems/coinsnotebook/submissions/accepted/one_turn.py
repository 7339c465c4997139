# Recursion by one turn: all coins minus the opponent's total on the rest. The cache is from functools, inside game_mem, so that
# each call has its own. game_bup keeps one number for each place, the lead of the player to move.
from functools import lru_cache


def game_mem(i, j, v, cache=None):
    before = [0]
    for coin in v:
        before.append(before[-1] + coin)

    @lru_cache(maxsize=None)
    def best(i, j):
        if i == j:
            return v[i]
        return before[j + 1] - before[i] - min(best(i + 1, j), best(i, j - 1))

    return best(i, j)


def game_bup(v):
    lead = list(v)
    for length in range(2, len(v) + 1):
        for i in range(len(v) - length + 1):
            lead[i] = max(v[i] - lead[i + 1], v[i + length - 1] - lead[i])
    return (sum(v) + lead[0]) // 2


if __name__ == "__main__":
    print(game_mem(0, 3, [8, 15, 3, 7]), game_bup([8, 15, 3, 7]))
