#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nobody reads the log of assay serve: its pages, its judging and its end do not wait for that.

usage: serve_log.py ASSAY
"""
import fcntl
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

PIPE_BYTES = 4096


def fill(writer):
    """Fills the pipe to the last byte, through a descriptor of its own that does not block."""
    own = os.open(f"/proc/self/fd/{writer}", os.O_WRONLY | os.O_NONBLOCK)
    for size in (PIPE_BYTES, 1):
        try:
            while True:
                os.write(own, b"\n" * size)
        except BlockingIOError:
            pass
    os.close(own)


def start_unread(server):
    """Starts the server; its log is a full pipe from then on."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    server.log = os.fdopen(writer, "w", encoding="utf-8")
    server.start()
    fill(writer)
    return reader


def read_all(reader):
    os.set_blocking(reader, False)
    text = b""
    try:
        while part := os.read(reader, 65536):
            text += part
    except BlockingIOError:
        pass
    return text.decode()


def judge(server, number):
    team = Browser(server)
    expect(team.log_in("team1", server.passwords["team1"])[0] == 303, "log-in")
    expect(submit(team, contests.PROGRAMS["AC"])[0] == 303, "a submission is refused")
    await_text(team, f"/submissions/{number}", VERDICT["Accepted"])
    expect(Browser(server).get("/")[0] == 200, "the board")


def check(server):
    server.stop()
    reader = start_unread(server)
    judge(server, 1)
    server.stop()  # nobody reads the lines that are queued
    os.close(reader)
    reader = start_unread(server)
    judge(server, 2)
    text = read_all(reader)
    judge(server, 3)
    text += read_all(reader)
    for line in ("log-in: team1 from 127.0.0.1", "judged: submission 2 of team1, problem A: AC", "judged: submission 3 of team1, problem A: AC"):
        expect(line in text, f"the log lacks '{line}':\n{text}")
    server.stop()


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-log-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        server = contests.Server(assay, folder, None, "--log", "pairs")
        server.passwords = passwords
        check(server)


if __name__ == "__main__":
    main(sys.argv[1])
