#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assay serve as a club uses it: options that are refused, pages, forms and the Contest API of a running contest.

usage: serve.py ASSAY
"""
import atexit
import base64
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
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402


def expect(condition, text):
    if not condition:
        sys.exit(text)


# The verdict of the whole submission: while it is judged, its page has verdicts of tests.
VERDICT = {text: f'<p class="big"><span class="verdict {name}">' for text, name in (("Accepted", "AC"), ("Wrong answer", "WA"))}


class Browser:
    """Keeps cookies, and follows no redirect."""

    def __init__(self, server):
        self.server, self.cookie = server, None

    def request(self, method, path, fields=None, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = dict(headers or {}, **({"Cookie": self.cookie} if self.cookie else {}))
        if fields is not None:
            body = urllib.parse.urlencode(fields, doseq=True)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            expect("HttpOnly" in cookie and "SameSite=Lax" in cookie, f"the cookie is not safe: {cookie}")
            self.cookie = cookie.split(";")[0]
        connection.close()
        return answer.status, text, answer.getheader("Location")

    def get(self, path):
        return self.request("GET", path)

    def token(self, path):
        """The token of the forms of a page."""
        found = re.search(r'name="csrf" value="([0-9a-f]{64})"', self.get(path)[1])
        expect(found, f"{path} has no form with a token")
        return found[1]

    def post(self, path, form, **fields):
        return self.request("POST", path, dict(fields, csrf=self.token(form)))

    def log_in(self, username, password):
        return self.request("POST", "/login", {"username": username, "password": password, "next": "/submissions"})


# ---- options ----


def refuse(command, status, text):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    expect(done.returncode == status and text in done.stderr, f"{command[1:]}: status {done.returncode}, {done.stderr}")


def check_options(assay, folder):
    refuse([assay, "serve"], 2, "missing argument DIR")
    refuse([assay, "serve", folder / "none"], 3, "none")
    refuse([assay, "serve", folder / "contest", "--demo"], 2, "mutually exclusive")
    refuse([assay, "serve", folder / "contest", "--listen", "0.0.0.0:0"], 2, "without TLS")
    refuse([assay, "serve", folder / "contest", "--listen", "[::1]:0:0"], 2, "an IPv6 address is written as [::1]:8080")
    refuse([assay, "serve", folder / "contest", "--tls-cert", "a.pem"], 2, "must be given together")
    refuse([assay, "serve", folder / "contest", "--log", "xml"], 2, "unknown value 'xml' of --log; use text")
    accounts = folder / "contest/accounts.yaml"
    accounts.chmod(0o644)
    refuse([assay, "serve", folder / "contest"], 3, "accounts.yaml")
    accounts.chmod(0o600)


# ---- people ----


def multipart(fields, name, data):
    parts = [f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
    parts.append(f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{data}\r\n--x--\r\n')
    return "".join(parts)


def submit(browser, source, name="main.py"):
    body = multipart({"csrf": browser.token("/submit"), "problem": "sum", "language": ""}, name, source)
    return browser.request("POST", "/submit", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})


def await_text(browser, path, text):
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if text in browser.get(path)[1]:
            return
        time.sleep(0.2)
    sys.exit(f"{path} never has '{text}'")


def await_log(log, pattern):
    """The server's log with a match of the pattern: a thread of the server writes the lines a little later."""
    until = time.monotonic() + 60
    while not re.search(pattern, log.read_text()):
        expect(time.monotonic() < until, f"the log never has '{pattern}':\n{log.read_text()}")
        time.sleep(0.05)
    return log.read_text()


