#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several contests in one server: folders that are refused, the list of contests, pages, sessions and the Contest API of each below its
path, fair shares while one of them is flooded, and a store that fails while the other contests continue.

usage: serve_several.py ASSAY [postgresql]. With `postgresql` all contests are in one store.
"""
import html.parser
import json
import os
import pathlib
import re
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "contest"))
import api_http  # noqa: E402
import api_methods  # noqa: E402
import serve  # noqa: E402

contests, expect = api_http.contests, api_http.expect
NAMES = ("spring", "autumn", "club", "old")
SLOW = "import time\ntime.sleep(1)\n" + contests.PROGRAMS["AC"]
FLOOD = 24


def write_contest(assay, folder, name, start_s, duration="9:00:00"):
    passwords = contests.write_contest(assay, folder / name)
    file = folder / name / "contest/contest.yaml"
    lines = [line for line in file.read_text().splitlines()
             if not line.lstrip("# ").startswith(("id:", "name:", "start_time", "duration", "scoreboard_freeze"))]
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + start_s))
    file.write_text("\n".join(lines) + f"\nid: {name}\nname: The {name} <contest>\nstart_time: {start}\nduration: {duration}\n")
    return passwords


def paths(folder):
    return [folder / name / "contest" for name in NAMES]


class Server(contests.Server):
    """A server of several contests."""

    def __init__(self, assay, folder, url, *options):
        self.command = [assay, "serve", *paths(folder), "--json", *(["--store", url] if url else []), *options]
        self.log = open(folder / "serve.log", "w", encoding="utf-8")
        self.address, self.port = "127.0.0.1", contests.ports.free_port()
        self.start()


class Browser(serve.Browser):
    """Keeps the cookies of all contests."""

    def __init__(self, server):
        super().__init__(server)
        self.cookies = {}

    def request(self, *arguments, **options):
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items()) or None
        before = self.cookie
        answer = super().request(*arguments, **options)
        if self.cookie != before:
            name, _, value = self.cookie.partition("=")
            self.cookies[name] = value
        return answer

    def log_in_to(self, contest, username, password):
        return self.request("POST", f"/{contest}/login", {"username": username, "password": password, "next": f"/{contest}/submissions"})


class Links(html.parser.HTMLParser):
    """The addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.found, self.actions = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "action") or name.startswith("data-") and (value or "").startswith("/"):
                (self.actions if name == "action" else self.found).update((value or "").split())


# ---- the start ----


def check_refused(assay, folder):
    """If one folder is wrong, nothing starts."""
    folders = paths(folder)
    file = folder / "club/contest/contest.yaml"
    text = file.read_text()
    for wrong, said in ((text + "no_such_key: 1\n", "club/contest/contest.yaml"), (text.replace("id: club", "id: spring"), "'spring' is also that of"),
                        (text.replace("id: club", "id: api"), "'api' is the name of another page")):
        file.write_text(wrong)
        serve.refuse([assay, "serve", *folders], 3, said)
    file.write_text(text)
    serve.refuse([assay, "serve", folders[0], folder / "none"], 3, "none")
    serve.refuse([assay, "serve", *folders, "--demo"], 2, "mutually exclusive")
    serve.refuse([assay, "serve", *folders, "--store", f"sqlite:{folder}/common.db"], 2, "a store in a file is for a single contest")
    expect(not list(folder.glob("*/contest/contest.db*")), "a store was opened before all folders were checked")


# ---- pages ----


def check_index(server):
    status, text, _ = Browser(server).get("/")
    expect(status == 200 and "<title>Contests</title>" in text, f"the list: {status}")
    places = [text.index(part) for part in ("<h2>Running</h2>", 'href="/spring/"', "<h2>Coming</h2>", 'href="/autumn/"', "<h2>Archive</h2>",
                                            'href="/old/"')]
    expect(places == sorted(places) and "The spring &lt;contest&gt;" in text, f"the list: {text}")
    for path, wanted in (("/spring", (303, "/spring/")), ("/spring/", (200, None)), ("/none", (404, None)), ("/none/", (404, None)),
                         ("/none/jury", (404, None)), ("/problems", (404, None)), ("/%73pring/problems", (200, None)),
                         ("/old/problems", (200, None)), ("/assets/none.css", (404, None)), ("/healthz", (200, None)), ("/readyz", (200, None)),
                         ("/spring/healthz", (200, None))):
        status, text, location = Browser(server).get(path)
        expect((status, location) == wanted, f"{path}: {status} {location}")
        expect(status != 404 or "<html" in text, f"{path} is no page: {text}")
    status, text, _ = Browser(server).request("POST", "/none/submit", body="x" * 100000, headers={"Content-Type": "text/plain"})
    expect(status == 404, f"a large body for no contest: {status}")
    api_methods.check(server, "/spring", "spring")
    api_methods.check(server, "", "spring", "/api/contests/:contest")
    expect("contest=" not in Browser(server).get("/spring/metrics")[1], "metrics")


