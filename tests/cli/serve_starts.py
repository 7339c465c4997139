#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Teams that start when they like. During a contest: a team that has not started learns nothing, by any address, from what others do. After a
contest: teams with the board of that time as ghosts, who are never in its results. In a browser, with a restart between.

usage: serve_starts.py ASSAY [FOLDER for pictures]
"""
import concurrent.futures
import http.client
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "contest"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import api_http  # noqa: E402
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
import serve_live  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

HOUR = 3600
API = "/api/contests/contest"
PAGES = ("/", "/board/fragment", "/?screen", "/problems", "/problems/sum", "/statements", "/languages", "/rules", "/teams/team1", "/clarifications",
         "/screen/verdicts", "/screen/verdicts/fragment", "/screen/countdown", "/submissions", "/submissions/1", "/submissions/1/fragment", "/submit",
         "/start", "/start/board", "/news", "/jury", "/jury/resolve", "/jury/submissions/1", "/jury/teams", "/balloons",
         *(f"{API}{one}" for one in ("", "/problems", "/problems/sum", "/submissions", "/submissions/1", "/submissions/1/files", "/judgements", "/runs",
                                     "/awards", "/scoreboard", "/clarifications", "/commentary", "/teams", "/state", "/access",
                                     "/problems/sum/statement/problem.en.md", "/problems/sum/package/sum.zip")))


def stamp(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


def write_contest(assay, folder, lines):
    passwords = contests.write_contest(assay, folder)
    statement = folder / "sum/statement"
    statement.mkdir()
    (statement / "problem.en.md").write_text("Read two numbers, and print what they make.\n")
    (folder / "contest/contest.yaml").write_text("id: contest\nname: Club\nlimits: {submissions_per_minute: unlimited}\n" + "\n".join(lines) + "\n")
    return passwords


def log_in(server, name):
    browser = Browser(server)
    expect(browser.log_in(name, server.passwords.get(name, "own-password"))[0] == 303, f"{name} cannot log in")
    return browser


def feed(server, headers):
    """The lines until now, without tokens: the stream says nothing more for a second."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=1)
    connection.request("GET", f"{API}/event-feed", headers=headers)
    lines = []
    try:
        answer = connection.getresponse()
        while True:
            lines.append(answer.readline().decode())
    except TimeoutError:
        pass
    finally:
        connection.close()
    return re.sub('"token":"[^"]*"', "", "".join(lines))


def steady(text):
    """A page without what changes by itself or differs between sessions."""
    text = re.sub(r'data-now="\d+"|name="csrf" value="[^"]*"|data-(?:time|every)="[^"]*"', "", text)
    text = re.sub(r'<div class="clock".*?</div>', "", text, flags=re.S)
    return re.sub(r'"(?:time|contest_time)":"[^"]*"|From the start, your team has <b>[^<]*', "", text)


def snapshot(server, browser, client):
    """All that a reader can get. A closed address answers with its status."""
    seen = {path: (browser.request("GET", path, headers={} if browser.cookie else client.headers)) for path in PAGES if not path.startswith("/api")}
    seen.update({path: client.request("GET", path[len(API):]) for path in PAGES if path.startswith(API)})
    return {path: steady(str(answer)) for path, answer in seen.items()} | {"feed": feed(server, client.headers)}


def expect_same(before, after, who):
    for path, text in before.items():
        expect(after[path] == text, f"{who} learns something at {path}:\n{text}\n{after[path]}")


def expect_closed(seen, who):
    for path, text in seen.items():
        for secret in ("Read two numbers", ">Sum<", '"name":"Sum"', "'name': 'Sum'"):
            expect(secret not in text, f"{who} sees '{secret}' at {path}: {text}")


# ---- during the contest ----


def start(browser, sure="1"):
    return browser.post("/start", "/start", sure=sure)


def check_start(server):
    """A question, a form token, and one of several tabs."""
    team = log_in(server, "team1")
    expect("Your team has not started" in team.get("/")[1], "the header of a team that has not started")
    expect('data-opens' not in team.get("/problems")[1], "a page would load again and again")
    expect(team.request("POST", "/start", {"sure": "1"})[0] == 403, "a start without the token of the form")
    refused = team.post("/start", "/start")
    expect(refused[0] == 422 and "Tick that your team is ready" in refused[1], f"a start without the tick: {refused}")
    expect(submit_status(server, team) == 403, "a submission before the start")
    token = team.token("/start")
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        tabs = list(pool.map(lambda _: team.request("POST", "/start", {"sure": "1", "csrf": token})[0], range(4)))
    expect(sorted(tabs) == [303, 409, 409, 409], f"four tabs: {tabs}")
    expect("Read two numbers" in team.get("/problems/sum")[1], "no statement after the start")
    return team


def submit_status(server, browser):
    """A submission with the form of another page: the page of submissions has none yet."""
    token = browser.token("/start")
    body = f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n--x--\r\n'
    return browser.request("POST", "/submit", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})[0]


def own_start(browser):
    return re.search(r'data-own="(\d+)"', browser.get("/")[1])[1]


