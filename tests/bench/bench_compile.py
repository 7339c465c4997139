#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of the first verdict of a C++ submission, beside g++ alone.

usage: bench_compile.py ASSAY [ROUNDS]. The contenders take turns: g++ with the judge's flags, the judge without
its caches, with the precompiled header, and with the same source compiled before. One package with one small test.
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = "#include <bits/stdc++.h>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n"
PROBLEM = """problem_format_version: 2025-09
name: sum
uuid: 5f9c6f4c-3a4e-4a3b-9a52-6a3ad7f0c0de
limits: {time_limit: 1.0}
"""


def timed(command, **environment):
    before = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if result.returncode:
        sys.exit(f"{command[0]}: {result.stderr}")
    return time.monotonic() - before, result.stdout


def make_package(folder):
    (folder / "data/secret").mkdir(parents=True)
    (folder / "problem.yaml").write_text(PROBLEM)
    (folder / "data/secret/1.in").write_text("1 2\n")
    (folder / "data/secret/1.ans").write_text("3\n")


def main():
    assay = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_package(folder / "sum")
        source = folder / "sum.cpp"
        warm, cold = folder / "warm", folder / "cold"
        timed([assay, "languages", "--prepare"], XDG_CACHE_HOME=str(warm))
        times = {"g++ alone": [], "first verdict, no caches": [], "first verdict, header precompiled": [],
                 "first verdict, compiled before": []}
        judge = [assay, "judge", "--expect", "AC", str(folder / "sum"), str(source)]
        for number in range(rounds):
            # A new source in each round, because of the cache.
            source.write_text(SOURCE + f"// {number}\n")
            shutil.rmtree(cold, ignore_errors=True)
            times["g++ alone"].append(timed(
                ["g++", "-std=gnu++20", "-O2", "-pipe", "-o", str(folder / "program"), str(source)])[0])
            times["first verdict, no caches"].append(timed(judge, XDG_CACHE_HOME=str(cold))[0])
            times["first verdict, header precompiled"].append(timed(judge, XDG_CACHE_HOME=str(warm))[0])
            times["first verdict, compiled before"].append(timed(judge, XDG_CACHE_HOME=str(warm))[0])
    base = statistics.median(times["g++ alone"])
    print("| C++ with <bits/stdc++.h>, one small test | median s | x g++ alone |")
    print("|---|---|---|")
    for what, values in times.items():
        median = statistics.median(values)
        print(f"| {what} | {median:.3f} | {median / base:.2f} |")


main()
