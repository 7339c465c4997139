#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""links.py SOURCE: every link of a Markdown document to a file leads to one, and docs/README.md names every document of docs/."""
import os
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1]).resolve()
faults = []


def documents():
    """build/ is not entered: other tests remove folders there meanwhile."""
    for folder, inner, names in os.walk(source):
        inside = pathlib.Path(folder).relative_to(source).parts
        inner[:] = [] if inside == ("tests", "data") else sorted(name for name in inner if name not in (".git", "build"))
        for name in sorted(names):
            if name.endswith(".md") and inside != ("tests", "data"):
                yield pathlib.Path(folder) / name


def plain(text):
    """Without code, which may look like links."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))


count = 0
for path in documents():
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", plain(path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        count += 1
        if not (path.parent / target).exists():
            faults.append(f"{path.relative_to(source)} links to {target}, which does not exist")

index = (source / "docs/README.md").read_text(encoding="utf-8")
for path in sorted((source / "docs").iterdir()):
    if path.suffix in (".md", ".json") and path.name != "README.md" and f"({path.name})" not in index:
        faults.append(f"docs/README.md does not name {path.name}")
if count < 60:
    faults.append(f"only {count} links were found")
print("\n".join(faults))
sys.exit(bool(faults))
