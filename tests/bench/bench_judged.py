#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of one more test of a judged submission: its run, the check and the record, beside posix_spawn.

usage: bench_judged.py ASSAY [ROUNDS [TESTS]]. Two packages of one pass-fail problem, of 20 tests and of 20 + TESTS, are
judged with one worker in turns with TESTS runs of the same program by posix_spawn. The difference of the two packages,
divided by TESTS, is one test. The program is in C and adds two numbers.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = '#include <stdio.h>\nint main(void) { int a, b; if (scanf("%d%d", &a, &b) == 2) printf("%d\\n", a + b); }\n'
PROBLEM = """problem_format_version: 2025-09
name: sum
uuid: 5f9c6f4c-3a4e-4a3b-9a52-6a3ad7f0c0de
limits: {time_limit: 1.0}
"""
FEW = 20


def make_package(folder, tests):
    (folder / "data/secret").mkdir(parents=True)
    (folder / "problem.yaml").write_text(PROBLEM)
    for number in range(tests):
        (folder / f"data/secret/{number:05}.in").write_text(f"{number} 2\n")
        (folder / f"data/secret/{number:05}.ans").write_text(f"{number + 2}\n")


def timed(work):
    before = time.monotonic()
    work()
    return time.monotonic() - before


def judge(assay, package, source):
    subprocess.run([assay, "judge", "-j", "1", "--reruns", "0", "--expect", "AC", str(package), str(source)], check=True,
                   stdout=subprocess.DEVNULL)


def spawn(program, package, tests):
    output = package.parent / "output"
    for number in range(tests):
        actions = [(os.POSIX_SPAWN_OPEN, 0, f"{package}/data/secret/{number:05}.in", os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)]
        child = os.posix_spawn(program, [program], os.environ, file_actions=actions)
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{program} failed")


def main():
    assay = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    tests = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    rows = {"posix_spawn": [], "assay judge": []}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        few, many, source, program = folder / "few/sum", folder / "many/sum", folder / "sum.c", folder / "sum"
        make_package(few, FEW)
        make_package(many, FEW + tests)
        source.write_text(SOURCE)
        subprocess.run(["gcc", "-O2", "-o", str(program), str(source)], check=True)
        judge(assay, few, source)
        for _ in range(rounds):
            rows["posix_spawn"].append(timed(lambda: spawn(str(program), many, tests)))
            base = timed(lambda: judge(assay, few, source))
            whole = timed(lambda: judge(assay, many, source))
            rows["assay judge"].append(whole - base)
    plain_ms = statistics.median(rows["posix_spawn"]) / tests * 1000
    print("| one test | median ms | over posix_spawn |")
    print("|---|---|---|")
    for what, values in rows.items():
        wall_ms = statistics.median(values) / tests * 1000
        print(f"| {what} | {wall_ms:.2f} | {wall_ms - plain_ms:+.2f} |")


main()
