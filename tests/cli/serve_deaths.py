#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The judging process is killed three times during one submission: the verdict is a judging error, and the jury's pages and the log show why.
With a database, the database is also away for a while, also when the server stops. Without one, the store is damaged in the end.

usage: serve_deaths.py ASSAY [postgresql]. With `postgresql` a worker in another process judges, and is killed.
"""
import http.client
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve  # noqa: E402
from serve_packages import Place, api_http, contests, expect  # noqa: E402

DEATHS = 3
CAUSE = f"assay was killed {DEATHS} times while it judged this submission, the last time while it judged no other submission"


def await_claim(place, deaths):
    """A dead worker keeps its claim until another process finds that it is dead. A server that starts ends its own earlier claims."""
    if not place.worker:
        serve.await_text(place.jury, "/jury/queue", "<b>1</b><span>being judged</span>")
        return
    until = time.monotonic() + 120
    query = f"SELECT count(*) FROM assay.job WHERE state = 1 AND deaths = {deaths}"
    while subprocess.run(["psql", "-qAtX", "-c", query, place.url], check=True, capture_output=True, text=True).stdout.strip() != "1":
        expect(time.monotonic() < until, f"the submission is not judged again after {deaths} kills")
        time.sleep(0.1)


def store(place, *command):
    subprocess.run([place.assay, "store", *command], check=True, stdout=subprocess.DEVNULL)


def check_pages(place, submission):
    page = place.jury.get(f"/jury/submissions/{submission}")[1]
    expect(f"Judging error: {CAUSE}" in page, f"the jury's page does not say why: {page}")
    page = place.jury.get("/jury/queue")[1]
    expect("<h2>Judging errors</h2>" in page and CAUSE in page, f"the queue does not say why: {page}")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    page = team.get(f"/submissions/{submission}")[1]
    expect("Pending" in page and "killed" not in page, f"the team sees: {page}")


def await_health(place, wanted):
    until = time.monotonic() + 120
    while (found := serve.Browser(place.server).get("/healthz")[:2])[0] != wanted:
        expect(time.monotonic() < until, f"/healthz: {found}")
        time.sleep(0.1)
    return found[1]


def check_away(place):
    """While the database is away, the server says so to programs, and shows the board; then it goes on by itself."""
    place.database.call("crash")
    said = await_health(place, 503)
    expect("The store does not answer; see the server" in said and place.url not in said, f"/healthz: {said}")
    expect(serve.Browser(place.server).get("/readyz")[0] == 503, "/readyz while the database is away")
    expect(serve.Browser(place.server).get("/")[0] == 200, "the board while the database is away")
    place.database.call("restart")
    await_health(place, 200)
    stop_while_away(place)


def submit_often(place, done):
    while not done.is_set():
        try:
            place.team.ask("POST", "/submissions", api_http.program("print(0)\n"))
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)


def stop_while_away(place):
    """A server that stops lets no request wait for the database."""
    done = threading.Event()
    teams = [threading.Thread(target=submit_often, args=(place, done), daemon=True) for _ in range(12)]
    for team in teams:
        team.start()
    time.sleep(1)
    place.database.call("crash")
    time.sleep(1)
    began = time.monotonic()
    place.server.stop()
    expect(time.monotonic() - began < 30, "the server does not end while the database is away")
    done.set()
    for team in teams:
        team.join()
    place.database.call("restart")
    place.server.start()


def check_damaged(place):
    """A server that cannot read its store ends by itself, although a request waits for the log."""
    place.verdict(place.submit(), 1)
    os.truncate(place.folder / "contest/contest.db-wal", 0)
    answered = serve.Browser(place.server).log_in("team2", place.passwords["team2"])
    expect(answered[0] == 503, f"a log-in with a damaged store: {answered}")
    status = place.server.process.wait(45)
    expect(status == 5, f"with a damaged store the server ended with {status}")


def check(place):
    url = place.url or f"sqlite:{place.folder}/contest/contest.db"
    place.server.stop()
    store(place, "set", url, "attempts", str(DEATHS))
    place.server.start()
    submission = place.submit("import time\ntime.sleep(100)\n")
    for deaths in range(DEATHS):
        await_claim(place, deaths)
        victim = place.worker or place.server
        victim.kill()
        victim.start()
    expect(place.verdict(submission, 1) == "JE", "the submission has another verdict")
    line = f"judged: submission {submission} of team1, problem A: JE: {CAUSE}"
    serve.await_log(place.folder / "serve.log", line)
    check_pages(place, submission)
    place.server.stop()
    if not place.worker:
        file = place.folder / "contest.tar"
        store(place, "export", url, file)
        for part in (place.folder / "contest").glob("contest.db*"):
            part.unlink()
        store(place, "import", url, file)
    place.server.start()
    place.log_in()
    check_pages(place, submission)
    if place.url:
        check_away(place)
        place.server.stop()
    else:
        check_damaged(place)
    expect(place.log().count(line) == 1, f"the log does not have the line once:\n{place.log()}")


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-deaths-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            place = Place(assay, folder, database)
            try:
                check(place)
            finally:
                place.server.kill()
                if place.worker:
                    place.worker.process.terminate()
                    place.worker.process.wait()
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
