#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ceremony of a contest of twenty teams in a browser: who may open it and when, every step to the winner and back, the presenter's
notes in a second window, and the page in one file.

usage: serve_ceremony.py ASSAY [FOLDER for pictures]
"""
import base64
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
from play import log_in  # noqa: E402
import serve  # noqa: E402
from serve import expect  # noqa: E402

PICTURES = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
TEAMS, PROBLEMS, MINUTES, FREEZE = 20, 7, 300, 60
COLOURS = ["#e23b3b", "#2f7de1", "#f2c230", "#35a55a", "#8d4fd1", "#ffffff", "#222222"]
PLACES = ["Kandy", "Galle", "Jaffna", "Matara", "Colombo"]
BOARD = """return [...document.querySelectorAll('.row')].sort((a, b) => a.style.getPropertyValue('--place') - b.style.getPropertyValue('--place'))
    .map(e => [e.querySelector('.rank').textContent, e.querySelector('.team b').textContent, e.querySelector('.sum').textContent].join(' '))"""
STEP = "return Number(location.hash.slice(1))"
OUTSIDE = """return [...document.querySelectorAll(arguments[0])].filter(e => e.getClientRects().length &&
    (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().bottom > innerHeight + 1)).map(e => e.className)"""


def draw(browser, name):
    """Takes a picture of the window in two sizes, if a folder for pictures is given."""
    for width, height in ((1280, 720), (1920, 1080)):
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})
        outside = browser.run(OUTSIDE, ".head > *, .row.selected > *, .slide *, .title *")
        expect(not outside, f"{name} at {width}x{height}: outside are {outside}")
        if PICTURES:
            (PICTURES / f"{name}-{height}.png").write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))


# ---- the contest ----


def portrait(number):
    people = "".join(f'<circle cx="{400 + 400 * i}" cy="420" r="130" fill="#e8c9a8"/><rect x="{250 + 400 * i}" y="560" width="300" '
                     f'height="360" rx="90" fill="hsl({number * 47 + i * 60},55%,45%)"/>' for i in range(3))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><rect width="1600" height="900" '
            f'fill="hsl({number * 37},35%,70%)"/>{people}</svg>')


def logo(name, number):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200"><circle cx="100" cy="100" r="96" '
            f'fill="hsl({number * 71},60%,50%)"/><text x="100" y="140" font-size="120" text-anchor="middle" fill="#fff">{name[0]}</text></svg>')


def write_file(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_teams(folder):
    lines = []
    for number in range(1, TEAMS + 1):
        place = PLACES[number % len(PLACES)]
        name = ["Segfault <Survivors>", "Null Pointers", "The Greedy Ones", "Binary Beasts and Their Very Long Name of a Team",
                "O(n log n)"][number % 5] + f" {number}"
        lines.append(f"- {{id: team{number}, name: \"{name}\", organization_id: {place.lower()}, group_ids: [participants]}}")
        if number % 3:
            write_file(folder / f"teams/team{number}/photo.svg", portrait(number))
    lines.append("- {id: jury, name: Jury, hidden: true}")
    write_file(folder / "teams.yaml", "\n".join(lines) + "\n")
    write_file(folder / "organizations.yaml", "".join(
        f"- {{id: {place.lower()}, name: {place}, formal_name: University of {place}}}\n" for place in PLACES))
    for number, place in enumerate(PLACES):
        write_file(folder / f"organizations/{place.lower()}/logo.svg", logo(place, number))


def write_contest(assay, folder):
    names = []
    for number in range(PROBLEMS):
        package = folder / f"sum{number}"
        contests.write_package(package)
        settings = package / "problem.yaml"
        settings.write_text(settings.read_text().replace("7bbf6d44", f"7bbf6d4{number}"))
        names.append(package)
    subprocess.run([assay, "contest", "new", folder / "contest", "--teams", str(TEAMS), "--problems", *names], check=True,
                   stdout=subprocess.DEVNULL)
    start = time.time() - 60 * (MINUTES + 5)
    write_file(folder / "contest/contest.yaml", f"""id: spring
