#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest in browsers to the last medal: a wrong test is found, repaired, taken into use, its verdicts are previewed and applied, a
balloon is taken back; then the freeze, the end, the ceremony step by step, and the board with medals.

usage: play_medals.py ASSAY [FOLDER for pictures]
"""
import base64
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
from play import expect, log_in, press, send, set_minutes, submit  # noqa: E402

PICTURES = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
RIGHT = contests.PROGRAMS["AC"]
# Right for the author's wrong answer of test 3: numbers without their signs.
WITHOUT_SIGNS = "print(sum(abs(int(word)) for word in input().split()))\n"
WRONG = (contests.PROGRAMS["WA"], "Wrong answer")
MEDALS = "rules: {medals: {gold: 1, silver: 1, bronze: 1}}\n"
RUNNER = "{username: rita, password: balloon-password, type: balloon}"
ROWS = """return [...document.querySelectorAll('.row')].sort((a, b) => a.style.getPropertyValue('--place') - b.style.getPropertyValue('--place'))
    .map(e => [e.querySelector('.team b').textContent, ...['gold', 'silver', 'bronze'].filter(one => e.classList.contains(one))].join(' '))"""


def write_folder(assay, folder):
    passwords = contests.write_contest(assay, folder)
    (folder / "sum/data/secret/3.ans").write_text("10\n")
    problems = folder / "contest/problems.yaml"
    problems.write_text(re.sub(r"package: .*", f"package: {folder / 'sum'}", problems.read_text()))
    with (folder / "contest/contest.yaml").open("a") as file:
        file.write(MEDALS)
    with (folder / "contest/accounts.yaml").open("a") as file:
        file.write(f"- {RUNNER}\n")
    return dict(passwords, rita="balloon-password")


def draw(browser, name):
    """The whole page, on a screen and on a phone."""
    if not PICTURES:
        return
    for width in (1280, 400):
        browser.call("POST", "/window/rect", {"width": width, "height": 900})
        height = browser.run("return document.documentElement.scrollHeight")
        browser.call("POST", "/window/rect", {"width": width, "height": min(height + 150, 4000)})
        (PICTURES / f"{name}-{width}.png").write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))
    browser.call("POST", "/window/rect", {"width": 1600, "height": 1000})


def hand(runner, heading, button, team):
    """Presses the button of the only balloon below a heading."""
    runner.go("/balloons")
    runner.wait_text("main", heading)
    expect(team in runner.text(".helpers li"), f"'{heading}' is not for {team}: {runner.text('main')}")
    expect(runner.text(".helpers li form button") == button, f"the button is {runner.text('.helpers li form button')}")
    send(runner, ".helpers li form button", button)


# ---- a wrong test ----


def play_wrong(teams, viewer, runner):
    """A wrong program is accepted and gets a balloon; a right program is not accepted. Later, wrong tries part teams that solve the
    problem in the same minute."""
    submit(teams[0], WITHOUT_SIGNS)
    teams[0].wait_text(".big", "Accepted")
    viewer.wait("first to solve", "document.querySelector('#team-team1 td.s.f')")
    hand(runner, "To deliver", "Delivered", "Team 1")
    page = submit(teams[1], RIGHT)
    teams[1].wait_text(".big", "Wrong answer")
    teams[1].go("/clarifications")
    teams[1].type("textarea[name=text]", "Is test 3 right? Our program adds.")
    send(teams[1], "main form button", "a question")
    return page


def repair(jury, package):
    """The jury finds the test, repairs the file, and takes the new version into use."""
    jury.go("/jury/clarifications")
    expect("Is test 3 right?" in jury.text("main"), "the jury does not see the question")
    jury.go("/jury/submissions/2")
    jury.click("table.tests a[href$='/tests/3']")
    jury.wait("test 3", "location.pathname.endsWith('/tests/3')")
    expect("10" in jury.text("main"), f"the page of the test: {jury.text('main')}")
    (package / "data/secret/3.ans").write_text("0\n")
    jury.go("/jury/problems")
    until = time.monotonic() + browsers.PATIENCE
    while "Use the new version" not in jury.text("main"):
        expect(time.monotonic() < until, f"/jury/problems says nothing of the changed test: {jury.text('main')}")
        time.sleep(0.5)
        jury.go("/jury/problems")
    draw(jury, "1-packages")
    send(jury, "form[action$='/problems/sum/take'] button", "the new version")


def rejudge(jury, teams, viewer):
    """All that the old version has judged: previewed, then applied at once."""
    jury.go("/jury/rejudgings?earlier=1&count=1")
    jury.wait_text("main", "The filter selects 2 submissions")
    jury.type("[name=reason]", "The answer of test 3 was wrong.")
    send(jury, "form:has([name=reason]) button", "opening")
    jury.wait_text("main", "2 of 2 judged")
    jury.wait_text("main", "2 verdicts of 2 change")
    said = jury.text("main")
    for text in ("First to solve", "Team 1", "Team 2", "Before", "After"):
        expect(text in said, f"the preview has no '{text}': {said}")
    draw(jury, "2-preview")
    expect(viewer.run("return Boolean(document.querySelector('#team-team1 td.s.f'))"), "the board follows a rejudging that is not applied")
    jury.click("[name=tell]")
    jury.run("document.querySelector('textarea[name=text]').value = 'Test 3 was wrong. Submissions are judged again.'")
    jury.click("form[action$='/apply'] [name=sure]")
    send(jury, "form[action$='/apply'] button", "applying")
    viewer.wait("right first to solve", "document.querySelector('#team-team2 td.s.f') && !document.querySelector('#team-team1 td.s')")
    for team in teams[:2]:
        team.go("/clarifications")
        expect("Test 3 was wrong." in team.text("main"), f"{team.name} is not told")
    teams[2].go("/clarifications")
    expect("Test 3 was wrong." not in teams[2].text("main"), "a team whose verdict stays is told")


def correct_balloons(runner):
    hand(runner, "Take back", "Taken back", "Team 1")
    hand(runner, "To deliver", "Delivered", "Team 2")
    draw(runner, "3-balloons")
    expect("Take back" not in runner.text("main") and "To deliver" not in runner.text("main"), runner.text("main"))


# ---- the end ----


def answer(jury, text):
    jury.go("/jury/clarifications")
    jury.type("main details textarea", text)
    send(jury, "main details button[value=answer]", "an answer")


def play_end(jury, teams, viewer):
    press(jury, "freeze")
    viewer.wait_text(".freeze", "submissions in the last")
    right = (RIGHT, "Accepted")
    for number, (source, verdict) in ((2, WRONG), (2, right), (0, WRONG), (0, right), (3, WRONG)):
        team = teams[number]
        submit(team, source)
        team.wait_text(".big", verdict)
    viewer.wait("three pending cells", "document.querySelectorAll('#board td.p').length === 3")
    press(jury, "end")
    viewer.wait_text("#clock", "Over")
    jury.go("/jury/clock")
    expect(not jury.run("return Boolean(document.querySelector('input[value=finalise]'))"), "results become final with an open question")
    answer(jury, "Test 3 was wrong, as you write.")
    press(jury, "finalise")


def resolve(jury):
    """The ceremony shows each pending cell, and ends with the medals."""
    jury.go("/jury/resolve")
    jury.wait("steps", "document.getElementById('stage').dataset.ready")
    expect(jury.run(ROWS)[0] == "Team 2", f"the board at the freeze: {jury.run(ROWS)}")
    jury.run("fetch('/jury/resolve/steps').then(e => e.json()).then(e => { window.steps = e.steps; })")
    jury.wait("the document", "window.steps")
    kinds = jury.run("return window.steps.map(step => step.do)")
    expect(kinds.count("reveal") == 3, f"the steps: {kinds}")
    for number, kind in enumerate(kinds[1:], 2):
        key = {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": "."}, {"type": "keyUp", "value": "."}]}
        jury.call("POST", "/actions", {"actions": [key]})
        jury.wait(f"step {number}", "location.hash === arguments[0]", f"#{number}")
        if kind in ("reveal", "slide"):
            draw(jury, f"4-step-{number:02}-{kind}")
    expect(jury.run(ROWS) == ["Team 2 gold", "Team 3 silver", "Team 1 bronze", "Team 4"], f"the last board: {jury.run(ROWS)}")


def thaw(jury, viewer):
    expect(not viewer.run("return Boolean(document.querySelector('.medal'))"), "medals are shown before the thaw")
    press(jury, "thaw")
    for team, medal in (("team2", "gold"), ("team3", "silver"), ("team1", "bronze")):
        viewer.wait(f"{medal} for {team}", "document.querySelector(arguments[0])", f"#team-{team} .medal.{medal}")
    viewer.wait_text("#clock", "Final")
    draw(viewer, "5-board")
    jury.go("/jury/audit")
    for text in ("Rejudging 1 of 2 submissions", "Package of problem", "taken back from", "Results final", "Thaw"):
        expect(text in jury.text("main"), f"the audit log has no '{text}': {jury.text('main')}")


def play(server, passwords, driver, package):
    base = f"http://127.0.0.1:{server.port}"
    names = ("team1", "team2", "team3", "team4", "admin", "rita")
    *teams, jury, runner = people = [browsers.Browser(driver, base, name) for name in names]
    viewer = browsers.Browser(driver, base, "viewer")
    viewer.go("/")
    for browser in people:
        log_in(browser, browser.name, passwords[browser.name])
    set_minutes(jury, "freeze-at", 0)
    play_wrong(teams, viewer, runner)
    repair(jury, package)
    rejudge(jury, teams, viewer)
    correct_balloons(runner)
    play_end(jury, teams, viewer)
    resolve(jury)
    thaw(jury, viewer)
    said = [line for browser in (*people, viewer) for line in browser.complaints()]
    expect(not said, "\n".join(said))
    for browser in (*people, viewer):
        browser.close()


def main(assay):
    if not pathlib.Path(browsers.DRIVER).exists():
        print("skipped: there is no chromedriver: `sudo apt-get install chromium-driver`")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-medals-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = write_folder(assay, folder)
        server = contests.Server(assay, folder, None)
        driver = browsers.Driver(folder)
        play(server, passwords, driver, folder / "sum")
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
