/* SPDX-License-Identifier: MIT */
/*
 * The files that --keep writes for each submission, in DIR/N-NAME: the compiled program, the
 * compiler's message, and for each test the output (or the transcript: .interaction) and the
 * messages.
 */
#include "rerun.h"
#include "run.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER_NAME_SIZE 128

/* Makes a folder with the next free number: existing ones stay. */
static int make_folder(struct as_judging *judging, int base, const char *path,
	char name[FOLDER_NAME_SIZE], struct as_error *error)
{
	struct as_open_package *opened = judging->opened;

	do {
		pthread_mutex_lock(&opened->engine->lock);
		unsigned number = ++opened->submissions;
		pthread_mutex_unlock(&opened->engine->lock);
		snprintf(name, FOLDER_NAME_SIZE, "%u-%.100s", number, as_text_last_part(path));
		for (char *at = name; *at; at++)
			if (!isalnum((unsigned char)*at) && !strchr("_.-", *at))
				*at = '_';
		if (mkdirat(base, name, 0755) == 0)
			return 0;
	} while (errno == EEXIST);
	return as_error_sys(error, AS_ERROR_USAGE, errno,
		"--keep=%s: cannot make the folder '%s' in it", judging->order.keep_dir, name);
}

/* The folder of --keep is at fault, for example on a full disk, not the submission or the package.
 */
static int blame_folder(
	const struct as_judging *judging, const struct as_error *why, struct as_error *error)
{
	const char *dir = judging->order.keep_dir;
	const bool is_other = why->where[0] && strcmp(why->where, dir) != 0;
	struct as_error as_usage = *why;

	if (why->kind == AS_ERROR_INPUT)
		as_usage.kind = AS_ERROR_USAGE;
	return as_error_pass(error, &as_usage, NULL, "--keep=%s: %s%s%s", dir,
		is_other ? why->where : "", is_other ? ": " : "", why->text);
}

int as_keep_begin(struct as_judging *judging, const char *path, struct as_error *error)
{
	char name[FOLDER_NAME_SIZE];

	if (!judging->order.keep_dir)
		return 0;
	struct as_error why = {0};
	/* Later submissions of the same command must not read the kept files. */
	if (as_dir_make(AT_FDCWD, judging->order.keep_dir, 0700, &why) ||
		as_sandbox_check_hidden(judging->opened->engine->config.weak_sandbox,
			judging->order.keep_dir, &why))
		return blame_folder(judging, &why, error);
	AS_AUTO_FD int base = as_dir_open(AT_FDCWD, judging->order.keep_dir, &why);
	if (base >= 0 && make_folder(judging, base, path, name, error))
		return -1;
	judging->keep_fd = base < 0 ? -1 : as_dir_open(base, name, &why);
	return judging->keep_fd < 0 ? blame_folder(judging, &why, error) : 0;
}

static int keep_program(struct as_judging *judging, struct as_error *error)
{
	const struct as_program *program = judging->program;
	uint64_t budget_bytes = UINT64_C(1) << 30;

	if (as_file_write(judging->keep_fd, "compiler.txt", program->output,
		    strlen(program->output), 0644, error))
		return -1;
	if (!program->folder[0])
		return 0;
	AS_AUTO_FD int from =
		as_dir_open(as_workshop_work_fd(judging->opened->workshop), program->folder, error);
	if (from < 0 || as_dir_make(judging->keep_fd, "program", 0755, error))
		return -1;
	AS_AUTO_FD int to = as_dir_open(judging->keep_fd, "program", error);
	return to < 0 ? -1 : as_box_copy(from, to, &budget_bytes, error);
}

int as_keep_program(struct as_judging *judging, struct as_error *error)
{
	struct as_error why = {0};

	if (judging->keep_fd < 0 || keep_program(judging, &why) == 0)
		return 0;
	return blame_folder(judging, &why, error);
}

static int keep_text(const struct as_judging *judging, const char *test, const char *ending,
	const char *data, size_t size, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "tests/%s%s", test, ending);
	AS_AUTO_FREE char *folder = path ? strdup(path) : NULL;

	if (!folder)
		return as_error_no_memory(error);
	*strrchr(folder, '/') = '\0';
	if (as_dir_make(judging->keep_fd, folder, 0755, &why) ||
		as_file_write(judging->keep_fd, path, data, size, 0644, &why))
		return blame_folder(judging, &why, error);
	return 0;
}

int as_keep_run(const struct as_judging *judging, const struct as_test *test,
	const struct as_attempt *attempt, struct as_error *error)
{
	const struct as_run_result *run = &attempt->run;
	AS_AUTO_BYTES struct as_bytes output = {0};

	if (judging->keep_fd < 0)
		return 0;
	if (attempt->transcript ? as_transcript_text(attempt->transcript, &output, error)
				: as_fd_read(run->stdout_fd, UINT64_MAX, &output, error))
		return as_error_context(error, "cannot keep an output");
	if (keep_text(judging, test->name, attempt->transcript ? ".interaction" : ".out",
		    output.data, output.size, error))
		return -1;
	return keep_text(
		judging, test->name, ".err", run->stderr_head.data, run->stderr_head.size, error);
}

int as_keep_messages(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *result, struct as_error *error)
{
	const char *const texts[] = {result->judge_message, result->team_message};
	static const char *const endings[] = {".judgemessage.txt", ".teammessage.txt"};

	for (size_t i = 0; judging->keep_fd >= 0 && i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i] && keep_text(judging, test->name, endings[i], texts[i],
					strlen(texts[i]), error))
			return -1;
	return 0;
}

/* Removes the file of a test, and the folders above it that have become empty. */
static void forget_file(int keep_fd, const char *test, const char *ending)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "tests/%s%s", test, ending);

	if (!path || unlinkat(keep_fd, path, 0))
		return;
	for (char *slash; (slash = strrchr(path, '/'));) {
		*slash = '\0';
		if (unlinkat(keep_fd, path, AT_REMOVEDIR))
			return;
	}
}

void as_keep_forget(const struct as_judging *judging)
{
	const struct as_package *package = judging->opened->package;
	static const char *const endings[] = {
		".out", ".interaction", ".err", ".judgemessage.txt", ".teammessage.txt"};

	if (judging->keep_fd < 0)
		return;
	for (size_t i = 0; i < package->test_count; i++)
		for (size_t k = 0;
			!judging->results[i].counted && k < sizeof(endings) / sizeof(*endings); k++)
			forget_file(judging->keep_fd, package->tests[i].name, endings[k]);
}
