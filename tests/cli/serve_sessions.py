#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks on log-in, sessions and tokens of assay serve: log-outs of sessions that do not exist, guesses from many addresses, strangers'
mistakes in a hall, more sessions than an account may have, passwords that were changed, names of other sites that lead to the server.

usage: serve_sessions.py ASSAY
"""
import base64
import collections
import http.client
import json
import os
import pathlib
import re
import select
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_log, await_text, children, expect, multipart, submit  # noqa: E402

SESSIONS = 16
CODE = "open-sesame"
WRONG = "wrong-password"


class Guest(Browser):
    """A browser at an address, as a listed proxy reports it."""

    def __init__(self, server, address, **headers):
        super().__init__(server)
        self.headers = {"X-Forwarded-For": address, **headers}

    def request(self, method, path, fields=None, body=None, headers=None):
        return super().request(method, path, fields, body, dict(self.headers, **(headers or {})))

    def status(self, username, password):
        return self.log_in(username, password)[0]


def basic(username, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()}


def events(folder):
    with sqlite3.connect(f"file:{folder}/contest/contest.db?mode=ro", uri=True) as database:
        return database.execute("SELECT count(*) FROM event").fetchone()[0]


def own(server, headers):
    """The account of a request to the API."""
    status, text, _ = Browser(server).request("GET", "/api/contests/contest/account", headers=headers)
    return json.loads(text)["username"] if status == 200 else None


def make_token(server, username, password):
    headers = basic(username, password) | {"Content-Type": "application/json"}
    status, text, _ = Browser(server).request("POST", "/api/tokens", None, b'{"name": "mine"}', headers)
    expect(status == 201, f"a token of {username}: {status} {text}")
    made = json.loads(text)
    return made["id"], {"Authorization": "Bearer " + made["token"]}


# ---- sessions and tokens ----


def check_logouts(folder, server):
    """A request to end a session or token that does not exist appends nothing."""
    team = Browser(server)
    expect(team.log_in("team1", server.passwords["team1"])[0] == 303, "team1 cannot log in")
    ended = Browser(server)
    ended.log_in("team1", server.passwords["team1"])
    cookie = ended.cookie
    ended.post("/logout", "/submit")
    number, _ = make_token(server, "team1", server.passwords["team1"])
    password = basic("team1", server.passwords["team1"])
    expect(Browser(server).request("DELETE", f"/api/tokens/{number}", headers=password)[0] == 204, "a token cannot be revoked")
    before = events(folder)
    for made_up in (*(f"assay={number:064x}" for number in range(50)), cookie, "assay=", None):
        stranger = Browser(server)
        stranger.cookie = made_up
        expect(stranger.request("POST", "/logout", {"csrf": ""})[0] == 303, "a log-out of nobody")
    for token in (number, "999"):
        expect(Browser(server).request("DELETE", f"/api/tokens/{token}", headers=password)[0] == 404, "a token that does not exist is revoked")
    expect(events(folder) == before, f"log-outs of nobody appended {events(folder) - before} events")
    expect(team.get("/submit")[0] == 200, "the session of somebody else has ended")


def check_many(server):
    """The oldest session and the oldest token of an account end when there are too many; those of other accounts continue."""
    other = Browser(server)
    other.log_in("team2", server.passwords["team2"])
    browsers, tokens = [], []
    for _ in range(SESSIONS + 4):
        browsers.append(Browser(server))
        expect(browsers[-1].log_in("team3", server.passwords["team3"])[0] == 303, "team3 cannot log in again")
        tokens.append(make_token(server, "team3", server.passwords["team3"])[1])
    for after in ("at once", "after a restart"):
        alive = [browser.get("/submit")[0] == 200 for browser in browsers]
        expect(alive == [False] * 4 + [True] * SESSIONS, f"sessions {after}: {alive}")
        alive = [own(server, token) == "team3" for token in tokens]
        expect(alive == [False] * 4 + [True] * SESSIONS, f"tokens {after}: {alive}")
        expect(other.get("/submit")[0] == 200, f"{after}, a session of somebody else has ended")
        listed = json.loads(Browser(server).request("GET", "/api/tokens", headers=basic("team3", server.passwords["team3"]))[1])
        expect(len(listed) == SESSIONS, f"{after}, {len(listed)} tokens are listed")
        server.stop()
        server.start()


def check_changed_password(folder, server):
    """A new password ends the sessions and tokens of its account only."""
    mine, other = Browser(server), Browser(server)
    mine.log_in("team4", server.passwords["team4"])
    other.log_in("team1", server.passwords["team1"])
    token = make_token(server, "team4", server.passwords["team4"])[1]
    others = make_token(server, "team1", server.passwords["team1"])[1]
    expect(own(server, token) == "team4" and mine.get("/submit")[0] == 200, "the session or the token does not count")
    server.stop()
    file = folder / "contest/accounts.yaml"
    text = file.read_text()
    file.write_text(text.replace(server.passwords["team4"], "another-password"))
    server.start()
    expect(mine.get("/submit")[0] == 303, "a session goes on although the password was changed")
    expect(own(server, token) is None, "a token is valid although the password was changed")
    expect(own(server, others) == "team1" and other.get("/submit")[0] == 200, "those of another account have ended")
    before = events(folder)
    mine.request("POST", "/logout", {"csrf": ""})
    expect(events(folder) == before, "the log-out of a session that has ended appends an event")
    expect(Browser(server).log_in("team4", server.passwords["team4"])[0] == 403, "the old password is accepted")
    expect(Browser(server).log_in("team4", "another-password")[0] == 303, "the new password is refused")
    server.passwords["team4"] = "another-password"


def check_between(server):
    """A request whose session ends between head and body is refused, even if the head of an upload was admitted."""
    for size in (1, 200_000):
        team = Browser(server)
        team.log_in("team1", server.passwords["team1"])
        form = {"csrf": team.token("/submit"), "problem": "sum", "language": "python3", "source": "#" * size}
        body = urllib.parse.urlencode(form)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.putrequest("POST", "/submit")
        head = {"Cookie": team.cookie, "Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        for name, value in head.items():
            connection.putheader(name, value)
        connection.endheaders(body[:-1].encode())
        expect(team.post("/logout", "/submit")[0] == 303, "a team cannot log out")
        connection.send(body[-1:].encode())
        answer = connection.getresponse()
        expect(answer.status == 401, f"a form of {size} bytes of source whose session has ended: {answer.status} {answer.read()}")
        connection.close()


def check_button(server):
    """An admin ends the sessions of an account; the audit log says so."""
    admin, thief = Browser(server), Browser(server)
    admin.log_in("admin", server.passwords["admin"])
    thief.log_in("team2", server.passwords["team2"])
    token = make_token(server, "team2", server.passwords["team2"])[1]
    page = admin.get("/jury/teams")[1]
    expect('action="/jury/accounts/end"' in page and 'value="team2"' in page, "there is no button")
    expect(thief.post("/jury/accounts/end", "/submit", username="admin")[0] == 403, "a team ends the sessions of the admin")
    expect(Browser(server).request("POST", "/jury/accounts/end", {"username": "admin"})[0] == 401, "nobody ends the sessions of the admin")
    expect(admin.post("/jury/accounts/end", "/jury/teams", username="nobody")[0] == 422, "the account nobody exists")
    expect(admin.post("/jury/accounts/end", "/jury/teams", username="team2")[2] == "/jury/teams", "the button does nothing")
    for after in ("at once", "after a restart"):
        expect(thief.get("/submit")[0] == 303 and own(server, token) is None, f"{after}, the session or the token of team2 goes on")
        expect(admin.get("/jury/teams")[0] == 200, f"{after}, the session of the admin has ended")
        expect("End the sessions and tokens of" in admin.get("/jury/audit")[1], f"{after}, the audit log lacks it")
        server.stop()
        server.start()


# ---- guessing ----


def guess(server, peers, name, most):
    """The number of wrong passwords until one is refused: site/throttle has the exact numbers."""
    for number, peer in enumerate(peers):
        status = Guest(server, peer).status(name, WRONG)
        if status == 429:
            return number
        expect(status == 403 and number < most, f"guess {number} for {name} from {peer}: {status}")
    sys.exit(f"{most} guesses for {name}")


def check_networks(server):
    """A /64 is one address, for names that exist and for others."""
    guess(server, (f"2001:db8:1:2::{number:x}" for number in range(200)), "admin", 30)
    guess(server, (f"2001:db8:1:2::{number:x}" for number in range(200)), "nobody", 30)
    codes = [Guest(server, f"2001:db8:3:4::{number:x}").request("POST", "/register", {"code": "wrong-code"})[0] for number in range(60)]
    expect(codes[0] == 422 and codes[-1] == 429, f"join codes from one /64: {codes}")
    fields = {"code": CODE, "name": "Late", "username": "late", "password": "long-enough"}
    expect(Guest(server, "2001:db8:3:5::1").request("POST", "/register", fields)[0] == 303, "another /64 cannot register")


def check_crowd(server):
    """More registrations at one address than may wait while the hashers stand still: the surplus registrations get their form again."""
    address = {"X-Forwarded-For": "192.0.2.25", "Content-Type": "application/x-www-form-urlencoded"}
    body = urllib.parse.urlencode({"code": CODE, "name": "Crowd", "username": "crowd", "password": "long-enough"})
    hashers = children(server.process.pid, "assay-hasher")
    connections = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=400) for _ in range(1100)]
    answered = select.poll()
    for hasher in hashers:
        os.kill(hasher, signal.SIGSTOP)
    try:
        for connection in connections:
            connection.request("POST", "/register", body, address)
            answered.register(connection.sock, select.POLLIN)
        until = time.monotonic() + 200
        while len(found := answered.poll(0)) < 60:
            expect(time.monotonic() < until, f"{len(found)} of 1,100 registrations are refused at once")
            time.sleep(0.1)
    finally:
        for hasher in hashers:
            os.kill(hasher, signal.SIGCONT)
    sockets = {number for number, _ in found}
    refused = [connection.getresponse() for connection in connections if connection.sock.fileno() in sockets]
    others = [connection for connection in connections if connection.sock and connection.sock.fileno() not in sockets]
    for answer in refused:
        page = answer.read().decode()
        expect(answer.status == 503 and 'value="crowd"' in page, f"a registration that is refused: {answer.status} {page}")
        expect("Too many log-ins and registrations at the moment: try again in a minute." in page, page)
    answers = [connection.getresponse() for connection in others[:40]]
    counts = collections.Counter(answer.status for answer in answers)
    expect(counts[303] <= 1 and set(counts) <= {303, 422}, f"registrations of one team: {counts}")
    expect(all(answer.status == 303 or 'value="crowd"' in answer.read().decode() for answer in answers), "a form is lost")
    for connection in connections:
        connection.close()


def check_hall(server):
    """Strangers' mistakes at one address refuse nobody else there."""
    hall, name = "192.0.2.20", "team1"
    known = Guest(server, hall)
    expect(known.status(name, server.passwords[name]) == 303, f"{name} cannot log in")
    strangers = [Guest(server, hall).status(f"stranger{number}", WRONG) for number in range(10)]
    expect(set(strangers) == {403}, f"strangers: {strangers}")
    expect(Guest(server, hall).status("team2", server.passwords["team2"]) == 303, "mistakes of strangers lock team2")
    guesses = [Guest(server, hall).status(name, WRONG) for _ in range(14)]
    expect(set(guesses) == {403}, f"a name is refused where it logged in before: {guesses}")
    expect(Guest(server, hall).status(name, server.passwords[name]) == 303, "a name is refused where it logged in before")
    expect(own(server, basic(name, server.passwords[name]) | {"X-Forwarded-For": hall}) == name, "likewise in the API")


