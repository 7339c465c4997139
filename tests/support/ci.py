# SPDX-License-Identifier: MIT
"""Runs the steps of the jobs in docs/ci, except the installation, in a repository in which a package becomes wrong."""
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]


def scripts_of(path):
    """All scripts of a job, in order; those of the installation contain apt-get."""
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))
    if "assay" in jobs:
        return jobs["assay"]["before_script"] + jobs["assay"]["script"]
    return [step["run"] for step in jobs["jobs"]["verify"]["steps"] if "run" in step]


def run_job(path, repository, build):
    """The output and the exit status of a job about the last commit."""
    environment = dict(os.environ, PATH=f"{build}/bin:{os.environ['PATH']}", HOME=str(repository.parent), OPTIONS="", BASE="HEAD~1", CI_COMMIT_BEFORE_SHA="HEAD~1",
                       GITHUB_WORKSPACE=str(repository), GITHUB_OUTPUT=str(repository.parent / "output"), XDG_CACHE_HOME=f"{build}/tests/cache",
                       ASAN_OPTIONS="detect_leaks=0", LC_ALL="C.UTF-8")
    said = ""
    for script in scripts_of(path):
        subprocess.run(["sh", "-n", "-c", script], check=True)
        if "apt-get" in script:
            continue
        done = subprocess.run(["sh", "-ec", script], cwd=repository, env=environment, capture_output=True, text=True, check=False)
        said += done.stdout + done.stderr
        if done.returncode != 0:
            return said, done.returncode
    return said, 0


def check_submodules(source, build):
    """A package in a submodule is verified if the commit of the submodule has changed."""
    with tempfile.TemporaryDirectory(prefix="assay-ci-") as folder:
        run = [*GIT, "-c", "protocol.file.allow=always"]
        shared, contest = pathlib.Path(folder) / "shared", pathlib.Path(folder) / "contest"

        def commit(repository):
            subprocess.run([*run, "add", "--all"], cwd=repository, check=True)
            subprocess.run([*run, "commit", "--quiet", "--message=a change"], cwd=repository, check=True)

        def verify():
            return subprocess.run([f"{source}/docs/ci/verify-changed", "HEAD~1"], cwd=contest, capture_output=True, text=True, check=False,
                                  env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")).stdout

        os.symlink("/bin/echo", f"{folder}/assay")
        for repository in (shared, contest):
            subprocess.run([*run, "init", "--quiet", repository], check=True)
            subprocess.run([f"{build}/bin/assay", "new", repository / "sum"], check=True, stdout=subprocess.DEVNULL)
            commit(repository)
        subprocess.run([*run, "submodule", "--quiet", "add", shared, "common"], cwd=contest, check=True)
        commit(contest)
        said = [verify()]
        (contest / "sum/problem.yaml").write_text("name: other\n")
        commit(contest)
        said.append(verify())
        (contest / "common/sum/problem.yaml").write_text("name: other\n")
        commit(contest / "common")
        commit(contest)
        said.append(verify())
        subprocess.run([*run, "submodule", "--quiet", "deinit", "common"], cwd=contest, check=True)
        said.append(verify())
        wanted = ["verify -- common/sum\n", "verify -- sum\n", "verify -- common/sum\n"]
        if said[:3] != wanted or not said[3].startswith("common: this submodule is not checked out"):
            sys.exit(f"packages in submodules: {said}")


def check(source, build):
    check_submodules(source, build)
    for path in sorted((pathlib.Path(source) / "docs/ci").glob("*.yml")):
        with tempfile.TemporaryDirectory(prefix="assay-ci-") as folder:
            repository = pathlib.Path(folder) / "contest"
            subprocess.run([*GIT, "init", "--quiet", repository], check=True)

            def commit():
                subprocess.run([*GIT, "add", "--all"], cwd=repository, check=True)
                subprocess.run([*GIT, "commit", "--quiet", "--message=a change"], cwd=repository, check=True)

            for name in ("sum", "product"):
                subprocess.run([f"{build}/bin/assay", "new", repository / name], check=True, stdout=subprocess.DEVNULL)
            commit()
            wrong = repository / "sum/submissions/accepted/wrong.py"
            for text, wanted in (("print(sum(map(int, input().split())))\n", 0), ("print(1)\n", 1)):
                wrong.write_text(text)
                commit()
                said, status = run_job(path, repository, build)
                print(path.name, said, flush=True)
                if status != wanted or "product: verified" in said or "sum: " not in said:
                    sys.exit(f"{path}: exit status {status}, not {wanted}")
            if "--annotate=github" in path.read_text() and "::error file=sum/submissions/accepted/wrong.py" not in said:
                sys.exit(f"{path}: no annotation")
            if "--junit" in path.read_text():
                cases = xml.etree.ElementTree.parse(repository / "junit.xml").iter("testcase")
                if not any(case.find("failure") is not None and "wrong.py" in case.get("name") for case in cases):
                    sys.exit(f"{path}: no failure in the JUnit document")
