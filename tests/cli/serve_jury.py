#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The day of the jury without a restart: a team that is added, a password that is reset, a disqualification, guests; log-ins, notes, the undo of
an extension, the home page, statistics; what must last also after a restart, and on another server of the same store.

usage: serve_jury.py ASSAY [postgresql]. With `postgresql` another server on the same store knows it, too.
"""
import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

PASSWORD = "jury-password"
HOSTILE = "<b>\"Zoe' & co"


def log_in(server, name, password=None):
    browser = Browser(server)
    status = browser.log_in(name, password or server.passwords.get(name, PASSWORD))[0]
    expect(status == 303, f"{name} cannot log in: {status}")
    return browser


def write_people(folder):
    with (folder / "accounts.yaml").open("a") as file:
        for name, kind in (("judge1", "judge"), ("watcher", "analyst")):
            file.write(f"- {{username: {name}, password: {PASSWORD}, type: {kind}}}\n")


def write_texts(folder):
    with (folder / "contest.yaml").open("a") as file:
        file.write("welcome: |\n  Welcome to the <i>hall.\n\n  Second paragraph\ncontact: Ask <b>Ann at the desk.\n")


def early_server(assay, folder):
    """A server of a contest that has not started, and has no start time."""
    passwords = contests.write_contest(assay, folder)
    write_texts(folder / "contest")
    file = folder / "contest/contest.yaml"
    file.write_text("".join(line for line in file.read_text().splitlines(True) if not line.startswith("start_time")))
    server = contests.Server(assay, folder, None)
    server.passwords = passwords
    return server


def row(browser, team, path="/"):
    """The row of a team on the board; "": none."""
    found = re.search(rf'<tr id="team-{team}".*?</tr>', browser.get(path)[1], re.S)
    return found[0] if found else ""


def rank(browser, team, path="/"):
    found = re.search(r'<td class="r">(.*?)</td>', row(browser, team, path))
    return re.sub("<[^>]*>", "", found[1]) if found else None


def api(server, name="admin"):
    return contests.Client(server, "contest", name, server.passwords[name])


# ---- a team that is added ----


def add(admin, **fields):
    form = dict({"name": HOSTILE, "username": "zoe", "password": "zoe-password", "id": "", "label": "", "place": "Room <3", "organization": "",
                 "group": ""}, **fields)
    return admin.post("/jury/teams", "/jury/new-team", **form)


def check_new_team(server, folder):
    admin = log_in(server, "admin")
    form = admin.get("/jury/new-team")[1]
    password = re.search(r'name="password"[^>]*value="([a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4})"', form)
    expect(password, "the form has no random password")
    for fields, text in (({"name": ""}, "name of the team must have"), ({"username": "a b"}, "without blanks"), ({"password": "short"}, "from 8"),
                         ({"username": "admin"}, "username is taken"), ({"id": "team1"}, "already a team with the ID"), ({"id": "-x"}, "The ID must"),
                         ({"username": "zöe"}, "The ID must"), ({"group": "nine"}, "no such group"), ({"organization": "x"}, "no such organization"),
                         ({"place": "a\nb"}, "more than one line"), ({"label": "x" * 99}, "label")):
        status, page, _ = add(admin, **fields)
        expect(status == 422 and text in page, f"{fields}: {status}, without '{text}'")
        expect("zoe-password" in page or "password" in fields, "the form forgets what was typed")
    status, page, _ = add(admin, password=password[1])
    expect(status == 200 and password[1] in page and html.escape("<b>") in page and "Room &lt;3" in page, f"the card: {status}")
    expect(HOSTILE not in page, "the name is not escaped")
    expect(add(admin, password=password[1])[0] == 422, "the same team twice")
    for path in ("/jury/teams", "/jury/teams/zoe", "/jury/audit", "/"):
        expect("&lt;b&gt;" in admin.get(path)[1], f"{path} lacks the team")
    team = log_in(server, "zoe", password[1])
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    expect(rank(team, "zoe") == "1", f"the rank of the new team: {rank(team, 'zoe')}")
    expect("zoe" in [one["id"] for one in api(server).get("/teams")], "the API lacks the team")
    data = b"".join(file.read_bytes() for file in (folder / "contest").glob("contest.db*"))
    expect(password[1].encode() not in data, "the store has the password")
    return password[1]


# ---- a password ----


def check_password(server):
    admin, team = log_in(server, "admin"), log_in(server, "team2")
    status, page, _ = admin.post("/jury/password", "/jury/password?username=team2", username="team2", password="short")
    expect(status == 422 and "from 8 to 128" in page, f"a short password: {status}")
    expect(admin.post("/jury/password", "/jury/password?username=team2", username="nobody", password="long-enough")[0] == 422, "an unknown account")
    expect(admin.get("/jury/password?username=nobody")[0] == 422, "the form of an unknown account")
    status, page, _ = admin.post("/jury/password", "/jury/password?username=team2", username="team2", password="team2-is-new")
    expect(status == 200 and "team2-is-new" in page, f"the card of a password: {status}")
    expect(team.get("/submit")[0] == 303, "the session did not end")
    expect(Browser(server).log_in("team2", server.passwords["team2"])[0] == 403, "the old password is right")
    log_in(server, "team2", "team2-is-new")
    expect("reset on this page" in admin.get("/jury/teams/team2")[1], "the page does not tell that the password was reset")
    expect("New password, and end of all sessions, of <bdi>team2</bdi>" in admin.get("/jury/audit")[1], "the audit log lacks the password")
    # The cards of the folder do not show a password that was reset.
    store = server.command[server.command.index("--store"):][:2] if "--store" in server.command else []
    done = subprocess.run([server.command[0], "contest", "passwords", server.command[2], *store], capture_output=True, text=True)
    expect(done.returncode == 0 and server.passwords["team1"] in done.stdout and server.passwords["team2"] not in done.stdout,
           f"the cards: {done.stdout}{done.stderr}")
    expect(re.search("1 account got a new password .*: team2", done.stderr) and re.search("1 account added .*: zoe", done.stderr), done.stderr)
    server.passwords["team2"] = "team2-is-new"


# ---- log-ins ----


def logins(browser, query=""):
    """The rows of the page of log-ins, newest first, without tags."""
    rows = re.findall("<tr><td class=.moment.>(.*?)</tr>", browser.get("/jury/logins" + query)[1], re.S)
    return [re.sub("<[^>]*>", " ", row) for row in rows]


def check_logins(server):
    """Who logged in from where; of refused attempts at most 20 a minute are kept, and none of what was typed."""
    admin = log_in(server, "admin")
    expect(re.search(r"admin .*127\.0\.0\.1 .*logged in", logins(admin)[0]), f"the log-in: {logins(admin)[:1]}")
    for name in ("team3", "my-secret-password"):
        expect(Browser(server).log_in(name, "wrong-password")[0] in (403, 429), "a wrong password")
    found = logins(admin)[:2]
    expect("unknown username" in found[0] and "refused" in found[0] and "team3" in found[1] and "refused" in found[1], f"refused log-ins: {found}")
    expect("my-secret-password" not in admin.get("/jury/logins")[1] and "wrong-password" not in admin.get("/jury/logins")[1], "what was typed")
    for attempt in range(25):
        Browser(server).log_in(f"nobody{attempt}", "wrong-password")
    minutes = re.findall(r'<time datetime="([^"]{16})[^"]*">[^<]*</time></td><th scope="row"><span class="sub">unknown', admin.get("/jury/logins")[1])
    expect(minutes, "no refused attempt is kept")
    # An attempt that is counted at the end of a minute may have the time of the next minute.
    for minute in set(minutes):
        expect(minutes.count(minute) <= 21, f"{minutes.count(minute)} attempts in a minute are kept")
    expect(logins(admin, "?username=team3") and all("team3" in row for row in logins(admin, "?username=team3")), "the filter by account")
    expect(logins(admin, "?from=127.0.0.1") and not logins(admin, "?from=10.9.8.7"), "the filter by address")
    expect(admin.get("/jury/logins?username=%3Cscript%3E")[0] == 200 and "<script>" not in admin.get("/jury/logins?username=%3Cscript%3E")[1], "escaped")
    expect("from <bdi>127.0.0.1</bdi>" in admin.get("/jury/teams/team1")[1], "the page of a team lacks its last log-in")


# ---- notes, and tests that failed ----


def check_notes(server):
    judge, team = log_in(server, "judge1"), log_in(server, "team3")
    page = submit(team, "print(3 if input() == '1 2' else 0)\n")[2]
    await_text(team, page, VERDICT["Wrong answer"])
    path = "/jury" + page
    for text, status in (("", 422), ("x" * 4001, 422), ("a\x01", 422), ("Copied <b>from\nteam 2?", 303)):
        expect(judge.post(path + "/note", path, text=text)[0] == status, f"the note {text[:9]!r}")
    text = judge.get(path)[1]
    expect("Copied &lt;b&gt;from\nteam 2?" in text and "<bdi>judge1</bdi>" in text, "the note is not shown")
    expect("1 note" in judge.get("/jury/submissions")[1] and "Note on submission" in judge.get("/jury/audit")[1], "no mark of the note")
    watcher = log_in(server, "watcher")
    expect("Copied" in watcher.get(path)[1] and "/note\"" not in watcher.get(path)[1], "an analyst sees no note, or the form")
    expect("Copied" not in team.get(page)[1] and team.get(path)[0] == 403, "the team sees the note")
    expect('id="only-failed"' in text and text.count('<tr class="passed">') == 1 and "1 of 2</label>" in text, "only the tests that failed")


# ---- the clock ----


def duration(server):
    hours, minutes, seconds = api(server).get("")["duration"].split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def check_clock(server):
    """An extension is one click, and so is its undoing, unless the duration was changed meanwhile."""
    admin, before = log_in(server, "admin"), duration(server)
    expect(admin.post("/jury/clock", "/jury/clock", action="extend", minutes="5")[0] == 303 and duration(server) == before + 300, "+5 minutes")
    page = admin.get("/jury/clock")[1]
    undo = re.search(r'value="shorten">.*?name="was" value="(\d+)".*?name="more" value="(\d+)"', page, re.S)
    expect(undo and undo[2] == "300000" and "<bdi>admin</bdi> made the contest 0:05:00 longer" in page, "there is no undo")
    status, text, _ = admin.post("/jury/clock", "/jury/clock", action="shorten", was="1", more="300000")
    expect(status == 422 and "changed meanwhile" in text, f"an undo of another change: {status}")
    for more in ("", "0", "-5", undo[1]):
        expect(admin.post("/jury/clock", "/jury/clock", action="shorten", was=undo[1], more=more)[0] == 422, f"an undo of {more!r}")
    expect(admin.post("/jury/clock", "/jury/clock", action="shorten", was=undo[1], more=undo[2])[0] == 303 and duration(server) == before, "undo")
    expect('value="shorten"' not in admin.get("/jury/clock")[1], "an undo of the undo")


# ---- the home page and the statistics ----


def check_home(server):
    public, team = Browser(server), log_in(server, "team3")
    page = public.get("/home")[1]
    for text in ("Ask <b>Ann".replace("<", "&lt;").replace(">", "&gt;"), "Second paragraph", "Contact", "Ranks", "Languages", "Python 3"):
        expect(text in page, f"the home page lacks {text}")
    expect(re.search(r"<code>/usr/bin/python3 MAIN</code>", page), "the home page lacks the commands")
    expect('href="/home"' in team.get("/submissions")[1] and public.get("/board")[0] == 200, "the navigation")
    expect(public.get("/")[1].count('class="board') == 1, "the front page is not the board")
    expect("The statistics will be here when the contest is over." in public.get("/statistics")[1], "statistics before the end")


def metric(browser, name):
    return float(re.search(rf"(?m)^assay_{name} (.*)$", browser.get("/metrics")[1])[1])


def check_statistics(server):
    admin, public = log_in(server, "admin"), Browser(server)
    page = admin.get("/statistics")[1]
    row = re.search(r'<tr><th scope="row">[^\n]*Sum.*?</tr>', page, re.S)[0]
    counts = [int(one) for one in re.findall(r'<td class="number">(?:<b>)?(\d+)', row)]
    all_submissions = [one for one in api(server).get("/submissions")]
    expect(counts[1] == len(all_submissions), f"the submissions of the problem: {counts}, {len(all_submissions)}")
    expect('class="accepted"' in page and "<rect" in page and "Python" in page, "the statistics lack a chart or a language")
    expect(admin.post("/jury/clock", "/jury/clock", action="end", sure="1")[0] == 303, "the contest does not end")
    await_text(public, "/statistics", "Fastest accepted")
    # An event meanwhile, such as a verdict, makes the page anew.
    before, first = metric(public, "renderings_total"), metric(public, "log_events")
    for _ in range(20):
        expect("Fastest accepted" in public.get("/statistics")[1], "the statistics are gone")
    again, came = metric(public, "renderings_total") - before, metric(public, "log_events") - first
    expect(before > 0 and again < 10 + came, f"20 readers of the statistics: {again} renderings, {came} events")
    expect("Two" not in public.get("/statistics")[1] and ">team1<" not in public.get("/statistics")[1], "a hidden team is in the public's statistics")
    expect('href="/statistics"' in public.get("/problems")[1], "no link to the statistics")


# ---- a disqualification ----


def stand(browser, team, action, **fields):
    path = f"/jury/teams/{team}"
    return browser.post(f"{path}/standing", path, action=action, **fields)


def check_disqualified(server, reason="Two <b>teams at one table"):
    admin, public, team = log_in(server, "admin"), Browser(server), log_in(server, "team1")
    for verdict, program in (("Wrong answer", "WA"), ("Accepted", "AC")):
        page = submit(team, contests.PROGRAMS[program])[2]
        await_text(team, page, VERDICT[verdict])
    expect(rank(public, "team1") == "2", "the rank before")
    for fields, text in (({"reason": reason}, "I am sure"), ({"sure": "1"}, "needs a reason"), ({"sure": "1", "reason": "a\x01b"}, "control"),
                         ({"sure": "1", "reason": "x" * 1001}, "1000")):
        status, page, _ = stand(admin, "team1", "disqualify", **fields)
        expect(status == 422 and text in page, f"{list(fields)}: {status}, without '{text}'")
    expect(stand(admin, "team1", "praise")[0] == 422 and stand(admin, "team1", "disqualify", sure="1", reason=reason)[0] == 303, "disqualify")
    expect(rank(public, "team1") == "" and "disqualified" in row(public, "team1"), f"the board: {row(public, 'team1')}")
    expect(rank(public, "zoe") == "1" and "Two &lt;b&gt;teams" not in public.get("/teams/team1")[1], "the public sees the reason")
    expect("The team is disqualified" in public.get("/teams/team1")[1], "the page of the team")
    for path in ("/teams/team1", "/submit"):
        expect("Two &lt;b&gt;teams" in team.get(path)[1], f"the team does not see the reason on {path}")
    client, own = api(server), api(server, "team1")
    expect([one["team_id"] for one in client.get("/scoreboard")["rows"]].count("team1") == 0, "the scoreboard of the API has the team")
    expect(next(one for one in client.get("/teams") if one["id"] == "team1")["hidden"] is True, "the API does not mark the team")
    before = len(client.get("/submissions"))
    data = {"language_id": "python3", "problem_id": "sum", "files": [{"data": contests.archive(contests.PROGRAMS["AC"])}]}
    status, answer = own.request("POST", "/submissions", data)
    expect(status == 403 and "disqualified" in answer["message"] and reason in answer["message"], f"a submission by the API: {status} {answer}")
    expect(len(client.get("/submissions")) == before, "a submission of a disqualified team")
    expect("Two &lt;b&gt;teams" in admin.get("/jury/audit")[1], "the audit log lacks the reason")
    expect(stand(admin, "team1", "requalify")[0] == 303 and rank(public, "team1") == "2", "the disqualification does not end")
    expect(stand(admin, "team1", "disqualify", sure="1", reason=reason, hidden="1")[0] == 303, "disqualify and hide")
    expect(not row(public, "team1") and public.get("/teams/team1")[0] == 404 and row(admin, "team1", "/jury"), "a hidden team is seen")
    expect("Two &lt;b&gt;teams" in team.get("/teams/team1")[1], "a hidden team does not see the reason")


def check_guest(server):
    admin, public = log_in(server, "admin"), Browser(server)
    expect(stand(admin, "zoe", "guest")[0] == 303, "a guest")
    expect(rank(public, "zoe") == "" and ">guest<" in row(public, "zoe"), f"a guest on the board: {row(public, 'zoe')}")
    awards = {one["id"]: one["team_ids"] for one in api(server).get("/awards")}
    expect(awards["first-to-solve-sum"] == [], f"a guest is first to solve: {awards}")
    expect("zoe" not in [one["team_id"] for one in api(server).get("/scoreboard")["rows"]], "a guest has a rank in the API")


def check_roles(server):
    """Only an admin changes teams and accounts; the jury sees them."""
    for name in ("judge1", "watcher"):
        browser = log_in(server, name)
        page = browser.get("/jury/teams/team1")[1]
        expect("Two &lt;b&gt;teams" in page and "/standing" not in page, f"{name} sees forms, or no reason")
        expect(browser.get("/jury/new-team")[0] == 403 and browser.get("/jury/password?username=team1")[0] == 403, f"{name} sees the forms")
        token = browser.token("/jury/teams")
        for path in ("/jury/teams", "/jury/password", "/jury/teams/zoe/standing"):
            expect(browser.request("POST", path, {"csrf": token, "action": "rank", "username": "zoe"})[0] == 403, f"{name} may post {path}")
    team = log_in(server, "team3")
    expect(team.get("/jury/teams/team1")[0] == 403 and Browser(server).get("/jury/teams/team1")[0] == 303, "others see the page of the jury")
    admin = log_in(server, "admin")
    expect(admin.request("POST", "/jury/teams/zoe/standing", {"action": "rank"})[0] == 403, "a form without its token")
    expect(admin.get("/jury/teams/nobody")[0] == 404, "the page of an unknown team")


def check_state(server, password):
    public, admin = Browser(server), log_in(server, "admin")
    expect(rank(public, "zoe") == "" and not row(public, "team1"), "the standings are not kept")
    log_in(server, "zoe", password)
    log_in(server, "team2", "team2-is-new")
    note = "passwords in accounts.yaml that are not valid, because they were reset on a page: 1, for example that of 'team2'"
    expect(note in pathlib.Path(server.log.name).read_text(), "the log does not tell that a password was reset")
    expect("Two &lt;b&gt;teams" in admin.get("/jury/teams/team1")[1], "the reason is not kept")


def check_other_server(folder, server, password):
    """Two servers on one store: an action at one is known at the other."""
    other = contests.Server.__new__(contests.Server)
    other.command, other.address, other.port = server.command, "127.0.0.1", contests.ports.free_port()
    other.log, other.passwords = open(folder / "other.log", "w", encoding="utf-8"), server.passwords
    other.start()
    check_state(other, password)
    expect(stand(log_in(other, "admin"), "zoe", "rank")[0] == 303, "the other server cannot rank")
    admin = log_in(server, "admin")
    await_text(admin, "/jury/teams/zoe", "Make the team a guest")
    expect(rank(admin, "zoe") == "1", "the first server does not know")
    other.stop()


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-jury-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        write_people(folder / "contest")
        write_texts(folder / "contest")
        database = contests.Database(folder, kind == "postgresql")
        server = contests.Server(assay, folder, database.url)
        server.passwords = passwords
        password = check_new_team(server, folder)
        check_password(server)
        check_disqualified(server)
        check_guest(server)
        check_roles(server)
        check_logins(server)
        check_notes(server)
        check_clock(server)
        check_home(server)
        server.stop()
        server.start()
        check_state(server, password)
        if database.url:
            check_other_server(folder, server, password)
        check_statistics(server)
        server.stop()
        database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
