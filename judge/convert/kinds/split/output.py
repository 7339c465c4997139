# Called as: validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT
# Exit status 42 accepts the output, 43 rejects it. A message goes to judgemessage.txt.
import os
import re
import sys

with open(sys.argv[1]) as file:
    n = int(file.read())


def reject(reason):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as file:
        file.write(reason + "\n")
    sys.exit(43)


match = re.fullmatch(rb"\s*([0-9]{1,10})\s+([0-9]{1,10})\s*", sys.stdin.buffer.read())
if not match:
    reject("not two whole numbers")
a, b = map(int, match.groups())
if a < 1 or b < 1 or a + b != n:
    reject(f"{a} and {b} are not two positive numbers with the sum {n}")
sys.exit(42)
