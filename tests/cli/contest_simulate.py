#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assay contest simulate: a rehearsal copy is served and played; equal seeds make equal plans; a contest that may be a real one is refused.

usage: contest_simulate.py ASSAY
"""
import http.server
import itertools
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402

TEAMS, SPEED = 12, 60


def expect(condition, text):
    if not condition:
        raise SystemExit(text)


def simulate(assay, *arguments, status=0):
    done = subprocess.run([assay, "contest", "simulate", *arguments], capture_output=True, text=True, timeout=600)
    expect(done.returncode == status, f"simulate {arguments}: {done.returncode} {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def write_contest(assay, folder):
    contests.write_package(folder / "sum")
    for kind, name in (("accepted", "AC"), ("wrong_answer", "WA"), ("run_time_error", "RTE")):
        (folder / f"sum/submissions/{kind}").mkdir(parents=True)
        (folder / f"sum/submissions/{kind}/{name.lower()}.py").write_text(contests.PROGRAMS[name])
    subprocess.run([assay, "contest", "new", folder / "spring", "--teams", "4", "--problems", folder / "sum"], check=True,
                   stdout=subprocess.DEVNULL)
    settings = folder / "spring/contest.yaml"
    lines = [line for line in settings.read_text().splitlines() if not line.startswith(("duration", "scoreboard_freeze", "limits"))]
    settings.write_text("\n".join(lines) + "\nduration: 0:20:00\nscoreboard_freeze_duration: 0:05:00\nlimits: {submissions_per_minute: 1}\n"
                        "print: {pages: 3, command: [rm, -rf, spring]}\n")


def check_plan(assay, folder):
    """Repeatable, by seed; with more teams than there are it is refused."""
    one, same = (simulate(assay, folder / "spring", "--dry-run", "--seed", "7") for _ in range(2))
    other = simulate(assay, folder / "spring", "--dry-run", "--seed", "8")
    expect(one == same and one != other, "plans by seed")
    lines = [line.split("\t") for line in one.splitlines()]
    expect(lines == sorted(lines, key=lambda line: line[0]), "the plan is not in the order of time")
    expect({line[1] for line in lines} == {"team1", "team2", "team3", "team4"} and any(line[2] == "submit" for line in lines), one)
    said = simulate(assay, folder / "spring", "--teams", "9", status=3)
    expect("has 4 teams with passwords in accounts.yaml, not 9; make a rehearsal with --copy" in said, said)


def check_copy(assay, folder):
    said = simulate(assay, folder / "spring", "--copy", folder / "rehearsal", "--teams", str(TEAMS), "--speed", str(SPEED))
    expect("created" in said and "assay serve" in said, said)
    settings = json.loads((folder / "rehearsal/contest.json").read_text())
    expect(settings["duration"] == "0:00:20.000" and settings["scoreboard_freeze_duration"] == "0:00:05.000" and
           settings["name"].startswith("Rehearsal: ") and settings["print"] == {"pages": 3}, f"contest.json: {settings}")
    teams = json.loads((folder / "rehearsal/teams.json").read_text())
    expect(len(teams) == TEAMS + 1, f"teams.json: {teams}")
    passwords = {account["username"]: account["password"] for account in json.loads((folder / "rehearsal/accounts.json").read_text())}
    real = contests.parse_accounts((folder / "spring/accounts.yaml").read_text())
    expect(not set(passwords.values()) & set(real.values()), "the rehearsal has passwords of the contest")
    expect((folder / "rehearsal/accounts.json").stat().st_mode & 0o77 == 0, "everybody can read the passwords")
    done = subprocess.run([assay, "contest", "check", folder / "rehearsal"], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 0 and "0 errors, 0 warnings" in done.stdout, done.stdout)
    said = simulate(assay, folder / "spring", "--copy", folder / "rehearsal", status=2)
    expect("name a new one" in said, said)
    return passwords


def check_refusals(assay, folder):
    for arguments, status, text in (
            ([], 2, "missing argument DIR"),
            ([folder / "rehearsal", "--speed", "0"], 2, "--speed"),
            ([folder / "rehearsal", "--copy", "x", "--url", "http://x"], 2, "mutually exclusive"),
            ([folder / "rehearsal", "--url", "example.org"], 2, "is not the address of a server"),
            ([folder / "rehearsal", "--url", "http://127.0.0.1:1"], 4, "cannot be reached; is the server running?")):
        said = simulate(assay, *arguments, status=status)
        expect(text in said, said)


def check_server(assay, folder, passwords):
    (folder / "served").mkdir()
    (folder / "served/contest").symlink_to(folder / "rehearsal")
    server = contests.Server(assay, folder / "served", None)
    admin = contests.Client(server, "spring", "admin", passwords["admin"])
    url = f"http://127.0.0.1:{server.port}"
    said = simulate(assay, folder / "spring", "--url", url, status=2)
    expect("the server answers with status 401: it does not serve this contest, or admin has another password" in said, said)
    said = simulate(assay, folder / "rehearsal", "--url", url, "--seed", "3")
    found = re.search(r"(\d+) teams: (\d+) submissions, (\d+) verdicts, (\d+) log-ins, (\d+) pages, (\d+) questions, (\d+) prints", said)
    expect(found, said)
    teams, submissions, verdicts, logins, pages, questions, prints = (int(number) for number in found.groups())
    expect(teams == TEAMS and logins == TEAMS and submissions == verdicts == len(admin.get("/submissions")) > 5, said)
    expect(pages > TEAMS and prints > 0 and questions == len(admin.get("/clarifications")), said)
    expect("time until a verdict: half within" in said and "errors" not in said and "another verdict" not in said, said)
    board = admin.get("/scoreboard")["rows"]
    expect(sum(row["score"]["num_solved"] for row in board) > 0, f"nobody solves anything: {board}")
    until = time.monotonic() + 60
    while not admin.get("/state").get("ended") and time.monotonic() < until:
        time.sleep(0.2)
    said = simulate(assay, folder / "rehearsal", "--url", url, status=2)
    expect("the server's contest is over" in said, said)
    server.stop()


def check_real(assay, folder):
    """A contest that runs, or has submissions, is played only with --yes."""
    settings = folder / "rehearsal/contest.json"
    contest = json.loads(settings.read_text()) | {"duration": "1:00:00"}
    contest["start_time"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    settings.write_text(json.dumps(contest))
    for path in (folder / "rehearsal").glob("contest.db*"):
        path.unlink()
    # An accepted program of the package that is wrong is reported.
    (folder / "sum/submissions/accepted/ac.py").write_text(contests.PROGRAMS["WA"])
    server = contests.Server(assay, folder / "served", None)
    url = f"http://127.0.0.1:{server.port}"
    said = simulate(assay, folder / "rehearsal", "--url", url, status=2)
    expect("the server's contest is running and may be real" in said and "--yes" in said, said)
    said = simulate(assay, folder / "rehearsal", "--url", url, "--yes", "--speed", "300", "--teams", "4", status=1)
    expect(re.search(r"accepted submissions of the packages with another verdict:\n  \d+ x .*accepted/ac.py: WA\n", said), said)
    said = simulate(assay, folder / "rehearsal", "--url", url, status=2)
    expect(re.search(r"the server's contest has \d+ submissions and may be real", said), said)
    server.stop()


def check_silence(assay, folder):
    """SIGTERM ends the command at once if the server does not reply."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with subprocess.Popen([assay, "contest", "simulate", folder / "rehearsal", "--url", url], stderr=subprocess.PIPE, text=True) as command:
            connection, _ = silent.accept()
            command.terminate()
            _, said = command.communicate(timeout=50)
            connection.close()
    expect(command.returncode == -signal.SIGTERM and "interrupted" in said, f"{command.returncode} {said}")


