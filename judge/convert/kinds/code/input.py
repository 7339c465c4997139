# Accepts an input (exit status 42) only if it satisfies the statement's constraints.
import re
import sys

if not re.fullmatch(rb"encode\n[a-z]{1,100}\n", sys.stdin.buffer.read()):
    print("not a line encode and a line with a word of 1 to 100 letters", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