def check_team(server, password):
    team = Browser(server)
    expect(team.get("/submit")[2] == "/login?next=/submit", "the form is shown to nobody")
    expect(team.log_in("team1", "wrong-password")[0] == 403, "a wrong password is accepted")
    foreign = team.request("POST", "/login", {"username": "team1", "password": password}, headers={"Sec-Fetch-Site": "cross-site"})
    expect(foreign[0] == 403, f"a form of another site is accepted: {foreign[0]}")
    status, _, location = team.log_in("team1", password)
    expect((status, location) == (303, "/submissions"), f"log-in: {status} {location}")
    status, _, location = submit(team, contests.PROGRAMS["WA"])
    expect((status, location) == (303, "/submissions/1"), f"submitting: {status} {location}")
    await_text(team, "/submissions/1", VERDICT["Wrong answer"])
    expect(submit(team, contests.PROGRAMS["AC"])[0] == 303, "a second submission is refused")
    await_text(team, "/submissions/2", VERDICT["Accepted"])
    status, text, _ = submit(team, "nothing", "file.unknown")
    expect(status == 422 and "language" in text, f"a file of no language: {status}")
    expect(team.get("/jury/submissions")[0] == 403, "a team sees pages of the jury")
    expect(team.get("/submissions/3")[0] == 404, "a submission that does not exist")
    expect(team.request("POST", "/clarifications", {"text": "x", "csrf": "0" * 64})[0] == 403, "a form without its token is accepted")
    expect(team.post("/clarifications", "/clarifications", text="<script>alert(1)</script>")[0] == 303, "a request is refused")
    answers = [team.post("/clarifications", "/clarifications", text="And n = 0?")[0] for _ in range(7)]
    expect(answers[0] == 303 and answers[-1] == 429, f"requests without an end: {answers}")
    expect("<script>alert" not in team.get("/clarifications")[1], "a text acts on a page")
    return team


def check_progress(server):
    """A team sees the verdicts of its submission test by test: the last test takes long."""
    team = Browser(server)
    expect(team.log_in("team4", server.passwords["team4"])[0] == 303, "team4 cannot log in")
    slow = "import time\na, b = map(int, input().split())\ntime.sleep(6 if a < 0 else 0)\nprint(a + b)\n"
    page = submit(team, slow)[2]
    await_text(team, f"{page}/fragment", "2 of 3 tests were run.")
    text = team.get(f"{page}/fragment")[1]
    expect("data-done" not in text and text.count("Accepted") == 2, f"two tests of three: {text}")
    expect("test 3 of 3" in team.get("/submissions/fragment")[1], "the list of submissions does not say which test runs")
    await_text(team, f"{page}/fragment", "data-done")


def check_answer(server, jury):
    """An answer to some reaches these and the jury, and nobody else."""
    page = "/jury/clarifications/1"
    expect(jury.get(page)[0] == 200 and "And n = 0?" not in jury.get(page)[1], "the page of a clarification")
    for number in ("0", "99", "x", "-1", "1x"):
        expect(jury.get(f"/jury/clarifications/{number}")[0] == 404, f"the page of clarification {number}")
    mixed = jury.post("/jury/clarifications", page, reply_to="1", to=["all", "team:team1"], text="For some.")[0]
    expect(mixed == 422, f"an answer to all and to a team: {mixed}")
    expect(jury.post("/jury/clarifications", page, reply_to="1", to=["team:team1", "team:team2"], text="For some.")[0] == 303,
           "an answer to two teams is refused")
    for name, sees in (("team1", True), ("team2", True), ("team3", False)):
        team = Browser(server)
        expect(team.log_in(name, server.passwords[name])[0] == 303, f"{name} cannot log in")
        expect(("For some." in team.get("/clarifications")[1]) == sees, f"an answer to two teams: {name}")
    expect("For some." not in Browser(server).get("/clarifications")[1] and "For some." in jury.get(page)[1], "an answer to two teams")


def check_jury(server, password):
    jury = Browser(server)
    expect(jury.log_in("admin", password)[0] == 303, "the admin cannot log in")
    for path in ("/jury", "/jury/board/fragment", "/jury/submissions", "/jury/submissions/1", "/jury/clarifications", "/jury/clock", "/jury/teams", "/jury/queue", "/jury/audit"):
        expect(jury.get(path)[0] == 200, f"{path}: {jury.get(path)[0]}")
    expect(jury.post("/jury/clarifications", "/jury/clarifications", reply_to="1", to="all", text="No.")[0] == 303, "an answer is refused")
    check_answer(server, jury)
    expect(jury.post("/jury/submissions/1/rejudge", "/jury/submissions/1")[0] == 303, "judging again is refused")
    status, text, _ = jury.post("/jury/clock", "/jury/clock", action="finalise")
    expect(status == 422 and "not over" in text, f"a contest that runs is finalised: {status}")
    expect(jury.post("/jury/clock", "/jury/clock", action="freeze")[0] == 303, "the board cannot be frozen")
    text = jury.get("/jury/audit")[1]
    expect("Judge submission" in text and "Answer to" in text and "<bdi>admin</bdi></th>" in text, "the audit log does not name the admin")
    return jury


