#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest with points: a new version of a package that can earn more than its maximum is shown with a warning before it is used, and the
jury sees why submissions then get JE. A first try that waits has no points on the board, not 0.

usage: serve_score.py ASSAY
"""
import csv
import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve  # noqa: E402
import serve_packages  # noqa: E402
from serve_packages import api_http, contests, expect  # noqa: E402


class Database:
    url = None


def write_groups(folder):
    """Two groups of 40 and 60 points, in place of the tests of the pass-fail package."""
    secret = folder / "data/secret"
    settings = folder / "problem.yaml"
    settings.write_text(settings.read_text() + "type: scoring\n")
    (secret / "test_group.yaml").write_text("max_score: 100\n")
    for group, points in (("1", 40), ("2", 60)):
        (secret / group).mkdir()
        (secret / group / "test_group.yaml").write_text(f"max_score: {points}\n")
        for ending in ("in", "ans"):
            (secret / f"{group}.{ending}").rename(secret / group / f"1.{ending}")
            (secret / f"3.{ending}").unlink(missing_ok=True)


def text_of(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", page)))


def write_contest(assay, folder):
    passwords = write_plain(assay, folder)
    write_groups(folder / "sum")
    # problems.yaml may name a link to the package.
    (folder / "sum").rename(folder / "linked")
    (folder / "sum").symlink_to("linked")
    settings = folder / "contest/contest.yaml"
    settings.write_text(re.sub(r"(?m)^scoreboard_type:.*\n", "", settings.read_text()) + "scoreboard_type: score\n")
    return passwords


write_plain = contests.write_contest


def check_pending(place):
    """A first try that is not judged yet."""
    slow = place.submit("import time\ntime.sleep(4)\nprint(sum(map(int, input().split())))\n")
    row = re.search(r'<tr id="team-team1".*?</tr>', serve.Browser(place.server).get("/")[1], re.S)[0]
    cell = re.search(r'<td class="p".*?</td>', row, re.S)
    expect(cell and text_of(cell[0]) in ("? 1 try", "?1 try"), f"a first try that waits is {cell and cell[0]} in {row}")
    expect(place.verdict(slow, 1) == "AC", "the slow submission is not judged")


def check_points(place):
    group = place.package / "data/secret/1/test_group.yaml"
    group.write_text("max_score: 80\n")
    place.await_notice()
    page = text_of(place.jury.get("/jury/problems")[1])
    wanted = "its groups can earn 140 points, but its max_score is 100"
    expect(wanted in page, f"/jury/problems does not warn: {page}")
    expect("Use the new version" in page, "the version cannot be used")
    expect(place.take()[0] == 303, "taking the version")
    expect(wanted in text_of(place.jury.get("/jury/problems")[1]), "the warning is gone once the version is used")
    number = place.submit()
    expect(place.verdict(number, 1) == "JE", "140 points of 100 are not a judging error")
    page = text_of(place.jury.get(f"/jury/submissions/{number}")[1])
    why = "group secret: the score 140 exceeds the max_score 100"
    expect(why in page, f"the jury's page does not say why: {page}")
    serve.await_log(place.folder / "serve.log", rf"judged: submission {number} of team1, problem A: JE: {why}")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    page = text_of(team.get(f"/submissions/{number}")[1])
    expect("exceeds" not in page, f"the team sees the reason: {page}")
    group.write_text("max_score: 40\n")
    place.await_notice()
    expect(place.take()[0] == 303 and "can earn" not in place.jury.get("/jury/problems")[1], "a right version has a warning")


def check_validator(place):
    """The reason of a test: the output validator fails."""
    (place.package / "output_validator").mkdir()
    (place.package / "output_validator/v.py").write_text("import sys\nprint('the file is missing', file=sys.stderr)\nsys.exit(1)\n")
    place.await_notice()
    expect(place.take()[0] == 303, "taking the version")
    number = place.submit()
    expect(place.verdict(number, 1) == "JE", "a validator that fails is not a judging error")
    page = text_of(place.jury.get(f"/jury/submissions/{number}")[1])
    expect(re.search(r"Judging error: test secret/1/1 \(package\): \S", page), f"the jury's page does not say why: {page}")
    serve.await_log(place.folder / "serve.log", rf"judged: submission {number} of team1, problem A: JE: test secret/1/1 \(package\): ")


def check_results(assay, place):
    """Scores in place of numbers of problems; results.tsv has no place for them."""
    command = [assay, "contest", "export", place.folder / "contest", "--preliminary", "--results"]
    for ending in ("csv", "html"):
        subprocess.run([*command, place.folder / f"results.{ending}"], check=True, stdout=subprocess.DEVNULL)
    rows = list(csv.DictReader((place.folder / "results.csv").read_text("utf-8-sig").splitlines()))
    expect(rows[0]["team_id"] == "team1" and rows[0]["score"] == rows[0]["A"] == "100" and int(rows[0]["A tries"]) > 1, f"results.csv: {rows}")
    expect('<th scope="col" class="number">Score</th>' in (place.folder / "results.html").read_text(), "results.html has no scores")
    done = subprocess.run([*command, place.folder / "results.tsv"], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 2 and "results.tsv has no scores; write results as .html or .csv" in done.stderr, done.stderr)


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-score-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        contests.write_contest = write_contest
        place = serve_packages.Place(assay, folder, Database)
        try:
            check_pending(place)
            check_points(place)
            check_validator(place)
            check_results(assay, place)
        finally:
            place.server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
