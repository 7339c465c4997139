#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Resets a virtual machine while it judges by a store in a file and one on a server: nothing that was acknowledged is lost.

resets.py LOG SOCKET COUNT [SEED]    called by `ASSAY_VM_RESETS=COUNT tests/vm/run`

LOG is what tests/vm/resets_guest.py prints, SOCKET the control socket of qemu (QMP). A reset loses data that the kernel of the machine has
not yet written to its disk, which no SIGKILL shows. (Written data stays: the loss of a disk's own cache is not simulated.) It comes when
both stores have a new result since the start, and 0 to 10 s later. After each start every
submission whose document the command had printed must have exactly one result in its store; all documents are those of an
undisturbed run, except for times; `assay store check` finds no problem.
"""
import json
import random
import socket
import sys
import time

PATIENCE_S = 1200
AFTER_S = 10
AC, WA = 1, 2
MARK, END = "assay-vm: ", "assay-vm ended with "


class Fault(Exception):
    """A violated expectation."""


class Machine:
    def __init__(self, path):
        self.control = socket.socket(socket.AF_UNIX)
        deadline = time.monotonic() + 30
        while True:
            try:
                self.control.connect(path)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        self.lines = self.control.makefile("r")
        self.lines.readline()
        self.order("qmp_capabilities")

    def order(self, name):
        self.control.sendall(json.dumps({"execute": name}).encode() + b"\n")
        while "return" not in json.loads(self.lines.readline()):
            pass


class Log:
    """The machine's log, line by line; a line that a reset has cut off is dropped."""

    def __init__(self, path):
        self.file = open(path, encoding="utf-8", errors="replace")
        self.rest = ""

    def read(self):
        self.rest += self.file.read()
        *lines, self.rest = self.rest.split("\n")
        for line in lines:
            if line.startswith(END):
                raise Fault(line)
            if MARK not in line:
                continue
            try:
                yield json.loads(line[line.index(MARK) + len(MARK):])
            except ValueError:
                continue


class World:
    def __init__(self):
        self.expected = []
        self.acknowledged = {"file": set(), "server": set()}
        self.found = {"file": set(), "server": set()}
        self.compared = 0
        self.ready = False

    def start(self):
        self.ready = False

    def hear(self, words):
        if "expected" in words:
            self.expected = words["expected"]
        elif "acknowledged" in words:
            self.acknowledge(words["store"], words["acknowledged"], words["digest"])
        elif "ready" in words:
            self.ready = True
        elif "failed" in words:
            raise Fault(f"assay judge: {words}")
        else:
            self.look(words["store"], words["results"], words["check"])

    def acknowledge(self, store, path, digest):
        if digest != self.expected[index_of(path)]:
            raise Fault(f"{store}: not the document of an undisturbed run: {path}")
        self.compared += 1
        self.acknowledged[store].add(path)

    def look(self, store, rows, check):
        if check is not None:
            raise Fault(f"store check: {store}: {check}")
        paths = [path for path, _ in rows]
        if len(set(paths)) != len(paths):
            raise Fault(f"{store}: two results of one submission: {rows}")
        lost = (self.acknowledged[store] | self.found[store]) - set(paths)
        if lost:
            raise Fault(f"{store}: lost: {sorted(lost)}")
        wrong = [row for row in rows if row[1] != (WA if index_of(row[0]) % 2 else AC)]
        if wrong:
            raise Fault(f"{store}: not the right verdict: {wrong}")
        self.found[store] = set(paths)

    def is_judging(self):
        """Both stores have results that were not there at the start."""
        return all(self.acknowledged[store] - self.found[store] for store in self.found)


def index_of(path):
    """In its batch."""
    return int(path.removesuffix(".sh").rpartition("-")[2])


def listen(log, world, until):
    """Waits until the condition is true."""
    deadline = time.monotonic() + PATIENCE_S
    while not until():
        if time.monotonic() > deadline:
            raise Fault(f"the machine said nothing for {PATIENCE_S} s")
        for words in log.read():
            world.hear(words)
        time.sleep(0.2)


def main():
    log, machine, count = Log(sys.argv[1]), Machine(sys.argv[2]), int(sys.argv[3])
    seed = sys.argv[4] if len(sys.argv) > 4 else str(time.time_ns())
    draw = random.Random(seed)
    world = World()
    print(f"seed {seed}", flush=True)
    begin = time.monotonic()
    try:
        for reset in range(count + 1):
            world.start()
            listen(log, world, lambda: world.ready)
            known = {store: len(world.acknowledged[store]) for store in world.found}
            listen(log, world, world.is_judging)
            print(f"start {reset}, {time.monotonic() - begin:.0f} s: of {known['file']} and {known['server']} results that were"
                  f" acknowledged, in the file and on the server, there are {len(world.found['file'])} and"
                  f" {len(world.found['server'])}; {world.compared} documents compared", flush=True)
            if reset == count:
                break
            end = time.monotonic() + draw.uniform(0, AFTER_S)
            listen(log, world, lambda: time.monotonic() > end)
            machine.order("system_reset")
        print(f"{count} resets: nothing is lost", flush=True)
        return 0
    except Fault as fault:
        print(f"FAIL {fault}", flush=True)
        return 1
    finally:
        machine.order("quit")


if __name__ == "__main__":
    sys.exit(main())
