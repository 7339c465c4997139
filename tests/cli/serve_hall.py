#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Helpers in the hall of a running contest: two runners with balloons at the same time, what the feed of the Contest API has for tools that
hand out balloons, and prints of teams with hostile texts and a command that fails and hangs; check-in.

usage: serve_hall.py ASSAY
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_log, await_text, expect, submit  # noqa: E402

HELPERS = {"rita": "balloon", "rob": "balloon", "sam": "staff", "sue": "staff", "judge1": "judge", "watcher": "analyst"}
PASSWORD = "hall-password"
# Keeps what it gets in a file, and does what the text wants.
PRINTER = """import json, os, subprocess, sys, time
text = sys.stdin.buffer.read().decode()
with open(os.path.join(os.path.dirname(__file__), "printed.ndjson"), "a") as out:
    out.write(json.dumps({"arguments": sys.argv[1:], "environment": dict(os.environ), "text": text}) + chr(10))
if "please fail" in text:
    print(chr(27) + "[2Jno <b>paper", file=sys.stderr)
    sys.exit(3)
if "please hang" in text:
    print("the tray is open", file=sys.stderr, flush=True)
    subprocess.Popen(["sleep", "4321"])
    time.sleep(600)
"""


def write_hall(folder):
    (folder / "teams.yaml").write_text(
        "- {id: team1, name: <b>One, label: '1', place: 'Room 2, table 14', location: {x: 1.5, y: 2, rotation: 90}}\n"
        "- {id: team2, name: Two, label: '2', location: {x: 4, y: 2, rotation: 0}}\n"
        "- {id: team3, name: Three, label: '3'}\n- {id: team4, name: Four, label: '4'}\n")
    accounts = re.sub(r"(?m)^- (?=[^-]*jury)(?:(?!^- )[\s\S])*team_id: jury\n(?:(?!^- ).*\n)*", "", (folder / "accounts.yaml").read_text())
    (folder / "accounts.yaml").write_text(accounts + "".join(
        f"- {{username: {name}, password: {PASSWORD}, type: {kind}}}\n" for name, kind in HELPERS.items()))