def check_tests(server, jury):
    """A test with its data, and its output from another run, as inert files."""
    page = "/jury/submissions/1/tests/1"
    status, text, _ = jury.get(page)
    expect(status == 200 and "Wrong answer" in text and "Outputs are not kept" in text, f"{page}: {status}")
    expect(jury.request("POST", f"{page}/run", {"csrf": "0" * 64})[0] == 403, "a run without its token is accepted")
    expect(jury.post(f"{page}/run", page)[0] == 303, "the test is not run")
    await_text(jury, page, "Output of a separate run")
    expect("<h2>Difference</h2>" in jury.get(page)[1], jury.get(page)[1])
    for file in ("input", "answer", "output"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"{page}/{file}", headers={"Cookie": jury.cookie})
        answer = connection.getresponse()
        answer.read()
        expect(answer.status == 200 and "sandbox" in answer.getheader("Content-Security-Policy", "") and
               answer.getheader("X-Content-Type-Options") == "nosniff" and
               answer.getheader("Content-Disposition", "").startswith("attachment"), f"{page}/{file}: {answer.headers}")
        connection.close()
    expect(jury.get(f"{page}/program")[0] == 404 and jury.get("/jury/submissions/1/tests/99")[0] == 404, "a test that does not exist")
    expect(Browser(server).get(page)[0] == 303, "tests are visible without permission")


def check_freeze(server, team, jury):
    """Submissions during the freeze are pending for the public."""
    public = Browser(server)
    other = Browser(server)
    expect(other.log_in("team2", server.passwords["team2"])[0] == 303, "team2 cannot log in")
    expect(submit(other, contests.PROGRAMS["AC"])[0] == 303, "a submission in the freeze is refused")
    await_text(other, "/submissions/3", VERDICT["Accepted"])
    row = re.search(r'<tr id="team-team2">.*?</tr>', public.get("/")[1], re.S)[0]
    expect('class="n">0<' in row, f"the public's board shows a result of the freeze: {row}")
    row = re.search(r'<tr id="team-team2">.*?</tr>', jury.get("/jury")[1], re.S)[0]
    expect('class="n">1<' in row, f"the jury's board does not show it: {row}")
    judgements = json.loads(public.get("/api/contests/contest/judgements")[1])
    expect(all(judgement["submission_id"] != "3" for judgement in judgements), "the API shows a judgement of the freeze")
    expect("Accepted" in team.get("/submissions/2")[1], "a team does not see its own")


class Stream:
    """The board as a stream of events."""

    def __init__(self, server, last=None):
        self.last = None
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.request("GET", "/board/events", headers={"Last-Event-ID": last} if last else {})
        self.answer = self.connection.getresponse()
        expect(self.answer.getheader("Content-Type") == "text/event-stream", "the board is not a stream of events")

    def event(self):
        """The kind and the data of the next one."""
        kind, data, until = None, [], time.monotonic() + 60
        while True:
            expect(time.monotonic() < until, "no event comes")
            line = self.answer.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("id: "):
                self.last = line[4:]
            elif line.startswith("data: "):
                data.append(line[6:])
            elif not line and kind:
                return kind, "\n".join(data)


def check_streams(server):
    """The first board comes at once, followed by changed rows."""
    team = Browser(server)
    expect(team.log_in("team3", server.passwords["team3"])[0] == 303, "team3 cannot log in")
    stream = Stream(server)
    kind, text = stream.event()
    expect(kind == "board" and 'id="team-team1"' in text, f"the stream begins with {kind}")
    # The first board may be older than the latest event; a slow reader gets whole boards.
    for _ in range(10):
        expect(submit(team, contests.PROGRAMS["RTE"])[0] == 303, "a submission is refused")
        kind, text = stream.event()
        expect(kind in ("rows", "board"), f"an event of the kind {kind}")
        if kind == "rows" and "team-team3" in text:
            expect("team-team1" not in text, f"rows that did not change: {text}")
            break
    else:
        sys.exit("no rows come")
    stream.connection.close()