def check_delay(server):
    """The time until the next attempt grows, and ends."""
    peer, name = "192.0.2.30", "team4"
    guess(server, [peer] * 200, name, 30)
    text = Guest(server, peer).log_in(name, WRONG)[1]
    expect(re.search(r"Too many wrong passwords were tried: wait [1-9] s", text), "the answer does not say how long to wait")
    for size in (100, 70000):  # a large body is refused before it is read
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        headers = basic(name, WRONG) | {"X-Forwarded-For": peer, "Content-Type": "application/json"}
        connection.request("POST", "/api/contests/contest/submissions", "x" * size, headers)
        answer = connection.getresponse()
        text, retry = answer.read().decode(), answer.getheader("Retry-After")
        connection.close()
        expect(answer.status == 429 and retry and f"wait {retry} s" in text, f"{size} bytes: {answer.status}, Retry-After {retry}: {text}")
    until = time.monotonic() + 60
    while (status := Guest(server, peer).status(name, server.passwords[name])) != 303:
        expect(status == 429 and time.monotonic() < until, f"after a while: {status}")
        time.sleep(0.2)


# ---- names that lead to the server ----


def check_hosts(folder, server):
    """Log-in by address needs an IP address or one of the contest's names as Host."""
    desk = "192.0.2.7"
    page = "/api/contests/contest/account"
    for host, may in ((f"127.0.0.1:{server.port}", True), ("[::1]:8080", True), ("192.0.2.1", True), ("contest.example.org", True),
                      ("CONTEST.example.org.:443", True), ("evil.example", False), (f"evil.example:{server.port}", False),
                      ("contest.example.org.evil.example", False), ("127.0.0.1.evil.example", False), ("localhost", False), ("1", False),
                      ("[::1", False), ("[evil.example]", False), ("[]", False), ("::1", False), ("0x7f000001", False),
                      ("[::1]", True), ("[::1]:", True), ("[::1].evil.example", False), ("[::1]evil.example", False), ("[::1]:8080.evil.example", False),
                      ("[::1]:evil.example", False), ("127.0.0.1:80.evil.example", False), ("127.0.0.1:evil.example", False),
                      ("contest.example.org:evil.example", False), ("127.0.0.1@evil.example", False), ("[::1]:80:80", False)):
        browser = Guest(server, desk, Host=host)
        before = events(folder)
        status, text, location = browser.request("GET", "/login?next=/submit")
        if may:
            expect((status, location) == (303, "/submit") and browser.cookie, f"at {host} the address does not log in: {status}")
        else:
            expect(status in (200, 400) and not browser.cookie and events(folder) == before, f"at {host} the address logs in: {status}")
            expect(status == 400 or 'name="password"' in text and "hosts" in text, f"at {host} there is no form that explains it")
        found = browser.request("GET", page)
        expect((found[0] == 200 and '"desk"' in found[1]) == may, f"at {host}, a program: {found[0]}")


    # Each log-in by address makes a session, and the oldest end.
    browsers = [Guest(server, desk, Host="192.0.2.1") for _ in range(SESSIONS + 4)]
    for browser in browsers:
        expect(browser.request("GET", "/login?next=/submit")[2] == "/submit", "the address does not log in")
    alive = [browser.request("GET", "/submit")[0] == 200 for browser in browsers]
    expect(alive == [False] * 4 + [True] * SESSIONS, f"sessions by address: {alive}")
    before = events(folder)
    expect(browsers[-1].request("GET", "/login?next=/submit")[0] == 200 and events(folder) == before, "a browser with a session gets another")


