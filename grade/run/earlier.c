/* SPDX-License-Identifier: MIT */
/* Blind marking: removes files of earlier runs that contain names. */
#include "book.h"

#include <assay/grade/pages.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The files with names of people; blind marking does not write such files. */
static const char *const named[] = {"handouts.zip", "handouts.csv", "moodle.csv", "canvas.csv"};

static bool is_file(const struct stat *info, const char *path)
{
	struct stat other;

	return path && stat(path, &other) == 0 && other.st_dev == info->st_dev &&
	       other.st_ino == info->st_ino;
}

/* The teacher may name the filled sheet of an earlier run as the sheet. */
static bool is_given(const struct as_grade_config *options, const struct stat *info)
{
	const struct as_submissions_order *arrival = &options->arrival;

	return is_file(info, arrival->sheet) || is_file(info, arrival->roster) ||
	       is_file(info, arrival->times) || is_file(info, options->scheme);
}

static void say_line(const struct as_grade *grade, const char *before, const char *file)
{
	grade->config.calls.line(grade->config.calls.context, before, file, "");
}

static int remove_file(const struct as_grade *grade, const char *name, struct as_error *error)
{
	const int dir_fd = as_class_folder(grade->class);
	struct stat info;

	if (fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? 0
				       : as_error_at_sys(error, AS_ERROR_USAGE, errno, name,
						 "cannot be examined");
	if (is_given(&grade->config, &info)) {
		say_line(grade,
			"kept although it contains names, because an option names it: ", name);
		return 0;
	}
	if (unlinkat(dir_fd, name, 0))
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, name, "contains names and cannot be removed");
	say_line(grade, "removed, because it contains names: ", name);
	return 0;
}

static int remove_pages(const struct as_grade *grade, struct as_error *error)
{
	const struct as_class *class = grade->class;
	const size_t count = as_class_row_count(class);
	AS_AUTO_FREE char(*labels)[AS_PSEUDONYM_SIZE] = calloc(count + 1, sizeof(*labels));
	AS_AUTO_FREE const char **keys = calloc(count + 1, sizeof(*keys));
	AS_AUTO_FREE size_t *rows = as_class_order(class, error);

	if (!labels || !keys)
		return as_error_no_memory(error);
	for (size_t i = 0; rows && i < count; i++)
		keys[i] = as_class_label(class, as_class_row(class, rows[i])->id, labels[i]);
	const int removed =
		rows ? as_pages_remove_others(as_class_folder(class), keys, count, error) : -1;
	if (removed <= 0)
		return removed;
	struct grade_outputs *outputs = grade_outputs_open(grade, error);
	const int swept = outputs ? grade_outputs_sweep(outputs, error) : -1;
	grade_outputs_close(outputs);
	if (swept)
		return -1;
	say_line(grade, "removed, because they contain names: the pages in ", NULL);
	return 0;
}

int grade_remove_earlier(const struct as_grade *grade, struct as_error *error)
{
	if (!grade->config.blind)
		return 0;
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
		if (remove_file(grade, named[i], error))
			return -1;
	return grade->config.no_pages ? remove_pages(grade, error) : 0;
}
