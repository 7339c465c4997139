/* SPDX-License-Identifier: MIT */
/* The start of a run of `assay sandbox`: the files in its box. */
#include "cli.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Files of a read-only box are copied to the disk. */
#define SHOWN_MAX_BYTES (UINT64_C(1) << 30)

/* ---- the files in the box ------------------------------------------------------------------- */

/* If the caller is root, the program runs as another user; its files do not depend on the caller's
 * umask. */
static int make_folder(const char *path, struct as_error *error)
{
	return mkdir(path, 0755) || chmod(path, 0755)
		       ? as_error_sys(
				 error, AS_ERROR_INTERNAL, errno, "cannot make the folder %s", path)
		       : 0;
}

static int make_folders(struct sandbox_box *box, struct as_error *error)
{
	char path[PATH_MAX];

	box->keeper = as_sandbox_keeper_open(error);
	if (!box->keeper || as_temp_make(box->keeper, box->temp_dir, error))
		return -1;
	snprintf(box->work_dir, sizeof(box->work_dir), "%.4000s/work", box->temp_dir);
	snprintf(path, sizeof(path), "%.4010s/box", box->work_dir);
	if (make_folder(box->work_dir, error) || make_folder(path, error))
		return -1;
	return as_dir_open(AT_FDCWD, path, error);
}

static uint64_t whole_pages(uint64_t bytes)
{
	const uint64_t page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);

	return (bytes + page_bytes - 1) & ~(page_bytes - 1);
}

static int refuse_size(const struct sandbox_options *options, struct as_error *error)
{
	return options->writable
		       ? as_error_set(error, AS_ERROR_USAGE,
				 "--in: the files are larger than the working folder; raise --box")
		       : as_error_set(error, AS_ERROR_USAGE,
				 "--in: the files are larger than 1GiB together");
}

/* The number of bytes that the files may still use. */
static uint64_t bytes_left(const struct sandbox_box *box, const struct sandbox_options *options)
{
	const uint64_t max = options->writable ? options->limits.box_bytes : SHOWN_MAX_BYTES;

	return whole_pages(max < UINT64_MAX / 2 ? max : UINT64_MAX / 2) - box->bytes;
}

/* Counts while copying, because a file of /proc has no size before it is read. */
static int count_copy(
	struct sandbox_box *box, int dir_fd, const char *name, mode_t mode, struct as_error *error)
{
	struct stat info;

	if (fchmodat(dir_fd, name, mode, 0) || fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot set the mode of %s", name);
	box->bytes += whole_pages((uint64_t)info.st_size);
	return 0;
}

static int copy_in(struct sandbox_box *box, const struct sandbox_file *file, int dir_fd,
	const struct sandbox_options *options, struct as_error *error)
{
	const uint64_t left = bytes_left(box, options);
	AS_AUTO_FD int fd = cli_open_typed(file->path, error);
	struct as_error why = {0};
	struct stat info;

	if (fd < 0)
		return -1;
	if (fstat(fd, &info))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot examine %s", file->path);
	if ((uint64_t)info.st_size > left)
		return refuse_size(options, error);
	const mode_t mode = info.st_mode & 0111 ? 0755 : 0644;
	if (as_file_copy(fd, dir_fd, file->name, mode, left, &why)) {
		if (why.sys_errno == EFBIG)
			return refuse_size(options, error);
		*error = why;
		return as_error_context(error, "--in");
	}
	return count_copy(box, dir_fd, file->name, mode, error);
}

int sandbox_box_fill(
	struct sandbox_box *box, const struct sandbox_options *options, struct as_error *error)
{
	if (options->writable && options->in.count > options->limits.box_files)
		return as_error_set(error, AS_ERROR_USAGE,
			"--in: %zu files are more than the working folder may hold; raise --files",
			options->in.count);
	AS_AUTO_FD int dir_fd = make_folders(box, error);
	if (dir_fd < 0)
		return -1;
	for (size_t i = 0; i < options->in.count; i++)
		if (as_cancel_check(&cli_cancelled, error) ||
			copy_in(box, &options->in.items[i], dir_fd, options, error))
			return -1;
	return 0;
}

void sandbox_box_clear(struct sandbox_box *box)
{
	as_temp_remove(box->keeper, box->temp_dir);
	as_keeper_close(box->keeper);
	*box = (struct sandbox_box){0};
}