def children(pid, name):
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)
        except OSError:
            continue
        if fields[1].split()[1] == str(pid) and fields[0].endswith("(" + name):
            found.append(int(folder.name))
    return found


def check_registration(server, log):
    """The password of a team that registers is hashed, by a process that may be killed."""
    def register(code, name="Späte", username="late", password="late-password"):
        form = {"code": code, "name": name, "username": username, "password": password}
        status, page, _ = Browser(server).request("POST", "/register", form)
        expect(status != 422 or 'value="' in page, f"a refused form is not shown again: {page}")
        return status
    expect(register("wrong") == 422, "a wrong join code is accepted")
    expect(register("CODE1234") == 303, "a team cannot register")
    expect(register("CODE1234") == 422, "a username is given twice")
    for name in ("Jury", "The judges", "admin 2", "\x7f", "Sp\u0085te", "", "..."):
        expect(register("CODE1234", name, "other") == 422, f"a team can have the name '{name}'")
    for name in ("admin2", "jury", "..", "x/y", "x\\y", "x y", "x\u0001y", "x\u0085y", ""):
        expect(register("CODE1234", "Other", name) == 422, f"a team can have the username '{name}'")
    for _ in range(2):
        expect(Browser(server).log_in("late", "late-password")[0] == 303, "a team that registered cannot log in")
        expect(Browser(server).log_in("late", "other-password")[0] == 403, "a wrong password is accepted")
        hashers = children(server.process.pid, "assay-hasher")
        expect(len(hashers) == 2, f"{len(hashers)} processes hash")
        for hasher in hashers:
            os.kill(hasher, signal.SIGKILL)
    # Lengths are in characters: some of these have 3 or 4 bytes.
    for name, username, password in (("漢" * 101, "long", "long-password"), ("Long", "é" * 65, "long-password"),
                                     ("Long", "long", "äöü4567"), ("Long", "long", "😀" * 7), ("Long", "long", "ü" * 129)):
        expect(register("CODE1234", name, username, password) == 422, f"accepted: {name}, {username}, {password}")
    expect(register("CODE1234", "漢" * 100, "é" * 64, "😀" * 128) == 303, "the longest names are refused")
    expect(Browser(server).log_in("é" * 64, "😀" * 128)[0] == 303, "the longest password is wrong")
    await_log(log, "registration: team 'Späte' as late from 127.0.0.1")


def await_judging(jury):
    until = time.monotonic() + 120
    while 'class="p"' in jury.get("/jury/board/fragment")[1].split("<tfoot>")[0]:
        expect(time.monotonic() < until, "a submission is not judged in time")
        time.sleep(0.2)


def check_return(server, jury):
    """A viewer resumes when the server is started again: with the newest board it gets only changes."""
    team = Browser(server)
    expect(team.log_in("team3", server.passwords["team3"])[0] == 303, "team3 cannot log in")
    await_judging(jury)
    stream = Stream(server)
    stream.event()
    tag = Browser(server).request("GET", "/board/fragment", headers={"If-None-Match": "*"})[0]
    expect(tag == 304, "a board that the browser has is sent again")
    server.stop()
    server.start()
    returned, other, unknown = Stream(server, stream.last), Stream(server), Stream(server, "1-0000000000000000")
    expect(other.event()[0] == "board" and unknown.event()[0] == "board", "a viewer without a place does not get the board")
    expect(submit(team, contests.PROGRAMS["RTE"])[0] == 303, "a submission is refused")
    kind, text = returned.event()
    expect(kind == "rows" and "team-team3" in text, f"a viewer who has the board gets {kind}")


