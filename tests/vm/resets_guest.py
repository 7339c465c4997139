#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs inside of the virtual machine, as root, after each of its starts: judges by two stores, a file and a server of
PostgreSQL, until the machine is reset. tests/vm/resets.py reads what it prints:

    assay-vm: {"expected": [digest, ...]}                          of the documents of a batch that was judged without a store
    assay-vm: {"store": ..., "results": [[submission, verdict], ...], "check": text or null}    what is there after the start
    assay-vm: {"ready": true}                                                                   both stores were read
    assay-vm: {"acknowledged": submission, "digest": ..., "store": ...}                    the command has printed a document

resets_guest.py SOURCE RELEASE [file|server]     never waits for the disk in this store, which must be found

Digests are of documents without times. Batches have the same submissions after each start, so a batch that a reset has cut
off is continued; documents of batches that were judged before are printed again first.
"""
import hashlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import threading
import time

RELEASE = sys.argv[2]
BROKEN = sys.argv[3:]
ASSAY = f"{RELEASE}/bin/assay"
WORLD = pathlib.Path("/var/lib/assay-resets")
FILE = WORLD / "class.store"
URLS = {"file": f"sqlite:{FILE}", "server": "postgresql:///assay?host=/var/run/postgresql&user=assay"}
BATCH = 4
# Writes are unchanged, but none waits for the disk.
NO_SYNC = """int fsync(int fd) { (void)fd; return 0; }
int fdatasync(int fd) { (void)fd; return 0; }
"""
# Values that differ from run to run, or from batch to batch.
VARIABLE = {"cpu_time_ns", "wall_time_ns", "memory_bytes", "instructions", "cached", "reruns", "degraded", "path", "source"}
ROWS = ("SELECT submission.path, result.verdict FROM result JOIN job ON result.job = job.id"
        " JOIN submission ON job.submission = submission.id ORDER BY result.id")
SERVER_ROWS = ROWS.replace("submission.path", "convert_from(submission.path, 'UTF8')")
PROBLEM = """problem_format_version: 2025-09
name: Sum
uuid: 5ca86ff0-4ad3-4e5f-8a5c-8f2f5c8d1b1e
license: cc0
limits: {time_limit: 30}
"""

serial = threading.Lock()


def say(**words):
    with serial:
        print("assay-vm: " + json.dumps(words), flush=True)


def make_world():
    """The same bytes after each start."""
    data = WORLD / "sum/data/secret"
    data.mkdir(parents=True, exist_ok=True)
    (WORLD / "sum/problem.yaml").write_text(PROBLEM)
    for number in range(1, 3):
        (data / f"{number}.in").write_text(f"{number} {number * number}\n")
        (data / f"{number}.ans").write_text(f"{number + number * number}\n")
    (WORLD / "class").mkdir(exist_ok=True)


def submissions(number):
    """Files of a batch, in the language that starts fastest; every other one is wrong."""
    names = []
    for index in range(BATCH):
        name = f"class/{number:04}-{index}.sh"
        (WORLD / name).write_text(f"# {name}\nread a b\necho $((a + b + {index % 2}))\n")
        names.append(name)
    return names


def strip(value):
    if isinstance(value, dict):
        return {key: strip(item) for key, item in value.items() if key not in VARIABLE}
    return [strip(item) for item in value] if isinstance(value, list) else value


def digest_of(document):
    return hashlib.sha256(json.dumps(strip(document), sort_keys=True).encode()).hexdigest()


def expected():
    """The verdicts of an undisturbed run, made at the first start."""
    file = WORLD / "expected.json"
    if not file.exists():
        out = subprocess.run([ASSAY, "judge", "--json", "-j", "1", "sum", *submissions(0)], cwd=WORLD, check=True,
                             stdout=subprocess.PIPE, text=True).stdout
        file.with_suffix(".new").write_text(json.dumps([digest_of(json.loads(line)) for line in out.splitlines()]))
        os.sync()
        file.with_suffix(".new").rename(file)
    return json.loads(file.read_text())


def break_syncs():
    if "server" in BROKEN:
        pathlib.Path("/etc/postgresql/15/main/conf.d/broken.conf").write_text("fsync = off\nsynchronous_commit = off\n")
    if "file" in BROKEN:
        source, library = WORLD / "no_sync.c", WORLD / "no_sync.so"
        source.write_text(NO_SYNC)
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)


def environment(store):
    return {**os.environ, "LD_PRELOAD": str(WORLD / "no_sync.so")} if store == "file" and store in BROKEN else None


def start_server():
    subprocess.run(["pg_ctlcluster", "15", "main", "start"], check=True)
    as_postgres = ["runuser", "-u", "postgres", "--"]
    subprocess.run([*as_postgres, "createuser", "--superuser", "root"], capture_output=True, check=False)
    subprocess.run([*as_postgres, "createuser", "assay"], capture_output=True, check=False)
    subprocess.run([*as_postgres, "createdb", "--owner", "assay", "assay"], capture_output=True, check=False)
    hba = pathlib.Path("/etc/postgresql/15/main/pg_hba.conf")
    if "assay" not in hba.read_text():
        # Root of this machine is the user of the store.
        hba.write_text("local assay assay trust\n" + hba.read_text())
        subprocess.run(["pg_ctlcluster", "15", "main", "reload"], check=True)


def results(store):
    if store == "file":
        if not FILE.exists():
            return []
        database = sqlite3.connect(FILE)
        try:
            return [list(row) for row in database.execute(ROWS)]
        except sqlite3.OperationalError as error:
            return [] if "no such table" in str(error) else [[str(error), -1]]
        finally:
            database.close()
    done = subprocess.run(["psql", "-X", "-A", "-t", "-F", "\t", "-h", "/var/run/postgresql", "-U", "assay", "assay", "-c", SERVER_ROWS],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [] if "does not exist" in done.stderr else [[done.stderr, -1]]
    return [[path, int(verdict)] for path, verdict in (line.split("\t") for line in done.stdout.splitlines())]


def look(store):
    """Returns the number of the first batch that is not finished."""
    check = subprocess.run([ASSAY, "store", "check", URLS[store]], capture_output=True, text=True, check=False)
    rows = results(store)
    fault = check.returncode != 0 and (rows or "no store; name the file" not in check.stderr)
    say(store=store, results=rows, check=check.stdout + check.stderr if fault else None)
    judged = {path for path, _ in rows}
    number = 0
    while all(f"class/{number:04}-{index}.sh" in judged for index in range(BATCH)):
        number += 1
    if rows:
        # A reset must not count as a death.
        subprocess.run([ASSAY, "store", "set", URLS[store], "attempts", "1000000"], check=True)
    return number


def judge(store, names):
    """True if it succeeded; each document is acknowledged at once."""
    process = subprocess.Popen([ASSAY, "judge", "--json", "-j", "1", "--store", URLS[store], "sum", *names], cwd=WORLD,
                               env=environment(store), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stdout:
        document = json.loads(line)
        say(acknowledged=document["submission"]["path"], digest=digest_of(document), store=store)
    error = process.stderr.read()
    if process.wait() != 0:
        say(store=store, failed=error)
    return process.returncode == 0


def load(store, number):
    before = [name for batch in range(number) for name in submissions(batch)]
    goes_on = not before or judge(store, before)
    while goes_on:
        goes_on = judge(store, submissions(number))
        number += 1


def main():
    make_world()
    break_syncs()
    say(expected=expected())
    start_server()
    numbers = {store: look(store) for store in URLS}
    say(ready=True)
    for store, number in numbers.items():
        threading.Thread(target=load, args=(store, number), daemon=True).start()
    while os.path.exists(WORLD):
        time.sleep(60)


if __name__ == "__main__":
    main()