# ---- hidden teams ----


def check_hidden(server):
    """A team gets one answer for a hidden team, another team and a team that does not exist."""
    headers = basic("team1", server.passwords["team1"]) | {"Content-Type": "application/json"}
    for path, key, body in (("submissions", "team_id", {"problem_id": "sum", "language_id": "python3"}),
                            ("clarifications", "from_team_id", {"text": "Why?"})):
        answers = {Browser(server).request("POST", f"/api/contests/contest/{path}", None, json.dumps(body | {key: team}).encode(), headers)[:2]
                   for team in ("jury", "team2", "no-such-team")}
        expect(len(answers) == 1 and next(iter(answers))[0] == 400, f"{path} find hidden teams: {answers}")


def check_before_start(folder, server):
    """Before the start a team cannot find out which problems there are."""
    server.stop()
    file = folder / "contest/contest.yaml"
    begin = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400))
    file.write_text(re.sub(r"(?m)^start_time:.*$", f"start_time: {begin}", file.read_text()))
    for store in (folder / "contest").glob("contest.db*"):
        store.unlink()
    server.start()
    headers = basic("team1", server.passwords["team1"])
    team = Browser(server)
    team.log_in("team1", server.passwords["team1"])
    csrf, answers, pages = team.token("/clarifications"), set(), set()
    for problem in ("sum", "no-such-problem"):
        body = json.dumps({"problem_id": problem, "language_id": "none"}).encode()
        answers.add(Browser(server).request("POST", "/api/contests/contest/submissions", None, body,
                                            headers | {"Content-Type": "application/json"})[:2])
        form = multipart({"csrf": csrf, "problem": problem, "language": ""}, "main.py", "print(1)")
        pages.add(team.request("POST", "/submit", body=form, headers={"Content-Type": "multipart/form-data; boundary=x"})[0])
        form = multipart({"problem": problem, "language": "none"}, "main.py", "print(1)")
        answers.add(Browser(server).request("POST", "/api/contests/contest/submissions", None, form.encode(),
                                            headers | {"Content-Type": "multipart/form-data; boundary=x"})[:2])
    expect(len(answers) == 1 and next(iter(answers))[0] == 403 and pages == {403}, f"problems before the start: {answers} {pages}")


