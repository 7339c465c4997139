#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clarifications in browsers: notifications of the system, once for several tabs and only after the reader turned them on; prepared answers; texts
that stay on the page while it updates after a refusal; the banner of the jury that looks at the site as a team.

usage: serve_notices.py ASSAY [FOLDER for pictures]
"""
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
import serve  # noqa: E402
import serve_desk as desk  # noqa: E402
from serve import expect  # noqa: E402
from serve_live import PICTURES, draw, require_driver  # noqa: E402

# Writes down each notification that a page shows, and each question for the permission.
SPY = """const Real = Notification;
window.Notification = class extends Real {
	constructor(title, options) {
		super(title, options);
		localStorage.setItem("spy", JSON.stringify([...JSON.parse(localStorage.getItem("spy") || "[]"), options.body]));
	}
	static requestPermission() {
		localStorage.setItem("asked", "1");
		return Real.requestPermission();
	}
};"""
SHOWN = "return JSON.parse(localStorage.getItem('spy') || '[]')"


def command(browser, name, **parameters):
    browser.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})


def open_browser(server, driver, name):
    browser = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", name)
    command(browser, "Page.addScriptToEvaluateOnNewDocument", source=SPY)
    browser.go("/login")
    browser.type("#main input[name=username]", name)
    browser.type("#main input[name=password]", server.passwords.get(name, desk.PASSWORD))
    browser.click("#main form button")
    return browser


def check_off(team, judge):
    """Nothing asks by itself, and nothing is shown before the reader turns it on."""
    team.go("/submissions")
    expect(judge.post("/jury/clarifications", "/jury/clarifications", to="team:team1", text="Before.")[0] == 303, "a message")
    team.wait_text("#news", "1 new message from the jury")
    expect(team.text("#notify") == "Notify me", f"the button: {team.text('#notify')}")
    expect(team.run("return localStorage.getItem('asked')") is None and team.run(SHOWN) == [], "the page asks or notifies by itself")


def check_tabs(server, team, judge):
    """Two tabs show each message and verdict once."""
    command(team, "Browser.grantPermissions", permissions=["notifications"])
    team.click("#notify")
    team.wait_text("#notify", "Notifications on")
    draw(team, "notices-team")
    expect(team.run(SHOWN) == [], "old news is shown as new")
    first = team.call("GET", "/window")
    other = team.call("POST", "/window/new", {"type": "tab"})["handle"]
    team.call("POST", "/window", {"handle": other})
    command(team, "Page.addScriptToEvaluateOnNewDocument", source=SPY)
    team.go("/problems")
    expect(judge.post("/jury/clarifications", "/jury/clarifications", to="all", text="For all.")[0] == 303, "an announcement")
    for handle in (other, first):
        team.call("POST", "/window", {"handle": handle})
        team.wait_text("#news", "2 new messages from the jury")
    team.wait("notification", "localStorage.getItem('spy')")
    asker = desk.log_in(server, "team1")
    expect(serve.submit(asker, contests.PROGRAMS["AC"])[0] == 303, "a submission")
    for handle in (other, first):
        team.call("POST", "/window", {"handle": handle})
        team.wait_text("#news", "Accepted")
    team.wait("notification of the verdict", "JSON.parse(localStorage.getItem('spy')).length > 1")
    # Both tabs ask again meanwhile.
    time.sleep(12)
    shown = team.run(SHOWN)
    expect(len(shown) == 2 and shown[0] == "New message from the jury" and "Accepted" in shown[1], f"two tabs show {shown}")
    expect(team.run("return document.title").startswith("("), f"the title: {team.run('return document.title')}")
    team.click("#notify")
    team.wait_text("#notify", "Notify me")


def check_jury(server, jury):
    """A question is shown to the jury. A prepared answer and a typed text stay while the page updates, also after a refusal."""
    asker, rival = desk.log_in(server, "team2"), desk.log_in(server, "judge2")
    command(jury, "Browser.grantPermissions", permissions=["notifications"])
    jury.go("/jury/queue")
    jury.click("#notify")
    jury.wait_text("#notify", "Notifications on")
    desk.ask(asker, "Is <i>n</i> even?", "sum")
    jury.wait("notification", "(localStorage.getItem('spy') || '').includes('New question from Team 2')")
    number = desk.ask(asker, "The screen is dark.", "category:Room")
    jury.go("/jury/clarifications")
    card = f"#clarification-{number}"
    expect(jury.text(f"{card} .canned button") == "No comment.", "the prepared answers")
    jury.type(f"{card} textarea", "We come.")
    jury.click(f"{card} .canned button")
    value = f"document.querySelector('{card} textarea').value"
    expect(jury.run(f"return {value}") == "We come.\nNo comment.", f"filled: {jury.run(f'return {value}')}")
    draw(jury, "notices-queue")
    if PICTURES:
        for width, colours in ((400, "light"), (400, "dark"), (1600, "dark")):
            command(jury, "Emulation.setDeviceMetricsOverride", width=width, height=1500, deviceScaleFactor=1, mobile=False)
            jury.prefer(colours)
            draw(jury, f"notices-queue-{width}-{colours}")
        command(jury, "Emulation.clearDeviceMetricsOverride")
        jury.prefer("light")
    # Another member of the jury is quicker.
    rival_form = desk.seen(rival, number)
    jury.run("for (const part of document.querySelectorAll('[data-live]')) clearTimeout(part.assayTimer)")
    expect(desk.send(rival, number, rival_form, action="claim")[0] == 303, "a claim")
    jury.click(f"{card} button[value=answer]")
    jury.wait_text(".notice.error", f"Clarification {number} was claimed by judge2")
    jury.wait_text(card, "Claimed by judge2")
    expect(jury.run(f"return {value}") == "We come.\nNo comment.", "the text is lost")
    draw(jury, "notices-refused")
    desk.send(rival, number, desk.seen(rival, number), action="release")
    jury.wait("release", f"!document.querySelector('{card}').innerText.includes('Claimed by')")
    expect(jury.run(f"return {value}") == "We come.\nNo comment.", "the update loses the text")
    jury.click(f"{card} button[value=answer]")
    jury.wait("list", "location.pathname === '/jury/clarifications' && location.hash")
    expect("We come.\nNo comment." in asker.get("/clarifications")[1], "the answer")


def check_view(jury):
    jury.go("/teams/team1")
    jury.click("form[action$='/as'] button")
    jury.wait_text(".viewing", "looks at the site as the team")
    expect(jury.text("#notify") is None and jury.run("return document.querySelector('form[action$=\"/logout\"]')") is None, "buttons of the jury")
    draw(jury, "notices-view")
    jury.click(".viewing button")
    jury.wait("page of the jury", "location.pathname === '/jury/teams'")


def check_diff(server, jury):
    team = desk.log_in(server, "team1")
    changed = contests.PROGRAMS["AC"].replace("print(", "result = (") + "print(result)\n"
    number = serve.submit(team, changed)[2].rsplit("/", 1)[1]
    jury.go(f"/jury/submissions/{number}")
    jury.click("main a[href$='/diff']")
    jury.wait_text(".diff", "print(result)")
    draw(jury, "notices-diff")


def main(assay):
    require_driver()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-notices-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        desk.write_desk(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        team, jury = open_browser(server, driver, "team1"), open_browser(server, driver, "judge1")
        judge = desk.log_in(server, "judge2")
        check_off(team, judge)
        check_tabs(server, team, judge)
        check_jury(server, jury)
        check_view(jury)
        check_diff(server, jury)
        said = [line for browser in (team, jury) for line in browser.complaints() if "422" not in line]
        expect(not said, "\n".join(said))
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
