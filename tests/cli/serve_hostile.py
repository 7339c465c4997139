#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest whose teams and viewers are hostile: markup in texts, cross-site forms, uploads that are too large, requests that a proxy and
the server could parse differently, numbers out of range, redirects to other sites. Nothing acts, nothing is lost, and the
server stays.

usage: serve_hostile.py ASSAY
"""
import base64
import concurrent.futures
import difflib
import http.client
import io
import json
import os
import pathlib
import re
import socket
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

ACTS = "</title></script><script>evil()</script><img src=x onerror=evil()>\"'`onmouseover=evil()"
CODE = "open-sesame"


def write_contest(assay, folder):
    passwords = contests.write_contest(assay, folder)
    file = folder / "contest/contest.yaml"
    lines = [line for line in file.read_text().splitlines() if not line.startswith(("limits", "feedback"))]
    file.write_text("\n".join(lines) + f"\nregistration: {{join_code: {CODE}}}\nfeedback: full\n"
                    "limits: {submissions_per_minute: 6, clarifications_per_minute: 6}\n")
    return passwords


def raw(server, request, seconds=20):
    """The answer to these bytes until the connection is closed, or a time limit."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as connection:
        connection.sendall(request)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except (TimeoutError, ConnectionResetError):
            pass
        return answer.decode(errors="replace")


def statuses(answer):
    return [int(status) for status in re.findall(r"^HTTP/1\.1 (\d+)", answer, re.M)]


def logged_in(server, name):
    browser = Browser(server)
    expect(browser.log_in(name, server.passwords[name])[0] == 303, f"{name} cannot log in")
    return browser


# ---- log-in ----


def check_sessions(server):
    """The session id comes from the server only, and an ended session is useless."""
    chosen = "assay=" + "0123456789abcdef" * 4
    browser = Browser(server)
    browser.cookie = chosen
    expect(browser.get("/submit")[0] == 303, "a session that somebody chose is one")
    browser.log_in("team1", server.passwords["team1"])
    mine = browser.cookie
    expect(mine != chosen and re.fullmatch(r"assay=[0-9a-f]{64}", mine), "the cookie before the log-in is that after it")
    expect(browser.get("/submit")[0] == 200, "the session does not count")
    expect(browser.post("/logout", "/submit")[0] == 303, "log-out")
    browser.cookie = mine
    expect(browser.get("/submit")[0] == 303, "a session that was ended goes on")
    for cookie in (f"{mine}; {chosen}", mine.upper(), mine + "0", "assay=" + "\xff" * 64):
        browser.cookie = cookie
        expect(browser.get("/submit")[0] in (303, 400), f"a wrong cookie counts: {cookie}")


def check_next(server):
    """A log-in leads to a page of this server, for any link."""
    for address in ("//evil.example/", "/\\evil.example/", "/\t/evil.example/", "/\n/evil.example/", "https://evil.example/",
                    "/x\r\nSet-Cookie: a=b",
                    "javascript:evil()", "/\x00/", "/ü", "evil.example"):
        browser = Browser(server)
        browser.request("GET", "/login?" + "next=" + "".join(f"%{byte:02x}" for byte in address.encode()))
        fields = {"username": "team2", "password": server.passwords["team2"], "next": address}
        if "\x00" in address:
            continue
        status, _, location = browser.request("POST", "/login", fields)
        expect((status, location) == (303, "/"), f"after the log-in {address!r} leads to {status} {location!r}")


# ---- forms ----

FORMS = ("/submit", "/clarifications", "/logout", "/jury/clarifications", "/jury/clock", "/jury/submissions/1/rejudge",
         "/jury/submissions/1/ignore", "/jury/submissions/1/tests/1/run", "/jury/accounts/end", "/jury/problems/sum/take")


