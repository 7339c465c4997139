#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of `assay grade` beyond compiling and running: a class with as many submissions in C as given, 60 tests each, 20 ms of CPU time a test.

usage: bench_grade.py ASSAY [STUDENTS]. It prints a row of docs/benchmarks.md; the base is the wall time of all runs and compilations
divided by the cores.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

TESTS = 60
SOURCE = """#include <stdio.h>
#include <time.h>
int main(void)
{
	struct timespec used;
	int n;
	if (scanf("%%d", &n) != 1)
		return 1;
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_nsec < 20000000);
	printf("%%d\\n", n);
}
/* %d %f */
"""


def write_class(folder, students):
    (folder / "spin/data/secret").mkdir(parents=True)
    (folder / "class").mkdir()
    (folder / "spin/problem.yaml").write_text("problem_format_version: 2025-09\nname: Spin\ntype: scoring\n"
                                              "uuid: 7bbf6d44-5f6c-4a3b-9d2d-5d0b4c1f7e12\nlimits: {time_limit: 2}\n")
    for number in range(TESTS):
        for ending in ("in", "ans"):
            (folder / f"spin/data/secret/{number:02}.{ending}").write_text(f"{number}\n")
    for number in range(students):
        (folder / f"class/s{number:03}.c").write_text(SOURCE % (number, time.time()))


def main(assay, students):
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_class(folder, students)
        before = time.monotonic()
        subprocess.run([assay, "grade", folder / "spin", folder / "class", "-o", folder / "out", "--no-pages", "--no-similar"], check=True, stdout=subprocess.DEVNULL)
        elapsed = time.monotonic() - before
        spent = tests = 0
        for file in (folder / "out/documents").iterdir():
            document = json.loads(file.read_text())
            for judged in document if isinstance(document, list) else [document]:
                spent += judged["compile"]["wall_time_ns"] + sum(test["wall_time_ns"] for test in judged["tests"])
                tests += len(judged["tests"])
    base = spent / 1e9 / cores
    print(f"| {students} | {tests} | {base:.1f} | {elapsed:.1f} | {100 * (elapsed / base - 1):.1f} % | {base * 1.1 + tests * 0.0016 / cores:.1f} |")


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300)
