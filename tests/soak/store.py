#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 of `assay judge --store`: if it is run again until it ends, it reports the same as an undisturbed command.

usage: store.py ASSAY [--kills N] [--seed N]

A class is judged through a store. The command is killed 0.5 to 2 s after its start and run again, until it ends by itself. Then its
documents are compared with those of a command without a store, except for times, and the next class begins. After each kill the store is
read: each earlier result has the same bytes, each job has at most one result, the events are numbered without a gap, and `assay store
check` finds no problem. Nothing is left on the host.
"""
import argparse
import ctypes
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from kill import PR_SET_CHILD_SUBREAPER, PROBLEM, Fault, expect_nothing

READ = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 1;"
# They sleep, so that kills happen during a run, without CPU time.
WAIT = " usleep(120000);"
KINDS = [
    READ + WAIT + " printf(\"%d\\n\", a + b); }\n",
    READ + WAIT + " printf(\"%d\\n\", a + b + (a == 5)); }\n",
    READ + WAIT + " if (a == 4) abort(); printf(\"%d\\n\", a + b); }\n",
    "int main(void) { return 0 }\n",
]
SUBMISSIONS = 20
TESTS = 6
PATIENCE_S = 240
# Values that differ from run to run.
VARIABLE = {"cpu_time_ns", "wall_time_ns", "memory_bytes", "instructions", "cached", "reruns", "degraded"}


def make_world(folder):
    data = folder / "sum/data/secret"
    data.mkdir(parents=True)
    (folder / "sum/problem.yaml").write_text(PROBLEM)
    for number in range(1, TESTS + 1):
        (data / f"{number:02}.in").write_text(f"{number} {number * number}\n")
        (data / f"{number:02}.ans").write_text(f"{number + number * number}\n")
    (folder / "class").mkdir()
    for number in range(SUBMISSIONS):
        (folder / f"class/{number:02}.c").write_text(KINDS[number % len(KINDS)])
    (folder / "tmp").mkdir()
    (folder / "cache").mkdir()


def start(assay, folder, store):
    command = [assay, "judge", "--json", "-j2", *(["--store", f"sqlite:{store}"] if store else []), "sum"]
    command += [f"class/{number:02}.c" for number in range(SUBMISSIONS)]
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(folder / "tmp"),
                                 "XDG_CACHE_HOME": str(folder / "cache")})


def check(assay, folder, store):
    """Runs assay store check; a command that was killed at once has made no store."""
    done = subprocess.run([assay, "store", "check", f"sqlite:{store}"], cwd=folder, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin"})
    if done.returncode != 0 and "no store; name the file" not in done.stderr:
        raise Fault(f"store check: status {done.returncode}: {done.stdout}{done.stderr}")


def strip(value):
    if isinstance(value, dict):
        return {key: strip(item) for key, item in value.items() if key not in VARIABLE}
    return [strip(item) for item in value] if isinstance(value, list) else value


def documents_of(status, out, err):
    if status != 0:
        raise Fault(f"status {status}: {out[-1000:]}{err}")
    documents = [strip(json.loads(line)) for line in out.splitlines()]
    if len(documents) != SUBMISSIONS:
        raise Fault(f"{len(documents)} documents")
    return documents


class Store:
    """Reads a store while no command has it open."""

    def __init__(self, path):
        self.path = path
        self.results = {}

    def look(self):
        """Returns the number of new results."""
        before = len(self.results)
        database = sqlite3.connect(self.path)
        if database.execute("PRAGMA user_version").fetchone()[0] == 0:
            return 0
        # Commands are killed more often here than the default number of attempts permits.
        with database:
            database.execute("INSERT OR REPLACE INTO setting VALUES (0, 'attempts', '1000000')")
        rows = database.execute("SELECT job.id, result.bytes, result.attempt FROM job JOIN result"
                                " ON result.job = job.id").fetchall()
        found = {job: (digest, attempt) for job, digest, attempt in rows}
        if len(found) != len(rows):
            raise Fault(f"a job has two results: {rows}")
        for job, result in self.results.items():
            if found.get(job) != result:
                raise Fault(f"the result of job {job} is lost or another: {result}, {found.get(job)}")
        self.results = found
        valid = database.execute("SELECT count(*) FROM job WHERE state = 2 AND result IS NOT NULL").fetchone()[0]
        kinds = database.execute("SELECT kind, count(*), count(DISTINCT job) FROM event GROUP BY kind").fetchall()
        numbers = [row[0] for row in database.execute("SELECT number FROM event ORDER BY number")]
        broken = database.execute("SELECT count(*) FROM result LEFT JOIN chunk ON chunk.digest = result.bytes"
                                  " WHERE chunk.digest IS NULL").fetchone()[0]
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        done = sum(count for kind, count, _ in kinds if kind == 1)
        if not len(found) == valid == done or any(count != jobs for _, count, jobs in kinds):
            raise Fault(f"{len(found)} results, {valid} valid, events {kinds}")
        if numbers != list(range(1, len(numbers) + 1)) or broken or check != "ok":
            raise Fault(f"events {numbers}, {broken} results without bytes, integrity {check}")
        return len(found) - before


def one_class(assay, folder, name, kills_left, draw, expected):
    """Returns the number of kills."""
    store = Store(folder / name)
    kills, slack = 0, 1.0
    while True:
        process = start(assay, folder, name)
        delay = draw.uniform(0.5, 2) * slack
        try:
            out, err = process.communicate(timeout=delay if kills < kills_left else PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            out, err = process.communicate()
        # It may have ended at the last moment.
        if process.returncode == -signal.SIGKILL:
            if kills >= kills_left:
                raise Fault("the command hangs")
            kills += 1
            expect_nothing(folder, process.pid)
            check(assay, folder, name)
            # On a loaded machine a command may not reach its first result.
            slack = 1.0 if store.look() else slack * 1.5
            continue
        if documents_of(process.returncode, out, err) != expected:
            raise Fault(f"after {kills} kills: {out}")
        store.look()
        check(assay, folder, name)
        if len(store.results) != SUBMISSIONS:
            raise Fault(f"{len(store.results)} results")
        expect_nothing(folder, process.pid)
        return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("assay")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    assay = os.path.abspath(options.assay)
    draw = random.Random(options.seed)
    # Orphans become children of this process, so that they are detected.
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        sys.exit("cannot become the subreaper")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-soak."))
    folder.chmod(0o755)
    make_world(folder)
    kills = classes = 0
    begin = time.monotonic()
    try:
        process = start(assay, folder, None)
        out, err = process.communicate(timeout=PATIENCE_S)
        expected = documents_of(process.returncode, out, err)
        while kills < options.kills:
            classes += 1
            got = one_class(assay, folder, f"{classes}.store", options.kills - kills, draw, expected)
            if got == 0 and classes > 10 + options.kills:
                raise Fault("no command lives long enough to be killed")
            kills += got
    except Fault as fault:
        sys.exit(f"after {kills} kills in {classes} classes: {fault}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{kills} kills, {classes} classes of {SUBMISSIONS} submissions, {time.monotonic() - begin:.0f} s: each "
          "submission has one result, and all are those of an undisturbed run")


if __name__ == "__main__":
    main()
