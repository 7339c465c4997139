#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The jury gives time back: an interval to all, minutes to a team, both previewed, seen on the boards and in the Contest API, and taken back.

usage: serve_time.py ASSAY
"""
import datetime
import os
import pathlib
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve_rulings  # noqa: E402

serve_packages, plain, api_http = serve_rulings.serve_packages, serve_rulings.plain, serve_rulings.api_http
contests, serve, expect = serve_rulings.contests, serve_rulings.serve, serve_rulings.expect
PAGE = "/jury/time"


def ask(place, action, apply=True, **fields):
    fields = dict({"reason": "The network <was> down"}, **fields, action=action, **({"apply": "1"} if apply else {}))
    return place.jury.post(PAGE, PAGE, **fields)


def times(place):
    """Contest times of the submissions in the API, and of solved problems on the board, in whole minutes."""
    def minutes(reltime):
        hours, rest = reltime.lstrip("-").split(":")[:2]
        return int(hours) * 60 + int(rest)
    rows = place.admin.get("/scoreboard")["rows"]
    solved = {row["team_id"]: minutes(row["problems"][0]["time"]) for row in rows if row["problems"] and row["problems"][0].get("solved")}
    return [minutes(item["contest_time"]) for item in place.admin.get("/submissions")], solved


def start_ago(place, minutes):
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=minutes)
    status, text, _ = place.jury.post("/jury/clock", "/jury/clock", action="schedule", sure="1", start=start.isoformat(timespec="seconds"))
    expect(status == 303, f"the start: {status} {plain(text)}")
    return start


def submit_at(place, start, team, minute):
    """By an admin, with a time in the past."""
    sent = (start + datetime.timedelta(minutes=minute, seconds=5)).isoformat(timespec="seconds")
    made = api_http.expect_status(place.admin.ask("POST", "/submissions", api_http.program(team_id=team, time=sent)), 201, "a submission")["id"]
    expect(place.verdict(made, 1) == "AC", "the submission is not accepted")
    return made


def check_refused(place):
    for fields, why in (({"from": "0:50:00"}, "missing time"), ({"from": "x", "to": "1:00:00"}, "a time is a contest time"),
                        ({"from": "0:50:00", "to": "0:50:00"}, "the interval is empty"), ({"from": "1:30:00", "to": "2:30:00"}, "2:30:00 is a contest time in the future"),
                        ({"from": "2000-01-01T00:00:00Z", "to": "0:10:00"}, "begins before the contest"),
                        ({"from": "0:50:00", "to": "1:00:00", "reason": " "}, "the reason: the text is empty")):
        for apply in (False, True):
            status, text, _ = ask(place, "remove", apply, **fields)
            expect(status == 422 and why in plain(text).lower(), f"{fields}: {status} {plain(text)}")
    give = {"team": "team2", "from": "0:10:00", "minutes": "10"}
    for fields, why in (({"team": "team99"}, "the team is unknown"), ({"minutes": "-5"}, "the minutes must be"), ({"minutes": "0"}, "the minutes must be"),
                        ({"minutes": "5000"}, "more than the whole contest"), ({"minutes": "179"}, "in the future"), ({"from": "x"}, "a contest time such as"),
                        ({"reason": ""}, "the reason: the text is empty")):
        status, text, _ = ask(place, "give", **dict(give, **fields))
        expect(status == 422 and why in plain(text).lower(), f"{fields}: {status} {plain(text)}")
    for action, fields in (("restore", {"begin": "5"}), ("restore", {}), ("end", {"given": "9"}), ("end", {"given": "x"}), ("x", {})):
        expect(ask(place, action, **fields)[0] == 422, f"{action} with {fields} is not refused")
    expect(place.jury.get(PAGE)[0] == 200, "the page")


def check_all(place):
    """An interval across the first submission: it and all later ones have earlier times."""
    status, text, _ = ask(place, "remove", False, **{"from": "0:40:00", "to": "0:55:00"})
    text = plain(text)
    expect(status == 200 and "The end of the contest:" in text and "Team 1" in text.split("Rank before")[1].split("For all")[0], f"the preview: {text}")
    expect(times(place) == ([50, 60], {"team1": 50, "team2": 60}), f"a preview changes times: {times(place)}")
    expect(ask(place, "remove", **{"from": "0:40:00", "to": "0:55:00"})[0] == 303, "the interval is refused")
    expect(times(place) == ([40, 45], {"team1": 40, "team2": 45}), f"times: {times(place)}")
    page = place.jury.get(PAGE)[1]
    expect("admin : The network &lt;was&gt; down" in plain(page), f"the list: {plain(page)}")
    expect("Time given back to all" in plain(place.jury.get("/jury/audit")[1]), "the audit log")
    api_http.check_feed(place.admin)
    begin = re.search(r'name="begin" value="(\d+)"', page)[1]
    status, text, _ = ask(place, "restore", False, begin=begin)
    expect(status == 200 and "Take it back" in text, f"the preview of taking back: {status}")
    expect(ask(place, "restore", begin=begin)[0] == 303, "it cannot be taken back")
    expect(ask(place, "restore", begin=begin)[0] == 422, "it is taken back twice")
    expect(times(place) == ([50, 60], {"team1": 50, "team2": 60}), f"times after it: {times(place)}")
    expect("Time taken back to all" in plain(place.jury.get("/jury/audit")[1]), "the audit log has no taking back")
    api_http.check_feed(place.admin)


def check_team(place):
    """Team 2 begins 20 minutes late."""
    give = {"team": "team2", "from": "0:00:00", "minutes": "20"}
    status, text, _ = ask(place, "give", False, **give)
    text = plain(text)
    expect(status == 200 and "The end of the team:" in text and "Team 2" in text.split("Rank before")[1].split("For all")[0], f"the preview: {text}")
    expect(ask(place, "give", **give)[0] == 303, "the minutes are refused")
    expect(times(place) == ([50, 40], {"team1": 50, "team2": 40}), f"times: {times(place)}")
    status, text, _ = ask(place, "give", **dict(give, **{"from": "0:10:00"}))
    expect(status in (303, 422), f"the minutes after a late start: {status}")
    page = plain(place.jury.get(PAGE)[1])
    expect("late start" in page, f"the list: {page}")
    place.server.kill()
    place.server.start()
    place.log_in()
    expect(times(place)[0][0] == 50 and times(place)[0][1] <= 40, f"times after a restart: {times(place)}")
    for given in re.findall(r'name="given" value="(\d+)"', place.jury.get(PAGE)[1]):
        expect(ask(place, "end", given=given)[0] == 303, "the minutes cannot be taken back")
    expect(times(place) == ([50, 60], {"team1": 50, "team2": 60}), f"times after it: {times(place)}")
    api_http.check_feed(place.admin)


def check_end(place):
    """A team whose time goes on after the end submits, and prevents that the results become final."""
    expect(ask(place, "give", team="team2", minutes="30", **{"from": "0:00:00"})[0] == 303, "the minutes are refused")
    expect(place.jury.post("/jury/clock", "/jury/clock", action="end", sure="1")[0] == 303, "the end")
    status, text, _ = place.jury.post("/jury/clock", "/jury/clock", action="finalise", sure="1")
    late = "eams that still have time: Team 2 ; the last ends at 20"
    expect(status == 422 and "The contest is not over: t" + late.replace(" ;", ";") in plain(text), f"final although a team has time: {status} {plain(text)}")
    expect("T" + late in plain(text), f"the obstacles do not name the team: {plain(text)}")
    thaw = {"id": "contest", "scoreboard_thaw_time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    status, answer = place.admin.ask("PATCH", "", thaw)
    expect(status == 403 and "or of a team with time" in answer["message"] and "have time: Team 2; the last" in answer["message"], f"thawed although a team has time: {status} {answer}")
    team = api_http.Account(place.server, "team2", place.passwords["team2"])
    made = api_http.expect_status(team.ask("POST", "/submissions", api_http.program()), 201, "a submission with time that was given")["id"]
    expect(place.verdict(made, 1) == "AC", "it is not judged")
    expect(made in [item["id"] for item in place.admin.get("/submissions")], "it does not count")
    given = re.search(r'name="given" value="(\d+)"', place.jury.get(PAGE)[1])[1]
    expect(ask(place, "end", given=given)[0] == 303, "the minutes cannot be taken back")
    expect(made not in [item["id"] for item in place.admin.get("/submissions")], "it counts without the time")
    expect(place.jury.post("/jury/clock", "/jury/clock", action="finalise", sure="1")[0] == 303, "the results cannot be final")
    for action, fields in (("remove", {"from": "0:10:00", "to": "0:20:00"}), ("give", {"team": "team2", "from": "0:10:00", "minutes": "5"})):
        status, text, _ = ask(place, action, **fields)
        expect(status == 422 and "the results are final" in plain(text).lower(), f"{action} of final results: {status}")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-time-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        place = serve_packages.Place(assay, folder, serve_rulings.Database)
        try:
            start = start_ago(place, 100)
            submit_at(place, start, "team1", 50)
            submit_at(place, start, "team2", 60)
            check_refused(place)
            check_all(place)
            check_team(place)
            check_end(place)
        finally:
            place.server.stop()
            sys.stderr.write(place.log())


if __name__ == "__main__":
    main(sys.argv[1])
