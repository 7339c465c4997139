#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two servers of a contest on one PostgreSQL server, behind nginx with the configuration of docs/proxy, are killed again and again.

usage: servers.py ASSAY KILLS. Teams submit, the jury makes announcements and judges everything again, clients read the event feed and the
live board. Every 1 to 2 seconds one of the servers is killed with SIGKILL, and started again. Sessions and forms of one server are valid at
the other. In the end, besides what contest.py checks:
  - each announcement is there at most once, and exactly once if it was acknowledged,
  - the rejudging is complete, and applied once: each submission has one judgement of it, although both servers queue them,
  - each team that solved the problem has one balloon,
  - a live board that was cut off again and again is the same as a new one.
Without nginx it is skipped (status 77), or fails if AS_TESTS_MUST_RUN is 1.
"""
import http.client
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import serve  # noqa: E402
from serve import Browser, contests, expect  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
# The answers of nginx if a server was killed during a request, or if no server is there.
GONE = (502, 504)


class Proxy:
    """nginx with docs/proxy/nginx-servers.conf, without TLS."""

    def __init__(self, folder, servers):
        self.port = contests.ports.free_port()
        text = (SOURCE / "docs/proxy/nginx-servers.conf").read_text()
        text = re.sub(r"(?m)^\s*(ssl_|listen \[|add_header).*\n", "", text).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
        for number, server in enumerate(servers, 1):
            text = text.replace(f"10.0.0.{number}:8080", f"127.0.0.1:{server.port}")
        (folder / "site.conf").write_text(text.replace("proxy_cookie_flags ~ secure;", ""))
        paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; user {os.environ.get('USER', 'root')};\n"
                                           f"events {{}}\nhttp {{ access_log off; {paths} include {folder}/site.conf; }}\n")
        self.process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


class Guest(Browser):
    """A browser that asks again while its server is gone; but a form is not sent again."""

    def request(self, method, path, *arguments, **options):
        until = time.monotonic() + 60
        while True:
            try:
                answer = super().request(method, path, *arguments, **options)
            except (OSError, http.client.HTTPException):
                answer = (GONE[0], "", None)
            if method != "GET" or answer[0] not in GONE:
                return answer
            expect(time.monotonic() < until, f"{path}: nobody answers for a minute")
            time.sleep(0.1)


class Board(threading.Thread):
    """The live board of a viewer, who connects again after each cut, with the id of the last event."""

    def __init__(self, proxy):
        super().__init__(daemon=True)
        self.proxy, self.last, self.events, self.done = proxy, None, [], threading.Event()

    def read_some(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.port, timeout=15)
        try:
            connection.request("GET", "/board/events", headers={"Last-Event-ID": self.last} if self.last else {})
            answer = connection.getresponse()
            while answer.status == 200 and not self.done.is_set():
                line = answer.readline().decode()
                if not line:
                    return
                name, _, value = line.strip().partition(": ")
                if name == "id":
                    self.last = value
                elif name == "event":
                    self.events.append(value)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()

    def run(self):
        while not self.done.is_set():
            self.read_some()
            time.sleep(0.05)


# ---- before the kills ----


def await_status(browser, path, wanted):
    until = time.monotonic() + 30
    while (found := browser.get(path)[0]) != wanted:
        expect(time.monotonic() < until, f"{path}: {found} instead of {wanted}")
        time.sleep(0.02)


def check_sessions(servers, passwords):
    """A log-in, a form and a log-out of one server are those of the other."""
    first, second = (Browser(server) for server in servers)
    expect(first.log_in("team1", passwords["team1"])[0] == 303, "log-in")
    second.cookie = first.cookie
    await_status(second, "/submissions", 200)
    token = first.token("/clarifications")
    expect(second.request("POST", "/clarifications", {"csrf": token, "text": "From one?"})[0] == 303, "a form of one server is refused by the other")
    place = serve.submit(second, contests.PROGRAMS["AC"])[2]
    await_status(first, place, 200)
    expect(first.post("/logout", "/submissions")[0] == 303, "log-out")
    await_status(second, "/submissions", 303)


# ---- during the kills ----


def announce(proxy, passwords, done, announced):
    """The jury announces through the proxy. Nobody sends again an announcement whose answer is lost."""
    jury = Guest(proxy)
    while jury.log_in("admin", passwords["admin"])[0] != 303:
        time.sleep(0.1)
    while not done.is_set():
        text = f"Announcement {len(announced)}."
        status, _, place = jury.post("/jury/clarifications", "/jury/clarifications", to="all", problem="", text=text)
        expect(status in (303, *GONE, 503), f"an announcement: {status}")
        expect(status != 303 or not place.startswith("/login"), "the session is forgotten")
        announced[text] = status == 303
        time.sleep(0.3)


def kill_often(servers, kills):
    for _ in range(kills):
        time.sleep(random.uniform(1, 2))
        server = random.choice(servers)
        server.kill()
        time.sleep(random.uniform(0, 1))
        server.start()


def open_rejudging(proxy, passwords):
    jury = Guest(proxy)
    until = time.monotonic() + 60
    while jury.log_in("admin", passwords["admin"])[0] != 303 or "rejudgings/1" not in (
            jury.post("/jury/rejudgings", "/jury/rejudgings?count=1", reason="all")[2] or ""):
        expect(time.monotonic() < until, "no rejudging can be opened")
        if "rejudging" in jury.get("/jury/rejudgings/1")[1]:
            break
        time.sleep(0.2)
    return jury


# ---- after them ----


def apply_rejudging(jury, servers, admin):
    """Both servers are asked to apply it at the same time; one does."""
    page = jury.get("/jury/rejudgings/1")[1]
    count = int(re.search(r"\d+ of (\d+) judged", page)[1])
    serve.await_text(jury, "/jury/rejudgings/1", f"{count} of {count} judged")
    answers = []

    def apply(server):
        browser = Browser(server)
        browser.cookie = jury.cookie
        answers.append(browser.post("/jury/rejudgings/1/apply", "/jury/rejudgings/1", sure="1")[0])
    both = [threading.Thread(target=apply, args=(server,)) for server in servers]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    expect(sorted(answers) == [303, 422], f"both servers apply the rejudging: {answers}")
    again = [item for item in admin.get("/judgements") if item["id"].endswith("-2")]
    expect(len(again) == count, f"{len(again)} judgements of {count} in the rejudging")
    expect(not [item for item in admin.get("/judgements") if item["id"].endswith("-3")], "a submission was judged again twice")


def check_rest(jury, admin, proxy, announced, board):
    texts = [item["text"] for item in admin.get("/clarifications")]
    for text, is_acknowledged in announced.items():
        expect(texts.count(text) <= 1 and (texts.count(text) == 1 or not is_acknowledged), f"{text} is there {texts.count(text)} times")
    solved = [row["team_id"] for row in admin.get("/scoreboard")["rows"] if row["score"]["num_solved"]]
    page = jury.get("/balloons")[1]
    found = re.findall(r'name="team" value="(\w+)"', page)
    expect(sorted(found) == sorted(solved), f"balloons for {found}, solved by {solved}")
    last = Board(proxy)
    last.start()
    until = time.monotonic() + 30
    while not last.last or last.last.split("-")[1] != board.last.split("-")[1]:
        expect(time.monotonic() < until, f"the board that was cut off is at {board.last}, and a new one at {last.last}")
        time.sleep(0.1)
    expect(board.events.count("rows") > 0, f"the board got no changes: {set(board.events)}")


def run(servers, proxy, passwords, kills):
    check_sessions(servers, passwords)
    admin = contests.Client(proxy, "contest", "admin", passwords["admin"])
    problem = admin.get("/problems")[0]["id"]
    readers, board = [contests.Reader(admin) for _ in range(2)], Board(proxy)
    acknowledged, announced, done = {}, {}, threading.Event()
    teams = [threading.Thread(target=contests.submit_until, daemon=True, args=(
        contests.Client(proxy, "contest", f"team{number}", passwords[f"team{number}"]), problem, done, acknowledged, False))
             for number in range(1, contests.TEAMS + 1)]
    jury = threading.Thread(target=announce, daemon=True, args=(proxy, passwords, done, announced))
    for thread in (*readers, board, *teams, jury):
        thread.start()
    kill_often(servers, kills // 2)
    admin_browser = open_rejudging(proxy, passwords)
    kill_often(servers, kills - kills // 2)
    done.set()
    for thread in (*teams, jury):
        thread.join()
    contests.await_judgements(admin)
    apply_rejudging(admin_browser, servers, admin)
    count = contests.check(admin, acknowledged, readers)
    check_rest(admin_browser, admin, proxy, announced, board)
    print(f"{kills} kills: {len(acknowledged)} submissions were acknowledged, {count} are there, each judged once; "
          f"{len(announced)} announcements; the board was sent {board.events.count('board')} times, its changes {board.events.count('rows')} times")


def main(assay, kills):
    if not NGINX:
        print("skipped: nginx must be installed")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") == "1" else 77)
    with tempfile.TemporaryDirectory(prefix="assay-servers-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        database, servers, proxy = contests.Database(folder, True), [], None
        try:
            for number in (1, 2):
                own = folder / f"server{number}"
                shutil.copytree(folder / "contest", own / "contest")
                shutil.copytree(folder / "sum", own / "sum")
                servers.append(contests.Server(assay, own, database.url, "--proxy", "127.0.0.1"))
            proxy = Proxy(folder, servers)
            run(servers, proxy, passwords, int(kills))
            for server in servers:
                server.stop()
        finally:
            for server in servers:
                server.kill()
                sys.stderr.write(pathlib.Path(server.log.name).read_text())
            if proxy:
                proxy.stop()
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
