/* SPDX-License-Identifier: MIT */
/* The texts of the packages that `assay new` makes, one for each kind of problem. */
#include "new_kind.h"

/* ---- sum ---- */

static const char sum_statement[] = "You are given two whole numbers. Print their sum.\n"
				    "\n"
				    "## Input\n"
				    "\n"
				    "One line with the numbers $a$ and $b$, separated by a space "
				    "($-10^9 \\le a, b \\le 10^9$).\n"
				    "\n"
				    "## Output\n"
				    "\n"
				    "One line with $a + b$.\n";

static const char sum_input[] =
	"# Accepts an input (exit status 42) only if it satisfies the statement's constraints.\n"
	"import re\n"
	"import sys\n"
	"\n"
	"LIMIT = 10**9\n"
	"\n"
	"\n"
	"def reject(reason):\n"
	"    print(reason, file=sys.stderr)\n"
	"    sys.exit(43)\n"
	"\n"
	"\n"
	"text = sys.stdin.buffer.read()\n"
	"match = re.fullmatch(rb\"(0|-?[1-9][0-9]*) (0|-?[1-9][0-9]*)\\n\", text)\n"
	"if not match:\n"
	"    reject(\"not one line with two whole numbers\")\n"
	"if any(abs(int(number)) > LIMIT for number in match.groups()):\n"
	"    reject(\"a number is out of range\")\n"
	"sys.exit(42)\n";

static const char sum_right[] = "# Must be accepted.\n"
				"a, b = map(int, input().split())\n"
				"print(a + b)\n";

static const char sum_wrong[] =
	"# Must be rejected. Its answer to the sample is right: only a secret test shows the\n"
	"# mistake.\n"
	"a, b = map(int, input().split())\n"
	"print(abs(a) + abs(b))\n";

static const char sum_random[] =
	"# Makes a test from a seed: the same seed, the same test.\n"
	"import random\n"
	"import sys\n"
	"\n"
	"random.seed(int(sys.argv[1]))\n"
	"print(random.randint(-(10**9), 10**9), random.randint(-(10**9), 10**9))\n";

/* ---- split ---- */

/* The input validator of a package whose input is one whole number. RANGE: a condition on it. */
#define NUMBER_INPUT(RANGE)                                                                        \
	"# Accepts an input (exit status 42) only if it satisfies the statement's constraints.\n"  \
	"import re\n"                                                                              \
	"import sys\n"                                                                             \
	"\n"                                                                                       \
	"match = re.fullmatch(rb\"([1-9][0-9]*)\\n\", sys.stdin.buffer.read())\n"                  \
	"if not match or not " RANGE ":\n"                                                         \
	"    print(\"not one line with a whole number in the range\", file=sys.stderr)\n"          \
	"    sys.exit(43)\n"                                                                       \
	"sys.exit(42)\n"

static const char split_statement[] = "Write a whole number $n$ as the sum of two positive whole "
				      "numbers. If there are several ways, print\n"
				      "any of them.\n"
				      "\n"
				      "## Input\n"
				      "\n"
				      "One line with the number $n$ ($2 \\le n \\le 10^9$).\n"
				      "\n"
				      "## Output\n"
				      "\n"
				      "One line with the two numbers, separated by a space.\n";

static const char split_input[] = NUMBER_INPUT("2 <= int(match.group(1)) <= 10**9");

static const char split_output[] =
	"# Called as: validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT\n"
	"# Exit status 42 accepts the output, 43 rejects it. A message goes to judgemessage.txt.\n"
	"import os\n"
	"import re\n"
	"import sys\n"
	"\n"
	"with open(sys.argv[1]) as file:\n"
	"    n = int(file.read())\n"
	"\n"
	"\n"
	"def reject(reason):\n"
	"    with open(os.path.join(sys.argv[3], \"judgemessage.txt\"), \"w\") as file:\n"
	"        file.write(reason + \"\\n\")\n"
	"    sys.exit(43)\n"
	"\n"
	"\n"
	"match = re.fullmatch(rb\"\\s*([0-9]{1,10})\\s+([0-9]{1,10})\\s*\", "
	"sys.stdin.buffer.read())\n"
	"if not match:\n"
	"    reject(\"not two whole numbers\")\n"
	"a, b = map(int, match.groups())\n"
	"if a < 1 or b < 1 or a + b != n:\n"
	"    reject(f\"{a} and {b} are not two positive numbers with the sum {n}\")\n"
	"sys.exit(42)\n";