def readers(server):
    guest = api_http.Account(server)
    return {"nobody": (Browser(server), guest), "team2": (log_in(server, "team2"), api_http.Account(server, "team2", server.passwords["team2"]))}


def check_secrets(server, team, jury):
    """What team1 does changes nothing for others."""
    others = readers(server)
    before = {who: snapshot(server, *one) for who, one in others.items()}
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    board = others["team2"][0].get("/board/fragment")[1]
    expect("Results are hidden until" in board and "Solved by" not in board, f"the board of others: {board}")
    admin = api_http.Account(server, "admin", server.passwords["admin"])
    for text, problem in (("n is at most 7", "sum"), (None, None)):
        if text:
            api_http.expect_status(admin.ask("POST", "/clarifications", {"text": text, "problem_id": problem}), 201, "announcing")
    api_http.expect_status(admin.ask("POST", "/commentary", {"message": "team1 has it", "tags": [], "team_ids": ["team1"]}), 201, "commenting")
    for who, one in others.items():
        after = snapshot(server, *one)
        expect_same(before[who], after, who)
        expect_closed(after, who)
    expect("n is at most 7" in team.get("/clarifications")[1], "the team that has started has no message")
    expect(re.search(r'class="own">.*<b>0</b>1 try', team.get("/start/board")[1], re.S), f"own row: {team.get('/start/board')[1]}")
    expect('class="s' in jury.get("/jury")[1] and "The jury sees all results" in jury.get("/jury")[1], "the jury's board")
    asked = others["team2"][1].ask("POST", "/clarifications", {"text": "?", "problem_id": "sum"})
    expect(asked[0] == others["team2"][1].ask("POST", "/clarifications", {"text": "?", "problem_id": "none"})[0] == 400, f"a question tells: {asked}")
    own = api_http.Account(server, "team1", server.passwords["team1"])
    expect([one["id"] for one in own.get("/problems")] == ["sum"], "the API has no problem for a team that has started")
    expect(len(own.get("/submissions")) == 1 and '"type":"problems","id":"sum"' in feed(server, own.headers), "the own feed")
    expect(own.get("/submissions")[0]["contest_time"].startswith("0:0"), f"contest time: {own.get('/submissions')}")


def check_reset(server, team, jury):
    form = "/jury/teams/team1"
    refused = jury.post(f"{form}/reset", form)
    expect(refused[0] == 422 and "I am sure" in refused[1], f"without the tick: {refused[0]}")
    expect(jury.post("/jury/teams/nobody/reset", form, sure="1")[0] == 404, "a team that does not exist")
    expect(jury.post("/jury/teams/team3/reset", form, sure="1")[0] == 409, "a team that has not started")
    expect(team.request("POST", f"{form}/reset", {"sure": "1", "csrf": team.token("/start")})[0] == 403, "a team resets")
    expect(jury.post(f"{form}/reset", form, sure="1")[0] == 303, "the jury resets")
    expect("Start taken back of" in jury.get("/jury/audit")[1], "the audit log")
    expect("Read two numbers" not in str(team.get("/problems/sum")), "the statement after the reset")


def check_end(server, team, jury):
    """All at once for everybody."""
    expect(start(team)[0] == 303, "a second start after the reset")
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    expect(jury.post("/jury/clock", "/jury/clock", action="end", sure="1")[0] == 303, "the end")
    guest = Browser(server)
    await_text(guest, "/board/fragment", 'class="s f"')
    expect("Read two numbers" in guest.get("/problems/sum")[1], "the statement after the end")
    expect(len(api_http.Account(server).get("/judgements")) == 1, "the judgement after the end")
    expect("no team can start any more" in log_in(server, "team3").get("/start")[1], "a start after the end")
    expect("The time of your team is over" in team.get("/")[1], "the header after the end")


def play_windows(server):
    others = readers(server)
    for who, one in others.items():
        expect_closed(snapshot(server, *one), who)
    jury = log_in(server, "admin")
    team = check_start(server)
    check_secrets(server, team, jury)
    was = own_start(team)
    server.kill()
    server.start()
    expect(own_start(team) == was, "the start after a restart")
    expect(start(team)[0] == 409 if 'name="sure"' in team.get("/start")[1] else True, "a second start after a restart")
    check_reset(server, team, jury)
    check_end(server, team, jury)


# ---- after the contest ----


def enter(admin, team, seconds, source):
    """A submission of the contest, at a contest time."""
    time_of = stamp(seconds - 3 * HOUR).replace("Z", ".000+00:00")
    return api_http.expect_status(admin.ask("POST", "/submissions", api_http.program(source, team_id=team, time=time_of)), 201, "admin_submit")["id"]


def row(text, name):
    found = re.search(rf'<tr id="{name}".*?</tr>', text, re.S)
    return found[0] if found else ""


def check_virtual_start(team):
    page = team.get("/start")[1]
    expect("your team gets only <b>0:59:" in page.replace("\n", " "), f"the offer: {page}")
    refused = start(team)
    expect(refused[0] == 409 and "are left, because" in refused[1], f"a short time without the tick for it: {refused[0]}")
    expect(start(team, "short")[0] == 303, "a start with the tick")


