#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A registration while another process appends to the contest's log without a pause: it is refused with 503 and the form, and succeeds later.
Only a store on a PostgreSQL server has several processes that append; a store in a file has one.

usage: serve_busy.py ASSAY APPENDER
"""
import html
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
from serve import Browser, expect  # noqa: E402

BUSY = "The contest is busy, and the team is not registered; try again in a minute."
# The append of a registration can succeed by chance, between two appends of the other process.
ATTEMPTS = 60


def register(server, name):
    form = {"code": "CODE1234", "name": f"Team <{name}>", "username": name, "password": "late-password"}
    began = time.monotonic()
    status, page, _ = Browser(server).request("POST", "/register", form)
    return status, html.unescape(page), time.monotonic() - began


def refuse(server):
    """Registers until a registration is refused. Returns its username."""
    for number in range(ATTEMPTS):
        name = f"busy{number}"
        status, page, took_s = register(server, name)
        if status == 303:
            continue
        expect(status == 503 and BUSY in page, f"a registration in a busy contest: {status} {page}")
        expect(f'value="Team <{name}>"' in page and f'value="{name}"' in page, f"the form is not shown again: {page}")
        expect("late-password" not in page, "the page shows the password")
        expect(took_s >= 9, f"the registration was given up after {took_s} s")
        return name
    sys.exit(f"{ATTEMPTS} registrations succeeded although another process appends without a pause")


def check(server, appender):
    expect(appender.stdout.readline() == "appended\n", "the other process does not append")
    name = refuse(server)
    expect(appender.poll() is None, "the other process ended")
    expect(Browser(server).get("/healthz")[:2] == (200, "ok\n"), "a busy contest is not healthy")
    appender.kill()
    appender.wait()
    expect(Browser(server).log_in(name, "late-password")[0] == 403, "the team that was refused can log in")
    until = time.monotonic() + 120
    while register(server, name)[0] != 303:
        expect(time.monotonic() < until, "the name that was refused cannot be registered later")
    expect(Browser(server).log_in(name, "late-password")[0] == 303, "the team cannot log in")


def run(assay, program, folder, database):
    contests.write_contest(assay, folder)
    with open(folder / "contest/contest.yaml", "a", encoding="utf-8") as file:
        file.write("registration: {join_code: CODE1234, group_id: participants, teams: 100}\n")
    server = contests.Server(assay, folder, database.url)
    # The event changes nothing, but it is in the log.
    body = json.dumps({"type": "state", "wall_ms": int(time.time() * 1000)})
    appender = subprocess.Popen([program, database.url, "contest/contest", body], stdout=subprocess.PIPE, text=True)
    try:
        check(server, appender)
        server.stop()
    finally:
        for process in (appender, server.process):
            if process.poll() is None:
                process.kill()
                process.wait()
        sys.stderr.write((folder / "serve.log").read_text())


def main(assay, program):
    with tempfile.TemporaryDirectory(prefix="assay-busy-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, True)
        try:
            run(assay, program, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