def check_forms(server, team, jury):
    other = logged_in(server, "team3").token("/submit")
    for who, browser in (("a team", team), ("the admin", jury)):
        for path in FORMS:
            for token in ({}, {"csrf": ""}, {"csrf": "0" * 64}, {"csrf": other}):
                status = browser.request("POST", path, dict(token, action="thaw", text="x", to="all"))[0]
                expect(status == 403, f"{path} of {who} with the token {token}: {status}")
            own = browser.token("/clarifications" if who == "a team" else "/jury/clarifications")
            for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                            {"Sec-Fetch-Site": "same-site"},
                            {"Origin": f"http://127.0.0.1:{server.port}.evil.example"}):
                status = browser.request("POST", path, {"csrf": own, "action": "thaw", "text": "x", "to": "all"}, headers=headers)[0]
                expect(status == 403, f"{path} of {who}, sent by another site {headers}: {status}")
            expect(browser.get(path)[0] != 500, f"GET {path}")
    for path in FORMS:
        expect(Browser(server).request("POST", path, {"csrf": ""})[0] in (303, 401, 403), f"{path} of nobody")
    for path in (path for path in FORMS if path.startswith("/jury")):
        status = team.request("POST", path, {"csrf": team.token("/submit"), "action": "thaw", "text": "x", "to": "all"})[0]
        expect(status == 403, f"{path} of a team: {status}")
    for address in ("/jury", "/jury/board/fragment", "/jury/board/events", "/jury/queue", "/jury/queue/fragment", "/jury/audit",
                    "/jury/teams", "/jury/clock",
                    "/jury/submissions/1", "/jury/submissions/1/tests/1", "/jury/submissions/1/tests/1/input",
                    "/jury/submissions/1/tests/1/output",
                    "/jury/submissions/1/tests/1/fragment", "/jury/clarifications", "/jury/clarifications/1"):
        expect(team.get(address)[0] == 403 and Browser(server).get(address)[0] in (303, 401), f"{address} is for others")
    before = jury.get("/jury/clarifications")[1].count("For some.")
    for to in ("nobody", "team1", "team:nobody", "team:", "group:nobody", "group:team1", ["all", "team:team1"], ["team:team1", "team:nobody"],
               ["team:team1", "group:"], [], ""):
        status = jury.post("/jury/clarifications", "/jury/clarifications", text="For some.", to=to)[0]
        expect(status == 422, f"a clarification to {to}: {status}")
    expect(jury.get("/jury/clarifications")[1].count("For some.") == before, "a clarification to nobody is there")
    for to in ("team:team1", ["team:team1", "team:team1", "group:participants"]):
        status = jury.post("/jury/clarifications", "/jury/clarifications", text="For some.", to=to)[0]
        expect(status == 303, f"a clarification to {to}: {status}")
    expect("For some." not in Browser(server).get("/clarifications")[1] and "For some." in team.get("/clarifications")[1],
           "a clarification to some is for others")


# ---- texts ----


def check_texts(server, team, jury):
    """Texts of people, in each place where they are shown, as typed and never as markup."""
    stranger = Browser(server)
    fields = {"code": CODE, "name": ACTS, "username": "<b>'\"&evil", "password": "long-enough"}
    expect(stranger.request("POST", "/register", fields)[0] == 303, "a hostile team cannot register")
    expect(stranger.request("POST", "/clarifications", {"text": ACTS, "csrf": stranger.token("/clarifications")})[0] == 303, "a request")
    source = "print(sum(map(int, input().split())))  # " + ACTS + "\n"
    page = submit(stranger, source, "a<script>evil()</script>'`.py")[2]
    expect(page, "a hostile submission is refused")
    await_text(stranger, page, VERDICT["Accepted"])
    compiled = submit(stranger, "int main() { " + ACTS, "x.c")
    if compiled[2]:
        await_text(stranger, compiled[2], "Compile")
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    expect(admin.request("POST", "/commentary", {"message": ACTS, "tags": [ACTS[:20]]}) is not None, "commentary")
    expect(admin.request("POST", "/awards", {"id": "evil", "citation": ACTS, "team_ids": ["team1"]}) is not None, "an award")
    expect(jury.post("/jury/clarifications", "/jury/clarifications", reply_to="1", to="all", text=ACTS)[0] == 303, "an answer")
    teams = [found["id"] for found in admin.get("/teams")]
    number = page.rsplit("/", 1)[1]
    pages = ["/", "/problems", "/problems/sum", "/submit", "/submissions", "/submissions/fragment", page, f"{page}/fragment",
             "/clarifications", "/login",
             "/register", "/board/fragment", "/jury", "/jury/board/fragment", "/jury/submissions", f"/jury/submissions/{number}",
             f"/jury/submissions/{number}/tests/1", "/jury/clarifications", "/jury/clarifications/1", "/jury/clock", "/jury/teams", "/jury/queue",
             "/jury/queue/fragment", "/jury/audit",
             "/nothing/<script>evil()", "/teams/<script>evil()", "/problems/%3Cscript%3Eevil()",
             f"/?name={'%3Cscript%3Eevil()'}&group=%22onload=evil()"]
    pages += [f"/teams/{name}" for name in teams]
    for browser in (Browser(server), team, stranger, jury):
        for address in pages:
            status, text, _ = browser.get(address)
            expect(status < 500, f"{address}: {status}")
            for bad in ("<script>evil", "<img src=x", "<b>'", "\"'`onmouseover"):
                expect(bad not in text, f"{address}: a text acts: {text[max(0, text.find(bad) - 200):text.find(bad) + 100]}")


