/* SPDX-License-Identifier: MIT */
/* The archive of an export on a disk that becomes full. */
#include "private.h"
#include "support/rename.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

Test(export_zip, a_flush_that_fails_is_named)
{
	char folder[] = "/tmp/assay-zip-XXXXXX";
	struct as_error error = {0};

	cr_assert_not_null(mkdtemp(folder));
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s.zip", folder);
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(fd >= 0 && call_is_refused(SYS_fsync, EDQUOT));
	cr_expect_eq(export_zip(fd, path, NULL, &error), -1);
	cr_expect_str_eq(error.text, "cannot write the archive: Disk quota exceeded");
	cr_expect_neq(access(path, F_OK), 0);
	rmdir(folder);
}
