#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often noise changes a verdict, judged once and with reruns; and the cost of several concurrent judges.

usage: bench_fair.py ASSAY [ROUNDS], or bench_fair.py --crowd ASSAY PACKAGE [ROUNDS]

The first: two programs, calibrated at the start by the least of many runs to 85 % and 115 % of a time limit, are judged
ROUNDS times each (200) beside two neighbours that copy large arrays and may run on any core: a quarter of an hour.
If interrupted, it prints the results so far. The two ways of judging take turns. A flip is AC for the 115 % program, or anything
else for the 85 % one.
The programs walk at random through a table of 1 MiB, as dynamic programming and hashing do.

The second: all submissions of a package, whose tests must be there, are judged by `assay judge -j2`, one command alone and
three at once, ROUNDS times (3) in turn, after a first time that fills the cache. With a ratio of 1 the three take as long as
one after the other. `unshare -n` before the command keeps other judges of the machine off its names.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

LIMIT_S = 0.2
WALK = """#include <stdint.h>
#include <stdio.h>
static uint64_t table[1 << 17];
int main(void) {
	uint64_t x = 88172645463325252u, sum = 0;
	for (long i = 0; i < %dL; i++) {
		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		table[x & 131071] += x;
		sum += table[x >> 20 & 131071];
	}
	printf("%%d\\n", sum != 1);
}
"""
HOG = """#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/prctl.h>
int main(void) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	size_t size = 64 << 20;
	char *a = malloc(size), *b = malloc(size);
	memset(a, 1, size);
	for (;;) memcpy(b, a, size), memcpy(a, b, size);
}
"""
PROBLEM = """problem_format_version: 2025-09
name: walk
uuid: 6c0e0b58-2f0b-4d1c-8a39-7d1f4b0a9c11
limits: {time_limit: %g, time_resolution: 0.1}
"""


def make_package(folder, limit):
    (folder / "data/secret").mkdir(parents=True)
    (folder / "problem.yaml").write_text(PROBLEM % limit)
    (folder / "data/secret/1.in").write_text("\n")
    (folder / "data/secret/1.ans").write_text("1\n")


def judge(assay, package, source, *options):
    result = subprocess.run([assay, "judge", "--json", *options, str(package), str(source)],
                            capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    return json.loads(result.stdout)["tests"][0]


def calibrate(assay, folder):
    """The minimum CPU time of a step over many runs: the programs differ only in their number of steps."""
    steps = 20_000_000
    source = folder / "calibration.c"
    source.write_text(WALK % steps)
    return min(judge(assay, folder / "wide", source, "--reruns", "0")["cpu_time_ns"] for _ in range(40)) / 1e9 / steps


def make_program(folder, share, step_s):
    source = folder / f"walk{round(share * 100)}.c"
    source.write_text(WALK % round(share * LIMIT_S / step_s))
    return source


WAYS = {"once": ["--reruns", "0"], "again": []}


class Tally:
    def __init__(self):
        self.runs = self.flips = self.reruns = 0

    def add(self, test, wanted):
        self.runs += 1
        self.reruns += test["reruns"]
        self.flips += test["verdict"] != wanted


def start_hogs(folder):
    (folder / "hog.c").write_text(HOG)
    subprocess.run(["gcc", "-O2", "-o", str(folder / "hog"), str(folder / "hog.c")], check=True)
    return [subprocess.Popen([str(folder / "hog")]) for _ in range(2)]


def measure(assay, package, programs, rounds):
    tallies = {(way, source): Tally() for way in WAYS for source in programs}
    try:
        for _ in range(rounds):
            for source, (_, wanted) in programs.items():
                for way, options in WAYS.items():
                    tallies[way, source].add(judge(assay, package, source, *options), wanted)
    except KeyboardInterrupt:
        print("interrupted: what was done until now")
    return tallies


def print_table(programs, tallies):
    print("| program, right verdict | judgings | flips, judged once | flips, with reruns | reruns a judging |")
    print("|---|---|---|---|---|")
    for source, (share, wanted) in programs.items():
        once, again = tallies["once", source], tallies["again", source]
        print(f"| {share * 100:.0f} % of the limit, {wanted} | {again.runs} | {once.flips} | {again.flips} |"
              f" {again.reruns / max(again.runs, 1):.2f} |")


def judge_at_once(assay, package, submissions, count):
    """The seconds until the last of several commands has ended, and the verdict documents of each."""
    words = [assay, "judge", "-j2", "--json", str(package), *map(str, submissions)]
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        files = [open(pathlib.Path(name) / str(i), "w+") for i in range(count)]
        commands = [subprocess.Popen(words, stdout=file) for file in files]
        if any(command.wait() for command in commands):
            sys.exit("a judge failed")
        seconds = time.monotonic() - begin
        return seconds, [list(map(json.loads, (pathlib.Path(name) / str(i)).read_text().splitlines()))
                         for i in range(count)]


def count_reruns(documents):
    return sum(test["reruns"] for document in documents for test in document["tests"])


def measure_crowd(assay, package, rounds):
    submissions = sorted((package / "submissions").glob("*/*"))
    _, expected = judge_at_once(assay, package, submissions, 1)
    verdicts = [document["verdict"] for document in expected[0]]
    print("| round | alone, s | three at once, s | over three alone | reruns, alone | at once | shared a core | other verdicts |")
    print("|---|---|---|---|---|---|---|---|")
    for turn in range(rounds):
        alone, first = judge_at_once(assay, package, submissions, 1)
        crowd, others = judge_at_once(assay, package, submissions, 3)
        documents = sum(others, [])
        shared = sum("core-shared" in document["sandbox"]["degraded"] for document in documents if document["sandbox"])
        changed = sum([document["verdict"] for document in other] != verdicts for other in others)
        print(f"| {turn + 1} | {alone:.1f} | {crowd:.1f} | {crowd / 3 / alone:.2f} | {count_reruns(first[0])} | {count_reruns(documents)} |"
              f" {shared} | {changed} |", flush=True)


def main():
    if sys.argv[1] == "--crowd":
        measure_crowd(sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 3)
        return
    assay = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        make_package(folder / "wide", 5)
        make_package(folder / "walk", LIMIT_S)
        step_s = calibrate(assay, folder)
        programs = {make_program(folder, share, step_s): (share, wanted)
                    for share, wanted in ((0.85, "AC"), (1.15, "TLE"))}
        hogs = start_hogs(folder)
        try:
            tallies = measure(assay, folder / "walk", programs, rounds)
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
    print_table(programs, tallies)


main()
