#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs of a worker in another process: they are read before the judgement ended. Also counts the writes of the worker.

usage: remote_runs.py ASSAY
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import api_http  # noqa: E402

contests, expect = api_http.contests, api_http.expect
ROLE = "remote_runs"
TESTS = 12
STEP = "import time\ntime.sleep(0.5)\nprint(sum(map(int, input().split())))\n"


def write_tests(package):
    for number in range(TESTS):
        (package / f"data/secret/more{number:02}.in").write_text(f"{number} 1\n")
        (package / f"data/secret/more{number:02}.ans").write_text(f"{number + 1}\n")


def ask(database, text):
    answer = subprocess.run(["psql", "-qAtX", "-c", text, database.url], check=True, capture_output=True, text=True)
    return answer.stdout.strip()


def written(database):
    """The number of writes to the session of the worker; it sends a heartbeat every two seconds."""
    time.sleep(1.5)  # the server counts with a delay
    return int(ask(database, "SELECT n_tup_upd FROM pg_stat_user_tables WHERE schemaname = 'assay' AND relname = 'session'"))


def start_worker(assay, folder, database):
    ask(database, f"CREATE ROLE {ROLE} LOGIN")
    subprocess.run([assay, "store", "grant", database.url, ROLE, "worker"], check=True, stdout=subprocess.DEVNULL)
    log = open(folder / "worker.log", "w", encoding="utf-8")
    return subprocess.Popen([assay, "worker", "--store", database.url.replace("postgres@", ROLE + "@"), "-j1"], stderr=log, stdout=log)


def judging(account, submission):
    """The judgement and its runs, as they are now; the runs are read first."""
    runs = account.get(f"/runs?judgement_id={submission}-1")
    judgements = account.get(f"/judgements?submission_id={submission}")
    return judgements[0] if judgements else None, runs


def follow(account, submission):
    """The number of runs at each look during the judgement, and at the end."""
    counts = [0]
    until = time.monotonic() + 120
    while time.monotonic() < until:
        judgement, runs = judging(account, submission)
        if judgement and judgement.get("end_time"):
            return counts, judging(account, submission)
        expect([run["ordinal"] for run in runs] == list(range(1, len(runs) + 1)), f"the runs are {runs}")
        expect(all(run["judgement_type_id"] == "AC" for run in runs), f"the runs are {runs}")
        if runs and counts[-1] != len(runs):
            counts.append(len(runs))
        time.sleep(0.1)
    sys.exit("the submission was not judged")


def check(team, admin, database):
    reader = contests.Reader(admin)
    reader.start()
    before = written(database)
    began = time.monotonic()
    made = api_http.expect_status(team.ask("POST", "/submissions", api_http.program(STEP)), 201, "a slow submission")
    counts, (judgement, runs) = follow(admin, made["id"])
    took = time.monotonic() - began
    expect(judgement["judgement_type_id"] == "AC" and len(runs) > TESTS, f"in the end: {judgement}, {runs}")
    expect(len(counts) >= 4 and counts[-1] > 3, f"before the judgement ended there were {counts} runs")
    expect(runs[0]["time"] < judgement["end_time"] and runs[0]["time"] < runs[-1]["time"], f"all runs are of the end: {runs}")
    writes = written(database) - before
    api_http.check_feed(admin)
    lines = [line for line in list(reader.lines) if b'"runs"' in line]
    reader.done.set()
    expect(len(lines) == len(runs), f"the feed has {len(lines)} lines of {len(runs)} runs")
    print(f"{len(runs)} runs in {took:.1f} s, seen as {counts}; sessions were written {writes} times, with their beats")


def run(assay, folder, database):
    passwords = contests.write_contest(assay, folder)
    write_tests(folder / "sum")
    write_tests(next((folder / "contest").glob("**/sum"), folder / "sum"))
    server = contests.Server(assay, folder, database.url, "--jobs", "0")
    server.passwords, server.folder = passwords, folder
    worker = start_worker(assay, folder, database)
    try:
        check(*(api_http.Account(server, name, passwords[name]) for name in ("team1", "admin")), database)
        server.stop()
    finally:
        server.kill()
        worker.terminate()
        worker.wait()
        sys.stderr.write((folder / "serve.log").read_text() + (folder / "worker.log").read_text())


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-runs-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, True)
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(sys.argv[1])
