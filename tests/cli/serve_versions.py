#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packages that change again and again while pages, statements, submissions, reruns, counterexamples and rejudgings use them. Every request
is answered, and in the end only the versions in use are open.

usage: serve_versions.py ASSAY [postgresql]. With `postgresql` a second server with the same store takes the versions from it.
"""
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "contest"))
import api_http  # noqa: E402
import serve  # noqa: E402
from serve_counterexample import ECHO, ECHO_FILES, HEADING, permit  # noqa: E402

contests, expect = api_http.contests, api_http.expect
RIGHT = ECHO.replace("RIGHT", '"%d", n')
WRONG = ECHO.replace("RIGHT", '"%d", n == 5 ? n : n / 2')
CHANGES = 20
PROBLEMS = ("folder", "archive")


class Place:
    """A running contest: the package of one problem is a folder, and that of the other an archive."""

    def __init__(self, assay, folder, url):
        self.folder, self.failures, self.done, self.local = folder, [], threading.Event(), threading.local()
        self.wrong, self.quiet = [], threading.Event()
        for problem in PROBLEMS:
            self.write(problem, 0)
        subprocess.run([assay, "contest", "new", folder / "contest", "--teams", "4", "--problems", folder / "folder", folder / "archive.zip"],
                       check=True, stdout=subprocess.DEVNULL)
        self.problems = permit(folder / "contest")
        with open(folder / "contest/contest.yaml", "a", encoding="utf-8") as file:
            file.write("limits: {submissions_per_minute: unlimited}\n")
        self.temp = folder / "temp"
        self.temp.mkdir()
        os.environ["TMPDIR"] = str(self.temp)
        self.server = contests.Server(assay, folder, url)
        self.passwords = contests.parse_accounts((folder / "contest/accounts.yaml").read_text())

    def write(self, problem, number):
        """The package of a problem with another statement and attachment."""
        files = dict(ECHO_FILES, **{"statement/problem.en.md": f"Print the number: {number}.\n", "attachments/note.txt": f"{number}\n",
                                    # Every second change leaves the tests as they are, so the digest stays.
                                    "data/secret/2.in": f"{100 + number // 2}\n", "data/secret/2.ans": f"{100 + number // 2}\n"})
        files["problem.yaml"] = files["problem.yaml"].replace("name: Echo", f"name: Echo {problem}").replace("5ca6ba7e", f"5ca6ba7{len(problem) % 10}")
        if problem == "folder":
            for name, text in files.items():
                (self.folder / problem / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / "next").write_text(text)
                os.replace(self.folder / "next", self.folder / problem / name)
            return
        with zipfile.ZipFile(self.folder / "next.zip", "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        os.replace(self.folder / "next.zip", self.folder / "archive.zip")

    def browser(self, name):
        """The browser of this thread."""
        browser = getattr(self.local, name, None)
        if not browser:
            browser = serve.Browser(self.server)
            expect(browser.log_in(name, self.passwords[name])[0] == 303, f"{name} cannot log in")
            setattr(self.local, name, browser)
        return browser

    def account(self, name):
        return api_http.Account(self.server, name, self.passwords[name])

    def submit(self, account, problem, source):
        body = {"problem_id": problem, "language_id": "c", "files": [{"data": contests.archive(source, "main.c")}]}
        return api_http.expect_status(account.ask("POST", "/submissions", body), 201, "a submission")["id"]

    def await_judged(self, account, submission):
        while not any(item.get("end_time") for item in account.get(f"/judgements?submission_id={submission}")):
            time.sleep(0.1)

    def metric(self, name, server=None):
        return int(re.search(rf"^assay_{name} (\d+)$", serve.Browser(server or self.server).get("/metrics")[1], re.M)[1])


# ---- the uses, each in a thread ----


def read_pages(place):
    team = place.browser("team1")
    for problem in place.problems:
        page = team.get(f"/problems/{problem}")
        expect(page[0] == 200 and re.search(r"Print the number: \d+\.", page[1]), f"the statement: {page[:2]}")
        for path in ("/problems", f"/problems/{problem}/files/note.txt", f"/api/contests/contest/problems/{problem}/attachments/note.txt",
                     "/api/contests/contest/problems", "/api/contests/contest/languages"):
            status, text, _ = team.get(path)
            expect(status == 200 and text, f"{path}: {status} {text}")


def read_jury(place):
    jury = place.browser("admin")
    count = len(place.account("admin").get("/submissions"))
    for path in ("/jury", "/jury/problems", "/jury/audit", *(f"/jury/submissions/{number}{rest}" for number in range(1, count + 1)
                                                             for rest in ("", "/tests/1", "/tests/1/input"))):
        status, text, _ = jury.get(path)
        expect(status in (200, 404) and text, f"{path}: {status} {text}")


def submit_right(place):
    account = place.account("team2")
    for problem in place.problems:
        place.await_judged(account, place.submit(account, problem, RIGHT))


def submit_wrong(place):
    account = place.account("team3")
    for problem in place.problems:
        submission = place.submit(account, problem, WRONG + f"/* {time.time()} */\n")
        place.await_judged(account, submission)
        place.wrong.append(submission)


def judge_again(place):
    jury = place.browser("admin")
    for number in (1, 2):
        page = f"/jury/submissions/{number}"
        expect(jury.post(f"{page}/rejudge", page)[0] == 303, "a rejudging is refused")
        status, text, _ = jury.post(f"{page}/tests/1/run", page)
        expect(status in (303, 404, 503), f"a rerun: {status} {text}")
    place.done.wait(0.5)


JUDGING = (submit_right, submit_wrong, judge_again)
USES = (read_pages, read_jury, *JUDGING)


def use(place, of):
    try:
        while not place.done.is_set():
            if place.quiet.is_set() and of in JUDGING:
                place.done.wait(0.2)
            else:
                of(place)
    except BaseException as why:  # also sys.exit: the other threads end, too
        place.failures.append(f"{of.__name__}: {why!r}")
        place.done.set()


# ---- the changes ----


def has_counterexample(place):
    return any(HEADING in place.browser("team3").get(f"/submissions/{submission}/fragment")[1] for submission in place.wrong)


def change(place):
    """Changes the packages often enough, and further until a counterexample is found. Counterexamples are searched for only while nothing is
    judged."""
    jury, until = place.browser("admin"), time.monotonic() + 180
    for number in itertools.count(1):
        if number > CHANGES:
            place.quiet.set()
            if has_counterexample(place):
                return number - 1
        expect(time.monotonic() < until, "no counterexample is found")
        for problem, name in zip(place.problems, PROBLEMS):
            if place.done.is_set():
                return number
            place.write(name, number)
            status, text, _ = jury.post(f"/jury/problems/{problem}/take", "/jury/submissions/1")
            expect(status == 303, f"change {number} of {problem}: {status} {text}")


def await_open(place, most, server=None):
    """Waits until at most that many versions are open; no request is in progress."""
    until = time.monotonic() + 120
    while (count := place.metric("packages_open", server)) > most:
        expect(time.monotonic() < until, f"{count} versions are open, and only {most} are in use")
        time.sleep(0.2)


def check(place, second):
    account = place.account("team2")
    for problem in place.problems:
        place.await_judged(account, place.submit(account, problem, RIGHT))
    await_open(place, len(PROBLEMS))
    threads = [threading.Thread(target=use, args=(place, of), daemon=True) for of in USES]
    for thread in threads:
        thread.start()
    try:
        changes = change(place)
    finally:
        place.done.set()
    for thread in threads:
        thread.join(120)
        expect(not thread.is_alive(), "a thread of the test does not end")
    expect(not place.failures, "; ".join(place.failures))
    last = f"Print the number: {changes}."
    for problem in place.problems:
        page = place.browser("team1").get(f"/problems/{problem}")[1]
        expect(last in page, f"the last version of {problem} is not in use: {page}")
    # Two problems, each with the version in use; a search for a counterexample may still use an older one.
    await_open(place, len(PROBLEMS))
    unpacked = list(place.temp.glob("*/package/attachments"))  # the worker's own packages are without attachments
    # If an archive is replaced within a tick of the clock before it is read, the jury's page reads it once more.
    expect(len(unpacked) <= 3 + bool(second), f"more than the first archive, that in use and the jury's are unpacked in a server: {unpacked}")
    if second:
        # A version from the store borrows the statement of the first one.
        await_open(place, 2 * len(PROBLEMS), second)


def start_second(assay, place, url):
    """Another server of the store, with packages of its own, which do not change."""
    folder = place.folder / "second"
    folder.mkdir()
    shutil.copytree(place.folder / "contest", folder / "contest", ignore=shutil.ignore_patterns("contest.db*"))
    for name in ("folder", "archive.zip"):
        copy = shutil.copytree if name == "folder" else shutil.copy
        copy(place.folder / name, folder / name)
    return contests.Server(assay, folder, url)


def run(assay, folder, database):
    place = Place(assay, folder, database.url)
    second = start_second(assay, place, database.url) if database.url else None
    try:
        check(place, second)
        for server in filter(None, (place.server, second)):
            server.stop()
    finally:
        for server in filter(None, (place.server, second)):
            server.kill()
            sys.stderr.write(pathlib.Path(server.log.name).read_text())


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-versions-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
