/* SPDX-License-Identifier: MIT */
/* The packages of the repository. */
#ifndef ASSAY_TESTS_PROBLEMS_H
#define ASSAY_TESTS_PROBLEMS_H

#include "command.h"

#define PROBLEMS ASSAY_SOURCE_DIR "/problems"

/* The folders that are packages: they have a problem.yaml. */
static inline char **list_problems(void)
{
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, PROBLEMS, NULL);
	char **names = fd < 0 ? NULL : as_dir_list(fd, 1000, NULL), **kept = names;
	cr_assert(names);
	for (char **name = names; *name; name++) {
		char path[256];
		snprintf(path, sizeof path, "%s/problem.yaml", *name);
		if (faccessat(fd, path, F_OK, 0) == 0)
			*kept++ = *name;
		else
			free(*name);
	}
	*kept = NULL;
	cr_assert_gt(kept - names, 0);
	return names;
}

/* All of problems/ in the test's folder, without generated data, as in a fresh clone. */
static inline void copy_problems(void)
{
	AUTO_OUTCOME copied = command_run((const char *const[]){"/bin/sh", "-c",
		"tar -C " PROBLEMS
		" --exclude='*/data/secret/*.in' --exclude='*/data/secret/*.ans' "
		"-cf - . | tar -xf -",
		NULL});
	EXPECT_STATUS(copied, 0);
}

#endif
