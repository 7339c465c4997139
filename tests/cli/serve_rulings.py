#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The jury decides verdicts by hand: previewed, decided, seen by the team, overtaken by another member of the jury, rejudged, withdrawn, by
the forms and by the Contest API; then in a contest with points.

usage: serve_rulings.py ASSAY
"""
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve_rejudgings  # noqa: E402
import serve_score  # noqa: E402

serve_packages, plain, solved = serve_rejudgings.serve_packages, serve_rejudgings.plain, serve_rejudgings.solved
api_http, contests, serve, expect = serve_packages.api_http, serve_packages.contests, serve_packages.serve, serve_packages.expect
expect_status = api_http.expect_status
REASON = "Test <2> has two answers"


class Database:
    url = None


def page_of(submission):
    return f"/jury/submissions/{submission}/ruling"


def decide(place, submission, action="decide", seen=None, **fields):
    """Sends the form as the page has it; `seen`: from an earlier page."""
    page = place.jury.get(page_of(submission))[1]
    seen = seen or re.search(r'name="seen" value="(\d+)"', page)[1]
    fields = dict({"verdict": "AC", "reason": REASON}, **fields)
    return place.jury.post(page_of(submission), page_of(submission), action=action, seen=seen, **fields)


def check_preview(place, submission):
    for fields, why in (({"verdict": ""}, "verdict"), ({"verdict": "XX"}, "verdict"), ({"verdict": "JE"}, "JE means"),
                        ({"reason": " "}, "The reason: the text is empty"), ({"reason": "x" * 501}, "longer than 500 bytes"),
                        ({"score": "5"}, "leave the score out")):
        for action in ("preview", "decide"):
            status, text, _ = decide(place, submission, action, **fields)
            expect(status == 422 and why in plain(text), f"{fields} is not refused: {status} {plain(text)}")
    status, text, _ = decide(place, submission, "preview", shown="1")
    expect(status == 200 and "Team 1" in plain(text).split("Rank before")[1] and "Test &lt;2&gt; has" in text, f"the preview: {plain(text)}")
    expect(re.search(r'name="shown" value="1" checked', text) and 'value="AC" selected' in text, f"the form forgets what was typed: {text}")
    expect(solved(place) == {}, "a preview changes the board")


def check_decided(place, submission):
    before = place.jury.get(page_of(submission))[1]
    expect(decide(place, submission, shown="1")[0] == 303, "the verdict is refused")
    expect(solved(place) == {"team1": 1}, f"the board: {solved(place)}")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    text = plain(team.get(f"/submissions/{submission}")[1])
    expect(f"Decided by the jury: {REASON}".replace("<2>", "&lt;2&gt;") in text and "admin" not in text, f"the team sees: {text}")
    expect("by the jury" in plain(team.get("/submissions")[1]), "the team's list does not say who decided")
    text = plain(place.jury.get(f"/jury/submissions/{submission}")[1])
    expect("Decided by the jury ( admin ; the team sees the reason)" in text and "Wrong answer" in text, f"the jury sees: {text}")
    expect("Decide by hand" in text and "Tests" in text, f"the tests of the judgement are gone: {text}")
    expect(f"/jury/submissions/{submission}\"" in place.jury.get("/jury/submissions?verdict=jury")[1], "the filter")
    text = plain(place.jury.get("/jury/audit")[1])
    expect(f"Decide submission {submission} by hand: Accepted" in text and "Test &lt;2&gt; has two answers" in text, f"the audit log: {text}")
    seen = re.search(r'name="seen" value="(\d+)"', before)[1]
    for action in ("decide", "withdraw"):
        status, text, _ = decide(place, submission, action, seen=seen, verdict="TLE")
        expect(status == 422 and ("it is AC now, decided by admin" in text or "has no verdict by hand" in text.lower()), f"the second {action}: {status} {plain(text)}")
    place.rejudge(submission)
    expect(place.verdict(submission, 3) == "AC", "a judgement of a worker replaces the verdict")
    api_http.check_feed(place.admin)
    api_http.check_feed(place.team)


def check_withdrawn(place, submission):
    expect(decide(place, submission, "withdraw")[0] == 303, "it cannot be withdrawn")
    expect(place.verdict(submission, 2) == "WA" and solved(place) == {}, f"what counts after it: {solved(place)}")
    expect("Withdraw the verdict by hand of submission" in plain(place.jury.get("/jury/audit")[1]), "the audit log has no withdrawal")
    for account in (place.admin, place.team):
        api_http.check_feed(account)


def check_api(place, submission):
    """By a judge's account and by others."""
    wanted = {"submission_id": submission, "judgement_type_id": "AC", "reason": REASON}
    expect_status(place.team.ask("POST", "/judgements", wanted), 403, "a ruling by a team")
    for fields, status in (({"judgement_type_id": "XX"}, 400), ({"judgement_type_id": "JE"}, 400), ({"reason": None}, 400), ({"reason": 5}, 400),
                           ({"submission_id": "99"}, 400), ({"submission_id": None}, 400), ({"score": -1}, 400), ({"score": "x"}, 400),
                           ({"replaces": "99-1"}, 400), ({"replaces": None}, 409), ({"id": "7"}, 400)):
        expect_status(place.admin.ask("POST", "/judgements", dict(wanted, **fields)), status, f"a ruling with {fields}")
    current = next(item["id"] for item in place.admin.get(f"/judgements?submission_id={submission}") if item["current"])
    made = expect_status(place.admin.ask("POST", "/judgements", dict(wanted, replaces=current)), 201, "a ruling")
    expect((made["manual"], made["reason"], made["reason_shown"], made["by"], made["current"], made["judgement_type_id"]) ==
           (True, REASON, False, "admin", True, "AC"), f"the ruling is {made}")
    expect(place.admin.answered.getheader("Location").endswith("/judgements/" + made["id"]), "the address of the ruling")
    seen = place.team.get("/judgements/" + made["id"])
    expect(not {"manual", "reason", "by"} & set(seen), f"the team sees {seen}")
    expect_status(place.admin.ask("POST", "/judgements", dict(wanted, replaces=current)), 409, "the second of two rulings")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    text = plain(team.get(f"/submissions/{submission}")[1])
    expect("Decided by the jury" in text and "two answers" not in text, f"the team sees the reason: {text}")
    expect_status(place.team.ask("DELETE", "/judgements/" + made["id"]), 403, "a withdrawal by a team")
    expect_status(place.admin.ask("DELETE", "/judgements/" + current), 403, "a withdrawal of a worker's judgement")
    expect_status(place.admin.ask("DELETE", "/judgements/99-1"), 404, "a withdrawal of an unknown judgement")
    expect(place.admin.ask("DELETE", "/judgements/" + made["id"])[0] == 204, "a withdrawal")
    expect_status(place.admin.ask("GET", "/judgements/" + made["id"]), 404, "a ruling that was withdrawn")
    expect_status(place.admin.ask("DELETE", "/judgements/" + made["id"]), 409, "a second withdrawal")


