# SPDX-License-Identifier: MIT
"""Every address of the Contest API with every wrong method, and unknown addresses: the answers are JSON of the API.

check(server, base, contest) is for serve_roles.py and serve_several.py. The addresses are those of the tables of contest/serve.
"""
import http.client
import json
import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "contest/serve"
ROUTE = re.compile(r'\{"(GET|POST|PUT|PATCH|DELETE)",\s*"(/api[^"]*)"')
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FOO")
UNKNOWN = ("/api/nothing", "/api/contests/{}/nothing", "/api/contests/{}/teams/none", "/api/contests/{}/teams/", "/api/contests/{}/a/b/c/d", "/api/contests/none",
           "/api/contests/{}/submissions/%2e%2e", "/api/tokens/a/b")


def expect(condition, text):
    if not condition:
        raise SystemExit(text)


def routes():
    found = {}
    for file in sorted(SOURCES.glob("api*.c")):
        for method, path in ROUTE.findall(file.read_text()):
            found.setdefault(path, set()).add(method)
    expect(len(found) > 10, f"the tables of the API were not found: {found}")
    return found


def matches(pattern, path):
    parts, wanted = pattern.split("/"), path.split("/")
    if parts[-1].startswith("*"):
        return len(wanted) >= len(parts) and all(part[:1] == ":" or part == given for part, given in zip(parts[:-1], wanted))
    return len(parts) == len(wanted) and all((part[:1] == ":" and given) or part == given for part, given in zip(parts, wanted))


def ask(server, method, path):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def expect_error(answer, text, status, what):
    expect(answer.status == status, f"{what}: {answer.status}, not {status}: {text[:200]}")
    expect(answer.getheader("Content-Type") == "application/json", f"{what}: {answer.getheader('Content-Type')}: {text[:200]}")
    error = json.loads(text)
    expect(set(error) == {"code", "message"} and error["code"] == status and error["message"], f"{what}: {text[:200]}")


def check(server, base, contest, begin="/api"):
    """`begin`: only addresses with this beginning."""
    table = routes()
    for pattern in [pattern for pattern in table if pattern.startswith(begin)]:
        path = re.sub(r"[:*]\w+", "x", pattern.replace(":contest", contest))
        allowed = set().union(*(methods for other, methods in table.items() if matches(other, path)))
        for method in METHODS:
            if method not in allowed:
                answer, text = ask(server, method, base + path)
                expect_error(answer, text, 405, f"{method} {base}{path}")
                said = set(answer.getheader("Allow", "").split(", ")) - {"HEAD", "OPTIONS"}
                expect(said == allowed, f"{method} {base}{path} allows {said}, not {allowed}")
    for path in UNKNOWN:
        answer, text = ask(server, "GET", base + path.format(contest))
        expect(answer.status in (400, 404), f"GET {base}{path}: {answer.status}")
        expect_error(answer, text, answer.status, f"GET {base}{path}")
    for path in ("/apix", "/nothing"):
        answer, text = ask(server, "GET", base + path)
        expect(answer.status == 404 and "<html" in text, f"GET {base}{path} is not a page: {answer.status} {text[:200]}")
