#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packages that are changed while a contest runs: which version judges new submissions, rejudgings, and submissions that wait.

usage: serve_packages.py ASSAY [postgresql]. With `postgresql` the server does not judge: a worker in another process does.
"""
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "contest"))
import api_http  # noqa: E402
import serve  # noqa: E402

contests, expect = api_http.contests, api_http.expect
RIGHT = contests.PROGRAMS["AC"]
CRASH = "int main(void) { __builtin_trap(); }\n"
ACCEPT = "int main(void) { return 42; }\n"


class Place:
    """A running contest with the problem `sum`, whose package the test changes."""

    def __init__(self, assay, folder, database):
        self.assay, self.folder, self.url, self.database = assay, folder, database.url, database
        self.passwords = contests.write_contest(assay, folder)
        problems = folder / "contest/problems.yaml"
        problems.write_text(re.sub(r"package: .*", f"package: {folder / 'sum'}", problems.read_text()))
        self.package = folder / "sum"
        self.server = contests.Server(assay, folder, database.url, *(["-j0"] if database.url else []))
        self.worker = contests.Worker(assay, folder, database.url) if database.url else None
        self.team, self.admin = (api_http.Account(self.server, name, self.passwords[name]) for name in ("team1", "admin"))
        self.log_in()

    def log_in(self):
        self.jury = serve.Browser(self.server)
        expect(self.jury.log_in("admin", self.passwords["admin"])[0] == 303, "the admin cannot log in")

    def submit(self, source=RIGHT):
        return api_http.expect_status(self.team.ask("POST", "/submissions", api_http.program(source)), 201, "a submission")["id"]

    def verdict(self, submission, count):
        """The verdict that counts, after `count` judgements have ended."""
        until = time.monotonic() + 120
        while time.monotonic() < until:
            found = self.admin.get(f"/judgements?submission_id={submission}")
            ended = [item for item in found if item.get("end_time")]
            if len(ended) >= count:
                return next(item["judgement_type_id"] for item in found if item["current"])
            time.sleep(0.1)
        sys.exit(f"submission {submission} has not {count} judgements: {found}")

    def rejudge(self, submission):
        page = f"/jury/submissions/{submission}"
        expect(self.jury.post(page + "/rejudge", page)[0] == 303, "a rejudging is refused")

    def take(self):
        return self.jury.post("/jury/problems/sum/take", "/jury/problems")

    def await_notice(self):
        """The server looks at most once a second."""
        until = time.monotonic() + 60
        while not self.notice():
            expect(time.monotonic() < until, "/jury says nothing of the changed package")

    def notice(self):
        time.sleep(1.1)
        return "package have changed: problem A" in re.sub(r"\s+", " ", self.jury.get("/jury")[1]).replace("The files of the ", "")

    def set_answer(self, text):
        (self.package / "data/secret/1.ans").write_text(text)

    def set_validator(self, text):
        (self.package / "output_validator").mkdir(exist_ok=True)
        (self.package / "output_validator/v.c").write_text(text)

    def sql(self, *commands):
        host = self.database.file.read_text().strip()
        for command in commands:
            subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-h", host, "-U", "postgres", "postgres", "-c", command], check=True)

    def log(self):
        return (self.folder / "serve.log").read_text()


def used(page):
    return re.search(r'<code title="([0-9a-f]{64})">', page)[1]


def check_test(place):
    """The test of a version in use whose file has changed is not run, nor is the other file shown."""
    page = "/jury/submissions/1/tests/1"
    text = place.jury.get(page)[1]
    expect("12345" not in text and "has changed since its package was taken into use" in text, f"the answer of another version is shown: {text}")
    expect(place.jury.get(page + "/answer")[0] == 404 and place.jury.get(page + "/input")[0] == 200, "the answer of another version is downloaded")
    if place.worker:
        return
    expect(place.jury.post(f"{page}/run", page)[0] == 303, "the test is not queued")
    serve.await_text(place.jury, page, "could not be run: the files of the test have changed")


def check_changed(place):
    """Complaint 41, while the server runs."""
    place.set_answer("12345\n")
    place.await_notice()
    page = place.jury.get("/jury/problems")[1]
    before = used(page)
    expect("Use the new version" in page and ">changed<" in page, f"/jury/problems shows no change: {page}")
    page = place.jury.get("/jury/submissions/1")[1]
    expect("Judge again" in page and "rejudgings are judged with the old version" in page, f"'Judge again' does not say that the package has changed: {page}")
    second = place.submit()
    expect(place.verdict(second, 1) == "AC", "the new version is used before it was taken")
    check_test(place)
    status, text, location = place.take()
    expect((status, location) == (303, "/jury/problems"), f"taking the version: {status} {text}")
    page = place.jury.get("/jury/problems")[1]
    expect(used(page) != before and "by <" in page and "admin" in page and "unchanged" in page, f"/jury/problems after it: {page}")
    expect(not place.notice(), "/jury still says that the package has changed")
    expect(place.verdict(second, 1) == "AC", "a submission with a verdict was judged again by itself")
    place.rejudge("1")
    expect(place.verdict("1", 2) == "WA", "a rejudging used the old version")
    expect(place.verdict(place.submit(), 1) == "WA", "a new submission used the old version")
    serve.await_log(place.folder / "serve.log", r"problem A: package [0-9a-f]{12} is in use instead of [0-9a-f]{12}")
    audit = place.jury.get("/jury/audit")[1]
    expect("Package of problem" in audit and before[:12] in audit, f"the audit log has no change: {audit}")
    page = place.jury.get("/jury/submissions/1")[1]
    expect(before[:12] in page and used(place.jury.get("/jury/problems")[1])[:12] in page, "the judgements do not name their packages")
    expect("have changed" not in page, "the page of a submission still says that the package has changed")


def check_restart(place):
    """Complaint 41, with a restart in between; the API has the limits of the new version."""
    place.set_answer("3\n")
    settings = place.package / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 5", "time_limit: 4"))
    place.server.stop()
    place.server.start()
    place.log_in()
    place.rejudge("1")
    expect(place.verdict("1", 3) == "AC", "a rejudging after the restart used the old version")
    expect(place.admin.get("/problems")[0]["time_limit"] == 4, "the API has the old limit")
    expect("the server" in place.jury.get("/jury/audit")[1], "the audit log has no change by a restart")


def check_api(place):
    settings = place.package / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 4", "time_limit: 3"))
    reader = contests.Reader(place.admin)
    reader.start()
    place.take()
    expect(place.admin.get("/problems")[0]["time_limit"] == 3, "the API does not follow")
    page = place.jury.get("/problems")[1]
    expect(re.search(r"\b3(\.0+)?\W{1,8}s\b", page), f"the page does not follow: {page}")
    until = time.monotonic() + 30
    while not any(b'"problems"' in line and b'"time_limit":3' in line.replace(b" ", b"") for line in list(reader.lines)):
        expect(time.monotonic() < until, "the feed has no line of the changed problem")
        time.sleep(0.1)
    reader.done.set()


def check_broken(place):
    """A package that cannot be used is refused with its errors."""
    before = used(place.jury.get("/jury/problems")[1])
    settings = (place.package / "problem.yaml").read_text()
    (place.package / "problem.yaml").write_text(settings + "type: nonsense\n")
    place.await_notice()
    status, text, _ = place.take()
    expect(status == 422 and "refused" in text and "nonsense" in text, f"a broken problem.yaml: {status} {text}")
    (place.package / "problem.yaml").write_text(settings)
    if not place.worker:
        place.set_validator("this does not compile\n")
        status, text, _ = place.take()
        expect(status == 422 and "refused" in text and "v.c" in text, f"a broken validator: {status} {text}")
        for file in (place.package / "output_validator").iterdir():
            file.unlink()
        (place.package / "output_validator").rmdir()
    expect(place.take()[0] == 303 and used(place.jury.get("/jury/problems")[1]) == before, "the old version is no longer in use")
    expect(place.verdict(place.submit(), 1) == "AC", "the old version does not judge")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    expect(team.get("/jury/problems")[0] == 403, "a team sees the packages")
    expect(team.request("POST", "/jury/problems/sum/take", {"csrf": "0" * 64})[0] == 403, "a team changes a package")


def await_compiler(process):
    """Waits until a process compiles something, in any process below it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        parents, compilers = {}, []
        for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                name, _, rest = file.read_text().partition("(")[2].rpartition(")")
            except OSError:
                continue
            parents[int(file.parent.name)] = int(rest.split()[1])
            compilers += [int(file.parent.name)] * name.startswith("cc1")
        for below in compilers:
            while below and below != process.pid:
                below = parents.get(below)
            if below:
                return
        time.sleep(0.02)
    sys.exit("nothing is compiled")


