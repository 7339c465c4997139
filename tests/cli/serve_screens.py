#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Screens for a hall, in a browser: the board, the last verdicts and the countdown use the whole width of 1080p and 4K, are live, scroll by
themselves, hide what the freeze hides, and say when the server does not answer. The usual board shows logos and colours, too.

usage: serve_screens.py ASSAY [FOLDER for pictures]
"""
import pathlib
import re
import shutil
import struct
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
import serve  # noqa: E402
import serve_live  # noqa: E402
from serve import expect  # noqa: E402

COLOURS = ["#e6194b", "#3cb44b", "#ffe119", "#4363d8", "#f58231", "#911eb4", "#ffffff", "#000000", "#46f0f0"]
NAMES = ["Segmentation Fault", "The Greedy Three", "Off by One", "O(n log n) & Friends", "Zwölf Boxkämpfer", "東京プログラマーズ",
         "Memory Leak", "A Team With a Name That Is Rather Long for a Board", "Late Arrivals", "Null Pointers"]
ORGANIZATIONS = {"north": "Northern University", "coast": "University of the Coast", "tech": "City Institute of Technology",
                 "hill": "Hill College"}
TEAMS = 40
SIZES = ((1920, 1080), (3840, 2160), (400, 900))
OUTSIDE = "document.documentElement.scrollWidth > innerWidth"


def draw_png(path, width, height, red, green, blue):
    line = b"\0" + bytes((red, green, blue)) * width
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(line * height)), (b"IEND", b"")]
    data = b"".join(struct.pack(">I", len(text)) + name + text + struct.pack(">I", zlib.crc32(name + text)) for name, text in parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + data)


def draw_svg(path, width, height, colour, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" '
                    f'rx="{height // 6}" fill="{colour}"/><text x="50%" y="{height * .72}" font-size="{height * .6}" text-anchor="middle" '
                    f'fill="#fff" font-family="sans-serif">{text}</text></svg>\n')


def write_folder(folder):
    (folder / "problems.yaml").write_text("".join(
        f"- {{id: p{i}, label: {chr(65 + i)}, name: Sum {i}, rgb: '{colour}', package: ../sum}}\n" for i, colour in enumerate(COLOURS)))
    (folder / "organizations.yaml").write_text("".join(
        f"- {{id: {one}, name: {name}, country: SWE}}\n" for one, name in ORGANIZATIONS.items()))
    names = [NAMES[i] if i < len(NAMES) else f"Team {i + 1}" for i in range(TEAMS)]
    places = list(ORGANIZATIONS)
    (folder / "teams.yaml").write_text("".join(
        f"- {{id: team{i + 1}, label: '{i + 1}', name: '{name}', group_ids: [participants], organization_id: {places[i % 4]}}}\n"
        for i, name in enumerate(names)) + "- {id: jury, name: Jury, hidden: true}\n")
    for i, one in enumerate(places[:3]):
        draw_svg(folder / f"organizations/{one}/logo.svg", 64, 64, ("#0b6e4f", "#9b2226", "#005f73")[i], one[0].upper())
        draw_svg(folder / f"organizations/{one}/country_flag.svg", 48, 30, "#006aa7", "")
    draw_png(folder / "teams/team3/photo.png", 320, 200, 90, 140, 190)
    draw_svg(folder / "contest/banner.svg", 320, 80, "#7b2cbf", "AUTUMN")
    file = folder / "contest.yaml"
    file.write_text(re.sub("(?m)^name: .*", "name: The 12th Autumn Programming Contest", file.read_text()))


def submit(server, team, problem, program):
    client = contests.Client(server, "contest", f"team{team}", server.passwords[f"team{team}"])
    answer = client.request("POST", "/submissions", {"problem_id": f"p{problem}", "language_id": "python3",
                                                     "files": [{"data": contests.archive(contests.PROGRAMS[program])}]})
    expect(answer and answer[0] == 201, f"a submission: {answer}")


def size(browser, width, height, colours):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
    browser.prefer(colours)


def check_board(browser):
    """Rows use the whole width, texts scale, pictures are loaded, heads have the colours of the problems."""
    texts = {}
    for width, height in SIZES:
        for colours in ("light", "dark"):
            size(browser, width, height, colours)
            browser.go("/?screen")
            browser.wait("logos", "[...document.images].length > 30 && [...document.images].every(e => e.complete)")
            broken = browser.run("return [...document.images].filter(e => !e.naturalWidth).map(e => e.src)")
            expect(not broken, f"pictures that are not shown: {broken}")
            expect(not browser.run(f"return {OUTSIDE}"), f"/?screen is wider than {width} px")
            serve_live.draw(browser, f"board-{width}-{colours}")
            texts[width] = browser.run("return parseFloat(getComputedStyle(document.querySelector('tbody th')).fontSize)")
            table = browser.run("return document.querySelector('table').getBoundingClientRect().width")
            expect(table > width * .94, f"the table has {table} of {width} px")
    expect(texts[3840] > 1.9 * texts[1920], f"texts do not scale: {texts}")
    head = browser.run("return [...document.querySelectorAll('thead .c')].map(e => getComputedStyle(e).backgroundColor)")
    expect(head[0] == "rgb(230, 25, 75)" and len(set(head)) == len(COLOURS), f"the colours of the heads are {head}")
    expect(not browser.run("return document.querySelector('nav, form, a.button')"), "a screen has controls")


def check_scroll(browser):
    """The board scrolls to its end, and back, while its head stays; with reduced motion, by whole pages."""
    top = "document.querySelector('.scroll').scrollTop"
    size(browser, 1920, 1080, "dark")
    browser.go("/?screen")
    browser.wait("scrolling", f"{top} > 20")
    expect(browser.run("return document.querySelector('thead th').getBoundingClientRect().top < 250"), "the head scrolls away")
    browser.wait("the end", "(e => e.scrollHeight - e.clientHeight - e.scrollTop < 2)(document.querySelector('.scroll'))")
    serve_live.draw(browser, "board-end")
    browser.wait("the beginning", f"{top} === 0")
    calm = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": calm}})
    browser.go("/?screen")
    browser.run(f"window.tops = new Set(); setInterval(() => tops.add({top}), 50)")
    browser.wait("the next page", f"{top} > 20")
    steps = browser.run("return [...tops]")
    expect(len(steps) == 2, f"with reduced motion, the board moved to {steps}")


def check_verdicts(browser, server, jury):
    """New verdicts appear by themselves; those of the freeze do not."""
    row = "document.querySelector('#verdicts tbody tr')"
    size(browser, 1920, 1080, "dark")
    browser.go("/screen/verdicts")
    browser.wait("rows", f"{row}")
    submit(server, 3, 8, "AC")
    browser.wait("verdict", f"{row}.innerText.includes('Off by One') && {row}.innerText.includes('Accepted')")
    expect("first to solve" in browser.text("#verdicts tbody tr"), "the first to solve is not marked")
    for width, height in SIZES:
        for colours in ("light", "dark"):
            size(browser, width, height, colours)
            browser.go("/screen/verdicts")
            browser.wait("pictures", "[...document.images].every(e => e.complete && e.naturalWidth)")
            expect(not browser.run(f"return {OUTSIDE}"), f"/screen/verdicts is wider than {width} px")
            serve_live.draw(browser, f"verdicts-{width}-{colours}")
    size(browser, 1920, 1080, "dark")
    browser.go("/screen/verdicts")
    expect(jury.post("/jury/clock", "/jury/clock", action="freeze")[0] == 303, "freezing")
    browser.wait_text("#verdicts", "frozen")
    submit(server, 4, 1, "AC")
    browser.wait("pending submission", f"{row}.innerText.includes('Friends')")
    serve.await_text(jury, "/jury/submissions", "Friends")
    time.sleep(3)
    shown = browser.text("#verdicts tbody tr")
    expect("Pending" in shown and "Accepted" not in shown, f"the freeze shows {shown}")
    serve_live.draw(browser, "verdicts-frozen")
    browser.go("/?screen")
    expect("frozen" in browser.text(".freeze") and browser.run("return document.querySelector('td.p') !== null"), "the frozen board")
    serve_live.draw(browser, "board-frozen")


def check_countdown(browser, jury):
    for width, height in SIZES:
        size(browser, width, height, "dark")
        browser.go("/screen/countdown")
        browser.wait_text("#what", "Time left")
        browser.wait("a time", "/^\\d+:\\d\\d:\\d\\d$/.test(document.getElementById('left').textContent)")
        expect(not browser.run(f"return {OUTSIDE}"), f"/screen/countdown is wider than {width} px")
        serve_live.draw(browser, f"countdown-{width}")
    expect(jury.post("/jury/clock", "/jury/clock", action="pause")[0] == 303, "pausing")
    browser.wait_text("#what", "Paused")
    expect(jury.post("/jury/clock", "/jury/clock", action="resume")[0] == 303, "resuming")
    browser.wait_text("#what", "Time left")


def check_lost(browser, server):
    """The words are large; when the server answers again, the screen continues by itself."""
    for page in ("/screen/countdown", "/?screen"):
        size(browser, 1920, 1080, "dark")
        browser.go(page)
        browser.run("window.isOld = true")
        server.kill()
        browser.wait("large words", "document.getElementById('lost').getBoundingClientRect().height > 80")
        expect("Connection lost" in browser.text("#lost"), "the words are others")
        serve_live.draw(browser, f"lost{page.count('?')}")
        server.start()
        browser.wait("the page again", "!window.isOld && document.getElementById('lost')?.hidden")
    browser.complaints()


def check_usual(browser):
    """The usual board at 1080p shows 20 teams; its head stays; a phone says that the table scrolls."""
    size(browser, 1920, 1080, "light")
    browser.go("/")
    browser.wait("logos", "document.images.length > 30 && [...document.images].every(e => e.complete && e.naturalWidth)")
    seen = browser.run("return [...document.querySelectorAll('#board tbody tr')].filter(e => e.getBoundingClientRect().bottom <= 990).length")
    serve_live.draw(browser, "usual-1920")
    expect(seen >= 20, f"{seen} teams fit")
    browser.run("scrollTo(0, 700)")
    browser.wait("head at the top", "Math.abs(document.querySelector('#board thead th').getBoundingClientRect().top) < 2")
    serve_live.draw(browser, "usual-1920-scrolled")
    size(browser, 400, 900, "light")
    browser.go("/")
    hint = "getComputedStyle(document.querySelector('#board .scroll'), '::before').content"
    browser.wait("hint", f"{hint}.includes('Scroll sideways')")
    serve_live.draw(browser, "usual-400")
    for width, colours in ((1920, "dark"), (400, "dark")):
        size(browser, width, 1080, colours)
        browser.go("/teams/team3")
        browser.wait("photo", "document.querySelector('img.photo')?.naturalWidth")
        serve_live.draw(browser, f"team-{width}")


def check_pictures(server):
    """Pictures can be a stranger's: they may do nothing. A hidden team has no photo."""
    viewer = serve.Browser(server)
    for path, status in (("banner", 200), ("logo/north", 200), ("flag/north", 200), ("photo/team3", 200), ("logo/hill", 404),
                         ("photo/team2", 404), ("photo/nobody", 404), ("password/team1", 404), ("other", 404)):
        got = serve_status(viewer, f"/pictures/{path}")
        expect(got == status, f"/pictures/{path}: {got}, not {status}")


def serve_status(viewer, path):
    try:
        return viewer.get(path)[0]
    except UnicodeDecodeError:  # a PNG
        return 200


def play(server, driver):
    viewer = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "screen")
    jury = serve.Browser(server)
    expect(jury.log_in("admin", server.passwords["admin"])[0] == 303, "log-in")
    check_pictures(server)
    for i in range(60 if serve_live.PICTURES else 16):
        submit(server, 1 + i * i % 23, i * 7 % 8, ("AC", "AC", "WA", "AC", "RTE")[i % 5])
    serve.await_text(jury, "/jury/queue", "<b>0</b><span>waiting</span></div><div class=\"tile\"><b>0</b>")
    check_board(viewer)
    check_scroll(viewer)
    check_usual(viewer)
    check_verdicts(viewer, server, jury)
    check_countdown(viewer, jury)
    said = viewer.complaints()
    expect(not said, "\n".join(said))
    check_lost(viewer, server)
    viewer.close()


def main(assay):
    serve_live.require_driver()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-screens-"))
    contests.TEAMS = TEAMS
    serve_live.os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        write_folder(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        play(server, driver)
    finally:
        if driver:
            driver.close()
        if server and server.process.poll() is None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
