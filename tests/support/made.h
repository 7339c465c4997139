/* SPDX-License-Identifier: MIT */
/* The command makes packages in the test's folder, and judges with them. */
#ifndef ASSAY_TESTS_MADE_H
#define ASSAY_TESTS_MADE_H

#include "command.h"

static inline bool exists(const char *path)
{
	return faccessat(here_fd, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static inline void expect_content(const char *path, const char *content)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(here_fd, path, 1 << 20, &bytes, NULL), 0, "%s is missing", path);
	cr_expect_str_eq(bytes.data, content, "%s holds: %s", path, bytes.data);
}

static inline void expect_verdict(const char *package, const char *submission, const char *verdict)
{
	AUTO_OUTCOME outcome = ASSAY("judge", "--expect", verdict, package, submission);
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
}

#endif
