#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests whose bodies are slow, at the start and at the end of a contest: the time of a request is that of its head, unless its body
comes later than a slow line explains. Padding explains nothing. Before that, a server is ended while it opens the packages.

usage: serve_end.py ASSAY
"""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "contest"))
import api_http  # noqa: E402
import serve  # noqa: E402

contests, expect = api_http.contests, api_http.expect
DURATION_S = 16
GRACE_S = 15
CODE_KIB = 16
# A submission needs at most one and a half times its code and 64 KiB, at 32 KiB a second.
LINE_S = (CODE_KIB * 1.5 + 64) / 32
PADDING = 1 << 20


class Slow:
    """A request of which the head and half of the body are sent at once, the rest by `finish`."""

    def __init__(self, server, path, headers, body):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.putrequest("POST", path)
        for name, value in dict(headers, **{"Content-Length": str(len(body))}).items():
            self.connection.putheader(name, value)
        self.connection.endheaders()
        self.rest = body[len(body) // 2:]
        self.connection.send(body[:len(body) // 2])

    def finish(self):
        self.connection.send(self.rest)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.connection.close()
        return answer.status, text


def by_form(server, browser, token, padding=0):
    fields = {"pad": " " * padding, "csrf": token, "problem": "sum", "language": ""}
    body = serve.multipart(fields, "main.py", contests.PROGRAMS["AC"]).encode()
    return Slow(server, "/submit", {"Content-Type": "multipart/form-data; boundary=x", "Cookie": browser.cookie}, body)


def to_api(server, account, type, body):
    return Slow(server, "/api/contests/contest/submissions", dict(account.headers, **{"Content-Type": type}), body)


def by_api(server, account, padding=0):
    return to_api(server, account, "application/json", b" " * padding + json.dumps(api_http.program()).encode())


def by_client(server, account, padding=0):
    """The form of DOMjudge's submit client."""
    fields = {"pad": " " * padding, "problem": "sum", "language": "python3"}
    body = serve.multipart(fields, "main.py", contests.PROGRAMS["AC"]).encode()
    return to_api(server, account, "multipart/form-data; boundary=x", body)


def check(server, begin):
    browser = serve.Browser(server)
    browser.log_in("team1", server.passwords["team1"])
    first, second, admin = (api_http.Account(server, name, server.passwords[name]) for name in ("team2", "team3", "admin"))
    time.sleep(max(0, begin - 4 - time.time()))
    expect(time.time() < begin - 1, "this machine is too slow: the contest has begun")
    early = by_api(server, first)
    time.sleep(max(0, begin + 1 - time.time()))
    status, text = early.finish()
    expect(status == 403 and "has not started" in text, f"a head before the start: {status} {text}")
    token = browser.token("/submit")
    time.sleep(max(0, begin + DURATION_S - 4 - time.time()))
    last = [by_form(server, browser, token), by_api(server, first)]
    began = time.monotonic()
    reserved = [by_form(server, browser, token), by_api(server, second), by_client(server, second)]
    padded = [by_form(server, browser, token, PADDING), by_api(server, second, PADDING), by_client(server, second, PADDING)]
    padded_at = time.monotonic()
    time.sleep(max(0, begin + DURATION_S + 1 - time.time()))
    after = by_api(server, second)
    answers = [request.finish() for request in last]
    expect([status for status, _ in answers] == [303, 201], f"heads before the end: {answers}")
    status, text = after.finish()
    expect(status == 403 and "is over" in text, f"a head after the end: {status} {text}")
    time.sleep(max(0, began + GRACE_S + 1 - time.monotonic()))
    for status, text in [request.finish() for request in reserved]:
        expect(status == 403 and "is over" in text, f"a head before the end whose body came {GRACE_S} s later: {status} {text}")
    time.sleep(max(0, padded_at + GRACE_S + LINE_S + 1 - time.monotonic()))
    for status, text in [request.finish() for request in padded]:
        expect(status == 403 and "is over" in text, f"a padded body {GRACE_S + LINE_S} s after its head: {status} {text}")
    submissions, _ = contests.await_judgements(admin)
    times = [api_http_seconds(submission["contest_time"]) for submission in submissions]
    expect(len(times) == 2 and all(DURATION_S - 5.5 < at < DURATION_S for at in times), f"contest times: {times}")
    rows = {row["team_id"]: row["score"]["num_solved"] for row in admin.get("/scoreboard")["rows"]}
    expect(sorted(rows.values()).count(1) == 2, f"the board is {rows}")


def api_http_seconds(reltime):
    hours, minutes, rest = reltime.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def check_early_end(assay, folder):
    """Large packages take long to open."""
    packages = [folder / f"large{number}" for number in range(4)]
    for package in packages:
        contests.write_package(package)
        with open(package / "data/secret/9.in", "w", encoding="utf-8") as file:
            file.truncate(30 << 20)
        (package / "data/secret/9.ans").write_text(package.name)
    subprocess.run([assay, "contest", "new", folder / "early", "--problems", *packages], check=True, stdout=subprocess.DEVNULL)
    command = [assay, "serve", folder / "early", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        while server.poll() is None and not (folder / "early/contest.db").exists():
            time.sleep(0.01)
        server.send_signal(signal.SIGTERM)
        said = server.communicate(timeout=60)
    expect(server.returncode == 0 and said == ("", ""), f"a server that is ended while it opens packages: {server.returncode}, {said}")


def run(assay, folder):
    check_early_end(assay, folder)
    passwords = contests.write_contest(assay, folder)
    package = folder / "sum/problem.yaml"
    package.write_text(package.read_text().replace("time_limit: 5", f"time_limit: 5, code: {CODE_KIB}"))
    server = contests.Server(assay, folder, None)
    server.stop()
    for store in (folder / "contest").glob("contest.db*"):
        store.unlink()
    begin = int(time.time()) + 20
    file = folder / "contest/contest.yaml"
    lines = [line for line in file.read_text().splitlines() if not re.match(r"#?\s*(start_time|duration|scoreboard_freeze)", line)]
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begin))
    file.write_text("\n".join(lines) + f"\nstart_time: {start}\nduration: 0:00:{DURATION_S:02}\n")
    server.passwords = passwords
    server.start()
    try:
        check(server, begin)
        server.stop()
    finally:
        server.kill()
        sys.stderr.write((folder / "serve.log").read_text())


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-end-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        run(assay, folder)


if __name__ == "__main__":
    main(sys.argv[1])
