#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts that two contests share by a file: files that are refused, log-ins and log-outs that hold in both, guesses that are counted
together, passwords that an admin resets, sessions that an admin ends, and commands that do not read the file.

usage: serve_shared.py ASSAY [postgresql]. With `postgresql` a second server has the same store.
"""
import concurrent.futures
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve  # noqa: E402
import serve_several  # noqa: E402

contests, expect = serve_several.contests, serve_several.expect
NAMES = ("spring", "club")
OLD, NEW = "a-long-password", "another-password"
SHARED = f"""- {{username: boss, password: {OLD}, type: admin}}
- {{username: mia, password: {OLD}, type: team}}
- {{username: noa, password: {OLD}, type: judge}}
"""


class Server(serve_several.Server):
    def __init__(self, assay, folder, url, name="serve"):
        self.command = [assay, "serve", *(folder / name / "contest" for name in NAMES), "--accounts", folder / "people.yaml", "--json",
                        *(["--store", url] if url else [])]
        self.log = open(folder / f"{name}.log", "w", encoding="utf-8")
        self.address, self.port = "127.0.0.1", contests.ports.free_port()
        self.start()


def browser_of(server, contest=None, username=None, password=OLD):
    """A browser, logged in to a contest."""
    browser = serve_several.Browser(server)
    if contest:
        status = browser.log_in_to(contest, username, password)[0]
        expect(status == 303, f"{username} cannot log in to {contest}: {status}")
    return browser


def pages(browser, path="/submissions"):
    """The statuses of a page in both contests."""
    return [browser.get(f"/{name}{path}")[0] for name in NAMES]


def check_refused(assay, folder):
    people, served = folder / "people.yaml", [folder / name / "contest" for name in NAMES]
    command = [assay, "serve", *served, "--accounts"]
    serve.refuse([*command, folder / "none.yaml"], 3, "none.yaml: ")
    serve.refuse([assay, "serve", "--demo", "--accounts", people], 2, "--accounts and --demo are mutually exclusive")
    for text, said in (
            (SHARED.replace("type: judge", "typ: judge"), f"{people}:3:"),
            (SHARED + SHARED.splitlines()[1] + "\n", f"{people}:4:"),
            (SHARED.replace("type: team", "type: team, team_id: team9"), f"{people}:2:"),
            (SHARED.replace("type: team", "type: team, team_id: team2"), f"differs from that in line 2 of {people}"),
            (SHARED + "- {username: team1, type: team}\n", f"username 'team1' is also in line 4 of {people}"),
            (SHARED + f"- {{username: zoe, password: {OLD}, type: team}}\n", "username 'zoe' has no team in the contest")):
        people.write_text(text)
        serve.refuse([*command, people], 3, said)
    # The team exists only in the first contest.
    team = served[0] / "teams.yaml"
    before = team.read_text()
    team.write_text(before + "\n- {id: only, name: Only here}\n")
    people.write_text(SHARED + f"- {{username: zoe, password: {OLD}, type: team, team_id: only}}\n")
    serve.refuse([*command, people], 3, f"{people}:4:")
    team.write_text(before)
    people.write_text(SHARED)
    expect(not list(folder.glob("*/contest/contest.db*")), "a store was opened before the accounts were checked")


def check_sessions(server, passwords):
    mia = browser_of(server, "spring", "mia")
    expect(list(mia.cookies) == ["assay-.club"], f"cookies: {mia.cookies}")
    expect(pages(mia) == [200, 200], "a log-in to one contest does not hold in the other")
    expect(mia.post("/club/clarifications", "/club/clarifications", text="Of mia?")[0] == 303, "a question in the other contest")
    for name, team in (("spring", "team1"), ("club", "team2")):
        own = browser_of(server, name, team, passwords[name][team])
        expect(("Of mia?" in own.get(f"/{name}/clarifications")[1]) == (name == "club"), f"mia is not {team} of {name}")
        expect(pages(own) == [200 if name == at else 303 for at in NAMES], "a session of a contest's own account holds in the other")
    other = browser_of(server, "club", "mia")
    expect(mia.post("/club/logout", "/club/submissions")[0] == 303 and pages(mia) == [303, 303], "a log-out does not hold in both contests")
    expect(pages(other) == [200, 200], "a log-out ends another session")


def check_guesses(server, passwords):
    """Wrong passwords for a shared account are counted together, and separately from those for other accounts. Each contest alone
    permits ten at once."""
    def guess(number):
        return browser_of(server).log_in_to(NAMES[number % 2], "noa", "a-wrong-password")[0]

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        found = list(pool.map(guess, range(20)))
    expect(set(found) == {403, 429}, f"guesses in two contests: {found}")
    browser_of(server, "spring", "team3", passwords["spring"]["team3"])


def check_view(server):
    """A member of the jury looks as a team at the contest in which it did not log in."""
    boss = browser_of(server, "spring", "boss")
    expect(boss.post("/club/jury/teams/team2/as", "/club/jury/teams")[::2] == (303, "/club/"), "looking as a team")
    expect("Of mia?" in boss.get("/club/clarifications")[1] and boss.get("/club/jury")[0] == 403, "the site is not that of the team")
    expect(boss.get("/spring/jury")[0] == 200, "the other contest is not seen as the jury")
    expect(boss.post("/club/as/end", "/club/clarifications")[0] == 303 and boss.get("/club/jury")[0] == 200, "the view has no end")
    expect(boss.post("/spring/logout", "/spring/jury")[0] == 303 and pages(boss) == [303, 303], "the session outlives its end in one of the logs")


def check_admin(server, other, passwords):
    """`other`: a server of the same store, or the same server."""
    boss, mia = browser_of(server, "spring", "boss"), browser_of(other, "club", "mia")
    own = browser_of(server, "spring", "admin", passwords["spring"]["admin"])
    form = "/spring/jury/clock"
    for path in ("/spring/jury/password", "/spring/jury/accounts/end"):
        expect(own.post(path, form, username="mia", password=NEW)[0] == 403, f"an admin of one contest may change a shared account: {path}")
    expect(own.get("/spring/jury/password?username=mia")[0] == 403, "the form of a shared account")
    expect(boss.post("/spring/jury/accounts/end", form, username="mia")[0] == 303, "ending sessions")
    serve_several.await_true(lambda: pages(mia) == [303, 303], "a session of another contest outlives its end")
    mia = browser_of(other, "club", "mia")
    expect(boss.post("/spring/jury/password", form, username="mia", password=NEW)[0] == 200, "a new password")
    serve_several.await_true(lambda: pages(mia) == [303, 303], "a session outlives the password")
    check_password(other)
    expect(boss.post("/spring/jury/password", form, username="team1", password=NEW)[0] == 200, "a password of a contest's own account")
    expect(browser_of(server).log_in_to("club", "team1", NEW)[0] == 403, "the password of another contest's account")


def check_password(server, names=NAMES):
    for name in names:
        expect(browser_of(server).log_in_to(name, "mia", OLD)[0] == 403, f"the old password counts in {name}")
        browser_of(server, name, "mia", NEW)


def check_lost(server, folder):
    """A contest cannot store the end of the sessions of a shared account: the admin learns it, because a session of its log stays valid in
    all contests."""
    boss, mia = browser_of(server, "spring", "boss"), browser_of(server, "club", "mia")
    end = "/spring/jury/accounts/end", "/spring/jury/clock"
    with sqlite3.connect(folder / "club/contest/contest.db", timeout=60) as store:
        store.execute("CREATE TRIGGER lost BEFORE INSERT ON event WHEN CAST(NEW.body AS TEXT) LIKE '%\"ends\"%' BEGIN SELECT RAISE(ABORT, 'no'); END")
    status, text, _ = boss.post(*end, username="mia")
    expect(status == 503 and "contest club" in text, f"the end of sessions that one contest did not store: {status} {text}")
    expect(pages(mia) == [200, 200], "the session has ended")
    with sqlite3.connect(folder / "club/contest/contest.db", timeout=60) as store:
        store.execute("DROP TRIGGER lost")
    expect(boss.post(*end, username="mia")[0] == 303 and pages(mia) == [303, 303], "ending sessions again")


def check_race(server):
    """A log-out while another contest copies the session into its log."""
    for _ in range(10):
        boss, twin = browser_of(server, "spring", "boss"), browser_of(server)
        twin.cookies = dict(boss.cookies)
        view, logout = ((at, path, {"csrf": at.token(form)}) for at, path, form in (
            (boss, "/club/jury/teams/team2/as", "/club/jury/teams"), (twin, "/spring/logout", "/spring/jury")))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda call: call[0].request("POST", *call[1:]), (view, logout)))
        expect(pages(boss) == [303, 303], "a session outlives a log-out in the log of the other contest")


def check_expiry(folder):
    """A copy of a session expires with the session."""
    ends = {}
    for name in NAMES:
        with sqlite3.connect(folder / name / "contest/contest.db", timeout=60) as store:
            for (body,) in store.execute("SELECT CAST(body AS TEXT) FROM event WHERE CAST(body AS TEXT) LIKE '%\"expires_ms\"%'"):
                event = json.loads(body)
                ends.setdefault(event["hash"], set()).add((name, event["expires_ms"]))
    both = [found for found in ends.values() if len({name for name, _ in found}) == 2]
    expect(both and all(len({when for _, when in found}) == 1 for found in both), f"sessions in two logs expire at {both}")


def check_alone(assay, folder):
    """Commands that do not read the file accept a folder in which only the file could give an account its team."""
    contest = folder / "spring/contest"
    with open(contest / "accounts.yaml", "a", encoding="utf-8") as file:
        file.write("\n- {username: zoe, type: team, ip: 10.0.0.1}\n")
    (folder / "row.csv").write_text("team,university\nLate,Late University\n")
    for command in (["check"], ["export", "-o", folder / "exported"], ["import", folder / "row.csv"], ["passwords"],
                    ["simulate", "--copy", folder / "copy"]):
        done = subprocess.run([assay, "contest", command[0], contest, *command[1:]], capture_output=True, text=True, timeout=600)
        expect(done.returncode == 0, f"{command}: {done.returncode} {done.stdout} {done.stderr}")
        if command == ["check"]:
            expect("so it is left out; add team_id" in done.stdout, f"the warning: {done.stdout}")
    expect("zoe" not in (folder / "copy/accounts.json").read_text(), "the rehearsal has the account")


def check_second(server, second):
    """A session at one server is valid at the other, also in the other contest."""
    mia = browser_of(server, "spring", "mia")
    mia.server = second
    serve_several.await_true(lambda: pages(mia) == [200, 200], "a session is unknown to the second server")
    expect(mia.post("/club/logout", "/club/submissions")[0] == 303, "log-out")
    mia.server = server
    serve_several.await_true(lambda: pages(mia) == [303, 303], "the first server does not know the log-out")


def run(assay, folder, url):
    passwords = {}
    for name, team in zip(NAMES, ("team1", "team2")):
        passwords[name] = serve_several.write_contest(assay, folder, name, -60)
        with open(folder / name / "contest/accounts.yaml", "a", encoding="utf-8") as file:
            file.write(f"\n- {{username: mia, type: team, team_id: {team}}}\n")
    (folder / "people.yaml").touch(0o600)
    check_refused(assay, folder)
    server = Server(assay, folder, url)
    second = Server(assay, folder, url, "second") if url else server
    try:
        check_sessions(server, passwords)
        check_guesses(server, passwords)
        check_view(server)
        check_race(server)
        if not url:
            check_lost(server, folder)
            check_expiry(folder)
        if url:
            check_second(server, second)
        check_admin(server, second, passwords)
        mia = browser_of(server, "spring", "mia", NEW)
        server.stop()
        server.start()
        expect(pages(mia) == [200, 200], "a session does not outlive the server")
        check_password(server)
        # Both contests have the new password.
        server.stop()
        server.command.remove(folder / "spring/contest")
        server.start()
        status = [browser_of(server).request("POST", "/login", {"username": "mia", "password": word})[0] for word in (OLD, NEW)]
        expect(status == [403, 303], f"the password with one contest only: {status}")
        server.stop()
        if not url:
            check_alone(assay, folder)
    finally:
        for one in {server, second}:
            one.kill()
            sys.stderr.write(pathlib.Path(one.log.name).read_text())


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-shared-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database.url)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