static const char split_right[] = "# Must be accepted.\n"
				  "n = int(input())\n"
				  "print(1, n - 1)\n";

static const char split_wrong[] = "# Must be rejected: wrong if n is odd, as in a secret test.\n"
				  "n = int(input())\n"
				  "print(n // 2, n // 2)\n";

static const char split_random[] = "# Makes a test from a seed: the same seed, the same test.\n"
				   "import random\n"
				   "import sys\n"
				   "\n"
				   "random.seed(int(sys.argv[1]))\n"
				   "print(random.randint(2, 10**9))\n";

/* ---- guess ---- */

static const char guess_statement[] =
	"Find a secret whole number $n$ ($1 \\le n \\le 1000$) with at most 10 guesses.\n"
	"\n"
	"## Interaction\n"
	"\n"
	"Print a guess on a line of its own, and flush the output. Then read the answer: `higher` "
	"if $n$ is\n"
	"greater than the guess, `lower` if it is less, or `correct`. After `correct` your program "
	"must end.\n";

static const char guess_input[] = NUMBER_INPUT("1 <= int(match.group(1)) <= 1000");

static const char guess_output[] =
	"# Called as: interact.py INPUT ANSWER FEEDBACK_DIR\n"
	"# Reads what the submission prints, and answers it. Exit status 42 accepts the "
	"submission, 43\n"
	"# rejects it. A message goes to judgemessage.txt.\n"
	"import os\n"
	"import re\n"
	"import sys\n"
	"\n"
	"with open(sys.argv[1]) as file:\n"
	"    secret = int(file.read())\n"
	"\n"
	"\n"
	"def reject(reason):\n"
	"    with open(os.path.join(sys.argv[3], \"judgemessage.txt\"), \"w\") as file:\n"
	"        file.write(reason + \"\\n\")\n"
	"    sys.exit(43)\n"
	"\n"
	"\n"
	"def answer(word):\n"
	"    try:\n"
	"        os.write(1, word.encode() + b\"\\n\")\n"
	"    except BrokenPipeError:\n"
	"        pass  # the submission has ended\n"
	"\n"
	"\n"
	"for _ in range(10):\n"
	"    line = sys.stdin.buffer.readline(100)\n"
	"    if not re.fullmatch(rb\"\\s*[0-9]{1,9}\\s*\", line):\n"
	"        reject(\"no guess, or a guess that is not a whole number\")\n"
	"    guess = int(line)\n"
	"    if guess == secret:\n"
	"        answer(\"correct\")\n"
	"        sys.exit(42)\n"
	"    answer(\"higher\" if guess < secret else \"lower\")\n"
	"reject(\"10 guesses were not enough\")\n";

static const char guess_right[] = "# Must be accepted: halves the range with each guess.\n"
				  "low, high = 1, 1000\n"
				  "while True:\n"
				  "    guess = (low + high) // 2\n"
				  "    print(guess, flush=True)\n"
				  "    answer = input()\n"
				  "    if answer == \"correct\":\n"
				  "        break\n"
				  "    if answer == \"higher\":\n"
				  "        low = guess + 1\n"
				  "    else:\n"
				  "        high = guess - 1\n";

static const char guess_wrong[] = "# Must be rejected: tries one number after another, which is "
				  "fast enough for the sample only.\n"
				  "import sys\n"
				  "\n"
				  "for guess in range(1, 1001):\n"
				  "    print(guess, flush=True)\n"
				  "    if sys.stdin.readline().strip() in (\"correct\", \"\"):\n"
				  "        break\n";

