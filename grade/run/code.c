/* SPDX-License-Identifier: MIT */
/* The code of each student, by which the teacher gives manual marks. */
#include "book.h"

#include <string.h>

/* The files of a submission. */
struct code {
	struct as_page_source *files;
	struct as_bytes *texts;
	char **names;   /* of the files, in blind marking */
	char **reasons; /* why files are left out; NULL: not left out */
	size_t count, more_count;
};

static void clear(struct code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		as_bytes_clear(&code->texts[i]);
		free(code->names[i]);
		free(code->reasons[i]);
	}
	free(code->files);
	free(code->texts);
	free(code->names);
	free(code->reasons);
}

/* True if the ending is that of a language: other endings may be names: "notes.lovelace". */
static bool is_known(const struct as_languages *languages, const char *name)
{
	if (as_text_ends(name, ".ipynb"))
		return true;
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_source(&languages->items[i], name))
			return true;
	return false;
}

/* "2.py", because names of files often contain the names of students. */
static char *hide_name(const struct as_languages *languages, size_t index, const char *name,
	struct as_error *error)
{
	const char *ending = strrchr(name, '.');

	return as_text_format(
		error, "%zu%s", index + 1, ending && is_known(languages, name) ? ending : "");
}

/* ---- files that are left out ---- */

/* The index of the file with this path, or the number of files if no file has it. */
static size_t find_file(const struct as_received *received, const char *path)
{
	size_t at = 0;

	while (at < received->file_count && strcmp(received->files[at].path, path) != 0)
		at++;
	return at;
}

static int copy_reason(const struct as_grade *grade, struct code *code, size_t at,
	const struct as_left_file *left, struct as_error *error)
{
	free(code->reasons[at]);
	code->reasons[at] = as_text_format(error, "%s", left->text);
	if (!code->reasons[at])
		return -1;
	if (grade->config.blind)
		grade_hide_quoted(code->reasons[at]);
	code->files[at].left_out = code->reasons[at];
	return 0;
}

/* Maximum number of files that are listed without their text. */
#define MAX_LEFT 50

/* Adds a file that was not even read. */
static int add_unread(const struct as_grade *grade, const struct as_received *from,
	struct code *code, const struct as_left_file *left, struct as_error *error)
{
	const size_t at = code->count++, own = strlen(from->path);
	const bool is_inside = strncmp(left->path, from->path, own) == 0 && left->path[own] == '/';

	code->files[at].name = left->path + (is_inside ? own + 1 : 0);
	if (grade->config.blind) {
		code->names[at] = hide_name(grade->languages, at, left->path, error);
		if (!code->names[at])
			return -1;
		code->files[at].name = code->names[at];
	}
	return copy_reason(grade, code, at, left, error);
}

/* Files that were not even read are listed after the others. */
static int add_left(
	const struct as_grade *grade, size_t received, struct code *code, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const struct as_received *from = &submissions->received[received];

	for (size_t i = 0; i < submissions->left_count; i++) {
		const struct as_left_file *left = &submissions->left[i];
		if (left->received != received)
			continue;
		const size_t file = find_file(from, left->path);
		if (file >= from->file_count && code->count >= from->file_count + MAX_LEFT) {
			code->more_count++;
			continue;
		}
		if (file < from->file_count ? copy_reason(grade, code, file, left, error)
					    : add_unread(grade, from, code, left, error))
			return -1;
	}
	return 0;
}

/* ---- files that were read ---- */

static int read_file(const struct as_grade *grade, const char *id, size_t received,
	struct code *code, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const size_t at = code->count++;
	const char *name = submissions->received[received].files[at].name;

	if (as_received_read(submissions, received, at, &code->texts[at], error))
		return -1;
	if (grade->config.blind) {
		code->names[at] = hide_name(grade->languages, at, name, error);
		if (!code->names[at] ||
			as_class_hide_bytes(grade->class, id, &code->texts[at], error))
			return -1;
	}
	code->files[at] = (struct as_page_source){.name = code->names[at] ? code->names[at] : name,
		.text = code->texts[at].data ? code->texts[at].data : "",
		.size = code->texts[at].size};
	return 0;
}

static int read_code(const struct as_grade *grade, const char *id, size_t received,
	struct code *code, struct as_error *error)
{
	const size_t count = grade->people.submissions->received[received].file_count;

	code->files = calloc(count + MAX_LEFT, sizeof(*code->files));
	code->texts = calloc(count + MAX_LEFT, sizeof(*code->texts));
	code->names = calloc(count + MAX_LEFT, sizeof(*code->names));
	code->reasons = calloc(count + MAX_LEFT, sizeof(*code->reasons));
	if (!code->files || !code->texts || !code->names || !code->reasons)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (as_cancel_check(grade->config.cancel, error) ||
			read_file(grade, id, received, code, error))
			return -1;
	return count ? add_left(grade, received, code, error) : 0;
}

static int write_code(
	const struct as_grade *grade, struct as_pages *pages, size_t person, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const struct as_class_row *row = as_class_row(grade->class, person);
	AS_AUTO(clear) struct code code = {0};
	AS_AUTO_FREE size_t *received = calloc(submissions->received_count + 1, sizeof(*received));

	if (!received)
		return as_error_no_memory(error);
	if (row->is_forgotten || as_submissions_of(submissions, person, received) == 0)
		return 0;
	const size_t attempt =
		grade_find_attempt(&grade->people.people[person], row, &grade->assignment);
	if (read_code(grade, row->id, received[attempt], &code, error))
		return -1;
	const struct as_page_code shown = {.person = person,
		.files = code.files,
		.file_count = code.count,
		.more_count = code.more_count};
	return code.count && as_pages_write_code(pages, &shown, error) < 0 ? -1 : 0;
}

int grade_write_code(const struct grade_book *book, struct as_error *error)
{
	const struct as_grade *grade = book->grade;
	const size_t count = as_class_row_count(grade->class);
	AS_AUTO_FREE size_t *rows = as_class_order(grade->class, error);

	/* The first rows are those of the people; others have no code. */
	for (size_t i = 0; rows && i < count; i++)
		if (as_cancel_check(grade->config.cancel, error) ||
			(rows[i] < grade->people.count &&
				write_code(grade, book->pages, rows[i], error)))
			return -1;
	return rows ? 0 : -1;
}
