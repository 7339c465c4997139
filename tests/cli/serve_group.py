#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest with a main group: its page with and without scripts, updates of the live board, another group that is chosen, screens for a
hall, and results.tsv have the same teams, ranks and numbers.

usage: serve_group.py ASSAY
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import browser as browsers  # noqa: E402
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

GROUPS = {"team1": "open", "team2": "main", "team3": "main", "team4": "open"}
SHOWN = "[...document.querySelectorAll('#board tbody tr')].filter(e => !e.hidden).map(e => [e.cells[0].textContent, e.id.slice(5)])"
SOLVED = "document.querySelector('#board tfoot tr').cells[4].textContent"


def write_groups(folder):
    (folder / "groups.yaml").write_text("".join(f"- {{id: {group}, name: {group.title()}}}\n" for group in ("main", "open")))
    (folder / "teams.yaml").write_text("".join(f"- {{id: {team}, name: {team}, label: '{team[4:]}', group_ids: [{group}]}}\n"
                                               for team, group in GROUPS.items()))
    accounts = (folder / "accounts.yaml").read_text()
    (folder / "accounts.yaml").write_text(re.sub(r"(?m)^- (?=[^-]*jury)(?:(?!^- )[\s\S])*team_id: jury\n(?:(?!^- ).*\n)*", "", accounts))
    with (folder / "contest.yaml").open("a") as file:
        file.write("main_scoreboard_group_id: main\n")


def read_page(server, query=""):
    """The rows and the number of those that solved the problem, of the page without scripts."""
    text = Browser(server).get("/" + query)[1]
    body, foot = re.search(r"<tbody>(.*?)</tbody>", text, re.S)[1], re.search(r"<tfoot>(.*?)</tfoot>", text, re.S)[1]
    rows = [list(row) for row in re.findall(r'<tr id="team-(\w+)"><td class="r">(?:<span[^>]*>)?(\d*)', body)]
    return [[rank, team] for team, rank in rows], re.sub(r"<[^>]+>", "", foot).removeprefix("Solved by")


def check_board(server, viewer, query, rows, solved):
    """The page of the server and the one that the script filters are the same."""
    got = read_page(server, query)
    expect(got == (rows, solved), f"/{query} has {got}, not {rows}, {solved}")
    viewer.wait(f"number {solved}", f"{SOLVED} === arguments[0]", solved)
    shown = viewer.run(f"return {SHOWN}")
    expect(shown == rows, f"the browser shows {shown} at {viewer.path()}, not {rows}")


def solve(server, name, program, words):
    team = Browser(server)
    expect(team.log_in(name, server.passwords[name])[0] == 303, f"{name} cannot log in")
    status, _, page = submit(team, contests.PROGRAMS[program])
    expect(status == 303, f"a submission of {name} is refused: {status}")
    await_text(team, page, words)


def check_results(assay, server, folder):
    jury = Browser(server)
    expect(jury.log_in("admin", server.passwords["admin"])[0] == 303, "the admin cannot log in")
    for action in ("end", "thaw", "finalise"):
        status, text, _ = jury.post("/jury/clock", "/jury/clock", action=action, sure="1")
        expect(status == 303 or action == "thaw", f"{action}: {status} {text}")
    await_text(Browser(server), "/api/contests/contest/state", '"finalized":"2')
    rows, _ = read_page(server)
    expect(rows == [["1", "team3"], ["2", "team2"]], f"the final board: {rows}")
    done = subprocess.run([assay, "contest", "export", folder / "contest", "-o", folder / "out"], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, f"the export: {done.stderr}")
    lines = [line.split("\t") for line in (folder / "out/results.tsv").read_text().splitlines()[1:]]
    expect([(line[1], line[2]) for line in lines] == [("1", "Gold Medal"), ("2", "Gold Medal")], f"results.tsv: {lines}")


def play(assay, server, driver, folder):
    viewer = browsers.Browser(driver, f"http://127.0.0.1:{server.port}", "viewer")
    solve(server, "team1", "AC", VERDICT["Accepted"])
    solve(server, "team3", "AC", VERDICT["Accepted"])
    solve(server, "team2", "WA", "Wrong answer")
    viewer.go("/")
    check_board(server, viewer, "", [["1", "team3"], ["2", "team2"]], "1of 2")
    solve(server, "team2", "AC", VERDICT["Accepted"])
    check_board(server, viewer, "", [["1", "team3"], ["2", "team2"]], "2of 2")
    viewer.choose("select[name=group]", "open")
    check_board(server, viewer, "?group=open", [["1", "team1"], ["2", "team4"]], "1of 1")
    expect(viewer.path() == "/?group=open", f"the address is {viewer.path()}")
    solve(server, "team4", "AC", VERDICT["Accepted"])
    viewer.wait("second team", f"{SOLVED} === '2of 2'")
    rows, solved = read_page(server, "?group=open")
    check_board(server, viewer, "?group=open", rows, solved)
    viewer.choose("select[name=group]", "")
    check_board(server, viewer, "", [["1", "team3"], ["2", "team2"]], "2of 2")
    open_rows = read_page(server, "?group=open")[0]
    viewer.go("/?screen")
    check_board(server, viewer, "?screen", [["1", "team3"], ["2", "team2"]], "2of 2")
    viewer.go("/?screen&group=open")
    viewer.wait("the other group", f"JSON.stringify({SHOWN}) === JSON.stringify(arguments[0])", open_rows)
    expect(not viewer.complaints(), "the browser complains")
    viewer.close()
    check_results(assay, server, folder)


def main(assay):
    if not pathlib.Path(browsers.DRIVER).exists():
        print("skipped: there is no chromedriver: `sudo apt-get install chromium-driver`")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-group-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    server = driver = None
    try:
        passwords = contests.write_contest(assay, folder)
        write_groups(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        driver = browsers.Driver(folder)
        play(assay, server, driver, folder)
    finally:
        if driver:
            driver.close()
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
