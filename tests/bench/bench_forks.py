#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_forks.py BUILD [INPUTS]: inputs made, validated, solved, run and compared, a second on one core: by a shell script
with diff, by processes without sandbox and files, by fresh runs in the sandbox, and by fork servers (bench_forks.c); then by
`assay stress` itself, which makes larger inputs, too, and leaves out those that are repeated or invalid."""
import json
import os
import re
import shutil
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


def pin():
    os.sched_setaffinity(0, {0})


def compile_all(folder):
    for name, path in PROGRAMS.items():
        subprocess.run(["gcc", "-std=gnu17", "-O2", "-static", "-I", BUILD + "/include", "-o", folder + "/" + name, path,
                        "-lm"], check=True)


def start(path, arguments, source):
    pid = os.posix_spawn(path, [path] + arguments, {}, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    os.waitpid(pid, 0)


def bare_loop(count):
    """The four processes of an input, started one after the other: no loop of fresh processes can be faster."""
    with tempfile.TemporaryDirectory() as folder:
        compile_all(folder)
        with open(folder + "/in", "w", encoding="ascii") as file:
            file.write("6\n1 2 3 4 5 6\n")
        allowed = os.sched_getaffinity(0)
        pin()
        since = time.monotonic()
        for seed in range(count):
            start(folder + "/row", ["--n", "6", "--shape", "random", "--max", "5", "--seed", str(seed)], "/dev/null")
            for name in ("validate", "right", "wrong"):
                start(folder + "/" + name, [], folder + "/in")
        rate = count / (time.monotonic() - since)
        os.sched_setaffinity(0, allowed)
        return rate


def stress(*options):
    """`assay stress` for 10 s on a right submission, so that it never ends early."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("coinseven", "shared"):
            shutil.copytree(SOURCE + "/problems/" + name, folder + "/" + name)
        assay = BUILD + "/bin/assay"
        subprocess.run([assay, "gen", folder + "/coinseven"], check=True, capture_output=True)
        done = subprocess.run([assay, "stress", folder + "/coinseven", folder + "/coinseven/submissions/accepted/stack.cpp",
                               "--json", "--time=10s", *options], check=True, capture_output=True, text=True)
        result = json.loads(done.stdout)
        return result["tried"] / result["seconds"]


def shell_loop(count):
    with tempfile.TemporaryDirectory() as folder:
        compile_all(folder)
        since = time.monotonic()
        done = subprocess.run(["sh", "-c", LOOP, "sh", folder, str(count)], check=True, capture_output=True, text=True,
                              preexec_fn=pin)
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
    print(f"| four processes, without sandbox and files | {bare_loop(count):.0f} |")
    print(f"| fresh runs in the sandbox | {fresh.group(1)} |")
    print(f"| fork servers | {served} |")
    print(f"| `assay stress --fresh` | {stress('--fresh'):.0f} |")
    print(f"| `assay stress` | {stress():.0f} |")
    print("\n```\n" + "\n".join(line for line in done.stdout.splitlines() if line.startswith(" ")) + "\n```")


main()
