#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the arrows of HACKING.md against the code: what each folder includes, which folders its compiler can
look into, and what each target links. Called with the source and the build folder."""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

# Each target and those that it may use directly. A target also reaches what those use.
USES = {
    "base": [],
    "sandbox": ["base"],
    "reference": ["base"],
    "package": ["base"],
    "program": ["package", "sandbox"],
    "convert": ["package", "program"],
    "testgen": ["program"],
    "engine": ["program"],
    "verify": ["engine"],
    "cli": ["base", "sandbox", "reference", "convert", "testgen", "verify"],
}
FOLDERS = {"base": "base", "sandbox": "sandbox", "reference": "reference", "testgen": "testgen", "cli": "cli",
           "package": "judge/package", "program": "judge/program", "convert": "judge/convert",
           "engine": "judge/engine", "verify": "judge/verify"}

source, build = map(os.path.realpath, sys.argv[1:3])
faults = []


def reach(name):
    seen, todo = set(), list(USES[name])
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += USES[one]
    return seen


def folder_of(path):
    """The target that a file or folder belongs to, or None."""
    best = None
    for name, folder in FOLDERS.items():
        whole = os.path.join(source, folder)
        if (path == whole or path.startswith(whole + os.sep)) and (
                best is None or len(FOLDERS[best]) < len(folder)):
            best = name
    return best


def check_includes():
    count = 0
    for name, folder in FOLDERS.items():
        for where, _, files in os.walk(os.path.join(source, folder)):
            for file in files:
                if not file.endswith((".c", ".h")):
                    continue
                text = open(os.path.join(where, file), encoding="utf-8").read()
                for used in re.findall(r'^#include <assay/(\w+)', text, re.M):
                    count += 1
                    if used in USES and used != name and used not in reach(name):
                        faults.append(f"{os.path.join(where, file)} includes <assay/{used}...>")
    if count < 100:
        faults.append(f"only {count} includes of public headers were found")


def check_compiler_paths():
    commands = json.load(open(os.path.join(build, "compile_commands.json"), encoding="utf-8"))
    seen = set()
    for command in commands:
        path = os.path.realpath(command["file"])
        name = folder_of(path)
        if not name:
            continue  # a test
        seen.add(name)
        words = shlex.split(command["command"])
        shown = [w[2:] for w in words if w.startswith("-I")]
        shown += [words[i + 1] for i, w in enumerate(words) if w == "-isystem"]
        for one in shown:
            owner = folder_of(os.path.realpath(one))
            if owner in (None, name):
                continue
            public = os.path.realpath(one) == os.path.join(source, FOLDERS[owner], "include")
            if not public:
                faults.append(f"{path} can include the private headers of {owner}: {one}")
            if owner not in reach(name):
                faults.append(f"{path} can include headers of {owner}")
    if seen != set(USES):
        faults.append(f"not compiled: {sorted(set(USES) - seen)}")


def check_links():
    with tempfile.TemporaryDirectory() as folder:
        dot = os.path.join(folder, "links.dot")
        subprocess.run(["cmake", f"--graphviz={dot}", build], check=True, stdout=subprocess.DEVNULL)
        text = open(dot, encoding="utf-8").read()
    label = dict(re.findall(r'"(node\d+)" \[ label = "([^"\\]+)', text))
    edges = {(label.get(a, ""), label.get(b, "")) for a, b in re.findall(r'"(node\d+)" -> "(node\d+)"', text)}
    if not any(a == "assay_verify" for a, _ in edges):
        faults.append("the drawing of the links has no assay_verify")
    for a, b in edges:
        left = "cli" if a == "assay" else a.removeprefix("assay_")
        right = b.removeprefix("assay_")
        if left in USES and right.removesuffix("_private") in USES:
            private = right.endswith("_private")
            right = right.removesuffix("_private")
            if private:
                faults.append(f"{a} links {b}: only tests may")
            if right not in reach(left):
                faults.append(f"{a} links {b}")


check_includes()
check_compiler_paths()
check_links()
for fault in sorted(set(faults)):
    print(fault)
print(f"{len(set(faults))} arrows that the house does not have")
sys.exit(1 if faults else 0)