def check_metrics(server, jury, log):
    """Every line of /metrics is in the text format, only permitted clients can read it, and the log has the requests without queries."""
    status, text, _ = Browser(server).get("/metrics")
    expect(status == 200, f"/metrics: {status}")
    families = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            expect(name not in families and kind in ("counter", "gauge", "histogram"), line)
            families[name] = kind
        elif not line.startswith("# HELP "):
            found = re.fullmatch(r'([a-z_]+)(\{([a-z]+="[^"\\\n]*",?)+\})? (-?[0-9.e+]+)', line)
            expect(found, f"a line of /metrics: {line}")
            name = re.sub("_(bucket|sum|count)$", "", found[1])
            expect(families.get(found[1]) or families.get(name) == "histogram", f"a value without a type: {line}")
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    expect(float(values["assay_submissions"]) >= 3 and float(values["assay_log_events"]) > 10, "the counts are wrong")
    expect(float(values['assay_http_requests_total{class="2xx"}']) > 10, "no requests are counted")
    expect(values["assay_store_writable"] == "1" and float(values["assay_memory_bytes"]) > 1e6, "the store or the memory")
    bucket = 'assay_http_request_seconds_bucket{kind="page",method="get",le="%s"}'
    expect(float(values[bucket % "0.001"]) <= float(values[bucket % "+Inf"]), "a histogram that falls")
    forwarded = {"X-Forwarded-For": "192.0.2.1"}
    expect(Browser(server).request("GET", "/metrics", headers=forwarded)[0] == 401, "everybody reads the metrics through a proxy")
    for name, wanted in (("admin", 200), ("team1", 403)):
        basic = base64.b64encode(f"{name}:{server.passwords[name]}".encode()).decode()
        found = Browser(server).request("GET", "/metrics", headers=dict(forwarded, Authorization=f"Basic {basic}"))[0]
        expect(found == wanted, f"metrics for {name}: {found}")
    jury.get("/clarifications?secret=abc")
    text = await_log(log, r'"path":"/clarifications".*\n')
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["kind"] == "request"]
    expect(any(line["path"] == "/submit" and line["method"] == "POST" and line["status"] == 303 for line in requests), "no request is logged")
    expect("secret=abc" not in text and server.passwords["team1"] not in text, "the log has a secret")