# ---- cookies under TLS ----


def check_cookies(folder, server):
    """Under TLS each contest has a cookie of its own that a sibling host cannot set; cookies of other names are ignored."""
    files = [str(folder / name) for name in ("key.pem", "cert.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", files[0],
                    "-out", files[1]], check=True, stderr=subprocess.DEVNULL)
    server.stop()
    server.command = [*server.command, "--tls-key", files[0], "--tls-cert", files[1]]
    server.start()

    def ask(method, path, cookie=None, body=None):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=60, context=context)
        headers = {"Cookie": cookie} if cookie else {}
        connection.request(method, path, body, headers | ({"Content-Type": "application/x-www-form-urlencoded"} if body else {}))
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.getheader("Set-Cookie") or ""

    status, cookie = ask("POST", "/login", "assay=planted; __Host-assay=planted", urllib.parse.urlencode(
        {"username": "team1", "password": server.passwords["team1"]}))
    found = re.fullmatch(r"__Host-assay-contest=([0-9a-f]{64}); Path=/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure", cookie)
    expect(status == 303 and found, f"the cookie under TLS: {status} {cookie}")
    expect(ask("GET", "/submit", f"__Host-assay-contest={found[1]}")[0] == 200, "the cookie does not count")
    for name in ("assay", "__Host-assay", "assay-contest", "__Host-assay-other"):
        expect(ask("GET", "/submit", f"{name}={found[1]}")[0] == 303, f"the cookie {name} counts")