# ---- uploads ----


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def upload(browser, parts, token):
    fields = {"csrf": token, "problem": "sum", "language": ""}
    body = b"".join(f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items())
    for name, data in parts:
        body += b'--x\r\nContent-Disposition: form-data; name="file"; filename="' + name + b'"\r\n\r\n' + data + b"\r\n"
    return browser.request("POST", "/submit", body=body + b"--x--\r\n", headers={"Content-Type": "multipart/form-data; boundary=x"})


def check_uploads(server):
    browser = logged_in(server, "team4")
    token = browser.token("/submit")
    link = zipfile.ZipInfo("main.py")
    link.external_attr = 0o120777 << 16
    archives = {
        "a bomb": zipped([("main.py", b"#" * 300_000_000)]),
        "a small archive of a large file": zipped([("main.py", b"print(1)\n"), ("data.txt", b"x\n" * 10_000_000)]),
        "10,000 files": zipped([(f"f{i}.py", b"") for i in range(10_000)]),
        "a path that leads out": zipped([("../../main.py", b"print(1)\n")]),
        "an absolute path": zipped([("/etc/main.py", b"print(1)\n")]),
        "a link": zipped([(link, b"/etc/passwd")]),
        "half of an archive": zipped([("main.py", b"print(1)\n" * 1000)])[:60],
        "nothing": b"",
    }
    for what, data in archives.items():
        began = time.monotonic()
        status = upload(browser, [(b"x.zip", data)], token)[0]
        expect(status in (413, 422) and time.monotonic() - began < 60, f"{what}: {status} after {time.monotonic() - began:.1f} s")
        api = contests.Client(server, "contest", "team4", server.passwords["team4"])
        made = {"problem_id": "sum", "language_id": "python3", "files": [{"data": base64.b64encode(data).decode(),
                "mime": "application/zip"}]}
        found = api.request("POST", "/submissions", made)
        expect(found and 400 <= found[0] < 500, f"{what} by the API: {found and found[0]}")
    names = (b"../../etc/passwd", b"..", b".", b"a\\..\\b.py", b"main.py\xff", b"\x01.py", b"CON", b"x" * 3000 + b".py", b"-rf.py",
             b"main\n.py")
    for name in names:
        status = upload(browser, [(name, b"print(1)\n" if name == b"-rf.py" else b"")], token)[0]
        expect(status in (303, 400, 422, 429), f"a file {name[:30]!r}: {status}")
    status = upload(browser, [(f"f{i}.py".encode(), b"") for i in range(3000)], token)[0]
    expect(status in (400, 422), f"3,000 files in a form: {status}")


TOO_LONG = "a" * 1_000_000


