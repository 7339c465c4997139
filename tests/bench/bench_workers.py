#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of a store on a server: a batch on two workers with a core each, beside one engine with two cores.

usage: bench_workers.py ASSAY PACKAGE FILE [ROUNDS]. The submissions of PACKAGE are judged by `assay judge -j2` and by `assay judge
--store -j0` with two workers, in turns; the PostgreSQL server (tests/support/postgres.sh, FILE keeps its folder) has no core of
its own. Each run compiles: every source gets a comment that no other run has. Nothing is run again (--reruns 0): how often
that happens depends on other programs. Workers run before and after, as they do in practice; the first round is not counted. Under `unshare --net` no run waits for cores that other commands of the machine hold.
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SERVER = pathlib.Path(__file__).resolve().parent.parent / "support/postgres.sh"
COMMENTS = {".c": "//", ".cpp": "//", ".java": "//", ".py": "#"}


def copy_class(package, folder):
    """The submissions as a class with new sources."""
    folder.mkdir()
    paths = []
    for source in sorted((package / "submissions").glob("*/*")):
        if source.suffix not in COMMENTS:
            continue
        (folder / source.parent.name).mkdir(exist_ok=True)
        path = folder / source.parent.name / source.name
        path.write_text(source.read_text() + f"\n{COMMENTS[source.suffix]} {folder.name}\n")
        paths.append(str(path.relative_to(folder)))
    return paths


class Bench:
    def __init__(self, assay, package, url, folder):
        self.assay, self.package, self.url, self.folder = assay, package, url, folder
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}

    def judge(self, name, *options):
        """The time in seconds, and the verdicts."""
        room = self.folder / name
        paths = copy_class(self.package, room)
        before = time.monotonic()
        done = subprocess.run([self.assay, "judge", "--json", "--reruns=0", *options, self.package, *paths], cwd=room, check=True,
                              stdout=subprocess.PIPE, text=True, env=self.environment)
        took = time.monotonic() - before
        return took, [json.loads(line)["verdict"] for line in done.stdout.splitlines()]

    def start_worker(self, core):
        log = self.folder / f"worker-{core}.log"
        with open(log, "w", encoding="utf-8") as file:
            worker = subprocess.Popen([self.assay, "worker", "--store", self.url, "-j1", "--cores", str(core)], stderr=file,
                                      env=self.environment)
        while "assay: worker " not in log.read_text():
            if worker.poll() is not None:
                sys.exit(log.read_text())
            time.sleep(0.05)
        return worker

    def one_round(self, number):
        engine, expected = self.judge(f"engine-{number}", "-j2")
        store, verdicts = self.judge(f"store-{number}", "-j0", "--store", self.url)
        if verdicts != expected:
            print(f"other verdicts, so the machine is too busy: {expected}, {verdicts}", file=sys.stderr)
        return engine, store, len(verdicts)


def run(bench, rounds, cores):
    workers = [bench.start_worker(core) for core in cores]
    print("| round | submissions | one engine, 2 cores, s | two workers, 1 core each, s | ratio |\n|---|---|---|---|---|")
    ratios = []
    for number in range(rounds + 1):
        engine, store, count = bench.one_round(number)
        if number == 0:
            continue
        ratios.append(store / engine)
        print(f"| {number} | {count} | {engine:.2f} | {store:.2f} | {ratios[-1]:.3f} |", flush=True)
    for worker in workers:
        worker.terminate()
        worker.wait()
    print(f"| median | | | | {statistics.median(ratios):.3f} |")


def main():
    assay, package, file = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("two cores are needed")
    os.sched_setaffinity(0, cores)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-bench."))
    subprocess.run([SERVER, "start", file], check=True)
    try:
        url = f"postgresql://postgres@/postgres?host={pathlib.Path(file).read_text().strip()}"
        run(Bench(assay, package, url, folder), rounds, cores)
    finally:
        subprocess.run([SERVER, "stop", file], check=True)
        shutil.rmtree(folder, ignore_errors=True)


main()