def hold(server, address):
    """A connection that has had an answer; None: the server has closed it."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(address, 0))
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        return connection if answer.status == 200 else sys.exit(f"/healthz: {answer.status}")
    except (http.client.RemoteDisconnected, ConnectionError):
        connection.close()
        return None


def check_address(server, log):
    """One address holds half of the connections at most: 275 with these descriptors."""
    held = [hold(server, "127.0.0.2") for _ in range(137)]
    expect(None not in held, f"{held.index(None) if None in held else ''} connections of an address are too many")
    expect(hold(server, "127.0.0.2") is None, "an address holds more than half of the connections")
    await_log(log, "127.0.0.2 has 137 open connections")
    expect(Browser(server).get("/")[0] == 200, "one address keeps others out")
    for connection in held:
        connection.close()


def check_limits(server, log):
    """With few descriptors there are fewer viewers: one too many gets an error, and the others continue."""
    command = server.command
    server.command = ["sh", "-c", 'ulimit -n 1100 && exec "$@"', "sh", *command]
    server.start()
    await_log(log, "because of the limit of descriptors")
    expect(Browser(server).get("/")[0] == 200, "the board with few descriptors")
    server.stop()
    server.address, server.command = "0.0.0.0", [*server.command, "--plain-http"]
    server.start()
    check_address(server, log)
    server.stop()
    server.address = "127.0.0.1"
    server.command = [*command, "--viewers=1"]
    server.start()
    stream = Stream(server)
    stream.event()
    expect(Browser(server).get("/board/events")[0] == 503, "one viewer too many is served")
    expect(Browser(server).get("/board/fragment")[0] == 200, "a viewer cannot poll")
    stream.connection.close()
    server.stop()


def check_base(server):
    """The API is found beneath any base, also one that looks like a path of the API."""
    base = "/contests-2026"
    listen = f"127.0.0.1:{server.port}"
    with subprocess.Popen([*server.command, f"--base={base}", "--listen", listen], stdout=subprocess.PIPE, text=True) as process:
        try:
            process.stdout.readline()
            for path, wanted in (("/api", dict), ("/api/contests", list), ("/api/contests/contest", dict), ("/api/contests/contest/teams", list)):
                status, text, _ = Browser(server).get(base + path)
                expect(status == 200 and isinstance(json.loads(text), wanted), f"{base}{path}: {status} {text}")
            expect("version" in json.loads(Browser(server).get(base + "/api")[1]), f"{base}/api is not the API itself")
            expect(Browser(server).get("/api")[0] == 404, "the API is also outside of the base")
        finally:
            process.terminate()


def check_messages(team):
    """The answer to a refused submission is a sentence with the remedy."""
    status, text, _ = submit(team, "print(1)", "notes.txt")
    expect(status == 422 and "The language cannot be detected from the name" in text and "notes.txt" in text and ".py.</p>" in text,
           f"a file in no known language: {status} {text}")
    text = submit(team, "print(1)", "main.py ")[1]
    expect("from the name &#39;main.py &#39;" in text, f"a blank at the end of the name: {text}")
    for name in ("one.txt", ""):
        empty = submit(team, "", name)
        expect(empty[0] == 422, f"an empty file {name!r}: {empty}")
    expect("Choose a file, or paste the source." in empty[1], f"a form without a file: {empty}")


def check_renderings(server, team, jury):
    """A board and the API's scoreboard are rendered when they change, not for each event, reader or poll."""
    scoreboard = "/api/contests/contest/scoreboard"

    def count():
        return float(re.search(r"(?m)^assay_renderings_total (.*)$", Browser(server).get("/metrics")[1])[1])

    def read():
        public = Browser(server)
        public.get("/")
        return public.request("GET", scoreboard)[1]

    def await_quiet():
        """Live viewers' boards are rendered by a thread, after the event."""
        before = -1
        while count() != before:
            before = count()
            time.sleep(1)

    await_judging(jury)
    await_quiet()
    first, before = read(), count()
    for number in range(5):
        browser = Browser(server)
        expect(browser.log_in("team2", server.passwords["team2"])[0] == 303, "team2 cannot log in")
        expect(browser.post("/clarifications", "/clarifications", problem="", text=f"Question {number}?")[0] == 303, "a question is refused")
        jury.get("/jury")
        expect(read() == first, "the scoreboard changes though no result does")
        time.sleep(0.3)
    expect(count() - before <= 2, f"{count() - before} renderings for 5 log-ins and 5 questions")
    before = count()
    status, _, page = submit(team, contests.PROGRAMS["AC"])
    expect(status == 303, "a submission is refused")
    await_text(team, page, "Accepted")
    expect(read() != first and count() > before, "a submission changes no board")
    await_quiet()
    before = count()
    for _ in range(20):
        read()
    # One may be late on a busy machine.
    expect(count() - before <= 1, f"{count() - before} renderings for 20 readers")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-serve-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        check_options(assay, folder)
        settings = folder / "contest/contest.yaml"
        settings.write_text(
            settings.read_text().replace("feedback: verdict", "feedback: full")
            + "registration: {join_code: CODE1234, group_id: participants, teams: 5}\n"
        )
        server = contests.Server(assay, folder, None, "--log=json", "--log-requests")
        server.passwords = passwords
        # No server may keep running, even after a failure.
        atexit.register(lambda: server.process.poll() is None and server.process.kill())
        expect(Browser(server).get("/healthz")[:2] == (200, "ok\n"), "/healthz")
        team = check_team(server, passwords["team1"])
        jury = check_jury(server, passwords["admin"])
        check_tests(server, jury)
        check_freeze(server, team, jury)
        check_streams(server)
        check_progress(server)
        check_registration(server, folder / "serve.log")
        check_metrics(server, jury, folder / "serve.log")
        check_renderings(server, team, jury)
        check_messages(team)
        tag = Browser(server).request("GET", "/assets/style.css", headers={"If-None-Match": "*"})[0]
        expect(tag == 304, f"a style sheet that the browser has is sent again: {tag}")
        check_return(server, jury)
        expect("Accepted" in team.get("/submissions/2")[1], "a session does not outlive a restart")
        server.stop()
        check_base(server)
        check_limits(server, folder / "serve.log")


if __name__ == "__main__":
    main(sys.argv[1])