def check_links(server, browser, contest):
    """Every address of a contest's pages is below its path, except that of the list of contests; and it works."""
    wanted, seen = [f"/{contest}/", f"/{contest}/jury", f"/{contest}/submit", f"/{contest}/jury/clock"], set()
    while wanted:
        path = wanted.pop()
        if path in seen or path.endswith("/logout") or "/event" in path or len(seen) > 300:
            continue
        seen.add(path)
        if "/fonts/" in path or path.endswith("/assets/"):
            continue
        status, text, _ = browser.request("GET", path)
        expect(status in (200, 403, 303, 405), f"{path}: {status}")
        if "<html" not in text:
            continue
        expect(status != 200 or '<a href="/">All contests</a>' in text or 'class="screen' in text or "/resolve" in path, f"{path} has no link to the list of contests")
        links = Links(text)
        for link in links.found | links.actions:
            address = urllib.parse.urljoin(path, link.split("#")[0])
            if address.startswith("/") and address != "/":
                expect(address.startswith(f"/{contest}/"), f"{path} leads to {address}")
                wanted += [address] if link in links.found else []
    expect(len(seen) > 20, f"only {len(seen)} pages were found")


def check_sessions(server, passwords):
    browser = Browser(server)
    expect(browser.log_in_to("spring", "team1", passwords["spring"]["team1"])[::2] == (303, "/spring/submissions"), "log-in")
    expect(list(browser.cookies) == ["assay-spring"], f"cookies: {browser.cookies}")
    expect(browser.get("/club/submissions")[::2] == (303, "/club/login?next=/club/submissions"), "a session of another contest counts")
    browser.cookies["assay-club"] = browser.cookies["assay-spring"]
    expect(browser.get("/club/submissions")[0] == 303, "the token of a session of another contest counts")
    expect(browser.log_in_to("club", "team1", passwords["club"]["team1"])[0] == 303, "log-in to a second contest")
    for contest in ("spring", "club"):
        expect(browser.get(f"/{contest}/submissions")[0] == 200, f"the session of {contest} has ended")
    token = browser.token("/spring/clarifications")
    expect(browser.request("POST", "/club/clarifications", {"csrf": token, "text": "?"})[0] == 403, "a form of another contest counts")
    expect(browser.post("/spring/clarifications", "/spring/clarifications", text="In spring?")[::2] == (303, "/spring/clarifications"), "a question")
    expect("In spring?" not in browser.get("/club/clarifications")[1], "a question is in another contest")
    expect(browser.post("/club/logout", "/club/submissions")[::2] == (303, "/club/"), "log-out")
    expect(browser.get("/spring/submissions")[0] == 200 and browser.get("/club/submissions")[0] == 303, "log-out ends another session")
    return browser


# ---- the Contest API ----


def ask(server, path, headers=None, method="GET", body=None):
    status, text, _ = serve.Browser(server).request(method, path, body=body, headers=headers)
    expect(text[:1] in "[{", f"{path} is not JSON: {text}")
    return status, json.loads(text)


def check_api(server, passwords):
    expect(ask(server, "/api")[1]["version"] == "2026-01", "/api")
    for path in ("/api/contests", "/api/contests/"):
        status, found = ask(server, path)
        expect(status == 404 if path.endswith("/") else {item["id"] for item in found} == set(NAMES), f"{path}: {found}")
    expect([item["id"] for item in ask(server, "/spring/api/contests")[1]] == ["spring"], "the API of one contest")
    for path in ("/api/contests/none", "/api/contests/none/teams", "/spring/api/contests/club"):
        status, found = ask(server, path)
        expect(status == 404 and found["code"] == 404, f"{path}: {status} {found}")
    spring, club = ({**contests.Client(server, name, "team1", passwords[name]["team1"]).headers, "Content-Type": "application/json"}
                    for name in ("spring", "club"))
    for headers, contest, wanted in ((spring, "spring", 200), (spring, "club", 401), (club, "club", 200)):
        expect(ask(server, f"/api/contests/{contest}/account", headers)[0] == wanted, f"an account in {contest}")
    program = json.dumps(api_http.program())
    status, made = ask(server, "/api/contests/club/submissions", club, "POST", program)
    expect(status == 201, f"a submission: {made}")
    expect(ask(server, "/api/contests/club/submissions", spring, "POST", program)[0] == 401, "an account of another contest submits")
    expect(ask(server, f"/club/api/contests/club/submissions/{made['id']}", club)[0] == 200, "the submission")
    # More than a browser may send without a log-in.
    status, found = ask(server, "/api/contests/club/submissions", club, "POST", json.dumps({"problem_id": "x" * 80000}))
    expect(status == 400, f"a large request: {status} {found}")
    await_judged(server, "club", passwords, 1)