def check_lengths(server, jury):
    """Each text that a client chooses has a limit: a longer text is refused, and nothing is stored."""
    team, admin = (contests.Client(server, "contest", name, server.passwords[name]) for name in ("team2", "admin"))
    events = [len(admin.get(path)) for path in ("/submissions", "/clarifications", "/commentary", "/awards")]
    files = [{"data": contests.archive("print(1)\n")}]
    submission = {"problem_id": "sum", "language_id": "python3", "files": files}
    requests = [("/submissions", dict(submission, **{key: text}), key)
                for key in ("entry_point", "language_id", "problem_id", "team_id") for text in (TOO_LONG, "a" * 256)]
    requests += [("/submissions", dict(submission, team_id="team2", time="2026-01-01T00:00:00.000Z", id=TOO_LONG), "id")]
    requests += [("/clarifications", dict(made, **{key: "a" * 20_000}), key) for made in ({"text": "Why?"},)
                 for key in ("text", "problem_id", "reply_to_id")]
    requests += [("/commentary", {"message": "a", "tags": ["a" * 101]}, "tags"), ("/commentary", {"message": "a" * 20_000}, "message"),
                 ("/awards", {"id": "long", "citation": "a" * 20_000}, "citation"), ("/awards", {"id": "a" * 60_000, "citation": "a"}, "id"),
                 ("/awards", {"id": "long", "citation": "a", "team_ids": ["a" * 20_000]}, "team_ids")]
    for path, body, key in requests:
        client = admin if key == "id" or path in ("/commentary", "/awards") else team
        status, answer = client.request("POST", path, body)
        expect(status in (400, 403, 404, 422) and len(answer.get("message", "")) < 500,
               f"{path} with a long {key} by the API: {status} {str(answer)[:200]}")
        if key == "entry_point":
            expect((status, answer.get("message")) == (422, "the entry point: the text is longer than 255 bytes; shorten the text"),
                   f"a long entry point: {status} {str(answer)[:200]}")
    browser = logged_in(server, "team2")
    for key in ("entry_point", "language", "problem"):
        status, text, _ = browser.post("/submit", "/submit", **dict({"problem": "sum", "language": "python3", "source": "print(1)"},
                                                                   **{key: TOO_LONG}))
        expect(status == 422, f"/submit with a long {key}: {status} {text[:200]}")
    status = upload(browser, [(b"a" * 300 + b".zip", base64.b64decode(files[0]["data"]))], browser.token("/submit"))[0]
    expect(status == 422, f"an archive with a long name: {status}")
    for page, fields in (("/clarifications", {"text": "a" * 20_000}), ("/jury/clarifications", {"text": "a" * 20_000, "to": "all"})):
        status = (jury if "jury" in page else browser).post(page, page, **fields)[0]
        expect(status == 422, f"a long text of {page}: {status}")
    right = {"code": CODE, "name": "Short", "username": "short", "password": "long-enough"}
    for key in ("name", "username", "password"):
        status = Browser(server).request("POST", "/register", dict(right, **{key: "a" * 60_000}))[0]
        expect(status == 422, f"a registration with a long {key}: {status}")
    for key in ("username", "password"):
        status = Browser(server).request("POST", "/login", dict({"username": "x", "password": "y"}, **{key: "a" * 60_000}))[0]
        expect(status == 403, f"a log-in with a long {key}: {status}")
    found = [len(admin.get(path)) for path in ("/submissions", "/clarifications", "/commentary", "/awards")]
    expect(found == events, f"refused texts are stored: {events} {found}")


def check_rates(server):
    """A limit also applies to concurrent requests."""
    browser = logged_in(server, "team3")
    token = browser.token("/submit")
    def one(number):
        again = Browser(server)
        again.cookie = browser.cookie
        return upload(again, [(b"main.py", f"print({number})\n".encode())], token)[0]

    def ask(number):
        again = Browser(server)
        again.cookie = browser.cookie
        return again.request("POST", "/clarifications", {"text": f"{number}?", "csrf": token})[0]

    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        for what, call in (("submissions", one), ("requests", ask)):
            found = list(pool.map(call, range(24)))
            expect(set(found) <= {303, 429} and 1 <= found.count(303) <= 6, f"24 {what} together: {found}")


# ---- requests ----


