# Called as: interact.py INPUT ANSWER FEEDBACK_DIR
# Reads what the submission prints, and answers it. Exit status 42 accepts the submission, 43
# rejects it. A message goes to judgemessage.txt.
import os
import re
import sys

with open(sys.argv[1]) as file:
    secret = int(file.read())


def reject(reason):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as file:
        file.write(reason + "\n")
    sys.exit(43)


def answer(word):
    try:
        os.write(1, word.encode() + b"\n")
    except BrokenPipeError:
        pass  # the submission has ended


for _ in range(10):
    line = sys.stdin.buffer.readline(100)
    if not re.fullmatch(rb"\s*[0-9]{1,9}\s*", line):
        reject("no guess, or a guess that is not a whole number")
    guess = int(line)
    if guess == secret:
        answer("correct")
        sys.exit(42)
    answer("higher" if guess < secret else "lower")
reject("10 guesses were not enough")
