#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""options.py SOURCE ASSAY: every option that a document names exists. Documents are README.md and those of docs/; the options are those
of all verbs and their actions, as --help prints them."""
import pathlib
import re
import subprocess
import sys

source, assay = pathlib.Path(sys.argv[1]), sys.argv[2]
# Options of other programs in the documents.
OTHERS = {"--build-arg", "--cap-add", "--cgroupns", "--crowd", "--dbname", "--file", "--key", "--kills", "--long", "--maintenance-db", "--max-n", "--net",
          "--no-owner", "--now", "--only", "--print", "--privileged", "--rm", "--security-opt", "--single-transaction", "--userns", "--whitespace-ok",
          "--write"}


def help_of(*words):
    done = subprocess.run([assay, *words, "--help"], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def known_options():
    verbs = re.findall(r"^  ([a-z]+) {2,}", help_of(), re.M)
    if len(verbs) < 15:
        sys.exit(f"only these verbs were found: {verbs}")
    texts = [help_of()] + [help_of(verb) for verb in verbs]
    texts += [help_of("contest", action) for action in re.findall(r"^  ([a-z]+) DIR", help_of("contest"), re.M)]
    texts += [help_of("grade", "new"), help_of("grade", "--as=junit")]
    return {option for text in texts for option in re.findall(r"--[a-z][a-z-]*", text)}


known = known_options() | OTHERS
faults, count = [], 0
for path in [source / "README.md", *sorted((source / "docs").glob("*.md"))]:
    text = path.read_text(encoding="utf-8")
    # Other options are those of a package's programs: generators, or the recipe's.
    text = re.sub(r"^```(?:c|yaml|python|text)\b.*?^```", "", text, flags=re.S | re.M)
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text):
        count += 1
        if option not in known:
            faults.append(f"{path.relative_to(source)}: there is no option {option}")
if count < 150:
    faults.append(f"only {count} options were found")
print("\n".join(sorted(set(faults))))
sys.exit(bool(faults))
