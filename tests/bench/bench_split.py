# SPDX-License-Identifier: MIT
"""bench_split.py ASSAY BENCH_SPLIT PACKAGE...: does the estimate of one half of the mutants contain the share of the other half?

The mutants of the C and Python solutions of each package are judged on the samples only, which stand in each group of tests, so that many
mutants pass. bench_split counts the intervals; its exit status, 1 if fewer than 90 of 100 contain the share, is that of this script."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

MUTANTS, TIME = "150", "20min"


def leave_samples(package):
    """Only the samples, in each lowest group, and the solutions in C and Python."""
    shutil.rmtree(package / "generators")
    secret = package / "data/secret"
    secret.mkdir(exist_ok=True)
    for file in [*secret.rglob("*.in"), *secret.rglob("*.ans")]:
        file.unlink()
    for folder in [secret, *(path for path in secret.rglob("*") if path.is_dir())]:
        if not any(path.is_dir() for path in folder.iterdir()):
            for file in [*(package / "data/sample").glob("*.in"), *(package / "data/sample").glob("*.ans")]:
                shutil.copy(file, folder / f"x{file.name}")
    for path in (package / "submissions").iterdir():
        if path.name != "accepted":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in (package / "submissions/accepted").iterdir():
        if path.suffix not in (".c", ".py"):
            path.unlink()


def main(assay, split, *packages):
    """One document for each package."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        documents = []
        for package in map(pathlib.Path, packages):
            if not pathlib.Path(f"{folder}/shared").exists():
                shutil.copytree(package.parent / "shared", f"{folder}/shared")
            copy = pathlib.Path(shutil.copytree(package, f"{folder}/{package.name}"))
            leave_samples(copy)
            done = subprocess.run([assay, "strength", copy, "--no-search", "--json", "--mutants", MUTANTS, "--time", TIME, "--seed", "split"],
                                  check=False, capture_output=True, text=True)
            if done.returncode not in (0, 1):
                sys.exit(done.stderr)
            documents.append(f"{copy}.json")
            pathlib.Path(documents[-1]).write_text(done.stdout)
        return subprocess.run([split, *documents], check=False).returncode


sys.exit(main(*sys.argv[1:]))