def write_map(folder):
    """A PNG picture of 100 x 50 pixels, 10 metres wide."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 100, 50, 8, 0, 0, 0, 0))
    picture += chunk(b"IDAT", zlib.compress((b"\0" + b"\xff" * 100) * 50)) + chunk(b"IEND", b"")
    (folder / "contest").mkdir(exist_ok=True)
    (folder / "contest/map.png").write_bytes(picture)
    (folder / "contest/map.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    with (folder / "contest.yaml").open("a") as file:
        file.write("map: {width: 10}\n")


def check_map(server, runner):
    """Teams that wait are marked; the map is for helpers and the jury."""
    page = runner.get("/balloons")[1]
    expect('viewBox="0 0 100 50"' in page and '<circle cx="15.0" cy="20.0" r="2.2"/>' in page and ">1</text>" in page, f"no map: {page}")
    expect("40.0" not in page.split('class="map"')[1].split("</svg>")[0], "a team without a balloon is on the map")
    for name, status in (("rita", 200), ("sam", 200), ("judge1", 200), ("team1", 404), (None, 404)):
        browser = log_in(server, name) if name else Browser(server)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/pictures/map", headers={"Cookie": browser.cookie} if browser.cookie else {})
        answer = connection.getresponse()
        expect(answer.status == status and (status != 200 or answer.getheader("Content-Type") == "image/png"), f"the map for {name}: {answer.status}")


def check_labels(assay, folder):
    """The label of a team has the map with its place; a drawing is no map."""
    done = subprocess.run([assay, "contest", "passwords", "--labels", "-o", folder / "labels.html", folder / "contest"], capture_output=True, text=True,
                          timeout=120, check=True)
    page = (folder / "labels.html").read_text()
    expect(page.count("data:image/png;base64,") == 1 and page.count('href="#map"') == 2 and 'cx="40.0" cy="20.0"' in page, f"the labels: {page[-2000:]}")
    done = subprocess.run([assay, "contest", "check", folder / "contest"], capture_output=True, text=True, timeout=120)
    expect("contest/map.svg: warning: the picture is left out, because it is not PNG or JPEG" in done.stdout + done.stderr, f"a drawing as a map: {done}")


def write_printer(folder):
    (folder / "printer.py").write_text(PRINTER)
    with (folder / "contest/contest.yaml").open("a") as file:
        file.write(f"print: {{pages: 2, per_hour: 9, command: [{sys.executable}, {folder}/printer.py, -d, '$HOME; `id`']}}\n")


def log_in(server, name):
    browser = Browser(server)
    expect(browser.log_in(name, server.passwords.get(name, PASSWORD))[0] == 303, f"{name} cannot log in")
    return browser


def solve(server, name):
    team = log_in(server, name)
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    return page.rsplit("/", 1)[1]


# ---- balloons ----


def hand(browser, token, action, team="team1"):
    status, text, _ = browser.request("POST", "/balloons", {"csrf": token, "team": team, "problem": "sum", "action": action})
    return status, text


def section(browser, heading):
    """The items of a list of the page of balloons."""
    found = re.search(rf"<h2>{heading} .*?</ul>", browser.get("/balloons")[1], re.S)
    return re.findall(r"<li>.*?</li>", found[0], re.S) if found else []


def check_race(server, runners, tokens):
    """Of two runners who deliver the same balloon one is told who was quicker."""
    for attempt in range(5):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(hand, runners, tokens, ["deliver"] * 2))
        statuses = sorted(status for status, _ in answers)
        expect(statuses == [303, 409], f"two runners deliver a balloon: {statuses}")
        winner = next(name for name, (status, _) in zip(("rita", "rob"), answers) if status == 303)
        refusal = next(text for status, text in answers if status == 409)
        expect(f"Balloon A of team 1: it is already delivered ({winner} at " in refusal, refusal)
        expect(len(section(runners[0], "Delivered")) == 1, "the balloon is not delivered once")
        if attempt < 4:
            expect(hand(runners[1], tokens[1], "undo")[0] == 303, "the delivery cannot be undone")


def check_balloons(server):
    runners = [log_in(server, "rita"), log_in(server, "rob")]
    expect("No balloon waits." in runners[0].get("/balloons")[1], "balloons before a submission")
    number = solve(server, "team1")
    items = section(runners[0], "To deliver")
    expect(len(items) == 1, f"{len(items)} balloons wait")
    for part in ("Room 2, table 14", "&lt;b&gt;One", "first to solve", "<svg", ">Delivered</button>"):
        expect(part in items[0], f"the balloon is shown without {part}: {items[0]}")
    check_map(server, runners[0])
    tokens = [runner.token("/balloons") for runner in runners]
    for action, team, status in (("deliver", "team2", 409), ("undo", "team1", 409), ("fetch", "team1", 409), ("steal", "team1", 422), ("deliver", "nobody", 422)):
        found = hand(runners[0], tokens[0], action, team)[0]
        expect(found == status, f"{action} of {team}: {found}, not {status}")
    check_race(server, runners, tokens)
    expect("name=\"action\"" not in log_in(server, "watcher").get("/balloons")[1], "an analyst gets buttons")
    # A judge ignores the submission: the balloon must come back, once.
    judge = log_in(server, "judge1")
    page = f"/jury/submissions/{number}"
    expect(judge.post(page + "/ignore", page, ignored="1")[0] == 303, "a judge cannot ignore a submission")
    expect(len(section(runners[0], "Take back")) == 1, "the balloon need not be taken back")
    expect(hand(runners[0], tokens[0], "fetch")[0] == 303 and hand(runners[1], tokens[1], "fetch")[0] == 409, "a balloon is taken back twice")
    expect("No balloon waits." in runners[0].get("/balloons")[1] and not section(runners[0], "Take back"), "the balloon was taken back")
    expect(judge.post(page + "/ignore", page, ignored="0")[0] == 303, "a judge cannot count a submission")
    expect(len(section(runners[0], "To deliver")) == 1, "the balloon does not wait again")
    text = judge.get("/jury/audit")[1]
    expect("Balloon <bdi>A</bdi> delivered to " in text and "taken back from" in text and "<bdi>rita</bdi></th>" in text, "the audit log lacks balloons")


def read_feed(server, client):
    """The objects by type and id, until team1 has solved the problem."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/api/contests/contest/event-feed", headers=client.headers)
    answer, last = connection.getresponse(), {}
    while True:
        line = answer.readline().strip()
        if not line:
            continue
        event = json.loads(line)
        for item in event["data"] if isinstance(event["data"], list) else [event["data"]]:
            last[event["type"], item and item.get("id")] = item
        if event["type"] == "judgements" and event["data"] and event["data"].get("judgement_type_id") == "AC":
            submission = last["submissions", event["data"]["submission_id"]]
            if (submission["team_id"], submission["problem_id"]) == ("team1", "sum"):
                connection.close()
                return last


