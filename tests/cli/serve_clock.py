#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest while the system's time is set: contest time neither jumps nor stands still, nothing is lost, and nothing waits.

usage: serve_clock.py ASSAY CLOCK, the library of tests/support/clock.c.
"""
import os
import pathlib
import struct
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, Stream, await_text, expect, submit  # noqa: E402


def seconds(reltime):
    hours, minutes, rest = reltime.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def set_clock(clock, off_s):
    """Writes in place: the server has mapped the file, and reading past its end would kill it."""
    with open(clock, "r+b") as file:
        file.write(struct.pack("<q", off_s))


def step(server, clock, team, stream, number, off_s, sent):
    """Sets the time; one more submission is judged, shown, and of about the same contest time. `sent`: when the one before it was.
    Returns when this one was."""
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    before = seconds(admin.get("/submissions")[-1]["contest_time"])
    set_clock(clock, off_s)
    sending = time.monotonic()
    expect(submit(team, contests.PROGRAMS["WA"])[0] == 303, f"a submission is refused after the time was set by {off_s} s")
    await_text(team, f"/submissions/{number}", "Wrong answer")
    expect(stream.event()[0] in ("rows", "board"), "the board does not change any more")
    submissions = admin.get("/submissions")
    expect(len(submissions) == number, f"{number} submissions were acknowledged, {len(submissions)} are there")
    passed, shown = time.monotonic() - sent, seconds(submissions[-1]["contest_time"]) - before
    # The server adopts a difference gradually.
    expect(0 <= shown <= 1.02 * passed + 1, f"contest time went on by {shown} s in {passed} s, when the time was set by {off_s} s")
    state = admin.get("/state")
    expect(state["ended"] is None and state["frozen"] is None, f"the contest changed its state: {state}")
    return sending


def run(assay, folder, clock):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    passwords = contests.write_contest(assay, folder)
    server = contests.Server(assay, folder, None)
    server.passwords = passwords
    team = Browser(server)
    expect(team.log_in("team1", passwords["team1"])[0] == 303, "log-in")
    stream = Stream(server)
    stream.event()
    sent = time.monotonic()
    expect(submit(team, contests.PROGRAMS["WA"])[0] == 303, "a submission is refused")
    await_text(team, "/submissions/1", "Wrong answer")
    for number, off_s in enumerate((36000, -7200, 0, 3, -3), 2):
        sent = step(server, clock, team, stream, number, off_s, sent)
    check_restart(server, clock, team)
    began = time.monotonic()
    server.stop()
    expect(time.monotonic() - began < 30, "the server waits for a time in the far future")


def check_restart(server, clock, team):
    """The system's time is set back while the server is restarted: contest time continues from the last event."""
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    server.stop()
    set_clock(clock, -3600)
    server.start()
    times = [seconds(admin.get("/submissions")[-1]["contest_time"])]
    for _ in range(2):
        began = time.monotonic()
        expect(submit(team, contests.PROGRAMS["WA"])[0] == 303, "a submission is refused after the restart")
        time.sleep(4)
        times.append(seconds(admin.get("/submissions")[-1]["contest_time"]))
    passed = time.monotonic() - began
    expect(times[0] < times[1] < times[0] + 60, f"contest time jumps: {times}")
    expect(3.9 < times[2] - times[1] < 1.02 * passed + 5, f"contest time stands still, or jumps: {times}, {passed} s")


def main(assay, library):
    with tempfile.TemporaryDirectory(prefix="assay-clock-") as folder:
        folder = pathlib.Path(folder)
        clock = folder / "clock"
        clock.write_bytes(struct.pack("<q", 0))
        os.environ["ASSAY_TEST_CLOCK"] = str(clock)
        os.environ["LD_PRELOAD"] = library
        os.environ["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0"
        run(assay, folder, clock)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
