# SPDX-License-Identifier: MIT
"""bench_strength.py ASSAY PACKAGE [MUTANTS]: mutants of the C and C++ solutions of a package, compiled and judged on all tests.

A new cache each time, and no search for inputs. Beside it, the same compiler alone on the first solution, once for each core at a time,
as often as there are mutants: what compiling costs at least."""
import glob
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

assay, package, count = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3] if len(sys.argv) > 3 else "300"
CORES = len(os.sched_getaffinity(0))
ROUNDS = 8


def seconds(command, **options):
    begun = time.monotonic()
    done = subprocess.run(command, check=False, capture_output=True, text=True, **options)
    return time.monotonic() - begun, done


def compile_s(source, folder):
    """The time of one compilation while the other cores compile, too."""
    begun = time.monotonic()
    running = [subprocess.Popen(["g++" if source.endswith(".cpp") else "gcc", "-O2", "-static", source, "-o", f"{folder}/{core}", "-lm"])
               for core in range(CORES)]
    if any(one.wait() for one in running):
        sys.exit(f"{source} does not compile")
    return (time.monotonic() - begun) / CORES


with tempfile.TemporaryDirectory() as folder:
    if (package.parent / "shared").exists():
        shutil.copytree(package.parent / "shared", f"{folder}/shared")
    copy = pathlib.Path(shutil.copytree(package, f"{folder}/{package.name}"))
    for path in glob.glob(f"{copy}/submissions/accepted/*"):
        if not path.endswith((".c", ".cpp")):
            os.unlink(path)
    os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
    subprocess.run([assay, "gen", copy], check=True, stdout=subprocess.DEVNULL)
    taken, done = seconds([assay, "strength", copy, "--no-search", "--json", "--mutants", count, "--seed", "bench", "--time", "60min"])
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    sources = sorted(glob.glob(f"{copy}/submissions/accepted/*"))
    alone = sum(statistics.median(compile_s(source, folder) for _ in range(ROUNDS)) for source in sources) / len(sources)
    peak_mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024

made = len(report["mutants"])
print("| mutants | killed | s | ms for each mutant | times compiling alone | MiB, the largest process |\n|---|---|---|---|---|---|")
print(f"| {made} | {report['counts']['killed']} | {taken:.0f} | {1000 * taken / made:.0f} | {taken / made / alone:.1f} | {peak_mib:.0f} |")