def check_two_at_once(place):
    """A second member of the jury does not wait for a package that is being compiled. A test that is added meanwhile is noticed."""
    place.set_validator("".join(f"int f{i}(int n) {{ int s = n; for (int i = 0; i < n; i++) s = s * {i + 3} + s % 7; return s; }}\n"
                                for i in range(600)) + ACCEPT)
    before, tokens = used(place.jury.get("/jury/problems")[1]), [place.jury.token("/jury/problems") for _ in range(2)]
    answers = []

    def take(token):
        answers.append(place.jury.request("POST", "/jury/problems/sum/take", {"csrf": token}))

    members = [threading.Thread(target=take, args=(token,), daemon=True) for token in tokens]
    for member in members:
        member.start()
    while not answers and any(member.is_alive() for member in members):
        time.sleep(0.01)
    status, text, _ = answers[0]
    expect(status == 422 and "another package is being read and compiled" in text, f"a second package: {status} {text}")
    expect(len(answers) == 1, "the second member waited for the first")
    await_compiler(place.server.process)  # by then the first package is read
    added = [place.package / "data/secret" / name for name in ("9.in", "9.ans")]
    for file in added:
        file.write_text("9\n")
    expect(len(answers) == 1, "the validator was compiled before a test was added")
    until = time.monotonic() + 200
    while used(place.jury.get("/jury/problems")[1]) == before:
        expect(time.monotonic() < until, "the first package is not taken into use")
        time.sleep(0.2)
    for member in members:
        member.join()
    expect(answers[1][0] == 303, f"the first package: {answers[1]}")
    place.await_notice()
    for file in added:
        file.unlink()
    expect(not place.notice(), "a test that was removed again is a change")


