#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 at random moments: no killed process causes a wrong verdict or leaves anything behind.

usage: kill.py ASSAY [--kills N] [--seed N] [--only TARGET]

A package is judged repeatedly with two workers. At a random moment one process is killed: the command (judge), the
helper of a worker (zygote), process 1 of a run (init), the program in it (program), the keeper, or the keeper and then
the command. After each kill every printed verdict is compared with the right one, and the exit status with the verdicts. Then the host is
searched for processes, control groups, temporary folders, mounts and incomplete cache entries.
"""
import argparse
import collections
import ctypes
import errno
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROBLEM = """problem_format_version: 2025-09
name: Sum
uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11
limits: {time_limit: 1.0, time_resolution: 0.5, memory: 64}
"""
READ = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 1;"
WORK = " for (volatile int i = 0; i < 3000000; i++) ;"
# Each submission, and the verdict of its failed test.
SUBMISSIONS = {
    "right.c": (READ + WORK + " printf(\"%d\\n\", a + b); }\n", "AC", "AC"),
    "wrong.c": (READ + WORK + " printf(\"%d\\n\", a + b + (a == 5)); }\n", "WA", "WA"),
    "crash.c": (READ + WORK + " if (a == 7) abort(); printf(\"%d\\n\", a + b); }\n", "RTE", "RTE"),
    "greedy.c": (READ + " if (a == 3) for (;;) { volatile char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 512)"
                 " p[i] = 1; } printf(\"%d\\n\", a + b); }\n", "MLE", "MLE"),
    "broken.c": ("int main(void) { return 0 }\n", "CE", "CE"),
}
FAILS_AT = {"wrong.c": 5, "crash.c": 7, "greedy.c": 3}
TESTS = 12
TARGETS = ["judge", "zygote", "init", "program", "keeper", "keeper+judge"]
PATIENCE_S = 30
HANG_S = 120
PR_SET_CHILD_SUBREAPER = 36


class Fault(Exception):
    """A violated invariant."""


# ---- the environment ----

def make_world(folder):
    data = folder / "sum/data/secret"
    data.mkdir(parents=True)
    (folder / "sum/problem.yaml").write_text(PROBLEM)
    for number in range(1, TESTS + 1):
        (data / f"{number:02}.in").write_text(f"{number} {number * number}\n")
        (data / f"{number:02}.ans").write_text(f"{number + number * number}\n")
    for name, (source, _, _) in SUBMISSIONS.items():
        (folder / name).write_text(source)
    (folder / "tmp").mkdir()
    (folder / "cache").mkdir()


def start(assay, folder, fresh):
    command = [assay, "judge", "--json", "--all", "-j2", *(["--fresh"] if fresh else []), "sum", *SUBMISSIONS]
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(folder / "tmp"),
                                 "XDG_CACHE_HOME": str(folder / "cache")})


# ---- processes to kill ----

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def children(pid):
    return [int(word) for task in tasks(pid) for word in read(f"/proc/{pid}/task/{task}/children").split()]


def tasks(pid):
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def find(target, judge):
    """The pids of the target at this moment."""
    if target == "judge":
        return [judge]
    kept = [pid for pid in children(judge) if read(f"/proc/{pid}/cmdline").startswith("assay-keeper")]
    if target.startswith("keeper"):
        return kept
    found = [pid for pid in children(judge) if read(f"/proc/{pid}/cmdline").startswith("assay-zygote")]
    for _ in range(["zygote", "init", "program"].index(target)):
        found = [child for pid in found for child in children(pid)]
    return found


def kill_one(target, process, draw):
    """Kills one of them; False if none appears before the command's end."""
    end = time.monotonic() + HANG_S
    while process.poll() is None:
        if time.monotonic() > end:
            raise Fault(f"the command hangs; its children: {[read(f'/proc/{child}/cmdline') for child in children(process.pid)]}")
        found = find(target, process.pid)
        if found:
            try:
                os.kill(draw.choice(found), signal.SIGKILL)
                if target == "keeper+judge":
                    os.kill(process.pid, signal.SIGKILL)
                return True
            except ProcessLookupError:
                pass
    return False


# ---- results ----

def right_verdict(name, test):
    return SUBMISSIONS[name][1] if FAILS_AT.get(name) == int(test.rsplit("/", 1)[1]) else "AC"


def check_document(document):
    """Returns True if the judge reports its own failure."""
    name = document["submission"]["path"].rsplit("/", 1)[-1]
    failed = document["verdict"] == "JE"
    if not failed and document["verdict"] != SUBMISSIONS[name][2]:
        failures = [test for test in document.get("tests", []) if test["verdict"] != "AC"]
        raise Fault(f"{name} got {document['verdict']}: {json.dumps(document['compile'])} {json.dumps(failures)}")
    for test in document.get("tests", []):
        if test["verdict"] == "JE":
            if not failed:
                raise Fault(f"{name} got {document['verdict']} in spite of JE")
        elif test["verdict"] != right_verdict(name, test["name"]):
            raise Fault(f"{name} got {test['verdict']} in {test['name']}: {json.dumps(test)}")
    if not failed and name != "broken.c" and len(document["tests"]) != TESTS:
        raise Fault(f"{name} has {len(document['tests'])} tests")
    return failed


