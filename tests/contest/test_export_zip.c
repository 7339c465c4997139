/* SPDX-License-Identifier: MIT */
/* The archive of an export on a disk that becomes full. */
#include "private.h"
#include "support/rename.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

/* Makes the archive of an empty folder after `refused`, and returns what export_zip returns. */
static int export_after(bool (*refused)(void), char path[64], struct as_error *error)
{
	char folder[] = "/tmp/assay-zip-XXXXXX";

	cr_assert_not_null(mkdtemp(folder));
	snprintf(path, 64, "%s.zip", folder);
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(fd >= 0 && refused());
	const int failed = export_zip(fd, path, NULL, error);
	rmdir(folder);
	return failed;
}

static bool disk_is_full(void)
{
	return call_is_refused(SYS_fsync, EDQUOT);
}

Test(export_zip, a_flush_that_fails_is_named)
{
	struct as_error error = {0};
	char path[64];

	cr_expect_eq(export_after(disk_is_full, path, &error), -1);
	cr_expect_str_eq(error.text, "cannot write the archive: Disk quota exceeded");
	cr_expect_neq(access(path, F_OK), 0);
}

Test(export_zip, the_folder_of_the_archive_is_flushed)
{
	struct as_error error = {0};
	char path[64];

	cr_expect_eq(export_after(names_are_not_flushed, path, &error), -1);
	cr_expect_str_eq(error.where, path);
	cr_expect_str_eq(error.text, "may be missing after a power cut: Input/output error");
	cr_expect_eq(unlink(path), 0);
}