# ---- the operator's log ----


def check_log(folder, server):
    team = Browser(server)
    team.log_in("team1", server.passwords["team1"])
    team.log_in("team1", WRONG)
    team.log_in("my-secret-typed-as-name", WRONG)
    team = Browser(server)
    team.log_in("team1", server.passwords["team1"])
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    log = folder / "serve.log"
    for line in ("log-in: team1 from 127.0.0.1", "wrong password: team1 from 127.0.0.1", "unknown username: from 127.0.0.1",
                 "judged: submission 1 of team1, problem A: AC"):
        text = await_log(log, line)
    for secret in (*server.passwords.values(), WRONG, "my-secret", team.cookie.split("=")[1]):
        expect(secret not in text, "the log has a secret")
    server.stop()
    server.start()
    team.get("/submit")
    server.stop()
    expect(log.read_text().count("judged: submission 1 ") == 1, "a restart logs old judgements")
    server.start()


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-sessions-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        with (folder / "contest/contest.yaml").open("a") as file:
            file.write(f"hosts: [contest.example.org]\nregistration: {{join_code: {CODE}}}\n")
        with (folder / "contest/accounts.yaml").open("a") as file:
            file.write("- {username: desk, type: team, team_id: team1, ip: 192.0.2.7}\n")
        server = contests.Server(assay, folder, None, "--proxy", "127.0.0.1")
        server.passwords = passwords
        check_log(folder, server)
        check_logouts(folder, server)
        check_many(server)
        check_changed_password(folder, server)
        check_between(server)
        check_button(server)
        check_networks(server)
        check_crowd(server)
        check_hall(server)
        check_delay(server)
        check_hosts(folder, server)
        check_hidden(server)
        check_before_start(folder, server)
        check_cookies(folder, server)
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
