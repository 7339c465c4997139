#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages of the jury's day in a browser, in a time zone other than UTC: local times in pages and fields, "+5 minutes" and its undo by one click
each, a disqualification that asks, "only the tests that failed", the home page, statistics, and the card of a password.

usage: serve_jury_pages.py ASSAY [FOLDER for pictures]
"""
import base64
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
import serve  # noqa: E402
import serve_jury  # noqa: E402
from serve import expect  # noqa: E402

ZONE = "Asia/Kolkata"
SIZES = (1280, 400)


def look(browser, pictures, name):
    """No page scrolls sideways; keeps pictures of the page, light and dark, wide and narrow."""
    for width in SIZES:
        browser.call("POST", "/window/rect", {"width": width, "height": 1000})
        outside = browser.run("return document.documentElement.scrollWidth > innerWidth")
        expect(not outside, f"{name} scrolls sideways at {width} pixels")
        for colours in ("light", "dark") if pictures else ():
            browser.prefer(colours)
            browser.go(browser.path())
            (pathlib.Path(pictures) / f"{name}-{width}-{colours}.png").write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))
    browser.prefer("light")
    browser.call("POST", "/window/rect", {"width": 1280, "height": 1000})


def log_in(browser, name, password):
    browser.go("/login")
    browser.type("input[name=username]", name)
    browser.type("input[name=password]", password)
    browser.click("main form button")
    browser.wait("log-in", "document.querySelector('.who form')")


def solve(server):
    """Submissions of two teams, so that there is something to count."""
    for name, program in (("team1", "AC"), ("team2", "WA"), ("team2", "AC"), ("team3", "RTE")):
        team = serve.Browser(server)
        team.log_in(name, server.passwords[name])
        page = serve.submit(team, contests.PROGRAMS[program])[2]
        serve.await_text(team, page, '<p class="big"><span class="verdict ' + program)
    team = serve.Browser(server)
    team.log_in("team3", server.passwords["team3"])
    page = serve.submit(team, "print(3 if input() == '1 2' else 0)\n")[2]
    serve.await_text(team, page, serve.VERDICT["Wrong answer"])
    return page


def check_times(jury):
    """An instant is shown in the reader's zone, which the footer names."""
    jury.go("/jury/clock")
    expect(f"{ZONE.replace('Kolkata', '')}" in jury.text("footer") and "UTC+05:30" in jury.text("footer"), f"the footer: {jury.text('footer')}")
    shown = jury.run("const t = document.querySelector('main time'); return [t.dateTime, t.textContent]")
    minutes = [int(text[:2]) * 60 + int(text[3:5]) for text in (shown[0][11:16], shown[1][-8:-3])]
    expect((minutes[1] - minutes[0]) % 1440 == 330, f"a time is not local: {shown}")


def check_extension(jury):
    before = jury.run("return document.getElementById('clock').dataset.duration")
    jury.click("form:has(input[value=extend]) button")
    jury.wait("undo", "document.querySelector('input[value=shorten]')")
    expect(int(jury.run("return document.getElementById('clock').dataset.duration")) == int(before) + 300000, "+5 minutes")
    jury.click("form:has(input[value=shorten]) button")
    jury.wait("end of the undo", "!document.querySelector('input[value=shorten]')")
    expect(jury.run("return document.getElementById('clock').dataset.duration") == before, "the undo")


def check_disqualification(jury, pictures):
    """The button is red, and the browser asks for a reason and a tick."""
    jury.go("/jury/teams/team2")
    look(jury, pictures, "team")
    jury.click("form:has(input[value=disqualify]) button")
    expect(jury.path() == "/jury/teams/team2", "a disqualification without a reason")
    colours = jury.run("const s = getComputedStyle(document.querySelector('button.grave')); const r = document.createElement('i');"
                       "r.style.color = 'var(--bad)'; document.body.append(r); return [s.backgroundColor, getComputedStyle(r).color]")
    expect(colours[0] == colours[1], f"the dangerous button is not red: {colours}")
    jury.type("form:has(input[value=disqualify]) textarea", "A phone on the table.")
    jury.click("form:has(input[value=disqualify]) input[name=sure]")
    jury.click("form:has(input[value=disqualify]) button")
    jury.wait_text("main", "A phone on the table.")
    jury.go("/board")
    expect("disqualified" in jury.text("#team-team2"), "the board")
    look(jury, pictures, "board")


def check_only_failed(jury, page, pictures):
    jury.go("/jury" + page)
    jury.wait("tests", "document.querySelectorAll('tr.passed').length === 1")
    jury.click("#only-failed")
    expect(jury.run("return document.querySelector('tr.passed').offsetHeight") == 0, "a test that passed is shown")
    jury.wait("live part", "true")
    look(jury, pictures, "submission")


def check_schedule(driver, server, pictures):
    """Before the start: the front page is the home page, and the field of the start is in local time."""
    jury = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "admin")
    log_in(jury, "admin", server.passwords["admin"])
    jury.go("/")
    expect("Contact" in jury.text("main"), "the front page before the start")
    look(jury, pictures, "front")
    jury.go("/jury/clock")
    field = "form:has(input[value=schedule]) input[name=start]"
    expect(jury.run("return document.querySelector(arguments[0]).type", field) == "datetime-local", "the field of the start")
    jury.choose(field, "2031-01-31T18:00:00")
    jury.wait("live part", "document.querySelector(arguments[0]).value.startsWith('2031-01-31T18:00')", field)
    jury.run("document.querySelector(arguments[0]).form.requestSubmit()", field)
    jury.wait("new start", "document.querySelector('main time')?.dateTime.startsWith('2031-01-31T12:30:00')")
    expect(jury.run("return document.querySelector(arguments[0]).value", field).startswith("2031-01-31T18:00"), "the field is not local")
    look(jury, pictures, "clock-before")
    said = jury.complaints()
    expect(not said, f"the console: {said}")
    jury.close()


def check_rest(jury, pictures):
    for path, name in (("/home", "home"), ("/statistics", "statistics"), ("/jury/logins", "logins"), ("/jury/teams", "teams"),
                       ("/jury/new-team", "new-team"), ("/jury/clock", "clock"), ("/jury/audit", "audit")):
        jury.go(path)
        look(jury, pictures, name)
    jury.go("/jury/password?username=team3")
    jury.click("main form button")
    jury.wait("card", "document.querySelector('.account dd.mono')")
    expect(re.search(r"[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}", jury.text(".account")), "the card has no password")
    if pictures:
        (pathlib.Path(pictures) / "card.png").write_bytes(base64.b64decode(jury.call("GET", "/screenshot")))


def main(assay, pictures=None):
    if not shutil.which(browsers.DRIVER):
        sys.exit(77)
    os.environ["TZ"] = ZONE
    with tempfile.TemporaryDirectory(prefix="assay-pages-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        serve_jury.write_texts(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        page = solve(server)
        driver = browsers.Driver(folder)
        jury = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "admin")
        log_in(jury, "admin", passwords["admin"])
        check_times(jury)
        check_extension(jury)
        check_disqualification(jury, pictures)
        check_only_failed(jury, page, pictures)
        check_rest(jury, pictures)
        said = jury.complaints()
        expect(not said, f"the console: {said}")
        server.stop()
        (folder / "early").mkdir()
        server = serve_jury.early_server(assay, folder / "early")
        check_schedule(driver, server, pictures)
        server.stop()
        driver.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