def check_feed(server):
    """For tools that hand out balloons: judgements, teams with their location, problems with their colour."""
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    teams = {team["id"]: team for team in admin.get("/teams")}
    expect(teams["team1"]["location"] == {"x": 1.5, "y": 2, "rotation": 90} and "place" not in teams["team1"], f"the team: {teams['team1']}")
    problem = admin.get("/problems")[0]
    expect(re.fullmatch("#[0-9a-f]{6}", problem["rgb"]) and problem["color"] and problem["label"] == "A", f"the problem: {problem}")
    last = read_feed(server, admin)
    for kind, one in (("teams", teams["team1"]), ("problems", problem)):
        expect(last[kind, one["id"]] == one, f"the feed has {last[kind, one['id']]}, not {one}")


# ---- prints ----


def upload(browser, data, name="main.c"):
    """The status and the text."""
    token = browser.token("/print").encode()
    body = (b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + token +
            b'\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n' + data + b"\r\n--x--\r\n")
    return browser.request("POST", "/print", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})[:2]


def await_prints(browser, pattern):
    until = time.monotonic() + 120
    while not re.search(pattern, browser.get("/prints")[1], re.S):
        expect(time.monotonic() < until, f"/prints never has {pattern}: {browser.get('/prints')[1]}")
        time.sleep(0.2)


def mark(browser, token, action, number=1):
    status, text, _ = browser.request("POST", "/prints", {"csrf": token, "print": str(number), "action": action})
    return status, text


def check_refused(team):
    """Texts that no printer should get; nothing of them reaches the command."""
    for data, status, part in ((b"", 422, "is empty"), (b"\0\x1b\f\r\n" * 1000, 422, "is empty"), (b"x\n" * 1000, 422, "it may have 2: print a part"),
                               (b"x" * 2_000_000, 422, "more than 1048576 bytes"), (b"\xff" * 10_000_000, 413, "")):
        found, text = upload(team, data)
        expect(found == status and part in text, f"{len(data)} bytes: {found}, not {status}: {text[:2000]}")
    expect(team.post("/print", "/print", submission="")[0] == 422 and team.post("/print", "/print", submission="2")[0] == 422,
           "a print without a text, or of another team's submission")


def check_paper(folder, team, helper):
    """The command gets plain text. Its arguments and environment contain nothing of a team."""
    expect(upload(team, b"x\n", "\x1b[2J.c")[0] == 400, "a file name with control characters")
    name = "../$(touch x) `id`;-o.c"
    found = upload(team, b"\x1b[2J\x1b]0;evil\x07first\0 line\f\n" + b"long " * 50 + b"\nz\xe4h\xc2\x9b31m\n", name)[0]
    expect(found == 303, f"a hostile text: {found}")
    await_prints(helper, "Print 1</a>.*>printed</span>")
    printed = json.loads((folder / "printed.ndjson").read_text().splitlines()[0])
    expect(printed["arguments"] == ["-d", "$HOME; `id`"], f"the arguments: {printed['arguments']}")
    expect("PATH" in printed["environment"] and "PGPASSWORD" not in printed["environment"], f"the environment: {list(printed['environment'])}")
    expect("evil" not in json.dumps([printed["arguments"], printed["environment"]]) and "Room 2" not in json.dumps(printed["environment"]),
           "the environment has texts of teams")
    text = printed["text"]
    expect(all(character == "\n" or (character >= " " and character not in "\x7f" and not "\x80" <= character < "\xa0") for character in text),
           f"control characters: {text!r}")
    for part in ("Place  Room 2, table 14\n", "Team   1\n", "<b>One\n", "[2J]0;evilfirst line\n", "z\ufffdh31m\n", "Print  1 at ", "End of print 1\n"):
        expect(part in text, f"the paper has no {part!r}: {text}")
    expect(max(map(len, text.splitlines())) == 80, f"long lines: {text}")
    page = helper.get("/prints/1")[1]
    expect("[2J]0;evilfirst line" in page and "&lt;b&gt;One" in page and "<b>One" not in page, f"the page of a print: {page}")


