# Accepts an input (exit status 42) only if it satisfies the statement's constraints.
import re
import sys

match = re.fullmatch(rb"([1-9][0-9]*)\n", sys.stdin.buffer.read())
if not match or not 1 <= int(match.group(1)) <= 1000:
    print("not one line with a whole number in the range", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
