#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""promises.py SOURCE BUILD: every row of the tables of promises in SECURITY.md names a test that exists."""
import pathlib
import re
import subprocess
import sys

source, build = sys.argv[1:]
listed = subprocess.run(["ctest", "--test-dir", build, "-N"], check=True, capture_output=True, text=True).stdout
known = set(re.findall(r"^ *Test *#\d+: (\S+)$", listed, re.MULTILINE))
rows = [line.split("|") for line in pathlib.Path(source, "SECURITY.md").read_text().splitlines() if line.startswith("| ")]
faults = []
for row in rows:
    if row[1:3] == [" promise ", " mechanism "]:
        continue
    named = re.findall(r"`([a-z]+/[a-z0-9_]+)`", row[3])
    if not named:
        faults.append(f"no test shows:{row[1]}")
    faults += [f"there is no test {name}" for name in named if name not in known]
if len(rows) < 10:
    faults.append(f"only {len(rows)} rows were found")
print("\n".join(faults))
sys.exit(bool(faults))
