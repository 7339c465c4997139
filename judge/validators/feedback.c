/* SPDX-License-Identifier: MIT */
/*
 * Reads the feedback folder of a validator. A hostile submission may have made the validator write
 * it, so every name is opened beneath the box without following links, only regular files are read,
 * and their sizes are limited.
 */
#include "feedback.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define MESSAGE_READ_BYTES 65536
#define MESSAGE_BYTES 4096
#define LINE_BYTES 1024
#define NUMBER_BYTES 256

/* ---- text ---- */

static size_t trimmed(const char *text, size_t size)
{
	while (size > 0 && as_check_is_space((unsigned char)text[size - 1]))
		size--;
	return size;
}

char *as_feedback_text(const char *text, size_t size)
{
	char *out = malloc(MESSAGE_BYTES + LINE_BYTES + 8);
	size_t used = 0;

	size = trimmed(text, size);
	for (size_t at = 0; out && at < size && used < MESSAGE_BYTES;) {
		const char *end = memchr(text + at, '\n', size - at);
		size_t length = end ? (size_t)(end - text) - at : size - at;
		if (used)
			out[used++] = '\n';
		as_text_printable(text + at, trimmed(text + at, length), out + used, LINE_BYTES);
		used += strlen(out + used);
		at += length + 1;
		if (at < size && used >= MESSAGE_BYTES)
			used += (size_t)snprintf(out + used, 5, "\n...");
	}
	if (out)
		out[used] = '\0';
	return out;
}

/* ---- files ---- */

struct reader {
	int folder;
	const char *program; /* the program that wrote it: "the output validator" */
};

/* -1 with *fd: the file does not exist. */
static int open_file(const struct reader *reader, const char *name, int *fd, struct as_error *error)
{
	struct as_error why = {0};

	*fd = as_file_open(reader->folder, name, &why);
	if (*fd >= 0 || why.sys_errno == ENOENT)
		return 0;
	return as_error_set(error, why.kind, "%s left a %s that cannot be read: %s",
		reader->program, name, why.text);
}