static const char guess_random[] = "# Makes a test from a seed: the same seed, the same test.\n"
				   "import random\n"
				   "import sys\n"
				   "\n"
				   "random.seed(int(sys.argv[1]))\n"
				   "print(random.randint(1, 1000))\n";

/* ---- code ---- */

static const char code_statement[] =
	"Write a word with digits, so that it can be read again. Your program runs twice.\n"
	"\n"
	"## First pass\n"
	"\n"
	"The input is a line `encode` and a line with a word of 1 to 100 letters `a` to `z`. Print "
	"one line\n"
	"with 1 to 200 digits.\n"
	"\n"
	"## Second pass\n"
	"\n"
	"The input is a line `decode` and a line with the digits that your program printed in the "
	"first\n"
	"pass. Print the word.\n";

static const char code_input[] =
	"# Accepts an input (exit status 42) only if it satisfies the statement's constraints.\n"
	"import re\n"
	"import sys\n"
	"\n"
	"if not re.fullmatch(rb\"encode\\n[a-z]{1,100}\\n\", sys.stdin.buffer.read()):\n"
	"    print(\"not a line encode and a line with a word of 1 to 100 letters\", "
	"file=sys.stderr)\n"
	"    sys.exit(43)\n"
	"sys.exit(42)\n";

static const char code_output[] =
	"# Called after each pass as: validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT\n"
	"# Exit status 42 accepts the output, 43 rejects it. If it also writes nextpass.in, that "
	"is the input\n"
	"# of another pass. The other files of FEEDBACK_DIR are there again in the next pass.\n"
	"import os\n"
	"import re\n"
	"import sys\n"
	"\n"
	"feedback = sys.argv[3]\n"
	"word_path = os.path.join(feedback, \"word\")\n"
	"second = os.path.exists(word_path)\n"
	"# In the second pass the input is nextpass.in of the first.\n"
	"with open(word_path if second else sys.argv[1]) as file:\n"
	"    word = file.read().split()[-1]\n"
	"\n"
	"\n"
	"def write(name, text):\n"
	"    with open(os.path.join(feedback, name), \"w\") as file:\n"
	"        file.write(text)\n"
	"\n"
	"\n"
	"def reject(reason):\n"
	"    write(\"judgemessage.txt\", reason + \"\\n\")\n"
	"    sys.exit(43)\n"
	"\n"
	"\n"
	"output = sys.stdin.buffer.read()\n"
	"if second:\n"
	"    if output.split() != [word.encode()]:\n"
	"        reject(\"the second pass did not print the word \" + word)\n"
	"    sys.exit(42)\n"
	"match = re.fullmatch(rb\"\\s*([0-9]{1,200})\\s*\", output)\n"
	"if not match:\n"
	"    reject(\"the first pass did not print one line with 1 to 200 digits\")\n"
	"write(\"word\", word + \"\\n\")\n"
	"write(\"nextpass.in\", \"decode\\n\" + match.group(1).decode() + \"\\n\")\n"
	"sys.exit(42)\n";

static const char code_right[] =
	"# Must be accepted: two digits for each letter.\n"
	"task, text = input(), input()\n"
	"if task == \"encode\":\n"
	"    print(\"\".join(f\"{ord(letter) - 97:02}\" for letter in text))\n"
	"else:\n"
	"    print(\"\".join(chr(97 + int(text[i : i + 2])) for i in range(0, len(text), 2)))\n";

static const char code_wrong[] =
	"# Must be rejected: the first ten letters get one digit only, which a secret test shows.\n"
	"task, text = input(), input()\n"
	"if task == \"encode\":\n"
	"    print(\"\".join(str(ord(letter) - 97) for letter in text))\n"
	"else:\n"
	"    print(\"\".join(chr(97 + int(text[i : i + 2])) for i in range(0, len(text), 2)))\n";

