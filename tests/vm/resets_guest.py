#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs inside of the virtual machine, as root, after each of its starts: judges by two stores, a file and a server of
PostgreSQL, until the machine is reset. tests/vm/resets.py reads what it prints:

    assay-vm: {"store": ..., "results": [[submission, verdict], ...], "check": text or null}   what is there after the start
    assay-vm: {"ready": true}                                                                   both stores were looked into
    assay-vm: {"acknowledged": submission, "store": ...}                                        the command printed a verdict

resets_guest.py SOURCE RELEASE

Batches have the same submissions after each start, so a batch that a reset has cut off is continued.
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import threading
import time

RELEASE = sys.argv[2]
ASSAY = f"{RELEASE}/bin/assay"
WORLD = pathlib.Path("/var/lib/assay-resets")
FILE = WORLD / "class.store"
URLS = {"file": f"sqlite:{FILE}", "server": "postgresql:///assay?host=/var/run/postgresql&user=assay"}
BATCH = 4
ROWS = ("SELECT submission.path, result.verdict FROM result JOIN job ON result.job = job.id"
        " JOIN submission ON job.submission = submission.id ORDER BY result.id")
PROBLEM = """problem_format_version: 2025-09
name: Sum
uuid: 5ca86ff0-4ad3-4e5f-8a5c-8f2f5c8d1b1e
license: cc0
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
    """Files of a batch; every other one is wrong."""
    names = []
    for index in range(BATCH):
        name = f"class/{number:04}-{index}.py"
        (WORLD / name).write_text(f"# {name}\na, b = map(int, input().split())\nprint(a + b + {index % 2})\n")
        names.append(name)
    return names


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
    done = subprocess.run(["psql", "-X", "-A", "-t", "-F", "\t", "-h", "/var/run/postgresql", "-U", "assay", "assay", "-c", ROWS],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [] if "does not exist" in done.stderr else [[done.stderr, -1]]
    return [[path, int(verdict)] for path, verdict in (line.split("\t") for line in done.stdout.splitlines())]


def look(store):
    """Returns the number of the first batch that is not finished."""
    check = subprocess.run([ASSAY, "store", "check", URLS[store]], capture_output=True, text=True, check=False)
    rows = results(store)
    fault = check.returncode != 0 and (rows or "there is no store" not in check.stderr)
    say(store=store, results=rows, check=check.stdout + check.stderr if fault else None)
    judged = {path for path, _ in rows}
    number = 0
    while all(f"class/{number:04}-{index}.py" in judged for index in range(BATCH)):
        number += 1
    return number


def load(store, number):
    while True:
        command = [ASSAY, "judge", "--json", "-j", "1", "--store", URLS[store], "sum", *submissions(number)]
        process = subprocess.Popen(command, cwd=WORLD, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        for line in process.stdout:
            say(acknowledged=json.loads(line)["submission"], store=store)
        error = process.stderr.read()
        if process.wait() != 0:
            say(store=store, failed=error)
            return
        number += 1


def main():
    make_world()
    start_server()
    numbers = {store: look(store) for store in URLS}
    say(ready=True)
    for store, number in numbers.items():
        threading.Thread(target=load, args=(store, number), daemon=True).start()
    while os.path.exists(WORLD):
        time.sleep(60)


if __name__ == "__main__":
    main()
