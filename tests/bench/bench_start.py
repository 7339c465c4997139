#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What it takes to start: the command beside an empty C program, and a judged test beside a run in the sandbox.

usage: bench_start.py ASSAY [RUNS]. All commands run in turns, RUNS times each (default: 200). The judged program is in C, its binary is in the
cache, and the package has one test. The reference DP is measured as a whole process beside the table of the textbooks, at n = 20,000, in
RUNS / 20 rounds.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from bench_judged import SOURCE, make_package

TEXTBOOK = r"""#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	long long *a = malloc(n * sizeof(*a)), *best = malloc((size_t)n * n * sizeof(*best));
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &a[i]) != 1)
			return 1;
	for (int gap = 0; gap < n; gap++)
		for (int i = 0, j = gap; j < n; i++, j++) {
			long long x = i + 2 <= j ? best[(size_t)(i + 2) * n + j] : 0;
			long long y = i + 1 <= j - 1 ? best[(size_t)(i + 1) * n + j - 1] : 0;
			long long z = i <= j - 2 ? best[(size_t)i * n + j - 2] : 0;
			long long left = a[i] + (x < y ? x : y), right = a[j] + (y < z ? y : z);
			best[(size_t)i * n + j] = left > right ? left : right;
		}
	printf("%lld\n", best[n - 1]);
	return 0;
}
"""
LONG_ROW = 20000


def compile_program(folder, name, source):
    (folder / f"{name}.c").write_text(source)
    subprocess.run(["gcc", "-O2", "-o", folder / name, folder / f"{name}.c"], check=True)
    return str(folder / name)


def measure(commands, runs):
    """The median of each command in ms. A command is (its words, its input)."""
    times = [[] for _ in commands]
    for _ in range(runs):
        for (words, given), values in zip(commands, times):
            with open(given, "rb") as file:
                before = time.perf_counter()
                subprocess.run(words, stdin=file, stdout=subprocess.DEVNULL, check=True)
                values.append(time.perf_counter() - before)
    return [statistics.median(values) * 1000 for values in times]


def main():
    assay = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        make_package(folder / "sum", 1)
        (folder / "sum.c").write_text(SOURCE)
        (folder / "row").write_text("6\n3 9 1 2 7 5\n")
        (folder / "long").write_text(f"{LONG_ROW}\n" + " ".join(str(i * 7919 % 1000 + 1) for i in range(LONG_ROW)) + "\n")
        empty = compile_program(folder, "empty", "int main(void) { return 0; }\n")
        judge = [assay, "judge", "--expect", "AC", str(folder / "sum"), str(folder / "sum.c")]
        subprocess.run(judge, check=True, stdout=subprocess.DEVNULL)
        rows = {"an empty C program": [empty], "assay --version": [assay, "--version"], "assay solve optimal, 6 coins": [assay, "solve", "optimal"],
                "assay sandbox -- true": [assay, "sandbox", "--", "true"], "assay judge, one test": judge}
        found = measure([(words, folder / "row") for words in rows.values()], runs)
        print("| whole process | median ms | over an empty program |")
        print("|---|---|---|")
        for what, value in zip(rows, found):
            print(f"| {what} | {value:.2f} | {value - found[0]:+.2f} |")
        print(f"\nA judged test takes {found[4] / found[3]:.2f} times as long as a run in the sandbox.\n")
        table = compile_program(folder, "textbook", TEXTBOOK)
        slow, fast = measure([([table], folder / "long"), ([assay, "solve", "optimal"], folder / "long")], max(3, runs // 20))
        print(f"| n = {LONG_ROW}, whole process | median ms |\n|---|---|\n| the table of the textbooks | {slow:.1f} |\n"
              f"| assay solve optimal | {fast:.2f} ({slow / fast:.0f} times as fast) |")


if __name__ == "__main__":
    main()
