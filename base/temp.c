/* SPDX-License-Identifier: MIT */
#include <assay/base/keeper.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* Programs are run from the work folder, so it must not be on a noexec file system, as /tmp often
 * is, and a container may have no other place that can be written. */
static const char *temp_base(void)
{
	const char *const candidates[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
	struct statvfs info;

	for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++)
		if (candidates[i] && candidates[i][0] == '/' &&
			statvfs(candidates[i], &info) == 0 &&
			!(info.f_flag & (ST_NOEXEC | ST_RDONLY)))
			return candidates[i];
	return "/tmp";
}

/* A machine without a place, which is no fault of the judge. A full disk is another matter. */
static enum as_error_kind blame(int refusal)
{
	return refusal == EROFS || refusal == EACCES || refusal == EPERM || refusal == ENOENT
		       ? AS_ERROR_MACHINE
		       : AS_ERROR_INTERNAL;
}

/* Not mkdtemp: its name is known only after the folder exists, which is too late for the keeper. */
int as_temp_make(struct as_keeper *keeper, char path[PATH_MAX], struct as_error *error)
{
	AS_AUTO_FD int base = open(temp_base(), O_DIRECTORY | O_CLOEXEC);
	char owner[AS_OWNER_NAME_SIZE];
	unsigned long number;

	as_owner_remove_dead(base, "");
	path[0] = '\0';
	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	snprintf(path, PATH_MAX, "%.3900s/%s-%016lx", temp_base(), as_owner_name(owner), number);
	if (as_keeper_hold(keeper, path, error) == 0) {
		if (mkdir(path, 0700) == 0)
			return 0;
		as_error_sys(error, blame(errno), errno,
			"cannot make a temporary folder in %s (set TMPDIR to another place)",
			temp_base());
		as_keeper_drop(keeper, path);
	}
	path[0] = '\0';
	return -1;
}

void as_temp_remove(struct as_keeper *keeper, const char *path)
{
	if (path[0] && as_dir_remove(AT_FDCWD, path, NULL) == 0)
		as_keeper_drop(keeper, path);
}
