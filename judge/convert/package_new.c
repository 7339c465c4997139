/* SPDX-License-Identifier: MIT */
/* The package that `assay new` makes: as small as one can be, and true in every part. */
#include "package_write.h"

static const char metadata[] =
	"# What the problem is. All keys: the ICPC/Kattis problem package format, 2025-09.\n"
	"problem_format_version: 2025-09\n"
	"name: Sum\n"
	"# Stays the same when the folder or the name changes.\n"
	"uuid: %s\n"
	"# credits: Your Name\n"
	"# license: cc by-sa\n"
	"# rights_owner: Your Name\n"
	"# type: scoring        # points by group; else a submission passes or fails\n"
	"limits:\n"
	"  time_limit: 1        # seconds\n"
	"  memory: 256          # MiB\n";

static const char statement[] = "You are given two whole numbers. Print their sum.\n"
				"\n"
				"## Input\n"
				"\n"
				"One line with the numbers $a$ and $b$, separated by a space "
				"($-10^9 \\le a, b \\le 10^9$).\n"
				"\n"
				"## Output\n"
				"\n"
				"One line with $a + b$.\n";

static const char validator[] =
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

static const char right[] = "# Must be accepted.\n"
			    "a, b = map(int, input().split())\n"
			    "print(a + b)\n";

static const char wrong[] =
	"# Must be rejected. Its answer to the sample is right: only a secret test shows the\n"
	"# mistake.\n"
	"a, b = map(int, input().split())\n"
	"print(abs(a) + abs(b))\n";

static int write_files(struct package_writer *writer, struct as_error *error)
{
	static const char *const files[][2] = {
		{"statement/problem.en.md", statement},
		{"data/sample/1.in", "1 2\n"},
		{"data/sample/1.ans", "3\n"},
		{"data/secret/1-negative.in", "-5 3\n"},
		{"data/secret/1-negative.ans", "-2\n"},
		{"input_validators/validate.py", validator},
		{"submissions/accepted/sum.py", right},
		{"submissions/wrong_answer/no_sign.py", wrong},
	};
	char uuid[UUID_SIZE];
	if (package_uuid(uuid, error) < 0)
		return -1;
	AS_AUTO_FREE char *first = as_text_format(error, metadata, uuid);
	if (!first || package_writer_text(writer, "problem.yaml", first, error) < 0)
		return -1;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (package_writer_text(writer, files[i][0], files[i][1], error) < 0)
			return -1;
	return 0;
}

int as_package_new(const char *path, struct as_error *error)
{
	AS_AUTO(package_writer_close) struct package_writer writer;
	if (package_writer_open(&writer, path, error) < 0 || write_files(&writer, error) < 0)
		return -1;
	return package_writer_finish(&writer, error);
}
