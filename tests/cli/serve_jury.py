#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The day of the jury without a restart: a team that is added, a password that is reset, a disqualification, guests; all of it after a restart,
and on another server of the same store.

usage: serve_jury.py ASSAY [postgresql]. With `postgresql` another server on the same store knows it, too.
"""
import html
import os
import pathlib
import re
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
    server.passwords["team2"] = "team2-is-new"


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
    expect(rank(public, "team1") == "DQ" and "disqualified" in row(public, "team1"), f"the board: {row(public, 'team1')}")
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
        database = contests.Database(folder, kind == "postgresql")
        server = contests.Server(assay, folder, database.url)
        server.passwords = passwords
        password = check_new_team(server, folder)
        check_password(server)
        check_disqualified(server)
        check_guest(server)
        check_roles(server)
        server.stop()
        server.start()
        check_state(server, password)
        if database.url:
            check_other_server(folder, server, password)
        server.stop()
        database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