def check_large(place):
    """While a large package is read for a page of the jury, other pages of the jury are answered."""
    secret = place.package / "data/secret"
    inputs, answers = ([secret / f"large{i}.{ending}" for i in range(20)] for ending in ("in", "ans"))
    for large, answer in zip(inputs, answers):
        answer.write_text("8\n")
        with open(large, "wb") as file:
            file.truncate((2 << 30) - 1)
    time.sleep(1.1)  # the server looks at most once a second
    first = threading.Thread(target=place.jury.get, args=("/jury",), daemon=True)
    first.start()
    time.sleep(0.5)
    other = serve.Browser(place.server)
    other.log_in("admin", place.passwords["admin"])
    for page in ("/jury", "/jury/problems"):
        expect(other.get(page)[0] == 200, f"{page} is not answered")
    expect(first.is_alive(), "the large package was read at once, or the other pages waited for it")
    for file in inputs:
        os.truncate(file, 0)
    first.join()
    for file in inputs + answers:
        file.unlink()


def hold(place):
    """Makes judging errors until the package is held: three submissions with JE, two that wait."""
    place.set_validator(f"{CRASH}/* {time.time()} */\n")  # a version that is not held yet
    expect(place.take()[0] == 303, "the package with the crashing validator is refused")
    made = [place.submit() for _ in range(3)]
    for submission in made:
        expect(place.verdict(submission, 1) == "JE", "a crash of the validator is no judging error")
    made += [place.submit() for _ in range(2)]
    until = time.monotonic() + 60
    while "<td>waits</td>" not in (page := place.jury.get(f"/jury/submissions/{made[-1]}")[1]) and time.monotonic() < until:
        time.sleep(0.2)
    expect("1970-01" not in page and "<td>waits</td>" in page, f"a submission that waits: {page}")
    return made


def check_repaired(place, made):
    for submission in made[3:]:
        expect(place.verdict(submission, 1) == "AC", "what waited was not judged with the repaired package")
    for submission in made[:3]:
        place.rejudge(submission)
        expect(place.verdict(submission, 2) == "AC", "a rejudging does not use the repaired package")
    expect(len(place.admin.get(f"/judgements?submission_id={made[-1]}")) == 1, "the withdrawn judgement is in the API")


