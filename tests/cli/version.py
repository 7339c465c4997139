#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""version.py BUILD SOURCE: `assay --version --json` has its schema, and names every document that the sources write."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema

build, source = map(pathlib.Path, sys.argv[1:3])
# Entries of caches, which a later version ignores; a table that is read; the name of a socket.
OTHERS = {"core", "explanation", "language-table", "made", "strength-original", "strength-row", "strength-search", "validation"}
# The name of the package that pkg-config knows.
PACKAGES = {"libyaml": "yaml-0.1", "pcre2": "libpcre2-8", "sqlite": "sqlite3"}
faults = []


def version_of(command):
    done = subprocess.run([command, "--version", "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def written_schemas():
    """By name: the numbers of all schemas in the sources, which may also be read only."""
    found = {}
    for path in source.glob("*/**/*.[ch]"):
        if path.relative_to(source).parts[0] not in ("build", "tests"):
            for name, number in re.findall(r'"assay-([a-z-]+)/([0-9]+)', path.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add(int(number))
    return found


def check_documents(document):
    shown = {}
    for schemas in document["documents"].values():
        for name, number in (schema.removeprefix("assay-").split("/") for schema in schemas):
            shown.setdefault(name, set()).add(int(number))
    written = written_schemas()
    if len(written) < 20:
        faults.append(f"only {written} were found")
    for name in sorted(written.keys() - OTHERS | shown.keys()):
        if name not in shown or max(shown[name]) != max(written.get(name, {0})):
            faults.append(f"assay-{name}: the newest of {written.get(name)}, but the document has {shown.get(name)}")


def check_libraries(document):
    for name, number in document["libraries"].items():
        package = PACKAGES.get(name, name)
        installed = subprocess.run(["pkg-config", "--modversion", package], capture_output=True, text=True, check=True).stdout.strip()
        if number != installed:
            faults.append(f"{name}: {number}, but {installed} is installed")


def check_features(document):
    if document["features"] != {"contest": True, "grade": True, "postgresql": True}:
        faults.append(f"features: {document['features']}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in ("bin", "libexec/assay"):
            (folder / path).mkdir(parents=True)
        shutil.copy(build / "bin/assay", folder / "bin/assay")
        (folder / "libexec/assay/assay-grade").write_text("")
        features = version_of(folder / "bin/assay")["features"]
    if features != {"contest": False, "grade": True, "postgresql": False}:
        faults.append(f"features without the other parts: {features}")


whole = version_of(build / "bin/assay")
line = subprocess.run([build / "bin/assay", "--version"], capture_output=True, text=True, check=True).stdout
if line != f"assay {whole['version']}\n":
    faults.append(f"--version prints {line!r}")
schema = json.loads((source / "docs/version.schema.json").read_text(encoding="utf-8"))
faults += [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(whole)]
check_documents(whole)
check_libraries(whole)
check_features(whole)
print("\n".join(faults))
sys.exit(bool(faults))
