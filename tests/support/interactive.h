/* SPDX-License-Identifier: MIT */
/* A small interactive package, its files, and judging many submissions to it. */
#ifndef ASSAY_TESTS_INTERACTIVE_H
#define ASSAY_TESTS_INTERACTIVE_H

#include "packages.h"
#include "verdicts.h"

#define INTERACTIVE_YAML                                                                           \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Talk\n"                                                                             \
	"uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d12\n"
/* Small, so that tests reach them soon: also a slow machine touches the memory within the time. */
#define INTERACTIVE_LIMITS                                                                         \
	"limits:\n  time_limit: 0.5\n  time_resolution: 0.5\n  memory: 32\n  output: 1\n"          \
	"  validation_time: 1\n  validation_memory: 64\n  validation_output: 1\n"

#define HONEST_C                                                                                   \
	"#include <stdio.h>\n"                                                                     \
	"int main(int argc, char **argv)\n"                                                        \
	"{\n"                                                                                      \
	"	FILE *in = argc > 3 ? fopen(argv[1], \"r\") : NULL;\n"                                   \
	"	int n, guess;\n"                                                                         \
	"	if (!in || fscanf(in, \"%d\", &n) != 1) return 1;\n"                                     \
	"	for (int i = 0; i < 8; i++) {\n"                                                         \
	"		if (scanf(\"%d\", &guess) != 1) return 43;\n"                                           \
	"		puts(guess == n ? \"correct\" : guess < n ? \"higher\" : \"lower\");\n"                 \
	"		fflush(stdout);\n"                                                                      \
	"		if (guess == n) return scanf(\"%*s\") == EOF ? 42 : 43;\n"                              \
	"	}\n"                                                                                     \
	"	return 43;\n"                                                                            \
	"}\n"

/* Halves the range; `last` is its code after the right guess. */
#define RIGHT_PY(last)                                                                             \
	"import sys, os, time\n"                                                                   \
	"low, high = 1, 100\n"                                                                     \
	"while True:\n"                                                                            \
	"    guess = (low + high) // 2\n"                                                          \
	"    print(guess, flush=True)\n"                                                           \
	"    word = input()\n"                                                                     \
	"    if word == 'correct': break\n"                                                        \
	"    if word == 'lower': high = guess - 1\n"                                               \
	"    else: low = guess + 1\n" last

static inline void put_interactive(const char *keys, const char *validator, const char *source)
{
	AS_AUTO_FREE char *yaml =
		as_text_format(NULL, INTERACTIVE_YAML INTERACTIVE_LIMITS "%s", keys);
	AS_AUTO_FREE char *path = as_text_format(NULL, "talk/output_validator/%s", validator);

	put("talk/problem.yaml", yaml);
	put(path, source);
	put("talk/data/secret/1.in", "67\n");
	put("talk/data/secret/1.ans", "");
}

#define INTERACTIVE "type: interactive\n"

static inline void put_honest(void)
{
	put_interactive(INTERACTIVE, "guess.c", HONEST_C);
}

struct interaction_case {
	const char *name, *source, *fate;
};

/* Judges all of them at once, which compiles the validator once; each run once, or a busy machine
 * makes this long. */
static inline void judge_all(const struct interaction_case *cases, size_t count, int status)
{
	const char *argv[40] = {ASSAY_COMMAND, "judge", "--json", "--reruns=0", "talk"};

	cr_assert_lt(count, 32);
	for (size_t i = 0; i < count; i++) {
		put(cases[i].name, cases[i].source);
		argv[5 + i] = cases[i].name;
	}
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, status);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_assert_eq(json_array_size(documents), count);
	for (size_t i = 0; i < count; i++) {
		json_t *document = json_array_get(documents, i);
		AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
		cr_expect_str_eq(fate_of(document), cases[i].fate, "%s: %s", cases[i].name, text);
	}
	EXPECT_NOTHING_LEFT(outcome);
}
#define JUDGE_ALL(cases, status) judge_all(cases, sizeof(cases) / sizeof(*(cases)), status)

#endif
