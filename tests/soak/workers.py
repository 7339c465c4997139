#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill -9 of workers, of the command that waits for them, and of their server: the results are those of an undisturbed run.

usage: workers.py ASSAY [--kills N] [--seed N] [--only TARGET]

Two workers judge a class of `assay judge --store -j0` on a PostgreSQL server. Every 0.5 to 2 s something is killed: a worker or the
command (SIGKILL; it is started again), the process that serves a connection (SIGKILL; the server then ends all connections),
or the whole server, as a power cut would end it (pg_ctl -m immediate). With `--only stop` a worker is stopped for 20 to 60 s
instead (SIGSTOP), and continues when others judge its jobs; its late results are then refused. At the end of a class its documents equal
those of a command without a store, except for times and workers. Each job has one result, and `assay store check` finds no problem. Then
the next class begins, in another database. The tables at the end list the kills with their times, and the time until each
lost job was queued and claimed again; a trigger of this script notes that. Finally, nothing is left on the host.
"""
import argparse
import collections
import ctypes
import os
import random
import signal
import statistics
import subprocess
import sys
import time

from course import Course, rooms
from kill import PR_SET_CHILD_SUBREAPER, Fault, expect_nothing

SUBMISSIONS = 20
TARGETS = {"worker": "a worker", "client": "assay judge", "backend": "the process of a connection", "server": "the server"}
STOP = "stop"
NAMES = {**TARGETS, STOP: "a worker, which is stopped"}
# For each session of the server, by name: whether a statement is running, and its claimed jobs with their attempts.
HIT = ("WITH hit AS (SELECT id, pid FROM assay.session WHERE name LIKE '{}') SELECT (SELECT count(*) FROM pg_stat_activity"
       " JOIN hit USING (pid) WHERE state <> 'idle'), (SELECT string_agg(job.id || ':' || job.attempt, ' ') FROM assay.job"
       " JOIN hit ON hit.id = job.session WHERE job.state = 1)")
# Each change of a job's state, with its time.
NOTE = """CREATE TABLE noted (job bigint, attempt bigint, state bigint, at timestamptz);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
INSERT INTO public.noted VALUES (NEW.id, NEW.attempt, NEW.state, clock_timestamp()); RETURN NULL; END $$;
CREATE TRIGGER note AFTER UPDATE OF state ON assay.job FOR EACH ROW EXECUTE FUNCTION public.note();"""
QUEUED, CLAIMED = 0, 1


class Kills:
    """The table."""

    def __init__(self, targets):
        self.targets = targets
        self.rows = {target: collections.Counter() for target in targets}
        self.waits = {target: {QUEUED: [], CLAIMED: []} for target in targets}
        self.times, self.lost = [], []
        self.refused = 0

    def note(self, course, target, name):
        """An imminent kill. A starting server cannot report what the kill interrupts."""
        row = self.rows[target]
        row["kills"] += 1
        try:
            running, claims = course.rows(HIT.format(name))[0].split("|")
        except subprocess.CalledProcessError:
            row["starting"] += 1
            return
        finally:
            self.times.append(time.time())
        row["running"] += int(running) > 0
        row["claiming"] += claims != ""
        row["claims"] += len(claims.split())
        self.lost += [(target, self.times[-1], *map(int, claim.split(":"))) for claim in claims.split()]

    def measure(self, course):
        """The waiting times of the last class' lost jobs; a job that ended before the kill has none."""
        noted = [row.split("|") for row in course.rows("SELECT job, attempt, state, extract(epoch FROM at) FROM noted ORDER BY at")]
        for target, begin, job, attempt in self.lost:
            later = [(int(state), float(at)) for number, tried, state, at in noted
                     if int(number) == job and int(tried) >= attempt and float(at) > begin]
            for state in QUEUED, CLAIMED:
                at = next((at for other, at in later if other == state), None)
                if at:
                    others = sum(begin < kill < at for kill in self.times)
                    self.waits[target][state].append((at - begin, others))
        self.lost = []

    def print(self):
        print("| killed | kills | while it had claimed jobs | jobs claimed then | while a statement ran | while the server was starting |\n"
              "|---|---|---|---|---|---|")
        for target, row in self.rows.items():
            print(f"| {NAMES[target]} | {row['kills']} | {row['claiming']} | {row['claims']} | {row['running']} |"
                  f" {row['starting']} |")
        print("\n| killed | jobs claimed again | queued again after, s, median | most | claimed again after, s, median | most |"
              " most without another kill in between |\n|---|---|---|---|---|---|---|")
        for target, waits in self.waits.items():
            lists = [[wait for wait, _ in waits[state]] for state in (QUEUED, CLAIMED)]
            figures = [figure(times) for times in lists for figure in (statistics.median, max) if times]
            alone = [wait for wait, others in waits[CLAIMED] if not others]
            figures += [max(alone)] if alone else []
            print(f"| {NAMES[target]} | {len(lists[1])} |" + "".join(f" {figure:.1f} |" for figure in figures) +
                  " |" * (5 - len(figures)))
        print(f"\n{self.refused} times a worker or the command came while the server was starting, and was started again")


