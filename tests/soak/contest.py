#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contest whose server is killed, again and again, while teams submit.

usage: contest.py ASSAY KILLS [postgresql [worker]]. Teams submit by the Contest API, and two clients read the event feed. Every 1 to 2
seconds the server is killed with SIGKILL and started again. With a store on PostgreSQL it is sometimes the database server instead, as by a
power cut. With `worker`, a worker in another process judges alone, and it is often that one. In the end:
  - each acknowledged submission exists exactly once, and there is no other one of that team and time,
  - each has exactly one judgement that counts, with the verdict that its program deserves,
  - its runs are those of its result, whatever was shown of an attempt that was killed,
  - the scoreboard is the one that follows from submissions and judgements by the rules,
  - both clients have the same lines in the same order, which are those of a client that comes last.
"""
import base64
import http.client
import io
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

SUPPORT = pathlib.Path(__file__).resolve().parent.parent / "support"
sys.path.insert(0, str(SUPPORT))
import ports  # noqa: E402

TEAMS = 4
POSTGRES = SUPPORT / "postgres.sh"
PENALTY_MINUTES = 20
SANITIZER_STATUS = 99
PROGRAMS = {
    "AC": "print(sum(map(int, input().split())))\n",
    "WA": "print(0)\n",
    "RTE": "raise SystemExit(3)\n",
}


def write_package(folder):
    """A fast problem: the sum of two numbers."""
    (folder / "data/secret").mkdir(parents=True)
    (folder / "problem.yaml").write_text("problem_format_version: 2025-09\nname: Sum\nuuid: 7bbf6d44-5f6c-4a3b-9d2d-5d0b4c1f7e11\n"
                                         "limits: {time_limit: 5}\n")
    for number, (first, second) in enumerate([(1, 2), (30, 12), (-5, 5)], 1):
        (folder / f"data/secret/{number}.in").write_text(f"{first} {second}\n")
        (folder / f"data/secret/{number}.ans").write_text(f"{first + second}\n")


def write_contest(assay, folder):
    write_package(folder / "sum")
    subprocess.run([assay, "contest", "new", folder / "contest", "--teams", str(TEAMS), "--problems", folder / "sum"], check=True,
                   stdout=subprocess.DEVNULL)
    file = folder / "contest/contest.yaml"
    lines = [line for line in file.read_text().splitlines() if not line.lstrip("# ").startswith(("start_time", "limits"))]
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    file.write_text("\n".join(lines) + f"\nstart_time: {start}\nlimits: {{submissions_per_minute: unlimited}}\n")
    accounts = (folder / "contest/accounts.yaml").read_text()
    return parse_accounts(accounts)


def parse_accounts(text):
    """Passwords by username: the file has one account after the other."""
    found, name = {}, None
    for line in text.replace("{", "\n").replace("}", "\n").replace(",", "\n").splitlines():
        key, _, value = line.strip().lstrip("- ").partition(":")
        if key.strip() == "username":
            name = value.strip().strip("'\"")
        elif key.strip() == "password" and name:
            found[name] = value.strip().strip("'\"")
    return found


class Server:
    """The server process, which is restarted on the same port."""

    def __init__(self, assay, folder, url, *options):
        self.command = [assay, "serve", folder / "contest", "--json", *(["--store", url] if url else []), *options]
        self.log = open(folder / "serve.log", "w", encoding="utf-8")
        self.address, self.port = "127.0.0.1", ports.free_port()
        self.start()
        self.stop()
        # A job fails after some deaths of its server, which the test causes.
        subprocess.run([assay, "store", "set", url or f"sqlite:{folder}/contest/contest.db", "attempts", "1000000"], check=True,
                       stdout=subprocess.DEVNULL)
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.command, "--listen", f"{self.address}:{self.port}"], stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the server did not start: " + pathlib.Path(self.log.name).read_text())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(60) != 0:
            sys.exit(f"the server ended with {self.process.returncode}")


class Client:
    """Requests of one account. None: the server was not reachable."""

    def __init__(self, server, contest, name, password):
        self.server, self.contest = server, contest
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()}

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = dict(self.headers, **({"Content-Type": "application/json"} if body else {}))
        try:
            connection.request(method, f"/api/contests/{self.contest}{path}", body and json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            return None
        finally:
            connection.close()

    def get(self, path):
        while True:
            answer = self.request("GET", path)
            if answer:
                if answer[0] == 200:
                    return answer[1]
                assert answer[0] == 503, answer
            time.sleep(0.1)


def archive(source, name="main.py"):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as zipped:
        zipped.writestr(name, source)
    return base64.b64encode(data.getvalue()).decode()


def submit_until(client, problem, done, acknowledged, is_slow):
    """Submits until the event is set; records acknowledged submissions: id -> expected verdict."""
    number = 0
    slowly = "import time\ntime.sleep(0.3)\n" if is_slow else ""
    while not done.is_set():
        number += 1
        verdict = random.choice(list(PROGRAMS))
        source = f"# {id(client)} {number}\n" + slowly + PROGRAMS[verdict]
        answer = client.request("POST", "/submissions",
                                {"problem_id": problem, "language_id": "python3", "files": [{"data": archive(source)}]})
        if answer and answer[0] == 201:
            acknowledged[answer[1]["id"]] = verdict
        elif answer and answer[0] != 503:  # while the store is not reachable
            os.write(2, f"a submission was refused: {answer}\n".encode())
            os._exit(1)
        time.sleep(random.uniform(0.1, 0.5) + 2 * is_slow)


class Reader(threading.Thread):
    """Reads the feed, and resumes after its last token when the connection is cut."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.lines, self.done = client, [], threading.Event()

    def read_some(self):
        token = json.loads(self.lines[-1])["token"] if self.lines else None
        connection = http.client.HTTPConnection("127.0.0.1", self.client.server.port, timeout=15)
        try:
            connection.request("GET", f"/api/contests/{self.client.contest}/event-feed" +
                               (f"?since_token={token}" if token else ""), headers=self.client.headers)
            answer = connection.getresponse()
            if answer.status in (502, 504):  # of a proxy
                return
            if answer.status != 200:
                os.write(2, f"the feed answered {answer.status}: {answer.read()}\n".encode())
                os._exit(1)
            while not self.done.is_set():
                line = answer.readline()
                if not line.endswith(b"\n"):
                    return
                if line.strip():
                    self.lines.append(line)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()

    def run(self):
        while not self.done.is_set():
            self.read_some()
            time.sleep(0.05)


