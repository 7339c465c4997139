#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""schema.py ROOT NAME: docs/NAME.schema.json accepts tests/data/valid/NAME, refuses
tests/data/invalid/NAME one fault at a time, describes every key, and has a name of its own."""
import json
import pathlib
import sys

import jsonschema


def check_documents(root, name, schema, kind, wanted):
    validator = jsonschema.Draft202012Validator(schema)
    files = sorted((root / "tests/data" / kind / name).glob("*.json"))
    if len(files) < 3:
        yield f"{kind}: only {len(files)} documents were found"
    for file in files:
        errors = list(validator.iter_errors(json.loads(file.read_text())))
        if len(errors) not in wanted:
            yield f"{kind}/{file.name}: {len(errors)} errors: {[e.message for e in errors]}"


def check_described(schema, where):
    """The faults of a schema whose keys are not all described, or that accepts unknown keys."""
    for name, value in schema.get("properties", {}).items():
        if not value.get("description"):
            yield f"{where}/{name} is not described"
        elif name.endswith("_ns") and "nanoseconds" not in value["description"]:
            yield f"{where}/{name} does not name its unit"
        elif name.endswith("_bytes") and "bytes" not in value["description"]:
            yield f"{where}/{name} does not name its unit"
        yield from check_described(value, f"{where}/{name}")
        yield from check_described(value.get("items", {}), f"{where}/{name}[]")
    if "properties" in schema and schema.get("additionalProperties") is not False:
        yield f"{where}: unknown keys are not refused"


def check_name(root, name, schema):
    """No other schema has the name that documents of this one have in `schema`."""
    own = schema["properties"].get("schema", {}).get("const")
    for other in sorted((root / "docs").glob("*.schema.json")):
        keys = json.loads(other.read_text()).get("properties", {})
        if own and other.name != f"{name}.schema.json" and keys.get("schema", {}).get("const") == own:
            yield f"{other.name} has the same name, {own}"


def main(root, name):
    schema = json.loads((root / f"docs/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    faults = [
        *check_documents(root, name, schema, "valid", {0}),
        *check_documents(root, name, schema, "invalid", {1, 2}),
        *check_described(schema, ""),
        *check_name(root, name, schema),
    ]
    for definition, value in schema["$defs"].items():
        faults += check_described(value, definition)
    print("\n".join(faults) or "the schema holds")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
