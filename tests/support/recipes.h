/* SPDX-License-Identifier: MIT */
/* A small package with a recipe, for tests of the command. */
#ifndef ASSAY_TESTS_RECIPES_H
#define ASSAY_TESTS_RECIPES_H

#include "packages.h"

static inline void put_recipe(const char *recipe)
{
	put("small/problem.yaml", SUM_YAML "constants:\n  five: 5\nlimits: {time_limit: 5}\n");
	put("small/generators/generators.yaml", recipe);
}

static inline void expect_done(struct outcome outcome)
{
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	outcome_clear(&outcome);
}

static inline void expect_file(const char *path, const char *content)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *full = as_text_format(NULL, "small/data/%s", path);
	cr_assert_eq(as_file_read(here_fd, full, 1 << 20, &bytes, NULL), 0, "no %s", path);
	cr_expect_str_eq(bytes.data, content, "%s: %s", path, bytes.data);
}

static inline bool is_there(const char *path)
{
	return faccessat(here_fd, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Prints its arguments. */
#define ECHO_PY "import sys\nprint(*sys.argv[1:])\n"

#endif
