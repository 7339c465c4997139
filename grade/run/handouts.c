/* SPDX-License-Identifier: MIT */
/*
 * Writes handouts.zip, with the page of each person in a folder, and handouts.csv, which lists the
 * owner of each folder. Moodle's folders are "NAME_NUMBER_assignfeedback_file_", with the number of
 * the participant.
 */
#include "book.h"

#include <assay/csv.h>
#include <fcntl.h>
#include <string.h>

#define ARCHIVE_NAME "handouts.zip"
#define LIST_NAME "handouts.csv"

static bool is_number(const char *text)
{
	return text && *text && text[strspn(text, "0123456789")] == '\0';
}

/* Moodle splits the name at its underscores. */
static char *name_folder(const struct as_grade *grade, size_t index, struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const struct as_class_row *row = as_class_row(grade->class, index);
	const char *number = index < submissions->person_count && !row->is_forgotten
				     ? submissions->persons[index].number
				     : NULL;
	char key[AS_CLASS_KEY_SIZE];

	as_class_key(row->id, key);
	if (submissions->layout != AS_LAYOUT_MOODLE || !is_number(number))
		return as_text_format(error, "%s", key);
	for (char *at = key; (at = strchr(at, '_')); at++)
		*at = '-';
	return as_text_format(error, "%s_%s_assignfeedback_file_", key, number);
}

static int add_row(struct as_csv *csv, const struct as_class_row *row, const char *folder,
	struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/feedback.html", folder);

	if (!path || as_csv_add_row(csv, error))
		return -1;
	const size_t at = csv->count - 1;
	return as_csv_set_text(csv, at, 0, row->id, error) ||
			       as_csv_set_text(csv, at, 1, row->name ? row->name : "", error) ||
			       as_csv_set_text(csv, at, 2, row->mail ? row->mail : "", error) ||
			       as_csv_set_text(csv, at, 3, path, error)
		       ? -1
		       : 0;
}

static int write_list(const struct grade_book *book, char *const *folders, struct as_error *error)
{
	static const char *const columns[] = {"id", "name", "email", "file"};
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_csv_init(&csv, LIST_NAME, columns, 4, error))
		return -1;
	for (size_t i = 0; folders[i]; i++)
		if (add_row(&csv, as_class_row(book->grade->class, i), folders[i], error))
			return -1;
	return as_csv_format(&csv, &bytes, error) ||
			       as_class_write_table(book->grade->class, LIST_NAME, &bytes, error)
		       ? -1
		       : 0;
}

int grade_write_handouts(const struct grade_book *book, struct as_error *error)
{
	const struct as_grade *grade = book->grade;
	const size_t count = as_class_row_count(grade->class);

	if (grade->config.blind)
		return 0;
	AS_AUTO_NAMES char **folders = calloc(count + 1, sizeof(*folders));
	if (!folders)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		folders[i] = name_folder(grade, i, error);
		if (!folders[i])
			return -1;
	}
	return as_pages_write_handouts(book->pages, (const char *const *)folders, error) < 0
		       ? -1
		       : write_list(book, folders, error);
}
