# A notebook as `assay grade` writes it. game_mem reads beyond the end of the row. Expected: game_bup's points, and a message that
# names the cell.
# In [1]:
pass  # %matplotlib inline
row = [8, 15, 3, 7]


# In [2]:
def game_mem(i, j, v, cache=None):
    return v[j + 1]


# In [3]:
print(game_bup(row))


# In [4]:
def game_bup(v):
    gain = dict.fromkeys(range(len(v)), 0)
    for length in range(len(v)):
        gain = {i: worth(v, gain, i, i + length, length) for i in range(len(v) - length)}
    return (sum(v) + gain[0]) // 2


# In [5]:
def worth(v, gain, i, j, length):
    return max(v[i] - gain[i + 1], v[j] - gain[i]) if length else v[i]
