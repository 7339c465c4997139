# SPDX-License-Identifier: MIT
"""bench_gen.py INCLUDE [NUMBERS]: making, writing and validating numbers with gen.h, against printf and scanf.

The program is compiled as programs of a package are, with -O2. CPU time of the program alone, so a busy machine disturbs
less; the four take turns, and each shows its best of five."""
import os
import subprocess
import sys
import tempfile

include, count = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "10000000"
ROUNDS = 5
ROWS = [("made and written", "write", "printf"), ("read and validated", "read", "scanf")]


def cpu_s(command, stdin, stdout):
    process = subprocess.Popen(command, stdin=stdin, stdout=stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 42):
        sys.exit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


with tempfile.TemporaryDirectory() as folder:
    program, data = f"{folder}/numbers", f"{folder}/data"
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen_numbers.c")
    subprocess.run(["gcc", "-O2", "-std=gnu17", "-I", include, source, "-o", program], check=True)
    best = {}
    for _ in range(ROUNDS):
        for _, act, _ in ROWS:
            for means in ("gen", "stdio"):
                command = [program, "--n", count, "--do", act, "--with", means]
                with open(os.devnull if act == "write" else data) as stdin, \
                        open(data if act == "write" else os.devnull, "w") as stdout:
                    used = cpu_s(command, stdin, stdout)
                best[act, means] = min(used, best.get((act, means), used))

print(f"| {count} numbers from 1 to 10^9 | gen.h, CPU s | stdio, CPU s | ratio |\n|---|---|---|---|")
for title, act, rival in ROWS:
    ours, theirs = best[act, "gen"], best[act, "stdio"]
    print(f"| {title} | {ours:.2f} | {theirs:.2f} ({rival}) | {theirs / ours:.1f} |")