static const char code_random[] = "# Makes a test from a seed: the same seed, the same test.\n"
				  "import random\n"
				  "import sys\n"
				  "\n"
				  "random.seed(int(sys.argv[1]))\n"
				  "print(\"encode\")\n"
				  "print(\"\".join(random.choices(\"abcdefghijklmnopqrstuvwxyz\", "
				  "k=random.randint(1, 100))))\n";

/* ---- note ---- */

static const char note_statement[] =
	"Find a secret whole number $n$ ($1 \\le n \\le 1000$), and leave a note of it. Your "
	"program runs twice.\n"
	"\n"
	"## First pass\n"
	"\n"
	"Read the line `find`. Then guess $n$ at most 10 times: print a guess on a line of its "
	"own, "
	"and flush\n"
	"the output. Then read the answer: `higher` if $n$ is greater than the guess, `lower` if "
	"it "
	"is less, or\n"
	"`correct`. After `correct` print one line with 1 to 20 digits, the note. Then your "
	"program "
	"must end.\n"
	"\n"
	"## Second pass\n"
	"\n"
	"Read the line `again` and a line with the note that your program printed in the first "
	"pass. Print $n$.\n"
	"Then your program must end.\n";

static const char note_output[] =
	"# Called for each pass as: interact.py INPUT ANSWER FEEDBACK_DIR\n"
	"# Reads what the submission prints, and answers it. Exit status 42 accepts the pass, 43 "
	"rejects the\n"
	"# submission. If nextpass.in is written as well, that is INPUT of another pass.\n"
	"import os\n"
	"import re\n"
	"import sys\n"
	"\n"
	"with open(sys.argv[1]) as file:\n"
	"    words = file.read().split()  # of the second pass: the number and the note\n"
	"secret = int(words[0])\n"
	"\n"
	"\n"
	"def write(name, text):\n"
	"    with open(os.path.join(sys.argv[3], name), \"w\") as file:\n"
	"        file.write(text + \"\\n\")\n"
	"\n"
	"\n"
	"def reject(reason):\n"
	"    write(\"judgemessage.txt\", reason)\n"
	"    sys.exit(43)\n"
	"\n"
	"\n"
	"def send(line):\n"
	"    try:\n"
	"        os.write(1, line.encode() + b\"\\n\")\n"
	"    except BrokenPipeError:\n"
	"        pass  # the submission has ended\n"
	"\n"
	"\n"
	"def receive(what, most):\n"
	"    line = sys.stdin.buffer.readline(100)\n"
	"    match = re.fullmatch(rb\"\\s*([0-9]{1,%d})\\s*\" % most, line)\n"
	"    if not match:\n"
	"        reject(f\"{what} is missing, or is not a line with 1 to {most} digits\")\n"
	"    return match.group(1).decode()\n"
	"\n"
	"\n"
	"if len(words) == 2:\n"
	"    send(\"again\")\n"
	"    send(words[1])\n"
	"    if int(receive(\"the number\", 9)) != secret:\n"
	"        reject(\"the second pass did not print the number\")\n"
	"    sys.exit(42)\n"
	"send(\"find\")\n"
	"for _ in range(10):\n"
	"    guess = int(receive(\"a guess\", 9))\n"
	"    if guess == secret:\n"
	"        send(\"correct\")\n"
	"        write(\"nextpass.in\", f\"{secret} {receive('the note', 20)}\")\n"
	"        sys.exit(42)\n"
	"    send(\"higher\" if guess < secret else \"lower\")\n"
	"reject(\"10 guesses were not enough\")\n";

/* A submission; REMEMBERED is what it prints in the second pass. */
#define NOTE_SUBMISSION(COMMENT, REMEMBERED)                                                       \
	COMMENT "if input() == \"again\":\n"                                                       \
		"    note = input()\n"                                                             \
		"    print(" REMEMBERED ")\n"                                                      \
		"else:\n"                                                                          \
		"    low, high = 1, 1000\n"                                                        \
		"    while True:\n"                                                                \
		"        guess = (low + high) // 2\n"                                              \
		"        print(guess, flush=True)\n"                                               \
		"        answer = input()\n"                                                       \
		"        if answer == \"correct\":\n"                                              \
		"            print(guess)\n"                                                       \
		"            break\n"                                                              \
		"        if answer == \"higher\":\n"                                               \
		"            low = guess + 1\n"                                                    \
		"        else:\n"                                                                  \
		"            high = guess - 1\n"