name: Spring Contest 2026
formal_name: Spring Collegiate Programming Contest 2026
start_time: {time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start))}
duration: {MINUTES // 60}:00:00
scoreboard_freeze_duration: {FREEZE // 60}:00:00
penalty_time: 20
limits: {{submissions_per_minute: unlimited}}
rules: {{medals: {{gold: 2, silver: 2, bronze: 3}}}}
""")
    write_file(folder / "contest/problems.yaml", "".join(
        f"- {{id: sum{number}, package: {name}, rgb: '{COLOURS[number]}'}}\n" for number, name in enumerate(names)))
    write_teams(folder / "contest")
    return contests.parse_accounts((folder / "contest/accounts.yaml").read_text()), int(start)


def submissions():
    """[minute, team, problem, is right]: better teams have lower numbers, and a third is made in the freeze."""
    source, made = random.Random(11), []
    for team in range(1, TEAMS + 1):
        for problem in range(PROBLEMS):
            if source.random() * TEAMS * PROBLEMS > (TEAMS - team + 4) * (PROBLEMS - problem + 1):
                continue
            minute = source.randrange(20 + 20 * problem, 230) if source.random() < .55 else source.randrange(240, 299)
            for _ in range(source.randrange(3)):
                made.append([minute - source.randrange(1, 19), team, problem, False])
            made.append([minute, team, problem, source.random() < .8])
    return sorted(made)


def submit_all(admin, start):
    for minute, team, problem, is_right in submissions():
        body = {"language_id": "python3", "problem_id": f"sum{problem}", "team_id": f"team{team}", "entry_point": "main.py",
                "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + 60 * minute)),
                "files": [{"data": contests.archive(contests.PROGRAMS["AC" if is_right else "WA"])}]}
        status, made = admin.request("POST", "/submissions", body)
        expect(status in (200, 201), f"a submission: {status} {made}")


def await_judged(admin):
    until = time.monotonic() + 600
    count = len(admin.get("/submissions"))
    while time.monotonic() < until:
        if len([one for one in admin.get("/judgements") if one.get("judgement_type_id")]) == count:
            return
        time.sleep(0.5)
    raise SystemExit("the submissions are not judged")


# ---- checks ----


def check_access(server, jury):
    expect(serve.Browser(server).get("/jury/resolve")[0] in (302, 303), "anybody sees the ceremony")
    team = serve.Browser(server)
    team.log_in("team1", server.passwords["team1"])
    for path in ("/jury/resolve", "/jury/resolve/steps"):
        expect(team.get(path)[0] == 403, "a team sees the ceremony")
        expect("Survivors" not in serve.Browser(server).get(path)[1], "anybody sees the ceremony")
    page = jury.get("/jury/resolve?sure=1")
    expect(jury.get("/jury/resolve/steps")[0] == 409, "steps without verdicts")
    expect(page[0] == 409 and "Submissions without a verdict:" in page[1], f"a ceremony without verdicts: {page[0]}")


def check_question(jury):
    status, page, _ = jury.get("/jury/resolve")
    expect(status == 200 and "The results are not final" in page and "/jury/resolve?sure=1" in page, page)
    expect(jury.post("/jury/clock", "/jury/clock", action="finalise", sure="1")[0] == 303, "finalising")
    page = jury.get("/jury/resolve")[1]
    expect('id="stage"' in page, "the page of final results")


def board_of(client):
    """As BOARD reads the page."""
    names = {team["id"]: team.get("display_name", team["name"]) for team in client.get("/teams")}
    return [f"{row['rank']} {names[row['team_id']]} {row['score']['num_solved']}" for row in client.get("/scoreboard")["rows"]
            if row["team_id"] != "jury"]


def press(browser, key):
    browser.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})


RIGHT, LEFT, HOME, SPACE = "\ue014", "\ue012", "\ue011", " "


def check_steps(browser, public, admin):
    """Forward to the end and back to the beginning."""
    browser.go("/jury/resolve")
    browser.wait("steps", "document.getElementById('stage').dataset.ready")
    before = browser.run(BOARD)
    expect(before == board_of(public), f"the board at the freeze is {before}, not {board_of(public)}")
    draw(browser, "1-title")
    browser.run("fetch('/jury/resolve/steps').then(e => e.json()).then(e => { window.steps = e.steps; })")
    browser.wait("the document", "window.steps")
    steps = browser.run("return window.steps.length")
    seen, slides = 0, 0
    while browser.run(STEP) < steps:
        press(browser, ".")
        kind = browser.run("return window.steps[location.hash.slice(1) - 1].do")
        seen += 1
        slides += kind == "slide"
        if kind in ("top", "bottom", "pick", "reveal", "honor", "slide") and (seen < 20 or slides in (1, 5, 7)):
            draw(browser, f"2-{browser.run(STEP):03}-{kind}")
    expect(seen == steps - 1 and slides >= 7, f"{seen} of {steps} steps, {slides} slides")
    after = browser.run(BOARD)
    expect(after == board_of(admin), f"the final board is {after}, not {board_of(admin)}")
    expect(browser.run("return document.querySelectorAll('.row.gold').length") == 2, "gold medals")
    draw(browser, "3-end")
    while browser.run(STEP) > 1:
        press(browser, LEFT)
    expect(browser.run(BOARD) == before, "back at the beginning the board differs")
    return steps


def check_playing(browser):
    """Space plays to the pause, with movement."""
    press(browser, "9")
    for _ in range(3):
        press(browser, SPACE)
        time.sleep(0.2)
    first = browser.run(STEP)
    press(browser, SPACE)
    browser.wait("next step", "Number(location.hash.slice(1)) > arguments[0]", first)
    press(browser, RIGHT)
    draw(browser, "4-playing")
    press(browser, "?")
    browser.wait("help", "document.getElementById('help').open")
    draw(browser, "5-help")
    press(browser, "?")
    press(browser, HOME)
    expect(browser.run(STEP) == 1, "Home")


def check_notes(browser):
    """The second window follows the first, and sends it keys."""
    board = browser.call("GET", "/window")
    notes = browser.call("POST", "/window/new", {"type": "window"})["handle"]
    browser.call("POST", "/window", {"handle": notes})
    browser.go("/jury/resolve?notes")
    browser.wait_text(".where", "Step 1 of")
    expect("No window" not in browser.text(".where"), "the notes do not hear the board")
    for _ in range(40):
        press(browser, ".")
    browser.wait_text(".where", "Step 41 of")
    draw(browser, "6-notes")
    browser.call("POST", "/window", {"handle": board})
    browser.wait("step 41", "location.hash === '#41'")
    press(browser, LEFT)
    browser.call("POST", "/window", {"handle": notes})
    browser.wait("earlier step", "!document.querySelector('.where').innerText.includes('Step 41 of')")
    browser.call("DELETE", "/window")
    browser.call("POST", "/window", {"handle": board})


# ---- the page in one file ----


def resolve(assay, source, page, status=0):
    done = subprocess.run([assay, "contest", "resolve", source, "--html", page], capture_output=True, text=True, timeout=300)
    expect(done.returncode == status, f"contest resolve {source}: {done.returncode} {done.stdout} {done.stderr}")
    return done.stdout + done.stderr


def await_notes(browser, board):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        notes = [handle for handle in browser.call("GET", "/window/handles") if handle != board]
        if notes:
            expect(len(notes) == 1, f"{len(notes)} windows with notes")
            return notes[0]
        time.sleep(0.1)
    raise SystemExit("no window with notes")


def check_files(assay, folder, browser):
    """From the contest's folder, an export and its archive: the same page, which plays without a server. A document that came with the
    folder is older than its store."""
    pages = [folder / name for name in ("folder.html", "export.html", "archive.html")]
    for output in ("export", "export.zip"):
        subprocess.run([assay, "contest", "export", folder / "contest", "-o", folder / output], check=True, stdout=subprocess.DEVNULL)
    write_file(folder / "contest/ceremony.json", '{"steps": [], "teams": [], "problems": []}')
    for source, page in zip(("contest", "export", "export.zip"), pages):
        resolve(assay, folder / source, page)
        expect(page.read_bytes() == pages[0].read_bytes(), f"the page of {source} differs")
        expect(page.stat().st_mode & 0o77 == 0, "others can read the results")
    browser.base = ""
    browser.go(f"file://{pages[2]}")
    browser.wait("steps", "document.getElementById('stage').dataset.ready")
    for _ in range(120):
        press(browser, ".")
    expect(browser.run("return document.querySelectorAll('.row .medal, .row.gold, .row.silver, .row.bronze').length") == 7, "medals")
    while "slide" not in browser.run("return document.body.dataset.screen"):
        press(browser, ",")
    browser.wait("pictures", "[...document.images].every(e => e.naturalWidth > 0) && document.images.length > 20")
    draw(browser, "7-file")
    press(browser, HOME)
    press(browser, "n")
    board = browser.call("GET", "/window")
    browser.call("POST", "/window", {"handle": await_notes(browser, board)})
    browser.wait_text(".where", "Step 1 of")
    expect("No window" not in browser.text(".where"), "the notes do not hear the board of the file")
    press(browser, SPACE)
    browser.wait_text(".where", "Step 2 of")
    browser.call("DELETE", "/window")
    browser.call("POST", "/window", {"handle": board})


def check_board_file(assay, folder, browser):
    """The board in one file shows the logos, and needs no server."""
    page = folder / "board.html"
    subprocess.run([assay, "contest", "export", folder / "contest", "--board", page], check=True, stdout=subprocess.DEVNULL)
    browser.go(f"file://{page}")
    expect(browser.run("return document.querySelectorAll('.board tbody tr').length") == TEAMS, "the teams")
    expect("The results are final, and not published yet." in browser.text(".sub"), "the state of the results")
    expect(browser.run("return getComputedStyle(document.querySelector('i.logo')).backgroundImage.slice(0, 9)") == 'url("data', "the logos")
    expect(browser.run("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length") == 0, "it loads files")
    for width in (400, 1280):
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}})
        expect(browser.run("return document.documentElement.scrollWidth") <= width, f"the board is wider than {width} pixels")
        if PICTURES:
            (PICTURES / f"8-board-{width}.png").write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))


def check_refusals(assay, folder):
    (folder / "empty").mkdir()
    said = resolve(assay, folder / "empty", folder / "x.html", 3)
    expect("contest.yaml" in said, said)
    (folder / "damaged.zip").write_text("not a zip")
    said = resolve(assay, folder / "damaged.zip", folder / "x.html", 3)
    expect("damaged.zip: not a zip archive, or damaged" in said, said)
    with zipfile.ZipFile(folder / "other.zip", "w") as files:
        files.writestr("spring/ceremony.json", '{"steps": 1}')
    said = resolve(assay, folder / "other.zip", folder / "x.html", 3)
    expect("is not the document of a ceremony" in said, said)
    expect(not (folder / "x.html").exists(), "a page was written")


def play(server, start, driver, assay, folder):
    admin = contests.Client(server, "spring", "admin", server.passwords["admin"])
    public = contests.Client(server, "spring", "", "")
    public.headers = {}
    jury = serve.Browser(server)
    expect(jury.log_in("admin", server.passwords["admin"])[0] == 303, "log-in")
    submit_all(admin, start)
    check_access(server, jury)
    await_judged(admin)
    check_question(jury)
    browser = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "admin")
    log_in(browser, "admin", server.passwords["admin"])
    check_steps(browser, public, admin)
    check_playing(browser)
    check_notes(browser)
    check_files(assay, folder, browser)
    check_board_file(assay, folder, browser)
    check_refusals(assay, folder)
    said = browser.complaints()
    expect(not said, "\n".join(said))
    browser.close()


def main(assay):
    if not pathlib.Path(browsers.DRIVER).exists():
        print("skipped: there is no chromedriver: `sudo apt-get install chromium-driver`")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-ceremony-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords, start = write_contest(assay, folder)
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        play(server, start, driver, assay, folder)
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
