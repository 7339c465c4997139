#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""style.py SOURCE: tools/style advises only about added lines, and never fails."""
import pathlib
import subprocess
import sys
import tempfile

script = pathlib.Path(sys.argv[1]).resolve() / "tools/style"
LONG = "word " * 31 + "end."
OLD = "Who has it is waiting, whoever he is."
COMMENT = "/* A way whose room is full\n * is let go on. */\nint keep;\n"


def run(folder, *words):
    done = subprocess.run([*words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{words} ends with {done.returncode}: {done.stderr}")
    return done.stdout


def expect(said, *texts):
    for text in texts:
        if text not in said:
            sys.exit(f"no {text!r} in:\n{said}")


with tempfile.TemporaryDirectory() as folder:
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    run(folder, *git, "init", "-q")
    page = pathlib.Path(folder, "page.md")
    page.write_text(f"{OLD}\n\nA short sentence.\n")
    run(folder, *git, "add", ".")
    run(folder, *git, "commit", "-q", "-m", "first")
    expect(run(folder, script), "no advice")
    page.write_text(f"{OLD}\n\nA short sentence.\n\n{LONG}\n\n    code\n\n```\nwhoever he is\n```\n")
    said = run(folder, script)
    expect(said, "page.md:5: 32 words", "1 to look at")
    pathlib.Path(folder, "code.c").write_text(COMMENT)
    run(folder, *git, "add", ".")
    expect(run(folder, script, "HEAD"), "code.c:1: 'A way whose'", "code.c:1: 'is let go on'")
    expect(run(folder, script, "no-such-base") or "nothing", "nothing")
