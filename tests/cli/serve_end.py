#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests whose bodies are slow, at the start and at the end of a contest: the time of a request is that of its head, unless its body
comes later than a slow line explains.

usage: serve_end.py ASSAY
"""
import http.client
import json
import os
import pathlib
import re
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


def by_form(server, browser, token):
    body = serve.multipart({"csrf": token, "problem": "sum", "language": ""}, "main.py", contests.PROGRAMS["AC"]).encode()
    return Slow(server, "/submit", {"Content-Type": "multipart/form-data; boundary=x", "Cookie": browser.cookie}, body)


def by_api(server, account):
    body = json.dumps(api_http.program()).encode()
    return Slow(server, "/api/contests/contest/submissions", dict(account.headers, **{"Content-Type": "application/json"}), body)


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
    reserved = [by_form(server, browser, token), by_api(server, second)]
    time.sleep(max(0, begin + DURATION_S + 1 - time.time()))
    after = by_api(server, second)
    answers = [request.finish() for request in last]
    expect([status for status, _ in answers] == [303, 201], f"heads before the end: {answers}")
    status, text = after.finish()
    expect(status == 403 and "is over" in text, f"a head after the end: {status} {text}")
    time.sleep(max(0, began + GRACE_S + 1 - time.monotonic()))
    for status, text in [request.finish() for request in reserved]:
        expect(status == 403 and "is over" in text, f"a head before the end whose body came {GRACE_S} s later: {status} {text}")
    submissions, _ = contests.await_judgements(admin)
    times = [api_http_seconds(submission["contest_time"]) for submission in submissions]
    expect(len(times) == 2 and all(DURATION_S - 5.5 < at < DURATION_S for at in times), f"contest times: {times}")
    rows = {row["team_id"]: row["score"]["num_solved"] for row in admin.get("/scoreboard")["rows"]}
    expect(sorted(rows.values()).count(1) == 2, f"the board is {rows}")


def api_http_seconds(reltime):
    hours, minutes, rest = reltime.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def run(assay, folder):
    passwords = contests.write_contest(assay, folder)
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
