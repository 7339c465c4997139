#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The disk of the PostgreSQL server is full while workers judge: nothing is lost, and judging continues when there is space again.

usage: full.py ASSAY

Two workers judge a class of `assay judge --store -j0`. The server is on a disk of its own (a tmpfs that only this script and its
children see). After some jobs a file fills the disk for 20 s, including space that the server frees. What ends
meanwhile says why in one line and is started again, and so is the server, which stops if it cannot write its log. At the end the documents
equal those of a command without a store, except for times and workers. Each job has one result, and `assay store check` finds no problem.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from course import Course, rooms
from kill import Fault

SUBMISSIONS, BEFORE, FULL_S = 24, 4, 20
DISK = "size=160m,mode=1777"
SPACE = "could not extend file", "No space left on device", "free space on the disk"
# Messages about a session that the server has ended, or that cannot be opened.
AWAY = "cannot open the store on the PostgreSQL server: ", "was lost: "


class Ballast:
    """Fills a disk."""

    def __init__(self, disk):
        self.path = disk / "ballast"
        self.file = open(self.path, "wb", buffering=0)

    def fill(self):
        for size in 1 << 20, 4096:
            try:
                while True:
                    self.file.write(bytes(size))
            except OSError:
                pass

    def remove(self):
        self.file.close()
        self.path.unlink()


class World:
    def __init__(self, course, cores):
        self.course, self.cores = course, cores
        self.reasons = collections.Counter()
        self.workers = [self.start_worker(number) for number in range(2)]
        self.client = course.start_client("class")

    def start_worker(self, number):
        return self.course.start_worker(f"room {number + 1}", self.cores[number % len(self.cores)], self.course.url)

    def expect_reason(self, status, text):
        last = (text.splitlines() or [""])[-1]
        if not any(words in last for words in SPACE + AWAY):
            raise Fault(f"status {status}: {text}")
        self.reasons[last] += 1

    def revive(self):
        for number, worker in enumerate(self.workers):
            if worker.process.poll() is not None:
                self.expect_reason(worker.process.returncode, worker.log.read_text())
                self.workers[number] = self.start_worker(number)
        if self.client.poll() not in (None, 0):
            self.expect_reason(self.client.returncode, (self.course.folder / "class.err").read_text())
            self.client = self.course.start_client("class")

    def count_done(self):
        return self.course.number("SELECT count(*) FROM assay.job WHERE state = 2")

    def is_judged(self):
        self.revive()
        return self.client.poll() == 0


def fill(world, disk):
    ballast = Ballast(disk)
    end = time.monotonic() + FULL_S
    while time.monotonic() < end:
        ballast.fill()
        world.revive()
        time.sleep(0.2)
    ballast.remove()


def is_alive(server):
    """Its control program may have given up."""
    return subprocess.run([server.psql, "-qAtX", "-c", "SELECT 1", server.url("postgres")], capture_output=True,
                          check=False).returncode == 0


def judge(course, disk):
    expected = course.judge_undisturbed()["class"]
    course.make_store("course")
    world = World(course, sorted(os.sched_getaffinity(0)))
    rooms.wait_for("some results", lambda: world.count_done() >= BEFORE)
    fill(world, disk)
    stopped = not (course.server.folder / "data/postmaster.pid").exists()
    if stopped:
        course.server.do("restart")
    rooms.wait_for("the server", lambda: is_alive(course.server))
    rooms.wait_for("the end of the class", world.is_judged)
    course.expect_documents("class", 0, expected)
    course.check_rows(SUBMISSIONS + 1)
    for worker in world.workers:
        worker.end()
    course.check_store()
    if SPACE[1] not in (course.server.folder / "log").read_text():
        raise Fault("the disk was never full")
    if course.number("SELECT sum(deaths) FROM assay.job") != 0:
        raise Fault("a full disk counts as the death of a worker")
    print(*world.reasons, sep="\n")
    print(f"{world.reasons.total()} times a worker or the command ended with its reason; the server {'stopped' if stopped else 'ran on'};"
          f" {course.number('SELECT sum(attempt - 1) FROM assay.job')} jobs were claimed again; each has one result")


def main():
    rooms.enter()
    disk = pathlib.Path(tempfile.mkdtemp(prefix="assay-full."))
    subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", disk], check=True)
    os.environ["ASSAY_TEST_POSTGRES_PARENT"] = str(disk)
    course = Course(sys.argv[1], {"class": SUBMISSIONS})
    try:
        judge(course, disk)
    except (Fault, TimeoutError, subprocess.CalledProcessError) as fault:
        course.print_logs()
        sys.exit(f"{fault}")
    finally:
        course.close()
        subprocess.run(["umount", "--lazy", disk], check=False)
        shutil.rmtree(disk, ignore_errors=True)


if __name__ == "__main__":
    main()
