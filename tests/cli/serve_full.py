#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest whose disk becomes full: acknowledged data is kept, everything else is refused with a message, and viewers stay connected.

usage: serve_full.py ASSAY. It calls itself in a mount namespace with a small file system for the store.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, Stream, expect, submit  # noqa: E402

SIZE = 12 << 20


def fill(folder):
    """Fills the disk to the last byte."""
    with open(folder / "filler", "ab", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def submit_until_refused(team):
    """The log of the database may have some space of its own."""
    for number in range(200):
        status, text, _ = submit(team, contests.PROGRAMS["WA"] + f"# {number} " + "x" * 20000)
        if status != 303:
            return number, status, text
    sys.exit("nothing is refused on a full disk")


def await_status(server, path, wanted):
    until = time.monotonic() + 60
    while Browser(server).get(path)[0] != wanted:
        expect(time.monotonic() < until, f"{path} is never {wanted}")
        time.sleep(0.1)


def check(server, disk):
    team, jury, late = Browser(server), Browser(server), Browser(server)
    expect(team.log_in("team1", server.passwords["team1"])[0] == 303 and jury.log_in("admin", server.passwords["admin"])[0] == 303, "log-in")
    expect(submit(team, contests.PROGRAMS["AC"])[0] == 303, "a submission is refused")
    stream = Stream(server)
    stream.event()
    fill(disk)
    count, status, text = submit_until_refused(team)
    expect(status == 503 and "refused" in text, f"a full disk: {status}")
    expect("cannot store anything" in team.get("/submissions")[1], "teams are not told")
    expect("cannot be written" in jury.get("/jury")[1], "the jury is not told")
    board = Browser(server).get("/")
    expect(board[0] == 200 and "cannot store anything" not in board[1] and "cannot be written" not in board[1], "the board of everybody")
    expect(late.log_in("team2", server.passwords["team2"])[0] == 503, "a log-in that cannot be kept")
    expect(Browser(server).get("/readyz")[0] == 503 and Browser(server).get("/healthz")[0] == 200, "/readyz and /healthz")
    metrics = Browser(server).get("/metrics")[1]
    expect("\nassay_store_writable 0\n" in metrics and "\nassay_store_errors_total 0\n" not in metrics, "the metrics")
    (disk / "filler").unlink()
    await_status(server, "/readyz", 200)
    expect("cannot store anything" not in team.get("/submissions")[1], "teams are told what is over")
    expect(submit(team, contests.PROGRAMS["AC"])[0] == 303, "a submission is refused when there is space again")
    submissions = contests.Client(server, "contest", "admin", server.passwords["admin"]).get("/submissions")
    expect(len(submissions) == count + 2, f"{count + 2} submissions were acknowledged, {len(submissions)} are there")
    expect(stream.event()[0] in ("rows", "board"), "the viewer is not served any more")


def run(assay, folder, disk):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    passwords = contests.write_contest(assay, folder)
    server = contests.Server(assay, folder, f"sqlite:{disk}/contest.db")
    server.passwords = passwords
    check(server, disk)
    server.stop()


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-full-") as folder:
        disk = pathlib.Path(folder) / "disk"
        disk.mkdir()
        script = f'mount -t tmpfs -o size={SIZE},mode=700 none "$0" && exec "$@"'
        unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        if subprocess.run([*unshare, "true"], capture_output=True).returncode:
            print("SKIPPED: no namespaces")
            sys.exit(77)
        sys.exit(subprocess.run([*unshare, "sh", "-c", script, disk, sys.executable, __file__, assay, folder, disk]).returncode)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        run(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
