#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stores and exports that earlier versions of assay made (data/stores): each opens, is whole, and reads as it did then.

usage: samples.py ASSAY NAME; a name is that of a sample, such as sqlite-3 or export-2.
"""
import atexit
import difflib
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
STORES = TESTS / "data/stores"
sys.path[:0] = [str(TESTS / "soak"), str(TESTS / "cli")]
import contest as contests  # noqa: E402
import serve  # noqa: E402

PASSWORD = "password-admin"
CONTESTS = ("club", "points")
# The stores that the exports were made of.
MADE_OF = {"export-1": "sqlite-2", "export-2": "sqlite-3", "export-3": "sqlite-5"}
# The job that was done when the server was killed.
LEFT = 13
KINDS = ("submissions", "judgements", "runs", "clarifications", "state")


def expect(condition, text):
    if not condition:
        sys.exit(text)


# ---- stores ----


class File:
    """A store in a file."""

    prefix = ""

    def __init__(self, path):
        self.path, self.url = path, f"sqlite:{path}"

    def number(self, text):
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=60) as db:
            return db.execute(text).fetchone()[0]

    def dump(self):
        db = sqlite3.connect(self.path, timeout=60)
        version, = db.execute("PRAGMA user_version").fetchone()
        application, = db.execute("PRAGMA application_id").fetchone()
        text = "\n".join(db.iterdump())
        db.close()
        return f"PRAGMA application_id = {application};\nPRAGMA user_version = {version};\n{text}\n".encode()

    def load(self, data):
        db = sqlite3.connect(self.path)
        db.executescript(data.decode())
        db.close()
        self.path.chmod(0o600)
        return self

    def remove(self):
        for path in self.path.parent.glob(self.path.name + "*"):
            path.unlink()


class Server:
    """A store on a server: the database is its user's alone."""

    prefix = "assay."

    def __init__(self, database):
        self.database, self.url = database, database.url

    def run(self, *options, text=""):
        return subprocess.run(["psql", "-qtAX", "-v", "ON_ERROR_STOP=1", *options, self.url], input=text, check=True, capture_output=True,
                              text=True, timeout=300).stdout

    def number(self, text):
        return int(self.run("-c", text))

    def dump(self):
        text = subprocess.run(["pg_dump", "--schema=assay", "--no-owner", "--no-acl", self.url], check=True, capture_output=True, text=True,
                              timeout=300).stdout
        return re.sub(r"(?m)^(--.*|\\(un)?restrict .*|)\n", "", text).encode()

    def load(self, data):
        self.run(text=data.decode())
        return self

    def remove(self):
        self.run(text="DROP SCHEMA assay CASCADE")


def new_store(folder, database):
    return Server(database) if database.url else File(folder / "old.store")


# ---- what assay reads ----


def write_folders(folder):
    """Copies of the contests, with accounts."""
    for name in CONTESTS:
        shutil.copytree(STORES / name, folder / name)
        accounts = folder / name / "accounts.yaml"
        accounts.write_text(json.dumps([{"username": "admin", "type": "admin", "password": PASSWORD}]))
        accounts.chmod(0o600)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, f"{command[1:]}: status {done.returncode}, {done.stdout}{done.stderr}")
    return done.stdout


def line(*words):
    return " ".join(word if isinstance(word, str) else json.dumps(word, ensure_ascii=False, sort_keys=True) for word in words)


def read_contest(assay, folder, url, name):
    """The board and the feed, without the configuration, which depends on the version and on the machine."""
    to = folder / "documents"
    run(assay, "contest", "export", folder / name, "-o", to, "--store", url)
    rows = json.loads((to / "scoreboard.json").read_text())["rows"]
    events = [json.loads(text) for text in (to / "event-feed.ndjson").read_text().splitlines()]
    shutil.rmtree(to)
    kept = [{key: event[key] for key in ("type", "id", "data")} for event in events if event["type"] in KINDS]
    return [line(name, "row", row) for row in rows] + [line(name, "feed", event) for event in kept]


def read_tables(file):
    """The rows of each table of an export."""
    tables = {}
    with tarfile.open(file) as tar:
        for entry in tar:
            if entry.name.endswith(".jsonl"):
                rows = tar.extractfile(entry).read().decode().splitlines()
                tables.setdefault(entry.name.split("/")[0], []).extend(json.loads(row) for row in rows)
    return tables


def read_jobs(file):
    """States and verdicts are numbers of the format."""
    tables = read_tables(file)
    spaces, results, submissions = ({row["id"]: row for row in tables.get(name, [])} for name in ("space", "result", "submission"))
    verdicts = {row["job"]: str(results[row["result"]]["verdict"]) for row in tables.get("valid", [])}
    return [line("job", str(job["id"]), spaces[job["space"]]["name"], submissions[job["submission"]]["path"], "state", str(job["state"]),
                 "verdict", verdicts.get(job["id"], "none")) for job in tables["job"]]


