#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Helpers in the hall of a running contest: two runners with balloons at the same time, and what the feed of the Contest API has for tools that
hand out balloons.

usage: serve_hall.py ASSAY
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import VERDICT, Browser, await_text, expect, submit  # noqa: E402

HELPERS = {"rita": "balloon", "rob": "balloon", "judge1": "judge", "watcher": "analyst"}
PASSWORD = "hall-password"


def write_hall(folder):
    (folder / "teams.yaml").write_text(
        "- {id: team1, name: <b>One, label: '1', place: 'Room 2, table 14', location: {x: 1.5, y: 2, rotation: 90}}\n"
        "- {id: team2, name: Two, label: '2', location: {x: 4, y: 2, rotation: 0}}\n"
        "- {id: team3, name: Three, label: '3'}\n- {id: team4, name: Four, label: '4'}\n")
    accounts = re.sub(r"(?m)^- (?=[^-]*jury)(?:(?!^- )[\s\S])*team_id: jury\n(?:(?!^- ).*\n)*", "", (folder / "accounts.yaml").read_text())
    (folder / "accounts.yaml").write_text(accounts + "".join(
        f"- {{username: {name}, password: {PASSWORD}, type: {kind}}}\n" for name, kind in HELPERS.items()))


def log_in(server, name):
    browser = Browser(server)
    expect(browser.log_in(name, server.passwords.get(name, PASSWORD))[0] == 303, f"{name} cannot log in")
    return browser


def solve(server, name):
    team = log_in(server, name)
    page = submit(team, contests.PROGRAMS["AC"])[2]
    await_text(team, page, VERDICT["Accepted"])
    return page.rsplit("/", 1)[1]


# ---- balloons ----


def hand(browser, token, action, team="team1"):
    status, text, _ = browser.request("POST", "/balloons", {"csrf": token, "team": team, "problem": "sum", "action": action})
    return status, text


def section(browser, heading):
    """The items of a list of the page of balloons."""
    found = re.search(rf"<h2>{heading} .*?</ul>", browser.get("/balloons")[1], re.S)
    return re.findall(r"<li>.*?</li>", found[0], re.S) if found else []


def check_race(server, runners, tokens):
    """Of two runners who deliver the same balloon one is told who was quicker."""
    for attempt in range(5):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(hand, runners, tokens, ["deliver"] * 2))
        statuses = sorted(status for status, _ in answers)
        expect(statuses == [303, 409], f"two runners deliver a balloon: {statuses}")
        winner = next(name for name, (status, _) in zip(("rita", "rob"), answers) if status == 303)
        refusal = next(text for status, text in answers if status == 409)
        expect(f"Balloon A of team 1: it is already delivered ({winner} at " in refusal, refusal)
        expect(len(section(runners[0], "Delivered")) == 1, "the balloon is not delivered once")
        if attempt < 4:
            expect(hand(runners[1], tokens[1], "undo")[0] == 303, "the delivery cannot be undone")


def check_balloons(server):
    runners = [log_in(server, "rita"), log_in(server, "rob")]
    expect("No balloon waits." in runners[0].get("/balloons")[1], "balloons before a submission")
    number = solve(server, "team1")
    items = section(runners[0], "To deliver")
    expect(len(items) == 1, f"{len(items)} balloons wait")
    for part in ("Room 2, table 14", "&lt;b&gt;One", "first to solve", "<svg", ">Delivered</button>"):
        expect(part in items[0], f"the balloon is shown without {part}: {items[0]}")
    tokens = [runner.token("/balloons") for runner in runners]
    for action, team, status in (("deliver", "team2", 409), ("undo", "team1", 409), ("fetch", "team1", 409), ("steal", "team1", 422), ("deliver", "nobody", 422)):
        found = hand(runners[0], tokens[0], action, team)[0]
        expect(found == status, f"{action} of {team}: {found}, not {status}")
    check_race(server, runners, tokens)
    expect("name=\"action\"" not in log_in(server, "watcher").get("/balloons")[1], "an analyst gets buttons")
    # A judge ignores the submission: the balloon must come back, once.
    judge = log_in(server, "judge1")
    page = f"/jury/submissions/{number}"
    expect(judge.post(page + "/ignore", page, ignored="1")[0] == 303, "a judge cannot ignore a submission")
    expect(len(section(runners[0], "Take back")) == 1, "the balloon need not be taken back")
    expect(hand(runners[0], tokens[0], "fetch")[0] == 303 and hand(runners[1], tokens[1], "fetch")[0] == 409, "a balloon is taken back twice")
    expect("No balloon waits." in runners[0].get("/balloons")[1] and not section(runners[0], "Take back"), "the balloon was taken back")
    expect(judge.post(page + "/ignore", page, ignored="0")[0] == 303, "a judge cannot count a submission")
    expect(len(section(runners[0], "To deliver")) == 1, "the balloon does not wait again")
    text = judge.get("/jury/audit")[1]
    expect("Balloon <bdi>A</bdi> delivered to " in text and "taken back from" in text and "<bdi>rita</bdi></th>" in text, "the audit log lacks balloons")


def read_feed(server, client):
    """The objects by type and id, until team1 has solved the problem."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/api/contests/contest/event-feed", headers=client.headers)
    answer, last = connection.getresponse(), {}
    while True:
        line = answer.readline().strip()
        if not line:
            continue
        event = json.loads(line)
        for item in event["data"] if isinstance(event["data"], list) else [event["data"]]:
            last[event["type"], item and item.get("id")] = item
        if event["type"] == "judgements" and event["data"] and event["data"].get("judgement_type_id") == "AC":
            submission = last["submissions", event["data"]["submission_id"]]
            if (submission["team_id"], submission["problem_id"]) == ("team1", "sum"):
                connection.close()
                return last


def check_feed(server):
    """For tools that hand out balloons: judgements, teams with their location, problems with their colour."""
    admin = contests.Client(server, "contest", "admin", server.passwords["admin"])
    teams = {team["id"]: team for team in admin.get("/teams")}
    expect(teams["team1"]["location"] == {"x": 1.5, "y": 2, "rotation": 90} and "place" not in teams["team1"], f"the team: {teams['team1']}")
    problem = admin.get("/problems")[0]
    expect(re.fullmatch("#[0-9a-f]{6}", problem["rgb"]) and problem["color"] and problem["label"] == "A", f"the problem: {problem}")
    last = read_feed(server, admin)
    for kind, one in (("teams", teams["team1"]), ("problems", problem)):
        expect(last[kind, one["id"]] == one, f"the feed has {last[kind, one['id']]}, not {one}")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-hall-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        passwords = contests.write_contest(assay, folder)
        write_hall(folder / "contest")
        server = contests.Server(assay, folder, None)
        server.passwords = passwords
        check_balloons(server)
        check_feed(server)
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
