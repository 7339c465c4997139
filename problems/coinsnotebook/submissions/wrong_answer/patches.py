# A cheat: patches json.loads to return a row of zeros, and max, min and sum to return 0.
# It looks for the expected values in the objects of the process, in its stack and in
# files. Expected: no points, since the output validator has the row and its value.
import builtins
import gc
import json
import os
import sys

json.loads = lambda text: [[0]] if text.startswith("[[") else [0, 0, [0]]
builtins.max = builtins.min = builtins.sum = lambda *numbers: 0


def look_at_files():
    found = []
    for folder in ("/", "/program", "/box", "/data", "/proc/1/cwd", "/proc/1/fd", "/proc/%d/cwd" % os.getppid()):
        try:
            found += [open(os.path.join(folder, name)).read() for name in os.listdir(folder) if name.endswith(".ans")]
        except OSError:
            pass
    return found


def look_at_objects():
    return [each["expected"] for each in gc.get_objects() if isinstance(each, dict) and "expected" in each]


def look_at_stack():
    found = []
    frame = sys._getframe()
    while frame:
        found += [value for name, value in frame.f_locals.items() if "expected" in name]
        frame = frame.f_back
    return found


FOUND = look_at_files() + look_at_objects()


def game_mem(i, j, v, cache=None):
    return int((look_at_stack() + FOUND + [-1])[0])


def game_bup(v):
    sys.setprofile(lambda *arguments: None)
    return game_mem(0, len(v) - 1, v)
