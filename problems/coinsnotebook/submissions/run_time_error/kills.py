# Kills its parent, every other process that it can reach, and then itself. It can reach only itself. Expected: RTE by a signal,
# no points, and no harm to the judge.
import os
import signal


def game_mem(i, j, v, cache=None):
    for target in (os.getppid(), -1, os.getpid()):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass


def game_bup(v):
    os.kill(os.getpid(), signal.SIGSEGV)
