# SPDX-License-Identifier: MIT
"""A course whose store is on a PostgreSQL server: classes, which `assay judge --store -j0` queues, and workers, which judge
them. For the scripts of this folder."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from kill import PROBLEM, Fault
from store import READ, strip

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import rooms

# They sleep, so that faults happen during a run, with little CPU time.
WAIT = " usleep(300000);"
KINDS = [
    READ + WAIT + ' printf("%d\\n", a + b); }\n',
    READ + WAIT + ' printf("%d\\n", a + b + (a == 2)); }\n',
    READ + WAIT + ' if (a == 3) abort(); printf("%d\\n", a + b); }\n',
    "int main(void) { return 0 }\n",
]
TESTS = 3


def documents_of(text):
    """Without the values that differ from run to run."""
    documents = [strip(json.loads(line)) for line in text.splitlines()]
    for document in documents:
        document["assay"].pop("worker", None)
    return documents


def make_files(folder, classes):
    data = folder / "sum/data/secret"
    data.mkdir(parents=True)
    (folder / "sum/problem.yaml").write_text(PROBLEM.replace("time_limit: 1.0", "time_limit: 5.0"))
    for number in range(1, TESTS + 1):
        (data / f"{number:02}.in").write_text(f"{number} {number * number}\n")
        (data / f"{number:02}.ans").write_text(f"{number + number * number}\n")
    for name, count in classes.items():
        (folder / name).mkdir()
        for number in range(count):
            (folder / f"{name}/{number:02}.c").write_text(f"/* {name} {number} */\n" + KINDS[number % len(KINDS)])
    (folder / "tmp").mkdir()


class Worker:
    def __init__(self, course, name, core, url, inside=lambda *command: [*rooms.BOUND, *command], more=None):
        self.name, self.log = name, course.folder / f"{name}.log"
        # It may share the log with a killed worker.
        self.begin = self.heard = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "a", encoding="utf-8") as log:
            command = inside(course.assay, "worker", "--store", url, "--name", name, "-j1", "--cores", str(core))
            self.process = subprocess.Popen(command, cwd=course.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**course.environment(name.replace(" ", "-")), **(more or {})})

    def said(self):
        """Its log, while it runs."""
        if self.process.poll() is not None:
            raise Fault(f"the worker {self.name} ended: {self.log.read_text()}")
        return self.log.read_text()

    def began(self):
        """True if it has opened the store."""
        return f"assay: worker {self.name}: " in self.log.read_text()[self.begin:]

    def forget(self):
        """Skips its earlier output."""
        self.heard = len(self.said())

    def await_text(self, text):
        """Waits for a text in its output, after the earlier one."""
        def find():
            at = self.said().find(text, self.heard)
            if at >= 0:
                self.heard = at + len(text)
            return at >= 0
        rooms.wait_for(f"{text!r} of {self.name}", find)

    def end(self):
        self.process.terminate()
        if self.process.wait(rooms.PATIENCE_S) != 0:
            raise Fault(f"the worker {self.name}: status {self.process.returncode}: {self.log.read_text()}")


class Course:
    """Classes are pairs of a name and a number of submissions."""

    def __init__(self, assay, classes, network=None):
        self.assay, self.classes = os.path.abspath(assay), classes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-soak."))
        self.folder.chmod(0o755)
        make_files(self.folder, classes)
        self.workers = []
        self.server = rooms.Server(self.folder, network)
        self.database = "postgres"

    @property
    def url(self):
        return self.server.url(self.database)

    def environment(self, cache="cache"):
        return {"PATH": os.environ["PATH"], "TMPDIR": str(self.folder / "tmp"), "XDG_CACHE_HOME": str(self.folder / cache),
                **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}}

    def run(self, *words):
        done = subprocess.run([self.assay, *words], cwd=self.folder, env=self.environment(), capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise Fault(f"{words[:2]}: status {done.returncode}: {done.stdout[-1000:]}{done.stderr}")
        return done.stdout

    def paths(self, name):
        return [f"{name}/{number:02}.c" for number in range(self.classes[name])]

    def judge_undisturbed(self):
        """The documents of each class, without a store."""
        every = [path for name in self.classes for path in self.paths(name)]
        documents = documents_of(self.run("judge", "--json", "-j2", "sum", *every))
        found, first = {}, 0
        for name, count in self.classes.items():
            found[name] = documents[first:first + count]
            first += count
        return found

    def make_store(self, database):
        """In a new database, with the job of one submission."""
        self.server.sql(f"CREATE DATABASE {database}")
        self.database = database
        (self.folder / "first.c").write_text("int main(void) { return 0 }\n")
        self.run("judge", "-j1", "--store", self.url, "sum", "first.c")
        # A worker that was killed or cut off is counted as a death.
        self.run("store", "set", self.url, "attempts", "1000000")

    def start_worker(self, *words, **more):
        self.workers.append(Worker(self, *words, **more))
        return self.workers[-1]

    def start_client(self, name):
        with open(self.folder / f"{name}.out", "w", encoding="utf-8") as out, \
             open(self.folder / f"{name}.err", "w", encoding="utf-8") as err:
            return subprocess.Popen([*rooms.BOUND, self.assay, "judge", "-j0", "--json", "--store", self.url, "sum",
                                     *self.paths(name)], cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
                                    stdout=out, stderr=err)

    def expect_documents(self, name, status, expected):
        text = (self.folder / f"{name}.out").read_text()
        if status != 0 or documents_of(text) != expected:
            raise Fault(f"{name}: status {status}, {(self.folder / f'{name}.err').read_text()}documents {text}")

    def rows(self, query):
        return self.server.sql(query, self.database)

    def await_server(self):
        """After a crash."""
        def answers():
            return subprocess.run([self.server.psql, "-qAtX", "-c", "SELECT 1", self.url], capture_output=True).returncode == 0
        rooms.wait_for("the server", answers)

    def number(self, query):
        return int(self.rows(query)[0])

    def count_claims(self, name):
        return self.number("SELECT count(*) FROM assay.job JOIN assay.session ON session.id = job.session"
                           f" WHERE job.state = 1 AND session.name = '{name}'")

    def check_rows(self, jobs):
        """Each job has one result, which is the valid one, and two events; `jobs` is their number."""
        if self.number("SELECT count(*) FROM assay.job WHERE state = 2 AND result IS NOT NULL") != jobs:
            raise Fault("a job is not done")
        if self.rows("SELECT count(*), count(DISTINCT job) FROM assay.result") != [f"{jobs}|{jobs}"]:
            raise Fault("a job has not one result")
        # The sweep numbers events.
        rooms.wait_for("the events", lambda: self.number("SELECT count(*) FROM assay.unnumbered") == 0)
        if self.rows("SELECT max(number), count(DISTINCT (job, kind)) FROM assay.event") != [f"{2 * jobs}|{2 * jobs}"]:
            raise Fault("an event is missing, or there twice")

    def check_store(self):
        checked = self.run("store", "check", self.url)
        if not checked.endswith(": no problems\n"):
            raise Fault(checked)

    def print_logs(self):
        for worker in self.workers:
            print(f"{worker.log.name}:\n{worker.log.read_text()}", file=sys.stderr)

    def close(self):
        for worker in self.workers:
            worker.process.kill()
            worker.process.wait()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
