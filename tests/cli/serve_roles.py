#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What each kind of account may see and do in a contest: pages and forms with a session, the Contest API with a password.

usage: serve_roles.py ASSAY
"""
import base64
import http.client
import os
import pathlib
import socket
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import api_methods  # noqa: E402
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

CHUNK = 100 << 10
# The statuses in this order. team1 handed in submission 1, and asked clarification 1.
ROLES = ("nobody", "staff", "balloon", "team2", "team1", "analyst", "judge", "admin")
TEST = "/jury/submissions/1/tests/1"
PAGES = {
    (200,) * 8: "/ /board/fragment /board/events /problems /problems/sum /teams/team1 /clarifications /news /login /register "
                "/assets/style.css /healthz /readyz /metrics",
    (303, 403, 403, 200, 200, 403, 403, 403): "/submit /submissions /submissions/fragment",
    (303, 403, 200, 403, 403, 200, 200, 200): "/balloons",
    (303, 403, 403, 200, 200, 403, 403, 403): "/print",
    (303, 200, 403, 403, 403, 200, 200, 200): "/prints /prints/1 /checkin",
    (303, 403, 403, 404, 200, 403, 403, 403): "/submissions/1 /submissions/1/fragment",
    (303, 403, 403, 403, 403, 200, 200, 200):
        "/jury /jury/board/fragment /jury/board/events /jury/submissions /jury/submissions/1 /jury/queue /jury/queue/fragment /jury/audit "
        f"/jury/submissions/1/ruling /jury/clarifications /jury/clarifications/1 /jury/clock /jury/time /jury/problems /jury/teams /jury/rejudgings {TEST} {TEST}/fragment {TEST}/input",
}


def may(status, *roles):
    """The statuses of a form that only these may send."""
    return tuple(status if role in roles else 401 if role == "nobody" else 403 for role in ROLES)


# An analyst looks only. 422: the sender may, but the fields are wrong. `take` is the form of a package that changed.
FORMS = {
    (may(422, "team1", "team2"), "with a team"): "/submit /clarifications /print",
    (may(303, "judge", "admin"), "of the jury"): f"{TEST}/run /jury/submissions/1/rejudge /jury/submissions/1/ignore /jury/problems/sum/take",
    (may(422, "judge", "admin"), "of the jury"): "/jury/clarifications /jury/rejudgings /jury/submissions/1/ruling",
    (may(404, "judge", "admin"), "of the jury"): "/jury/rejudgings/1/apply /jury/rejudgings/1/cancel",
    (may(422, "balloon", "judge", "admin"), "of the type balloon"): "/balloons",
    (may(422, "staff", "judge", "admin"), "of the type staff"): "/prints /checkin",
    (may(422, "admin"), "as an admin"): "/jury/clock /jury/time /jury/accounts/end",
}
# The table of docs/contest.md. 400 and 404: the account may, but the body or the id is wrong.
API = {
    (403,) * 7 + (200,): ["GET /accounts"],
    (404, 404, 404, 404, 404, 200, 404, 200): ["GET /submissions/1/files"],
    may(400, "team1", "team2", "admin"): ["POST /submissions"],
    may(400, "team1", "team2", "judge", "admin"): ["POST /clarifications"],
    may(400, "analyst", "judge", "admin"): ["POST /commentary"],
    may(400, "judge", "admin"): ["POST /judgements"],
    may(404, "judge", "admin"): ["DELETE /judgements/x"],
    may(400, "admin"): ["PUT /submissions/x", "PUT /clarifications/x", "POST /awards", "PUT /awards/x", "PATCH "],
    may(404, "admin"): ["PATCH /awards/x", "DELETE /awards/x"],
}
# Bodies of 1 MiB, which the server keeps on its disk. 100: the server asks for the body; otherwise it refuses the request at the head.
LARGE = {
    may(100, "team1", "team2"): "POST /submit POST /print",
    may(100, "judge", "admin"): "POST /jury/problems/upload",
    may(100, "team1", "team2", "admin"): "POST /api/contests/contest/submissions",
    may(100, "admin"): "PUT /api/contests/contest/submissions/x",
    (413,) * 8: "POST /clarifications POST /login POST /jury/clock POST /api/contests/contest/clarifications PATCH /api/contests/contest",
}


def ask(server, method, path, body=None, **headers):
    """The status and the text; streams of events have no end."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items() if value})
    answer = connection.getresponse()
    text = "" if path.endswith("/events") else answer.read().decode(errors="replace")
    connection.close()
    return answer.status, text


def check_pages(server, browsers):
    for statuses, paths in PAGES.items():
        for path in paths.split():
            found = tuple(ask(server, "GET", path, Cookie=browser.cookie)[0] for browser in browsers)
            expect(found == statuses, f"GET {path} by {ROLES}: {found}, not {statuses}")


