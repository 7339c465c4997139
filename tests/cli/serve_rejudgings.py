#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A wrong test is repaired while a contest runs, and its verdicts are judged again: opened, previewed, refused, applied, cancelled.

usage: serve_rejudgings.py ASSAY [postgresql]. With `postgresql` a worker in another process judges.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve_packages  # noqa: E402

api_http, contests, serve = serve_packages.api_http, serve_packages.contests, serve_packages.serve
expect = serve_packages.expect
LIST = "/jury/rejudgings"
SLOW = "import time\ntime.sleep(2)\n" + serve_packages.RIGHT
TEXT = "The second test was wrong."


def plain(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


class Jury:
    def __init__(self, place):
        self.place = place

    def open(self, **fields):
        return self.place.jury.post(LIST, LIST + "?count=1", **fields)

    def close(self, number, action, **fields):
        page = f"{LIST}/{number}"
        return self.place.jury.post(f"{page}/{action}", page, **fields)

    def page(self, number, query=""):
        status, text, _ = self.place.jury.get(f"{LIST}/{number}{query}")
        expect(status == 200, f"rejudging {number}: {status}")
        return plain(text)

    def await_judged(self, number, count):
        serve.await_text(self.place.jury, f"{LIST}/{number}", f"{count} of {count} judged")


def solved(place):
    """Teams with the problems that they solved, by the Contest API; and the cells of the board of the pages."""
    rows = place.admin.get("/scoreboard")["rows"]
    return {row["team_id"]: row["score"]["num_solved"] for row in rows if row["score"]["num_solved"]}


def judgements(place):
    return {item["id"]: item["judgement_type_id"] for item in place.admin.get("/judgements")}


def play(place):
    """Test 2 is wrong, so right programs get WA; team 3's program is wrong anyway."""
    (place.package / "data/secret/2.ans").write_text("12345\n")
    expect(place.take()[0] == 303, "the wrong package is not taken into use")
    teams = [api_http.Account(place.server, f"team{number}", place.passwords[f"team{number}"]) for number in (1, 2, 3)]
    made = []
    for team, source in zip(teams, (SLOW, serve_packages.RIGHT, contests.PROGRAMS["WA"])):
        made.append(api_http.expect_status(team.ask("POST", "/submissions", api_http.program(source)), 201, "a submission")["id"])
    for submission in made:
        expect(place.verdict(submission, 1) == "WA", "the wrong test accepts a program")
    expect(solved(place) == {}, "somebody solved the wrong problem")
    return made


def repair(place):
    (place.package / "data/secret/2.ans").write_text("42\n")
    expect(place.take()[0] == 303, "the repaired package is not taken into use")


def check_opening(place, jury):
    page = plain(place.jury.get(f"{LIST}?verdict=WA&earlier=1&count=1")[1])
    expect("selects 3 submissions with a verdict" in page, f"the count: {page}")
    page = plain(place.jury.get(f"{LIST}?verdict=AC&count=1")[1])
    expect("selects 0 submissions" in page and "again" not in page.split("verdict.")[1].split("No rejudgings")[0], f"no submission: {page}")
    status, text, _ = jury.open(reason="no such", **{"from": "tomorrow"})
    expect(status == 422 and "H:MM:SS" in text, f"a wrong time: {status}")
    status, text, _ = jury.open(reason="no such", verdict="AC")
    expect(status == 422 and "no submission is selected" in plain(text).lower(), f"an empty rejudging: {status} {text}")
    status, text, _ = jury.open(reason="all?", team="team77")
    expect(status == 422 and "team is unknown" in text, f"an unknown team: {status}")
    status, text, _ = jury.open(reason=" ", verdict="WA")
    expect(status == 422 and "the text is empty" in text, f"no reason: {status} {text}")
    status, _, location = jury.open(reason="Test 2 <was> wrong", verdict="WA", earlier="1")
    expect((status, location) == (303, f"{LIST}/1"), f"opening: {status} {location}")
    status, text, _ = jury.open(reason="again", verdict="WA")
    expect(status == 422 and "is in rejudging 1, which is open" in text, f"the same submissions: {status} {plain(text)}")


def check_kill(place, jury):
    """The server is killed right after the opening, and goes on. A new submission does not wait for the rejudging."""
    status, text, _ = jury.close(1, "apply", sure="1")
    expect(status == 422 and "of the 3 submissions of rejudging 1 are not judged yet" in text, f"applied too early: {status} {plain(text)}")
    for action in ("apply", "cancel"):
        status, page, _ = place.jury.get(f"{LIST}/1/{action}")
        expect(status == 200 and "Test 2 &lt;was&gt; wrong" in page, f"the address of a refused form: {status}")
    place.server.kill()
    place.server.start()
    place.log_in()
    team = api_http.Account(place.server, "team4", place.passwords["team4"])
    new = api_http.expect_status(team.ask("POST", "/submissions", api_http.program()), 201, "a submission")["id"]
    expect(place.verdict(new, 1) == "AC", "a new submission is not judged with the repaired package")
    jury.await_judged(1, 3)
    return new


def check_preview(place, jury, made, before):
    page = jury.page(1)
    for text in ("Test 2 &lt;was&gt; wrong", "verdict WA, judged with an earlier version of the package", "2 verdicts of 3 change",
                 "The final board", "First to solve"):
        expect(text in page, f"the preview has no '{text}': {page}")
    page = jury.page(1, "?was=WA&is=AC")
    expect("Submissions from Wrong answer to Accepted" in page and "Team 2" in page and "Team 3" not in page.split("Submissions from")[1]
           .split("The final board")[0], f"the cell of the matrix: {page}")
    expect(judgements(place) == before, "the API has proposed judgements")
    expect(solved(place) == {"team4": 1}, f"the proposed judgements are on the board: {solved(place)}")
    team = serve.Browser(place.server)
    team.log_in("team2", place.passwords["team2"])
    page = team.get(f"/submissions/{made[1]}")[1]
    expect("Wrong answer" in page and "Accepted" not in page, f"a team sees a proposed judgement: {page}")
    expect(team.get(f"{LIST}/1")[0] == 403, "a team sees the rejudging")
    api_http.check_feed(place.admin)
    page = place.jury.get(f"/jury/submissions/{made[1]}")[1]
    expect("Rejudging 1" in page and page.count("counts") == 1, f"the jury's page of a submission: {page}")
    check_proposed_tests(place, made[1])


def check_proposed_tests(place, submission):
    """The tests of a proposed judgement have pages; a team's own page ignores the choice, and a judgement that does not exist has no tests."""
    address = f"/jury/submissions/{submission}"
    page = place.jury.get(f"{address}?judgement=2")[1]
    expect("another judgement are shown, which is only proposed" in plain(page) and f"{address}/tests/2?judgement=2" in page, f"the tests: {page}")
    for query, verdict in (("?judgement=2", "Accepted"), ("", "Wrong answer")):
        page = place.jury.get(f"{address}/tests/2{query}")[1]
        expect(verdict in page.split("<h2>Data")[0], f"test 2 of judgement '{query}': {plain(page)}")
    for number in ("99", "-1", "99999999999999999999"):
        expect(place.jury.get(f"{address}/tests/2?judgement={number}")[0] in (404, 200), f"judgement {number}")
    expect(place.jury.get(f"{address}/tests/2?judgement=99")[0] == 404, "a judgement that does not exist has tests")


def check_backup(place, jury):
    """The store is copied into the folder of the contest, and `assay store check` accepts the copy; a server says what to run."""
    folder = place.server.command[2]
    older = [folder / f"backup-20200101-00000{second}.db" for second in range(6)]
    own = folder / "backup-20200101-noon.db"
    if not place.worker:
        for path in (*older, own):
            path.write_text("")
    status, page, _ = jury.close(1, "backup")
    if place.worker:
        expect(status == 422 and re.search(r"pg_dump --format=custom --file=\S*/backup-[0-9-]+\.dump URL", plain(page)), f"{status} {plain(page)}")
        return
    expect([path for path in older if path.exists()] == older[2:] and own.exists(), f"kept copies: {sorted(folder.glob('backup-*'))}")
    for path in (*older[2:], own):
        path.unlink()
    copies = list(folder.glob("backup-*.db"))
    expect("the newest 5 copies are kept" in plain(page), plain(page))
    expect(status == 200 and len(copies) == 1 and copies[0].name in page, f"the backup: {status} {copies} {plain(page)}")
    done = subprocess.run([place.server.command[0], "store", "check", f"sqlite:{copies[0]}"], capture_output=True, text=True, timeout=120)
    expect(done.returncode == 0, f"the copy: {done.stdout}{done.stderr}")
    team = serve.Browser(place.server)
    team.log_in("team2", place.passwords["team2"])
    expect(team.post(f"{LIST}/1/backup", "/clarifications")[0] == 403 and len(list(folder.glob("backup-*"))) == 1, "a team made a backup")


def check_applying(place, jury, made):
    expect(jury.close(1, "apply")[0] == 422, "applied without 'I am sure'")
    for text, why in ((" ", "is empty"), ("x" * 10001, "is longer than 10000 bytes")):
        status, page, _ = jury.close(1, "apply", sure="1", tell="1", text=text)
        expect(status == 422 and f"the text for the teams: the text {why}" in plain(page).lower(), f"a wrong text for the teams: {status} {plain(page)}")
        expect(solved(place) == {"team4": 1}, "the rejudging is applied although no team is told")
    status, text, _ = jury.close(1, "apply", sure="1", tell="1", text=TEXT)
    expect(status == 303, f"applying: {status} {plain(text)}")
    status, text, _ = place.jury.post(f"{LIST}/1/cancel", LIST + "?count=1", sure="1")
    expect(status == 422 and "rejudging 1 is already applied" in plain(text).lower(), f"applied, then cancelled: {status} {plain(text)}")
    check_applied(place, jury, made)
    told = [item["to_team_ids"] for item in place.admin.get("/clarifications") if item["text"] == TEXT]
    expect(sorted(told) == [["team1"], ["team2"]], f"who was told: {told}")
    page = plain(place.jury.get("/jury/audit")[1])
    for text in ("Open Rejudging 1 of 3 submissions: Test 2 &lt;was&gt; wrong", "Apply Rejudging 1 of 3 submissions"):
        expect(text in page, f"the audit log has no '{text}': {page}")


def check_applied(place, jury, made):
    expect(solved(place) == {"team1": 1, "team2": 1, "team4": 1}, f"the board after applying: {solved(place)}")
    found = judgements(place)
    expect([found[f"{submission}-2"] for submission in made] == ["AC", "AC", "WA"], f"judgements: {found}")
    expect("applied" in jury.page(1), "the rejudging is not applied")
    for account in (place.admin, place.team):
        api_http.check_feed(account)


def check_cancelling(place, jury):
    """Another one is cancelled while it waits. Nothing changes, its jobs are not judged, and its submissions can be judged again."""
    before = judgements(place)
    expect(jury.open(reason="once more", problem="sum")[2] == f"{LIST}/2", "the second rejudging")
    expect(jury.close(2, "cancel")[0] == 422, "cancelled without 'I am sure'")
    expect(jury.close(2, "cancel", sure="1")[0] == 303, "the second rejudging is not cancelled")
    expect("cancelled" in jury.page(2), "the second rejudging is not shown as cancelled")
    until = time.monotonic() + 60
    while re.search(r"rejudging \d+ ", page := plain(place.jury.get("/jury/queue/fragment")[1])):
        expect(time.monotonic() < until, f"jobs of the cancelled rejudging stay: {page}")
        time.sleep(0.2)
    expect(judgements(place) == before, "a cancelled rejudging is in the API")
    expect(jury.open(reason="and again", problem="sum", times="11")[0] == 422, "too many times")
    expect(jury.open(reason="and again", problem="sum", times="2")[2] == f"{LIST}/3", "the third rejudging")
    jury.await_judged(3, 4)
    expect("2 times" in jury.page(3) and "differ between" not in jury.page(3), f"a rejudging twice: {jury.page(3)}")
    page = place.jury.get("/jury/submissions/1")[1]
    expect(page.count("Rejudging 3") == 2, f"the third rejudging did not judge twice: {page}")
    expect("0 verdicts of 4 change" in jury.page(3) and "No rank, medal or result changes" in jury.page(3), "nothing changes")


def without_worker(place, is_off):
    """Nothing is judged until it is called again."""
    place.server.stop()
    if place.worker and is_off:
        place.worker.process.terminate()
        place.worker.process.wait()
    elif place.worker:
        place.worker.start()
    elif is_off:
        place.server.command.append("-j0")
    else:
        place.server.command.pop()
    place.server.start()
    place.log_in()


def check_version(place, jury, made):
    """A new version is taken into use while a rejudging waits: all of it is judged with that version. A new submission is judged first."""
    without_worker(place, True)
    expect(jury.open(reason="with the old version", verdict="AC")[2] == f"{LIST}/4", "the fourth rejudging")
    serve.await_text(place.jury, "/jury/queue/fragment", '<th scope="row">rejudging</th><td class="number">3</td>')
    (place.package / "data/secret/3.ans").write_text("12345\n")
    expect(place.take()[0] == 303, "the wrong package is not taken into use")
    new = place.submit()
    without_worker(place, False)
    jury.await_judged(4, 3)
    page = jury.page(4)
    expect("earlier version of the package: another" not in page and "3 verdicts of 3 change" in page, f"the old version was used: {page}")
    expect(jury.close(4, "apply", sure="1")[0] == 303 and solved(place) == {}, f"the board after the last rejudging: {solved(place)}")
    begun = {item["submission_id"]: item["start_time"] for item in place.admin.get("/judgements") if item["current"]}
    expect(begun[new] <= sorted(begun[submission] for submission in made)[1], f"the new submission waited for two of the rejudging: {begun}")
    api_http.check_feed(place.admin)


def check_final(jury):
    """An open rejudging refuses final results."""
    expect(jury.open(reason="before the end", problem="sum")[2] == f"{LIST}/5", "the fifth rejudging")
    for action, expected in (("end", 303), ("finalise", 422)):
        status, text, _ = jury.place.jury.post("/jury/clock", "/jury/clock", action=action, sure="1")
        expect(status == expected, f"{action}: {status} {plain(text)}")
    expect("A rejudging is open: apply or cancel it." in plain(text), f"why the results are not final: {plain(text)}")


def check(place):
    jury = Jury(place)
    made = play(place)
    repair(place)
    before = judgements(place)
    check_opening(place, jury)
    new = check_kill(place, jury)
    before[f"{new}-1"] = "AC"
    check_preview(place, jury, made, before)
    check_backup(place, jury)
    check_applying(place, jury, made)
    place.server.kill()
    place.server.start()
    place.log_in()
    check_applied(place, jury, made)
    check_cancelling(place, jury)
    expect(jury.close(3, "cancel", sure="1")[0] == 303, "the third rejudging is not cancelled")
    check_version(place, jury, [*made[:2], new])
    check_final(jury)


def run(assay, folder, database):
    place = serve_packages.Place(assay, folder, database)
    try:
        check(place)
        place.server.stop()
    finally:
        place.server.kill()
        if place.worker:
            place.worker.process.terminate()
            place.worker.process.wait()
            sys.stderr.write((folder / "worker.log").read_text())
        sys.stderr.write(place.log())


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-rejudgings-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