class Foreign(http.server.BaseHTTPRequestHandler):
    """A server that accepts all submissions, and whose feed has only verdicts of others, for ever."""
    protocol_version = "HTTP/1.1"
    numbers = itertools.count()

    def log_message(self, *_):
        pass

    def reply(self, body, status=200, *headers):
        self.send_response(status)
        for name, value in (("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def feed(self):
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(json.dumps({"type": "judgements", "data": {
                    "id": "j", "submission_id": f"other{next(self.numbers)}", "judgement_type_id": "AC"}}).encode() + b"\n")
                time.sleep(0.2)
        except OSError:
            self.close_connection = True

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.endswith("/event-feed"):
            self.feed()
        elif self.path.endswith("/state"):
            self.reply('{"started": "2030-01-01T00:00:00Z"}')
        elif self.path.endswith("/submissions"):
            self.reply("[]" if self.command == "GET" else json.dumps({"id": f"own{next(self.numbers)}"}))
        elif self.path == "/login":
            self.reply("", 303, ("Set-Cookie", "a=b; path=/"), ("Location", "/"))
        else:
            self.reply(f'<input name="csrf" value="{"ab" * 32}">')

    do_GET = do_POST = answer


def check_foreign(assay, folder):
    """Verdicts of others do not keep the command waiting."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    said = simulate(assay, folder / "rehearsal", "--yes", "--speed", "1000", "--url", f"http://127.0.0.1:{server.server_port}", status=1)
    expect(re.search(r"[1-9]\d* submissions, 0 verdicts", said), said)
    server.shutdown()


def check_windows(assay, folder):
    """A contest in which each team starts by itself is refused."""
    settings = folder / "spring/contest.yaml"
    text = settings.read_text()
    settings.write_text("".join(line + "\n" for line in text.splitlines() if not line.startswith("scoreboard_freeze")) +
                        "time_per_team: 0:10:00\n")
    for arguments in (["--dry-run"], ["--copy", folder / "windows"]):
        said = simulate(assay, folder / "spring", *arguments, status=2)
        expect("time_per_team: a rehearsal cannot play a contest in which each team starts by itself" in said, said)
    settings.write_text(text)


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-simulate-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        write_contest(assay, folder)
        check_plan(assay, folder)
        passwords = check_copy(assay, folder)
        check_refusals(assay, folder)
        check_windows(assay, folder)
        check_silence(assay, folder)
        check_foreign(assay, folder)
        check_server(assay, folder, passwords)
        check_real(assay, folder)


if __name__ == "__main__":
    main(sys.argv[1])
