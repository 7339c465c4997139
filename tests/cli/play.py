#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A practice contest that is played in browsers, from the first submission to the medals, by two teams, a member of the jury and
a viewer. Pages update without reloading, and no browser reports an error.

usage: play.py ASSAY
"""
import os
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402

HOSTILE = "<img src=x onerror=\"document.title='evil'\"></textarea><script>document.title='evil'</script>"


def expect(condition, text):
    if not condition:
        raise SystemExit(text)


def log_in(browser, username, password):
    browser.go("/login")
    browser.type("input[name=username]", username)
    browser.type("input[name=password]", password)
    browser.click("main form button")
    browser.wait("own page", "!location.pathname.startsWith('/login') && document.querySelector('.who form')")


def submit(browser, source):
    """Pastes a program into the editor, and returns the page of its submission."""
    browser.go("/submit")
    browser.choose("select[name=problem]", "sum")
    browser.choose("select[name=language]", "python3")
    browser.wait("editor", "document.querySelector('.CodeMirror')")
    browser.run("document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])", source)
    browser.click("#submit button")
    browser.wait("page of the submission", "location.pathname.startsWith('/submissions/')")
    return browser.path()


def press(jury, action):
    """Presses a button of the clock and confirms the question."""
    jury.go("/jury/clock")
    form = f"form:has(input[value={action}])"
    if jury.run("return Boolean(document.querySelector(arguments[0]))", f"{form} [name=sure]"):
        jury.click(f"{form} [name=sure]")
    send(jury, f"{form} button", action)


def send(jury, button, action):
    """Waits for the page after the form."""
    jury.run("window.isBefore = true")
    jury.click(button)
    jury.wait(f"answer to {action}", "!window.isBefore && document.querySelector('footer')")
    expect(not jury.text(".notice.error"), f"{action}: {jury.text('.notice.error')}")


def set_minutes(jury, action, minutes):
    jury.go("/jury/clock")
    jury.type(f"form:has(input[value={action}]) [name=minutes]", str(minutes))
    send(jury, f"form:has(input[value={action}]) button", action)


ROWS = "return new Set([...document.querySelectorAll('.top nav a')].map(e => Math.round(e.getBoundingClientRect().top))).size"
OUTSIDE = """return [...document.querySelectorAll('.top nav a')].filter(e => e.getBoundingClientRect().right > window.innerWidth)
    .map(e => e.textContent)"""
FLASHES = """return [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).filter(rule => rule instanceof CSSKeyframesRule)
    .filter(rule => [...rule.cssRules].some(frame => frame.style.backgroundColor || frame.style.background)).map(rule => rule.name)"""


def check_top(team, jury):
    """The navigation is one row on a usual screen (two for the jury), and wraps on a phone; a row of the board that changes keeps
    the colours of its cells, which are readable."""
    for browser, page in ((team, "/problems"), (jury, "/jury/clock")):
        browser.go(page)
        for width in (1600, 1366, 1185, 1024, 400):
            browser.call("POST", "/window/rect", {"width": width, "height": 900})
            expect(width == 400 or browser.run(ROWS) <= (2 if browser is jury else 1), f"{browser.name}: at {width} px the navigation has {browser.run(ROWS)} rows")
            expect(not browser.run(OUTSIDE), f"{browser.name}: at {width} px these are outside: {browser.run(OUTSIDE)}")
            wide = browser.run("return document.documentElement.scrollWidth - window.innerWidth")
            expect(wide <= 0, f"{browser.name}: at {width} px the page is {wide} px too wide")
        browser.call("POST", "/window/rect", {"width": 1600, "height": 1000})
        expect(not browser.run(FLASHES), f"animations change backgrounds below texts: {browser.run(FLASHES)}")


def answer_some(team, other, jury):
    """A second answer, for the asking team and another, which the jury adds to it."""
    jury.go("/jury/clarifications")
    jury.run("document.querySelector('main article details').open = true")
    jury.click("main article a[href$='/jury/clarifications/1']")
    jury.wait("the form", "location.pathname.endsWith('/1') && document.querySelector('select[multiple]')")
    expect(jury.run("return [...document.querySelector('select').selectedOptions].map(e => e.value).join()") == "team:team1",
           "the asking team is not selected")
    jury.type("main details textarea", "For two.")
    jury.run("document.querySelector('select').querySelector('option[value=\"team:team2\"]').selected = true")
    send(jury, "main details button[value=answer]", "an answer to two teams")
    for browser in (team, other):
        browser.go("/clarifications")
        expect("For two." in browser.text("main"), "an answer to two teams does not reach both")


def play_open(team, other, jury, viewer):
    """Wrong, a question with its answer, accepted; the viewer sees it live, filtered or not."""
    page = submit(team, contests.PROGRAMS["WA"])
    team.wait_text(".big", "Wrong answer")
    viewer.wait("try of Team 1", "document.querySelector('#team-team1 td.w')")
    expect(team.path() == page, "the team had to load a page again")

    team.go("/clarifications")
    team.type("textarea[name=text]", "May numbers be negative? " + HOSTILE)
    send(team, "main form button", "a question")
    jury.go("/jury/clarifications")
    expect("onerror" in jury.text("main"), "the question is not shown as it was typed")
    jury.type("main details textarea", "Yes. " + HOSTILE)
    jury.choose("main details select[name=to]", "all")
    send(jury, "main details button[value=answer]", "an answer")
    other.go("/clarifications")
    expect("Yes. <img" in other.text("main"), "an answer to all does not reach another team")
    answer_some(team, other, jury)

    submit(team, contests.PROGRAMS["AC"])
    team.wait_text(".big", "Accepted")
    viewer.wait("first to solve", "document.querySelector('#team-team1 td.s.f')")
    viewer.type("#filter input[name=name]", "team 2")
    viewer.wait("one row", "[...document.querySelectorAll('#board tbody tr')].filter(e => !e.hidden).length === 1")
    expect(viewer.text("#filter .shown") == "1 of 4 teams", f"the filter says {viewer.text('#filter .shown')}")
    expect(viewer.path() == "/?name=team+2", f"the address does not say what is shown: {viewer.path()}")


def look_at_test(jury):
    """The member of the jury asks for the output of the wrong submission."""
    jury.go("/jury/submissions/1")
    jury.click("table.tests a[href$='/tests/1']")
    jury.click("[data-live] form button")
    jury.wait_text("[data-live]", "Difference")
    expect(jury.run("const [one, other] = ['answer', 'output'].map(e => document.querySelector(`.diff .d.${e}`).getBoundingClientRect());"
                    "return one.left === other.left && one.bottom <= other.top"), "the lines of the difference are not one below the other")
    expect("+ 0" in jury.text("pre.diff") and "- 3" in jury.text("pre.diff"), f"the difference is {jury.text('pre.diff')}")


def play_frozen(other, jury, viewer, minutes):
    press(jury, "freeze")
    viewer.wait_text(".freeze", "submissions in the last")
    submit(other, contests.PROGRAMS["AC"])
    other.wait_text(".big", "Accepted")
    viewer.wait("pending cell", "document.querySelector('#team-team2:not([hidden]) td.p')")
    expect(viewer.run("return [...document.querySelectorAll('#board tbody tr')].filter(e => !e.hidden).length") == 1,
           "a live board forgets the filter")
    jury.go("/jury")
    jury.wait("result of the freeze", "document.querySelector('#team-team2 td.s')")
    expect("remaining - submissions in the last" in viewer.text(".freeze"), "the text about the freeze")
    viewer.click("#filter a.all") if viewer.text("#filter a.all") else viewer.choose("#filter input[name=name]", "")
    until = time.monotonic() + 60 * minutes
    while "Over" not in viewer.text("#clock") and time.monotonic() < until:
        time.sleep(1)


def finish(jury, viewer):
    viewer.wait_text("#clock", "Over")
    until = time.monotonic() + 30
    while "name=\"action\" value=\"finalise\"" not in jury.call("GET", "/source") and time.monotonic() < until:
        jury.go("/jury/clock")
        time.sleep(0.5)
    press(jury, "finalise")
    expect(not viewer.run("return Boolean(document.querySelector('.medal'))"), "medals are shown before the thaw")
    press(jury, "thaw")
    viewer.wait("medal", "document.querySelector('#team-team1 .medal.gold') && document.querySelector('#team-team2 td.s')")
    viewer.wait_text("#clock", "Final")
    jury.go("/jury/audit")
    for text in ("Answer to all", "Freeze before the end", "Results final", "Thaw", "admin"):
        expect(text in jury.text("main"), f"the audit log has no '{text}': {jury.text('main')}")
    jury.go("/jury/queue")
    expect("All submissions are judged." in jury.text("main"), jury.text("main"))


def play(server, passwords, driver):
    base = f"http://127.0.0.1:{server.port}"
    team, other, jury, viewer = (browsers.Browser(driver, base, name) for name in ("team1", "team2", "admin", "viewer"))
    everybody = (team, other, jury, viewer)
    viewer.go("/")
    for browser in everybody[:3]:
        log_in(browser, browser.name, passwords[browser.name])
    set_minutes(jury, "freeze-at", 0)
    check_top(team, jury)
    play_open(team, other, jury, viewer)
    look_at_test(jury)
    elapsed = int(viewer.run("return Number(document.getElementById('clock').dataset.duration) - "
                             "(Number(document.getElementById('clock').dataset.end) - Date.now())") // 60000)
    set_minutes(jury, "duration", elapsed + 2)
    play_frozen(other, jury, viewer, 4)
    finish(jury, viewer)
    for browser in everybody:
        for path in ("/", "/problems", "/problems/sum", "/teams/team1", "/clarifications"):
            browser.go(path)
            expect(browser.call("GET", "/title") != "evil", f"a text acts at {path}")
    said = [line for browser in everybody for line in browser.complaints()]
    expect(not said, "\n".join(said))
    for browser in everybody:
        browser.close()


def main(assay):
    if not pathlib.Path(browsers.DRIVER).exists():
        print("skipped: there is no chromedriver: `sudo apt-get install chromium-driver`")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-play-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        server = contests.Server(assay, folder, None)
        driver = browsers.Driver(folder)
        play(server, passwords, driver)
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
