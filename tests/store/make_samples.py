#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a sample of a store and of its export (data/stores) with the assay of some version, and what that assay reads from it.

usage: make_samples.py ASSAY sqlite|postgresql STORE.sql.gz EXPORT.tar.gz|- EXPECTED.txt

A program without contests judges for `assay judge --store` alone. Another one also serves two contests of data/stores, and is killed in the
end: a job is done then, but its judgement is not in the log of the contest; one is being judged; one is queued. Needs root, as the sandbox
does, and for a host name of its own.
"""
import gzip
import http.client
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "soak"), str(TESTS / "store")]
import contest as contests  # noqa: E402
import samples  # noqa: E402

SUM = "print(sum(map(int, input().split())))\n"
# Right if no number is negative.
PART = "print(sum(abs(int(word)) for word in input().split()))\n"
SLOW = "import time\ntime.sleep(1.5)\n" + SUM
BROKEN = "int main(void) { return missing; }\n"


def archive(name, source):
    return contests.archive(source) if name == "main.py" else contests.base64.b64encode(zipped(name, source)).decode()


def zipped(name, source):
    data = io.BytesIO()
    with contests.zipfile.ZipFile(data, "w") as file:
        file.writestr(name, source)
    return data.getvalue()


def submit(admin, problem, team, minute, source, name="main.py"):
    body = {"problem_id": problem, "language_id": "c" if name == "main.c" else "python3", "team_id": team,
            "time": f"2026-01-10T10:{minute:02}:00Z", "files": [{"data": archive(name, source)}]}
    status, answer = admin.request("POST", "/submissions", body)
    if status != 201:
        sys.exit(f"a submission is refused: {answer}")
    return answer["id"]


def ask(admin):
    question = {"from_team_id": "b", "to_team_ids": None, "problem_id": "sum", "text": "May a number be negative?", "time": "2026-01-10T10:15:00Z"}
    status, answer = admin.request("POST", "/clarifications", question)
    if status not in (200, 201):
        sys.exit(f"a question is refused: {answer}")
    reply = {"reply_to_id": answer["id"], "to_team_ids": ["b"], "problem_id": "sum", "text": "Yes.", "time": "2026-01-10T10:16:00Z"}
    status, answer = admin.request("POST", "/clarifications", reply)
    if status not in (200, 201):
        sys.exit(f"an answer is refused: {answer}")


def await_current(admin, count):
    """Waits until this number of judgements have ended; a repeated judgement counts twice."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        ended = [item for item in admin.get("/judgements") if item.get("end_time")]
        if len(ended) >= count:
            return
        time.sleep(0.2)
    sys.exit("a submission is not judged in time")


def fill_club(assay, folder, url):
    server = samples.Club(assay, folder, "club", url, "-j1")
    admin = contests.Client(server, "club", "admin", samples.PASSWORD)
    submit(admin, "sum", "a", 10, SUM)
    submit(admin, "sum", "b", 12, PART)
    submit(admin, "sum", "b", 20, BROKEN, "main.c")
    ask(admin)
    contests.await_judgements(admin)
    samples.rejudge(server, 1)
    await_current(admin, 4)
    server.stop()


def fill_points(assay, folder, url):
    server = samples.Club(assay, folder, "points", url, "-j1")
    admin = contests.Client(server, "points", "admin", samples.PASSWORD)
    submit(admin, "steps", "a", 5, PART)
    submit(admin, "steps", "a", 40, SUM)
    submit(admin, "steps", "b", 30, PART)
    submit(admin, "steps", "c", 31, "print('none')\n")
    contests.await_judgements(admin)
    server.stop()


def fill_judge(assay, folder, url):
    (folder / "ann.py").write_text(SUM)
    (folder / "bea.py").write_text(PART)
    (folder / "cid.c").write_text(BROKEN)
    shutil.copytree(folder / "club/problems/sum", folder / "sum")
    for package, files in (("sum", ["ann.py", "bea.py", "cid.c"]), ("points/problems/steps", ["bea.py"])):
        done = subprocess.run([assay, "judge", "-j1", "--store", url, package, *files], cwd=folder,
                              capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1):
            sys.exit(f"judge: {done.returncode} {done.stdout}{done.stderr}")


def await_done(store, job):
    """Returns as soon as the job is done."""
    text = f"SELECT state FROM {store.prefix}job WHERE id = {job}"
    until = time.monotonic() + 60
    while store.number(text) != 2:
        if time.monotonic() > until:
            sys.exit(f"job {job} is not done in time")


def leave(assay, folder, store):
    """The job of the first submission is done without a judgement, the second one is claimed or queued, the third one queued."""
    is_server = store.prefix != ""
    server = samples.Club(assay, folder, "club", store.url, "-j0" if is_server else "-j1")
    admin = contests.Client(server, "club", "admin", samples.PASSWORD)
    job = store.number(f"SELECT max(id) FROM {store.prefix}job") + 1
    submit(admin, "sum", "c", 50, SUM)
    submit(admin, "sum", "a", 51, SLOW)
    submit(admin, "sum", "b", 52, SLOW)
    if is_server:
        server.kill()
        with subprocess.Popen([assay, "worker", "-j1", "--store", store.url], stderr=server.log) as worker:
            await_done(store, job)
            worker.kill()
    else:
        await_done(store, job)
        server.kill()


def is_pending(text):
    """Whether the first of the three jobs ended alone. From version 7 of a store on a server its result is at once in the log."""
    events = [json.loads(line.split(" ", 2)[2]) for line in text.splitlines() if line.startswith("club feed ")]
    ended = {event["data"]["submission_id"] for event in events if event["type"] == "judgements" and event["data"].get("end_time")}
    return ended - {"4"} == {"1", "2", "3"}


def fill(assay, folder, store, has_contests):
    """The text that the program reads from the store in the end."""
    fill_judge(assay, folder, store.url)
    if not has_contests:
        return samples.read(assay, folder, store.url, ())
    fill_club(assay, folder, store.url)
    fill_points(assay, folder, store.url)
    kept = store.dump()
    for _ in range(30):
        leave(assay, folder, store)
        text = samples.read(assay, folder, store.url)
        if is_pending(text):
            return text
        store.remove()
        store.load(kept)
    sys.exit("the server is always faster")


def has_serve(assay):
    return subprocess.run([assay, "serve", "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def main(assay, kind, to, export, expected):
    assay = pathlib.Path(assay).resolve()
    with tempfile.TemporaryDirectory(prefix="assay-sample-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            samples.write_folders(folder)
            store = samples.new_store(folder, database)
            pathlib.Path(expected).write_text(fill(assay, folder, store, has_serve(assay)), encoding="utf-8")
            pathlib.Path(to).write_bytes(gzip.compress(store.dump(), mtime=0))
            if export != "-":
                subprocess.run([assay, "store", "export", store.url, folder / "export.tar"], check=True, stdout=subprocess.DEVNULL)
                pathlib.Path(export).write_bytes(gzip.compress((folder / "export.tar").read_bytes(), mtime=0))
        finally:
            database.stop()


if __name__ == "__main__":
    if os.uname().nodename != "judge":
        os.execvp("unshare", ["unshare", "-u", "sh", "-c", 'hostname judge && exec "$@"', "sh", sys.executable, *sys.argv])
    main(*sys.argv[1:])