def check_held(place):
    """Complaint 26, while the server runs."""
    made = hold(place)
    place.set_validator(ACCEPT)
    expect(place.take()[0] == 303, "the repaired package is refused")
    check_repaired(place, made)


def check_released(place):
    """The same with a restart. For a store in a file the held package is released while nothing runs."""
    made = hold(place)
    held = used(place.jury.get("/jury/problems")[1])
    place.server.stop()
    place.set_validator(ACCEPT + "/* again */\n")
    if not place.worker:
        subprocess.run([place.assay, "store", "release", f"sqlite:{place.folder}/contest/contest.db", held], check=True,
                       stdout=subprocess.DEVNULL)
    place.server.start()
    place.log_in()
    check_repaired(place, made)


def check_later(place):
    """The new package is stored as the one in use, and then the database refuses jobs: that is no refusal of the package, and what waits
    is judged with it as soon as the database takes jobs again."""
    made = hold(place)
    before = used(place.jury.get("/jury/problems")[1])
    place.sql("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no jobs now''; END'",
              "CREATE TRIGGER refuse BEFORE INSERT ON assay.job FOR EACH ROW EXECUTE FUNCTION refuse()")
    place.set_validator(ACCEPT + "/* later */\n")
    status, text, _ = place.take()
    expect(status == 503 and "The new package of problem A is in use." in text and "is refused" not in text, f"jobs are refused: {status} {text}")
    expect(used(place.jury.get("/jury/problems")[1]) != before, "the new package is not in use")
    place.sql("DROP TRIGGER refuse ON assay.job")
    check_repaired(place, made)


def check_health(place):
    """Without the database the server lives, is not ready, and tells strangers nothing of hosts and users: that is for the log and the
    jury."""
    anybody, secret, until = serve.Browser(place.server), place.database.file.read_text().strip(), time.monotonic() + 120
    expect([anybody.get(path)[1] for path in ("/healthz", "/readyz")] == ["ok\n", "ok\n"], "/healthz and /readyz")
    place.database.call("crash")
    status, answer = place.team.ask("POST", "/submissions", api_http.program(RIGHT))
    ready, text, _ = anybody.get("/readyz")
    place.database.call("restart")
    expect(status == 503 and secret not in str(answer), f"a submission without the database: {status} {answer}")
    expect(ready == 503 and "store cannot be written" in text and secret not in text, f"/readyz without the database: {ready} {text}")
    while anybody.get("/readyz")[0] != 200:
        expect(time.monotonic() < until, "/readyz stays bad")
        time.sleep(0.2)


def check_older(place):
    """Submissions that an older program queued are judged by this program. Their lanes have another format and other languages."""
    place.server.stop()
    if place.worker:
        place.worker.process.terminate()
        place.worker.process.wait()
    else:
        place.server.command.append("-j0")
    place.server.start()
    made = [place.submit() for _ in range(3)]
    place.server.stop()
    change = (r"UPDATE {} SET lane = 'format:assay-result/1 table:0123456789abcdef' WHERE state = 0 AND lane LIKE '%assay-result/%'")
    if place.worker:
        place.sql(change.format("assay.job"))
        place.worker.start()
    else:
        with sqlite3.connect(place.folder / "contest/contest.db") as store:
            expect(store.execute(change.format("job")).rowcount == len(made), "the submissions do not wait")
        place.server.command.pop()
    place.server.start()
    place.log_in()
    for submission in made:
        expect(place.verdict(submission, 1) == "AC", "a submission of an older program's queue was not judged")
        expect(len(place.admin.get(f"/judgements?submission_id={submission}")) == 1, "the withdrawn judgement is in the API")
    page = place.jury.get("/jury/audit")[1]
    expect("not known" not in page and '<th scope="row">the server<' in page, f"the audit log does not name the server: {page}")


def check(place):
    expect(place.verdict(place.submit(), 1) == "AC", "the first submission")
    check_changed(place)
    check_restart(place)
    check_api(place)
    check_broken(place)
    if not place.worker:
        check_two_at_once(place)
        check_large(place)
    check_held(place)
    check_released(place)
    check_older(place)
    if place.worker:
        check_later(place)
        check_health(place)


def run(assay, folder, database):
    place = Place(assay, folder, database)
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
    with tempfile.TemporaryDirectory(prefix="assay-packages-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