def check_requests(server, cookie):
    """Requests that a proxy and this server could parse differently are refused, and the connection is closed."""
    hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    heads = ("Content-Length: 0\r\nContent-Length: 40\r\n", "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n",
             "Content-Length: 0, 40\r\n",
             "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "Transfer-Encoding: xchunked\r\n", "Content-Length: +0\r\n",
             "Content-Length: -1\r\n", "Content-Length: 0x10\r\n", "Content-Length : 0\r\n", "Content-Length: 18446744073709551616\r\n",
             "X: a\r\nHost: other\r\n", "Transfer-Encoding:\x0bchunked\r\n")
    for head in heads:
        answer = raw(server, f"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n{hidden}".encode("latin-1"), 5)
        found = statuses(answer)
        expect(all(400 <= status < 500 for status in found), f"{head!r}: {answer[:300]}")
    answer = raw(server, b"POST /submit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1073741824\r\nExpect: 100-continue\r\n\r\n", 5)
    expect(statuses(answer)[:1] == [413], f"1 GB is announced: {answer[:200]}")
    piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"POST /submit HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        try:
            for _ in range(400):
                connection.sendall(piece)
            connection.sendall(b"0\r\n\r\n")
            answer = connection.recv(65536).decode(errors="replace")
            expect(statuses(answer)[:1] == [413], f"a body without an end: {answer[:200]}")
        except (BrokenPipeError, ConnectionResetError):
            pass
    for line in ("GET / HTTP/9.9", "G\x00T / HTTP/1.1", "GET /" + "a" * 100_000 + " HTTP/1.1", "GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1",
                 "TRACE / HTTP/1.1", "\x1b[31mX / HTTP/1.1", 'X"kind=note / HTTP/1.1',
                 "GET http://evil.example/ HTTP/1.1", "CONNECT evil.example:80 HTTP/1.1"):
        found = statuses(raw(server, f"{line}\r\nHost: x\r\nConnection: close\r\n\r\n".encode("latin-1"), 5))
        expect(all(400 <= status < 600 and status != 500 for status in found), f"{line[:40]!r}: {found}")


def check_paths(server, browsers):
    for path in ("/problems/sum/files/..%2f..%2faccounts.yaml", "/problems/sum/files/%2e%2e", "/assets/..%2f..%2fetc%2fpasswd",
                 "/assets/fonts/..%2f..%2fx",
                 "/problems/..%2fsum", "/assets/%2fetc%2fpasswd", "/problems/sum/files/problem.yaml", "/problems/sum/files/data",
                 "/assets/",
                 "/api/contests/contest/problems/sum/..%2f..%2faccounts.yaml", "/api/contests/contest/teams/..%2f",
                 "/api/contests/..%2fcontest",
                 "/api/contests/contest/problems/sum/problem.yaml", "/api/contests/contest/submissions/1/..%2ffiles.zip"):
        for browser in browsers:
            status, text, _ = browser.get(path)
            secret = any(found in text for found in ("root:", "argon2", *server.passwords.values()))
            expect(status in (303, 400, 403, 404) and not secret, f"{path}: {status}")


NUMBERS = ("0", "-1", "01", "1e3", "+1", "1.0", "18446744073709551615", "18446744073709551616", "9223372036854775808",
           "99999999999999999999999999", "%20", "%F0%9F%98%80",
           "1%00", "1'--", "")


def check_numbers(server, team, jury):
    for number in NUMBERS:
        for browser, pattern in ((team, "/submissions/{}"), (team, "/submissions/{}/fragment"), (jury, "/jury/submissions/{}"),
                                 (jury, "/jury/submissions/{}/tests/1"),
                                 (jury, "/jury/submissions/1/tests/{}"), (jury, "/jury/submissions/1/tests/{}/input"),
                                 (jury, "/jury/submissions?before={}"),
                                 (jury, "/jury/audit?before={}"), (team, "/teams/{}"),
                                 (jury, "/jury/submissions?team={}&problem={}&language={}&verdict={}")):
            status = browser.get(pattern.replace("{}", number))[0]
            expect(status in (200, 303, 400, 404), f"{pattern} with {number!r}: {status}")
        if "%" not in number:
            for fields in ({"action": "duration", "minutes": number}, {"action": "freeze-at", "minutes": number + "9" * 20},
                           {"action": "schedule", "start": number},
                           {"action": "schedule", "start": "9999-12-31T23:59:59Z" + number},
                           {"action": "schedule", "start": "0000-00-00T00:00"}):
                if fields in ({"action": "duration", "minutes": "1.0"},):
                    continue
                status = jury.post("/jury/clock", "/jury/clock", **fields)[0]
                expect(status in (303, 422), f"the clock with {fields}: {status}")
                expect(status == 422 or fields["action"] != "freeze-at", f"the clock with {fields}: {status}")
            status = jury.post("/jury/clarifications", "/jury/clarifications", reply_to=number or "0", to="all", text="x")[0]
            expect(status in (422, 303), f"an answer to {number!r}: {status}")


