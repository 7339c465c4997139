# SPDX-License-Identifier: MIT
"""Holds every JSON line of standard input against a JSON Schema: validate.py SCHEMA < DOCUMENTS.

Prints what is wrong with the first that does not fit and exits with 1; prints how many there were.
"""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.FormatChecker()
    )
    count = 0
    for line in sys.stdin.buffer:
        for error in validator.iter_errors(json.loads(line)):
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"document {count + 1}, {place or 'whole'}: {error.message}")
            return 1
        count += 1
    print(count)
    return 0


sys.exit(main())
