# Called after each pass as: validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT
# Exit status 42 accepts the output, 43 rejects it. If it also writes nextpass.in, that is the input
# of another pass. The other files of FEEDBACK_DIR are there again in the next pass.
import os
import re
import sys

feedback = sys.argv[3]
word_path = os.path.join(feedback, "word")
second = os.path.exists(word_path)
# In the second pass the input is nextpass.in of the first.
with open(word_path if second else sys.argv[1]) as file:
    word = file.read().split()[-1]


def write(name, text):
    with open(os.path.join(feedback, name), "w") as file:
        file.write(text)


def reject(reason):
    write("judgemessage.txt", reason + "\n")
    sys.exit(43)


output = sys.stdin.buffer.read()
if second:
    if output.split() != [word.encode()]:
        reject("the second pass did not print the word " + word)
    sys.exit(42)
match = re.fullmatch(rb"\s*([0-9]{1,200})\s*", output)
if not match:
    reject("the first pass did not print one line with 1 to 200 digits")
write("word", word + "\n")
write("nextpass.in", "decode\n" + match.group(1).decode() + "\n")
sys.exit(42)
