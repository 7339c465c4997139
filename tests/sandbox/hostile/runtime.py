# SPDX-License-Identifier: MIT
# Behaviour of honest and of hostile programs, for every Python interpreter: an argument selects it.
# Right: "fine" prints "fine"; "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time



def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def fine():
    assert sum(map(int, input().split())) == 6
    results = []
    workers = [threading.Thread(target=lambda: results.append(depth(500))) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [500] * 8
    sys.setrecursionlimit(20000)
    assert depth(10000) == 10000
    assert (3 ** 10000).bit_length() == 15850
    assert len(os.urandom(8)) == 8 and 0 <= random.random() < 1
    seen = []
    signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    os.kill(os.getpid(), signal.SIGUSR1)
    time.sleep(0.001)
    assert seen == [signal.SIGUSR1]
    child = subprocess.run(["/bin/echo", "child"], capture_output=True, text=True)
    assert child.stdout == "child\n", child
    with open("/proc/self/status") as status:
        assert status.read()
    print("fine")


mode = sys.argv[1]
if mode == "fine":
    fine()
elif mode == "memory":
    kept = []
    while True:
        kept.append(bytearray(b"1") * (1 << 20))
elif mode == "connect":
    try:
        socket.create_connection(("127.0.0.1", 80), timeout=1)
    except OSError:
        pass
    print("still here")
elif mode == "threads":
    while True:
        try:
            threading.Thread(target=time.sleep, args=(100,)).start()
        except RuntimeError:
            pass