static const char note_right[] =
	NOTE_SUBMISSION("# Must be accepted: the note is the number.\n", "note");

static const char note_wrong[] =
	NOTE_SUBMISSION("# Must be rejected: loses all digits of the note but one, which a secret "
			"test shows.\n",
		"note[0]");

/* ---- all ---- */

const struct new_kind new_kinds[NEW_KIND_COUNT] = {
	[AS_NEW_PLAIN] = {.title = "Sum",
		.statement = sum_statement,
		.input_validator = sum_input,
		.right = {"accepted/sum.py", sum_right},
		.wrong = {"wrong_answer/no_sign.py", sum_wrong},
		.random = sum_random,
		.sample = {"1", "1 2\n", "3\n"},
		.secret = {{"1-negative", "-5 3\n", "-2\n"},
			{"2-large", "1000000000 1000000000\n", "2000000000\n"}}},
	[AS_NEW_CHECKER] = {.title = "Two Numbers",
		.statement = split_statement,
		.input_validator = split_input,
		.output_validator = {"output_validator/validate.py", split_output},
		.right = {"accepted/one.py", split_right},
		.wrong = {"wrong_answer/half.py", split_wrong},
		.random = split_random,
		.sample = {"1", "4\n", "2 2\n"},
		.secret = {{"1-odd", "7\n", "1 6\n"},
			{"2-large", "1000000000\n", "1 999999999\n"}}},
	[AS_NEW_INTERACTIVE] = {.title = "Guess",
		.type = "interactive",
		.statement = guess_statement,
		.interaction =
			">500\n<lower\n>250\n<lower\n>125\n<lower\n>62\n<lower\n>31\n<lower\n>15\n"
			"<lower\n>7\n<correct\n",
		.input_validator = guess_input,
		.output_validator = {"output_validator/interact.py", guess_output},
		.right = {"accepted/halve.py", guess_right},
		.wrong = {"wrong_answer/count.py", guess_wrong},
		.random = guess_random,
		.sample = {"1", "7\n", "7\n"},
		.secret = {{"1-last", "1000\n", "1000\n"}, {"2-first", "1\n", "1\n"}}},
	[AS_NEW_MULTI_PASS] = {.title = "Digits",
		.type = "multi-pass",
		.statement = code_statement,
		.interaction = "<encode\n<zoo\n>251414\n---\n<decode\n<251414\n>zoo\n",
		.input_validator = code_input,
		.output_validator = {"output_validator/validate.py", code_output},
		.right = {"accepted/pairs.py", code_right},
		.wrong = {"wrong_answer/single.py", code_wrong},
		.random = code_random,
		.sample = {"1", "encode\nzoo\n", "zoo\n"},
		.secret = {{"1-abc", "encode\nabc\n", "abc\n"},
			{"2-az", "encode\nazazaz\n", "azazaz\n"}}},
	[AS_NEW_INTERACTIVE_MULTI_PASS] = {.title = "Note",
		.type = "interactive, multi-pass",
		.statement = note_statement,
		.interaction = "<find\n>500\n<lower\n>250\n<lower\n>125\n<lower\n>62\n<lower\n>31\n"
			       "<lower\n>15\n<lower\n>7\n<correct\n>7\n---\n<again\n<7\n>7\n",
		.input_validator = guess_input,
		.output_validator = {"output_validator/interact.py", note_output},
		.right = {"accepted/number.py", note_right},
		.wrong = {"wrong_answer/digit.py", note_wrong},
		.random = guess_random,
		.sample = {"1", "7\n", "7\n"},
		.secret = {{"1-last", "1000\n", "1000\n"}, {"2-middle", "500\n", "500\n"}}},
};
