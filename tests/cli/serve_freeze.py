#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The freeze is decided once: whatever happens to the clock, hidden results stay hidden until a thaw. Simultaneous changes are not lost.
Texts have the line ends that people type.

usage: serve_freeze.py ASSAY
"""
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import Browser, VERDICT, await_text, expect, submit  # noqa: E402

API = "/api/contests/contest"


class Contest:
    def __init__(self, server, passwords):
        self.server, self.public, self.jury, self.team = server, Browser(server), Browser(server), Browser(server)
        expect(self.jury.log_in("admin", passwords["admin"])[0] == 303, "the admin cannot log in")
        expect(self.team.log_in("team1", passwords["team1"])[0] == 303, "team1 cannot log in")
        self.admin = contests.Client(server, "contest", "admin", passwords["admin"])
        self.submissions = 0

    def act(self, action, status=303, **fields):
        got, text, _ = self.jury.post("/jury/clock", "/jury/clock", action=action, **fields)
        notice = re.search(r'<p class="notice error"[^>]*>(.*?)</p>', text)
        expect(got == status, f"{action} {fields}: {got}: {notice and notice[1]}")
        return notice[1] if notice else text

    def solve(self):
        expect(submit(self.team, contests.PROGRAMS["AC"])[0] == 303, "a submission is refused")
        self.submissions += 1
        await_text(self.team, f"/submissions/{self.submissions}", VERDICT["Accepted"])

    def read(self, path):
        status, text, _ = self.public.get(path)
        expect(status == 200, f"{path}: {status}")
        return text

    def public_judgements(self):
        return len(re.findall(r'"judgement_type_id":"', self.read(API + "/judgements")))

    def state(self):
        return self.admin.get("/state")

    def clock(self):
        return self.admin.get("")

    def expect_hidden(self, count, frozen, what):
        expect(self.state()["frozen"] == frozen and not self.state()["thawed"], f"{what}: the state is {self.state()}, frozen was {frozen}")
        expect(self.public_judgements() == 0, f"{what}: results of the freeze are public")
        row = next(row for row in contests.json.loads(self.read(API + "/scoreboard"))["rows"] if row["team_id"] == "team1")
        expect(row["score"]["num_solved"] == 0 and row["problems"][0]["num_pending"] == count, f"{what}: the scoreboard has {row}")
        expect(re.search(r'<tr id="team-team1".*?class="p', self.read("/"), re.S), f"{what}: the board shows the result")


def check_begin(contest):
    """A change that begins the freeze now, or hides what is public, asks first, and says so."""
    whole = duration_minutes(contest)
    contest.solve()
    contest.act("freeze-at", minutes="20")
    page = contest.jury.get("/jury/clock")[1]
    expect("needed if the contest ends or the freeze begins now" in page and "needed if the freeze begins now" in page, "the page does not say when it asks")
    text = contest.act("duration", 422, minutes="20")
    expect("The freeze begins now." in text and "as pending" in text and "I am sure" in text, f"a duration that begins the freeze: {text}")
    text = contest.act("freeze-at", 422, minutes=str(whole))
    expect("hides results that are public: 1 submission." in text and "I am sure" in text, f"a freeze that hides results: {text}")
    text = contest.act("duration", 422, minutes="0:01")
    expect("freeze" in text, f"an end without a freeze: {text}")
    expect(contest.state()["frozen"] is None and contest.public_judgements() == 1, "a change that was not confirmed freezes the board")
    contest.act("duration", minutes="20", sure="1")
    expect(contest.public_judgements() == 1, "what was public is hidden")
    await_text(contest.public, API + "/state", '"frozen":"2')


def check_moves(contest):
    """A longer or shorter contest, pauses, values that are typed again: the start of the freeze stays."""
    contest.act("freeze-at", minutes="0")
    contest.act("freeze")
    contest.solve()
    frozen = contest.state()["frozen"]
    contest.expect_hidden(1, frozen, "the freeze")
    before = contest.clock()["duration"]
    contest.act("extend", minutes="5")
    expect(contest.clock()["duration"] != before, "+5 minutes change nothing")
    contest.expect_hidden(1, frozen, "+5 minutes")
    for minutes in ("400", "20", "10"):
        contest.act("duration", minutes=minutes)
        contest.expect_hidden(1, frozen, f"a duration of {minutes}")
    contest.act("pause")
    contest.act("duration", minutes="12")
    contest.act("resume")
    contest.expect_hidden(1, frozen, "a pause")
    contest.act("freeze", 422)
    text = contest.act("duration", 422, minutes="1", sure="1")
    expect("1 minute" in text and " ms" not in text, f"a limit is not told in minutes: {text}")
    contest.act("schedule", 422, start="2999-01-01T00:00:00Z")
    shown = re.search(r'value="freeze-at">.*?name="minutes".*?value="([0-9:]+)"', contest.jury.get("/jury/clock")[1])[1]
    contest.act("freeze-at", minutes=shown)
    contest.expect_hidden(1, frozen, "the freeze that the field shows")
    return frozen


def check_questions(contest, frozen):
    """An action that makes results public or ends the contest asks for a confirmation."""
    for action, fields in (("duration", {"minutes": "0:01"}), ("freeze-at", {"minutes": "1"}), ("freeze-at", {"minutes": "0"}), ("unfreeze", {}), ("end", {}), ("thaw", {})):
        text = contest.act(action, 422, **fields)
        expect(action == "thaw" or "I am sure" in text, f"{action} says {text}")
        # A longer duration continues the contest, and "Freeze now" hides what comes later.
        expect("undone" not in text, f"{action} says {text}")
        expect(action != "end" or "Only a longer duration continues the contest" in text, f"{action} says {text}")
    expect("Only a longer duration continues the contest." in contest.jury.get("/jury/clock")[1], "the page does not say how a contest that was ended continues")
    contest.act("thaw", 422, sure="1")
    contest.act("freeze-at", 422, minutes="13", sure="1")
    contest.expect_hidden(1, frozen, "what was not confirmed")


def check_end(contest, frozen):
    contest.act("pause")
    contest.solve()
    contest.act("end", sure="1")
    await_text(contest.public, API + "/state", '"ended":"2')
    contest.expect_hidden(2, frozen, "the end during a pause, with a submission of it")
    contest.act("end", 422, sure="1")
    contest.solve()
    expect("Submissions made since the old end (1) count" in contest.jury.get("/jury/clock")[1], "the page of the clock does not say what a longer duration counts")
    for action in ("extend", "duration"):
        text = contest.act(action, 422, minutes="500")
        expect("1 submission made since its end would count." in text and "stays frozen" in text and "I am sure" in text, f"{action}: {text}")
    contest.expect_hidden(2, frozen, "a longer duration that was not confirmed")
    contest.act("schedule", 422, start="2999-01-01T00:00:00Z", sure="1")
    contest.act("extend", minutes="5", sure="1")
    contest.expect_hidden(3, frozen, "a submission of practice that counts")
    contest.solve()
    contest.expect_hidden(4, frozen, "a contest that continues")
    contest.act("end", sure="1")
    await_text(contest.public, API + "/state", '"ended":"2')
    contest.expect_hidden(4, frozen, "the end")
    contest.act("thaw", 422)
    contest.act("thaw", sure="1")
    expect(contest.public_judgements() == 4, "the thaw shows nothing")
    text = contest.act("extend", 422, minutes="5")
    expect("0 submissions made since its end would count." in text and "stays thawed" in text, text)
    expect(contest.state()["thawed"] and contest.state()["ended"], "a longer duration that was not confirmed takes back the thaw")
    contest.act("extend", minutes="5", sure="1")
    contest.solve()
    expect(contest.public_judgements() == 5 and not contest.state()["frozen"], "what was public is hidden when a thawed contest continues")
    contest.act("end", sure="1")
    contest.act("finalise", 422)
    contest.act("finalise", sure="1")
    for action in ("extend", "duration", "freeze-at", "pause"):
        contest.act(action, 422, minutes="500")


def count_of_team(contest):
    row = next(row for row in contests.json.loads(contest.read(API + "/scoreboard"))["rows"] if row["team_id"] == "team1")
    return row["score"]["num_solved"]


def check_end_moves(contest):
    """After the end, too, a change of the end says what it drops or counts, and asks. The duration that the page shows loses nothing."""
    contest.act("freeze-at", minutes="0")
    contest.solve()
    text = contest.act("duration", 422, minutes="0:01")
    expect("do not count (1 submission)" in text and "I am sure" in text, f"an end while it runs: {text}")
    expect(submit(contest.team, contests.PROGRAMS["AC"])[0] == 303, "a submission is refused")
    contest.act("end", sure="1")
    contest.submissions += 1
    await_text(contest.team, f"/submissions/{contest.submissions}", VERDICT["Accepted"])
    contest.solve()
    await_text(contest.public, API + "/state", '"ended":"2')
    exact = contest.clock()["duration"]
    shown = re.search(r'value="duration">.*?name="minutes".*?value="([0-9:]+)"', contest.jury.get("/jury/clock")[1])[1]
    contest.act("duration", minutes=shown)
    expect(contest.clock()["duration"] == exact, f"the shown duration {shown} changes {exact} to {contest.clock()['duration']}")
    for minutes in ("0:01", "1"):
        text = contest.act("duration", 422, minutes=minutes)
        expect("ends earlier" in text and "do not count (2 submissions)" in text and "I am sure" in text, f"an earlier end: {text}")
    expect((count_of_team(contest), contest.public_judgements()) == (1, 2), "an earlier end that was not confirmed drops results")
    contest.act("duration", minutes="1", sure="1")
    expect((count_of_team(contest), contest.public_judgements()) == (0, 0), "an earlier end that was confirmed drops nothing")
    time.sleep(1)  # the page rounds up: the shown end may be up to a second later than the end
    text = contest.act("duration", 422, minutes=shown)
    expect(re.search(r"ends later: [23] submissions made since its end would count", text) and "I am sure" in text, f"a later end: {text}")
    contest.act("duration", minutes=shown, sure="1")
    expect(count_of_team(contest) == 1 and contest.public_judgements() >= 2, f"{shown} loses a submission that {exact} counted")


def check_final(contest):
    """What can change final results asks, and says that the feed has ended. A submission of practice is not in the results."""
    page, asked = "/jury/submissions/1", ("The results are final", "the event feed has ended", "I am sure")
    rows = contests.json.loads(contest.read(API + "/scoreboard"))["rows"]
    number = contest.submissions
    expect(contest.admin.get("/submissions")[-1]["id"] == str(number), "a submission that counts is not in the API")
    contest.solve()
    forms = ((page + "/rejudge", page, {}), (page + "/ignore", page, {"ignored": "1"}), ("/jury/problems/sum/take", "/jury/problems", {}))
    for path, at, fields in forms:
        expect('name="sure"' in contest.jury.get(at)[1], f"{at} has no question")
        for sure in ({}, {"sure": "0"}):
            status, text, _ = contest.jury.post(path, at, **fields, **sure)
            expect(status == 422 and all(word in text for word in asked), f"{path} with {sure}: {status}")
        if 'data-page' in text:
            expect(contest.jury.get(path)[0] == 200, f"the page of {path} cannot poll itself")
    expect(len(contest.admin.get("/judgements?submission_id=1")) == 1 and "Ignore it" in contest.jury.get(page)[1], "what was not confirmed was done")
    expect(contests.json.loads(contest.read(API + "/scoreboard"))["rows"] == rows, "what was not confirmed changes the final board")
    expect(contest.jury.post(page + "/ignore", page, ignored="1", sure="1")[0] == 303, "a confirmed 'Ignore it' is refused")
    status, text, _ = contest.jury.post(page + "/ignore", page, ignored="0")
    expect(status == 422 and "Count it again" in text and asked[0] in text, f"'Count it again' does not ask: {status}")
    expect(contest.jury.post(page + "/ignore", page, ignored="0", sure="1")[0] == 303, "a confirmed 'Count it again' is refused")
    for path, at, _ in (forms[0], forms[2]):
        expect(contest.jury.post(path, at, sure="1")[0] == 303, f"{path} is refused although it was confirmed")
    practice = f"/jury/submissions/{contest.submissions}"
    expect('name="sure"' not in contest.jury.get(practice)[1], "a submission of practice asks")
    expect(contest.jury.post(practice + "/rejudge", practice)[0] == 303, "a submission of practice cannot be judged again")


def duration_minutes(contest):
    hours, minutes, _ = contest.clock()["duration"].split(":")
    return int(hours) * 60 + int(minutes)


def check_writers(server, passwords, contest):
    """Two members of the jury extend the contest at the same time, while teams submit: each minute counts."""
    others = [Browser(server) for _ in range(2)]
    tokens = []
    for browser in others:
        expect(browser.log_in("admin", passwords["admin"])[0] == 303, "the admin cannot log in")
        tokens.append(browser.token("/jury/clock"))
    before, failed = duration_minutes(contest), []

    def extend(browser, token):
        for _ in range(20):
            status, text, _ = browser.request("POST", "/jury/clock", {"csrf": token, "action": "extend", "minutes": "1"})
            if status != 303:
                failed.append(f"{status}: {text[-300:]}")

    threads = [threading.Thread(target=extend, args=pair) for pair in zip(others, tokens)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        contest.solve()
    for thread in threads:
        thread.join()
    expect(not failed, f"a change is refused: {failed}")
    expect(duration_minutes(contest) == before + 40, f"{before} and 40 minutes are {duration_minutes(contest)}")


def check_line_ends(contest):
    """Browsers send CR LF for each line end: one LF is stored and shown everywhere, also for the API, and counts as one character."""
    page, question = "/jury/clarifications", "first\r\nsecond"
    expect(contest.team.post("/clarifications", "/clarifications", problem="", text=question)[0] == 303, "a question is refused")
    long = "a\r\nb\r\rc" + "\r\n" * 10 + "x" * 9980
    for fields in ({"to": "all", "text": long}, {"to": "team:team1", "reply_to": "1", "text": "yes,\r\nno"}):
        expect(contest.jury.post(page, page, problem="", **fields)[0] == 303, f"{fields['text'][:20]!r} is refused")
    status, made = contest.admin.request("POST", "/clarifications", {"text": "by\r\nAPI"})
    expect(status == 201 and made["text"] == "by\nAPI", f"the API makes {made}")
    status, made = contest.admin.request("POST", "/commentary", {"message": "one\r\ntwo", "tags": ["board"]})
    expect(status == 201 and made["message"] == "one\ntwo", f"the API makes {made}")
    texts = [one["text"] for one in contest.admin.get("/clarifications")]
    expect(texts == ["first\nsecond", long.replace("\r\n", "\n").replace("\r", "\n"), "yes,\nno", "by\nAPI"], f"the API has {texts}")
    for browser, path in ((contest.team, "/clarifications"), (contest.jury, page), (contest.jury, "/jury/audit")):
        text = browser.get(path)[1]
        expect("x0D" not in text and "\r" not in text, f"{path} shows the line ends of a browser")
    source = contests.PROGRAMS["AC"].rstrip("\n") + "\n# pasted\n"
    fields = {"csrf": contest.team.token("/submit"), "problem": "sum", "language": "python3", "source": source.replace("\n", "\r\n")}
    body = "".join(f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()) + "--x--\r\n"
    status, _, page = contest.team.request("POST", "/submit", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
    expect(status == 303 and "x0D" not in contest.team.get(page)[1], "a pasted source has the line ends of a browser")
    await_text(contest.team, page, VERDICT["Accepted"])
    contest.submissions += 1


def check_import(assay, folder, ended):
    """The contest was paused: it ended later than its start and its duration say."""
    subprocess.run([assay, "contest", "export", folder / "contest", "-o", folder / "package"], check=True, capture_output=True, timeout=300)
    done = subprocess.run([assay, "contest", "import", folder / "imported", folder / "package"], check=True, capture_output=True, text=True,
                          timeout=300)
    noted = re.search(r"the contest ended at (\S+) \(by start_time and duration, (\S+)\); to run it, change start_time in "
                      r"(\S+)\n", done.stderr)
    expect(noted, f"the import says {done.stderr}")
    times = [datetime.datetime.fromisoformat(time) for time in (noted[1], ended)]
    checked = subprocess.run([assay, "contest", "check", folder / "imported"], check=True, capture_output=True, text=True, timeout=300)
    expect(f"the contest ended at {noted[2]}; to run it" in checked.stderr, f"the import says {done.stderr}, the check {checked.stderr}")
    expect(times[0] == times[1] and pathlib.Path(noted[3]).exists(), f"the contest ended at {ended}; the import says {done.stderr}")
    # A contest that was served ends by its own clock, which the folder does not change.
    checked = subprocess.run([assay, "contest", "check", folder / "contest"], check=True, capture_output=True, text=True, timeout=300)
    expect(f"the contest ended at {noted[1]}; to continue it, set a longer duration at /jury/clock" in checked.stderr
           and "change start_time" not in checked.stderr, f"the check of the served contest says {checked.stderr}")


def run(assay, folder):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    passwords = contests.write_contest(assay, folder)
    with open(folder / "contest/contest.yaml", "a", encoding="utf-8") as file:
        file.write("practice: true\n")
    server = contests.Server(assay, folder, None)
    try:
        contest = Contest(server, passwords)
        frozen = check_moves(contest)
        check_questions(contest, frozen)
        check_end(contest, frozen)
        check_final(contest)
        ended = contest.state()["ended"]
    finally:
        server.stop()
    check_import(assay, folder, ended)


def run_end(assay, folder):
    passwords = contests.write_contest(assay, folder)
    with open(folder / "contest/contest.yaml", "a", encoding="utf-8") as file:
        file.write("practice: true\n")
    server = contests.Server(assay, folder, None)
    try:
        check_end_moves(Contest(server, passwords))
    finally:
        server.stop()


def run_begin(assay, folder):
    passwords = contests.write_contest(assay, folder)
    server = contests.Server(assay, folder, None)
    try:
        check_begin(Contest(server, passwords))
    finally:
        server.stop()


def run_writers(assay, folder):
    passwords = contests.write_contest(assay, folder)
    server = contests.Server(assay, folder, None)
    try:
        contest = Contest(server, passwords)
        check_line_ends(contest)
        check_writers(server, passwords, contest)
    finally:
        server.stop()


if __name__ == "__main__":
    for part in (run_begin, run, run_end, run_writers):
        with tempfile.TemporaryDirectory(prefix="assay-freeze-") as made:
            part(sys.argv[1], pathlib.Path(made))