def check_api(server, jury):
    """Invalid bodies, ids and times of the Contest API."""
    del jury
    for name in ("admin", "team1"):
        client = contests.Client(server, "contest", name, server.passwords[name])
        bodies = [b"", b"null", b"[]", b"{", b'{"a":' * 5000, b"[" * 100_000, b'{"id":"\xff"}', b'{"id":"\\ud800"}', b'{"time":1e999}',
                  b"9" * 100_000,
                  b'{"text":"a\\u0000b"}', json.dumps({"text": "x" * 70_000}).encode(), b'{"text":"\\u202eevil"}']
        times = ("9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z", "-9223372036854775808", "2026-13-45T99:99:99Z",
                 "1969-12-31T23:59:59Z", "x" * 1000, 5, -1, None, [], {})
        made = [(method, path, body) for method, path in (("POST", "/submissions"), ("PUT", "/submissions/abc"),
                                                          ("POST", "/clarifications"), ("PATCH", ""),
                                                         ("POST", "/awards"), ("POST", "/commentary")) for body in bodies]
        made += [(method, path, json.dumps(dict(body, time=when, start_time=when, scoreboard_thaw_time=when)).encode())
                 for when in times for method, path, body in (("PATCH", "", {"id": "contest"}),
                         ("POST", "/clarifications", {"text": "x"}),
                                                              ("POST", "/submissions",
                                                                      {"team_id": "team1", "problem_id": "sum",
                                                                              "language_id": "python3"}))]
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for method, path, body in made:
            connection.request(method, f"/api/contests/contest{path}", body, dict(client.headers, **{"Content-Type": "application/json"}))
            answer = connection.getresponse()
            text = answer.read()
            expect(answer.status < 500, f"{name}: {method} {path} {body[:80]!r}: {answer.status} {text[:200]!r}")
        for path in ("/event-feed?since_token=x", "/event-feed?since_token=" + "9" * 400, "/event-feed?since_token=%ff",
                     "/event-feed?since_token=-1", "/scoreboard?group_id=%00",
                     "/submissions?team_id=%ff", "/teams/" + "a" * 5000, "/judgements?x[]=1"):
            connection.request("GET", f"/api/contests/contest{path}", headers=client.headers)
            answer = connection.getresponse()
            answer.read()
            expect(400 <= answer.status < 500 or answer.status == 200, f"{name}: {path}: {answer.status}")
        connection.close()


def check_metrics(server, team):
    """For programs on this machine only; not by another host name, not through a proxy, not for a team."""
    port = server.port
    for head, wanted in ((f"Host: 127.0.0.1:{port}", 200), (f"Host: localhost:{port}", 200), (f"Host: evil.example:{port}", 401),
                         ("Host: localhost.evil.example", 401),
                         (f"Host: 127.0.0.1:{port}\r\nX-Forwarded-For: 192.0.2.1", 401), (f"Host: 127.0.0.1:{port}\r\nVia: 1.1 x", 401)):
        found = statuses(raw(server, f"GET /metrics HTTP/1.1\r\n{head}\r\nConnection: close\r\n\r\n".encode()))
        expect(found == [wanted], f"/metrics with {head!r}: {found}")
    del team


# ---- the freeze ----

SEEN = ("/", "/board/fragment", "/?name=team", "/?group=participants", "/teams/team1", "/teams/team2", "/problems", "/problems/sum",
        "/clarifications",
        "/api/contests/contest", "/api/contests/contest/scoreboard", "/api/contests/contest/awards", "/api/contests/contest/judgements",
        "/api/contests/contest/runs", "/api/contests/contest/commentary", "/api/contests/contest/state", "/api/contests/contest/access")