class Kill:
    """The processes that judge a class, and their kills."""

    def __init__(self, course, name, kills, draw, cores):
        self.course, self.name, self.kills, self.draw, self.cores = course, name, kills, draw, cores
        self.again = 0
        self.workers = [self.start_worker(number) for number in range(2)]
        self.client = course.start_client(name)

    def start_worker(self, number):
        return self.course.start_worker(f"room {number + 1}", self.cores[number % len(self.cores)], self.course.url)

    def worker(self):
        number = self.draw.randrange(2)
        self.kills.note(self.course, "worker", f"room {number + 1}")
        process = self.workers[number].process
        process.kill()
        if process.wait() == -signal.SIGKILL:
            self.workers[number] = self.start_worker(number)

    def kill_client(self):
        self.kills.note(self.course, "client", f"%:{self.client.pid}")
        self.client.kill()
        # It may have ended just before.
        if self.client.wait() == -signal.SIGKILL:
            self.client = self.course.start_client(self.name)

    def backend(self):
        self.kills.note(self.course, "backend", "%")
        try:
            pids = self.course.rows("SELECT pid FROM pg_stat_activity WHERE application_name = 'assay'")
        except subprocess.CalledProcessError:
            return
        if pids:
            os.kill(int(self.draw.choice(pids)), signal.SIGKILL)

    def server(self):
        self.kills.note(self.course, "server", "%")
        self.course.server.do("crash")
        self.course.server.do("restart")

    def stop(self):
        number = self.draw.randrange(2)
        name = f"room {number + 1}"
        rooms.wait_for(f"a claim of {name}", lambda: self.client.poll() is not None or self.course.count_claims(name))
        self.kills.note(self.course, STOP, name)
        self.workers[number].process.send_signal(signal.SIGSTOP)
        try:
            # Only after others have judged its jobs.
            self.client.wait(self.draw.uniform(20, 60))
        except subprocess.TimeoutExpired:
            pass
        self.workers[number].process.send_signal(signal.SIGCONT)

    def one(self, target):
        {"worker": self.worker, "client": self.kill_client, "backend": self.backend, "server": self.server,
         STOP: self.stop}[target]()

    def revive(self):
        """A starting server refuses new processes, which then end: starts them again."""
        for number, worker in enumerate(self.workers):
            if worker.process.poll() is not None:
                self.expect_refused(worker.process, worker.log, worker.began())
                self.workers[number] = self.start_worker(number)
        if self.client.poll() not in (None, 0):
            self.expect_refused(self.client, self.course.folder / f"{self.name}.err", False)
            self.client = self.course.start_client(self.name)

    def expect_refused(self, process, log, has_begun):
        last = (log.read_text().splitlines() or [""])[-1]
        if has_begun or not ("cannot open the store on the PostgreSQL server: " in last or "was lost: " in last):
            raise Fault(f"status {process.returncode}: {log.read_text()}")
        self.kills.refused += 1

    def is_judged(self):
        self.revive()
        return self.client.poll() == 0

    def go_on(self, kills_left):
        """Kills until the class is judged; returns the number of kills."""
        count = 0
        while not self.is_judged() and count < kills_left:
            try:
                self.client.wait(self.draw.uniform(0.5, 2))
            except subprocess.TimeoutExpired:
                self.one(self.draw.choice(self.kills.targets))
                count += 1
        rooms.wait_for("the end of the class", self.is_judged)
        return count

    def end(self, expected):
        self.course.expect_documents(self.name, self.client.wait(), expected)
        self.course.await_server()
        self.revive()
        # The job that made the store counts, too. Workers number the events, so they end after this.
        self.course.check_rows(SUBMISSIONS + 1)
        for worker in self.workers:
            worker.end()
        self.kills.measure(self.course)
        self.again = self.course.number("SELECT sum(attempt - 1) FROM assay.job")
        self.course.check_store()


def run(course, wanted, draw, kills):
    """Returns the number of classes, and of jobs that were claimed again."""
    cores = sorted(os.sched_getaffinity(0))
    expected = course.judge_undisturbed()["class"]
    count = classes = again = 0
    while count < wanted:
        classes += 1
        course.make_store(f"course{classes}")
        course.server.sql(NOTE, course.database)
        one = Kill(course, "class", kills, draw, cores)
        count += one.go_on(wanted - count)
        one.end(expected)
        again += one.again
    course.server.stop()
    for worker in course.workers:
        expect_nothing(course.folder, worker.process.pid)
    return classes, again


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("assay")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--only", choices=list(NAMES))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        sys.exit("cannot become the subreaper")
    course, begin = Course(options.assay, {"class": SUBMISSIONS}), time.monotonic()
    kills = Kills([options.only] if options.only else list(TARGETS))
    try:
        classes, again = run(course, options.kills, random.Random(options.seed), kills)
    except (Fault, TimeoutError, subprocess.TimeoutExpired) as fault:
        course.print_logs()
        kills.print()
        sys.exit(f"{fault}")
    finally:
        course.close()
    kills.print()
    print(f"{options.kills} kills in {time.monotonic() - begin:.0f} s: {classes} classes of {SUBMISSIONS} submissions, {again} jobs"
          " claimed again; each job has one result, and all are those of an undisturbed run")


if __name__ == "__main__":
    main()
