/* SPDX-License-Identifier: MIT */
/* Small packages for tests of the command: read two numbers, print their sum. */
#ifndef ASSAY_TESTS_PACKAGES_H
#define ASSAY_TESTS_PACKAGES_H

#include "command.h"

#define SUM_YAML                                                                                   \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Sum\n"                                                                              \
	"uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\n"
/* The limits of the sum package: small, so that tests reach them soon. */
#define SUM_LIMITS                                                                                 \
	"limits:\n  time_limit: 0.5\n  time_resolution: 0.5\n  memory: 64\n  output: 1\n"          \
	"  compilation_time: 10\n  compilation_memory: 512\n"

/* The wall limit is twice the time limit and one second more: with this short time limit, a loop
 * reaches it first even with a sixth of a core. */
#define SUM_SHORT_TIME                                                                             \
	"limits:\n  time_limit: 0.2\n  time_resolution: 0.1\n  memory: 16\n  output: 1\n"          \
	"  compilation_time: 10\n  compilation_memory: 512\n"

#define SUM_C                                                                                      \
	"#include <stdio.h>\nint main(void){int "                                                  \
	"a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",a+b);}\n"
#define SUM_PY "print(sum(map(int, input().split())))\n"

/* The package in the folder "sum": one sample and `secret_count` secret tests. */
static inline void put_sum_tests(int secret_count)
{
	char path[64], text[64];
	put("sum/data/sample/1.in", "1 2\n");
	put("sum/data/sample/1.ans", "3\n");
	for (int i = 1; i <= secret_count; i++) {
		snprintf(path, sizeof(path), "sum/data/secret/%02d.in", i);
		snprintf(text, sizeof(text), "%d %d\n", i, i * i);
		put(path, text);
		snprintf(path, sizeof(path), "sum/data/secret/%02d.ans", i);
		snprintf(text, sizeof(text), "%d\n", i + i * i);
		put(path, text);
	}
}

static inline void put_sum_package(int secret_count)
{
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS);
	put_sum_tests(secret_count);
}

/* A copy of problems/coinseven and its shared files, without data, as in a fresh clone. */
static inline void copy_coinseven(void)
{
	AUTO_OUTCOME copied = command_run(
		(const char *const[]){"/bin/cp", "-r", ASSAY_SOURCE_DIR "/problems/coinseven",
			ASSAY_SOURCE_DIR "/problems/shared", ".", NULL});
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME removed =
		command_run((const char *const[]){"/usr/bin/find", "coinseven/data/secret", "-type",
			"f", "(", "-name", "*.in", "-o", "-name", "*.ans", ")", "-delete", NULL});
	EXPECT_STATUS(removed, 0);
}

static inline void generate_coinseven(void)
{
	copy_coinseven();
	AUTO_OUTCOME outcome = ASSAY("gen", "coinseven");
	cr_assert_eq(outcome.status, 0, "%s", outcome.err.data);
}

#endif
