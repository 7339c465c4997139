#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages that update without being loaded again, in browsers: problems appear at the start, each page's clock follows pause, extension,
freeze and end, every page shows questions, answers, announcements and verdicts to teams and the jury, and the jury's lists are live.

usage: serve_live.py ASSAY [FOLDER for pictures]
"""
import base64
import os
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
from play import log_in  # noqa: E402
import serve  # noqa: E402
from serve import expect  # noqa: E402

BADGE = "document.querySelector(`nav a[data-count=${arguments[0]}] .count`)?.textContent === arguments[1]"
PICTURES = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


def draw(browser, name):
    """Takes a picture of the page, if a folder for pictures is given."""
    if PICTURES:
        (PICTURES / f"{name}.png").write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))


def wait_told(browser, page, text, badge, count):
    browser.wait_text("#news", text)
    browser.wait(f"badge {count} of {badge}", BADGE, badge, count)
    browser.wait("number in the title", "document.title.startsWith('(')")
    expect(browser.path() == page, f"{browser.name} left {page}")


def check_start(team, admin):
    team.go("/problems")
    expect("when the contest has started" in team.text("main"), "problems are shown before the start")
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 6))
    expect(admin.post("/jury/clock", "/jury/clock", action="schedule", start=start)[0] == 303, "the start")
    team.wait("problem", "document.querySelector('main a.problem, main table a')")


def check_questions(team, other, jury, public):
    for browser, page in ((team, "/problems/sum"), (other, "/submit"), (jury, "/jury/queue")):
        browser.go(page)
    expect(not team.text("#news") and not jury.text("#news"), "there is news before anything happened")
    asker = serve.Browser(team.server)
    expect(asker.log_in("team1", team.server.passwords["team1"])[0] == 303, "log-in")
    expect(asker.post("/clarifications", "/clarifications", problem="", text="Is n positive?")[0] == 303, "a question")
    wait_told(jury, "/jury/queue", "1 unanswered question", "clarifications", "1")
    draw(jury, "news-jury")
    jury.go("/jury/clarifications")
    jury.type("main details textarea", "Half an ans")
    expect(asker.post("/clarifications", "/clarifications", problem="", text="And m?")[0] == 303, "a question")
    jury.wait_text("main", "And m?")
    expect(jury.run("return document.querySelector('article:has(textarea) ~ article textarea, article textarea') && "
                    "[...document.querySelectorAll('article textarea')].some(e => e.value === 'Half an ans')"),
           "what the jury types is lost when a question comes")
    expect(jury.run("return document.activeElement.value") == "Half an ans", "the field that the jury types into loses the focus")
    page = "/jury/clarifications"
    expect(jury.admin.post(page, page, reply_to="1", to="team:team1", text="Yes.")[0] == 303, "an answer")
    wait_told(team, "/problems/sum", "1 new message from the jury", "clarifications", "1")
    expect(jury.admin.post(page, page, to="all", problem="", text="A and B are easy.")[0] == 303, "an announcement")
    wait_told(team, "/problems/sum", "2 new messages", "clarifications", "2")
    wait_told(other, "/submit", "1 new message", "clarifications", "1")
    draw(team, "news-team")
    other.go("/clarifications")
    expect("A and B are easy." in other.text("main"), "the announcement is missing")
    other.wait("no news", "!document.querySelector('nav .count') && !document.getElementById('news').innerText.trim()")
    other.type("textarea[name=text]", "I am typing")
    expect(jury.admin.post(page, page, to="all", problem="", text="So is C.")[0] == 303, "an announcement")
    other.wait_text("#threads", "So is C.")
    expect(other.run("return document.querySelector('textarea[name=text]').value") == "I am typing", "a typed question is lost")
    other.go("/problems")
    expect(not other.text("#news"), "what was read on the page is new again")
    public.go("/clarifications")
    expect("So is C." in public.text("main") and not public.text("#news"), "the public")


def check_verdicts(team, jury):
    jury.go("/jury/submissions")
    sender = serve.Browser(team.server)
    expect(sender.log_in("team1", team.server.passwords["team1"])[0] == 303, "log-in")
    team.go("/problems/sum")
    expect(serve.submit(sender, contests.PROGRAMS["WA"])[0] == 303, "a submission")
    wait_told(team, "/problems/sum", "Submission 1: Wrong answer", "submissions", "1")
    jury.wait("row", "document.querySelector('#list tbody tr')")
    jury.wait_text("#list", "Wrong answer")
    jury.go("/jury/submissions/1")
    # The page also shows the verdict at its top and beside tests.
    rows = ("[...[...document.querySelectorAll('#judged h2')].find(e => e.innerText === 'Judgements').nextElementSibling"
            ".querySelectorAll('tbody tr')].filter(e => e.innerText.includes('{}')).length")
    expect(jury.run(f"return {rows.format('counts')} === 1 && {rows.format('Wrong answer')} === 1"), "the first judgement")
    expect(jury.admin.post("/jury/submissions/1/rejudge", "/jury/submissions/1")[0] == 303, "judging again")
    jury.wait("second judgement", f"{rows.format('Wrong answer')} === 2")
    team.go("/submissions")
    team.go("/problems")
    expect("Submission" not in (team.text("#news") or ""), "a verdict that was seen is new")


def check_clock(team, again, other, public, jury):
    """Pages without a board follow every change of the clock; the submission is judged, so nothing else changes on its page."""
    def act(action, **fields):
        expect(jury.admin.post("/jury/clock", "/jury/clock", action=action, **fields)[0] == 303, action)
    shown = (team, again, other, public)
    for browser, page in zip(shown, ("/submit", "/submissions/1", "/clarifications", "/problems/sum")):
        browser.go(page)
    jury.go("/jury/clock")
    act("pause")
    for browser in shown:
        browser.wait_text("#clock", "Paused")
    jury.wait("the button to resume", "document.querySelector('form input[value=resume]')")
    team.wait_text("main", "Submissions are accepted")
    act("resume")
    act("freeze")
    for browser in shown:
        browser.wait_text("#clock", "Board frozen")
        expect("Paused" not in browser.text("#clock"), "the clock does not continue")
    expect("Submissions are accepted" not in team.text("main"), "the page to submit speaks of a pause that is over")
    before = team.text("#clock").split("of ")[1].split()[0]
    act("extend", minutes="5")
    for browser in shown:
        browser.wait("later end", "!document.getElementById('clock').innerText.includes(arguments[0])", f"of {before}")
    jury.wait("the button to unfreeze", "document.querySelector('form input[value=unfreeze]')")
    draw(jury, "clock")
    act("end", sure="1")
    for browser in shown:
        browser.wait_text("#clock", "Over")
    jury.wait("the button to thaw", "document.querySelector('form input[value=thaw]')")


def check_print(team):
    """A printed statement contains no navigation."""
    team.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}})
    team.go("/problems/sum")
    shown = team.run("return ['.clock', '.news', '.top nav', '.who', 'footer', '.contest', 'h1']"
                     ".filter(e => document.querySelector(e).getClientRects().length > 0).join(' ')")
    expect(shown == ".contest h1", f"a printed statement has {shown}")
    expect(team.run("return getComputedStyle(document.querySelector('.contest')).color") == "rgb(0, 0, 0)", "the contest's name is pale")
    team.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"media": ""}})


def play(server, driver):
    base = f"http://127.0.0.1:{server.port}"
    everybody = [browsers.Browser(driver, base, name) for name in ("team1", "team1", "team2", "admin", "viewer")]
    team, again, other, jury, public = everybody
    for browser in (team, again, other, jury):
        browser.server = server
        log_in(browser, browser.name, server.passwords[browser.name])
    jury.admin = serve.Browser(server)
    expect(jury.admin.log_in("admin", server.passwords["admin"])[0] == 303, "log-in")
    check_start(team, jury.admin)
    check_questions(team, other, jury, public)
    check_verdicts(team, jury)
    check_clock(team, again, other, public, jury)
    check_print(team)
    said = [line for browser in everybody for line in browser.complaints()]
    expect(not said, "\n".join(said))
    for browser in everybody:
        browser.close()


def require_driver():
    if not pathlib.Path(browsers.DRIVER).exists():
        print("skipped: there is no chromedriver: `sudo apt-get install chromium-driver`")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)


def main(assay):
    require_driver()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-live-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        file = folder / "contest/contest.yaml"
        start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        file.write_text("\n".join(f"start_time: {start}" if line.startswith("start_time") else line
                                  for line in file.read_text().splitlines()) + "\n")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        play(server, driver)
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