def check_final(place, submission):
    """Final results are changed only with "I am sure", and not by the API."""
    for action in ("end", "finalise"):
        expect(place.jury.post("/jury/clock", "/jury/clock", action=action, sure="1")[0] == 303, action)
    status, text, _ = decide(place, submission)
    expect(status == 422 and "the results are final" in plain(text).lower(), f"final results: {status} {plain(text)}")
    wanted = {"submission_id": submission, "judgement_type_id": "AC", "reason": REASON}
    expect(place.admin.ask("POST", "/judgements", wanted)[0] in (403, 409), "final results by the API")
    expect(decide(place, submission, sure="1")[0] == 303 and solved(place) == {"team1": 1}, f"final results with a tick: {solved(place)}")


def play(place):
    submission = place.submit(contests.PROGRAMS["WA"])
    expect(place.verdict(submission, 1) == "WA", "a wrong program is not WA")
    check_preview(place, submission)
    check_decided(place, submission)
    check_withdrawn(place, submission)
    check_api(place, submission)
    check_final(place, submission)


def play_points(place):
    submission = place.submit(contests.PROGRAMS["WA"])
    expect(place.verdict(submission, 1) == "WA", "a wrong program is not WA")
    expect("100 at most" in plain(place.jury.get(page_of(submission))[1]), "the page does not say how many points there are")
    for score, why in ((None, "Missing score"), ("", "Missing score"), ("101", "Score of 101: the problem has 0 to 100 points"), ("-1", "must be a number"),
                       ("nan", "must be a number"), ("1e3", "must be a number"), ("9" * 20, "must be a number")):
        status, text, _ = decide(place, submission, **({} if score is None else {"score": score}))
        expect(status == 422 and why in plain(text), f"score {score}: {status} {plain(text)}")
    expect(decide(place, submission, score="62.5")[0] == 303, "the points are refused")
    row = next(row for row in place.admin.get("/scoreboard")["rows"] if row["team_id"] == "team1")
    expect(row["score"]["score"] == 62.5, f"the board has {row}")
    made = expect_status(place.admin.ask("POST", "/judgements", {"submission_id": submission, "judgement_type_id": "AC", "score": 100, "reason": "all"}),
                         201, "points by the API")
    expect(made["score"] == 100, f"the ruling is {made}")
    expect_status(place.admin.ask("POST", "/judgements", {"submission_id": submission, "judgement_type_id": "AC", "score": 100.5, "reason": "all"}), 400,
                  "too many points by the API")


def main(assay):
    for write, part in ((contests.write_contest, play), (serve_score.write_contest, play_points)):
        with tempfile.TemporaryDirectory(prefix="assay-rulings-") as folder:
            folder = pathlib.Path(folder)
            os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
            contests.write_contest = write
            place = serve_packages.Place(assay, folder, Database)
            try:
                part(place)
            finally:
                place.server.stop()
                sys.stderr.write(place.log())


if __name__ == "__main__":
    main(sys.argv[1])
