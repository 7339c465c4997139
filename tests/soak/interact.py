#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An interaction in which the submission prints a wrong answer and fails at the same moment has one verdict, WA, on a busy machine, too.

usage: interact.py ASSAY [RUNS]

RUNS interactions (500) of each output validator, in C and in Python, with each submission, while other processes use every core.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PACKAGE = """problem_format_version: 2025-09
name: Once
uuid: 11111111-2222-4333-8444-555555555555
type: interactive
limits: {time_limit: 5, validation_time: 30}
"""
VALIDATORS = {
    "v.c": "#include <stdio.h>\nint main(void) { int x; return scanf(\"%d\", &x) == 1 && x == 7 ? 42 : 43; }\n",
    "v.py": "import sys\nsys.exit(42 if sys.stdin.readline().strip() == \"7\" else 43)\n",
}
SUBMISSIONS = {
    "status.c": "#include <stdio.h>\nint main(void) { puts(\"3\"); return 1; }\n",
    "abort.c": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"3\"); fflush(stdout); abort(); }\n",
    "raise.py": "print(3, flush=True)\nraise ValueError\n",
}
HOG = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass\n"


def write_package(folder, validator, tests):
    (folder / "data/secret").mkdir(parents=True)
    (folder / "output_validator").mkdir()
    (folder / "problem.yaml").write_text(PACKAGE)
    (folder / "output_validator" / validator).write_text(VALIDATORS[validator])
    for number in range(1, tests + 1):
        for ending in ("in", "ans"):
            (folder / f"data/secret/{number:02}.{ending}").write_text("7\n")


def count_verdicts(assay, folder, validator, runs):
    """By submission: the verdicts of all its runs. Each command has 50 of them, or all."""
    tests = min(runs, 50)
    write_package(folder / validator, validator, tests)
    found = {name: collections.Counter() for name in SUBMISSIONS}
    for _ in range(0, runs, tests):
        done = subprocess.run([assay, "judge", "--json", "--all", "-j2", validator, *SUBMISSIONS], cwd=folder, text=True,
                              capture_output=True, timeout=600, check=False)
        documents = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode != 0 or len(documents) != len(SUBMISSIONS):
            sys.exit(f"status {done.returncode}: {done.stderr}")
        for name, document in zip(SUBMISSIONS, documents):
            if len(document["tests"]) != tests:
                sys.exit(f"{name} has {len(document['tests'])} tests")
            found[name].update(f"{test['verdict']} {test.get('reason') or ''}".strip() for test in document["tests"])
    return found


def main(assay, runs):
    with tempfile.TemporaryDirectory(prefix="assay-interact-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        for name, source in SUBMISSIONS.items():
            (folder / name).write_text(source)
        hogs = [subprocess.Popen([sys.executable, "-c", HOG]) for _ in os.sched_getaffinity(0)]
        try:
            for validator in VALIDATORS:
                for name, verdicts in count_verdicts(assay, folder, validator, runs).items():
                    print(f"{validator}, {name}: {dict(verdicts)}", flush=True)
                    if set(verdicts) != {"WA"}:
                        sys.exit("the verdict depends on the time")
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500)
