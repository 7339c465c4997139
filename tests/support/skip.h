/* SPDX-License-Identifier: MIT */
/*
 * A test that needs a feature that a machine may lack is skipped with its reason. With
 * AS_TESTS_MUST_RUN=1 in the environment (.ci/run sets it) a skip because of anything listed in
 * tests/required.txt is a failure. Otherwise a suite that silently tests nothing would stay green.
 */
#ifndef ASSAY_TESTS_SUPPORT_SKIP_H
#define ASSAY_TESTS_SUPPORT_SKIP_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if tests/required.txt lists the word. A list that cannot be read requires everything. */
static inline bool skip_is_required(const char *thing)
{
	FILE *file = fopen(ASSAY_SOURCE_DIR "/tests/required.txt", "re");
	char line[256];
	bool found = file == NULL;

	while (file && !found && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "# \t\n")] = '\0';
		found = strcmp(line, thing) == 0;
	}
	if (file)
		fclose(file);
	return found;
}

/* True if a skip for lack of `thing` must be a failure. */
static inline bool skip_is_forbidden(const char *thing)
{
	const char *must_run = getenv("AS_TESTS_MUST_RUN");

	return must_run && strcmp(must_run, "1") == 0 && skip_is_required(thing);
}

/* Continues if `condition` holds; else ends the test: skipped, or failed if it must run. */
#define skip_unless(condition, thing, reason)                                                      \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "SKIPPED for want of %s: %s (%s)\n", thing, reason,        \
				__FILE__);                                                         \
			cr_assert(!skip_is_forbidden(thing),                                       \
				"must run here, but %s is missing: %s", thing, reason);            \
			cr_skip_test("needs %s: %s", thing, reason);                               \
		}                                                                                  \
	} while (0)

#endif
