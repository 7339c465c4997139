#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""documents.py SOURCE BUILD NAME: follows docs/NAME.md like a reader (document.py), and compares its tables with the schema that it
explains."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import ci
import document

source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
name = sys.argv[3]
path = source / f"docs/{name}.md"


def words_of_tables(text):
    """The words between backquotes in the first cells of the tables."""
    cells = re.findall(r"^\|((?:[^|]|\\\|)*)\|", text, re.M)
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def check_sandbox():
    """Each key and each hit of the schema has a row."""
    schema = json.loads((source / "docs/sandbox.schema.json").read_text())
    wanted = set(schema["properties"]) | set(schema["properties"]["hits"]["items"]["enum"])
    if missing := wanted - words_of_tables(path.read_text()):
        sys.exit(f"{path} has no row for {sorted(missing)}")


def keys_of(schema):
    """The names of all properties, at every depth."""
    for name, value in schema.items():
        if name == "properties":
            yield from value
        if isinstance(value, dict):
            yield from keys_of(value)


def reasons_of_code():
    """The reasons that the code sets, by the files that set them."""
    places = [("judge/program/run_result.c", r'AS_VERDICT_\w+, "([a-z-]+)"'),
              ("judge/engine/run/verdict.c", r'set\(result, AS_VERDICT_\w+, "([a-z-]+)"\)'),
              ("judge/program/*.c", r'as_sources_refuse\(\s*[\w>-]+,\s*"([a-z-]+)"'),
              ("judge/program/*.c", r'program->reason\), "([a-z-]+)"')]
    found = [re.findall(pattern, file.read_text()) for glob, pattern in places for file in source.glob(glob)]
    reasons = {reason for one in found for reason in one}
    if len(reasons) < 15:
        sys.exit(f"only {sorted(reasons)} were found in the code")
    return reasons - {"idleness"}  # submissions have no limit of idle time


def check_verdict():
    """Each key, verdict and reason."""
    schema = json.loads((source / "docs/verdict.schema.json").read_text())
    text = path.read_text()
    wanted = set(keys_of(schema)) | set(schema["$defs"]["verdict"]["enum"]) | reasons_of_code()
    if missing := {word for word in wanted if f"`{word}`" not in text}:
        sys.exit(f"{path} does not explain {sorted(missing)}")


CHECKS = {"ci": lambda: ci.check(source, build), "sandbox": check_sandbox, "verdict": check_verdict}


# ---- the files that a reader has ----

SHEET = """Identifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade","Last modified (submission)","Feedback comments"
Participant 101,Ada Lovelace,s101,ada@example.org,"Submitted for grading",,20.00,"Monday, 5 October 2026, 10:12 AM",
Participant 102,Bob Hope,s102,bob@example.org,"Submitted for grading",,20.00,"Tuesday, 6 October 2026, 8:30 PM",
Participant 103,Eve Adams,s103,eve@example.org,"Submitted for grading",,20.00,"Monday, 5 October 2026, 11:58 PM",
Participant 104,Cem Ak,s104,cem@example.org,"Submitted for grading",,20.00,"Monday, 5 October 2026, 9:00 AM",
Participant 105,Dan Day,s105,dan@example.org,"No submission",,20.00,"-",
"""
SUM_PY = "a, b = map(int, input().split())\nprint(a + b)\n"
NO_SIGN_C = """#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int a, b;
	scanf("%d %d", &a, &b);
	printf("%d\\n", abs(a) + abs(b));
}
"""


def prepare_teacher(folder):
    """Moodle's files: an archive of submissions, and the grading worksheet."""
    (folder / "sheet.csv").write_text(SHEET)
    with zipfile.ZipFile(folder / "submissions.zip", "w") as archive:
        for name, text in [("Ada Lovelace_101_assignsubmission_file/sum.py", SUM_PY),
                           ("Bob Hope_102_assignsubmission_file/sum.c", NO_SIGN_C),
                           ("Eve Adams_103_assignsubmission_file/sum.py", "# Mine.\n" + SUM_PY),
                           ("Cem Ak_104_assignsubmission_file/sum.doc", "\x01")]:
            archive.writestr(name, text)


def prepare_author(folder):
    """The author's testlib.h."""
    shutil.copy(source / "tests/support/testlib.h", folder)


PREPARE = {"teacher": prepare_teacher, "package-author": prepare_author}

doctor = subprocess.run([build / "bin/assay", "doctor"], capture_output=True, check=False)
if doctor.returncode != 0 and os.environ.get("AS_TESTS_MUST_RUN") != "1":
    print("SKIPPED: this machine cannot open a sandbox")
    sys.exit(77)
if name in CHECKS:
    CHECKS[name]()
document.follow(path, build, PREPARE.get(name))
