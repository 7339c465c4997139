# A cheat: writes the harness's lines itself, one for each possible call. The expected values are not in this process. Expected:
# no points.
import os


def forge(text):
    for number in range(3, 50):
        try:
            os.write(number, text)
        except OSError:
            pass


def game_mem(i, j, v, cache=None):
    forge(b"calls 1, depth 1\nreturned 0\n" * 1000)
    os._exit(0)


def game_bup(v):
    forge(b"accepted\n")
    return 0
