# SPDX-License-Identifier: MIT
"""Validates JSON documents with JSON Schemas, for many tests one after the other (support/schemas.h).

validator.py DESCRIPTOR: of a socket that listens. A client sends the path of a schema, then documents, one on each line; the answer is "fit
COUNT", or the error of the first document that does not conform. It ends when standard
input does.
"""

import functools
import json
import select
import socket
import sys

import jsonschema


@functools.cache
def validator_of(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.FormatChecker()
    )


def judge(lines):
    validator = validator_of(next(lines).decode().strip())
    count = 0
    for line in lines:
        for error in validator.iter_errors(json.loads(line)):
            place = "/".join(str(part) for part in error.absolute_path)
            return f"document {count + 1}, {place or 'whole'}: {error.message}"
        count += 1
    return f"fit {count}"


def main():
    listening = socket.socket(fileno=int(sys.argv[1]))
    while select.select([listening, 0], [], [])[0] == [listening]:
        connection, _ = listening.accept()
        with connection, connection.makefile("rb") as lines:
            # One test must not end the validator for the others.
            try:
                answer = judge(iter(lines.readlines()))
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            try:
                connection.sendall(answer.encode())
            except OSError:
                pass


main()
