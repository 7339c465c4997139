#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Complaints of users of other systems, and unusual classes: each is a folder with its inputs, the commands (steps) and the
right result (right). `run.py COMMAND` runs all of them, `run.py COMMAND CASE...` some. Each runs in a copy of its folder."""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Run:
    """The end of the steps of a case: what they printed, and the folder they ran in."""

    def __init__(self, folder, process):
        self.folder, self.status = folder, process.returncode
        self.out, self.err = process.stdout, process.stderr
        self.text = self.out + self.err

    def documents(self):
        return [json.loads(line) for line in self.out.splitlines() if line.startswith('{"schema"')]

    def verdicts(self):
        return [document["verdict"] for document in self.documents()]

    def marks(self, path="o/marks.csv"):
        with open(os.path.join(self.folder, path), encoding="utf-8-sig") as file:
            return {row["id"]: row for row in csv.DictReader(io.StringIO(file.read()))}

    def total(self, student, path="o/marks.csv"):
        rows = self.marks(path)
        return rows[student]["total"] if student in rows else "(no row)"

    def read(self, pattern):
        """All files below the folder whose path matches the pattern."""
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if re.search(pattern, os.path.relpath(path, self.folder)):
                    with open(path, encoding="utf-8", errors="replace") as file:
                        found.append(file.read())
        return "\n".join(found)


CASES = {}


def case(name):
    def keep(function):
        CASES[name] = function
        return function
    return keep


def check(truth, what):
    if not truth:
        raise AssertionError(what)


def equal(got, wanted):
    check(got == wanted, "got %r, not %r" % (got, wanted))


def has(text, pattern):
    check(re.search(pattern, text, re.I), "nothing matches %r" % pattern)


def has_not(text, pattern):
    found = re.search(pattern, text, re.I)
    check(not found, "%r matches %r" % (pattern, found and found.group(0)))


@case("01-tolerance-bound")
def tolerance(run):
    equal(run.verdicts(), ["AC", "AC"])


@case("02-testlib-pc-0")
def no_points(run):
    documents = run.documents()
    if documents and documents[0]["verdict"] != "JE":
        check(documents[0]["verdict"] != "AC" and documents[0]["score"] == 0, "points for nothing")
    else:
        has(run.text, "partial")


@case("03-points-in-pass-fail")
def points(run):
    check(run.verdicts() and run.verdicts()[0] not in ("AC", None), "accepted")
    has(run.text.split("\n", 1)[1], "points|score")


@case("04-subtask-10-before-2")
def order(run):
    has(run.out, r"secret/subtask0?2[-/]")


@case("05-zip-of-windows-build")
def windows(run):
    has(run.out, r"\bAC\b")
    has_not(run.text, "chmod")


@case("06-answer-utf16")
def encoding(run):
    judge, verify = run.out.split("\n", 1)[0], run.text
    has(run.out, "WA")
    check(len(re.findall("UTF-16", verify)) >= 2, "judge and verify do not both name UTF-16: %r" % judge)


@case("08-flags-name-of-validator")
def flags(run):
    has(run.text, r"'small\.py' is passed to all input validators as an argument, although input_validators/small\.py has this name")


@case("12-count-without-seed")
def seed(run):
    has(run.text, r"\{seed\}")


@case("15-wrong-and-exit-1")
def interaction(run):
    rows = run.out.split("\n")[:-1]
    equal(len(rows), 1)
    has(rows[0], '100 .*"verdict":"WA"')


@case("18-java-memory-1")
def java_memory(run):
    check(run.verdicts()[0] in ("AC", "MLE"), "the verdict is %s" % run.verdicts())


@case("21-header-with-a-blank")
def header(run):
    verdict = run.verdicts()[0]
    check(verdict == "AC" or verdict == "CE", verdict)
    if verdict == "CE":
        has(run.out, r"left out because of the name: my sum\.h")


@case("22-recursion-without-a-word")
def recursion(run):
    check(run.verdicts()[0] in ("RTE", "MLE"), run.verdicts()[0])
    has(json.dumps(run.documents()[0]["tests"]), "stack|recursion")


@case("25-java-two-mains")
def mains(run):
    document = run.documents()[0]
    equal((document["verdict"], document["compile"]["reason"]), ("CE", "entry-point"))
    for name in "AB":
        has(document["compile"]["output"], r"\b%s\b" % name)


@case("26-held-package-repaired")
def held(run):
    after = run.out.split("after the rejudging:")[1]
    equal(after.count("'AC'"), 6)


@case("41-rejudged-with-the-old-package")
def rejudged(run):
    after = run.out.split("after the rejudging:")[1]
    equal(after.count("'AC'"), 2)


@case("27-moodle-number-of-the-team")
def team_number(run):
    for student in ("r1", "r2"):
        equal(run.total(student, "out/marks.csv"), "100")
    for student in ("z1", "y1"):
        check(run.total(student, "out/marks.csv") in ("", "0"), student)


@case("28-ring-of-11-in-40")
def ring(run):
    page = run.read(r"out/class\.html")
    pairs = int(run.out.split()[-1])
    shared = [p for p in re.split(r"<(?:tr|li|p|section)\b", page) if all("p%02d" % k in p for k in range(11))]
    check(pairs >= 55 or shared, "neither 55 pairs (%d) nor a list of the 11" % pairs)


@case("29-two-days-over-the-change-of-clocks")
def two_days(run):
    equal([run.total(student, "out/marks.csv") for student in ("ada", "bob", "carl")], ["100", "90", "80"])


@case("30-old-moodle-team-folders")
def old_teams(run):
    rows = run.marks("out/marks.csv")
    check(rows["a1"]["total"] not in ("", "0"), "a1 has %r" % rows["a1"]["total"])
    equal(rows["a1"]["total"], rows["r1"]["total"])
    check(not re.search(r"\.html", run.out), "a pair within the team")


@case("31-blackboard")
def blackboard(run):
    if "Blackboard" not in run.text:
        rows = run.marks("out/marks.csv")
        equal(sorted(rows), ["ada1", "bob2"])


@case("36-empty-display-name")
@case("37-numbers-without-quotes")
def faultless(run):
    equal(run.status, 0)
    has_not(run.text, "must")


@case("grade-canvas-late")
def canvas(run):
    rows = {row["name"]: row["total"] for row in run.marks().values()}
    late = [total for name, total in rows.items() if "Brien" in name]
    timely = [total for name, total in rows.items() if "ller" in name]
    equal((timely, late), (["100"], [""]))
    equal(run.read(r"o/people/").count("<b>in time</b><span>according to the platform</span>"), 1)


@case("grade-change-line")
def change(run):
    rows = [row for row in run.text.splitlines() if "anna" in row and "->" in row]
    check(any("100" in row and "30" in row for row in rows), "no line with the total: %r" % rows)
    has(run.text, "late")


@case("grade-copies")
def copies(run):
    has_not(run.out, "No similar pairs")
    page = re.sub(r"\s+", " ", run.read(r"o/class\.html"))
    groups = [part for part in re.split(r"<(?:tr|li|p|section)\b", page) if all("p%02d" % k in part for k in range(1, 12))]
    check(groups, "no list of the 11 students")


@case("grade-dst-extension")
def dst(run):
    equal(run.total("s1"), "100")


@case("grade-feedback-all")
def feedback(run):
    has(run.read(r"o/people/anna"), "1000 1")


@case("grade-gs-rubytag")
def ruby(run):
    equal(run.status, 0)
    check([row["name"] for row in run.marks().values()] == ["Ada A"], run.marks())


@case("grade-gs-samename")
def same_name(run):
    equal((run.total("101"), run.total("102")), ("100", "0"))


@case("grade-maven")
@case("grade-onlinetext")
@case("grade-pycharm")
@case("grade-multi-folders")
def hundred(run):
    equal([row["total"] for row in run.marks().values()], ["100"])


@case("grade-moodle-extension")
def extension(run):
    equal([run.total(student) for student in ("s1", "s2", "s3")], ["100", "", ""])


@case("grade-page-zero")
def no_number(run):
    row = run.marks()["anna"]
    equal(row["total"], "")
    has_not(run.read(r"o/gradescope/anna\.json"), r'"score": *[0-9]')
    has_not(run.read(r"o/people/anna"), r"\b[07] of 1[01]0")


@case("grade-void-main")
def void_main(run):
    has(run.text, "all outputs are right")
    equal(run.total("anna", "o2/marks.csv"), "100")


def prepare(name, folder):
    """A copy of the case, with the package sum that it uses."""
    uses = os.path.join(HERE, name, "uses")
    if os.path.exists(uses):
        with open(uses, encoding="utf-8") as file:
            shutil.copytree(os.path.join(HERE, file.read().strip()), os.path.join(folder, "sum"))
    shutil.copytree(os.path.join(HERE, name), folder, dirs_exist_ok=True)


def judge(command, name):
    with tempfile.TemporaryDirectory(prefix="assay-case-") as folder:
        prepare(name, folder)
        path = os.path.dirname(os.path.abspath(command)) + ":" + os.environ["PATH"]
        process = subprocess.run(["sh", "steps"], cwd=folder, env=dict(os.environ, PATH=path), capture_output=True, text=True,
                                 errors="replace", timeout=280, check=False)
        run = Run(folder, process)
        try:
            CASES[name](run)
        except (AssertionError, LookupError, OSError, ValueError) as error:
            print("FAILED %s: %s: %s" % (name, type(error).__name__, error))
            with open(os.path.join(HERE, name, "right"), encoding="utf-8") as file:
                print("  right: " + file.read().strip())
            print("\n".join("  | " + line for line in run.text.splitlines()[:40]))
            return False
    print("passed %s" % name)
    return True


def main():
    folders = {name for name in os.listdir(HERE) if os.path.exists(os.path.join(HERE, name, "steps"))}
    if folders != set(CASES):
        raise SystemExit("folders and checks differ: %s" % sorted(folders ^ set(CASES)))
    results = [judge(sys.argv[1], name) for name in sys.argv[2:] or sorted(CASES)]
    print("%d passed, %d failed" % (results.count(True), results.count(False)))
    sys.exit(0 if all(results) else 1)


main()