def await_judgements(client):
    """Waits until each submission has a complete judgement."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        submissions = client.get("/submissions")
        judgements = client.get("/judgements")
        judged = {judgement["submission_id"] for judgement in judgements if judgement.get("end_time")}
        if all(submission["id"] in judged for submission in submissions):
            return submissions, judgements
        time.sleep(0.5)
    sys.exit("not all submissions were judged")


def minutes(contest_time):
    hours, mins, _ = contest_time.split(":")
    return int(hours) * 60 + int(mins)


def expected_scores(submissions, verdicts):
    """Team -> (solved, minutes) by the rules of the specification."""
    scores = {}
    for submission in sorted(submissions, key=lambda item: int(item["id"])):
        team = submission["team_id"]
        solved, total, rejected = scores.get(team, (0, 0, 0))
        if solved:
            continue
        if verdicts[submission["id"]] == "AC":
            scores[team] = (1, minutes(submission["contest_time"]) + PENALTY_MINUTES * rejected, rejected)
        else:
            scores[team] = (0, 0, rejected + 1)
    return {team: score[:2] for team, score in scores.items()}


def check(client, acknowledged, readers):
    submissions, judgements = await_judgements(client)
    ids = [submission["id"] for submission in submissions]
    assert len(ids) == len(set(ids)), "an id is there twice"
    missing = set(acknowledged) - set(ids)
    assert not missing, f"acknowledged submissions are lost: {missing}"
    verdicts = {}
    for judgement in judgements:
        if judgement.get("current", True):
            assert judgement["submission_id"] not in verdicts, f"two judgements count: {judgement}"
            verdicts[judgement["submission_id"]] = judgement["judgement_type_id"]
    wrong = {number: (verdict, verdicts[number]) for number, verdict in acknowledged.items() if verdicts[number] != verdict}
    assert not wrong, f"verdicts differ: {wrong}"
    board = {row["team_id"]: (row["score"]["num_solved"], minutes(row["score"]["total_time"])) for row in client.get("/scoreboard")["rows"]}
    expected = {team: (0, 0) for team in board} | expected_scores(submissions, verdicts)
    assert board == expected, f"the scoreboard is {board}, and follows as {expected}"
    check_feeds(client, readers)
    return len(ids)


def check_feeds(client, readers):
    last = Reader(client)
    last.start()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        feeds = [reader.lines[:] for reader in (*readers, last)]
        if feeds[0] and feeds[0] == feeds[1] == feeds[2]:
            break
        time.sleep(0.3)
    else:
        sys.exit(f"the feeds differ: {[len(feed) for feed in feeds]} lines")
    for reader in (*readers, last):
        reader.done.set()


def check_runs(client):
    """The runs of a judgement are those of its result, whatever was reported before a worker died."""
    runs = {}
    for item in client.get("/runs"):
        runs.setdefault(item["judgement_id"], []).append(item)
    for judgement in client.get("/judgements"):
        found = sorted(runs.get(judgement["id"], []), key=lambda item: item["ordinal"])
        verdicts = [item["judgement_type_id"] for item in found]
        last = judgement["judgement_type_id"]
        expected = ["AC"] * len(PROGRAMS) if last == "AC" else ["AC"] * (len(verdicts) - 1) + [last]
        assert verdicts == expected and [item["ordinal"] for item in found] == list(range(1, len(found) + 1)), f"{judgement}: {found}"


class Worker:
    """A process of its own that judges; None: the server does."""

    def __init__(self, assay, folder, url):
        self.command = [assay, "worker", "--store", url, "-j2"]
        self.log = open(folder / "worker.log", "w", encoding="utf-8")
        self.lock = threading.Lock()
        self.start()

    def start(self):
        self.is_wanted = True
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        threading.Thread(target=self.keep, args=(self.process,), daemon=True).start()

    def keep(self, process):
        """Starts it again, as a service manager does, if it could not connect because the database crashed at that moment."""
        status = process.wait()
        time.sleep(1)
        with self.lock:
            if 0 < status < SANITIZER_STATUS and self.is_wanted and self.process is process:
                self.start()

    def kill(self):
        with self.lock:
            self.is_wanted = False
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Database:
    """A PostgreSQL server for this test; none without `wanted`."""

    def __init__(self, folder, wanted):
        self.file = folder / "server"
        self.url = None
        if wanted:
            self.call("start")
            self.url = f"postgresql://postgres@/postgres?host={self.file.read_text().strip()}"

    def call(self, command):
        subprocess.run([POSTGRES, command, self.file], check=True)

    def crash(self):
        self.call("crash")
        self.call("restart")

    def stop(self):
        if self.url:
            self.call("stop")


def kill_often(server, worker, database, kills):
    """How often what was killed."""
    counts = {"server": 0, "worker": 0, "database": 0}
    for _ in range(kills):
        time.sleep(random.uniform(1, 2))
        if worker and random.random() < 0.5:
            counts["worker"] += 1
            worker.kill()
            worker.start()
        elif database.url and random.random() < 0.3:
            counts["database"] += 1
            database.crash()
        else:
            counts["server"] += 1
            server.kill()
            server.start()
    return ", ".join(f"{count} of the {what}" for what, count in counts.items() if count)


def run(assay, kills, folder, database, has_worker):
    passwords = write_contest(assay, folder)
    server = Server(assay, folder, database.url, *(["--jobs", "0"] if has_worker else []))
    worker = Worker(assay, folder, database.url) if has_worker else None
    try:
        run_with(server, worker, kills, database, passwords)
    finally:
        if worker:
            worker.kill()


def run_with(server, worker, kills, database, passwords):
    admin = Client(server, "contest", "admin", passwords["admin"])
    problem = admin.get("/problems")[0]["id"]
    readers = [Reader(admin) for _ in range(2)]
    acknowledged, done = {}, threading.Event()
    teams = [threading.Thread(target=submit_until, daemon=True,
                              args=(Client(server, "contest", f"team{number}", passwords[f"team{number}"]), problem, done, acknowledged,
                                    worker is not None))
             for number in range(1, TEAMS + 1)]
    for thread in (*readers, *teams):
        thread.start()
    killed = kill_often(server, worker, database, kills)
    done.set()
    for thread in teams:
        thread.join()
    count = check(admin, acknowledged, readers)
    check_runs(admin)
    server.stop()
    print(f"{kills} kills, {killed}: {len(acknowledged)} submissions were acknowledged, {count} are there, "
          "each judged once, and the feeds are the same")


def main(assay, kills, store="sqlite", worker=None):
    with tempfile.TemporaryDirectory(prefix="assay-contest-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = Database(folder, store == "postgresql")
        try:
            run(assay, kills, folder, database, worker is not None)
        finally:
            database.stop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