def read(assay, folder, url, names=CONTESTS):
    """A text of what the store has: of jobs, boards and feeds."""
    file = folder / "read.tar"
    run(assay, "store", "export", url, file)
    lines = read_jobs(file)
    file.unlink()
    for name in names:
        lines += read_contest(assay, folder, url, name)
    return "\n".join(lines) + "\n"


# ---- checks ----


class Club(contests.Server):
    """A contest of a folder, in a store that is there."""

    def __init__(self, assay, folder, name, url, *options):  # pylint: disable=super-init-not-called
        self.command = [assay, "serve", folder / name, "--json", "--store", url, *options]
        self.log = open(folder / "serve.log", "a", encoding="utf-8")
        self.address, self.port = "127.0.0.1", contests.ports.free_port()
        self.start()


def expect_text(found, wanted, what):
    if found != wanted:
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), found.splitlines(True), "then", "now"))
        sys.exit(f"{what} reads differently")


def check_whole(assay, folder, url, wanted, what):
    found = run(assay, "store", "check", url)
    expect(", 0 problems" in found or "no problem" in found, f"{what}: {found}")
    expect_text(read(assay, folder, url, CONTESTS if "feed" in wanted else ()), wanted, what)


def check_imports(assay, folder, database, file, wanted):
    """Into both back ends, with the same bytes when it is exported again."""
    again = []
    for store in (File(folder / "imported.store"), Server(database)):
        run(assay, "store", "import", store.url, file)
        check_whole(assay, folder, store.url, wanted, f"the import into {store.url}")
        again.append(folder / f"again{len(again)}.tar")
        run(assay, "store", "export", store.url, again[-1])
        store.remove()
    expect(again[0].read_bytes() == again[1].read_bytes(), "the exports of both back ends differ")
    return again[0]


def await_verdicts(admin, wanted):
    until = time.monotonic() + 60
    while True:
        verdicts = {item["submission_id"]: item.get("judgement_type_id") for item in admin.get("/judgements") if item["current"]}
        if verdicts.items() >= wanted.items():
            return
        expect(time.monotonic() < until, f"the verdicts are {verdicts}")
        time.sleep(0.2)


def rejudge(server, *numbers):
    """By the form of the jury."""
    jury = serve.Browser(server)
    expect(jury.log_in("admin", PASSWORD)[0] == 303, "the admin cannot log in")
    for number in numbers:
        status, text, _ = jury.post(f"/jury/submissions/{number}/rejudge", f"/jury/submissions/{number}")
        expect(status == 303, f"judging again is refused: {status} {text}")


def check_goes_on(assay, folder, store):
    """The server takes the result that was there. Jobs that wait for a judge of another version are queued anew by the jury."""
    server = Club(assay, folder, "club", store.url, "-j2")
    atexit.register(lambda: server.process.poll() is None and server.process.kill())
    admin = contests.Client(server, "club", "admin", PASSWORD)
    await_verdicts(admin, {"1": "AC", "2": "WA", "3": "CE", "4": "AC"})
    rejudge(server, 5, 6)
    await_verdicts(admin, {"1": "AC", "2": "WA", "3": "CE", "4": "AC", "5": "AC", "6": "AC"})
    board = [(row["team_id"], row["rank"], row["score"]["num_solved"], row["score"]["total_time"]) for row in admin.get("/scoreboard")["rows"]]
    right = [("a", 1, 1, "0:10:00.000"), ("c", 2, 1, "0:50:00.000"), ("b", 3, 1, "1:12:00.000")]
    expect(board == right, f"the board is {board}")
    server.stop()
    expect(store.number(f"SELECT count(*) FROM {store.prefix}result WHERE job = {LEFT}") == 1, "what was judged is judged again")
    run(assay, "store", "check", store.url)


def check_store(assay, folder, name, store, database):
    wanted = (STORES / f"{name}.txt").read_text()
    store.load(gzip.decompress((STORES / f"{name}.sql.gz").read_bytes()))
    check_whole(assay, folder, store.url, wanted, name)
    file = folder / "export.tar"
    run(assay, "store", "export", store.url, file)
    if "feed" in wanted:
        check_goes_on(assay, folder, store)
    store.remove()
    again = check_imports(assay, folder, database, file, wanted)
    expect(again.read_bytes() == file.read_bytes(), "an import and an export change the bytes")


def check_export(assay, folder, name, database):
    (folder / "export.tar").write_bytes(gzip.decompress((STORES / f"{name}.tar.gz").read_bytes()))
    check_imports(assay, folder, database, folder / "export.tar", (STORES / f"{MADE_OF[name]}.txt").read_text())


def main(assay, name):
    with tempfile.TemporaryDirectory(prefix="assay-samples-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, True)
        try:
            write_folders(folder)
            if name.startswith("export"):
                check_export(assay, folder, name, database)
            else:
                check_store(assay, folder, name, Server(database) if name.startswith("postgres") else File(folder / "old.store"), database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
