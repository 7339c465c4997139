#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""schema.py ROOT NAME: docs/NAME.schema.json accepts tests/data/valid/NAME, refuses
tests/data/invalid/NAME one fault at a time, describes every key, and has a name of its own."""
import json
import pathlib
import sys

import jsonschema

ROOT = pathlib.Path(sys.argv[1])
NAME = sys.argv[2]
SCHEMA = json.loads((ROOT / f"docs/{NAME}.schema.json").read_text())
faults = []


def check_documents(kind, wanted):
    validator = jsonschema.Draft202012Validator(SCHEMA)
    files = sorted((ROOT / "tests/data" / kind / NAME).glob("*.json"))
    if len(files) < 3:
        faults.append(f"{kind}: only {len(files)} documents were found")
    for file in files:
        errors = list(validator.iter_errors(json.loads(file.read_text())))
        if len(errors) not in wanted:
            faults.append(f"{kind}/{file.name}: {len(errors)} errors: {[e.message for e in errors]}")


def check_described(schema, where):
    for name, value in schema.get("properties", {}).items():
        if not value.get("description"):
            faults.append(f"{where}/{name} is not described")
        elif name.endswith("_ns") and "nanoseconds" not in value["description"]:
            faults.append(f"{where}/{name} does not name its unit")
        elif name.endswith("_bytes") and "bytes" not in value["description"]:
            faults.append(f"{where}/{name} does not name its unit")
        check_described(value, f"{where}/{name}")
        check_described(value.get("items", {}), f"{where}/{name}[]")
    if "properties" in schema and schema.get("additionalProperties") is not False:
        faults.append(f"{where}: unknown keys are not refused")


def check_name():
    """No other schema has the name that documents of this one have in `schema`."""
    name = SCHEMA["properties"].get("schema", {}).get("const")
    for other in sorted((ROOT / "docs").glob("*.schema.json")):
        others = json.loads(other.read_text())["properties"].get("schema", {}).get("const")
        if name and other.name != f"{NAME}.schema.json" and others == name:
            faults.append(f"{other.name} has the same name, {name}")


jsonschema.Draft202012Validator.check_schema(SCHEMA)
check_documents("valid", {0})
check_documents("invalid", {1, 2})
check_described(SCHEMA, "")
check_name()
for definition, value in SCHEMA["$defs"].items():
    check_described(value, definition)
print("\n".join(faults) or "the schema holds")
sys.exit(bool(faults))
