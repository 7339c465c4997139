#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_forks.py BUILD [INPUTS]: inputs made, validated, solved, run and compared, a second on one core: by a shell script
with diff, by fresh runs in the sandbox, and by fork servers (bench_forks.c)."""
import os
import re
import subprocess
import sys
import tempfile
import time

BUILD = sys.argv[1]
INPUTS = int(sys.argv[2]) if len(sys.argv) > 2 else 5120
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PACKAGE = SOURCE + "/problems/coinseven"
WRONG = "submissions/wrong_answer/greedy.c"
PROGRAMS = {
    "row": SOURCE + "/problems/shared/row.c",
    "validate": PACKAGE + "/input_validators/validate.c",
    "right": PACKAGE + "/submissions/accepted/table.c",
    "wrong": PACKAGE + "/" + WRONG,
}
LOOP = """cd "$1"; seed=0; differ=0
while [ $seed -lt "$2" ]; do
  ./row --n $((2 + seed % 4 * 2)) --shape random --max 5 --seed $seed > in
  ./validate < in; [ $? = 42 ] || exit 1
  ./right < in > a; ./wrong < in > b
  diff -q a b > diff || differ=$((differ + 1))
  seed=$((seed + 1))
done; echo $differ"""


def shell_loop(count):
    with tempfile.TemporaryDirectory() as folder:
        for name, path in PROGRAMS.items():
            subprocess.run(["gcc", "-std=gnu17", "-O2", "-static", "-I", BUILD + "/include", "-o", folder + "/" + name,
                            path, "-lm"], check=True)
        since = time.monotonic()
        done = subprocess.run(["sh", "-c", LOOP, "sh", folder, str(count)], check=True, capture_output=True, text=True,
                              preexec_fn=lambda: os.sched_setaffinity(0, {0}))
        return count / (time.monotonic() - since), int(done.stdout)


def main():
    count = INPUTS // 10
    rate, differ = shell_loop(count)
    done = subprocess.run([BUILD + "/bench/bench_forks", PACKAGE, BUILD + "/include", WRONG, str(INPUTS)], check=True,
                          capture_output=True, text=True)
    null = re.search(r"process: +(\d+)", done.stdout).group(1)
    fresh = re.search(r"fresh runs: +(\d+) inputs/s, (\d+)", done.stdout)
    served = re.search(r"fork servers: +(\d+) inputs/s", done.stdout).group(1)
    if int(fresh.group(2)) != differ:
        sys.exit(f"the loops disagree: {differ} and {fresh.group(2)} of {count} inputs differ")
    print("| one core | inputs a second |\n|---|---|")
    print(f"| at most: a process that forks, and a child that exits | {null} |")
    print(f"| a shell script with diff | {rate:.0f} |")
    print(f"| fresh runs in the sandbox | {fresh.group(1)} |")
    print(f"| fork servers | {served} |")
    print("\n```\n" + "\n".join(line for line in done.stdout.splitlines() if line.startswith(" ")) + "\n```")


main()