def check_helpers(helpers, token):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(mark, helpers, token, ["deliver"] * 2))
    expect(sorted(status for status, _ in answers) == [303, 409], f"two helpers deliver a print: {[status for status, _ in answers]}")
    winner = next(name for name, (status, _) in zip(("sam", "sue"), answers) if status == 303)
    expect(f"Print 1 is already delivered ({winner} at " in next(text for status, text in answers if status == 409), "who delivered the print?")
    expect(mark(helpers[0], token[0], "undo")[0] == 303 and mark(helpers[0], token[0], "undo")[0] == 409, "undo, twice")
    expect(mark(helpers[0], token[0], "deliver", 99)[0] == 422 and mark(helpers[0], token[0], "burn")[0] == 422, "a print that does not exist")


def check_failures(folder, team, helper, token):
    """A command that fails or hangs leaves the print in the queue, with the reason."""
    expect(upload(team, b"please fail\n")[0] == 303, "a second print")
    await_prints(helper, r"The command failed: exit status 3: \S*\[2Jno &lt;b&gt;paper")
    lines = len((folder / "printed.ndjson").read_text().splitlines())
    expect(mark(helper, token, "send", 2)[0] == 303, "a failed print cannot be sent again")
    until = time.monotonic() + 60
    while len((folder / "printed.ndjson").read_text().splitlines()) == lines:
        expect(time.monotonic() < until, "the print is not sent again")
        time.sleep(0.1)
    began = time.monotonic()
    expect(upload(team, b"please hang\n")[0] == 303 and upload(team, b"the next\n")[0] == 303, "prints behind a command that hangs")
    expect([mark(helper, token, "send", number)[0] for number in (3, 4, 4)] == [303] * 3, "prints that wait already are sent again")
    await_prints(helper, "Print 3</a>.*The command failed: stopped after 30 seconds: the tray is open")
    expect(time.monotonic() - began > 25, "the time limit of a command")
    await_prints(helper, "Print 4</a>.*>printed</span>")
    expect(not sleepers(), "a child of the command is left")


def check_unclaimed(folder, team, helper):
    """The store refuses the claim of a print: the print waits in the server and is sent later, once."""
    with sqlite3.connect(folder / "contest/contest.db", timeout=60) as store:
        store.execute("CREATE TRIGGER lost BEFORE INSERT ON event WHEN CAST(NEW.body AS TEXT) LIKE '%\"claim\"%' "
                      "BEGIN SELECT RAISE(ABORT, 'no claims'); END")
    expect(upload(team, b"patience\n")[0] == 303, "a print that cannot be claimed")
    await_log(folder / "serve.log", "print 6 waits: .*no claims")
    with sqlite3.connect(folder / "contest/contest.db", timeout=60) as store:
        store.execute("DROP TRIGGER lost")
    await_prints(helper, "Print 6</a>.*>printed</span>")
    log = (folder / "serve.log").read_text()
    expect(log.count("print 6 waits") == 1, f"the reason is not given once: {log}")


def sleepers():
    found = []
    for one in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if one.read_bytes() == b"sleep\x004321\x00":
                found.append(one)
        except OSError:
            pass
    return found