/* Reads the beginning of a file as a string on the heap; NULL: the file does not exist. */
static int read_head(const struct reader *reader, const char *name, size_t max_bytes, char **text,
	size_t *size, struct as_error *error)
{
	int fd;

	*text = NULL;
	if (open_file(reader, name, &fd, error))
		return -1;
	AS_AUTO_FD int file = fd;
	if (file < 0)
		return 0;
	*text = malloc(max_bytes + 1);
	if (!*text)
		return as_error_no_memory(error);
	ssize_t got = pread(file, *text, max_bytes, 0);
	if (got < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read a validator's feedback");
	*size = (size_t)got;
	(*text)[got] = '\0';
	return 0;
}

static int read_message(
	const struct reader *reader, const char *name, char **message, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;

	if (read_head(reader, name, MESSAGE_READ_BYTES, &text, &size, error))
		return -1;
	if (!text || trimmed(text, size) == 0)
		return 0;
	*message = as_feedback_text(text, size);
	return *message ? 0 : as_error_no_memory(error);
}

static int read_number(const struct reader *reader, const char *name, bool *is_there, double *value,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size, start = 0;
	long double number;

	if (read_head(reader, name, NUMBER_BYTES, &text, &size, error))
		return -1;
	*is_there = text != NULL;
	if (!text)
		return 0;
	while (start < size && as_check_is_space((unsigned char)text[start]))
		start++;
	size_t length = trimmed(text + start, size - start);
	text[start + length] = '\0';
	if (size == NUMBER_BYTES || !as_check_number_parse(text + start, length, &number) ||
		!isfinite((double)number)) {
		char shown[64];
		return as_error_set(error, AS_ERROR_INPUT, "the %s of %s is not a number: '%s'",
			name, reader->program,
			as_text_printable(text + start, length, shown, sizeof(shown)));
	}
	*value = (double)number;
	return 0;
}

/* ---- the folder ---- */

static int read_scores(struct as_feedback *feedback, const struct reader *reader,
	enum as_score_files rule, struct as_error *error)
{
	if (rule == AS_SCORE_FILES_IGNORED)
		return 0;
	if (read_number(reader, "score.txt", &feedback->has_score, &feedback->score, error))
		return -1;
	if (rule == AS_SCORE_FILES_GRADED)
		return 0;
	if (read_number(reader, "score_multiplier.txt", &feedback->has_multiplier,
		    &feedback->multiplier, error))
		return -1;
	if (feedback->has_score && feedback->score < 0)
		return as_error_set(error, AS_ERROR_INPUT, "the score.txt of %s is below 0: %s",
			reader->program, AS_NUMBER(feedback->score));
	if (feedback->has_multiplier && (feedback->multiplier < 0 || feedback->multiplier > 1))
		return as_error_set(error, AS_ERROR_INPUT,
			"the score_multiplier.txt of %s is not between 0 and 1: %s",
			reader->program, AS_NUMBER(feedback->multiplier));
	return 0;
}

static int take_next_input(
	struct as_feedback *feedback, const struct reader *reader, struct as_error *error)
{
	int fd;

	if (open_file(reader, "nextpass.in", &fd, error))
		return -1;
	AS_AUTO_FD int file = fd;
	if (file >= 0)
		feedback->next_input_fd = as_input_from_fd(file, error);
	return file >= 0 && feedback->next_input_fd < 0 ? -1 : 0;
}

static int open_folder(int box_fd, const char *program, struct as_error *error)
{
	struct as_error why = {0};
	int folder = as_dir_open(box_fd, AS_FEEDBACK_FOLDER, &why);

	if (folder < 0)
		as_error_set(error, why.kind, "the feedback folder of %s is gone: %s", program,
			why.text);
	return folder;
}

int as_feedback_read(struct as_feedback *feedback, int box_fd, const struct as_validator *validator,
	enum as_score_files score_files, struct as_error *error)
{
	AS_AUTO_FD int folder = open_folder(box_fd, validator->what, error);
	const struct reader reader = {folder, validator->what};

	if (folder < 0 ||
		read_message(&reader, "judgemessage.txt", &feedback->judge_message, error) ||
		read_message(&reader, "teammessage.txt", &feedback->team_message, error) ||
		read_scores(feedback, &reader, score_files, error))
		return -1;
	return validator->wants_passes ? take_next_input(feedback, &reader, error) : 0;
}

void as_feedback_clear(struct as_feedback *feedback)
{
	free(feedback->judge_message);
	free(feedback->team_message);
	if (feedback->next_input_fd >= 0)
		close(feedback->next_input_fd);
	*feedback = (struct as_feedback)AS_FEEDBACK_INIT;
}

static int copy_folder(
	const char *folder, const struct as_workshop *workshop, int to_fd, struct as_error *error)
{
	uint64_t budget_bytes = UINT64_MAX;

	if (!folder)
		return 0;
	AS_AUTO_FD int from = as_dir_open(as_workshop_work_fd(workshop), folder, error);
	/* Its feedback folder is hidden, and a later pass has its own. */
	return from < 0 ? -1 : as_box_copy(from, to_fd, &budget_bytes, error);
}

int as_feedback_keep(int box_fd, const struct as_validator *validator, const char *folder,
	char entry[32], struct as_error *error)
{
	uint64_t budget_bytes = validator->limits.box_bytes;
	AS_AUTO_FD int from = open_folder(box_fd, validator->what, error);
	AS_AUTO_FD int base =
		from < 0 ? -1 : as_workshop_new_folder(validator->workshop, entry, error);

	if (base < 0) {
		entry[0] = '\0';
		return -1;
	}
	if (copy_folder(folder, validator->workshop, base, error) ||
		as_dir_make(base, AS_FEEDBACK_FOLDER, 0755, error))
		return -1;
	AS_AUTO_FD int to = as_dir_open(base, AS_FEEDBACK_FOLDER, error);
	if (to < 0)
		return -1;
	if (as_box_copy_all(from, to, &budget_bytes, error))
		return as_error_context(
			error, "the feedback folder of %s is not kept", validator->what);
	unlinkat(to, "nextpass.in", 0);
	return 0;
}