def play_virtual(server):
    admin = api_http.Account(server, "admin", server.passwords["admin"])
    jury = log_in(server, "admin")
    for number, seconds, source in (("team1", 1, contests.PROGRAMS["AC"]), ("team2", HOUR, contests.PROGRAMS["AC"])):
        await_text(jury, f"/jury/submissions/{enter(admin, number, seconds, source)}", "Accepted")
    guest = Browser(server)
    before = snapshot(server, guest, api_http.Account(server))
    expect("took part in the contest" in log_in(server, "team1").get("/start")[1], "a team of the contest")
    team = log_in(server, "team3")
    check_virtual_start(team)
    board = team.get("/start/board")[1]
    expect('<td class="n">0</td>' in row(board, "own-team3"), f"the own row: {board}")
    expect("<b>" not in row(board, "team-team2"), f"team2 solved it an hour later: {board}")
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    board = team.get("/start/board")[1]
    expect('<td class="n">1</td>' in row(board, "own-team3"), f"the own row: {board}")
    expect(board.index("own-team3") < board.index("team-team2"), "the own row is not before those that are worse")
    expect(">Solved</span>" in team.get("/problems")[1], "the own state of the problem")
    expect("after the contest" in team.get("/submissions")[1] and "practice" not in team.get("/submissions")[1], "the list of submissions")
    after = snapshot(server, guest, api_http.Account(server))
    for path in before:
        if "team3" not in before[path]:
            expect_same({path: before[path]}, after, "the public")
    expect("team-team3" not in guest.get("/board/fragment")[1], "a virtual team is on the board")
    expect(len(admin.get("/submissions")) == 2, "a virtual submission is in the API")
    expect("after the contest" in jury.get("/jury/teams")[1], "the jury's page")
    server.kill()
    server.start()
    expect('<td class="n">1</td>' in row(team.get("/start/board")[1], "own-team3"), "the own row after a restart")
    expect(submit(team, contests.PROGRAMS["WA"])[0] == 303, "a submission after a restart")


# ---- in a browser ----


def look(server, driver, name, team):
    """The clock of the header counts the team's own time down."""
    browser = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", name)
    browser.go("/login?form")
    browser.type("[name=username]", team)
    browser.type("[name=password]", server.passwords[team])
    browser.click("main form button")
    for width, colours in ((1280, "light"), (400, "dark")):
        metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        browser.prefer(colours)
        browser.go("/start")
        expect(not browser.run("return document.documentElement.scrollWidth > innerWidth"), f"/start is wider than {width} px")
        serve_live.draw(browser, f"{name}-offer-{width}")
    browser.click("[name=sure]")
    browser.click("main form button")
    browser.wait("list of problems", "location.pathname === '/problems' && document.querySelector('.clock .words')?.innerText.includes('left')")
    first = browser.text(".clock .words")
    browser.wait("next second", "document.querySelector('.clock .words').innerText !== arguments[0]", first)
    for width, colours in ((1280, "light"), (400, "dark")):
        metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        browser.prefer(colours)
        for page in ("/start", "/", "/problems", "/submit"):
            browser.go(page)
            browser.wait("clock", "document.querySelector('.clock .words')?.innerText.includes('left')")
            expect(not browser.run("return document.documentElement.scrollWidth > innerWidth"), f"{page} is wider than {width} px")
            serve_live.draw(browser, f"{name}-{page[1:] or 'board'}-{width}")
    said = browser.complaints()
    expect(not said, "\n".join(said))
    browser.close()


def run(assay, folder, driver, lines, name, play, team):
    folder.mkdir()
    passwords = write_contest(assay, folder, lines)
    server = contests.Server(assay, folder, None)
    server.passwords = passwords
    try:
        if driver:
            look(server, driver, name, team)
        play(server)
        if driver and serve_live.PICTURES:
            browser = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "jury")
            browser.go("/login?form")
            browser.type("[name=username]", "admin")
            browser.type("[name=password]", passwords["admin"])
            browser.click("main form button")
            for page in ("/jury/teams", "/jury", "/rules", f"/jury/teams/{team}"):
                browser.go(page)
                serve_live.draw(browser, f"{name}-jury-{page.rsplit('/', 1)[1]}")
            browser.close()
    finally:
        server.stop()


def main(assay):
    serve_live.require_driver()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-starts-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    driver = None
    try:
        driver = browsers.Driver(folder)
        run(assay, folder / "windows", driver, [f"start_time: {stamp(-HOUR)}", "duration: 9:00:00", "time_per_team: 2:00:00"], "windows",
            play_windows, "team4")
        run(assay, folder / "virtual", driver,
            [f"start_time: {stamp(-3 * HOUR)}", "duration: 2:00:00", f"virtual: {{from: '{stamp(-HOUR / 2)}', to: '{stamp(HOUR)}'}}"], "virtual",
            play_virtual, "team4")
    finally:
        if driver:
            driver.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
