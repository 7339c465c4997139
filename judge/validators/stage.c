/* SPDX-License-Identifier: MIT */
/*
 * Puts the files of a test where a sandbox can show them. They are copied, or come from memory:
 * links would lead out of the work folder, and the owner of a package may change it meanwhile.
 */
#include <assay/validators/validator.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define FOLDER "/data/"

static int copy_open(int file, int to_fd, const char *name, struct as_error *error)
{
	return as_file_copy(file, to_fd, name, 0644, UINT64_MAX, error);
}

static int copy_file(
	int dir_fd, const char *path, int to_fd, const char *name, struct as_error *error)
{
	AS_AUTO_FD int file = as_file_open(dir_fd, path, error);

	return file < 0 ? -1 : copy_open(file, to_fd, name, error);
}

/* Without the fsync of as_file_write: the file is temporary. */
static int put_bytes(
	const void *data, size_t size, int to_fd, const char *name, struct as_error *error)
{
	AS_AUTO_FD int file =
		openat(to_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);

	if (file < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot stage %s", name);
	return as_fd_write(file, data, size, error);
}

static int put_input(int dir_fd, const struct as_stage_files *files, int to_fd, const char *name,
	struct as_error *error)
{
	return files->input_path ? copy_file(dir_fd, files->input_path, to_fd, name, error)
				 : put_bytes(files->input, files->input_size, to_fd, name, error);
}

static int put_answer(int dir_fd, const struct as_stage_files *files, int to_fd, const char *name,
	struct as_error *error)
{
	return files->answer_path
		       ? copy_file(dir_fd, files->answer_path, to_fd, name, error)
		       : put_bytes(files->answer, files->answer_size, to_fd, name, error);
}

int as_stage_make_from(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, int input_fd, struct as_error *error)
{
	const char *name = as_text_last_part(files->name);
	const size_t folder_size = strlen(FOLDER);
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, stage->folder, error);

	if (folder < 0) {
		stage->folder[0] = '\0';
		return -1;
	}
	snprintf(stage->input, sizeof(stage->input), FOLDER "%s.in", name);
	snprintf(stage->answer, sizeof(stage->answer), FOLDER "%s.ans", name);
	const char *input = stage->input + folder_size, *answer = stage->answer + folder_size;
	if (input_fd >= 0 ? copy_open(input_fd, folder, input, error)
			  : put_input(dir_fd, files, folder, input, error))
		return -1;
	return put_answer(dir_fd, files, folder, answer, error);
}

int as_stage_make(struct as_stage *stage, struct as_workshop *workshop, int dir_fd,
	const struct as_stage_files *files, struct as_error *error)
{
	return as_stage_make_from(stage, workshop, dir_fd, files, -1, error);
}

void as_stage_remove(struct as_stage *stage, struct as_workshop *workshop)
{
	if (stage->folder[0])
		as_workshop_remove(workshop, stage->folder);
	stage->folder[0] = '\0';
}