def check_forms(server, browsers):
    tokens = [browser.cookie and browser.token("/") for browser in browsers]
    for path, statuses, reason in [(path, *key) for key, paths in FORMS.items() for path in paths.split()]:
        for role, browser, own, status in zip(ROLES, browsers, tokens, statuses):
            other = tokens[ROLES.index("judge" if role == "admin" else "admin")]
            for token, site in (("", None), ("0" * 64, None), (other, None), (own, "cross-site"), (own, None)):
                wanted = 403 if site or (own and token is not own) else status
                body = urllib.parse.urlencode({"csrf": token or "", "text": "", "action": "x", "username": "x"})
                found, text = ask(server, "POST", path, body, Cookie=browser.cookie, Sec_Fetch_Site=site,
                                  Content_Type="application/x-www-form-urlencoded")
                expect(found == wanted, f"POST {path} by {role}, token {token}, site {site}: {found}, not {wanted}")
            expect(status not in (401, 403) or reason in text, f"POST {path} by {role} does not say '{reason}': {text}")


def check_api(server, browsers, passwords):
    for (method, path), statuses in [(request.split(" "), statuses) for statuses, requests in API.items() for request in requests]:
        body = None if method == "GET" else '{"x": 1}'
        for role, browser, status in zip(ROLES, browsers, statuses):
            basic = role in passwords and credentials(role, passwords)
            for headers, wanted in (({"Authorization": basic}, status), ({"Cookie": browser.cookie}, statuses[0])):
                found = ask(server, method, "/api/contests/contest" + path, body, Content_Type="application/json", **headers)[0]
                expect(found == wanted, f"{method} {path} by {role} with {list(headers)}: {found}, not {wanted}")


def credentials(role, passwords):
    return "Basic " + base64.b64encode(f"{role}:{passwords[role]}".encode()).decode()


def ask_head(server, method, path, size, *headers):
    """The first status after the head of a request with a body of this size; None: a body of chunks, of which the first is sent."""
    length = f"Content-Length: {size}\r\nExpect: 100-continue\r\n" if size else "Transfer-Encoding: chunked\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}Content-Type: text/plain\r\n"
        connection.sendall((head + "".join(f"{line}\r\n" for line in headers) + "\r\n").encode())
        if not size:
            connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (CHUNK, b"x" * CHUNK))
        answer = b""
        while b"\r\n" not in answer and (more := connection.recv(4096)):
            answer += more
    expect(answer, f"{method} {path}: no answer to {headers}")
    return int(answer.split()[1])


def check_large(server, browsers, passwords):
    for statuses, requests in LARGE.items():
        words = requests.split()
        for method, path in zip(words[::2], words[1::2]):
            for role, browser, status in zip(ROLES, browsers, statuses):
                headers = [f"Cookie: {browser.cookie}"] if browser.cookie else []
                if path.startswith("/api/"):
                    headers = [f"Authorization: {credentials(role, passwords)}"] if role in passwords else []
                found = ask_head(server, method, path, 1 << 20, *headers)
                expect(found == status, f"{method} {path} with 1 MiB by {role}: {found}, not {status}")
                found = ask_head(server, method, path, None, *headers)
                expect(status == 100 or found in ((401, 403, 413) if status == 413 else (status,)),
                       f"{method} {path} in chunks by {role}: {found}, not {status}")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-roles-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        written = contests.write_contest(assay, folder)
        passwords = dict.fromkeys(ROLES[1:], "role-password") | written
        with (folder / "contest/accounts.yaml").open("a") as file:
            file.writelines(f"- {{username: {name}, password: {passwords[name]}, type: {name}}}\n" for name in ROLES[1:] if name not in written)
        with (folder / "contest/contest.yaml").open("a") as file:
            file.write("print: {}\n")
        server = contests.Server(assay, folder, None)
        browsers = [Browser(server) for _ in ROLES]
        for role, browser in zip(ROLES[1:], browsers[1:]):
            expect(browser.log_in(role, passwords[role])[0] == 303, f"{role} cannot log in")
        team = browsers[ROLES.index("team1")]
        await_text(team, submit(team, contests.PROGRAMS["AC"])[2], VERDICT["Accepted"])
        expect(team.post("/print", "/print", submission="1")[0] == 303, "team1 cannot print")
        expect(team.post("/clarifications", "/clarifications", text="Why?")[0] == 303, "team1 cannot ask")
        check_pages(server, browsers)
        check_forms(server, browsers)
        check_api(server, browsers, passwords)
        check_large(server, browsers, passwords)
        api_methods.check(server, "", "contest")
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