def check_outcome(target, killed, status, out, err):
    """Returns the result in one word."""
    documents = [json.loads(line) for line in out.split("\n")[:-1]]
    failed = [check_document(document) for document in documents]
    if "judge" in target and killed and status != 0:
        if status != -signal.SIGKILL:
            raise Fault(f"the killed command ended with {status}")
        return "died"
    if status == 0:
        if any(failed) or len(documents) != len(SUBMISSIONS):
            raise Fault(f"status 0 with {len(documents)} documents, JE in {sum(failed)}")
        return "right"
    if status != 5:
        raise Fault(f"status {status}: {err}")
    if not any(failed) and not err.startswith("assay: "):
        raise Fault(f"status 5 without a reason: {out}{err}")
    return "JE" if any(failed) else "refused"


# ---- leftovers ----

def unless_gone(error):
    """A group that is removed meanwhile is ignored; any other unreadable one may contain processes."""
    if error.errno not in (errno.ENOENT, errno.ENODEV):
        raise Fault(f"cannot look for control groups: {error}")


def left_over(folder, pid):
    """A description of the first leftover of a command; None if there is none."""
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if ended == 0:
            return "a process: " + ", ".join(read(f"/proc/{child}/cmdline") for child in children(os.getpid()))
    for entry in os.listdir(folder / "tmp"):
        return f"{entry} in TMPDIR"
    for name in ("compiled", "headers", "archives"):
        for entry in (folder / "cache/assay" / name).glob("new-*"):
            return f"{entry.name} in the cache"
    for path, names, _ in os.walk("/sys/fs/cgroup", onerror=unless_gone):
        for name in names:
            if re.match(rf"assay-\d+-{pid}-", name):
                return f"the control group {path}/{name}"
    if str(folder) in pathlib.Path("/proc/self/mountinfo").read_text(errors="replace"):
        return "a mount"
    return None


def expect_nothing(folder, pid):
    end = time.monotonic() + PATIENCE_S
    while (left := left_over(folder, pid)) and time.monotonic() < end:
        time.sleep(0.005)
    if left:
        raise Fault(f"left behind: {left}")


def run_undisturbed(assay, folder, fresh=False):
    before = time.monotonic()
    process = start(assay, folder, fresh)
    out, err = process.communicate(timeout=300)
    if check_outcome("nobody", False, process.returncode, out, err) != "right":
        raise Fault(f"undisturbed, and yet: {out}{err}")
    return time.monotonic() - before


# ---- one kill ----

def one_kill(assay, folder, target, delay, fresh, draw):
    process = start(assay, folder, fresh)
    time.sleep(delay)
    killed = kill_one(target, process, draw)
    try:
        out, err = process.communicate(timeout=HANG_S)
    except subprocess.TimeoutExpired as hang:
        process.kill()
        raise Fault("the command hangs") from hang
    outcome = check_outcome(target, killed, process.returncode, out, err)
    if "judge" in target and process.returncode == 0:
        # It was a zombie: a signal cannot show that.
        killed = False
    if killed and target == "keeper+judge":
        # It belongs to the next command now.
        run_undisturbed(assay, folder)
    expect_nothing(folder, process.pid)
    return killed, outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("assay")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--only", choices=TARGETS)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    options.assay = os.path.abspath(options.assay)
    draw = random.Random(options.seed)
    # Orphans become children of this process, so that they are detected.
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        sys.exit("cannot become the subreaper")
    if not next(pathlib.Path("/sys/fs/cgroup").rglob("cgroup.procs"), None):
        sys.exit("cannot look for control groups: there is none below /sys/fs/cgroup")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-soak."))
    folder.chmod(0o755)
    make_world(folder)
    table = collections.Counter()
    kills = tries = 0
    try:
        # The minimum time of a command, with and without compiling: a loaded machine is sometimes slower.
        took = {True: run_undisturbed(options.assay, folder), False: run_undisturbed(options.assay, folder)}
        while kills < options.kills:
            tries += 1
            target = options.only or TARGETS[tries % len(TARGETS)]
            fresh = tries // len(TARGETS) % 4 == 0
            delay = draw.uniform(0, took[fresh])
            before = time.monotonic()
            try:
                killed, outcome = one_kill(options.assay, folder, target, delay, fresh, draw)
            except Fault as fault:
                sys.exit(f"kill {kills + 1} (the {target} after {delay:.3f} s"
                         f"{', compiling' if fresh else ''}): {fault}")
            kills += killed
            if not killed:
                took[fresh] = min(took[fresh], time.monotonic() - before)
            table[target, outcome if killed else "(ended before)"] += 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for (target, outcome), count in sorted(table.items()):
        print(f"{target:14} {outcome:16} {count:5}")
    print(f"{kills} kills, no verdict was wrong, nothing was left")


if __name__ == "__main__":
    main()
