# Called for each pass as: interact.py INPUT ANSWER FEEDBACK_DIR
# Reads what the submission prints, and answers it. Exit status 42 accepts the pass, 43 rejects the
# submission. If nextpass.in is written as well, that is INPUT of another pass.
import os
import re
import sys

with open(sys.argv[1]) as file:
    words = file.read().split()  # of the second pass: the number and the note
secret = int(words[0])


def write(name, text):
    with open(os.path.join(sys.argv[3], name), "w") as file:
        file.write(text + "\n")


def reject(reason):
    write("judgemessage.txt", reason)
    sys.exit(43)


def send(line):
    try:
        os.write(1, line.encode() + b"\n")
    except BrokenPipeError:
        pass  # the submission has ended


def receive(what, most):
    line = sys.stdin.buffer.readline(100)
    match = re.fullmatch(rb"\s*([0-9]{1,%d})\s*" % most, line)
    if not match:
        reject(f"{what} is missing, or is not a line with 1 to {most} digits")
    return match.group(1).decode()


if len(words) == 2:
    send("again")
    send(words[1])
    if int(receive("the number", 9)) != secret:
        reject("the second pass did not print the number")
    sys.exit(42)
send("find")
for _ in range(10):
    guess = int(receive("a guess", 9))
    if guess == secret:
        send("correct")
        write("nextpass.in", f"{secret} {receive('the note', 20)}")
        sys.exit(42)
    send("higher" if guess < secret else "lower")
reject("10 guesses were not enough")