def check_prints(server, folder):
    team, helpers = log_in(server, "team1"), [log_in(server, "sam"), log_in(server, "sue")]
    solve(server, "team2")
    check_refused(team)
    expect(not (folder / "printed.ndjson").exists(), "a refused text is printed")
    check_paper(folder, team, helpers[0])
    tokens = [helper.token("/prints") for helper in helpers]
    check_helpers(helpers, tokens)
    check_failures(folder, team, helpers[0], tokens[0])
    expect(team.post("/print", "/print", submission="1")[0] == 303, "a submission is not printed")
    await_prints(helpers[0], "Print 5</a>.*>printed</span>")
    check_unclaimed(folder, team, helpers[0])
    texts = [json.loads(line)["text"] for line in (folder / "printed.ndjson").read_text().splitlines()]
    for part in ("the next", "please hang", "patience"):
        expect(sum(part in text for text in texts) == 1, f"a print that waited already was printed twice: {part}")
    statuses = [upload(team, b"more\n")[0] for _ in range(4)]
    expect(statuses == [303] * 3 + [422], f"9 prints an hour: {statuses}")
    expect(upload(log_in(server, "team2"), b"mine\n")[0] == 303 and "mine" not in team.get("/print")[1], "another team's print")


# ---- check-in ----


def check_checkin(server):
    """The place of the check-in is that of the balloons; a place of two lines is refused."""
    helper, jury = log_in(server, "sam"), log_in(server, "judge1")
    for place, status in (("Hall <b>3", 303), ("a\nb", 422), ("x" * 201, 422), ("\x1b[2J", 422)):
        found = helper.post("/checkin", "/checkin", team="team1", present="1", place=place)[0]
        expect(found == status, f"the place {place!r}: {found}, not {status}")
    expect("1 of 4 teams are present." in helper.get("/checkin")[1], "the team is not present")
    expect("Hall &lt;b&gt;3" in jury.get("/jury/teams")[1] and "Hall &lt;b&gt;3" in section(log_in(server, "rita"), "Delivered|To deliver")[0],
           "the place of the check-in")
    expect("Two" not in helper.get("/checkin?name=hall+%3Cb")[1], "the filter")
    expect(helper.post("/checkin", "/checkin", team="team1", present="0", place="")[0] == 303, "a team cannot be absent")
    expect("0 of 4 teams" in helper.get("/checkin")[1] and "Room 2, table 14" in helper.get("/checkin")[1], "the place of the folder")


# ---- cards ----


def check_cards(assay, folder, passwords):
    """The cards of a contest that a store of other contests does not have yet are those of its folder."""
    shutil.copytree(folder / "contest", folder / "next", ignore=shutil.ignore_patterns("contest.db*"))
    settings = (folder / "next/contest.yaml").read_text()
    (folder / "next/contest.yaml").write_text(re.sub("^id: .*", "id: next", settings, flags=re.M))
    command = [assay, "contest", "passwords", folder / "next", "--store"]
    done = subprocess.run([*command, f"sqlite:{folder}/contest/contest.db"], capture_output=True, text=True)
    expect(done.returncode == 0 and passwords["team1"] in done.stdout, f"cards of a contest that was not served: {done.stdout}{done.stderr}")
    expect("the store has no contest 'next'; the cards show the passwords of the folder" in done.stderr, done.stderr)
    (folder / "text.db").write_text("no store\n" * 1000)
    done = subprocess.run([*command, f"sqlite:{folder}/text.db"], capture_output=True, text=True)
    expect(done.returncode not in (0, 5) and not done.stdout, f"cards with a file that is not a store: {done.stdout}{done.stderr}")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-hall-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        write_hall(folder / "contest")
        write_map(folder / "contest")
        check_labels(assay, folder)
        write_printer(folder)
        os.environ["PGPASSWORD"] = "no business of a printer"
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        check_balloons(server)
        check_feed(server)
        check_checkin(server)
        check_prints(server, folder)
        server.stop()
        check_cards(assay, folder, passwords)


if __name__ == "__main__":
    main(sys.argv[1])
