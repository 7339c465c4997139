/* SPDX-License-Identifier: MIT */
/*
 * What --keep keeps of each submission, in DIR/N-NAME: the compiled program, the compiler's
 * message, and of every test the output and the messages.
 */
#include "judging.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

int as_keep_begin(struct as_judge *judge, const char *path, struct as_error *error)
{
	char name[128];

	if (judge->keep_fd >= 0)
		close(as_steal_fd(judge->keep_fd));
	judge->submissions++;
	if (!judge->config.keep_dir)
		return 0;
	const char *slash = strrchr(path, '/');
	snprintf(name, sizeof(name), "%u-%.100s", judge->submissions, slash ? slash + 1 : path);
	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("_.-", *at))
			*at = '_';
	if (as_dir_make(AT_FDCWD, judge->config.keep_dir, 0755, error)) {
		if (error && error->kind == AS_ERROR_INPUT)
			error->kind = AS_ERROR_USAGE;
		return as_error_context(error, "--keep");
	}
	AS_AUTO_FD int base = as_dir_open(AT_FDCWD, judge->config.keep_dir, error);
	if (base < 0 || as_dir_remove(base, name, error) || as_dir_make(base, name, 0755, error))
		return -1;
	judge->keep_fd = as_dir_open(base, name, error);
	return judge->keep_fd < 0 ? -1 : 0;
}

int as_keep_program(struct as_judge *judge, struct as_error *error)
{
	const struct as_program *program = judge->program;
	uint64_t room = UINT64_C(1) << 30;

	if (judge->keep_fd < 0)
		return 0;
	if (as_file_write(judge->keep_fd, "compiler.txt", program->output, strlen(program->output),
		    0644, error))
		return -1;
	if (!program->folder[0])
		return 0;
	AS_AUTO_FD int from = as_dir_open(judge->workshop->work_fd, program->folder, error);
	if (from < 0 || as_dir_make(judge->keep_fd, "program", 0755, error))
		return -1;
	AS_AUTO_FD int to = as_dir_open(judge->keep_fd, "program", error);
	return to < 0 ? -1 : as_box_copy(from, to, &room, error);
}

static int keep_text(struct as_judge *judge, const char *test, const char *ending, const char *data,
	size_t size, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "tests/%s%s", test, ending);
	AS_AUTO_FREE char *folder = path ? strdup(path) : NULL;

	if (!folder)
		return as_error_no_memory(error);
	*strrchr(folder, '/') = '\0';
	if (as_dir_make(judge->keep_fd, folder, 0755, error))
		return -1;
	return as_file_write(judge->keep_fd, path, data, size, 0644, error);
}

int as_keep_run(struct as_judge *judge, const struct as_test *test,
	const struct as_run_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes output = {0};

	if (judge->keep_fd < 0)
		return 0;
	if (lseek(result->stdout_fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot keep an output");
	if (as_fd_read(result->stdout_fd, UINT64_MAX, &output, error) ||
		keep_text(judge, test->name, ".out", output.data, output.size, error))
		return -1;
	return keep_text(judge, test->name, ".err", result->stderr_head.data,
		result->stderr_head.size, error);
}