def look(browser, server):
    """The answers to a user, with the entity tags."""
    found = {}
    for path in SEEN:
        if "?" in path:
            # Filtering boards for strangers may use a tenth of a core; beyond that they receive the shared board, which scripts filter.
            time.sleep(2)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", path, headers=browser.headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for moving in (r'data-now="\d+"', r'"time":"[^"]*"', r'"contest_time":"[^"]*"', r'[0-9a-f]{64}',
                       r'<span class="words".*?</progress>'):
            text = re.sub(moving, "", text)
        found[path] = (answer.status, text, answer.getheader("ETag"))
        connection.close()
    return found


def differences(was, text):
    was, text = was.replace("<", "\n<").splitlines(), text.replace("<", "\n<").splitlines()
    return [line for line in difflib.unified_diff(was, text, n=0, lineterm="")]


def check_freeze(server, jury):
    """During the freeze a wrong and a right submission look the same to everyone except their team."""
    contests.await_judgements(contests.Client(server, "contest", "admin", server.passwords["admin"]))
    expect(jury.post("/jury/clock", "/jury/clock", action="freeze")[0] == 303, "the freeze")
    public, other, own = Browser(server), logged_in(server, "team1"), logged_in(server, "team2")
    page = submit(own, contests.PROGRAMS["AC"])[2]
    public.headers = {}
    await_text(public, "/board/fragment", '<td class="p">')
    other.headers = dict(contests.Client(server, "contest", "team1", server.passwords["team1"]).headers, Cookie=other.cookie)
    before = [look(browser, server) for browser in (public, other)]
    await_text(own, page, VERDICT["Accepted"])
    number = page.rsplit("/", 1)[1]
    expect(jury.post(f"/jury/submissions/{number}/rejudge", f"/jury/submissions/{number}")[0] == 303, "judging again")
    time.sleep(2)
    await_text(own, page, VERDICT["Accepted"])
    for who, browser, was in (("the public", public, before[0]), ("a team", other, before[1])):
        for path, (status, text, tag) in look(browser, server).items():
            expect((status, text) == was[path][:2], f"{path} shows {who} a verdict in the freeze: {differences(was[path][1], text)}")
            if path == "/board/fragment":
                expect(tag == was[path][2], f"{path} has another tag after a verdict in the freeze")


# ---- all ----


def check_log(folder, server):
    """No secrets in the log."""
    text = (folder / "serve.log").read_text()
    for secret in (*server.passwords.values(), CODE, "assay="):
        expect(secret not in text, "the log has a secret")
    expect("\x1b" not in text and 'X"kind' not in text, "the log has a method as it came")
    expect(not re.search(r"\b[0-9a-f]{64}\b", text), f"the log has a token: {text[-2000:]}")


def run(assay, folder):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    passwords = write_contest(assay, folder)
    server = contests.Server(assay, folder, None, "--log-requests")
    server.passwords = passwords
    team, jury = logged_in(server, "team1"), logged_in(server, "admin")
    page = submit(team, contests.PROGRAMS["WA"])[2]
    await_text(team, page, VERDICT["Wrong answer"])
    steps = {
        "sessions": lambda: check_sessions(server), "next": lambda: check_next(server), "forms": lambda: check_forms(server, team, jury),
        "texts": lambda: check_texts(server, team, jury), "uploads": lambda: check_uploads(server),
        "lengths": lambda: check_lengths(server, jury), "rates": lambda: check_rates(server),
        "requests": lambda: check_requests(server, team.cookie), "paths": lambda: check_paths(server, (Browser(server), team, jury)),
        "metrics": lambda: check_metrics(server, team), "freeze": lambda: check_freeze(server, jury),
        "api": lambda: check_api(server, jury),
        "numbers": lambda: check_numbers(server, team, jury),
    }
    chosen = os.environ.get("STEPS", "").split()
    for name, step in steps.items():
        if not chosen or name in chosen:
            step()
    expect(Browser(server).get("/healthz")[0] == 200, "the server is not well afterwards")
    check_log(folder, server)
    server.stop()


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-hostile-") as folder:
        run(assay, pathlib.Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