def judged(server, contest, passwords):
    """The number of submissions of a contest, and of those that are judged."""
    account = contests.Client(server, contest, "admin", passwords[contest]["admin"])
    return len(account.get("/submissions")), len([item for item in account.get("/judgements") if item.get("end_time")])


def await_true(is_true, text):
    until = time.monotonic() + 180
    while not is_true():
        expect(time.monotonic() < until, text)
        time.sleep(0.1)


def await_judged(server, contest, passwords, count):
    await_true(lambda: judged(server, contest, passwords)[1] >= count, f"{contest}: {count} submissions are not judged")


# ---- fair shares, failures ----


def submit(server, contest, passwords, team, source):
    """Returns the number of submissions of the contest."""
    client = contests.Client(server, contest, team, passwords[contest][team])
    answer = client.request("POST", "/submissions", api_http.program(source))
    expect(answer and answer[0] == 201, f"a submission of {team} in {contest}: {answer}")
    return judged(server, contest, passwords)[0]


def check_flood(server, passwords):
    """Many slow submissions of one contest do not delay another contest."""
    before = judged(server, "spring", passwords)[1]
    for number in range(FLOOD):
        submit(server, "spring", passwords, f"team{number % 2 + 1}", f"# {number}\n" + SLOW)
    await_judged(server, "club", passwords, submit(server, "club", passwords, "team1", "# new\n" + contests.PROGRAMS["AC"]))
    count = judged(server, "spring", passwords)[1] - before
    expect(count < FLOOD * 3 // 4, f"the other contest waited until {count} of {FLOOD} submissions of the flood were judged")
    await_judged(server, "spring", passwords, before + FLOOD)


def check_failing(server, folder, passwords):
    """The store of one contest is damaged. The others are judged as before."""
    await_judged(server, "spring", passwords, submit(server, "spring", passwords, "team1", contests.PROGRAMS["WA"]))
    log, until = folder / "serve.log", time.monotonic() + 60
    while "spring: the contest is not judged any more" not in log.read_text():
        expect(time.monotonic() < until, "the damage is not noticed")
        for name in ("contest.db", "contest.db-wal"):
            os.truncate(folder / "spring/contest" / name, 0)
        Browser(server).log_in_to("spring", "team2", passwords["spring"]["team2"])
    browser = Browser(server)
    expect(browser.log_in_to("spring", "team2", passwords["spring"]["team2"])[0] == 503, "a log-in with a damaged store")
    status, text, _ = browser.get("/healthz")
    expect(status == 503 and "club: ok" in text and "spring: the store does not answer" in text, f"/healthz: {status} {text}")
    for path, wanted in (("/spring/healthz", 503), ("/club/healthz", 200), ("/", 200), ("/spring/", 200)):
        expect(browser.get(path)[0] == wanted, f"{path} with a damaged store")
    expect(browser.log_in_to("club", "team2", passwords["club"]["team2"])[0] == 303, "a log-in to another contest")
    await_judged(server, "club", passwords, submit(server, "club", passwords, "team2", contests.PROGRAMS["WA"]))


def run(assay, folder, url):
    passwords = {name: write_contest(assay, folder, name, start, duration) for name, start, duration in (
        ("spring", -60, "9:00:00"), ("autumn", 86400, "5:00:00"), ("club", -120, "9:00:00"), ("old", -90000, "1:00:00"))}
    if not url:
        check_refused(assay, folder)
    server = Server(assay, folder, url)
    try:
        check_index(server)
        browser = check_sessions(server, passwords)
        check_api(server, passwords)
        check_links(server, browser, "spring")
        jury = Browser(server)
        expect(jury.log_in_to("club", "admin", passwords["club"]["admin"])[0] == 303, "the admin cannot log in")
        check_links(server, jury, "club")
        check_flood(server, passwords)
        server.stop()
        server.start()
        expect(browser.get("/spring/submissions")[0] == 200, "a session does not outlive the server")
        if not url:
            check_failing(server, folder, passwords)
        server.kill()
    finally:
        server.kill()
        sys.stderr.write(pathlib.Path(server.log.name).read_text())


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-several-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database.url)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
